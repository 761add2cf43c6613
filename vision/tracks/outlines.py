"""Cards of which no index is read: outlines of a card's size on the bare felt, such as a card that lies face down."""

from __future__ import annotations

import math
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout.pose import Pose, SeenCard
from vision.sightings import U8, Sighting
from vision.table import Table
from vision.tracks.felt_memory import Mask
from vision.tracks.thumbnail import Grid

SCORE = 0.5
"""An outline alone is believed only after several looks."""
_SIZE_TOLERANCE = 0.18
_LEAST_FILL = 0.82
_AROUND = (1.05, 1.35)
"""The felt beside a card reaches from and to this part of the card's size."""
_LEAST_KNOWN = 0.5
"""This part of the felt beside each of its sides has been seen."""
_WHITE = 130
_PALE = 60


def card_outlines(samples: U8, strange: Mask, known: Mask, table: Table, grid: Grid) -> list[SeenCard]:
    """Cards lying alone: white ones as unread faces, others as backs.

    Args:
        samples: the grid's samples, uint8 BGR `(height, width, 3)`.
        strange: bool `(height, width)`, samples that show neither felt nor a card that was read.
        known: bool `(height, width)`, samples that were looked at and over which nothing moves.
        table: gives the felt and the size of a card.
        grid: the samples' grid.
    """
    lumps = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(lumps, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    seen = []
    for contour in contours:
        pose = _pose(contour[:, 0], table, grid) if len(contour) >= 8 else None
        if pose is not None and _is_whole(pose, known, table, grid):
            inside = grid.polygon(pose.quad_px(table)).astype(np.bool_)
            seen.append(_unread(pose, table, is_white=_is_white(samples[inside])))
    return seen


def _pose(contour: NDArray[np.int32], table: Table, grid: Grid) -> Pose | None:
    """The pose of a card with this outline; None if it is no card's."""
    # A contour runs through the middles of the outermost samples: half a sample is missing all around.
    middle = contour.mean(axis=0)
    outer = middle + (contour - middle) * (1 + 1.0 / np.maximum(np.ptp(contour, axis=0), 1))
    points_px = outer * grid.stride + (grid.left + grid.stride / 2, grid.top + grid.stride / 2)
    points = table.to_felt(points_px).astype(np.float32)
    centre, (a, b), _ = rect = cv2.minAreaRect(points)
    width, height = table.card_mm
    for size, expected in ((min(a, b), width), (max(a, b), height)):
        if abs(size / expected - 1) > _SIZE_TOLERANCE:
            return None
    if cv2.contourArea(cv2.convexHull(points)) < _LEAST_FILL * a * b:
        return None
    return Pose(float(centre[0]), float(centre[1]), _angle(cv2.boxPoints(rect)))


def _is_whole(pose: Pose, known: Mask, table: Table, grid: Grid) -> bool:
    """Whether each side was seen to end there: the rest of a hand may move, or was not looked at."""
    centre = np.array([pose.x, pose.y])
    offset = table.card_quad_mm((pose.x, pose.y), pose.angle_deg) - centre
    inner, outer = (table.to_picture(centre + scale * offset) for scale in _AROUND)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        beside = np.array([inner[a], inner[b], outer[b], outer[a]], np.float32)
        seen = known[grid.polygon(beside).astype(np.bool_)].sum()
        if seen * grid.stride**2 < _LEAST_KNOWN * cv2.contourArea(beside):
            return False
    return True


def _angle(corners: NDArray[np.float32]) -> float:
    """Direction of the long side, degrees, as of a card's top edge; which end is the top cannot be seen."""
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    x, y = max((first, second), key=lambda side: float(np.hypot(*side)))
    return math.degrees(math.atan2(x, -y)) % 180.0


def _is_white(colours: U8) -> bool:
    """Whether most of some samples `(n, 3)` are white, as a card's face is."""
    darkest, brightest = colours.min(axis=-1).astype(int), colours.max(axis=-1).astype(int)
    return bool(((darkest > _WHITE) & (brightest - darkest < _PALE)).mean() > 0.5)


def _unread(pose: Pose, table: Table, *, is_white: bool) -> SeenCard:
    face: Literal["up", "down"] = "up" if is_white else "down"
    quad = pose.quad_px(table).astype(np.float32)
    return SeenCard(Sighting(quad=quad, face=face, probs=np.zeros(52, np.float32), score=SCORE), pose)
