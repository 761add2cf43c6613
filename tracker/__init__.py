"""The game: cards, rules, rounds, legality, settlement, facts and findings. Pure Python, no pixels, no clock."""

__version__ = "0.1.0"
