"""A sighting laid onto the felt: where a card lies, how it is turned, and whether it can be a card of this size."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.felt import turned
from vision.sightings import Sighting
from vision.table import Table

F64 = NDArray[np.float64]

SIZE_TOLERANCE = 0.3
"""By how much of its edge a card's outline may be too long or short and still be a card."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre in felt mm and direction of the top edge in degrees, as in docs/architecture.md."""

    x: float
    y: float
    angle_deg: float

    def distance_mm(self, other: Pose) -> float:
        """Between the two centres."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def offset_to(self, other: Pose) -> tuple[float, float]:
        """From this centre to another one, in mm across this card and along it."""
        x, y = turned((other.x - self.x, other.y - self.y), -self.angle_deg)
        return x, y

    def turn_deg(self, other: Pose) -> float:
        """Between the two outlines, 0 to 90: a card turned by 180 degrees covers the same felt."""
        return abs((self.angle_deg - other.angle_deg + 90.0) % 180.0 - 90.0)

    def towards(self, other: Pose, share: float) -> Pose:
        """The pose a `share` of the way to another one; the angle takes the shorter way."""
        step = (other.angle_deg - self.angle_deg + 90.0) % 180.0 - 90.0
        return Pose(
            self.x + share * (other.x - self.x),
            self.y + share * (other.y - self.y),
            (self.angle_deg + share * step) % 360.0,
        )

    def quad_px(self, table: Table) -> F64:
        """The card's corners in the picture, float64 `(4, 2)`, clockwise from its top left."""
        return table.to_picture(table.card_quad_mm((self.x, self.y), self.angle_deg))


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A sighting with its pose."""

    sighting: Sighting
    pose: Pose

    @property
    def is_up(self) -> bool:
        """Whether its face was seen."""
        return self.sighting.face == "up"


def seen_on_felt(sighting: Sighting, table: Table) -> SeenCard | None:
    """Lay a sighting onto the felt; None if no card of the table's size can look like that."""
    corners = table.to_felt(sighting.quad)
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    width, height = table.card_mm
    for edge, length in ((across, width), (down, height)):
        if not abs(math.hypot(*edge) / length - 1.0) <= SIZE_TOLERANCE:
            return None
    x, y = corners.mean(axis=0)
    angle = math.degrees(math.atan2(-down[0], down[1])) % 360.0
    return SeenCard(sighting, Pose(float(x), float(y), angle))
