"""Players: one who plays basic strategy, one who does anything that is legal, one between the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from tracker.actions import Action
from tracker.cards import Card
from tracker.simulate.basic_strategy import decision, switches

WHIM: Final = 0.08
"""How often a human player decides at random, so that every kind of decision comes up."""


class Player:
    """Decides for every box of a round.

    Args:
        whim: how often he decides at random among what is legal, 0..1.
    """

    def __init__(self, whim: float) -> None:
        self._whim = whim

    def decide(self, options: Mapping[str, Action], cards: Sequence[Card], up: Card, rng: Random) -> Action:
        """Choose what a hand does.

        Args:
            options: what is legal, by verb.
            cards: the hand's, all known.
            up: the dealer's upcard.
            rng: chance.
        """
        if rng.random() < self._whim:
            return options[rng.choice(sorted(options))]
        wish = decision(frozenset(options), cards, up)
        return options.get(wish) or options[sorted(options)[0]]

    def switches(self, one: Sequence[Card], two: Sequence[Card], rng: Random) -> bool:
        """Choose whether the second cards of two hands change places."""
        if rng.random() < self._whim:
            return rng.random() < 0.5
        return switches(one, two)


PlayerMaker: TypeAlias = Callable[[], Player]

PLAYERS: Final[Mapping[str, PlayerMaker]] = {
    "basic": lambda: Player(whim=0.0),
    "random": lambda: Player(whim=1.0),
    "human": lambda: Player(whim=WHIM),
}
"""By the names of `pitwatch simulate --player`."""
