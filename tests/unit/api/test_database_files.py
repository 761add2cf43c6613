"""The database files that the server writes: strict tables, a write-ahead log; files of every earlier schema open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from api.audit.sightings import SightingsWriter
from api.auth.people import People
from api.auth.roles import Role
from api.store.house_journal import HouseJournal
from api.store.journal import GENESIS, Journal, link_hash, read_entries
from api.store.verify import verify_journal
from tests.unit.api.builders import card_fact
from tests.unit.api.hashing import CHEAP

JOURNAL_1 = """
CREATE TABLE fact (seq INTEGER PRIMARY KEY CHECK (seq > 0), id TEXT NOT NULL UNIQUE, recorded_at TEXT NOT NULL,
    content TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TABLE head (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TRIGGER fact_refuses_update BEFORE UPDATE ON fact BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER fact_refuses_delete BEFORE DELETE ON fact BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TABLE _sqlite_migrations (id INTEGER PRIMARY KEY, migration_set TEXT, name TEXT, applied_at TEXT);
INSERT INTO _sqlite_migrations (migration_set, name, applied_at)
    VALUES ('pitwatch-journal', '0001_facts', '2026-01-01 00:00:00');
INSERT INTO fact VALUES (1, 'f8a9dcc2d6d7f3d1', '2026-05-01T20:00:00.000000+00:00',
    '{"card":"Th","face_up":true,"id":"f8a9dcc2d6d7f3d1","kind":"card-placed","p":0.99,"place":"1.1","pts_us":1000000,'
    || '"sideways":false,"slot":0,"source":"camera:overhead","table":"BJ-01","track":1,"x_mm":0.0,"y_mm":0.0}',
    '0000000000000000000000000000000000000000000000000000000000000000', '');
"""
"""A journal as the first schema had it, with a row whose hash the test fills in."""


def make_journal(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([card_fact(1)])


def make_house(path: Path) -> None:
    HouseJournal(path).close()


def make_people(path: Path) -> None:
    people = People(path, CHEAP)
    people.add("ann", Role.ADMINISTRATOR, "correct horse")
    people.close()


def make_sightings(path: Path) -> None:
    SightingsWriter(path).close()


@pytest.mark.parametrize("make", [make_journal, make_house, make_people, make_sightings])
def test_every_table_is_strict(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "file.db")
    db = sqlite3.connect(tmp_path / "file.db")
    tables = db.execute(
        "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE '%sqlite_%'"
    ).fetchall()
    db.close()
    assert tables and all(strict for _, strict in tables), tables


@pytest.mark.parametrize("make", [make_journal, make_house, make_people])
def test_what_grows_has_a_write_ahead_log(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "file.db")
    db = sqlite3.connect(tmp_path / "file.db")
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


def first_schema(path: Path) -> None:
    """Write a journal as the first release did."""
    db = sqlite3.connect(path)
    db.executescript(JOURNAL_1)
    seq, at, content = db.execute("SELECT seq, recorded_at, content FROM fact").fetchone()
    link = link_hash(GENESIS, seq, at, content)
    db.execute("DROP TRIGGER fact_refuses_update")
    db.execute("UPDATE fact SET hash = ?", (link,))
    db.execute(
        "CREATE TRIGGER fact_refuses_update BEFORE UPDATE ON fact "
        "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
    )
    db.execute("INSERT INTO head VALUES (1, 1, ?)", (link,))
    db.commit()
    db.close()


def test_a_journal_of_the_first_schema_is_read_verified_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first_schema(path)
    assert verify_journal(path).whole
    with Journal(path) as journal:
        journal.append([card_fact(2)])
    assert [entry.seq for entry in read_entries(path)] == [1, 2]
    assert verify_journal(path).rows == 2
