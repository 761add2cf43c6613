"""What a camera and a recorder do to a picture: light, colour cast, glare, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import F32, U8


def smooth_noise(rng: Generator, height: int, width: int, cells: int) -> F32:
    """float32 `(height, width)` in 0..1 that varies over about `cells` patches along each side."""
    coarse = rng.random((max(2, cells), max(2, cells)), dtype=np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def photograph(rng: Generator, scene: F32) -> U8:
    """Take a picture of a scene.

    Args:
        rng: source of every random choice.
        scene: float32 `(h, w, 3)` BGR, 0..255; changed in place.

    Returns:
        uint8 `(h, w, 3)` BGR.
    """
    _light(rng, scene)
    if rng.random() < 0.3:
        _glare(rng, scene)
    np.clip(scene, 0, 255, out=scene)
    scene = np.asarray(255 * (scene / 255) ** np.float32(rng.uniform(0.7, 1.4)), dtype=np.float32)
    scene = _blur(rng, scene)
    if rng.random() < 0.15:
        scene = _resampled(rng, scene)
    sigma = rng.uniform(0, 9) * rng.choice([0.3, 1.0])
    scene = scene + rng.standard_normal(scene.shape, dtype=np.float32) * np.float32(sigma)
    picture = scene.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        picture = _sharpened(picture)
    if rng.random() < 0.8:
        picture = _compressed(picture, int(rng.integers(35, 95)))
    return picture


def _light(rng: Generator, scene: F32) -> None:
    height, width = scene.shape[:2]
    direction = rng.standard_normal(2)
    direction /= np.linalg.norm(direction)
    across = (
        direction[0] * np.linspace(-1, 1, width)[None] + direction[1] * np.linspace(-1, 1, height)[:, None]
    )
    scene *= (1 + rng.uniform(0, 0.45) * across)[..., None].astype(np.float32)
    cast = np.array([rng.uniform(0.72, 1.15), 1, rng.uniform(0.8, 1.18)])
    scene *= (cast * rng.uniform(0.5, 1.25)).astype(np.float32)


def _glare(rng: Generator, scene: F32) -> None:
    height, width = scene.shape[:2]
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    ys, xs = np.mgrid[:height, :width]
    spread = 2 * (width * rng.uniform(0.04, 0.2)) ** 2
    scene += (rng.uniform(30, 170) * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / spread))[..., None].astype(
        np.float32
    )


def _blur(rng: Generator, scene: F32) -> F32:
    if rng.random() < 0.65:
        scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.3, 1.4))
    if rng.random() < 0.12:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        if rng.random() < 0.5:
            kernel[length // 2] = 1 / length
        else:
            kernel[:, length // 2] = 1 / length
        scene = cv2.filter2D(scene, -1, kernel)
    return scene


def _resampled(rng: Generator, scene: F32) -> F32:
    """Shrink and enlarge, as a digital zoom or a low stream resolution does."""
    height, width = scene.shape[:2]
    factor = rng.uniform(0.5, 0.85)
    small = cv2.resize(scene, (int(width * factor), int(height * factor)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _sharpened(picture: U8) -> U8:
    return np.asarray(
        cv2.addWeighted(picture, 1.7, cv2.GaussianBlur(picture, (0, 0), 1.0), -0.7, 0), dtype=np.uint8
    )


def _compressed(picture: U8, quality: int) -> U8:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
