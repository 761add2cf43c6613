"""Stores of every schema that was ever released are opened by today's program, brought up to date, and keep their data.

The SQL files were dumped from stores that the programs of their day had written. Whoever adds a step to a schema adds
the dump of a store from before it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from api.audit.sightings import read_sightings
from api.auth.people import People, people_migrations
from api.floor.hosts import Hosts, KnownHost, hosts_migrations
from api.floor.wire import Seal
from api.store.journal import Journal, fact_content, read_entries, read_rows
from api.store.migrations import journal_migrations
from api.store.verify import verify_journal
from tracker.facts import CardPlaced, ChipsSeen, Fact

STORES = Path(__file__).parents[2] / "data" / "stores"
SCHEMAS: dict[str, tuple[Migrations, Callable[[Path], object]]] = {
    "journal": (journal_migrations, Journal),
    "people": (people_migrations, People),
    "hosts": (hosts_migrations, Hosts),
}


def stored(name: str, folder: Path) -> Path:
    """Make the store that a dump tells of."""
    path = folder / f"{name}.db"
    connection = sqlite3.connect(path)
    connection.executescript((STORES / f"{name}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def schema_of(path: Path) -> set[tuple[str, str]]:
    """Return the tables and triggers of a store, with what made them."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    connection.close()
    return {(name, " ".join(sql.split())) for name, sql in rows}


@pytest.mark.parametrize("kind", SCHEMAS)
def test_there_is_a_store_of_every_schema_and_each_ends_with_the_newest(kind: str, tmp_path: Path) -> None:
    migrations, opened = SCHEMAS[kind]
    fresh = tmp_path / "fresh.db"
    opened(fresh)
    names = [step.name for step in migrations.pending(Database(memory=True))]
    dumps = sorted(path.stem for path in STORES.glob(f"{kind}-*.sql"))
    assert dumps == [f"{kind}-{name[:4]}" for name in names]
    for dump in dumps:
        path = stored(dump, tmp_path)
        opened(path)
        assert schema_of(path) == schema_of(fresh)


def test_an_old_journal_keeps_its_rows_and_goes_on(tmp_path: Path) -> None:
    path = stored("journal-0001", tmp_path)
    before = list(read_rows(path))
    with Journal(path) as journal:
        new = Fact(table="BJ-01", source="rfid", pts_us=20_000, body=ChipsSeen(spot="1.1", amount=700))
        (added,) = journal.append([new])
    assert added.seq == len(before) + 1 == 13
    entries = list(read_entries(path))
    assert list(read_rows(path))[:-1] == before
    assert entries[0].fact.body == ChipsSeen(spot="1.1", amount=2500)
    assert isinstance(entries[1].fact.body, CardPlaced)
    assert (entries[1].fact.body.card, entries[1].fact.evidence is not None) == ("Th", True)
    assert verify_journal(path).whole
    # What is read is the same fact when it is written again: an upgrade never changes what a hash was made of.
    assert all(entry.fact.id in fact_content(entry.fact) for entry in entries)


def test_old_people_get_in_with_the_secrets_that_they_had(tmp_path: Path) -> None:
    people = People(stored("people-0001", tmp_path))
    assert [known.name for known in people.everybody()] == ["anna", "olga"]
    assert people.check("olga", "482915") is not None
    assert people.check("olga", "482916") is None
    assert [(tablet.name, tablet.table) for tablet in people.tablets()] == [("tablet-1", "BJ-01")]
    people.close()


def test_old_hosts_are_known_with_their_keys(tmp_path: Path) -> None:
    path = stored("hosts-0001", tmp_path)
    hosts = Hosts(path)
    assert hosts.everybody() == [
        KnownHost("cam-1", ("BJ-01", "BJ-02"), revoked=False),
        KnownHost("cam-2", (), revoked=True),
    ]
    assert hosts.sender("cam-1", "BJ-02") == Seal("cam-1", bytes.fromhex(_column(path, "key")))
    hosts.close()


def _column(path: Path, name: str) -> str:
    connection = sqlite3.connect(path)
    value: str = connection.execute(f"SELECT {name} FROM host WHERE name = 'cam-1'").fetchone()[0]
    connection.close()
    return value


def test_old_sightings_are_read(tmp_path: Path) -> None:
    looks = list(read_sightings(stored("sightings-0001", tmp_path), 0, 2_000_000))
    assert [(look.pts_us, [card.card for card in look.cards]) for look in looks] == [
        (0, []),
        (400_000, ["Th"]),
        (900_000, ["Th", "??"]),
    ]
    assert looks[1].cards[0].quad == ((10.0, 1.0), (15.0, 1.0), (15.0, 9.0), (10.0, 9.0))


def test_a_step_that_fails_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Migrations("pitwatch-journal")

    @later(name="0002_breaks")
    def _breaks(db: Database) -> None:
        db.conn.execute("CREATE TABLE half (a TEXT)")
        db.conn.execute("SELECT nothing FROM nowhere")

    path = stored("journal-0001", tmp_path)
    before = schema_of(path)
    monkeypatch.setattr("api.store.journal.journal_migrations", later)
    with pytest.raises(Exception, match="cannot use"):
        Journal(path)
    assert schema_of(path) == before
    monkeypatch.undo()
    with Journal(path) as journal:
        assert journal.head().seq == 12
