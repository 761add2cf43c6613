"""Probabilities and expectations: what a game costs the house or the player, and how it is best played.

Exact where it can be: frequencies by enumeration with fractions, the whole game by a solver that knows which cards are
gone. Cards are ten values here (`shoe`), suits come in only where a bonus asks for them.
"""
