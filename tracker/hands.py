"""Totals of cards, where a card may be unread: then a total is a set of possible totals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tracker.cards import UNREAD, Card

BUST_OVER: Final = 21
TEN_RANKS: Final = "TJQK"
VALUES: Final = {
    rank: 10 if rank in TEN_RANKS else 1 if rank == "A" else int(rank) for rank in "A23456789TJQK"
}
"""Pip values; an ace counts 1 here and 11 where a total allows it."""


class Total(NamedTuple):
    """One possible total of a hand; soft means that an ace counts 11."""

    value: int
    soft: bool

    def __str__(self) -> str:
        return f"soft {self.value}" if self.soft else str(self.value)


NATURAL: Final = Total(BUST_OVER, soft=True)
"""What a blackjack totals."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What cards of some ranks may total: worked out once for each string of ranks.

    Attributes:
        possible: every total that the cards may have; one if all ranks are known.
        low: the least of them.
        high: the greatest of them.
        exact: the total, if there is only one possibility.
        natural: whether the cards that count are ace and ten-value, two and no more; None where that is unread.
        surely_bust: whether the cards are over 21 whatever the unread ones are.
    """

    possible: frozenset[Total]
    low: int
    high: int
    exact: Total | None
    natural: bool | None
    surely_bust: bool

    def surely(self, value: int) -> bool:
        """Whether the hand is that total whatever the unread cards are."""
        return self.low == value == self.high


Endings: TypeAlias = tuple[tuple[int, frozenset[Total]], ...]
"""Where a hand may have ended though it got another card: after how many cards, and on which totals.

Cards that come to a hand that has ended are burned. With an unread card among the first it is not known whether it had.
"""


@lru_cache(maxsize=8192)
def totals_of_ranks(ranks: str, endings: Endings = ()) -> Totals:
    """Return what cards of these ranks (`?` for unread) may total, where the hand may have ended before the last."""
    ends_on = dict(endings)
    sums, ended = {(0, False)}, set[tuple[int, bool]]()
    natural = _natural(ranks)
    for count, rank in enumerate(ranks):
        if count in ends_on:
            closed = {sum_ for sum_ in sums if _total(*sum_) in ends_on[count]}
            if count == 2 and any(_total(*sum_) == NATURAL for sum_ in closed):
                natural = True if len(sums) == 1 else None
            ended |= closed
            sums = sums - closed or sums  # all of them: it may have ended whatever it totals, and may not
        choices = (VALUES[rank],) if rank != UNREAD else tuple(range(1, 11))
        sums = {(sum_ + pip, ace or pip == 1) for sum_, ace in sums for pip in choices}
    possible = frozenset(_total(*sum_) for sum_ in sums | ended)
    values = [total.value for total in possible]
    return Totals(
        possible,
        low=min(values),
        high=max(values),
        exact=next(iter(possible)) if len(possible) == 1 else None,
        natural=natural,
        surely_bust=min(values) > BUST_OVER,
    )


def ranks_of(cards: Iterable[Card]) -> str:
    """Return the ranks of cards as text."""
    return "".join([card.rank for card in cards])


def totals_of(cards: Iterable[Card]) -> Totals:
    """Return what the cards may total."""
    return totals_of_ranks(ranks_of(cards))


def value_of(card: Card) -> int | None:
    """Return a card's pip value (ace 1), or None if its rank was not read."""
    return VALUES.get(card.rank)


def surely_alike(first: Card, second: Card, by: str) -> bool:
    """Whether two cards surely are alike by `rank` or by `value`."""
    if UNREAD in (first.rank, second.rank):
        return False
    return first.rank == second.rank or (by == "value" and value_of(first) == value_of(second))


def surely_unlike(first: Card, second: Card, by: str) -> bool:
    """Whether two cards surely differ by `rank` or by `value`."""
    return UNREAD not in (first.rank, second.rank) and not surely_alike(first, second, by)


def may_be_natural(ranks: str) -> bool:
    """Whether cards of these ranks can be a blackjack's: ace and ten-value."""
    return totals_of_ranks(ranks).natural is not False


def is_natural(ranks: str) -> bool:
    """Whether cards of these ranks surely are a blackjack's: ace and ten-value."""
    return totals_of_ranks(ranks).natural is True


def suited(cards: Iterable[Card]) -> bool | None:
    """Whether all cards are of one suit; None if that was not read and may be."""
    suits = {card.suit for card in cards}
    known = suits - {UNREAD}
    if len(known) > 1:
        return False
    return None if UNREAD in suits else True


def _total(sum_: int, ace: bool) -> Total:
    return Total(sum_ + 10, True) if ace and sum_ + 10 <= BUST_OVER else Total(sum_, False)


def _natural(ranks: str) -> bool | None:
    if len(ranks) != 2:
        return False
    for ace, ten in ((ranks[0], ranks[1]), (ranks[1], ranks[0])):
        if ace in ("A", UNREAD) and ten in TEN_RANKS + UNREAD:
            return None if UNREAD in ranks else True
    return False


NO_CARDS: Final = totals_of_ranks("")
"""The totals of a hand that has no card yet."""
