"""The thread that tells a table what its eyes see, until the source ends or it is stopped."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import monotonic, time
from typing import Protocol

from api.evidence.scenes import Scene
from api.live.arrival import ArrivalClock
from api.live.backoff import Backoff
from api.live.eyes import Counted, Eyes, Opened, Seen, Told
from api.live.latency import Latencies
from api.live.notes import CamerasTold
from api.live.splice import Splice, is_end
from api.schemas import CameraState
from api.store.pending import Pending
from tracker.facts import CameraBack, CameraBlind, Fact, FactBody
from vision.errors import VisionError
from vision.look import Covered, Look
from vision.table import Table

log = logging.getLogger("pitwatch.live")


class Fed(Protocol):
    """Who is told what a source shows: a table, or one camera of several."""

    @property
    def table(self) -> Table:
        """The table as the source's camera sees it."""

    @property
    def told(self) -> CamerasTold:
        """What was told before, which the feeder's facts continue."""

    def take(self, facts: Iterable[Fact]) -> None:
        """Take facts."""

    def look(self, look: Look) -> None:
        """Take what lies on the table."""

    def covered(self, covered: Covered) -> None:
        """Take what is hidden from the camera."""

    def scene_taken(self, scene: Scene) -> None:
        """Take a picture."""

    def camera_is(self, state: CameraState, reason: str = "") -> None:
        """Take note of how the source stands."""

    def keeps_up(self, *, p50_ms: int | None, p95_ms: int | None, skipped: int) -> None:
        """Take note of how long prompts take, and of how many pictures were passed over."""

    def counted(self, looked: int, behind_s: float) -> None:
        """Take note of how many pictures were looked at so far, and how long the newest had waited."""


class Feeder(threading.Thread):
    """Feeds one table, or one camera's part of it."""

    def __init__(
        self,
        live: Fed,
        eyes: Eyes,
        *,
        comes_back: bool = False,
        feed: Iterable[Fact] = (),
        clock: Callable[[], int] | None = None,
        by_arrival: bool = False,
    ) -> None:
        """Prepare the thread; `start` begins to watch.

        Args:
            live: what is told.
            eyes: watch the source.
            comes_back: whether the source is opened again when it has ended (a camera).
            feed: facts of other sources in order of time, such as a chip feed; each is told when its time has come.
            clock: the journal's time now, microseconds, where several sources share it; None: this one keeps it.
            by_arrival: whether pictures are dated by when they come, so that several cameras agree.
        """
        super().__init__(name=f"feeder {live.table.name}", daemon=True)
        self._live = live
        self._eyes = eyes
        self._comes_back = comes_back
        self._feed = Pending(feed)
        self._clock = clock
        self._by_arrival = by_arrival
        self._arrivals = ArrivalClock()
        self._stopping = threading.Event()
        self._splice = Splice()
        self._latencies = Latencies()
        self._has_seen = self._is_blind = False
        self._seen_us = 0

    def stop(self) -> None:
        """Stop soon; `join` waits for it."""
        self._stopping.set()

    def run(self) -> None:
        """Watch until the end."""
        self._splice.continue_from(self._live.told)
        try:
            self._watch_on()
        except Exception:
            log.exception("table %s is not watched any more", self._live.table.name)
            self._live.camera_is("lost", "internal error")
            raise
        finally:
            self._eyes.close()

    def _watch_on(self) -> None:
        backoff = Backoff()
        lost_at: float | None = None
        # What was dealt while nobody watched is not known: a journal that breaks off goes on with a gap.
        self._has_seen = self._comes_back and self._splice.is_broken_off
        self._lose("not watched")
        while not self._stopping.is_set():
            began = monotonic()
            if self._clock is None:
                self._splice.connect(0 if lost_at is None else int((began - lost_at) * 1e6))
            else:
                self._splice.connect_at(self._clock())
                self._arrivals = ArrivalClock()
            try:
                end = self._eyes.watch(self._tell, offset_us=self._splice.time(0), stop=self._stopping)
                self._live.camera_is("lost" if self._comes_back else "ended", end.reason if end else "")
            except VisionError as error:
                log.warning("table %s: %s", self._live.table.name, error)
                self._lose("lost")
                self._live.camera_is("lost", str(error))
            if not self._comes_back:
                return
            lost_at = monotonic()
            self._stopping.wait(backoff.after(lost_at - began))

    def _tell(self, seen: Seen) -> None:
        live = self._live
        match seen:
            case Opened():
                self._seen_us = 0
                live.camera_is("live")
            case Scene():
                self._date(seen)
                self._see_again(seen.pts_us)
                live.scene_taken(replace(seen, pts_us=self._splice.time(seen.pts_us)))
            case Told():
                self._take(seen)
            case Counted():
                live.counted(seen.looked, seen.behind_s)
            case Covered():
                live.covered(self._splice.join_covered(seen))
            case _:
                live.look(self._splice.join_look(seen))

    def _date(self, scene: Scene) -> None:
        """Set the source's clock by when a picture came."""
        if self._clock is not None and self._by_arrival:
            arrived_us = self._clock() - int((time() - scene.arrived_at) * 1e6)
            self._splice.set_clock(self._arrivals.offset_us(scene.pts_us, arrived_us))

    def _take(self, told: Told) -> None:
        live, fact = self._live, told.fact
        if is_end(fact) and self._comes_back:
            self._lose("lost")
            return
        joined = self._splice.join(fact)
        live.take([*self._feed.until(joined.pts_us), joined])
        if isinstance(fact.body, self._latencies.kinds):
            self._latencies.add_told(told)
            live.keeps_up(
                p50_ms=self._latencies.percentile_ms(50),
                p95_ms=self._latencies.percentile_ms(95),
                skipped=told.skipped,
            )

    def _see_again(self, pts_us: int) -> None:
        """Tell that the camera sees again, with its first picture."""
        self._seen_us, self._has_seen = pts_us, True
        if self._is_blind:
            self._is_blind = False
            self._live.take([self._splice.join(self._fact(CameraBack()))])

    def _lose(self, reason: str) -> None:
        """Tell that the camera does not see any more, once, and only if it ever did."""
        if self._has_seen and self._comes_back and not self._is_blind:
            self._is_blind = True
            self._live.take([self._splice.join(self._fact(CameraBlind(reason=reason)))])

    def _fact(self, body: FactBody) -> Fact:
        """A fact about the camera itself, at the time of its last picture."""
        table = self._live.table
        return Fact(
            table=table.name, source=f"camera:{table.camera.name}", pts_us=self._seen_us, body=body, seq=1
        )
