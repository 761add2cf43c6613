"""Places where something came to rest that was not read as a card: a card may have been missed, so look again."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.tracks.felt_memory import Mask
from vision.tracks.gate import Box
from vision.tracks.thumbnail import Grid

AGAIN_US = (400_000, 1_000_000, 2_500_000)
"""After so long each, something unexplained is looked at again; then it is left alone."""
LEAST_CARD = 0.2
"""What is smaller than this part of a card is no card, nor a part of one in a fan."""


@dataclass(slots=True)
class _Doubt:
    box: Box
    due_us: int
    tries: int = 0


class Doubts:
    """Follows what lies on the felt unexplained.

    Args:
        grid: the samples' grid.
        card_samples: how many samples a card covers where cards look smallest.
    """

    def __init__(self, grid: Grid, card_samples: float) -> None:
        self._grid = grid
        self._least = LEAST_CARD * card_samples
        self._open: list[_Doubt] = []

    def note(self, unexplained: Mask, read: Mask, changed: Mask, pts_us: int) -> None:
        """Take in what a look left unexplained.

        Args:
            unexplained: samples that show neither felt nor a card.
            read: samples in the regions that were read.
            changed: those of them that changed before this look.
            pts_us: media time.
        """
        kept = []
        for doubt in self._open:
            if not (self._within(doubt.box) & read).any():
                kept.append(doubt)
            elif self._weighs(unexplained & self._within(doubt.box)) and doubt.tries < len(AGAIN_US):
                doubt.due_us = pts_us + AGAIN_US[doubt.tries]
                kept.append(doubt)
        self._open = kept
        self._open += [
            _Doubt(box, pts_us + AGAIN_US[0])
            for box in self._lumps(unexplained & changed)
            if not any(_touch(box, doubt.box) for doubt in kept)
        ]

    def due(self, pts_us: int) -> list[Box]:
        """Boxes to look at again now, in pixels of the picture."""
        boxes = []
        for doubt in self._open:
            if pts_us >= doubt.due_us:
                doubt.tries += 1
                doubt.due_us = pts_us + AGAIN_US[-1]
                boxes.append(doubt.box)
        return boxes

    def _lumps(self, mask: Mask) -> list[Box]:
        count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
        lumps = (labels == k for k in range(1, count))
        return [self._box(lump) for lump in lumps if self._weighs(lump)]

    def _weighs(self, mask: Mask) -> bool:
        return int(mask.sum()) >= self._least

    def _box(self, mask: Mask) -> Box:
        ys, xs = np.nonzero(mask)
        grid = self._grid
        return (
            float(grid.left + xs.min() * grid.stride),
            float(grid.top + ys.min() * grid.stride),
            float(grid.left + (xs.max() + 1) * grid.stride),
            float(grid.top + (ys.max() + 1) * grid.stride),
        )

    def _within(self, box: Box) -> Mask:
        return self._grid.samples_of(self._grid.cells_of(box))


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
