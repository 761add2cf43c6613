"""How an index is framed when it is found: roughly."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.read.crops import grown, not_too_narrow
from vision.sightings import F32

CROP_GROWTH = (1.15, 1.5)
"""How much room is left around it."""


def as_found(rng: Generator, quad: F32) -> F32:
    """Vary an index's quad as a detector would: place, size, shape, direction, and how much room is left around it."""
    scale = float(np.linalg.norm(quad[3] - quad[0]))
    centre = quad.mean(axis=0)
    angle = rng.normal(0, 0.08)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (quad - centre) @ turn.T * np.exp(rng.normal(0, 0.08)) + centre + rng.normal(0, 0.05, 2) * scale
    if rng.random() < 0.5:
        moved = _without_slant(moved)
    moved = moved + rng.normal(0, 0.02, (4, 2)) * scale
    return grown(not_too_narrow(moved.astype(np.float32)), float(rng.uniform(*CROP_GROWTH)))


def _without_slant(quad: F32) -> F32:
    """The rectangle with the quad's centre, direction and sides: what the index network's output says."""
    centre = quad.mean(axis=0)
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 4
    width = float(np.linalg.norm(quad[1] + quad[2] - quad[0] - quad[3])) / 4
    right = np.array([-up[1], up[0]]) / (np.linalg.norm(up) + 1e-6) * width
    return np.array(
        [centre + up - right, centre + up + right, centre - up + right, centre - up - right], np.float32
    )


def beside(rng: Generator, quad: F32) -> F32:
    """An index upside down, or so far beside that it cannot be read."""
    if rng.random() < 0.5:
        return np.roll(as_found(rng, quad), 2, axis=0)
    down, across = quad[3] - quad[0], quad[1] - quad[0]
    if rng.random() < 0.5:
        step = down * rng.choice([-1, 1]) * rng.uniform(0.55, 1.1) + across * rng.normal(0, 0.3)
    else:
        step = across * rng.choice([-1, 1]) * rng.uniform(0.9, 1.6) + down * rng.normal(0, 0.3)
    return np.asarray(as_found(rng, quad) + step, dtype=np.float32)
