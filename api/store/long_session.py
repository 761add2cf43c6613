"""The session of a table that is watched for months: its newest rounds in memory, all others in its journal.

What older rounds came to stays counted and found (`Session.let_go`). A fact that is about one of them, such as a
correction hours later, is rare: the journal is folded anew for it, which costs time and no memory. What people said
about a round may stand far behind it, so it is taken in first then; it comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from api.store.journal import Entry, read_entries
from api.store.projections import LATE_US, JudgedRound, Session, SessionMemory
from tracker.facts import CameraBlind, Correction, Fact, FindingRuled, SpotSeen

KEPT_ROUNDS: Final = 40
"""More than half an hour of a busy table; some 2,000 facts."""
SAID_LATER: Final = (Correction.kind, FindingRuled.kind)
"""What people say about rounds, whenever they do."""
LET_GO_EVERY: Final = 256
"""Rounds are let go after so many facts."""


class LongSession:
    """Folds a journal as it grows. Used by one thread at a time; `session` may be asked by any."""

    def __init__(self, empty: Callable[[], Session], journal: Path, *, keep: int = KEPT_ROUNDS) -> None:
        """Begin before the first row.

        Args:
            empty: makes a session of this table that has taken in nothing.
            journal: holds every fact before it is taken in here, in the same order.
            keep: how many of the newest rounds stay in memory.
        """
        self.session = empty()
        self._empty = empty
        self._journal = journal
        self._keep = keep
        self._rows = 0
        self._reached: dict[int, int] = {}

    def read(self, rows: int, *, each: Callable[[Fact], None] = lambda _: None) -> None:
        """Fold the first rows of the journal.

        Args:
            rows: how many.
            each: is told the fact of each row, once and in order: a long journal is read once for everybody.

        Raises:
            JournalError: if it cannot be read.
        """
        self._rows = rows
        self._fold_anew(each)

    def go_on(self, rows: int, memory: SessionMemory) -> None:
        """Go on behind the first rows from what another session remembered of them; nothing was taken in yet."""
        self._rows = rows
        self.session.go_on(memory)

    def take(self, fact: Fact) -> None:
        """Take in the fact of the journal's next row.

        Raises:
            JournalError: if it is about a round that was let go, and the journal cannot be read.
            ValueError: if a correction's body is no fact.
        """
        self._rows += 1
        if self.session.reaches_back(fact):
            self._fold_anew()
            return
        self.session.take(fact)
        if self._rows % LET_GO_EVERY == 0:
            self.session.let_go(self._keep)

    def rounds(self) -> Iterator[JudgedRound]:
        """Yield every round, the oldest first; those that were let go are told and judged anew.

        Raises:
            JournalError: if the journal cannot be read.
        """
        if not self.session.gone:
            yield from self.session.rounds
            return
        session = self._empty()
        yield from self._fold_into(session, self._rows)
        yield from session.rounds

    def _fold_anew(self, each: Callable[[Fact], None] = lambda _: None) -> None:
        told = 0

        def hear(entry: Entry) -> None:
            nonlocal told
            if entry.seq > told:  # of several attempts, whoever listens hears each row once
                told = entry.seq
                each(entry.fact)

        while True:
            session, reached = self._empty(), len(self._reached)
            for _ in self._fold_into(session, self._rows, hear):
                pass
            if len(self._reached) == reached:
                session.let_go(self._keep)
                self.session = session
                return

    def _fold_into(
        self, session: Session, rows: int, hear: Callable[[Entry], None] = lambda _: None
    ) -> Iterator[JudgedRound]:
        """Fold the journal's first rows into an empty session; yield the rounds that it lets go.

        It breaks off at a row that reaches back to rounds that went; the next time they stay until then.
        """
        for entry in read_entries(self._journal, limit=rows, kinds=SAID_LATER):
            session.take(entry.fact)
        for entry in read_entries(self._journal, limit=rows):
            row, fact = entry.seq, entry.fact
            hear(entry)
            if fact.body.kind in SAID_LATER:
                continue
            if row not in self._reached and session.reaches_back(fact):
                self._reached[row] = _reach_us(fact)
                return
            session.take(fact)
            if row % LET_GO_EVERY == 0:
                since_us = min((us for at, us in self._reached.items() if at >= row), default=None)
                yield from session.let_go(self._keep, since_us=since_us)


def _reach_us(fact: Fact) -> int:
    """Media time of the oldest that a fact may change."""
    match fact.body:
        case CameraBlind():
            return fact.pts_us - fact.slack_us
        case SpotSeen():
            return fact.pts_us - LATE_US
        case _:
            return fact.pts_us
