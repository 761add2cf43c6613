"""The journal: every fact, in the order it became known, in a hash chain. Nothing in it is edited or deleted.

A row's hash covers its number, the time it was recorded, the fact and the hash of the row before. Changing, removing
or slipping in a row breaks the chain at that row (`api.store.verify`). One `append` is one transaction: when it
returns, the facts are on disk, and a killed process loses none of them.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from api.errors import ChainBroken, FactRefused, JournalError
from api.store.database import open_reader, open_writer
from api.store.migrations import journal_migrations
from tracker.facts import Fact, fact_from_json

GENESIS = "0" * 64
"""The hash before the first row."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the journal.

    Attributes:
        seq: 1, 2, 3, ... without gaps; also the id of the row in the live stream.
        recorded_at: when the row was written, UTC, ISO 8601.
        fact: what it says.
        hash: the row's link in the chain, SHA-256 as hex.
    """

    seq: int
    recorded_at: str
    fact: Fact
    hash: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is stored: what `Entry` says, with the fact as the text that was hashed."""

    seq: int
    recorded_at: str
    content: str
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The journal's last row: its number (0: empty) and hash. Whoever keeps it can prove that nothing was cut off."""

    seq: int
    hash: str


def utc_now() -> datetime:
    """Return the wall clock in UTC."""
    return datetime.now(UTC)


