"""The filming camera: from things on the felt, in millimetres, to sprites in the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.felt import F64, FeltPlane, Mm
from vision.sightings import U8
from vision.synth.film.look import FilmLook
from vision.synth.film.sprites import Rect, Sprite, Texture, bounds, shifted, sprite_of, warp
from vision.table import Table

SHADOW_DIRECTION: Mm = (0.45, 0.6)
"""Where the shadow of a thing one mm above the felt falls, mm: the lamps hang over the dealer's right."""


PIECES = 5
PATCH_MM = 25.0


class Eye:
    """One camera over one table, with the light of the room in it.

    Attributes:
        size: width and height of the picture, px.
        gain: uint8 `(h, w, 3)`, how much of a colour arrives at each pixel, 255 is all.
    """

    def __init__(self, table: Table, look: FilmLook) -> None:
        self.table = table
        self.plane = table.plane
        self.look = look
        self.size = (table.camera.width, table.camera.height)
        self.gain = _light(self.size, look)
        self.blur_px = look.blur_px * self.size[0] / 1920
        self._patches: dict[tuple[int, int], tuple[float, F64]] = {}

    def px_per_mm(self, at: Mm) -> float:
        """Pixels for a millimetre around a point of the felt."""
        return self._around(at)[0]

    def up_px(self, at: Mm) -> F64:
        """float64 `(2,)`, where a point one mm above the felt appears, relative to the point below it, px."""
        return self._around(at)[1]

    def _around(self, at: Mm) -> tuple[float, F64]:
        """Scale and up direction, computed once for each patch of felt: they change slowly."""
        patch = (round(at[0] / PATCH_MM), round(at[1] / PATCH_MM))
        known = self._patches.get(patch)
        if known is None:
            middle = (patch[0] * PATCH_MM, patch[1] * PATCH_MM)
            known = self.plane.px_per_mm_at(middle), _up_px(self.plane, middle)
            self._patches[patch] = known
        return known

    def see(
        self,
        texture: Texture,
        felt_from_texture: F64,
        *,
        height_mm: float = 0.0,
        shadow_mm: float = 0.0,
        fine: bool = False,
        long: bool = False,
    ) -> Sprite | None:
        """See a flat thing that lies level.

        Args:
            texture: the thing.
            felt_from_texture: float64 `(3, 3)`, from its pixels to felt mm.
            height_mm: how high above the felt it is.
            shadow_mm: how high above what lies below it is: sets off and softens its shadow; 0 is no shadow.
            fine: for things that stay: sampled twice as fine.
            long: for long slanting things, drawn softly already: seen piece by piece, and not blurred.

        Returns:
            The sprite, or None if it is out of the picture.
        """
        felt = _corners(texture, felt_from_texture)
        middle = (float(felt[:, 0].mean()), float(felt[:, 1].mean()))
        scale = self.px_per_mm(middle)
        reach = np.array(SHADOW_DIRECTION) * shadow_mm
        soft = 3 + math.ceil(shadow_mm * scale + 2 * self.blur_px)
        seen = self.plane.to_picture(np.vstack([felt, felt + reach]))
        rise = self.up_px(middle) * height_mm
        rect = bounds(np.vstack([seen, seen + rise]), self.size, soft)
        if rect is None:
            return None
        matrix = shifted(self.plane.picture_from_felt @ felt_from_texture, float(rise[0]), float(rise[1]))
        if long:
            pixels = _piecewise(texture, matrix, rect)
        else:
            pixels = warp_fine(texture, matrix, rect) if fine else warp(texture, matrix, rect)
        shadow = self._shadow(texture, felt_from_texture, rect, shadow_mm, scale) if shadow_mm else None
        if self.blur_px > 0.2 and not long:
            pixels = cv2.GaussianBlur(pixels, (0, 0), self.blur_px)
        return sprite_of(rect, pixels, shadow, self.gain)

    def _shadow(
        self, texture: Texture, felt_from_texture: F64, rect: Rect, height_mm: float, scale: float
    ) -> U8:
        offset = shifted(felt_from_texture, SHADOW_DIRECTION[0] * height_mm, SHADOW_DIRECTION[1] * height_mm)
        matrix = shifted(self.plane.picture_from_felt @ offset, -rect[0], -rect[1])
        size = (rect[2] - rect[0], rect[3] - rect[1])
        # A shadow is soft: few of its pixels are enough.
        less = 4 if height_mm * scale > 10 else 2
        small = np.diag([1 / less, 1 / less, 1.0]) @ matrix
        cover = cv2.warpPerspective(texture.cover, small, (size[0] // less + 1, size[1] // less + 1))
        cover = cv2.GaussianBlur(cover, (0, 0), max(0.6, 0.5 * height_mm * scale / less))
        cover = cv2.resize(cover, size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.convertScaleAbs(cover, alpha=self.look.shadow), np.uint8)


def _up_px(plane: FeltPlane, at: Mm) -> F64:
    """Where up is in the picture, for a mm, from how the felt is foreshortened; true for long lenses."""
    stretch, values, _ = np.linalg.svd(plane.jacobian_at(at))
    slope = min(1.0, float(values[1] / values[0]))
    direction = stretch[:, 1]
    # Up leads away from the camera, where the felt is seen smaller.
    step = plane.to_felt(plane.to_picture(at) + direction * 40)
    if plane.px_per_mm_at(step) > plane.px_per_mm_at(at):
        direction = -direction
    return np.asarray(direction * float(values[0]) * math.sqrt(1 - slope * slope), np.float64)


def under_line_of_sight(plane: FeltPlane, at: Mm, height_mm: float) -> Mm:
    """The point of the felt above which something `height_mm` high is seen where the felt shows `at`."""
    step = np.linalg.solve(plane.jacobian_at(at), _up_px(plane, at) * height_mm)
    return (at[0] - float(step[0]), at[1] - float(step[1]))


def warp_fine(texture: Texture, matrix: F64, rect: Rect) -> U8:
    """As `warp`, from twice the pixels: for small print that must not shimmer."""
    double = np.diag([2.0, 2.0, 1.0]) @ shifted(matrix, -rect[0] + 0.25, -rect[1] + 0.25)
    w, h = rect[2] - rect[0], rect[3] - rect[1]
    pixels = warp(texture, double, (0, 0, 2 * w, 2 * h))
    return np.asarray(cv2.resize(pixels, (w, h), interpolation=cv2.INTER_AREA), np.uint8)


def _piecewise(texture: Texture, matrix: F64, rect: Rect) -> U8:
    """As `warp`, but each piece of the texture only where it can be seen: a slanting arm fills little of its
    rectangle."""
    x0, y0, x1, y1 = rect
    out = np.zeros((y1 - y0, x1 - x0, 4), np.uint8)
    for piece, row in texture.pieces(PIECES):
        moved = matrix @ np.array([[1, 0, 0], [0, 1, row], [0, 0, 1.0]])
        part = bounds(_corners(piece, moved), (x1, y1), 1)
        if part is None or part[0] >= x1 or part[1] >= y1:
            continue
        part = (max(part[0], x0), max(part[1], y0), part[2], part[3])
        if part[0] < part[2] and part[1] < part[3]:
            place = out[part[1] - y0 : part[3] - y0, part[0] - x0 : part[2] - x0]
            cv2.add(place, warp(piece, moved, part), dst=place)
    return out


def _corners(texture: Texture, matrix: F64) -> F64:
    """float64 `(4, 2)`, where a texture's corners come to lie."""
    w, h = texture.size
    corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)], np.float64) @ matrix.T
    return np.asarray(corners[:, :2] / corners[:, 2:], np.float64)


