"""Geometry that turns read indices into cards: an index predicts its card's outline, and two indices of one card
agree on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.indices import FoundIndex
from vision.read.planes import Lie, Plane
from vision.sightings import F32, Sighting

DOUBTFUL = 0.85
"""An index read with less than this share of a card's sureness can be part of that card's print."""
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
        lie = _lie_of(first, others, plane)
        misread = [
            r for r in left if r not in others and r.p < DOUBTFUL * first.p and _is_print_of(lie, r.lie)
        ]
        left = [r for r in left if r not in others and r not in misread]
        found.append(_card(first, others, lie, plane))
    return found


def _is_print_of(card: Lie, index: Lie) -> bool:
    """Whether what reads like another card's index is part of this card's print: one of its own indices misread, or a
    piece of its picture, of another size than the index of any card that could lie there."""
    across, down = (abs(v) for v in card.place_of(index.index_at))
    turned = abs(float(card.up @ index.up))
    size = index.index_height / card.index_height
    in_a_corner = 0.25 < across < 0.55 and 0.22 < down < 0.52
    if in_a_corner and turned > 0.8 and 0.6 < size < 1.6:
        return True
    return max(across, down) < 0.45 and not 0.6 < size < 1.6


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


def _lie_of(first: ReadIndex, others: Sequence[ReadIndex], plane: Plane) -> Lie:
    """How the card lies that shows these indices."""
    opposite = next((o.lie for o in others if plane.are_opposite(first.lie, o.lie)), None)
    return first.lie if opposite is None else plane.join(first.lie, opposite)


def _card(first: ReadIndex, others: Sequence[ReadIndex], lie: Lie, plane: Plane) -> Sighting:
    probs = first.probs
    for other in others:
        probs = _together(probs, other.probs)
    return Sighting(
        quad=plane.outline(lie),
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
