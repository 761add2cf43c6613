"""The published chart of basic strategy for four to eight decks, dealer stands on soft 17, double after split.

People at a table play by it, whatever the table's own rules change (ties that lose, bonuses, the missing hole card).
The chart that a profile's rules ask for is worked out by `tracker.odds`, in some seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from tracker.cards import Card
from tracker.hands import totals_of, value_of

ACE: Final = 11
_EVERY: Final = range(2, ACE + 1)
_WEAK: Final = range(2, 7)

_SURRENDER: Final[Mapping[int, Collection[int]]] = {16: (9, 10, ACE), 15: (10, ACE), 14: (10, ACE)}
"""Early surrender, hard totals that are no pair of eights."""
_SPLIT: Final[Mapping[int, Collection[int]]] = {
    1: _EVERY,
    2: range(2, 8),
    3: range(2, 8),
    4: (5, 6),
    6: _WEAK,
    7: range(2, 8),
    8: _EVERY,
    9: (2, 3, 4, 5, 6, 8, 9),
}
"""By the pip value of each card, an ace being 1."""
_DOUBLE_HARD: Final[Mapping[int, Collection[int]]] = {9: range(3, 7), 10: range(2, 10), 11: range(2, 11)}
_DOUBLE_SOFT: Final[Mapping[int, Collection[int]]] = {
    13: (5, 6),
    14: (5, 6),
    15: (4, 5, 6),
    16: (4, 5, 6),
    17: range(3, 7),
    18: range(3, 7),
}

_WORTH: Final[Mapping[int, float]] = {
    21: 5.0, 20: 4.0, 19: 2.5, 18: 1.0, 17: -0.5, 16: -2.0, 15: -2.2, 14: -2.0, 13: -1.9, 12: -1.7,
    11: 2.0, 10: 1.6, 9: 0.4, 8: -0.3, 7: -0.8, 6: -1.0, 5: -0.9, 4: -0.8,
}  # fmt: skip
"""About what two cards are worth by their total, for the choice whether to switch."""


class Chart:
    """The published chart as a strategy (`tracker.simulate.players`)."""

    def decide(self, legal: Collection[str], cards: Sequence[Card], up: Card) -> str:
        """Return the chart's decision among what is legal: `surrender`, `split`, `double`, `hit` or `stand`."""
        dealer = ACE if up.rank == "A" else value_of(up) or 10
        for verb in ("surrender", "split", "double"):
            if verb in legal and _wishes(verb, cards, dealer):
                return verb
        return "hit" if _hits(cards, dealer) else "stand"

    def would_switch(self, one: Sequence[Card], two: Sequence[Card], up: Card) -> bool:
        """Return whether two hands of two cards are worth more with their second cards changed, whatever the upcard."""
        del up
        return _worth([one[0], two[1]]) + _worth([two[0], one[1]]) > _worth(one) + _worth(two)


def _worth(cards: Sequence[Card]) -> float:
    total = totals_of(cards).exact
    return _WORTH.get(total.value, 0.0) if total else 0.0


def _wishes(verb: str, cards: Sequence[Card], dealer: int) -> bool:
    total = totals_of(cards).exact
    if total is None:
        return False
    value, soft = total
    pair = value_of(cards[0]) == value_of(cards[1])
    if verb == "surrender":
        return not soft and not (pair and value == 16) and dealer in _SURRENDER.get(value, ())
    if verb == "split":
        return pair and dealer in _SPLIT.get(value_of(cards[0]) or 0, ())
    return dealer in (_DOUBLE_SOFT if soft else _DOUBLE_HARD).get(value, ())


def _hits(cards: Sequence[Card], dealer: int) -> bool:
    total = totals_of(cards).exact
    if total is None:
        return False
    value, soft = total
    if soft:
        return value < 18 or (value == 18 and dealer >= 9)
    if value == 12:
        return dealer not in (4, 5, 6)
    return value < 12 or (value < 17 and dealer not in _WEAK)
