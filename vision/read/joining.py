"""Geometry that turns read indices into cards: an index predicts its card's outline, two indices of one card
agree on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.indices import FoundIndex
from vision.sightings import F32, Sighting

INDEX_X, INDEX_Y = 0.10, 0.145
"""Where the centre of an index lies on a card, as fractions of its width and height, over many decks."""
CARD_ASPECT = 1.4
SAME_CARD = 0.22
"""Two indices belong to one card if the centres they predict are nearer than this share of its width."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadIndex:
    """An index with its probabilities over the 52 cards, float32 `(52,)`."""

    index: FoundIndex
    probs: F32

    @property
    def p(self) -> float:
        """Probability of the best card."""
        return float(self.probs.max())

    @property
    def card_width(self) -> float:
        """Width of the card that the index predicts, in pixels."""
        up = self.index.up
        right = np.array([-up[1], up[0]])
        across, down = abs(float(self.index.to_card @ right)), abs(float(self.index.to_card @ -up))
        return (across / (0.5 - INDEX_X) + down / (0.5 - INDEX_Y) / CARD_ASPECT) / 2

    @property
    def card_centre(self) -> F32:
        """float32 `(2,)` pixels."""
        return np.asarray(self.index.centre + self.index.to_card, dtype=np.float32)


def sightings_of(read: Sequence[ReadIndex]) -> list[Sighting]:
    """Join indices to cards; each index is used once, the surest first."""
    left = sorted(read, key=lambda r: -r.p)
    found: list[Sighting] = []
    while left:
        first = left.pop(0)
        other = next((r for r in left if _same_card(first, r)), None)
        if other is not None:
            left.remove(other)
        found.append(_card(first, other))
    return found


def _same_card(a: ReadIndex, b: ReadIndex) -> bool:
    """Whether two indices stand at opposite corners of one card; what they read decides only where they contradict."""
    opposite = float(a.index.up @ b.index.up) < -0.8
    width = (a.card_width + b.card_width) / 2
    near = float(np.hypot(*(a.card_centre - b.card_centre))) < SAME_CARD * width
    alike = 0.6 < a.card_width / b.card_width < 1.7
    agree = int(a.probs.argmax()) == int(b.probs.argmax()) or b.p < 0.6
    return opposite and near and alike and agree


def _card(first: ReadIndex, other: ReadIndex | None) -> Sighting:
    if other is None:
        return Sighting(
            quad=_outline(first.card_centre, first.index.up, first.card_width),
            face="up",
            probs=first.probs,
            score=first.index.score,
            indices=(first.index.quad,),
        )
    up = first.index.up - other.index.up
    up /= np.linalg.norm(up) + 1e-6
    centre = np.asarray((first.card_centre + other.card_centre) / 2, dtype=np.float32)
    width = (first.card_width + other.card_width) / 2
    return Sighting(
        quad=_outline(centre, up, width),
        face="up",
        probs=_together(first.probs, other.probs),
        score=max(first.index.score, other.index.score),
        indices=(first.index.quad, other.index.quad),
    )


def _together(a: F32, b: F32) -> F32:
    """Join two readings of one card. "No index" of the weaker one says little: a corner may be covered."""
    best, weaker = (a, b) if a.max() >= b.max() else (b, a)
    said = float(weaker.sum())
    mixed = best * (weaker + (1 - said))
    none = float(1 - best.sum()) * (1 - said)
    return np.asarray(mixed / (mixed.sum() + none + 1e-9), dtype=np.float32)


def _outline(centre: F32, up: F32, width: float) -> F32:
    """float32 `(4, 2)`: the card's corners from its top left, clockwise."""
    tall = np.asarray(up) * (width * CARD_ASPECT / 2)
    wide = np.array([-up[1], up[0]]) * (width / 2)
    return np.array(
        [centre + tall - wide, centre + tall + wide, centre - tall + wide, centre - tall - wide], np.float32
    )
