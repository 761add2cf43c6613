"""Which card it is: evidence of many sightings, most of which only repeat each other.

What is read wrong is read wrong again: the same piece of a pip, the same glare, the same worn corner, as long as the
card lies as it lies. So all sightings of one *pose* count together: their mean log-likelihood, times how many
independent witnesses they are worth, which soon saturates. Sightings of one unchanged picture say hardly more than one;
where the picture of the pose changed and came to rest again (a hand was there, another card lies on it now) a look says
a little more; and where sightings of a pose do not all name one card, chance plays a part in them, and they count for
more. A look at both indices of a card weighs more than one at a single index: that one may be half covered, and is then
read wrong for as long as it is. Only a new pose is a new witness.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tracker.cards import DECK, RANKS, SUITS, UNREAD, Card

F64 = NDArray[np.float64]

_DOUBT = 0.02
"""Part of every sighting that is given to all 52 cards alike: no reader is better than that."""
_SURE_RANK = 0.97
BOTH_INDICES = 3.0
"""What a look at both indices weighs, in looks at one."""


def witnesses(sightings: int, pictures: int, *, agree: bool) -> float:
    """How many independent sightings those of one pose are worth.

    Args:
        sightings: how many there are.
        pictures: of how many pictures that differ.
        agree: whether all name one card.
    """
    if agree:
        return 1.0 + min(0.2, 0.07 * (sightings - 1)) + min(0.2, 0.07 * (pictures - 1))
    return min(3.0, 1.0 + 0.4 * (sightings - 1))


def name_of(probs: F64, threshold: float) -> tuple[Card, float] | None:
    """The card if it is sure enough, else its rank alone, with its probability; None where both are open.

    Args:
        probs: float64 `(52,)` over `DECK`.
        threshold: least probability of what is named; a rank alone has to be surer still.
    """
    k = int(probs.argmax())
    if probs[k] >= threshold:
        return DECK[k], float(probs[k])
    by_rank = probs.reshape(len(SUITS), len(RANKS)).sum(axis=0)
    r = int(by_rank.argmax())
    if by_rank[r] >= max(threshold, _SURE_RANK):
        return Card(RANKS[r], UNREAD), float(by_rank[r])
    return None


@dataclass(slots=True)
class Posterior:
    """Probability over `DECK`, from sightings grouped by pose."""

    _past: F64 = field(default_factory=lambda: np.zeros(52))
    _sum: F64 = field(default_factory=lambda: np.zeros(52))
    _count: int = 0
    _weight: float = 0.0
    _pictures: int = 1
    _named: set[int] = field(default_factory=set)
    _probs: F64 | None = None

    def add(self, probs: NDArray[np.float32], *, indices: int = 1) -> None:
        """Take in one sighting.

        Args:
            probs: float32 `(52,)`; what is missing to 1 says "no card" and is ignored.
            indices: how many of the card's indices were seen.
        """
        total = float(probs.sum())
        if total <= 0.0:
            return
        flat = (1.0 - _DOUBT) * probs.astype(np.float64) + _DOUBT * max(total, 0.5) / 52
        weight = BOTH_INDICES if indices > 1 else 1.0
        self._sum += weight * np.log(flat / flat.sum() * 52)
        self._weight += weight
        self._count += 1
        self._named.add(int(probs.argmax()))
        self._probs = None

    def absorb(self, other: Posterior) -> None:
        """Take in all evidence of another posterior, of the same card seen apart from this one's sightings."""
        self.new_pose()
        self._past += other._log()
        self._probs = None

    def new_pose(self) -> None:
        """From now on sightings are of a new pose."""
        self._past = self._log()
        self._sum = np.zeros(52)
        self._count = 0
        self._weight = 0.0
        self._pictures = 1
        self._named = set()
        self._probs = None

    def new_picture(self) -> None:
        """From now on sightings are of the same pose, whose picture changed and came to rest again."""
        self._pictures += bool(self._count)
        self._probs = None

    @property
    def sightings(self) -> int:
        """Number of sightings of the present pose."""
        return self._count

    @property
    def probs(self) -> F64:
        """float64 `(52,)`, sums to 1; uniform before the first sighting. Not to be changed."""
        if self._probs is None:  # asked for at every frame, changed only by a look
            log = self._log()
            weights = np.exp(log - log.max())
            self._probs = np.asarray(weights / weights.sum(), dtype=np.float64)
        return self._probs

    def best(self) -> tuple[Card, float]:
        """The most probable card and its probability."""
        probs = self.probs
        k = int(probs.argmax())
        return DECK[k], float(probs[k])

    def reading(self, threshold: float) -> tuple[Card, float] | None:
        """What may be said of the card: itself if sure enough, else its rank alone, else None."""
        return name_of(self.probs, threshold)

    def same_card(self, probs: F64 | NDArray[np.float32]) -> float:
        """Log of how much more likely one card explains both this and `probs` than two dealt at random do."""
        total = float(probs.sum())
        if total <= 0.0:
            return 0.0
        other = (1.0 - _DOUBT) * probs.astype(np.float64) / total + _DOUBT / 52
        return math.log(52.0 * float(self.probs @ other) + 1e-9)

    def _log(self) -> F64:
        if not self._count:
            return self._past
        share = witnesses(self._count, self._pictures, agree=len(self._named) == 1) / self._weight
        return np.asarray(self._past + share * self._sum, dtype=np.float64)