def fact_content(fact: Fact) -> str:
    """Return the one JSON text of a fact that is stored and hashed."""
    return json.dumps(fact.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def link_hash(prev_hash: str, seq: int, recorded_at: str, content: str) -> str:
    """Return the hash of a row: SHA-256 over the hash before it, its number, its time and its content, a line each."""
    return hashlib.sha256(f"{prev_hash}\n{seq}\n{recorded_at}\n{content}".encode()).hexdigest()


class Journal:
    """The writing end. Several may be open on one file (SQLite lets one write at a time), each used by one thread."""

    def __init__(
        self, path: Path, *, clock: Callable[[], datetime] = utc_now, any_thread: bool = False
    ) -> None:
        """Open a journal, making the file where there is none.

        Args:
            path: the file; its folder must exist.
            clock: gives the time that is written beside each fact.
            any_thread: whether threads other than the caller's will append, one at a time.

        Raises:
            JournalError: if the file cannot be written or is no journal.
        """
        self.path = path
        self._clock = clock
        self._db: Database = open_writer(path, any_thread=any_thread)
        try:
            journal_migrations.apply(self._db)
        except sqlite3.Error as error:
            self._db.close()
            raise JournalError(f"cannot use {str(path)!r} as a journal: {error}") from error

    def append(self, facts: Iterable[Fact]) -> list[Entry]:
        """Write facts durably, in one transaction.

        A fact whose id the journal holds already is skipped, so that a sender may repeat what was not acknowledged.

        Args:
            facts: in the order in which they became known.

        Returns:
            The rows that were added, fewer than the facts where some were known.

        Raises:
            FactRefused: if an id is known with another content; nothing of the batch is written.
            JournalError: if the write fails; nothing of the batch is written.
        """
        recorded_at = self._clock().astimezone(UTC).isoformat(timespec="microseconds")
        try:
            with self._transaction():
                return self._append_all(facts, recorded_at)
        except sqlite3.Error as error:
            raise JournalError(f"cannot append to {str(self.path)!r}: {error}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        connection = self._db.conn
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            connection.rollback()
            raise
        connection.commit()

    def _append_all(self, facts: Iterable[Fact], recorded_at: str) -> list[Entry]:
        head = read_head(self._db)
        added: list[Entry] = []
        for fact in facts:
            content = fact_content(fact)
            if self._holds(fact.id, content):
                continue
            seq = head.seq + 1
            link = link_hash(head.hash, seq, recorded_at, content)
            self._insert(Row(seq, recorded_at, content, link), fact.id, head.hash)
            head = Head(seq, link)
            added.append(Entry(seq, recorded_at, fact, link))
        if added:
            self._keep_head(head)
        return added

    def _insert(self, row: Row, fact_id: str, prev_hash: str) -> None:
        self._db.conn.execute(
            "INSERT INTO fact (seq, id, recorded_at, content, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?)",
            (row.seq, fact_id, row.recorded_at, row.content, prev_hash, row.hash),
        )

    def _keep_head(self, head: Head) -> None:
        self._db.conn.execute(
            "INSERT INTO head (only_row, seq, hash) VALUES (1, ?, ?) "
            "ON CONFLICT (only_row) DO UPDATE SET seq = excluded.seq, hash = excluded.hash",
            (head.seq, head.hash),
        )

    def _holds(self, fact_id: str, content: str) -> bool:
        row = self._db.conn.execute("SELECT content FROM fact WHERE id = ?", (fact_id,)).fetchone()
        if row is not None and row[0] != content:
            raise FactRefused(f"fact id {fact_id!r} is already in {str(self.path)!r} with another content")
        return row is not None

    def append_copy(self, rows: Iterable[Row]) -> list[Entry]:
        """Write rows of another journal that this one is a copy of, durably, in one transaction.

        Args:
            rows: in their order. Those that this journal holds already are skipped.

        Returns:
            The rows that were added.

        Raises:
            ChainBroken: if a row does not follow from the one before it, is known otherwise, holds no fact or one whose
                id is known; nothing is written.
            JournalError: if the write fails; nothing is written.
        """
        try:
            with self._transaction():
                return self._append_copies(rows)
        except sqlite3.Error as error:
            raise JournalError(f"cannot append to {str(self.path)!r}: {error}") from error

    def _append_copies(self, rows: Iterable[Row]) -> list[Entry]:
        head = read_head(self._db)
        added: list[Entry] = []
        for row in rows:
            if row.seq <= head.seq:
                self._check_known(row)
                continue
            link = link_hash(head.hash, row.seq, row.recorded_at, row.content)
            if row.seq != head.seq + 1 or row.hash != link:
                raise ChainBroken(f"row {row.seq} does not follow from row {head.seq} of {str(self.path)!r}")
            fact = self._copied_fact(row)
            self._insert(row, fact.id, head.hash)
            head = Head(row.seq, row.hash)
            added.append(Entry(row.seq, row.recorded_at, fact, row.hash))
        if added:
            self._keep_head(head)
        return added

    def _copied_fact(self, row: Row) -> Fact:
        """Return the fact of a row that is copied.

        Raises:
            ChainBroken: if it holds none, or one whose id an earlier row has: no journal would have taken it.
        """
        try:
            fact = _fact_of(row.content, self.path, row.seq)
        except JournalError as error:
            raise ChainBroken(str(error)) from error
        known = self._db.conn.execute("SELECT seq FROM fact WHERE id = ?", (fact.id,)).fetchone()
        if known is not None:
            raise ChainBroken(
                f"row {row.seq} of {str(self.path)!r} has the id of row {known[0]}: {fact.id!r}"
            )
        return fact

    def _check_known(self, row: Row) -> None:
        known = self._db.conn.execute("SELECT hash FROM fact WHERE seq = ?", (row.seq,)).fetchone()
        if known is None or known[0] != row.hash:
            raise ChainBroken(f"row {row.seq} of {str(self.path)!r} is known otherwise")

    def fact(self, fact_id: str) -> Fact | None:
        """Return the fact of an id; None if the journal does not hold it."""
        row = self._db.conn.execute("SELECT seq, content FROM fact WHERE id = ?", (fact_id,)).fetchone()
        return None if row is None else _fact_of(row[1], self.path, row[0])

    def head(self) -> Head:
        """Return the last row's number and hash."""
        return read_head(self._db)

    def close(self) -> None:
        """Close the file, folding the write-ahead log into it."""
        self._db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_head(db: Database) -> Head:
    """Return the last row of an open journal as its writer left it."""
    row = db.conn.execute("SELECT seq, hash FROM head").fetchone()
    return Head(0, GENESIS) if row is None else Head(row[0], row[1])


def journal_head(path: Path) -> Head:
    """Return the last row of a journal file.

    Raises:
        JournalError: if the file is no journal.
    """
    db = open_reader(path)
    try:
        return read_head(db)
    except sqlite3.Error as error:
        raise JournalError(f"cannot read {str(path)!r} as a journal: {error}") from error
    finally:
        db.close()


def read_entries(
    path: Path, *, after: int = 0, limit: int | None = None, kinds: Collection[str] = ()
) -> Iterator[Entry]:
    """Read a journal's rows in order.

    Args:
        path: the journal file.
        after: begin behind this row.
        limit: at most so many rows; all if None.
        kinds: of these rows, only the facts of these kinds; empty: all.

    Raises:
        JournalError: if the file is no journal, or a row holds no fact.
    """
    said = [f'"kind":"{kind}"' for kind in kinds]
    for row in read_rows(path, after=after, limit=limit):
        if said and not any(kind in row.content for kind in said):
            continue
        fact = _fact_of(row.content, path, row.seq)
        if not kinds or fact.body.kind in kinds:
            yield Entry(row.seq, row.recorded_at, fact, row.hash)


def read_rows(path: Path, *, after: int = 0, limit: int | None = None) -> Iterator[Row]:
    """Read a journal's rows in order, as they are stored; arguments as for `read_entries`.

    Raises:
        JournalError: if the file is no journal.
    """
    db = open_reader(path)
    try:
        rows = db.conn.execute(
            "SELECT seq, recorded_at, content, hash FROM fact WHERE seq > ? ORDER BY seq LIMIT ?",
            (after, -1 if limit is None else limit),
        )
        for row in rows:
            yield Row(*row)
    except sqlite3.Error as error:
        raise JournalError(f"cannot read {str(path)!r} as a journal: {error}") from error
    finally:
        db.close()


def _fact_of(content: str, path: Path, seq: int) -> Fact:
    try:
        return fact_from_json(json.loads(content))
    except ValueError as error:
        raise JournalError(f"row {seq} of {str(path)!r} holds no fact: {error}") from error
