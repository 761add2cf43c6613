"""Is what is said with p = 0.99 right 99 times in 100?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from vision.evaluate.shares import Share

EDGES = (0.05, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Borders of the bins of probability: narrow where the answers that count are given."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings whose probability lies in `low` to `high` (the upper border belongs to it)."""

    low: float
    high: float
    mean_p: float | None
    right: Share


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far probabilities can be taken at their word.

    Attributes:
        bins: by probability.
        ece: expected calibration error, the mean distance between what was said and what was right, over all readings.
    """

    bins: tuple[Bin, ...]
    ece: float | None

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "ece": None if self.ece is None else round(self.ece, 4),
            "n": sum(b.right.of for b in self.bins),
            "bins": [
                {
                    "from": b.low,
                    "to": b.high,
                    "mean_p": None if b.mean_p is None else round(b.mean_p, 4),
                    **b.right.to_json(),
                }
                for b in self.bins
            ],
        }


def reliability(answers: Iterable[tuple[float, bool]], edges: Sequence[float] = EDGES) -> Reliability:
    """Sort answers `(p, right)` into bins; those at or below the lowest border are left out."""
    given = list(answers)
    bins = []
    for low, high in pairwise(edges):
        inside = [(p, right) for p, right in given if low < p <= high]
        mean = sum(p for p, _ in inside) / len(inside) if inside else None
        bins.append(Bin(low, high, mean, Share.among(right for _, right in inside)))
    counted = sum(b.right.of for b in bins)
    error = sum(abs(b.mean_p * b.right.of - b.right.right) for b in bins if b.mean_p is not None)
    return Reliability(tuple(bins), error / counted if counted else None)
