"""Chips: stacks on bet spots, in casino colours, as the filming camera sees them."""

from __future__ import annotations

import math
from functools import reduce

import cv2
import numpy as np
from numpy.random import Generator

from vision.felt import Mm
from vision.sightings import U8
from vision.synth.film.eye import Eye, placed
from vision.synth.film.sprites import Sprite, Texture, stacked

DIAMETER_MM = 39.0
THICK_MM = 3.3
COLUMN = 8
"""So many chips in a stack, then a new one beside it."""

# Value in hundredths of the unit, face and edge spots (BGR).
DENOMINATIONS: tuple[tuple[int, tuple[int, int, int], tuple[int, int, int]], ...] = (
    (100_000, (40, 150, 235), (30, 30, 30)),
    (50_000, (140, 50, 110), (230, 230, 230)),
    (10_000, (38, 36, 36), (225, 225, 225)),
    (2_500, (70, 125, 40), (235, 235, 235)),
    (500, (45, 40, 185), (235, 235, 235)),
    (100, (215, 220, 222), (170, 90, 40)),
    (50, (200, 160, 110), (240, 240, 240)),
    (10, (150, 180, 190), (60, 60, 160)),
)
_PX = 72


def chips_for(amount: int, minor_units: int) -> list[int]:
    """Split an amount, in minor units, into chips: indices of `DENOMINATIONS`, largest first, at most 24."""
    rest = amount * 100 // minor_units
    chips: list[int] = []
    for i, (value, _, _) in enumerate(DENOMINATIONS):
        count, rest = divmod(rest, value)
        chips += [i] * count
    return chips[:24]


class ChipSprites:
    """Stacks of chips of one house."""

    def __init__(self, eye: Eye, minor_units: int, rng: Generator) -> None:
        self._eye = eye
        self._minor_units = minor_units
        self._seed = int(rng.integers(1 << 31))
        self._textures = [_chip(value, face, spots) for value, face, spots in DENOMINATIONS]

    def stack(self, amount: int, at: Mm, *, moving: bool = False) -> Sprite | None:
        """The chips for an amount (minor units) on a spot; None for nothing, or out of the picture."""
        rng = np.random.default_rng((self._seed, amount, abs(round(at[0])), abs(round(at[1]))))
        layers = []
        for n, kind in enumerate(chips_for(amount, self._minor_units)):
            column, level = divmod(n, COLUMN)
            dx, dy = rng.normal(0, 0.6, 2)
            place = (at[0] + float(dx) + column * (DIAMETER_MM + 3), at[1] + float(dy))
            layers.append(self._chip(kind, place, level, float(rng.uniform(0, 360)), moving=moving))
        seen = [layer for layer in layers if layer is not None]
        return reduce(stacked, seen) if seen else None

    def _chip(self, kind: int, at: Mm, level: int, angle_deg: float, *, moving: bool) -> Sprite | None:
        matrix = placed(at, angle_deg, (_PX, _PX), _PX / DIAMETER_MM)
        shadow = 5.0 if moving else 2.0
        return self._eye.see(
            self._textures[kind],
            matrix,
            height_mm=THICK_MM * (level + 1),
            shadow_mm=shadow if level == 0 else (0.0 if moving else 1.0),
            fine=not moving,
        )


def _chip(value: int, face: tuple[int, int, int], spots: tuple[int, int, int]) -> Texture:
    big = _PX * 3
    middle, radius = (big // 2, big // 2), big // 2 - 2
    picture = np.zeros((big, big, 3), np.uint8)
    cover = np.zeros((big, big), np.uint8)
    cv2.circle(cover, middle, radius, 255, -1)
    cv2.circle(picture, middle, radius + 2, face, -1)
    for turn in range(0, 360, 60):
        cv2.ellipse(picture, middle, (radius, radius), 0, turn, turn + 26, spots, -1)
    cv2.circle(picture, middle, round(radius * 0.72), face, -1)
    cv2.circle(picture, middle, round(radius * 0.68), spots, 3)
    cv2.circle(picture, middle, round(radius * 0.5), _pale(face), -1)
    _number(picture, middle, value, radius)
    cv2.circle(picture, middle, radius, tuple(part * 0.55 for part in face), 6)
    size = (_PX, _PX)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return Texture.of(
        np.asarray(small, np.uint8),
        np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.uint8),
    )


def _number(picture: U8, middle: tuple[int, int], value: int, radius: int) -> None:
    text = f"{value / 100:g}"
    scale = radius / 62 / math.sqrt(len(text))
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    at = (middle[0] - w // 2, middle[1] + h // 2)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, (40, 40, 40), 3, cv2.LINE_AA)


def _pale(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    b, g, r = (round(150 + part * 0.35) for part in colour)
    return (b, g, r)
