"""Crops of indices, cut from the source picture at full resolution and turned upright."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sightings import F32, U8

CROP_W, CROP_H = 32, 48


def grown(quad: F32, factor: float) -> F32:
    """Return a quad `(4, 2)` enlarged about its centre."""
    centre = quad.mean(axis=0)
    return np.asarray((quad - centre) * factor + centre, dtype=np.float32)


def not_too_narrow(quad: F32, least: float = 0.5) -> F32:
    """Widen an upright quad `(4, 2)` whose width is under `least` of its height: a crop needs room beside a
    slim rank."""
    across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    width, height = float(np.hypot(*across)), float(np.hypot(*down))
    if width >= least * height or width < 1e-3:
        return quad
    more = across * (least * height / width - 1) / 2
    return np.asarray(quad + np.array([-more, more, more, -more]), dtype=np.float32)


def cut(image: U8, quad: F32) -> U8:
    """Cut a quad out of a picture.

    Args:
        image: uint8 `(h, w, 3)` BGR.
        quad: float32 `(4, 2)`, clockwise from the top left of what shall be upright.

    Returns:
        uint8 `(48, 32, 3)` BGR.
    """
    height = float(np.linalg.norm(quad[3] - quad[0]))
    finer = max(1, min(8, int(height / CROP_H)))
    w, h = CROP_W * finer, CROP_H * finer
    to_crop = cv2.getPerspectiveTransform(
        quad.astype(np.float32), np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    )
    crop = cv2.warpPerspective(
        image, to_crop, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if finer > 1:
        crop = cv2.resize(crop, (CROP_W, CROP_H), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)
