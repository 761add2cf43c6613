"""Check a journal's hash chain on a machine that has never seen it, and name the first row that is broken."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from api.errors import JournalError
from api.store.database import open_reader
from api.store.journal import GENESIS, Head, link_hash, read_head

_Row = tuple[int, str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What `verify_journal` found.

    Attributes:
        path: the journal file.
        rows: how many rows were checked and are whole.
        head: hash of the last whole row.
        broken_row: number of the first row that is not as it was written; None if all are.
        reason: what is wrong with it; empty if nothing is.
    """

    path: Path
    rows: int
    head: str
    broken_row: int | None = None
    reason: str = ""

    @property
    def whole(self) -> bool:
        """Whether every row is as it was written."""
        return self.broken_row is None


def verify_journal(path: Path, *, expected_head: Head | None = None) -> ChainReport:
    """Walk a journal's chain from its first row.

    Args:
        path: the journal file.
        expected_head: number and hash of a row that somebody wrote down elsewhere; it must still be there.

    Raises:
        JournalError: if there is no such file or it is no journal.
    """
    db = open_reader(path)
    try:
        return _walk(db, path, expected_head)
    except sqlite3.Error as error:
        raise JournalError(f"cannot read {str(path)!r} as a journal: {error}") from error
    finally:
        db.close()


def _walk(db: Database, path: Path, expected: Head | None) -> ChainReport:
    last = Head(0, GENESIS)
    rows = db.conn.execute("SELECT seq, id, recorded_at, content, prev_hash, hash FROM fact ORDER BY seq")
    for row in rows:
        reason = _fault(row, last)
        if expected is not None and row[0] == expected.seq and row[5] != expected.hash:
            reason = reason or f"its hash is not {expected.hash[:12]}..., which was noted elsewhere"
        if reason:
            return ChainReport(path, last.seq, last.hash, broken_row=last.seq + 1, reason=reason)
        last = Head(row[0], row[5])
    reason = _cut(last, read_head(db)) or (
        _cut(last, expected) if expected and expected.seq > last.seq else ""
    )
    if reason:
        return ChainReport(path, last.seq, last.hash, broken_row=last.seq + 1, reason=reason)
    return ChainReport(path, last.seq, last.hash)


def _fault(row: _Row, last: Head) -> str:
    seq, fact_id, recorded_at, content, prev_hash, link = row
    if seq != last.seq + 1:
        return f"the row is missing: row {seq} follows row {last.seq}"
    if prev_hash != last.hash:
        return "it does not follow from the row before it"
    if link != link_hash(prev_hash, seq, recorded_at, content):
        return "its content does not match its hash"
    if _id_in(content) != fact_id:
        return f"it is filed under the id {fact_id!r}, its fact has another"
    return ""


def _id_in(content: str) -> object:
    try:
        data = json.loads(content)
    except ValueError:
        return None
    return data.get("id") if isinstance(data, dict) else None


def _cut(last: Head, head: Head) -> str:
    """Say what is missing if the rows end at `last` though `head` was written down as the end."""
    if last == head:
        return ""
    return f"the row is missing: the journal should end at row {head.seq} with hash {head.hash[:12]}..."
