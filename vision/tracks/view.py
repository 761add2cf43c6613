"""One look at the table, as the tracks take it in, and what they make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.facts import FactBody
from vision.layout.pose import SeenCard
from vision.tracks.felt_memory import Mask
from vision.tracks.gate import Box
from vision.tracks.thumbnail import U8

F64 = NDArray[np.float64]


LONG_AGO_US: Final = -(10**12)
"""Before every picture."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One look at the table by the reader.

    Attributes:
        pts_us: media time.
        seen: what was read.
        samples: the grid's samples of this picture, uint8 BGR `(height, width, 3)`.
        read: bool mask of the samples in the regions that were read.
        changed: bool mask of the samples that changed since they were last read.
        busy: bool mask of the samples where something moved a moment ago.
        moving: bool mask of the samples where something moves right now.
        rest_us: since when nothing moved in a box of the picture.
        stopped_us: since when nothing moved anywhere.
        fleeting: whether it shows what rested for a moment only and moves again: perhaps in somebody's hand.
        stirred_us: int64 `(height, width)`, when what moved last at each sample began to move there.
    """

    pts_us: int
    seen: Sequence[SeenCard]
    samples: U8
    read: Mask
    changed: Mask
    busy: Mask
    moving: Mask
    rest_us: Callable[[Box], int]
    stirred_us: NDArray[np.int64]
    stopped_us: int = LONG_AGO_US
    fleeting: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Happening:
    """A fact's body, when it happened, and the card's corners in the picture, float64 `(4, 2)`.

    It may have happened as early as `since_us`: something hid it.
    """

    pts_us: int
    since_us: int
    body: FactBody
    quad_px: F64
