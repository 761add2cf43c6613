"""Bent cards: bowed, curled up at an edge or folded at a corner, as a camera sees them.

Paper bends about straight lines only, so a bent card is a piece of a cylinder: flat up to a line, round beyond it, or
round from end to end. Where the card rises, the camera sees it displaced and foreshortened, and the light falls on it
from another side. Coordinates are pixels of the table's plane at unit scale, the card's middle at the origin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from vision.sightings import F32

BOWED_SHARE = 0.6
BOW_RAD, CURL_RAD = (0.05, 0.5), (0.2, 1.0)
"""How steep a bowed card's ends and a curled edge or corner become, drawn evenly; less where the camera looks so flatly
that the card would hide a part of itself."""
STEEPEST_SEEN = 0.6
"""Most of slope times the tangent of the camera's angle to the vertical; at 1 the card hides a part of itself."""
_ROUNDS = 16
"""`STEEPEST_SEEN` to this power is how far from its place a point is left: less than a thousandth of its shift."""


@dataclass(frozen=True, slots=True, eq=False)
class Curl:
    """How one card is bent.

    Attributes:
        across: unit vector `(2,)` on the card, at right angles to the lines about which it bends.
        start: how far along `across` the bend begins (curled), or where its middle is (bowed).
        radius: of the cylinder.
        is_bowed: bent on both sides of `start`; else flat before it.
        is_arched: the middle lies higher than the ends; only of bowed cards.
        length: how far along `across` the card reaches from its middle at most.
    """

    across: F32
    start: float
    radius: float
    is_bowed: bool
    is_arched: bool
    length: float

    def raised(self, flat: F32) -> tuple[F32, F32]:
        """Return where points of the flat card `(n, 2)` lie when it is bent: places `(n, 2)` and heights `(n,)`."""
        along = flat @ self.across - self.start
        angle = self._angle(along)
        moved = self.radius * np.sin(angle) - (along if self.is_bowed else np.maximum(along, 0))
        return _f32(flat + moved[:, None] * self.across), self._height(angle)

    def flattened(self, seen: F32, shift: F32) -> F32:
        """Return which points of the flat card are seen at points of the table's plane.

        Args:
            seen: float32 `(n, 2)`, where the line of sight meets the table.
            shift: float32 `(n, 2)`, by how much that line moves for each pixel of height.

        Returns:
            float32 `(n, 2)`; not on the card where another thing is seen.
        """
        at = seen
        along = at @ self.across - self.start
        for _ in range(_ROUNDS):
            angle = self._angle_above(along)
            at = seen + self._height(angle)[:, None] * shift
            along = at @ self.across - self.start
        angle = self._angle_above(along)
        return _f32(at + (self.radius * (angle - np.sin(angle)))[:, None] * self.across)

    def light(self, flat: F32, towards: F32) -> F32:
        """Return how much brighter than a flat card points of it are `(n,)`, -1 to 1; the light comes from `towards`,
        a unit vector `(2,)` on the card."""
        angle = self._angle(flat @ self.across - self.start)
        sign = 1.0 if self.is_arched else -1.0
        return _f32(sign * np.sin(angle) * float(self.across @ towards))

    @property
    def _steepest(self) -> float:
        """The angle at the card's end, radians."""
        return (self.length + abs(self.start) if self.is_bowed else self.length - self.start) / self.radius

    def _angle(self, along: F32) -> F32:
        """The card's slope at points of the flat card, radians."""
        angle = along / self.radius
        return _f32(np.clip(angle, -self._steepest if self.is_bowed else 0.0, self._steepest))

    def _angle_above(self, along: F32) -> F32:
        """The card's slope at points of it as they lie over the table, radians."""
        most = np.sin(self._steepest)
        return _f32(np.arcsin(np.clip(along / self.radius, -most if self.is_bowed else 0.0, most)))

    def _height(self, angle: F32) -> F32:
        rise = self.radius * (1 - np.cos(angle))
        return _f32(self.radius * (1 - np.cos(self._steepest)) - rise if self.is_arched else rise)


def bent(rng: Generator, width: float, height: float, slant: float) -> Curl:
    """Bend a card at random.

    Args:
        rng: source of every random choice.
        width: of the card, px.
        height: of the card, px.
        slant: tangent of the angle at which the camera sees it, 0 from straight above.
    """
    steepest = float(np.arctan(STEEPEST_SEEN / max(slant, 1e-6)))
    is_bowed = rng.random() < BOWED_SHARE
    along_a_side = rng.choice([0.0, 0.5 * np.pi]) + rng.normal(0, 0.12)
    direction = along_a_side if is_bowed else rng.uniform(0, 2 * np.pi)
    across = _f32([np.cos(direction), np.sin(direction)])
    length = float(np.abs(across) @ [width, height]) / 2
    if is_bowed:
        start, steep = rng.normal(0, 0.1) * length, rng.uniform(*BOW_RAD)
        reach = length + abs(start)
    else:
        reach, steep = rng.uniform(0.2, 0.9) * min(width, length), rng.uniform(*CURL_RAD)
        start = length - reach
    is_arched = is_bowed and bool(rng.random() < 0.5)
    return Curl(across, float(start), reach / min(steep, steepest), is_bowed, is_arched, length)


def _f32(values: object) -> F32:
    return np.asarray(values, dtype=np.float32)
