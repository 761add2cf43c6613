"""Watches the machine that the house runs on: a disk that fills up, and a wall clock that jumps.

Media time never jumps, for it is the source's own; but who looked at what at which hour is the wall clock's to say.
Each change stands in the house's journal, and on the screens for as long as it lasts.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, time
from typing import Final

from api.errors import JournalError
from api.store.house_journal import HouseJournal
from api.upkeep.alarms import Alarm
from tracker.facts import FactBody
from tracker.house_bodies import ClockJumped, DiskState

log = logging.getLogger("pitwatch.watchman")

EVERY_S: Final = 2.0
JUMP_S: Final = 2.0
"""A wall clock that went so much more or less than time itself has jumped; smaller steps keep a clock right."""
TOLD_S: Final = 3600.0
"""So long a jump is shown."""
LOW_MB: Final = 2000
FULL_MB: Final = 200
SOURCE: Final = "watchman"


@dataclass(frozen=True, slots=True)
class Machine:
    """What is asked of the machine: both clocks in seconds, and the free space of a folder's disk in bytes."""

    wall: Callable[[], float] = time
    steady: Callable[[], float] = monotonic
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free


class Watchman(threading.Thread):
    """Looks every other second, until it is stopped."""

    def __init__(self, data: Path, journal: HouseJournal, machine: Machine | None = None) -> None:
        """Prepare the thread; `start` begins to watch.

        Args:
            data: the folder whose disk is watched.
            journal: is told of every change.
            machine: what is asked; this one unless told.
        """
        super().__init__(name="watchman", daemon=True)
        self._data = data
        self._journal = journal
        self._machine = machine = machine or Machine()
        self._stopping = threading.Event()
        self._apart = machine.wall() - machine.steady()
        self._disk = "ok"
        self._standing: dict[str, Alarm] = {}

    def stop(self) -> None:
        """Stop soon."""
        self._stopping.set()

    def run(self) -> None:
        """Watch until told to stop."""
        while not self._stopping.wait(EVERY_S):
            self.look()

    def standing(self) -> list[Alarm]:
        """Return what is wrong now."""
        return list(self._standing.values())

    def look(self) -> None:
        """Look once."""
        self._look_at_clock()
        self._look_at_disk()

    def _look_at_clock(self) -> None:
        wall, apart = self._machine.wall(), self._machine.wall() - self._machine.steady()
        jumped = apart - self._apart
        self._apart = apart
        known = self._standing.get("clock-jumped")
        if abs(jumped) >= JUMP_S:
            text = f"the clock jumped by {jumped:+.0f} s"
            self._standing["clock-jumped"] = Alarm("clock-jumped", "server", text, wall)
            self._tell(ClockJumped(seconds=round(jumped, 3)))
        elif known is not None and not 0 <= wall - known.since < TOLD_S:
            del self._standing["clock-jumped"]

    def _look_at_disk(self) -> None:
        try:
            free_mb = self._machine.free(self._data) // 1_000_000
        except OSError as error:
            log.warning("cannot tell how full the disk is: %s", error)
            return
        state = "full" if free_mb < FULL_MB else "low" if free_mb < LOW_MB else "ok"
        if state == self._disk:
            return
        self._disk = state
        for code in ("disk-low", "disk-full"):
            self._standing.pop(code, None)
        if state != "ok":
            text = f"{free_mb} MB are left on the disk of the data folder"
            self._standing[f"disk-{state}"] = Alarm(f"disk-{state}", "server", text, self._machine.wall())
        self._tell(DiskState(state=state, free_mb=free_mb))

    def _tell(self, body: FactBody) -> None:
        log.warning("%s", body)
        try:
            self._journal.enter([body], source=SOURCE)
        except JournalError as error:  # the disk may be what is wrong
            log.error("the house's journal cannot be written: %s", error)
