"""A pinhole camera over a table: where it stands, where it looks, and what part of the felt it frames."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from vision.felt import F64

FIT_STEPS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """A camera that looks at a point of the felt.

    Attributes:
        name: as in the table file.
        width, height: size of its pictures, px.
        focal_px: focal length in px; 1.5 widths is a usual dome lens zoomed to a table.
        elevation_deg: 90 is straight above, 35 is a steep view across the table.
        azimuth_deg: where it stands: 0 behind the players, 90 beyond first base, 180 behind the dealer.
        roll_deg: turn about its own axis, clockwise.
        look_at_mm: the point of the felt in the middle of the picture.
        distance_mm: from there to the lens.
    """

    name: str = "overhead"
    width: int = 1920
    height: int = 1080
    focal_px: float = 2880.0
    elevation_deg: float = 60.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    look_at_mm: tuple[float, float] = (0.0, 300.0)
    distance_mm: float = 2400.0

    def picture_from_felt(self) -> F64:
        """float64 `(3, 3)`, the homography from felt mm to picture px."""
        rotation, translation = self._pose()
        intrinsics = np.array(
            [[self.focal_px, 0, self.width / 2], [0, self.focal_px, self.height / 2], [0, 0, 1]]
        )
        matrix = intrinsics @ np.column_stack([rotation[:, 0], rotation[:, 1], translation])
        return np.asarray(matrix / matrix[2, 2], np.float64)

    def to_picture(self, points_mm: ArrayLike) -> F64:
        """Felt mm `(n, 2)` to picture px `(n, 2)`."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        out = np.column_stack([points, np.ones(len(points))]) @ self.picture_from_felt().T
        return np.asarray(out[:, :2] / out[:, 2:], np.float64)

    def framing(self, points_mm: ArrayLike, margin: float = 0.02) -> Camera:
        """Return the same camera moved so that these points, `(n, 2)` felt mm, just fill its picture.

        Args:
            points_mm: what must be seen.
            margin: free border at the tightest sides, as a part of the picture's width.
        """
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        camera = replace(self, look_at_mm=_tuple((points.min(axis=0) + points.max(axis=0)) / 2))
        free = np.array([self.width, self.height]) - 2 * margin * self.width
        for _ in range(FIT_STEPS):
            seen = camera.to_picture(points)
            low, high = seen.min(axis=0), seen.max(axis=0)
            middle = np.linalg.inv(camera.picture_from_felt()) @ np.append((low + high) / 2, 1)
            camera = replace(
                camera,
                look_at_mm=_tuple(middle[:2] / middle[2]),
                distance_mm=camera.distance_mm * float(((high - low) / free).max()) ** 0.7,
            )
        return camera

    def _pose(self) -> tuple[F64, F64]:
        """Rotation `(3, 3)` and translation `(3,)` from felt to camera; felt z points down into the table."""
        elevation, azimuth, roll = np.radians([self.elevation_deg, self.azimuth_deg, self.roll_deg])
        away = np.array(
            [
                math.cos(elevation) * math.sin(azimuth),
                math.cos(elevation) * math.cos(azimuth),
                -math.sin(elevation),
            ]
        )
        right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
        down = np.cross(-away, right)
        turn = np.array([[math.cos(roll), -math.sin(roll)], [math.sin(roll), math.cos(roll)]])
        axes = turn @ np.vstack([right, down])
        rotation = np.vstack([axes, -away])
        position = np.append(self.look_at_mm, 0.0) + self.distance_mm * away
        return rotation, -rotation @ position


def _tuple(point: F64) -> tuple[float, float]:
    return (float(point[0]), float(point[1]))
