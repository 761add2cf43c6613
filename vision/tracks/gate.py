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
PATIENT_US = 480_000
"""While something moves beside it, a region waits so long before it is read all the same."""
APART_US = 100_000
"""Looks come at least so far apart, so that what settles bit by bit is read together."""
HURRY_US = 82_000
"""What rested at least so long and moves again is read from the frame before: a quick dealer gives no more time.

Two pictures alike are enough at 12 frames/s and fewer; at 25 it takes four.
"""
LEAST_CARD = 1.0
"""In squares of the margin: what is smaller is not hurried for; a card shows more of itself even in a fan."""
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
        in_frame_before: they are about to be disturbed again: the frame before shows them for the last time.
    """

    boxes: tuple[Box, ...]
    cells: Cells
    in_frame_before: bool = False


class MotionGate:
    """Follows one camera's grid of samples.

    Args:
        grid: which pixels are sampled.
        margin_px: what is read around changed cells; half of a card's diagonal holds any card that changed them.
        settle_us: how long a region must rest.
    """

    def __init__(self, grid: Grid, *, margin_px: float, settle_us: int = SETTLE_US) -> None:
        self.grid = grid
        self._card_cells = LEAST_CARD * (margin_px / (CELL * grid.stride)) ** 2
        self.samples: U8 | None = None
        self._margin = margin_px
        self._settle_us = settle_us
        self._settled_samples: U8 | None = None
        self._moved_us = np.zeros((grid.rows, grid.cols), np.int64)
        self._stirred_us = np.zeros((grid.rows, grid.cols), np.int64)
        self._pending = grid.inside.copy()
        self._noise = 1.5
        self._seen_us = 0
        self._due_us = -APART_US

    def see(self, luma: U8, pts_us: int) -> Settled | None:
        """Take in a frame's brightness `(h, w)`; the regions that are due for reading, None if there are none.

        Where these are to be read from the frame before, this frame is not taken in: give it again after that.
        """
        now, before = self.grid.sample(luma), self.samples
        if before is None:
            self._moved_us[:] = pts_us - self._settle_us
            self._stirred_us[:] = pts_us
        else:
            moving = self._differs(now, before, learn=True) & self.grid.inside
            if moving.any():
                if (hurried := self._hurried(moving, before)) is not None:
                    return hurried
                self._stirred_us[moving & ~self._pending & ~self.busy(pts_us)] = pts_us
                self._moved_us[moving] = pts_us
                self._pending |= moving
        self.samples, self._seen_us = now, pts_us
        return self._due(pts_us) if self._pending.any() else None

    def busy(self, pts_us: int) -> Cells:
        """Cells in which something moved a moment ago, bool `(rows, cols)`."""
        return np.asarray(self._moved_us > pts_us - self._settle_us)

    def moving(self, pts_us: int) -> Cells:
        """Cells in which something moves right now, bool `(rows, cols)`."""
        return np.asarray(self._moved_us > pts_us - HURRY_US)

    @property
    def stopped_us(self) -> int:
        """Since when nothing moved anywhere."""
        return int(self._moved_us.max())

    def is_unread(self, box: Box) -> bool:
        """Whether something changed in a box of the picture and was not read since."""
        return bool(self._pending[self.grid.cells_of(box)].any())

    def rest_us(self, box: Box) -> int:
        """Since when nothing moved in a box of the picture."""
        cells = self.grid.cells_of(box)
        return int(self._moved_us[cells].max()) if cells.any() else int(self._moved_us.max())

    @property
    def stirred_us(self) -> NDArray[np.int64]:
        """When what moved last in each cell, or moved there before and was not read, began to; int64 `(rows, cols)`."""
        return self._stirred_us

    def _hurried(self, moving: Cells, before: U8) -> Settled | None:
        """What came to rest, was not read yet, and is about to move again or to be covered."""
        rested = self._pending & (self._seen_us - self._moved_us >= HURRY_US)
        if self._settled_samples is None or not (rested & moving).any():
            return None
        changed = rested & self._differs(before, self._settled_samples)
        _, lumps = cv2.connectedComponents(changed.astype(np.uint8), connectivity=8)
        touched = np.isin(lumps, np.unique(lumps[changed & moving]))
        changed &= touched
        if changed.sum() < self._card_cells:
            return None
        self._pending &= ~changed
        self._take_for_settled(before, changed)
        return Settled(self._boxes_around(changed), changed, in_frame_before=True)

    def _take_for_settled(self, samples: U8, cells: Cells) -> None:
        assert self._settled_samples is not None
        where = self.grid.samples_of(cells)
        self._settled_samples[where] = samples[where]

    def _due(self, pts_us: int) -> Settled | None:
        if pts_us - self._due_us < APART_US:
            return None
        busy = self.busy(pts_us)
        resting = self._pending & ~_grown(busy)
        if not resting.any() or self.samples is None:
            return None
        resting = self._complete(resting, busy, pts_us)
        if not resting.any():
            return None
        self._pending &= ~resting
        if self._settled_samples is None:
            self._settled_samples = self.samples.copy()
            changed = resting
        else:
            changed = resting & self._differs(self.samples, self._settled_samples)
            if not changed.any():
                return None
            self._take_for_settled(self.samples, changed)
        self._due_us = pts_us
        return Settled(self._boxes_around(changed), changed)

    def _complete(self, resting: Cells, busy: Cells, pts_us: int) -> Cells:
        """The resting cells without those beside which something still moves, unless they waited long enough."""
        _, lumps = cv2.connectedComponents(_grown(self._pending).astype(np.uint8), connectivity=8)
        long_enough = resting & (self._moved_us <= pts_us - PATIENT_US)
        unfinished = np.setdiff1d(np.unique(lumps[busy]), np.unique(lumps[long_enough]))
        return resting & ~np.isin(lumps, unfinished)

    def _boxes_around(self, changed: Cells) -> tuple[Box, ...]:
        count, labels = cv2.connectedComponents(_grown(changed).astype(np.uint8), connectivity=8)
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


def _grown(cells: Cells) -> Cells:
    """The cells and their neighbours."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)), np.bool_)
