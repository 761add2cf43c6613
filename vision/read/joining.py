"""Geometry that turns read indices into cards: an index predicts its card's outline, and two indices of one card
agree on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.indices import FoundIndex
from vision.read.planes import Lie, Plane
from vision.sightings import F32, Sighting

SAME_CARD = 0.22
"""Two indices belong to one card if the centres they predict are nearer than this share of its width."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadIndex:
    """An index, its probabilities over the 52 cards float32 `(52,)`, and how its card lies on the plane."""

    index: FoundIndex
    probs: F32
    lie: Lie

    @property
    def p(self) -> float:
        """Probability of the best card."""
        return float(self.probs.max())


def sightings_of(read: Sequence[ReadIndex], plane: Plane) -> list[Sighting]:
    """Join indices to cards; each index is used once, the surest first."""
    left = sorted(read, key=lambda r: -r.p)
    found: list[Sighting] = []
    while left:
        first = left.pop(0)
        other = next((r for r in left if _same_card(first, r)), None)
        if other is not None:
            left.remove(other)
        found.append(_card(first, other, plane))
    return found


def _same_card(a: ReadIndex, b: ReadIndex) -> bool:
    """Whether two indices stand at opposite corners of one card; what they read decides only where it contradicts."""
    opposite = float(a.lie.up @ b.lie.up) < -0.8
    width = (a.lie.width + b.lie.width) / 2
    near = float(np.hypot(*(a.lie.centre - b.lie.centre))) < SAME_CARD * width
    alike = 0.6 < a.lie.width / b.lie.width < 1.7
    agree = int(a.probs.argmax()) == int(b.probs.argmax()) or b.p < 0.6
    return opposite and near and alike and agree


def _card(first: ReadIndex, other: ReadIndex | None, plane: Plane) -> Sighting:
    if other is None:
        return Sighting(
            quad=plane.outline(first.lie), face="up", probs=first.probs, score=first.index.score,
            indices=(first.index.quad,),
        )  # fmt: skip
    return Sighting(
        quad=plane.outline(_between(first.lie, other.lie)),
        face="up",
        probs=_together(first.probs, other.probs),
        score=max(first.index.score, other.index.score),
        indices=(first.index.quad, other.index.quad),
    )


def _between(a: Lie, b: Lie) -> Lie:
    """The mean of what two opposite indices predict."""
    up = a.up - b.up
    up = up / (np.linalg.norm(up) + 1e-6)
    centre = (a.centre + b.centre) / 2
    return Lie(
        centre.astype(np.float32), up.astype(np.float32), (a.width + b.width) / 2, (a.height + b.height) / 2
    )


def _together(a: F32, b: F32) -> F32:
    """Join two readings of one card. "No index" of the weaker one says little: a corner may be covered."""
    best, weaker = (a, b) if a.max() >= b.max() else (b, a)
    said = float(weaker.sum())
    mixed = best * (weaker + (1 - said))
    none = float(1 - best.sum()) * (1 - said)
    return np.asarray(mixed / (mixed.sum() + none + 1e-9), dtype=np.float32)
