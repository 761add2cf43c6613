"""A data folder is saved while somebody writes into it, and comes back whole or not at all."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from api.cli import run
from api.store.journal import Journal, read_rows
from api.store.verify import verify_journal
from tests.unit.api.builders import card_fact


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a table's journal and stills, and a ring of footage."""
    folder = tmp_path / "data"
    for name in ("BJ-01/stills", "BJ-01/ring"):
        (folder / name).mkdir(parents=True)
    (folder / "BJ-01" / "stills" / "1-x-1.1.jpg").write_bytes(b"jpeg")
    (folder / "BJ-01" / "ring" / "0.ts").write_bytes(b"footage")
    with Journal(folder / "BJ-01" / "journal.db") as journal:
        journal.append(card_fact(n) for n in range(50))
    return folder


def test_what_was_saved_comes_back_equal(data: Path, tmp_path: Path) -> None:
    assert run(["backup", str(tmp_path / "saved"), "--data", str(data)]) == 0
    assert run(["restore", str(tmp_path / "saved"), "--data", str(tmp_path / "again")]) == 0
    again = tmp_path / "again" / "BJ-01"
    assert list(read_rows(again / "journal.db")) == list(read_rows(data / "BJ-01" / "journal.db"))
    assert (again / "stills" / "1-x-1.1.jpg").read_bytes() == b"jpeg"
    assert not (again / "ring").exists()
    with Journal(again / "journal.db") as journal:
        assert [entry.seq for entry in journal.append([card_fact(50)])] == [51]


def test_a_backup_is_whole_while_somebody_writes(data: Path, tmp_path: Path) -> None:
    enough = threading.Event()

    def write() -> None:
        with Journal(data / "BJ-01" / "journal.db") as journal:
            number = 50
            while not enough.is_set():
                journal.append([card_fact(number)])
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(3):  # the later ones replace the earlier
            assert run(["backup", str(tmp_path / "saved"), "--data", str(data)]) == 0
    finally:
        enough.set()
        writer.join()
    saved = tmp_path / "saved" / "BJ-01" / "journal.db"
    rows = list(read_rows(saved))
    assert verify_journal(saved).whole
    assert rows == list(read_rows(data / "BJ-01" / "journal.db"))[: len(rows)]


def refused(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


def test_a_damaged_backup_is_not_put_back(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, again = tmp_path / "saved", tmp_path / "again"
    restore = ["restore", str(saved), "--data", str(again)]
    run(["backup", str(saved), "--data", str(data)])
    still = saved / "BJ-01" / "stills" / "1-x-1.1.jpg"
    still.write_bytes(b"other")
    refused(restore, "BJ-01/stills/1-x-1.1.jpg was changed", capsys)
    still.unlink()
    refused(restore, "BJ-01/stills/1-x-1.1.jpg is missing", capsys)
    (saved / "backup.json").write_text("{}")
    refused(restore, "backup.json cannot be read", capsys)
    (saved / "backup.json").unlink()
    refused(restore, "is no backup", capsys)
    assert not again.exists()


def test_a_broken_journal_is_not_saved_as_if_it_were_whole(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(data / "BJ-01" / "journal.db") as db:
        db.execute("DROP TRIGGER fact_refuses_update")
        db.execute("UPDATE fact SET content = replace(content, 'Th', '9h') WHERE seq = 7")
    db.close()
    refused(["backup", str(tmp_path / "saved"), "--data", str(data)], "broken at row 7", capsys)
    assert not (tmp_path / "saved").exists()


def test_nothing_is_overwritten(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "saved"
    refused(["backup", str(saved), "--data", str(tmp_path / "none")], "no such data folder", capsys)
    refused(["backup", str(data / "saved"), "--data", str(data)], "outside of the data folder", capsys)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    refused(["backup", str(tmp_path / "mine"), "--data", str(data)], "holds other files", capsys)
    run(["backup", str(saved), "--data", str(data)])
    refused(["restore", str(saved), "--data", str(data)], "holds something", capsys)
