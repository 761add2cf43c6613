"""Every hand of 21 or less, by the values of its cards in any order: a table that solvers walk by number."""

from __future__ import annotations

from functools import cache
from typing import Final

from tracker.hands import BUST_OVER, TEN_RANKS, totals_of_ranks
from tracker.odds.shoe import VALUES

RANK_OF_VALUE: Final = "A23456789" + TEN_RANKS[0]
"""One rank for each value, to ask the referee's functions about cards of that value."""
BUST: Final = -1
EMPTY: Final = 0


class HandTable:
    """Hands by number; hand 0 has no cards.

    Attributes:
        counts: how many cards of each value.
        total, soft: as the referee counts them.
        size: number of cards.
        child: for each hand and value the hand with one such card more, or `BUST`.
    """

    def __init__(self) -> None:
        self.counts: list[tuple[int, ...]] = [(0,) * 10]
        self.total: list[int] = [0]
        self.soft: list[bool] = [False]
        self.size: list[int] = [0]
        self.child: list[list[int]] = []
        numbers = {self.counts[EMPTY]: EMPTY}
        for counts in self.counts:  # grows while it is walked: each hand is found by one with a card less
            children: list[int] = []
            for value in VALUES:
                more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                children.append(numbers.get(more) or self._add(more, numbers))
            self.child.append(children)

    def find(self, *values: int) -> int | None:
        """Return the number of the hand with cards of these values; None if it is bust."""
        number = EMPTY
        for value in values:
            number = self.child[number][value]
            if number == BUST:
                return None
        return number

    def hand(self, *values: int) -> int:
        """Return the number of a hand that is not bust.

        Raises:
            ValueError: if it is.
        """
        number = self.find(*values)
        if number is None:
            raise ValueError(f"expected a hand of {BUST_OVER} or less, got values {values}")
        return number

    def _add(self, counts: tuple[int, ...], numbers: dict[tuple[int, ...], int]) -> int:
        (total,) = totals_of_ranks(ranks_of_counts(counts)).possible
        if total.value > BUST_OVER:
            return BUST
        numbers[counts] = len(self.counts)
        self.counts.append(counts)
        self.total.append(total.value)
        self.soft.append(total.soft)
        self.size.append(sum(counts))
        return numbers[counts]


def ranks_of_counts(counts: tuple[int, ...]) -> str:
    """Return ranks with these values."""
    return "".join(rank * count for rank, count in zip(RANK_OF_VALUE, counts, strict=True))


@cache
def hand_table() -> HandTable:
    """Return the table, made once."""
    return HandTable()
