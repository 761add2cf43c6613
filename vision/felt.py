"""The felt as a plane that a camera sees: from millimetres to pixels and back.

Frames (picture, felt) are described in docs/architecture.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

F64 = NDArray[np.float64]
Mm = tuple[float, float]
"""A point on the felt, or a step on it, in millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class FeltPlane:
    """How a camera sees the felt.

    Attributes:
        picture_from_felt: float64 `(3, 3)`, the homography from felt mm to picture px.
        felt_from_picture: float64 `(3, 3)`, its inverse.
    """

    picture_from_felt: F64
    felt_from_picture: F64

    @classmethod
    def through(cls, points_mm: ArrayLike, points_px: ArrayLike) -> FeltPlane:
        """Fit the plane to at least four points, both `(n, 2)`, no three of four on a line.

        Raises:
            ValueError: if the points give no plane.
        """
        mm, px = np.asarray(points_mm, np.float64), np.asarray(points_px, np.float64)
        for unit, points in (("mm", mm), ("px", px)):
            if np.linalg.matrix_rank(points - points.mean(axis=0), tol=1e-3 * float(np.ptp(points))) < 2:
                raise ValueError(f"expected points that are not on a line, got {unit} {points.tolist()}")
        matrix, _ = cv2.findHomography(mm, px, 0)
        if matrix is None or abs(np.linalg.det(matrix)) < 1e-12:
            raise ValueError("expected points of which no three lie on a line")
        return cls(np.asarray(matrix, np.float64), np.asarray(np.linalg.inv(matrix), np.float64))

    def to_picture(self, points_mm: ArrayLike) -> F64:
        """Felt mm, shape `(..., 2)`, to picture px, float64 of the same shape."""
        return _project(self.picture_from_felt, points_mm)

    def to_felt(self, points_px: ArrayLike) -> F64:
        """Picture px, shape `(..., 2)`, to felt mm, float64 of the same shape."""
        return _project(self.felt_from_picture, points_px)

    def jacobian_at(self, point_mm: ArrayLike) -> F64:
        """float64 `(2, 2)`, px for a mm: columns are where a step in x and a step in y lead in the picture."""
        x, y = np.asarray(point_mm, np.float64)
        here, right, down = self.to_picture([(x, y), (x + 1, y), (x, y + 1)])
        return np.column_stack([right - here, down - here])

    def px_per_mm_at(self, point_mm: ArrayLike) -> float:
        """Pixels for a millimetre around a point of the felt: the root of the areas' ratio."""
        return math.sqrt(abs(float(np.linalg.det(self.jacobian_at(point_mm)))))

    def px_per_mm(self, points_mm: ArrayLike) -> F64:
        """The same around many points, `(n, 2)` felt mm: float64 `(n,)`."""
        points = np.asarray(points_mm, np.float64)
        here, right, down = (self.to_picture(points + step) for step in ((0, 0), (1, 0), (0, 1)))
        (ax, ay), (bx, by) = (right - here).T, (down - here).T
        return np.asarray(np.sqrt(np.abs(ax * by - ay * bx)), np.float64)

    def mirrors(self, points_mm: ArrayLike) -> bool:
        """Whether the felt, x to the right and y down, is seen mirrored (or from below) at one of the points."""
        return any(np.linalg.det(self.jacobian_at(p)) <= 0 for p in np.asarray(points_mm, np.float64))


def turned(step: Mm, angle_deg: float) -> Mm:
    """Turn a step by `angle_deg`, clockwise as drawn with x to the right and y down."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return (step[0] * c - step[1] * s, step[0] * s + step[1] * c)


def _project(matrix: F64, points: ArrayLike) -> F64:
    flat = np.asarray(points, np.float64)
    out = flat.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray((out[:, :2] / out[:, 2:]).reshape(flat.shape), np.float64)
