"""The thread that watches a table's source and tells the table what it sees, until the source ends or it is stopped."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Final

from api.live.source import OverlookedSource
from api.live.splice import Splice, is_end
from api.live.table import PICTURE_EVERY_US, LiveTable
from api.store.pending import Pending
from tracker.facts import Fact
from vision.errors import VisionError
from vision.sources import Source
from vision.watch import TableReader, watch

log = logging.getLogger("pitwatch.live")

RETRY_S: Final = 2.0
"""A camera that went away is tried again this often."""

Open = Callable[[], Source]
"""Opens the source; raises `SourceError` if it cannot."""


class Feeder(threading.Thread):
    """Watches one table."""

    def __init__(
        self,
        live: LiveTable,
        reader: TableReader,
        open_source: Open,
        *,
        own_speed: float | None = None,
        comes_back: bool = False,
        feed: Iterable[Fact] = (),
    ) -> None:
        """Prepare the thread; `start` begins to watch.

        Args:
            live: what is told.
            reader: reads the cards.
            open_source: opens the recording or camera.
            own_speed: play at so many times a recording's own speed; None: as it comes (a camera).
            comes_back: whether the source is opened again when it has ended (a camera).
            feed: facts of other sources in order of time, such as a chip feed; each is told when its time has come.
        """
        super().__init__(name=f"feeder {live.table.name}", daemon=True)
        self._live = live
        self._reader = reader
        self._open = open_source
        self._own_speed = own_speed
        self._comes_back = comes_back
        self._feed = Pending(feed)
        self._stopping = threading.Event()
        self._splice = Splice()

    def stop(self) -> None:
        """Stop soon; `join` waits for it."""
        self._stopping.set()

    def run(self) -> None:
        """Watch until the end."""
        for fact in self._live.facts:
            self._splice.continue_from(fact)
        try:
            self._watch_on()
        except Exception:
            log.exception("table %s is not watched any more", self._live.table.name)
            self._live.camera_is("lost", "internal error")
            raise

    def _watch_on(self) -> None:
        lost_at: float | None = None
        while not self._stopping.is_set():
            gap_us = 0 if lost_at is None else int((monotonic() - lost_at) * 1e6)
            self._splice.connect(gap_us)
            try:
                self._watch_once(is_back=lost_at is not None)
            except VisionError as error:
                log.warning("table %s: %s", self._live.table.name, error)
                self._live.camera_is("lost", str(error))
            if not self._comes_back:
                return
            lost_at = monotonic()
            self._stopping.wait(RETRY_S)

    def _watch_once(self, *, is_back: bool) -> None:
        live = self._live
        source = OverlookedSource(
            self._open(),
            on_picture=lambda pts_us, image: live.picture_taken(self._splice.time(pts_us), image),
            every_us=PICTURE_EVERY_US,
            own_speed=self._own_speed,
            stop=self._stopping,
        )
        live.camera_is("live")
        for item in watch(source, live.table, self._reader, refuses_wrong_table=False):
            if not isinstance(item, Fact):
                live.look(item)
                continue
            if is_back:
                live.take([self._splice.back(item)])
                is_back = False
            if is_end(item) and self._comes_back:
                self._end_of_connection(item, source)
            else:
                fact = self._splice.join(item)
                live.take([*self._feed.until(fact.pts_us), fact])
        if not self._comes_back:
            live.camera_is("ended", source.end.reason if source.end else "")

    def _end_of_connection(self, end: Fact, source: OverlookedSource) -> None:
        reason = source.end.reason if source.end else ""
        self._live.take([self._splice.lost(end, "lost")])
        self._live.camera_is("lost", reason)
