"""The motion gate: where the picture changed and has come to rest since it was last read.

Works on the coarse grid alone, so that a frame with nothing new costs a fraction of decoding it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tracks.thumbnail import CELL, U8, Grid

Box = tuple[float, float, float, float]
Cells = NDArray[np.bool_]

SETTLE_US = 240_000
"""A region without change for so long has come to rest."""
MIN_CONTRAST = 12
"""A sample that differs by less has not changed."""
MIN_SAMPLES = 4
"""Samples of a cell that must have changed: fewer are noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """Regions that changed and came to rest.

    Attributes:
        boxes: what to read, x0, y0, x1, y1 in pixels of the picture, with a margin that holds whole cards.
        cells: bool `(rows, cols)`, the cells that changed.
    """

    boxes: tuple[Box, ...]
    cells: Cells


class MotionGate:
    """Follows one camera's grid of samples.

    Args:
        grid: which pixels are sampled.
        margin_px: what is read around changed cells; half of a card's diagonal holds any card that changed them.
        settle_us: how long a region must rest.
    """

    def __init__(self, grid: Grid, *, margin_px: float, settle_us: int = SETTLE_US) -> None:
        self.grid = grid
        self.samples: U8 | None = None
        self._margin = margin_px
        self._settle_us = settle_us
        self._settled_samples: U8 | None = None
        self._moved_us = np.zeros((grid.rows, grid.cols), np.int64)
        self._pending = grid.inside.copy()
        self._noise = 1.5

    def see(self, luma: U8, pts_us: int) -> Settled | None:
        """Take in a frame's brightness `(h, w)`; the regions that are due for reading, None if there are none."""
        before, self.samples = self.samples, self.grid.sample(luma)
        if before is None:
            self._moved_us[:] = pts_us - self._settle_us
        else:
            moving = self._differs(self.samples, before, learn=True) & self.grid.inside
            if moving.any():
                self._moved_us[moving] = pts_us
                self._pending |= moving
        return self._due(pts_us) if self._pending.any() else None

    def busy(self, pts_us: int) -> Cells:
        """Cells in which something moved a moment ago, bool `(rows, cols)`."""
        return np.asarray(self._moved_us > pts_us - self._settle_us)

    def rest_us(self, box: Box) -> int:
        """Since when nothing moved in a box of the picture."""
        cells = self.grid.cells_of(box)
        return int(self._moved_us[cells].max()) if cells.any() else int(self._moved_us.max())

    def _due(self, pts_us: int) -> Settled | None:
        busy = self.busy(pts_us)
        near_busy = cv2.dilate(busy.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)
        resting = self._pending & ~near_busy
        if not resting.any() or self.samples is None:
            return None
        self._pending &= ~resting
        if self._settled_samples is None:
            self._settled_samples = self.samples.copy()
            changed = resting
        else:
            changed = resting & self._differs(self.samples, self._settled_samples)
            if not changed.any():
                return None
            where = self.grid.samples_of(changed)
            self._settled_samples[where] = self.samples[where]
        return Settled(self._boxes_around(changed), changed)

    def _boxes_around(self, changed: Cells) -> tuple[Box, ...]:
        joined = cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(joined, connectivity=8)
        boxes = [self.grid.box_px((labels == k) & changed, self._margin) for k in range(1, count)]
        return tuple(merged(boxes))

    def _differs(self, now: U8, then: U8, *, learn: bool = False) -> Cells:
        """Cells in which enough samples differ by more than the picture's noise."""
        difference = cv2.absdiff(now, then)
        contrast = max(MIN_CONTRAST, round(5 * self._noise))
        _, strong = cv2.threshold(difference, contrast, 255, cv2.THRESH_BINARY)
        if cv2.countNonZero(strong) < MIN_SAMPLES:
            if learn:
                self._noise += 0.05 * (float(cv2.mean(difference)[0]) - self._noise)
            return np.zeros((self.grid.rows, self.grid.cols), np.bool_)
        share = cv2.resize(strong, (self.grid.cols, self.grid.rows), interpolation=cv2.INTER_AREA)
        return np.asarray(share >= MIN_SAMPLES * 255 / CELL**2)


def merged(boxes: list[Box]) -> list[Box]:
    """Join boxes that overlap, until none do."""
    out: list[Box] = []
    for box in boxes:
        grown = box
        while touching := [b for b in out if _overlap(b, grown)]:
            out = [b for b in out if b not in touching]
            for b in touching:
                grown = (min(b[0], grown[0]), min(b[1], grown[1]), max(b[2], grown[2]), max(b[3], grown[3]))
        out.append(grown)
    return out


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
