"""What the bare felt looks like, and whether it shows where a card lay.

"Not seen" is not "gone": a card may lie under a hand, a chip or another card. It is gone when the felt shows where it
lay.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.tracks.thumbnail import U8, Grid

Mask = NDArray[np.bool_]

ALIKE = 22
"""Two samples of which no channel differs by more look the same."""
LAST_BARE = 90
"""Percentile of a place's samples that tells when its last part was covered; single samples err."""
_LEAST_SAMPLES = 12
_SPARSE = 4
_LEAST_FELT = 150
_DARKEST = 8.0
_MOST_GAIN = 1.6


class FeltMemory:
    """The felt under everything, sample by sample.

    A sample that shows something else for longer than `hold_us`, with no card there, is felt from then on (a moved
    placard, other light); before that it may be a hand, or a card that was not seen.
    """

    def __init__(self, grid: Grid, *, hold_us: int) -> None:
        shape = (grid.height, grid.width)
        self._hold_us = hold_us
        self._felt = np.zeros((*shape, 3), np.uint8)
        self._known = np.zeros(shape, np.bool_)
        self._other = np.zeros((*shape, 3), np.uint8)
        self._since = np.zeros(shape, np.int64)
        self._covered_us = np.zeros(shape, np.int64)

    def learn(self, samples: U8, bare: Mask, pts_us: int) -> None:
        """Take in a picture's samples, uint8 BGR, where no card lies and nothing moves (`bare`)."""
        alike = look_alike(samples, self._felt)
        as_before = bare & (alike | ~self._known)
        self._adopt(samples, as_before)
        np.copyto(self._other, samples, where=as_before[..., None])
        strange = bare & ~alike & self._known
        held = look_alike(samples, self._other)
        fresh = strange & ~held
        np.copyto(self._other, samples, where=fresh[..., None])
        self._since[fresh] = pts_us
        self._adopt(samples, strange & held & (pts_us - self._since >= self._hold_us))

    def in_its_light(self, samples: U8) -> U8:
        """The samples as they would be in the light in which the felt is remembered, uint8 BGR.

        Exposure and lamps change for the whole picture; most of it is bare felt, so its change is theirs.
        """
        some = (slice(None, None, _SPARSE), slice(None, None, _SPARSE))
        felt, now = self._felt[some][self._known[some]], samples[some][self._known[some]]
        if len(felt) < _LEAST_FELT:
            return samples
        gain = np.median(now / np.maximum(felt, _DARKEST), axis=0)
        gain = np.clip(gain, 1 / _MOST_GAIN, _MOST_GAIN)
        curve = np.clip(np.arange(256)[:, None] / gain, 0, 255).astype(np.uint8)
        return np.asarray(cv2.LUT(samples, curve[None]), np.uint8)

    def share_free(self, samples: U8, where: Mask) -> float | None:
        """Part of the samples `where` that show the felt, 0..1; None where too few can tell."""
        known = where & self._known
        count = int(known.sum())
        if count < _LEAST_SAMPLES or count < 0.5 * int(where.sum()):
            return None
        return float(look_alike(samples, self._felt)[known].mean())

    def note_covered(self, samples: U8, read: Mask, stirred_us: NDArray[np.int64]) -> None:
        """Remember since when each sample of the part that was `read` shows no felt: since something moved there."""
        strange = self.strange(samples)
        self._covered_us[read & ~strange] = 0
        np.copyto(self._covered_us, stirred_us, where=read & strange & (self._covered_us == 0))

    def covered_us(self, where: Mask, stirred_us: NDArray[np.int64]) -> int:
        """Since when something may lie in a place: no earlier than its last bare part was covered."""
        times = np.where(self._covered_us > 0, self._covered_us, stirred_us)[where]
        return int(np.percentile(times, LAST_BARE)) if times.size else 0

    def strange(self, samples: U8) -> Mask:
        """Samples that surely do not show the felt."""
        return self._known & ~look_alike(samples, self._felt)

    def _adopt(self, samples: U8, where: Mask) -> None:
        np.copyto(self._felt, samples, where=where[..., None])
        self._known |= where


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """What the samples inside a quad looked like.

    Attributes:
        where: bool mask over the whole grid, the samples inside.
        rows: the lines of the grid that hold them.
        cols: the columns of the grid that hold them.
        picture: uint8 BGR, all samples of these lines and columns.
    """

    where: Mask
    rows: slice
    cols: slice
    picture: U8

    @classmethod
    def of(cls, samples: U8, where: Mask) -> Patch:
        """Cut the samples `where` out of a picture's."""
        rows, cols = _span(where.any(axis=1)), _span(where.any(axis=0))
        return cls(where, rows, cols, samples[rows, cols].copy())

    def share_alike(self, samples: U8, among: Mask | None = None) -> float:
        """Part of the patch that looks as it did, 0..1; only `among` some samples of the grid if these are given."""
        inside = (self.where if among is None else self.where & among)[self.rows, self.cols]
        if not inside.any():
            return 1.0
        return float(look_alike(samples[self.rows, self.cols], self.picture)[inside].mean())


def _span(hit: ArrayLike) -> slice:
    """From the first to the last that is hit."""
    where = np.flatnonzero(hit)
    return slice(int(where[0]), int(where[-1]) + 1) if len(where) else slice(0, 0)


def look_alike(a: U8, b: U8) -> Mask:
    """Which samples look the same in two pictures, uint8 BGR `(h, w, 3)`."""
    return np.asarray(cv2.inRange(cv2.absdiff(a, b), (0, 0, 0), (ALIKE, ALIKE, ALIKE)), np.bool_)
