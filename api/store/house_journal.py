"""The journal of the house itself: its cases, its packages, its footage and machines (`tracker.house_bodies`)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from api.store.entering import entered_before, entered_facts
from api.store.journal import Journal, read_entries, utc_now
from tracker.facts import Fact, FactBody
from tracker.house_bodies import HOUSE

HOUSE_JOURNAL: Final = "house.db"

Listener = Callable[[Fact], None]


class HouseJournal:
    """Takes what the house says, durably, and tells whoever folds it. Its methods may be called from any thread."""

    def __init__(self, path: Path, *, clock: Callable[[], datetime] = utc_now) -> None:
        """Open the journal, making the file where there is none.

        Raises:
            JournalError: if it cannot be opened.
        """
        self.path = path
        self.clock = clock
        self._lock = threading.RLock()
        self._journal = Journal(path, clock=clock, any_thread=True)
        self._facts: dict[str, Fact] = {entry.fact.id: entry.fact for entry in read_entries(path)}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell somebody of every fact so far, and of each new one when it is on disk."""
        with self._lock:
            self._listeners.append(listener)
            for fact in self._facts.values():
                listener(fact)

    def enter(self, bodies: Sequence[FactBody], *, source: str, key: str = "") -> list[Fact]:
        """Write what was said; the same under the same key is written once.

        Raises:
            FactRefused: if the key was used for something else.
            JournalError: if the journal cannot be written.
        """
        with self._lock:
            now_us = int(self.clock().timestamp() * 1_000_000)
            facts = entered_facts(
                bodies, table=HOUSE, source=source, pts_us=now_us, key=key, known=self._facts.get
            )
            for entry in self._journal.append(facts):
                self._facts[entry.fact.id] = entry.fact
                for listener in self._listeners:
                    listener(entry.fact)
            return facts

    def entered(self, source: str, key: str) -> Fact | None:
        """Return the first fact that was entered under a key, if one was."""
        with self._lock:
            return entered_before(self._facts.values(), source, key)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._journal.close()
