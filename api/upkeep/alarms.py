"""What is wrong on the floor now; when each alarm came and went stands in the house's journal."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Final

from api.errors import JournalError
from api.store.house_journal import HouseJournal
from tracker.house_bodies import FloorAlarm

log = logging.getLogger("pitwatch.floor")

QUIET_S: Final = 60.0
"""An alarm that comes again and again is journalled this often at most, with how many times it came."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that is wrong.

    Attributes:
        code: stable, for programs and the runbook.
        subject: the host or table that it is about.
        text: one line.
        since: seconds since 1970.
        times: how often it came.
    """

    code: str
    subject: str
    text: str
    since: float
    times: int = 1


@dataclass(slots=True)
class Alarms:
    """The alarms that stand. May be used from any thread.

    Attributes:
        journal: the house's.
    """

    journal: HouseJournal
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)
    _standing: dict[tuple[str, str], Alarm] = field(init=False, default_factory=dict)
    _journalled: dict[tuple[str, str], float] = field(init=False, default_factory=dict)

    def standing(self) -> list[Alarm]:
        """Return what is wrong now, oldest first."""
        with self._lock:
            return sorted(self._standing.values(), key=lambda alarm: alarm.since)

    def raise_(self, code: str, subject: str, text: str) -> None:
        """Say that something is wrong; it stands until it is cleared."""
        key = (code, subject)
        with self._lock:
            known = self._standing.get(key)
            times = known.times + 1 if known else 1
            self._standing[key] = Alarm(code, subject, text, known.since if known else time(), times)
            since = monotonic() - self._journalled.get(key, float("-inf"))
            if known and since < QUIET_S:
                return
            self._journalled[key] = monotonic()
            self._write(FloorAlarm(code=code, subject=subject, text=text, raised=True, times=times))

    def clear(self, code: str, subject: str) -> None:
        """Say that something is well again."""
        with self._lock:
            known = self._standing.pop((code, subject), None)
            if known is not None:
                self._write(
                    FloorAlarm(code=code, subject=subject, text=known.text, raised=False, times=known.times)
                )

    def _write(self, body: FloorAlarm) -> None:
        log.warning(
            "%s %s: %s", body.code if body.raised else f"{body.code} is over", body.subject, body.text
        )
        try:
            self.journal.enter([body], source="floor")
        except JournalError as error:  # the disk may be what is wrong
            log.error("the house's journal cannot be written: %s", error)
