"""Geometry that turns read indices into cards: an index predicts its card's outline, and two indices of one card
agree on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.indices import FoundIndex
from vision.read.planes import Lie, Plane
from vision.sightings import F32, Sighting

SURE = 0.9
"""Indices read with more than this tell where this deck has them."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadIndex:
    """An index, its probabilities over the 52 cards float32 `(52,)`, and how its card lies on the plane."""

    index: FoundIndex
    probs: F32
    lie: Lie

    @property
    def card_no(self) -> int:
        """The best card's number in `DECK`."""
        return int(self.probs.argmax())

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
        others = [r for r in left if _read_alike(first, r, plane) and plane.same_card(first.lie, r.lie)]
        left = [r for r in left if r not in others]
        found.append(_card(first, others, plane))
    return found


def index_places(read: Sequence[ReadIndex], plane: Plane) -> list[tuple[float, float]]:
    """Where indices lie on their card, as fractions of its width and height, from every card that surely shows both."""
    sure = [r for r in read if r.p > SURE]
    places = []
    for number, a in enumerate(sure):
        for b in sure[number + 1 :]:
            across, down = a.lie.step_to(b.lie)
            if a.card_no == b.card_no and min(across, down) > 0 and plane.same_card(a.lie, b.lie):
                places.append(((1 - across / a.lie.width) / 2, (1 - down / a.lie.height) / 2))
    return places


def _read_alike(sure: ReadIndex, other: ReadIndex, plane: Plane) -> bool:
    return other.card_no == sure.card_no or other.p < min(plane.unsure, sure.p)


def _card(first: ReadIndex, others: Sequence[ReadIndex], plane: Plane) -> Sighting:
    probs = first.probs
    for other in others:
        probs = _together(probs, other.probs)
    opposite = next((o.lie for o in others if plane.are_opposite(first.lie, o.lie)), None)
    return Sighting(
        quad=plane.outline(first.lie if opposite is None else plane.join(first.lie, opposite)),
        face="up",
        probs=probs,
        score=max(r.p for r in (first, *others)),
        indices=tuple(r.index.quad for r in (first, *others)),
    )


def _together(a: F32, b: F32) -> F32:
    """Join two readings of one card. "No index" of the weaker one says little: a corner may be covered."""
    best, weaker = (a, b) if a.max() >= b.max() else (b, a)
    said = float(weaker.sum())
    mixed = best * (weaker + (1 - said))
    none = float(1 - best.sum()) * (1 - said)
    return np.asarray(mixed / (mixed.sum() + none + 1e-9), dtype=np.float32)
