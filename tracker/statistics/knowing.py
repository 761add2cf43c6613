"""What is best against a dealer whose two cards are known: to take a card or to stand.

Cards are drawn as from very many packs (each rank 1/13): the question is only which of the two is better, and that
hardly depends on a few cards that are gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

from tracker.hands import BUST_OVER
from tracker.profile import Profile

Choice: TypeAlias = Literal["hit", "stand"]
Hand: TypeAlias = tuple[int, bool]
"""Total, and whether an ace in it counts 11."""

STANDS_ON: Final = 17
DRAWS: Final[Mapping[int, float]] = {**dict.fromkeys(range(1, 10), 1 / 13), 10: 4 / 13}
"""Chance of each value, an ace being 1."""
_EVEN_WORTH: Final = 1e-9


class Knowing:
    """Decides as one who sees the dealer's hole card.

    Args:
        profile: the rules.
    """

    def __init__(self, profile: Profile) -> None:
        self._hits_soft_17 = profile.soft17 == "hit"
        self._tie = 0.0 if profile.ties == "push" else -1.0
        self._pushes_22 = profile.dealer_22 == "push"
        self.best = cache(self._best)
        self._dealer = cache(self._dealer_ends)
        self._worth = cache(self._worth_of)

    def _best(self, hand: Hand, dealer: Hand) -> Choice | None:
        """Return what is better for a hand under 21 against the dealer's two cards; None where it is the same."""
        hit, stand = self._hit(hand, dealer), self._stand(hand[0], dealer)
        if abs(hit - stand) < _EVEN_WORTH:
            return None
        return "hit" if hit > stand else "stand"

    def _worth_of(self, hand: Hand, dealer: Hand) -> float:
        if hand[0] >= BUST_OVER:
            return -1.0 if hand[0] > BUST_OVER else self._stand(BUST_OVER, dealer)
        return max(self._hit(hand, dealer), self._stand(hand[0], dealer))

    def _hit(self, hand: Hand, dealer: Hand) -> float:
        return sum(chance * self._worth(add(hand, value), dealer) for value, chance in DRAWS.items())

    def _stand(self, total: int, dealer: Hand) -> float:
        return sum(chance * self._compare(total, end) for end, chance in self._dealer(dealer).items())

    def _compare(self, total: int, end: int) -> float:
        if end == BUST_OVER + 1 and self._pushes_22:
            return 0.0
        if end > BUST_OVER or total > end:
            return 1.0
        return self._tie if total == end else -1.0

    def _dealer_ends(self, hand: Hand) -> Mapping[int, float]:
        total, soft = hand
        hits = total < STANDS_ON or (total == STANDS_ON and soft and self._hits_soft_17)
        if not hits:
            return {total: 1.0}
        ends: dict[int, float] = {}
        for value, chance in DRAWS.items():
            for end, part in self._dealer(add(hand, value)).items():
                ends[end] = ends.get(end, 0.0) + chance * part
        return ends


def add(hand: Hand, value: int) -> Hand:
    """Return a hand with one card more.

    Args:
        hand: total and softness.
        value: the card's, an ace being 1.
    """
    total, soft = hand[0] + value, hand[1]
    if value == 1 and not soft and total + 10 <= BUST_OVER:
        return total + 10, True
    if soft and total > BUST_OVER:
        return total - 10, False
    return total, soft
