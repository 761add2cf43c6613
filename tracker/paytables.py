"""Side bets and bonuses: which tier some cards make, where cards may be unread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Final

from tracker.cards import RANKS, UNREAD, Card
from tracker.hands import BUST_OVER, suited, totals_of
from tracker.profiles.fields import Profile
from tracker.profiles.parts import Bonus, SideBet

_SHAPES: Final = {
    (4,): "four-of-a-kind",
    (2, 2): "two-pair",
    (3, 1): "three-of-a-kind",
    (2, 1, 1): "pair",
}


def side_bet_category(ranks: str) -> str | None:
    """Return the best category of four known ranks (10, J, Q, K differ), or None."""
    return _SHAPES.get(tuple(sorted(Counter(ranks).values(), reverse=True)))


@lru_cache(maxsize=4096)
def side_bet_categories(ranks: str) -> frozenset[str | None]:
    """Return every category that four ranks can make, `?` being any."""
    choices = [RANKS if rank == UNREAD else rank for rank in ranks]
    return frozenset(side_bet_category("".join(known)) for known in product(*choices))


@lru_cache(maxsize=64)
def side_bet_odds(decks: int) -> Mapping[str | None, Fraction]:
    """Return how likely each category (None: none) is on a box's first four cards from a fresh shoe, exactly."""
    ways: Counter[str | None] = Counter()
    for ranks in combinations_with_replacement(RANKS, 4):
        copies = Counter(ranks).values()
        ways[side_bet_category("".join(ranks))] += prod(comb(4 * decks, count) for count in copies)
    return {category: Fraction(count, ways.total()) for category, count in ways.items()}


def side_bet_expectation(bet: SideBet, decks: int) -> Fraction:
    """Return what a player gains on one unit of a side bet, exactly; negative where he loses."""
    odds = side_bet_odds(decks)
    gain = Fraction(-1)
    for name, price in bet.pays.items():
        gain += odds.get(name, Fraction(0)) * Fraction(price.per + price.pays, price.per)
    return gain


def bonus_tiers(profile: Profile, cards: Sequence[Card]) -> list[Bonus | None]:
    """Return the bonuses that a hand's cards can earn, the certain one last; `[None]`: surely none."""
    if not profile.bonuses or len(cards) < 3:
        return [None]
    totals = totals_of(cards)
    if totals.low > BUST_OVER or totals.high < BUST_OVER:
        return [None]
    tiers: list[Bonus | None] = []
    for bonus in profile.bonuses:
        fits = _fits(bonus, cards)
        if fits is not False:
            tiers.append(bonus)
        if fits and totals.surely(BUST_OVER):
            return tiers
    if all(total.value != BUST_OVER for total in totals.possible):
        return [None]
    return [*tiers, None]


def _fits(bonus: Bonus, cards: Sequence[Card]) -> bool | None:
    if len(cards) < bonus.min_cards or (bonus.ranks and len(cards) != len(bonus.ranks)):
        return False
    left = Counter(bonus.ranks)
    left.subtract(card.rank for card in cards if card.rank != UNREAD)
    if bonus.ranks and min(left.values()) < 0:
        return False
    one_suit = suited(cards) if bonus.suited else True
    if one_suit is False:
        return False
    all_ranks_read = all(card.rank != UNREAD for card in cards)
    return True if one_suit and all_ranks_read else None
