"""The dealer's final hand: exact probabilities from what is left in the shoe.

The order in which the dealer's cards come does not change his total, only how many ways lead to it. So the rules are
compiled once into the final hands by value, each with its number of orders, and a shoe is evaluated by one pass over
them; hands that begin alike share the products of their counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter, mul
from typing import Final, Literal, TypeAlias

from tracker.hands import BUST_OVER, totals_of_ranks
from tracker.odds.hand_table import ranks_of_counts
from tracker.odds.shoe import ACE, TEN, VALUES, Shoe

Soft17: TypeAlias = Literal["stand", "hit"]
Outcomes: TypeAlias = tuple[float, ...]
"""Probabilities of the dealer's results, in the order of `RESULTS`."""
_Picker: TypeAlias = Callable[[Sequence[float]], tuple[float, ...]]

STANDS_ON: Final = 17
RESULTS: Final = ("17", "18", "19", "20", "21", "22", "over-22", "blackjack")
TWENTY_TWO: Final = RESULTS.index("22")
BUST: Final = RESULTS.index("over-22")
BLACKJACK: Final = RESULTS.index("blackjack")


class DealerOdds:
    """The dealer's results for one upcard.

    Args:
        soft17: what he does on soft 17.
        up: value of the upcard, which is no longer in the shoes that are asked about.
    """

    def __init__(self, soft17: Soft17, up: int) -> None:
        hands: list[tuple[tuple[int, ...], int, int]] = []  # values drawn, result, orders
        for counts, orders in _final_hands(soft17, up).items():
            drawn = [count - (value == up) for value, count in enumerate(counts)]
            cards = tuple(value for value in reversed(VALUES) for _ in range(drawn[value]))
            hands.append((cards, _result(counts), orders))
        self._copies = [max(cards.count(value) for cards, _, _ in hands) for value in VALUES]
        offsets = [sum(self._copies[:value]) for value in VALUES]
        self._levels: list[_Level] = []
        before: dict[tuple[int, ...], int] = {(): 0}
        for size in range(1, 1 + max(len(cards) for cards, _, _ in hands)):
            prefixes = list(dict.fromkeys(cards[:size] for cards, _, _ in hands if len(cards) >= size))
            now = {prefix: number for number, prefix in enumerate(prefixes)}
            ends = [(now[cards], result, orders) for cards, result, orders in hands if len(cards) == size]
            parents = [before[prefix[:-1]] for prefix in prefixes]
            counts_left = [offsets[prefix[-1]] + prefix[:-1].count(prefix[-1]) for prefix in prefixes]
            self._levels.append(_Level(parents, counts_left, ends))
            before = now

    def outcomes(self, shoe: Shoe) -> Outcomes:
        """Return the probabilities of `RESULTS` when the dealer draws from this shoe."""
        left = [
            float(max(count - drawn, 0))
            for count, copies in zip(shoe, self._copies, strict=True)
            for drawn in range(copies)
        ]
        odds = [0.0] * len(RESULTS)
        products: Sequence[float] = (1.0,)
        orders, cards = 1.0, sum(shoe)
        for level in self._levels:
            products = tuple(map(mul, level.parents(products), level.counts_left(left)))
            orders *= max(cards, 1)
            cards -= 1
            for result, hands, ways in level.ends:
                odds[result] += sum(map(mul, hands(products), ways)) / orders
        return tuple(odds)


class _Level:
    """Hands of one size: each is a shorter one and the count of its last card; some are final.

    Everything is picked and multiplied in bulk, for this is where all the time of a solver goes.
    """

    def __init__(self, parents: list[int], counts_left: list[int], ends: list[tuple[int, int, int]]) -> None:
        self.parents = _picker(parents)
        self.counts_left = _picker(counts_left)
        self.ends: list[tuple[int, _Picker, tuple[int, ...]]] = []
        for result in sorted({result for _, result, _ in ends}):
            mine = [(hand, orders) for hand, other, orders in ends if other == result]
            self.ends.append((result, _picker([h for h, _ in mine]), tuple(orders for _, orders in mine)))


def _picker(places: list[int]) -> _Picker:
    """Return what picks these places out of a sequence."""
    if len(places) == 1:
        return lambda values: (values[places[0]],)
    return itemgetter(*places)


@cache
def dealer_odds(soft17: Soft17, up: int) -> DealerOdds:
    """Return the compiled rules for an upcard, made once."""
    return DealerOdds(soft17, up)


def without_blackjack(odds: Outcomes) -> Outcomes:
    """Return the results of a dealer who looked and has no blackjack."""
    rest = 1 - odds[BLACKJACK]
    return (*(p / rest for p in odds[:BLACKJACK]), 0.0)


def blackjack_hole(up: int) -> int | None:
    """Return the value that makes a blackjack with this upcard, or None."""
    return {ACE: TEN, TEN: ACE}.get(up)


def _final_hands(soft17: Soft17, up: int) -> dict[tuple[int, ...], int]:
    """Return the dealer's final hands by value with the number of orders in which each can be drawn."""
    drawing = {tuple(int(value == up) for value in VALUES): 1}
    finals: dict[tuple[int, ...], int] = {}
    while drawing:
        reached: dict[tuple[int, ...], int] = defaultdict(int)
        for counts, orders in drawing.items():
            for value in VALUES:
                reached[(*counts[:value], counts[value] + 1, *counts[value + 1 :])] += orders
        drawing = {}
        for counts, orders in reached.items():
            (drawing if _draws(soft17, counts) else finals)[counts] = orders
    return finals


def _draws(soft17: Soft17, counts: tuple[int, ...]) -> bool:
    (total,) = totals_of_ranks(ranks_of_counts(counts)).possible
    return total.value < STANDS_ON or (soft17 == "hit" and total.soft and total.value == STANDS_ON)


def _result(counts: tuple[int, ...]) -> int:
    (total,) = totals_of_ranks(ranks_of_counts(counts)).possible
    if total.value == BUST_OVER and sum(counts) == 2:
        return BLACKJACK
    return min(total.value - STANDS_ON, BUST)
