"""A player who plays nearly basic strategy, with enough whims that every kind of decision comes up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from tracker.actions import Action
from tracker.cards import Card
from tracker.hands import totals_of, value_of

WHIM: Final = 0.08
"""How often he decides at random."""

_WEAK: Final = range(2, 7)
_WORTH: Final[Mapping[int, float]] = {
    21: 5.0, 20: 4.0, 19: 2.5, 18: 1.0, 17: -0.5, 16: -2.0, 15: -2.2, 14: -2.0, 13: -1.9, 12: -1.7,
    11: 2.0, 10: 1.6, 9: 0.4, 8: -0.3, 7: -0.8, 6: -1.0, 5: -0.9, 4: -0.8,
}  # fmt: skip
"""About what two cards are worth by their total, for the choice whether to switch."""


def decide(options: Mapping[str, Action], cards: Sequence[Card], up: Card, rng: Random) -> Action:
    """Choose what a hand does.

    Args:
        options: what is legal, by verb.
        cards: the hand's, all known.
        up: the dealer's upcard.
        rng: the player's whims.
    """
    if rng.random() < WHIM:
        return options[rng.choice(sorted(options))]
    dealer = 11 if up.rank == "A" else value_of(up) or 10
    for verb in ("surrender", "split", "double"):
        if verb in options and _wishes(verb, cards, dealer):
            return options[verb]
    wish = "hit" if _hits(cards, dealer) else "stand"
    return options.get(wish) or options[sorted(options)[0]]


def switches(one: Sequence[Card], two: Sequence[Card]) -> bool:
    """Whether two hands of two cards are worth more with their second cards changed."""
    return _worth([one[0], two[1]]) + _worth([two[0], one[1]]) > _worth(one) + _worth(two)


def _worth(cards: Sequence[Card]) -> float:
    total = totals_of(cards).exact
    return _WORTH.get(total.value, 0.0) if total else 0.0


def _wishes(verb: str, cards: Sequence[Card], dealer: int) -> bool:
    total = totals_of(cards).exact
    if total is None:
        return False
    value, soft = total
    if verb == "surrender":
        return not soft and ((value == 16 and dealer >= 9) or (value == 15 and dealer == 10))
    if verb == "split":
        pair = value_of(cards[0]) or 0
        return pair in (1, 8) or (pair in (2, 3, 6, 7, 9) and dealer in _WEAK)
    if soft:
        return 13 <= value <= 18 and dealer in (5, 6)
    return (
        (value == 9 and dealer in range(3, 7))
        or (value == 10 and dealer < 10)
        or (value == 11 and dealer < 11)
    )


def _hits(cards: Sequence[Card], dealer: int) -> bool:
    total = totals_of(cards).exact
    if total is None:
        return False
    value, soft = total
    if soft:
        return value < 18 or (value == 18 and dealer > 8)
    return value < 12 or (value == 12 and dealer not in (4, 5, 6)) or (value < 17 and dealer not in _WEAK)
