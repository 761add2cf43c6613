"""How long pictures are kept. Journals stay for good; what is removed is written down before it goes.

Stills and sightings of audits, and stills of watched tables, go after so many days; a case's footage so many days after
the case was closed, unless it is held. Footage that a case pinned is the case's own copy: no other rule reaches it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from api.archive.archive import AUDITS, Archive
from api.archive.recorded import Recorded
from api.audit.manifest import JOURNAL, expired_files
from api.audit.run import STILLS
from api.audit.sightings import SIGHTINGS
from api.evidence.casebook import CASES, CaseBook
from api.store.house_journal import HouseJournal
from tracker.house_bodies import EvidenceExpired

SOURCE: Final = "retention"


@dataclass(frozen=True, slots=True)
class Gone:
    """What retention removes of one place: the folder as named in the data folder, its files, and their bytes."""

    folder: str
    files: tuple[str, ...]
    size: int


def retire(
    data: Path, journal: HouseJournal, *, days: int, now: datetime, dry_run: bool = False
) -> list[Gone]:
    """Remove what is older than so many days; return what was, or with `dry_run` what would be, removed.

    Raises:
        JournalError: if a journal cannot be written; what it did not take note of stays.
    """
    before = now - timedelta(days=days)
    gone = [
        *_audits(data, before, days, dry_run=dry_run),
        *_tables(data, journal, before, days, dry_run=dry_run),
        *_cases(data, journal, before, days, dry_run=dry_run),
    ]
    return [one for one in gone if one.files]


def _audits(data: Path, before: datetime, days: int, *, dry_run: bool) -> Iterator[Gone]:
    archive = Archive(data / AUDITS)
    try:
        for name in archive.names():
            kept = archive.get(name)
            if kept is not None and kept.record.ended_at < before:
                yield _retire_audit(kept, days, dry_run=dry_run)
    finally:
        archive.close()


def _retire_audit(kept: Recorded, days: int, *, dry_run: bool) -> Gone:
    files = [*sorted((kept.folder / STILLS).glob("*")), kept.folder / SIGHTINGS]
    names = [path.relative_to(kept.folder).as_posix() for path in files if path.is_file()]
    gone = _sized(f"{AUDITS}/{kept.name}", kept.folder, names)
    if names and not dry_run:
        fresh = [name for name in names if name not in expired_files(kept.folder / JOURNAL)]
        if fresh:
            kept.enter([EvidenceExpired(what="\n".join(fresh), days=days)], source=SOURCE)
        _remove(kept.folder, names)
    return gone


def _tables(
    data: Path, journal: HouseJournal, before: datetime, days: int, *, dry_run: bool
) -> Iterator[Gone]:
    for folder in sorted(path.parent for path in data.glob(f"*/{JOURNAL}")):
        old = [p for p in sorted((folder / STILLS).glob("*.jpg")) if p.stat().st_mtime < before.timestamp()]
        names = [path.relative_to(folder).as_posix() for path in old]
        if names and not dry_run:
            what = "\n".join(f"{folder.name}/{name}" for name in names)
            journal.enter([EvidenceExpired(what=what, days=days)], source=SOURCE)
        gone = _sized(folder.name, folder, names)
        if not dry_run:
            _remove(folder, names)
        yield gone


def _cases(
    data: Path, journal: HouseJournal, before: datetime, days: int, *, dry_run: bool
) -> Iterator[Gone]:
    book, before_us = CaseBook(journal, data / CASES), before.timestamp() * 1_000_000
    for case in book.cases():
        home = data / CASES / case.id
        if case.held or case.closed_us is None or case.closed_us >= before_us or not home.is_dir():
            continue
        pins = [pin.no for pin in case.pins if (home / pin.no).is_dir()]
        files = [p.relative_to(home).as_posix() for p in sorted(home.rglob("*")) if p.is_file()]
        gone = _sized(f"{CASES}/{case.id}", home, files)
        if not dry_run:
            what = "\n".join(f"{CASES}/{case.id}/{pin}" for pin in pins)
            journal.enter([EvidenceExpired(what=what, days=days)], source=SOURCE)
            shutil.rmtree(home)
        yield gone


def _sized(name: str, folder: Path, files: list[str]) -> Gone:
    return Gone(name, tuple(files), sum((folder / file).stat().st_size for file in files))


def _remove(folder: Path, names: list[str]) -> None:
    for name in names:
        (folder / name).unlink(missing_ok=True)