def placed(
    centre: Mm, angle_deg: float, size_px: tuple[int, int], px_per_mm: float, squeeze: float = 1.0
) -> F64:
    """float64 `(3, 3)` from a texture's pixels to felt mm.

    Args:
        centre: where the texture's middle lies, felt mm.
        angle_deg: where its top points, as in docs/architecture.md.
        size_px: the texture's width and height.
        px_per_mm: the texture's resolution.
        squeeze: narrows it across, as a card that is being turned.
    """
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    local = np.array(
        [
            [squeeze / px_per_mm, 0, -size_px[0] * squeeze / px_per_mm / 2],
            [0, 1 / px_per_mm, -size_px[1] / px_per_mm / 2],
            [0, 0, 1],
        ]
    )
    turn = np.array([[c, -s, centre[0]], [s, c, centre[1]], [0, 0, 1]])
    return np.asarray(turn @ local, np.float64)


def _light(size: tuple[int, int], look: FilmLook) -> U8:
    w, h = size
    x, y = np.linspace(-1, 1, w, dtype=np.float32)[None], np.linspace(-1, 1, h, dtype=np.float32)[:, None]
    fall = 1 - look.falloff * (0.5 + 0.35 * x - 0.35 * y)
    edge = 1 - look.vignette * (x * x + y * y) / 2
    tint = np.array([1 - 0.25 * max(look.warmth, 0), 1.0, 1 + 0.25 * min(look.warmth, 0)], np.float32)
    gain = look.light * (fall * edge)[..., None] * tint
    return np.asarray((255 * gain).clip(0, 255).round(), np.uint8)
