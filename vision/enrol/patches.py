"""Pieces of photographs around indices, and what they would look like from farther away."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.read.crops import CROP_H
from vision.sightings import F32, U8
from vision.synth.camera import photograph

REACH = 2.2
"""From the centre of an index to the border of its patch, in heights of the index: room to turn and to miss it."""
MOST_HEIGHT_PX = float(CROP_H)
"""Patches of higher indices are shrunk to this."""
HEIGHTS_PX = (7.5, 26.0)
"""How high indices stand in the pictures that a deck is learnt for."""
TILT_RAD = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class IndexPatch:
    """A piece of a photograph around an index.

    Attributes:
        image: uint8 `(h, w, 3)` BGR.
        quad: float32 `(4, 2)`, the index in it, clockwise from its top left.
        card_no: number in `DECK`; -1 where there is no index.
    """

    image: U8
    quad: F32
    card_no: int


def patch_around(image: U8, quad: F32, card_no: int) -> IndexPatch:
    """Cut a patch around an index out of a photograph."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    centre, reach = quad.mean(axis=0), REACH * height
    low = np.clip(np.floor(centre - reach), 0, None).astype(int)
    high = np.ceil(centre + reach).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    scale = min(1.0, MOST_HEIGHT_PX / height)
    if scale < 1:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    at = (quad - low) * np.float32(scale)
    return IndexPatch(np.ascontiguousarray(part, dtype=np.uint8), at.astype(np.float32), card_no)


def from_afar(rng: Generator, patch: IndexPatch, height_px: float) -> tuple[U8, F32]:
    """Photograph a patch anew, from farther away and at a slant.

    Args:
        rng: source of every random choice.
        patch: what is photographed.
        height_px: about how high its index shall stand; it is never enlarged.

    Returns:
        The picture, uint8 BGR, and the index in it, float32 `(4, 2)`, as well as a finder finds it.
    """
    stands = float(np.linalg.norm(patch.quad[3] - patch.quad[0]))
    scale = min(1.0, height_px / stands)
    turn, slant = rng.uniform(0, 2 * np.pi, 2)
    squeeze = np.diag([1.0, float(np.cos(rng.uniform(0, TILT_RAD)))])
    stretch = _turn(turn) @ _turn(slant) @ squeeze @ _turn(-slant) * scale
    side = int(2 * REACH * stands * scale) + 12
    centre = patch.quad.mean(axis=0)
    shift = np.array([side / 2, side / 2]) - stretch @ centre
    soft = cv2.GaussianBlur(patch.image.astype(np.float32), (0, 0), max(0.3, 0.4 / scale))
    seen = cv2.warpAffine(
        soft, np.column_stack([stretch, shift]), (side, side), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    quad = (patch.quad @ stretch.T + shift).astype(np.float32)
    return photograph(rng, np.asarray(seen, np.float32)), _missed_a_little(rng, quad)


def _turn(angle: float) -> F32:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _missed_a_little(rng: Generator, quad: F32) -> F32:
    """A quad as a finder gives it: moved by some hundredths of its height, turned by some degrees."""
    centre, height = quad.mean(axis=0), float(np.linalg.norm(quad[3] - quad[0]))
    turned = (quad - centre) @ _turn(rng.normal(0, 0.06)).T * rng.uniform(0.9, 1.12)
    return np.asarray(turned + centre + rng.normal(0, 0.06, 2) * height, dtype=np.float32)
