"""Totals of cards, where a card may be unread: then a total is a set of possible totals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

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


@dataclass(frozen=True, slots=True)
class Totals:
    """What a hand may total: one possibility if all ranks are known."""

    possible: frozenset[Total]
    low: int
    high: int

    @property
    def exact(self) -> Total | None:
        """The total, if there is only one possibility."""
        return next(iter(self.possible)) if len(self.possible) == 1 else None

    @property
    def surely_bust(self) -> bool:
        """Whether the hand is over 21 whatever the unread cards are."""
        return self.low > BUST_OVER

    def surely(self, value: int) -> bool:
        """Whether the hand is that total whatever the unread cards are."""
        return self.low == value == self.high


@lru_cache(maxsize=65536)
def totals_of_ranks(ranks: str) -> Totals:
    """Return what cards of these ranks (`?` for unread) may total."""
    hard_sums = {(0, False)}
    for rank in ranks:
        choices = (VALUES[rank],) if rank != UNREAD else tuple(range(1, 11))
        hard_sums = {(sum_ + pip, ace or pip == 1) for sum_, ace in hard_sums for pip in choices}
    possible = frozenset(
        Total(sum_ + 10, True) if ace and sum_ + 10 <= BUST_OVER else Total(sum_, False)
        for sum_, ace in hard_sums
    )
    return Totals(possible, min(t.value for t in possible), max(t.value for t in possible))


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


@lru_cache(maxsize=256)
def may_be_natural(ranks: str) -> bool:
    """Whether two cards can be ace and ten-value."""
    if len(ranks) != 2:
        return False
    first, second = ranks[0], ranks[1]
    return (_fits(first, "A") and _fits(second, TEN_RANKS)) or (
        _fits(first, TEN_RANKS) and _fits(second, "A")
    )


def is_natural(ranks: str) -> bool:
    """Whether two cards surely are ace and ten-value."""
    return len(ranks) == 2 and may_be_natural(ranks) and UNREAD not in ranks


def suited(cards: Iterable[Card]) -> bool | None:
    """Whether all cards are of one suit; None if that was not read and may be."""
    suits = {card.suit for card in cards}
    known = suits - {UNREAD}
    if len(known) > 1:
        return False
    return None if UNREAD in suits else True


def _fits(rank: str, ranks: str) -> bool:
    return rank == UNREAD or rank in ranks
