"""Drawing into a picture in felt millimetres: areas, lines and lettering, as printed on the felt or standing on it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.felt import F64, Mm
from vision.sightings import U8
from vision.synth.film.eye import Eye, placed, warp_fine
from vision.synth.film.sprites import Texture, bounds, draw, sprite_of

Colour = tuple[int, int, int]

_SHIFT = 4
_FONT = cv2.FONT_HERSHEY_COMPLEX
_LETTER_PX = 48


class Brush:
    """Draws flat things into one picture of a table, in place."""

    def __init__(self, picture: U8, eye: Eye) -> None:
        self.picture = picture
        self.eye = eye
        self._full_light = np.full_like(picture, 255)

    def area(self, points_mm: ArrayLike, colour: Colour, *, height_mm: float = 0.0) -> None:
        """Fill a polygon `(n, 2)`, felt mm, `height_mm` above the felt."""
        cv2.fillPoly(self.picture, [self._fixed(points_mm, height_mm)], colour, cv2.LINE_AA, _SHIFT)

    def line(
        self,
        points_mm: ArrayLike,
        width_mm: float,
        colour: Colour,
        *,
        closed: bool = False,
        height_mm: float = 0.0,
    ) -> None:
        """Draw a line through points `(n, 2)`, felt mm."""
        points = np.asarray(points_mm, np.float64)
        middle = points[len(points) // 2]
        width = max(1, round(width_mm * self.eye.px_per_mm((float(middle[0]), float(middle[1])))))
        fixed = self._fixed(points, height_mm)
        cv2.polylines(self.picture, [fixed], closed, colour, width, cv2.LINE_AA, _SHIFT)

    def text(self, text: str, at: Mm, height_mm: float, colour: Colour, *, angle_deg: float = 0.0) -> None:
        """Print a text around a point, read from the players' side."""
        self._print(_lettering(text), at, height_mm, colour, angle_deg)

    def arc_text(self, text: str, middle: Mm, curve_per_mm: float, height_mm: float, colour: Colour) -> None:
        """Print a text along `y = middle.y - curve * (x - middle.x)^2`, letter by letter."""
        letters = [(letter, _lettering(letter)) for letter in text]
        widths = [cover.shape[1] / _LETTER_PX * height_mm * 1.12 for _, cover in letters]
        x = middle[0] - sum(widths) / 2
        for (letter, cover), width in zip(letters, widths, strict=True):
            here = x + width / 2
            x += width
            if letter == " ":
                continue
            slope = -2 * curve_per_mm * (here - middle[0])
            at = (here, middle[1] - curve_per_mm * (here - middle[0]) ** 2)
            self._print(cover, at, height_mm, colour, math.degrees(math.atan(slope)))

    def _print(self, cover: U8, at: Mm, height_mm: float, colour: Colour, angle_deg: float) -> None:
        ink = np.empty((*cover.shape, 3), np.uint8)
        ink[:] = colour
        texture = Texture.of(ink, cover)
        h, w = cover.shape
        matrix = placed(at, angle_deg, (w, h), _LETTER_PX / height_mm)
        corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)], np.float64) @ matrix.T
        rect = bounds(self.eye.plane.to_picture(corners[:, :2]), self.eye.size, 1)
        if rect is None:
            return
        pixels = warp_fine(texture, self.eye.plane.picture_from_felt @ matrix, rect)
        draw(self.picture, sprite_of(rect, pixels, None, self._full_light))

    def _fixed(self, points_mm: ArrayLike, height_mm: float) -> np.ndarray:
        points = np.asarray(points_mm, np.float64)
        seen = self.eye.plane.to_picture(points)
        if height_mm:
            middle = points.mean(axis=0)
            seen = seen + self.eye.up_px((float(middle[0]), float(middle[1]))) * height_mm
        return np.round(seen * (1 << _SHIFT)).astype(np.int32)


def ring(at: Mm, radius_mm: float, n: int = 48) -> F64:
    """float64 `(n, 2)`, a circle, felt mm."""
    turns = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.asarray(np.array(at) + radius_mm * np.column_stack([np.cos(turns), np.sin(turns)]), np.float64)


def rectangle(at: Mm, width_mm: float, height_mm: float, angle_deg: float = 0.0) -> F64:
    """float64 `(4, 2)`, a rectangle around a point, clockwise from its left top, felt mm."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width_mm / 2, height_mm / 2)
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + at, np.float64)


def _lettering(text: str) -> U8:
    """uint8 `(h, w)`, a text of capital height about `_LETTER_PX`, as cover."""
    scale = _LETTER_PX / 24
    (w, h), base = cv2.getTextSize(text, _FONT, scale, 4)
    cover = np.zeros((h + base, w + 2), np.uint8)
    cv2.putText(cover, text, (1, h), _FONT, scale, 255, 4, cv2.LINE_AA)
    return np.asarray(cover, np.uint8)
