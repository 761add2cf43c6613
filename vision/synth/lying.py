"""One card as it lies on a table, flat or bent: where its points are seen, and its picture painted into a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import F32
from vision.synth.bend import Curl

_OUTLINE = np.array(
    [[0, 0], [0.25, 0], [0.5, 0], [0.75, 0], [1, 0], [1, 0.25], [1, 0.5], [1, 0.75],
     [1, 1], [0.75, 1], [0.5, 1], [0.25, 1], [0, 1], [0, 0.75], [0, 0.5], [0, 0.25]], np.float32)  # fmt: skip
CORNERS = np.ascontiguousarray(_OUTLINE[::4])
"""A card's corners as fractions of it, clockwise from its top left."""


@dataclass(frozen=True, slots=True, eq=False)
class TableCamera:
    """A camera over a table.

    Attributes:
        plane: float64 `(3, 3)`, homography from the table's plane (pixels at unit scale, origin in the middle) to the
            picture.
        up: float64 `(3,)`, what one pixel of height over the table adds in the picture's homogeneous coordinates.
    """

    plane: np.ndarray
    up: np.ndarray

    def seen(self, places: F32, heights: F32) -> F32:
        """Return where points `(n, 2)` of the plane with a height over it `(n,)` are seen, px `(n, 2)`."""
        rays = np.column_stack([places, np.ones(len(places))]) @ self.plane.T + heights[:, None] * self.up
        return np.asarray(rays[:, :2] / rays[:, 2:], dtype=np.float32)

    def shift(self, places: F32) -> F32:
        """Return by how much the lines of sight to points `(n, 2)` of the plane move for each pixel of height."""
        x, y, w = -np.linalg.solve(self.plane, self.up)  # the camera stands over (x, y) / w at height 1 / w
        return np.asarray(np.array([x, y]) - places * w, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where a card goes: its centre on the plane in pixels from the middle, its angle in radians."""

    centre: F32
    angle: float


class Lie(Protocol):
    """How a card lies."""

    def seen(self, on_card: F32) -> F32:
        """Return where points of the card, `(n, 2)` as fractions of its width and height, are seen in the picture."""

    def warped(self, art: F32, box: tuple[int, int, int, int], *, border: int) -> F32:
        """Return the card's art as it is seen in a box (x0, y0, x1, y1) of the picture; `border` as OpenCV has it."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatLie:
    """A flat card, by its corners in the picture: float32 `(4, 2)`, clockwise from the card's top left."""

    quad: F32

    def seen(self, on_card: F32) -> F32:
        """See `Lie`."""
        to_picture = cv2.getPerspectiveTransform(CORNERS, self.quad)
        seen = cv2.perspectiveTransform(on_card[None].astype(np.float64), to_picture)[0]
        return np.asarray(seen, dtype=np.float32)

    def warped(self, art: F32, box: tuple[int, int, int, int], *, border: int) -> F32:
        """See `Lie`."""
        x0, y0, x1, y1 = box
        size = np.array(art.shape[1::-1], np.float32)
        to_box = cv2.getPerspectiveTransform(CORNERS * size, self.quad - np.array([x0, y0], np.float32))
        how = {"flags": cv2.INTER_LINEAR, "borderMode": border}
        return np.asarray(cv2.warpPerspective(art, to_box, (x1 - x0, y1 - y0), **how), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class BentLie:
    """A bent card: its place on the table, its size there in pixels, its bend, and what sees it."""

    spot: Spot
    size: tuple[float, float]
    curl: Curl
    camera: TableCamera

    def seen(self, on_card: F32) -> F32:
        """See `Lie`."""
        places, heights = self.curl.raised((on_card - 0.5) * np.array(self.size, np.float32))
        return self.camera.seen(places @ rotation(self.spot.angle).T + self.spot.centre, heights)

    def warped(self, art: F32, box: tuple[int, int, int, int], *, border: int) -> F32:
        """See `Lie`."""
        x0, y0, x1, y1 = box
        at = self._on_card(box) * np.array(art.shape[1::-1], np.float32)
        at = at.reshape(y1 - y0, x1 - x0, 2)
        return np.asarray(cv2.remap(art, at, None, cv2.INTER_LINEAR, borderMode=border), dtype=np.float32)

    def lit(self, box: tuple[int, int, int, int], light: F32) -> F32:
        """Return how much brighter than a flat card it is in a box of the picture, `(h, w)`; see `Curl.light`.

        Args:
            box: x0, y0, x1, y1 px.
            light: unit vector `(2,)` on the table, towards which the light comes from.
        """
        x0, y0, x1, y1 = box
        flat = (self._on_card(box) - 0.5) * np.array(self.size, np.float32)
        return self.curl.light(flat, light @ rotation(self.spot.angle)).reshape(y1 - y0, x1 - x0)

    def _on_card(self, box: tuple[int, int, int, int]) -> F32:
        """Which points of the card, as fractions of it, the pixels of a box show, `(n, 2)`."""
        x0, y0, x1, y1 = box
        pixels = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).reshape(1, -1, 2)
        ground = cv2.perspectiveTransform(pixels.astype(np.float64), np.linalg.inv(self.camera.plane))[0]
        turn = rotation(self.spot.angle)
        seen, shift = (ground - self.spot.centre) @ turn, self.camera.shift(ground) @ turn
        flat = self.curl.flattened(seen.astype(np.float32), shift)
        return np.asarray(flat / np.array(self.size, np.float32) + 0.5, dtype=np.float32)


def rotation(angle: float) -> F32:
    """Return the matrix that turns column vectors by an angle in radians."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)


def box_of(lie: Lie, size: int) -> tuple[int, int, int, int] | None:
    """Return the part of a picture (x0, y0, x1, y1 px) that holds a card and its shadow; None if that is next to
    nothing."""
    outline = lie.seen(_OUTLINE)
    x0, y0 = (int(v) for v in np.maximum(np.floor(outline.min(axis=0)) - 6, 0))
    x1, y1 = (int(v) for v in np.minimum(np.ceil(outline.max(axis=0)) + 7, size))
    return None if x1 - x0 < 8 or y1 - y0 < 8 else (x0, y0, x1, y1)


def rounded(width: int, height: int, radius: float) -> F32:
    """A card's outline with round corners, float32 `(height, width)` 0..1."""
    r = max(1, int(radius))
    alpha = np.zeros((height, width), np.float32)
    cv2.rectangle(alpha, (r, 0), (width - 1 - r, height - 1), 1, -1)
    cv2.rectangle(alpha, (0, r), (width - 1, height - 1 - r), 1, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(alpha, (x, y), r, 1, -1)
    return alpha


def worn(rng: Generator, painted: F32) -> F32:
    """Fade the ink, tint the paper."""
    fade = np.float32(rng.uniform(0, 50) * (rng.random() < 0.5))
    paper = np.array([rng.uniform(0.88, 1), rng.uniform(0.94, 1), 1], np.float32) * np.float32(
        rng.uniform(0.85, 1)
    )
    return np.asarray((painted * ((255 - fade) / 255) + fade) * paper, dtype=np.float32)
