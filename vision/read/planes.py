"""The plane on which geometry joins indices to cards: the calibrated felt, or the picture itself where there
is no table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.detect.indices import FoundIndex
from vision.felt import FeltPlane
from vision.sightings import F32

INDEX_X, INDEX_Y = 0.10, 0.145
"""Where the centre of an index lies on a card, as fractions of its width and height, over many decks."""


@dataclass(frozen=True, slots=True, eq=False)
class Lie:
    """How a card lies on a plane, in the plane's units (pixels or felt mm).

    Attributes:
        centre: float32 `(2,)`.
        up: float32 `(2,)` unit vector towards its top edge.
        width, height: of the card.
    """

    centre: F32
    up: F32
    width: float
    height: float

    @property
    def corners(self) -> F32:
        """float32 `(4, 2)`, clockwise from the card's top left."""
        tall = self.up * (self.height / 2)
        wide = np.array([-self.up[1], self.up[0]]) * (self.width / 2)
        c = self.centre
        return np.asarray(
            [c + tall - wide, c + tall + wide, c - tall + wide, c - tall - wide], dtype=np.float32
        )


class Plane(Protocol):
    """Where cards lie."""

    def lie_of(self, index: FoundIndex) -> Lie:
        """Return how the card lies that an index predicts."""

    def outline(self, lie: Lie) -> F32:
        """Return the card's corners in picture px, float32 `(4, 2)`."""


class PicturePlane:
    """The picture: cards may be foreshortened, so width and height are taken as they appear."""

    def lie_of(self, index: FoundIndex) -> Lie:
        """See `Plane`."""
        across, down = _from_centre(index.to_card, index.up)
        width, height = across / (0.5 - INDEX_X), down / (0.5 - INDEX_Y)
        height = float(np.clip(height, 0.7 * width, 1.8 * width))
        return Lie(np.asarray(index.centre + index.to_card, dtype=np.float32), index.up, width, height)

    def outline(self, lie: Lie) -> F32:
        """See `Plane`."""
        return lie.corners


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """The felt of a calibrated table, on which every card has the same shape; `card_mm` is its width and height."""

    felt: FeltPlane
    card_mm: tuple[float, float]

    def lie_of(self, index: FoundIndex) -> Lie:
        """See `Plane`."""
        ends = np.stack([index.centre, index.centre + index.up * index.height, index.centre + index.to_card])
        at, above, centre = self.felt.to_felt(ends).astype(np.float32)
        up = (above - at) / (np.linalg.norm(above - at) + 1e-6)
        across, down = _from_centre(centre - at, up)
        scale = (across / (0.5 - INDEX_X) / self.card_mm[0] + down / (0.5 - INDEX_Y) / self.card_mm[1]) / 2
        return Lie(centre, up, scale * self.card_mm[0], scale * self.card_mm[1])

    def outline(self, lie: Lie) -> F32:
        """See `Plane`."""
        return np.asarray(self.felt.to_picture(lie.corners), dtype=np.float32)


def _from_centre(to_card: F32, up: F32) -> tuple[float, float]:
    """How far an index lies from its card's centre, across and along the card."""
    right = np.array([-up[1], up[0]])
    return abs(float(to_card @ right)), abs(float(to_card @ up))
