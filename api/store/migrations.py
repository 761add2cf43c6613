"""The journal's schema, as numbered steps. A step that was released is never edited; a change is a new step."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

journal_migrations = Migrations("pitwatch-journal")

_FACT = """
CREATE TABLE fact (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    id TEXT NOT NULL UNIQUE,
    recorded_at TEXT NOT NULL,
    content TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT
"""

_HEAD = """
CREATE TABLE head (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT
"""


@journal_migrations(name="0001_facts")
def _facts(db: Database) -> None:
    """Facts in a gapless, hash-chained, append-only table; the head tells a journal whose end was cut off."""
    db.conn.execute(_FACT)
    db.conn.execute(_HEAD)
    for verb in ("UPDATE", "DELETE"):
        db.conn.execute(
            f"CREATE TRIGGER fact_refuses_{verb.lower()} BEFORE {verb} ON fact "
            "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        )
