"""From a recording or camera to facts: the composition of gate, reader, tracks and layout.

for item in watch(open_recording(path), table, reader):
    if isinstance(item, Fact): ...   # what happened
    else: ...                        # a `Look`: what was on the table at that moment, for overlays
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tracker.facts import Evidence, Fact, FactBody, RecordingEnded, SpotSeen
from vision.errors import TableFileError
from vision.health import CameraHealth
from vision.layout.fit import Standing
from vision.layout.places import rows_of
from vision.layout.pose import seen_on_felt
from vision.look import Look, TableCard, table_card
from vision.read.layout_memory import DeckLayout
from vision.sight import Sight
from vision.sightings import Sighting
from vision.sources import Frame, Source
from vision.table import Table
from vision.table_check import TableCheck
from vision.tracks.card_track import Phase
from vision.tracks.card_tracks import CardTracks
from vision.tracks.gate import Box, Cells, MotionGate, merged
from vision.tracks.patience import STILLS, Patience
from vision.tracks.spots import SpotWatch
from vision.tracks.thumbnail import U8, grid_of
from vision.tracks.view import LONG_AGO_US, Happening, View

__all__ = ["Look", "TableCard", "TableReader", "Watcher", "watch"]

CARD_MARGIN = 0.6
"""What is read around a change, in heights of a card: holds every card that the change may be a part of."""


SETTLE_STEP_US = 100_000
"""So often is asked what time alone has made certain."""
LEAST_P = 0.3
"""Sightings from this probability on are evidence; what becomes of them is decided over time."""

Region = tuple[int, int, int, int]


class TableReader(Protocol):
    """Reads the cards of a picture of a calibrated table."""

    def read_table(
        self,
        image: U8,
        table: Table,
        regions: Sequence[Region] | None = None,
        *,
        layout: DeckLayout,
        least_p: float,
    ) -> list[Sighting]:
        """The cards in some regions (x0, y0, x1, y1 in pixels) of a BGR picture; in all of it if None.

        What is less sure than `least_p` is left out. `layout` remembers the deck from one picture to the next.
        """

    def read(self, image: U8, *, least_p: float) -> list[Sighting]:
        """The cards of a BGR picture of unknown scale, as `vision.table_check.AnyReader` says."""


def watch(
    source: Source, table: Table, reader: TableReader, *, refuses_wrong_table: bool = True
) -> Iterator[Fact | Look]:
    """Watch a source to its end.

    Yields facts in order of their time, and a `Look` after each scene that was read. Closes the source.

    Args:
        source: the recording or camera.
        table: where everything lies.
        reader: reads the cards.
        refuses_wrong_table: whether cards that do not lie as the table file says end the watching with an error;
            otherwise the camera is blind for that reason, until they do.

    Raises:
        TableFileError: if the pictures are not of this table, by their size or, sooner or later, by their cards.
        SourceError: if nothing of the source can be read.
    """
    try:
        table.check_size(source.width, source.height)
        watcher = Watcher(table, reader, source, refuses_wrong_table=refuses_wrong_table)
        for frame in source:
            yield from watcher.see(frame)
        yield from watcher.end()
    finally:
        source.close()


class Watcher:
    """Watches one source picture by picture; see `watch`."""

    def __init__(
        self, table: Table, reader: TableReader, source: Source, *, refuses_wrong_table: bool
    ) -> None:
        """Begin to watch; the pictures have the size that the table was calibrated on."""
        self._table = table
        self._reader = reader
        self._layout = DeckLayout()  # of this table's deck: a reader reads many tables
        self._source = source
        self._check = TableCheck(table, reader)
        self._refuses = refuses_wrong_table
        self._sight = Sight()
        self._grid = grid_of(table)
        margin = CARD_MARGIN * table.card_mm[1] * _most_px_per_mm(table)
        self._gate = MotionGate(self._grid, margin_px=margin)
        self._health = CameraHealth(tells_frozen=not source.is_stills)
        self._tracks = CardTracks(table, self._grid, STILLS if source.is_stills else Patience())
        self._spots = SpotWatch(table)
        self._before: Frame | None = None
        self._colours: U8 | None = None
        self._settled_us = 0
        self._seq = 0
        self._last_us = 0
        self._frame_us = 0

    def see(self, frame: Frame) -> Iterator[Fact | Look]:
        """Take in one frame."""
        self._frame_us = frame.pts_us
        self._check.see(frame)
        yield from self._watch_fit()
        if self._source.is_stills:
            yield from self._see_still(frame)
            return
        due = self._gate.see(frame.luma(), frame.pts_us)
        while due is not None and due.in_frame_before:
            assert self._before is not None
            self._frame_us = self._before.pts_us
            yield from self._look(self._before, list(due.boxes), due.cells, fleeting=True)
            self._frame_us = frame.pts_us
            due = self._gate.see(frame.luma(), frame.pts_us)
        self._before = frame
        yield from self._watch_health()
        if self._health.is_blind or self._gate.samples is None:
            self._spots.blinded()
            return
        yield from self._tell(self._spots.see(frame))
        boxes = [*(due.boxes if due else ()), *self._tracks.relooks(frame.pts_us, self._is_busy)]
        if boxes:
            yield from self._look(frame, merged(boxes), due.cells if due else None)
        elif self._tracks.is_unsettled and frame.pts_us - self._settled_us >= SETTLE_STEP_US:
            self._settled_us = frame.pts_us
            yield from self._tell(self._tracks.settle(frame.pts_us))

    def end(self) -> Iterator[Fact | Look]:
        """Tell what is left to tell when the source has ended."""
        if not self._source.is_stills:
            yield from self._tell(self._tracks.finish(self._frame_us))
        end = self._source.end
        yield self._fact(self._frame_us, RecordingEnded(reason=end.reason if end else "stopped"))

    @property
    def covered(self) -> frozenset[int]:
        """The tracks of cards that something hides now, or may."""
        return self._tracks.hidden(lambda box: not self._source.is_stills and self._gate.is_unread(box))

    def _is_busy(self, box: Box) -> bool:
        return bool(self._gate.busy(self._frame_us)[self._grid.cells_of(box)].any())

    def _see_still(self, frame: Frame) -> Iterator[Fact | Look]:
        self._gate.samples = self._grid.sample(frame.luma())
        yield from self._watch_health()
        if not self._health.is_blind:
            yield from self._look(frame, None, None)

    def _watch_health(self) -> Iterator[Fact]:
        assert self._gate.samples is not None
        for change in self._health.see(self._gate.samples, self._frame_us):
            yield from self._tell_sight("camera", change.reason if change.is_blind else "", change.pts_us)

    def _watch_fit(self) -> Iterator[Fact]:
        """Tell that the cards do not lie as the table file says, or do so again."""
        standing = self._check.standing
        if standing is Standing.WRONG_TABLE and self._refuses:
            raise TableFileError(f"wrong table for the camera: {self._check.reason} ({self._source.name})")
        is_blind = standing in (Standing.WRONG_TABLE, Standing.MOVED)
        since_us = self._check.since_us if is_blind else self._frame_us
        yield from self._tell_sight("table", standing.value if is_blind else "", self._frame_us, since_us)

    def _tell_sight(
        self, whose: str, reason: str, pts_us: int, since_us: int | None = None
    ) -> Iterator[Fact]:
        if (change := self._sight.change(whose, reason)) is not None:
            yield self._fact(pts_us, change, since_us)

    def _look(
        self, frame: Frame, boxes: list[Box] | None, changed: Cells | None, *, fleeting: bool = False
    ) -> Iterator[Fact | Look]:
        image = frame.image()
        self._colours = self._grid.colours(image)
        regions = None if boxes is None else [_whole_pixels(box, image) for box in boxes]
        sightings = self._reader.read_table(image, self._table, regions, layout=self._layout, least_p=LEAST_P)
        view = self._view(sightings, boxes, changed, fleeting=fleeting)
        yield from self._tell(self._tracks.update(view))
        self._check.cards_rested(self._tracks.fresh_misfits_mm(), self._frame_us)
        yield from self._watch_fit()
        yield Look(frame.pts_us, tuple(self._lying()), tuple(boxes or ()))

    def _view(
        self,
        sightings: Iterable[Sighting],
        boxes: list[Box] | None,
        changed: Cells | None = None,
        *,
        fleeting: bool,
    ) -> View:
        gate, grid, pts_us = self._gate, self._grid, self._frame_us
        assert self._colours is not None
        read = np.full((grid.rows, grid.cols), boxes is None)
        for box in boxes or ():
            read |= grid.cells_of(box)
        still = self._source.is_stills
        return View(
            pts_us=pts_us,
            seen=[card for s in sightings if (card := seen_on_felt(s, self._table)) is not None],
            samples=self._colours,
            read=grid.samples_of(read),
            changed=grid.samples_of(np.zeros_like(read) if changed is None else changed),
            busy=grid.samples_of(np.zeros_like(read) if still else gate.busy(pts_us)),
            moving=grid.samples_of(np.zeros_like(read) if still else gate.moving(pts_us)),
            rest_us=(lambda _box: pts_us) if still else gate.rest_us,
            stopped_us=LONG_AGO_US if still else gate.stopped_us,
            fleeting=fleeting,
            stirred_us=np.full(self._colours.shape[:2], pts_us) if still else grid.spread(gate.stirred_us),
        )

    def _lying(self) -> Iterator[TableCard]:
        for card in self._tracks.cards:
            if card.phase is not Phase.LOST:
                yield table_card(card, self._table)

    def _tell(self, happenings: Iterable[Happening]) -> Iterator[Fact]:
        for happening in sorted(happenings, key=lambda h: h.pts_us):
            yield self._fact(happening.pts_us, happening.body, happening.since_us, happening.quad_px)

    def _fact(
        self,
        pts_us: int,
        body: FactBody,
        since_us: int | None = None,
        quad_px: NDArray[np.float64] | None = None,
    ) -> Fact:
        """Number a fact; times never run back, also where something is noticed late: the slack says how late."""
        counts = not isinstance(
            body, SpotSeen
        )  # beside the cards: whoever tells rounds need not know of them
        self._seq += counts
        self._last_us = max(self._last_us, pts_us)
        evidence = None
        if quad_px is not None:
            corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad_px)
            evidence = Evidence(pts_us=self._frame_us, quad_px=corners)
        return Fact(
            table=self._table.name,
            source=f"camera:{self._table.camera.name}",
            pts_us=self._last_us,
            body=body,
            evidence=evidence,
            seq=self._seq if counts else 0,
            slack_us=0 if since_us is None else self._last_us - since_us,
        )


def _whole_pixels(box: Box, image: U8) -> Region:
    """The box in whole pixels, cut at the picture's borders."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = box
    return max(0, int(x0)), max(0, int(y0)), min(width, math.ceil(x1)), min(height, math.ceil(y1))


def _most_px_per_mm(table: Table) -> float:
    """The picture's scale where cards look largest."""
    return max(table.px_per_mm_at(row.at_mm) for row in rows_of(table).values())
