"""Pictures go after so many days, with a fact that says so; cases, holds and journals keep what they must."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from api.archive.archive import AUDITS, Archive
from api.archive.rebuild import rebuild
from api.cli import run
from api.evidence.casebook import CASES, Case, CaseBook
from api.evidence.check import check
from api.evidence.pins import span_of
from api.evidence.retention import Gone, retire
from api.store.house_journal import HOUSE_JOURNAL, HouseJournal
from api.store.journal import utc_now
from tracker.house_bodies import CaseClosed, CaseHeld

LATER = utc_now() + timedelta(days=31)


@pytest.fixture
def journal(data: Path) -> Iterator[HouseJournal]:
    journal = HouseJournal(data / HOUSE_JOURNAL)
    yield journal
    journal.close()


def pinned(data: Path, journal: HouseJournal) -> tuple[CaseBook, Case]:
    book = CaseBook(journal, data / CASES)
    case = book.open("Box 2", by="Ann")
    kept = Archive(data / AUDITS).get("session")
    assert kept is not None
    witness, finding = kept.witness(), kept.session.findings[0].id
    from_us, until_us = span_of(witness, finding)
    book.pin(case, witness, finding_id=finding, from_us=from_us, until_us=until_us, by="Ann")
    return book, case


def names(gone: list[Gone]) -> list[str]:
    return [one.folder for one in gone]


def test_an_old_audits_pictures_go_and_it_is_whole_all_the_same(data: Path, journal: HouseJournal) -> None:
    folder = data / AUDITS / "session"
    assert retire(data, journal, days=30, now=utc_now()) == []
    told = retire(data, journal, days=30, now=LATER, dry_run=True)
    assert names(told) == ["audits/session"] and (folder / "sightings.db").exists()
    assert retire(data, journal, days=30, now=LATER) == told
    assert not (folder / "sightings.db").exists() and not list((folder / "stills").iterdir())
    assert retire(data, journal, days=30, now=LATER) == []
    assert check(folder)[0].whole
    assert Archive(data / AUDITS).get("session") is not None
    assert all(part.equal for part in rebuild(folder))


def test_what_went_without_a_fact_that_says_so_is_missing(data: Path, journal: HouseJournal) -> None:
    (data / AUDITS / "session" / "sightings.db").unlink()
    (checked,) = check(data / AUDITS / "session")
    assert [fault.file for fault in checked.faults] == ["sightings.db"]


def test_a_cases_footage_stays_while_it_is_open_or_held(data: Path, journal: HouseJournal) -> None:
    book, case = pinned(data, journal)
    clip = data / CASES / case.id / "1" / "clip.mp4"
    assert "cases" not in str(names(retire(data, journal, days=30, now=LATER)))
    book.say(CaseHeld(case=case.id, held=True, reason="court", by="Ann"))
    book.say(CaseClosed(case=case.id, reason="done", by="Ann"))
    assert retire(data, journal, days=30, now=LATER) == []
    assert clip.exists()
    book.say(CaseHeld(case=case.id, held=False, reason="", by="Ann"))
    assert retire(data, journal, days=30, now=utc_now()) == []
    assert names(retire(data, journal, days=30, now=LATER)) == [f"cases/{case.id}"]
    assert not clip.exists()
    assert book.get(case.id) is not None
    assert all(part.whole for part in check(data))


def test_a_tables_old_stills_go_and_new_ones_stay(data: Path, journal: HouseJournal) -> None:
    stills = data / "T1" / "stills"
    stills.mkdir(parents=True)
    shutil.copy(data / AUDITS / "session" / "journal.db", data / "T1" / "journal.db")
    for name, age_days in (("old.jpg", 40), ("new.jpg", 1)):
        (stills / name).write_bytes(b"x")
        then = utc_now().timestamp() - age_days * 86400
        os.utime(stills / name, (then, then))
    gone = retire(data, journal, days=30, now=utc_now())
    assert [(one.folder, one.files) for one in gone] == [("T1", ("stills/old.jpg",))]
    assert (stills / "new.jpg").exists()


def test_the_command_tells_what_would_go(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["retention", "--days", "30", "--data", str(data), "--dry-run"]) == 0
    assert "0.0 MB would go" in capsys.readouterr().out
    assert run(["retention", "--days", "30", "--data", str(data / "none")]) == 2
