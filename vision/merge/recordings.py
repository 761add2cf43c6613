"""Recordings of one table, taken at the same time by its cameras, watched together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tracker.facts import Fact
from vision.errors import TableFileError
from vision.layout.fit import Standing
from vision.look import Covered, Look
from vision.merge.merger import Item, Merger
from vision.sources import Frame, Source
from vision.table import Table
from vision.watch import TableReader, Watcher


def watch_together(
    sources: Mapping[str, Source],
    table: Table,
    reader: TableReader,
    *,
    offsets_us: Mapping[str, int],
) -> Iterator[Fact | Look]:
    """Watch recordings of a table's cameras to their ends, picture by picture in order of time.

    Yields facts on the media clock of the first camera, and after each scene that was read in its pictures a `Look`
    at them. Closes the sources.

    Args:
        sources: the recording of each camera, by its name in the table file.
        table: where everything lies, and how each camera sees it.
        reader: reads the cards.
        offsets_us: media time of the first camera at which each other recording begins, by name.

    Raises:
        TableFileError: if the pictures of a camera have another size than it was calibrated on, or all recordings are
            of another table.
        SourceError: if nothing of a recording can be read.
    """
    try:
        first = table.camera.name
        merger = Merger(table)
        eyes = [
            _Eye(name, sources[name], table.seen_by(name), reader, offsets_us.get(name, 0))
            for name in table.camera_names
        ]
        while (eye := min(eyes, key=_Eye.due_us)).frame is not None:
            for item in eye.see():
                yield from merger.take(eye.name, item)
                if isinstance(item, Look) and eye.name == first:
                    yield merger.joint_look(first, item)
            yield from merger.advance(eye.name, eye.now_us)
            _refuse_wrong_table(merger, table)
    finally:
        for source in sources.values():
            source.close()


def watch_one(source: Source, table: Table, reader: TableReader) -> Iterator[Item]:
    """Watch one of several cameras to the end of its source, for a `Merger`; closes the source.

    Yields on the source's own clock, as `vision.watch.watch` does, and `Covered` whenever other cards are hidden.

    Args:
        source: the camera, or its recording.
        table: the table as this camera sees it.
        reader: reads the cards.

    Raises:
        TableFileError: if the pictures have another size than the camera was calibrated on.
        SourceError: if nothing of the source can be read.
    """
    try:
        eye = _Eye(table.camera.name, source, table, reader, 0)
        while eye.frame is not None:
            yield from eye.see()
    finally:
        source.close()


def on_clock(item: Item, offset_us: int) -> Item:
    """What a camera tells, on a clock that shows `offset_us` when its own shows 0."""
    if isinstance(item, Fact):
        seen = item.evidence
        moved = None if seen is None else replace(seen, pts_us=seen.pts_us + offset_us)
        return replace(item, pts_us=item.pts_us + offset_us, evidence=moved, id="")
    return replace(item, pts_us=item.pts_us + offset_us)


class _Eye:
    """One camera's recording, and who watches it."""

    def __init__(self, name: str, source: Source, table: Table, reader: TableReader, offset_us: int) -> None:
        table.check_size(source.width, source.height)
        self.name = name
        self._offset_us = offset_us
        self._watcher = Watcher(table, reader, source, refuses_wrong_table=False)
        self._frames = iter(source)
        self._covered: frozenset[int] = frozenset()
        self.frame: Frame | None = self._next()
        self.now_us = 0

    def due_us(self) -> float:
        """When its next picture is due on the table's clock; never, if it has ended."""
        return float("inf") if self.frame is None else self.frame.pts_us + self._offset_us

    def see(self) -> Iterator[Item]:
        """Look at the next picture."""
        assert self.frame is not None
        self.now_us = self.frame.pts_us + self._offset_us
        for item in self._watcher.see(self.frame):
            # What was read stands before what it shows of hidden cards: a card is not hidden where it is told.
            yield on_clock(item, self._offset_us)
        if (covered := self._watcher.covered) != self._covered:
            self._covered = covered
            yield Covered(self.now_us, covered)
        self.frame = self._next()
        if self.frame is None:
            for item in self._watcher.end():
                yield on_clock(item, self._offset_us)

    def _next(self) -> Frame | None:
        """The next picture; what was taken before the first camera's recording began is passed over."""
        return next((frame for frame in self._frames if frame.pts_us + self._offset_us >= 0), None)


def _refuse_wrong_table(merger: Merger, table: Table) -> None:
    if all(witness.reason == Standing.WRONG_TABLE.value for witness in merger.witnesses.values()):
        raise TableFileError(
            f"wrong table for the cameras: none sees the cards where {table.name} has places"
        )
