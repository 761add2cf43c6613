"""Find indices (the corner's rank and suit) in a picture at the one scale that the network knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect.networks import Model, compile_network
from vision.detect.tiles import tiles
from vision.sightings import F32, U8

STRIDE = 4
CHANNELS = 9
TILES_PX = (256, 320, 384)
"""Sides of the tiles that the network is compiled for: what is small is seen in less than half of the time."""
OVERLAP_PX = 48
"""Wider than the largest index, so that each lies whole in some tile."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundIndex:
    """An index as the finder sees it, in pixels of the picture that it was given.

    Attributes:
        centre: float32 `(2,)`.
        up: float32 `(2,)` unit vector towards the index's top.
        height, width: of rank and suit together.
        to_card: float32 `(2,)`, from `centre` to the centre of its card.
        score: 0..1.
        found_at: scale of the picture in which it was found, relative to the one that its pixels are of.
    """

    centre: F32
    up: F32
    height: float
    width: float
    to_card: F32
    score: float
    found_at: float = 1.0

    @property
    def quad(self) -> F32:
        """float32 `(4, 2)`, clockwise from the index's top left."""
        up = self.up * (self.height / 2)
        right = np.array([-self.up[1], self.up[0]], np.float32) * (self.width / 2)
        c = self.centre
        corners = [c + up - right, c + up + right, c - up + right, c - up - right]
        return np.array(corners, np.float32)

    def scaled(self, factor: float, offset: tuple[float, float] = (0.0, 0.0)) -> FoundIndex:
        """Return the index in a picture `factor` times as large, moved by `offset`."""
        return FoundIndex(
            (self.centre * factor + np.array(offset)).astype(np.float32),
            self.up,
            self.height * factor,
            self.width * factor,
            self.to_card * np.float32(factor),
            self.score,
            self.found_at / factor,
        )


class IndexFinder:
    """The index network over tiles of a picture."""

    def __init__(self, model: Model, *, backend: str | None = None, threads: int = 1) -> None:
        self._runs = {
            side: compile_network(model, (1, 3, side, side), backend=backend, threads=threads)
            for side in TILES_PX
        }

    def find(self, picture: U8, least: float) -> list[FoundIndex]:
        """Find indices.

        Args:
            picture: uint8 `(h, w, 3)` BGR in which cards are about 50 to 105 pixels wide.
            least: lowest score to report.
        """
        side = tile_for(max(picture.shape[:2]))
        found: list[FoundIndex] = []
        for tile, corner in tiles(picture, side, OVERLAP_PX):
            out = self._runs[side](normal(tile))[0]
            found += [index.scaled(1.0, corner) for index in _peaks(out, least)]
        return _without_doubles(found)


def tile_for(extent: float) -> int:
    """The side of the smallest tile that holds so many pixels, or the largest one."""
    return next((side for side in TILES_PX if side >= extent), TILES_PX[-1])


def normal(tile: U8) -> F32:
    """uint8 `(h, w, 3)` to what the network was trained on, float32 `(1, 3, h, w)` in -0.5..0.5."""
    return np.asarray(tile.transpose(2, 0, 1)[None].astype(np.float32) / 255 - 0.5, dtype=np.float32)


def _peaks(out: F32, least: float) -> list[FoundIndex]:
    heat = 1 / (1 + np.exp(-out[0]))
    top = cv2.dilate(heat, np.ones((5, 5), np.uint8))
    ys, xs = np.where((heat >= top) & (heat > least))
    found = []
    for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
        dx, dy, ux, uy, log_h, log_w, cx, cy = (float(v) for v in out[1:, y, x])
        norm = float(np.hypot(ux, uy)) + 1e-6
        found.append(
            FoundIndex(
                np.array([(x + dx + 0.5) * STRIDE, (y + dy + 0.5) * STRIDE], np.float32),
                np.array([ux / norm, uy / norm], np.float32),
                24 * float(np.exp(np.clip(log_h, -2, 2))),
                12 * float(np.exp(np.clip(log_w, -2, 2))),
                np.array([cx * 50, cy * 50], np.float32),
                float(heat[y, x]),
            )
        )
    return found


def _without_doubles(found: Sequence[FoundIndex]) -> list[FoundIndex]:
    """Keep the best of those that lie on one another (tiles overlap)."""
    kept: list[FoundIndex] = []
    for index in sorted(found, key=lambda f: -f.score):
        if all(np.hypot(*(index.centre - other.centre)) > 0.4 * other.height for other in kept):
            kept.append(index)
    return kept
