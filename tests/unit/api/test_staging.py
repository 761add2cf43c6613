"""An audit's folder is there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.audit.manifest import verify_path, write_manifest
from api.audit.staging import check_target, staged_folder
from api.errors import InputError, OutputError
from api.store.journal import Journal
from tests.unit.api.builders import card_fact


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def write_audit(target: Path, text: str = "report") -> None:
    with staged_folder(target) as stage:
        with Journal(stage / "journal.db") as journal:
            journal.append([card_fact(1), card_fact(2)])
            head = journal.head()
        (stage / "report.html").write_text(text)
        (stage / "stills").mkdir()
        (stage / "stills" / "1.jpg").write_bytes(b"picture")
        write_manifest(stage, head)


def test_a_finished_folder_takes_its_place(tmp_path: Path) -> None:
    write_audit(tmp_path / "new" / "audit")
    assert names(tmp_path / "new") == ["audit"]
    assert "report.html" in names(tmp_path / "new" / "audit")


def test_a_failed_one_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), staged_folder(tmp_path / "audit") as stage:
        (stage / "half").write_text("x")
        raise RuntimeError
    assert names(tmp_path) == []


def test_a_failed_one_leaves_the_earlier_audit_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "audit"
    write_audit(target, "first")
    with pytest.raises(RuntimeError), staged_folder(target) as stage:
        (stage / "report.html").write_text("second")
        raise RuntimeError
    assert (target / "report.html").read_text() == "first"
    assert names(tmp_path) == ["audit"]


def test_an_audit_may_be_written_again(tmp_path: Path) -> None:
    write_audit(tmp_path / "audit", "first")
    write_audit(tmp_path / "audit", "second")
    assert (tmp_path / "audit" / "report.html").read_text() == "second"
    assert names(tmp_path) == ["audit"]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(OutputError, match="other files"), staged_folder(tmp_path):
        pass
    assert names(tmp_path) == ["holiday.jpg"]


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "audit").write_text("x")
    with pytest.raises(OutputError, match="is a file"):
        check_target(tmp_path / "audit")


@pytest.mark.parametrize("name", [".", "audit", "deep/er/audit"])
def test_a_read_only_folder_is_told_before_any_work(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    try:
        with pytest.raises(OutputError, match="read-only"):
            check_target(folder / name)
    finally:
        folder.chmod(0o755)


def test_a_whole_folder_is_verified(tmp_path: Path) -> None:
    write_audit(tmp_path / "audit")
    report = verify_path(tmp_path / "audit")
    assert (report.whole, report.chain.rows) == (True, 2)


@pytest.mark.parametrize(
    ("file", "reason"),
    [("report.html", "does not match"), ("stills/1.jpg", "does not match"), ("added.txt", "added after")],
)
def test_a_changed_or_foreign_file_is_named(tmp_path: Path, file: str, reason: str) -> None:
    write_audit(tmp_path / "audit")
    (tmp_path / "audit" / file).write_text("other")
    report = verify_path(tmp_path / "audit")
    assert not report.whole
    assert report.broken_file == file
    assert reason in report.file_reason


@pytest.mark.parametrize("file", ["report.html", "stills/1.jpg", "journal.db"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    write_audit(tmp_path / "audit")
    (tmp_path / "audit" / file).unlink()
    report = verify_path(tmp_path / "audit")
    assert (report.whole, report.broken_file) == (False, file)


def test_a_longer_journal_than_the_manifest_says_is_whole_but_a_shorter_one_is_not(tmp_path: Path) -> None:
    write_audit(tmp_path / "audit")
    (tmp_path / "audit" / "journal.db").unlink()
    with Journal(tmp_path / "audit" / "journal.db") as journal:
        journal.append([card_fact(1)])
    report = verify_path(tmp_path / "audit")
    assert (report.whole, report.chain.broken_row) == (False, 2)


def test_a_folder_that_is_no_audit_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest\.json"):
        verify_path(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        verify_path(tmp_path / "nothing")
