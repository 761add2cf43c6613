"""Bonuses as the solver sees them: what a hand earns by its values, and when suits matter.

Which bonus a hand earns is asked of the referee's own paytable. A bonus on ten-valued ranks cannot be told from values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tracker.cards import SUITS, Card
from tracker.hands import BUST_OVER, TEN_RANKS
from tracker.odds.hand_table import hand_table, ranks_of_counts
from tracker.odds.shoe import value_of_rank
from tracker.paytables import bonus_tiers
from tracker.profile import Profile

LEAST_CARDS = 3


class BonusOdds:
    """What each hand of 21 earns, and for which hands it matters whether their cards are of one suit."""

    def __init__(self, profile: Profile) -> None:
        for bonus in profile.bonuses:
            if set(bonus.ranks) & set(TEN_RANKS):
                raise ValueError(
                    f"expected a bonus without ten-valued ranks, got {bonus.ranks!r} ({bonus.name})"
                )
        self._profile = profile
        self._decks = profile.decks
        self._paid: dict[int, tuple[float, float]] = {}
        if profile.bonuses:
            self._price_hands()
        self._by_suit = frozenset(
            hand for bonus in profile.bonuses if bonus.suited for hand in _parts(bonus.ranks)
        )

    def paid(self, hand: int, *, suited: bool) -> float:
        """Return what the hand earns for each unit of its original stake."""
        return self._paid[hand][suited] if hand in self._paid else 0.0

    def asks_suit(self, hand: int) -> bool:
        """Whether the suits of this hand's cards can still earn something."""
        return hand in self._by_suit

    def chance_suited(self, hand: int, value: int) -> float:
        """Return how likely the next card of that value has the suit that all cards of the hand have.

        Other cards that are gone are of unknown suit: by symmetry they change nothing.
        """
        mine = hand_table().counts[hand][value]
        return max(self._decks - mine, 0) / (4 * self._decks - mine)

    def chance_dealt_suited(self, first: int, second: int) -> float:
        """Return how likely two cards of these values are of one suit."""
        return (self._decks - 1) / (4 * self._decks - 1) if first == second else 1 / 4

    def _price_hands(self) -> None:
        table = hand_table()
        for hand, total in enumerate(table.total):
            if total == BUST_OVER and table.size[hand] >= LEAST_CARDS:
                mixed, one_suit = (self._price(table.counts[hand], suited) for suited in (False, True))
                if mixed or one_suit:
                    self._paid[hand] = (mixed, one_suit)

    def _price(self, counts: tuple[int, ...], suited: bool) -> float:
        cards = [
            Card(rank, SUITS[0] if suited else SUITS[k % 2]) for k, rank in enumerate(ranks_of_counts(counts))
        ]
        (tier,) = bonus_tiers(self._profile, cards)
        return tier.pays.pays / tier.pays.per if tier else 0.0


def _parts(ranks: str) -> Iterator[int]:
    """Hands that have some of these ranks, or all of them."""
    values = [value_of_rank(rank) for rank in ranks]
    for size in range(1, len(values) + 1):
        for part in combinations(values, size):
            yield hand_table().hand(*part)
