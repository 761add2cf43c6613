"""Which card it is: evidence of many sightings, some of which only repeat each other.

Sightings of one unchanged picture make the same mistake again and again. So all sightings of one *episode* (a card
lying in one pose, the picture of it unchanged) count together as a little more than one witness: their mean
log-likelihood times `witnesses(n)`. Where they do not all name one card, chance plays a part in them, and they count
for more. A new pose, or a picture that changed and came to rest again, begins a new episode.
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


def witnesses(sightings: int, *, agree: bool) -> float:
    """How many independent sightings as many of one unchanged picture are worth; `agree`: all name one card."""
    if agree:
        return min(1.25, 1.0 + 0.08 * (sightings - 1))
    return min(3.0, 1.0 + 0.4 * (sightings - 1))


@dataclass(slots=True)
class Posterior:
    """Probability over `DECK`, from sightings grouped in episodes."""

    _past: F64 = field(default_factory=lambda: np.zeros(52))
    _sum: F64 = field(default_factory=lambda: np.zeros(52))
    _count: int = 0
    _named: set[int] = field(default_factory=set)

    def add(self, probs: NDArray[np.float32]) -> None:
        """Take in one sighting: `(52,)` probabilities, what is missing to 1 says "no card" and is ignored."""
        total = float(probs.sum())
        if total <= 0.0:
            return
        flat = (1.0 - _DOUBT) * probs.astype(np.float64) + _DOUBT * max(total, 0.5) / 52
        self._sum += np.log(flat / flat.sum() * 52)
        self._count += 1
        self._named.add(int(probs.argmax()))

    def absorb(self, other: Posterior) -> None:
        """Take in all evidence of another posterior, of the same card seen apart from this one's sightings."""
        self.new_episode()
        self._past += other._log()

    def new_episode(self) -> None:
        """From now on sightings are of a new pose or of a picture that changed."""
        self._past = self._log()
        self._sum = np.zeros(52)
        self._count = 0
        self._named = set()

    @property
    def sightings(self) -> int:
        """Number of sightings of the present episode."""
        return self._count

    @property
    def probs(self) -> F64:
        """float64 `(52,)`, sums to 1; uniform before the first sighting."""
        log = self._log()
        weights = np.exp(log - log.max())
        return np.asarray(weights / weights.sum(), dtype=np.float64)

    def best(self) -> tuple[Card, float]:
        """The most probable card and its probability."""
        probs = self.probs
        k = int(probs.argmax())
        return DECK[k], float(probs[k])

    def reading(self, threshold: float) -> tuple[Card, float] | None:
        """What may be said of the card: itself if sure enough, else its rank alone, else None."""
        card, p = self.best()
        if p >= threshold:
            return card, p
        by_rank = self.probs.reshape(len(SUITS), len(RANKS)).sum(axis=0)
        k = int(by_rank.argmax())
        if by_rank[k] >= max(threshold, _SURE_RANK):
            return Card(RANKS[k], UNREAD), float(by_rank[k])
        return None

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
        share = witnesses(self._count, agree=len(self._named) == 1) / self._count
        return np.asarray(self._past + share * self._sum, dtype=np.float64)
