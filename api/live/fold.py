"""A watched table's journal, folded as it grows: rounds and notes, from a snapshot where one counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.live.notes import Notes, NotesMemory
from api.store.journal import Entry, Head, read_entries
from api.store.long_session import LongSession
from api.store.projections import JudgedRound, Session, SessionMemory
from api.store.snapshot import Snapshots
from tracker.facts import Fact
from tracker.profile import Profile
from vision.table import Table

SNAPSHOT_EVERY: Final = 2000
"""A snapshot is taken after so many rows: some forty minutes of a busy table."""
WORTH_ROWS: Final = 100
"""Fewer rows than this are read faster than a snapshot is written."""
KEPT_ROUNDS: Final = 4
"""So many of the newest rounds go on from a snapshot; what is about older ones is folded from the beginning."""
KEPT_FACTS: Final = 300
"""So many of the newest facts do: stills of findings are drawn from them."""


@dataclass(frozen=True, slots=True)
class FoldMemory:
    """What a snapshot holds."""

    session: SessionMemory
    notes: NotesMemory


class Fold:
    """What a table's journal means. Used by one thread at a time; `session` may be asked by any.

    Attributes:
        notes: everything but the rounds.
    """

    def __init__(self, table: Table, profile: Profile, journal: Path) -> None:
        """Begin before the first row.

        Args:
            table: its money is told in the table's units and chips.
            profile: the rules.
            journal: holds every fact before it is taken in here, in the same order.
        """
        self.notes = Notes()
        self._table = table
        self._profile = profile
        self._journal = journal
        self._long = LongSession(self._empty_session, journal)
        rules = f"{profile.model_dump_json()} {table.minor_units} {table.chip_set}"
        self._snapshots = Snapshots(journal, FoldMemory, rules=rules)
        self._kept_row = 0

    def read(self, head: Head, *, anew: bool = False) -> None:
        """Fold the journal up to a row.

        Args:
            head: the row.
            anew: whether from the beginning, though there may be a snapshot.

        Raises:
            JournalError: if the journal cannot be read.
        """
        kept = None if anew else self._snapshots.read()
        if kept is None or kept[0].seq > head.seq:
            self._long.read(head.seq, each=self.notes.take)
        else:
            self._go_on(kept[0], kept[1])
            for entry in read_entries(self._journal, after=kept[0].seq, limit=head.seq - kept[0].seq):
                self._take(entry.fact)
        if anew or head.seq - self._kept_row >= WORTH_ROWS:
            self.keep(head)

    def take(self, entry: Entry) -> None:
        """Take in the journal's next row.

        Raises:
            JournalError: if it is about a round that was let go, and the journal cannot be read.
            ValueError: if a correction's body is no fact.
        """
        self._take(entry.fact)
        if entry.seq - self._kept_row >= SNAPSHOT_EVERY:
            self.keep(Head(entry.seq, entry.hash))

    def keep(self, head: Head) -> None:
        """Take a snapshot behind the row up to which everything was taken in."""
        if head.seq > self._kept_row:
            self._snapshots.write(
                head, FoldMemory(self.session.memory(KEPT_ROUNDS), self.notes.memory(KEPT_FACTS))
            )
            self._kept_row = head.seq

    @property
    def has_snapshot(self) -> bool:
        """Whether there is a snapshot that counts."""
        return self._snapshots.read() is not None

    @property
    def session(self) -> Session:
        """The newest rounds, and what all came to."""
        return self._long.session

    @property
    def rounds(self) -> Callable[[], Iterator[JudgedRound]]:
        """Yields every round, the oldest first; see `LongSession.rounds`."""
        return self._long.rounds

    def _take(self, fact: Fact) -> None:
        self.notes.take(fact)
        self._long.take(fact)

    def _go_on(self, head: Head, memory: FoldMemory) -> None:
        self.notes.go_on(memory.notes)
        self._long.go_on(head.seq, memory.session)
        self._kept_row = head.seq

    def _empty_session(self) -> Session:
        return Session(self._profile, minor_units=self._table.minor_units, chips=self._table.chip_set)
