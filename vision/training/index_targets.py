"""What the index network should say about a scene."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.sightings import F32, U8
from vision.training.scene_shards import StoredScene

CLEARLY_VISIBLE = 0.85
CLEARLY_HIDDEN = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class IndexTargets:
    """Maps at a quarter of the picture's size; see `vision.training.index_net.index_loss`."""

    heat: F32
    ignore: F32
    geometry: F32
    weight: F32


def random_view(rng: np.random.Generator, scene: StoredScene, size: int) -> tuple[U8, F32, F32]:
    """Cut a random square out of a scene, turn it by quarters (never mirror it) and vary its light.

    Returns:
        uint8 `(size, size, 3)`; index rows and card rows of the scene with their quads in the new picture.
    """
    full = scene.image.shape[0]
    x0, y0 = (int(v) for v in rng.integers(0, full - size + 1, 2))
    image = scene.image[y0 : y0 + size, x0 : x0 + size]
    indices, cards = scene.indices.copy(), scene.cards.copy()
    for rows in (indices, cards):
        rows[:, 0:8:2] -= x0
        rows[:, 1:8:2] -= y0
    for _ in range(int(rng.integers(4))):
        image = np.rot90(image)
        for rows in (indices, cards):
            xs = rows[:, 0:8:2].copy()
            rows[:, 0:8:2] = rows[:, 1:8:2]
            rows[:, 1:8:2] = size - xs
    gain = rng.uniform(0.8, 1.2, 3) * rng.uniform(0.75, 1.25)
    lit = np.clip(image * gain + rng.uniform(-12, 12), 0, 255).astype(np.uint8)
    return lit, indices, cards


def index_targets(indices: F32, cards: F32, size: int, stride: int) -> IndexTargets:
    """Draw the target maps for index and card rows as `StoredScene` has them, in pixels of a square picture."""
    cells = size // stride
    heat, ignore = np.zeros((cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    geometry, weight = np.zeros((8, cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    ys, xs = np.mgrid[:cells, :cells].astype(np.float32)
    for row in indices:
        quad, visible = row[:8].reshape(4, 2), row[9]
        centre = quad.mean(axis=0)
        if not (2 < centre[0] < size - 2 and 2 < centre[1] < size - 2) or visible < CLEARLY_HIDDEN:
            continue
        gx, gy = centre / stride - 0.5
        up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
        across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
        height, width = float(np.hypot(*up)), float(np.hypot(*across))
        sigma = max(1.0, height / stride * 0.18)
        bump = np.exp(-((xs - gx) ** 2 + (ys - gy) ** 2) / (2 * sigma * sigma))
        if visible < CLEARLY_VISIBLE:
            ignore[bump > 0.1] = 1
            continue
        np.maximum(heat, bump, out=heat)
        heat[int(np.clip(round(float(gy)), 0, cells - 1)), int(np.clip(round(float(gx)), 0, cells - 1))] = 1
        near = bump > 0.5
        to_card = (cards[int(row[8]), :8].reshape(4, 2).mean(axis=0) - centre) / 50
        constant = (*(up / height), np.log(height / 24), np.log(width / 12), *to_card)
        geometry[0][near], geometry[1][near] = (gx - xs)[near], (gy - ys)[near]
        for channel, value in enumerate(constant, start=2):
            geometry[channel][near] = value
        weight[near] = 1
    return IndexTargets(heat, ignore, geometry, weight)
