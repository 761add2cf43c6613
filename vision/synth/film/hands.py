"""Hands and sleeves that reach over the table: drawn once, then turned and moved."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.felt import Mm, turned
from vision.sightings import U8
from vision.synth.camera import smooth_noise
from vision.synth.film.eye import Eye, placed
from vision.synth.film.sprites import Sprite, Texture

PX_PER_MM = 1.3
WIDTH_MM, LENGTH_MM = 176.0, 1400.0
TIP_MM = 1360.0
"""Where the fingertips are in the drawing, from its top; the arm comes from the top."""
HEIGHT_MM = 18.0
SHADOW_MM = 34.0

_SKINS = ((150, 178, 224), (118, 152, 208), (92, 124, 182), (62, 88, 140), (170, 195, 236))
_SLEEVES = ((38, 34, 36), (92, 70, 48), (60, 64, 70), (120, 116, 110), (48, 40, 96), (205, 205, 208))


@dataclass(frozen=True, slots=True)
class Dress:
    """Colours of an arm (BGR); no cuff where it is None."""

    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    cuff: tuple[int, int, int] | None
    sleeve_from_mm: float


class Arm:
    """One arm, drawn from above, that can point anywhere."""

    def __init__(self, eye: Eye, dress: Dress, rng: Generator) -> None:
        self._eye = eye
        self._texture = _draw_arm(dress, rng)
        self._last: tuple[tuple[Mm, Mm, float], Sprite | None] | None = None

    def reaching(self, tip: Mm, shoulder: Mm, height_mm: float = HEIGHT_MM) -> Sprite | None:
        """The arm with its fingertips over `tip`, coming from over `shoulder`, felt mm, `height_mm` above the felt."""
        how = (tip, shoulder, height_mm)
        if self._last is not None and self._last[0] == how:
            return self._last[1]
        angle = math.degrees(math.atan2(shoulder[0] - tip[0], tip[1] - shoulder[1]))
        dx, dy = turned((0.0, TIP_MM - LENGTH_MM / 2), angle)
        matrix = placed((tip[0] - dx, tip[1] - dy), angle, self._texture.size, PX_PER_MM)
        shadow_mm = SHADOW_MM + height_mm - HEIGHT_MM
        sprite = self._eye.see(self._texture, matrix, height_mm=height_mm, shadow_mm=shadow_mm, long=True)
        self._last = (how, sprite)
        return sprite


def dealer_arm(eye: Eye, rng: Generator) -> Arm:
    """The dealer's arm: black sleeve, white cuff."""
    return Arm(eye, Dress(_pick(_SKINS, rng), (34, 30, 32), (215, 218, 220), 250.0), rng)


def player_arm(eye: Eye, rng: Generator) -> Arm:
    """A player's arm: any sleeve, long or short."""
    return Arm(eye, Dress(_pick(_SKINS, rng), _pick(_SLEEVES, rng), None, float(rng.uniform(200, 480))), rng)


def _pick(colours: tuple[tuple[int, int, int], ...], rng: Generator) -> tuple[int, int, int]:
    return colours[int(rng.integers(len(colours)))]


class _Drawing:
    """Rounded parts laid over each other, each shaded towards its edge."""

    def __init__(self) -> None:
        size = (round(LENGTH_MM * PX_PER_MM), round(WIDTH_MM * PX_PER_MM))
        self.picture = np.zeros((*size, 3), np.float32)
        self.cover = np.zeros(size, np.float32)

    def part(self, points: list[Mm], width_mm: float, colour: tuple[int, int, int], depth_mm: float) -> None:
        """A limb along points (mm from the fingertip line and the middle), `depth_mm` of shading at its edge."""
        mask = np.zeros(self.cover.shape, np.uint8)
        cv2.polylines(mask, [_px(points)], False, 255, max(1, round(width_mm * PX_PER_MM)), cv2.LINE_AA)
        self._lay(mask, colour, depth_mm)

    def area(self, points: list[Mm], colour: tuple[int, int, int], depth_mm: float) -> None:
        """A polygon."""
        mask = np.zeros(self.cover.shape, np.uint8)
        cv2.fillPoly(mask, [_px(points)], 255, cv2.LINE_AA)
        mask = cv2.GaussianBlur(mask, (0, 0), 3.5)
        mask = np.asarray(np.clip((mask.astype(np.float32) - 90) * 3.4, 0, 255), np.uint8)
        self._lay(mask, colour, depth_mm)

    def _lay(self, mask: U8, colour: tuple[int, int, int], depth_mm: float) -> None:
        x, y, w, h = cv2.boundingRect(mask)
        # One pixel more on each side: the shading begins at the edge.
        part = (slice(max(y - 1, 0), y + h + 1), slice(max(x - 1, 0), x + w + 1))
        mask = mask[part]
        depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / (depth_mm * PX_PER_MM)
        shade = (0.62 + 0.38 * np.sqrt(np.clip(depth, 0, 1))).astype(np.float32)
        alpha = mask.astype(np.float32)[..., None] / 255
        inked = shade[..., None] * np.array(colour, np.float32) * alpha
        self.picture[part] = self.picture[part] * (1 - alpha) + inked
        self.cover[part] = np.maximum(self.cover[part], mask)


def _draw_arm(dress: Dress, rng: Generator) -> Texture:
    drawing = _Drawing()
    skin = dress.skin
    pale = tuple(min(255, round(part * 1.08 + 8)) for part in skin)
    drawing.area([(-36, -150), (36, -150), (46, -420), (50, -600), (-50, -600), (-46, -420)], skin, 26)
    edge = -dress.sleeve_from_mm
    if dress.cuff is not None:
        drawing.area([(-42, edge + 26), (42, edge + 26), (48, edge - 40), (-48, edge - 40)], dress.cuff, 16)
    drawing.area(
        [(-50, edge), (50, edge), (66, edge - 260), (80, -1390), (-80, -1390), (-66, edge - 260)],
        dress.sleeve,
        34,
    )
    drawing.area([(-38, -96), (40, -96), (36, -150), (30, -196), (-30, -196), (-44, -140)], skin, 20)
    drawing.part([(-36, -150), (-56, -112), (-50, -74)], 21, skin, 9)
    spread = float(rng.uniform(0.85, 1.2))
    for x, length, width in ((28, -26, 15), (10, -8, 17), (-9, 0, 18), (-27, -10, 17)):
        tip, knuckle = (x * spread, length - width / 2), (x, -98.0)
        drawing.part([knuckle, ((tip[0] + x) / 2, (tip[1] + knuckle[1]) / 2), tip], width, skin, 7)
        drawing.part(
            [(tip[0], tip[1] + 1), (tip[0], tip[1] - 6)], width * 0.5, (pale[0], pale[1], pale[2]), 4
        )
    h, w = drawing.cover.shape
    cloth = 1 + 0.25 * (smooth_noise(rng, h, w, 14) - 0.5)
    picture = np.clip(drawing.picture * cloth[..., None], 0, 255).astype(np.uint8)
    cover = drawing.cover.astype(np.uint8)
    return Texture.of(cv2.GaussianBlur(picture, (0, 0), 0.8), cv2.GaussianBlur(cover, (0, 0), 0.8))


def _px(points: list[Mm]) -> np.ndarray:
    """Points in mm, x from the middle and y from the fingertips, in px of the drawing."""
    return (
        np.array([((x + WIDTH_MM / 2) * PX_PER_MM, (y + TIP_MM) * PX_PER_MM) for x, y in points])
        .round()
        .astype(np.int32)
    )
