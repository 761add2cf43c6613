"""Whether the pictures are of the table that the table file describes, asked while they are watched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from vision.layout.fit import FeltFit, Standing
from vision.layout.whole_pictures import SURE_P, WholePictures
from vision.sightings import U8, Sighting
from vision.sources import Frame
from vision.table import Table

FIRST_PICTURE_US = 4_000_000
"""A whole picture is read after so long, ..."""
LONGER = 1.2
"""... then after so many times as long, and so on, until both witnesses have spoken."""


class AnyReader(Protocol):
    """Reads cards of any size."""

    def read(self, image: U8, *, least_p: float) -> list[Sighting]:
        """The cards of a BGR picture of unknown scale; what is less sure than `least_p` is left out."""


class TableCheck:
    """Asks two witnesses: where the cards come to rest that are watched, and whole pictures now and then.

    Attributes:
        standing: what they say so far.
        reason: what speaks against the table file, for people; empty if nothing does.
    """

    def __init__(self, table: Table, reader: AnyReader) -> None:
        self._reader = reader
        self._fit = FeltFit(table)
        self._pictures = WholePictures(table)
        self._began_us = 0
        self._next_us: int | None = None
        self._wait_us = FIRST_PICTURE_US
        self.standing = Standing.OPEN
        self.reason = ""

    def see(self, frame: Frame) -> None:
        """Take in a frame; its picture is read only now and then, and not once both witnesses have spoken."""
        if self._next_us is None:
            self._began_us = frame.pts_us
            self._next_us = frame.pts_us + self._wait_us
        if frame.pts_us < self._next_us or (
            self._pictures.suffice and self._fit.standing is not Standing.OPEN
        ):
            return
        self._wait_us = int(self._wait_us * LONGER)
        self._next_us = frame.pts_us + self._wait_us
        self._pictures.take(self._reader.read(frame.image(), least_p=SURE_P))
        self._judge()

    def cards_rested(self, misfits_mm: Iterable[float], pts_us: int) -> None:
        """Take in cards that came to rest, as `FeltFit` does."""
        self._fit.cards_rested(misfits_mm, pts_us)
        self._judge()

    @property
    def since_us(self) -> int:
        """Since when the standing may have been so: noticed now, but wrong from the beginning."""
        moved_us = self._fit.moved_us
        return self._began_us if moved_us is None else moved_us

    def _judge(self) -> None:
        if self._pictures.contradiction:
            self.standing, self.reason = Standing.WRONG_TABLE, self._pictures.contradiction
            return
        self.standing = self._fit.standing
        is_doubted = self.standing in (Standing.WRONG_TABLE, Standing.MOVED)
        self.reason = self._fit.reason if is_doubted else ""
