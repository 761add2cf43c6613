"""The journal keeps every fact, in order, and shows where somebody changed it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.errors import FactRefused, JournalError
from api.store.journal import GENESIS, Head, Journal, read_entries
from api.store.verify import verify_journal
from tests.unit.api.builders import card_fact


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def ten_rows(path: Path) -> Path:
    with Journal(path) as journal:
        journal.append(card_fact(n) for n in range(1, 11))
    return path


def tamper(path: Path, *statements: str) -> None:
    """Change a closed journal as an insider with the file would: drop the guards, then run the statements."""
    connection = sqlite3.connect(path)
    for name in ("fact_refuses_update", "fact_refuses_delete"):
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_facts_come_back_equal_and_in_order(path: Path) -> None:
    facts = [card_fact(n) for n in range(1, 6)]
    with Journal(path) as journal:
        journal.append(facts[:2])
        journal.append(facts[2:])
    entries = list(read_entries(path))
    assert [e.fact for e in entries] == facts
    assert [e.seq for e in entries] == [1, 2, 3, 4, 5]


def test_reading_begins_behind_the_row_that_was_asked_for(ten_rows: Path) -> None:
    assert [e.seq for e in read_entries(ten_rows, after=7)] == [8, 9, 10]
    assert [e.seq for e in read_entries(ten_rows, after=2, limit=3)] == [3, 4, 5]


def test_a_repeated_fact_is_not_counted_twice(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([card_fact(1), card_fact(2)])
        added = journal.append([card_fact(2), card_fact(3)])
    assert [e.fact for e in added] == [card_fact(3)]
    assert verify_journal(path).rows == 3


def test_an_id_with_another_content_is_refused_with_its_whole_batch(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([card_fact(1)])
        forged = replace(card_fact(9), id=card_fact(1).id)
        with pytest.raises(FactRefused, match=card_fact(1).id):
            journal.append([card_fact(2), forged])
        assert journal.head().seq == 1
        journal.append([card_fact(2)])
    assert verify_journal(path).whole


def test_the_chain_goes_on_after_reopening(path: Path) -> None:
    for n in range(1, 4):
        with Journal(path) as journal:
            journal.append([card_fact(n)])
    report = verify_journal(path)
    assert (report.whole, report.rows) == (True, 3)


def test_two_writers_on_one_file_make_one_chain(path: Path) -> None:
    with Journal(path) as one, Journal(path) as other:
        for n in range(1, 20, 2):
            one.append([card_fact(n)])
            other.append([card_fact(n + 1)])
    report = verify_journal(path)
    assert (report.whole, report.rows) == (True, 20)


def test_an_empty_journal_is_whole(path: Path) -> None:
    Journal(path).close()
    report = verify_journal(path)
    assert (report.whole, report.rows, report.head) == (True, 0, GENESIS)


@pytest.mark.parametrize(
    "statement", ["UPDATE fact SET content = '{}' WHERE seq = 4", "DELETE FROM fact WHERE seq = 4"]
)
def test_the_database_itself_refuses_changes(ten_rows: Path, statement: str) -> None:
    connection = sqlite3.connect(ten_rows)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()


def edit_card(seq: int) -> str:
    return f"UPDATE fact SET content = replace(content, 'Th', 'Ah') WHERE seq = {seq}"


@pytest.mark.parametrize(
    ("statements", "broken"),
    [
        ([edit_card(4)], 4),
        ([edit_card(1)], 1),
        ([edit_card(10)], 10),
        (["UPDATE fact SET recorded_at = '2020-01-01T00:00:00+00:00' WHERE seq = 6"], 6),
        (["UPDATE fact SET id = 'feedfeedfeedfeed' WHERE seq = 3"], 3),
        (["UPDATE fact SET hash = printf('%064d', 7) WHERE seq = 5"], 5),
        (["DELETE FROM fact WHERE seq = 4"], 4),
        (["DELETE FROM fact WHERE seq = 1"], 1),
        (["DELETE FROM fact WHERE seq >= 9"], 9),
        (["DELETE FROM fact WHERE seq = 4", "UPDATE fact SET seq = seq - 1 WHERE seq > 4"], 4),
        (["INSERT INTO fact SELECT 11, 'x', recorded_at, content, hash, prev_hash FROM fact WHERE seq = 10"], 11),
        (["UPDATE fact SET seq = 99 WHERE seq = 2", "UPDATE fact SET seq = 2 WHERE seq = 3",
          "UPDATE fact SET seq = 3 WHERE seq = 99"], 2),
    ],
    ids=["edit", "edit first", "edit last", "time", "id", "hash", "delete", "delete first", "cut the end",
         "close the gap", "slip in", "swap"],
)  # fmt: skip
def test_verify_names_the_first_broken_row(ten_rows: Path, statements: list[str], broken: int) -> None:
    tamper(ten_rows, *statements)
    report = verify_journal(ten_rows)
    assert (report.whole, report.broken_row, report.rows) == (False, broken, broken - 1)
    assert report.reason


def test_a_chain_that_was_forged_anew_is_told_by_a_head_that_was_noted(
    ten_rows: Path, tmp_path: Path
) -> None:
    with Journal(ten_rows) as journal:
        noted = journal.head()
    forged = tmp_path / "forged.db"
    with Journal(forged) as journal:
        journal.append(card_fact(n, "Ah") for n in range(1, 11))
    assert verify_journal(forged).whole
    assert verify_journal(forged, expected_head=noted).broken_row == 10
    assert verify_journal(ten_rows, expected_head=noted).whole
    assert verify_journal(ten_rows, expected_head=Head(12, "f" * 64)).broken_row == 11


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 40), edits=st.sets(st.integers(1, 40), max_size=3))
def test_whatever_is_edited_the_first_one_is_named(
    tmp_path_factory: pytest.TempPathFactory, cut: int, edits: set[int]
) -> None:
    path = tmp_path_factory.mktemp("chain") / "journal.db"
    with Journal(path) as journal:
        journal.append(card_fact(n) for n in range(1, 41))
    tamper(path, f"DELETE FROM fact WHERE seq > {cut}", *(edit_card(n) for n in edits))
    broken = min([n for n in edits if n <= cut] + ([cut + 1] if cut < 40 else []), default=None)
    assert verify_journal(path).broken_row == broken


@pytest.mark.parametrize("use", [verify_journal, lambda p: list(read_entries(p)), Journal])
def test_a_file_that_is_no_journal_is_told_plainly(tmp_path: Path, use: Callable[[Path], object]) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff" * 400)
    with pytest.raises(JournalError, match=r"holiday\.jpg"):
        use(path)


def test_a_journal_that_does_not_exist_is_told_plainly(path: Path) -> None:
    with pytest.raises(JournalError, match="found none"):
        verify_journal(path)


_WRITER = """
import sys
from pathlib import Path
from api.store.journal import Journal
from tests.unit.api.builders import card_fact
journal = Journal(Path(sys.argv[1]))
n = 0
while True:
    journal.append([card_fact(n + 1), card_fact(n + 2), card_fact(n + 3)])
    n += 3
    print(n, flush=True)
"""


@pytest.mark.parametrize("after", [1, 5, 20])
def test_a_killed_writer_loses_nothing_that_it_acknowledged(path: Path, after: int) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None
    for _ in range(after):
        writer.stdout.readline()
    writer.send_signal(signal.SIGKILL)
    acknowledged = [int(line) for line in writer.stdout.read().split("\n") if line]
    writer.wait()
    writer.stdout.close()
    last = acknowledged[-1] if acknowledged else after * 3

    report = verify_journal(path)
    assert report.whole
    assert report.rows >= last
    assert report.rows % 3 == 0, "a batch is written whole or not at all"
    with Journal(path) as journal:
        journal.append([card_fact(10**6)])
    assert verify_journal(path).rows == report.rows + 1


def test_each_row_holds_one_fact_as_json(ten_rows: Path) -> None:
    connection = sqlite3.connect(ten_rows)
    contents = [json.loads(text) for (text,) in connection.execute("SELECT content FROM fact ORDER BY seq")]
    connection.close()
    assert [c["track"] for c in contents] == list(range(1, 11))
