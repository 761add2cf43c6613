"""Backups of a data folder, taken while the server runs, and checked before and after they are put back.

Databases are copied by SQLite itself, so that each is whole however much is written meanwhile; everything else is
copied as it is. The cameras' rings of segments are left out: they are overwritten within hours and cases keep what
matters of them.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from api.archive.footage import FOOTAGE
from api.audit.staging import staged_folder
from api.errors import InputError
from api.evidence.listing import Listing, file_entry
from api.evidence.witness import RING
from api.store.database import open_reader
from api.store.verify import verify_journal

BACKUP: Final = "backup.json"
"""The list of a backup's files with their hashes; its `format` is `pitwatch-backup`."""
LEFT_OUT: Final = frozenset({RING, FOOTAGE})
_BESIDE: Final = (".db-wal", ".db-shm")


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was checked.

    Attributes:
        folder: where it lies.
        files: how many files it holds.
        rows: facts in all its journals.
    """

    folder: Path
    files: int
    rows: int


def back_up(data: Path, target: Path) -> Backup:
    """Copy a data folder, which may be in use, and check the copy.

    Args:
        data: the data folder.
        target: the folder to be; one that holds a backup already is replaced once the new one is whole.

    Raises:
        InputError: if there is no data folder, a database in it is broken, or the target is something else.
    """
    if not data.is_dir():
        raise InputError(f"no such data folder: {str(data)!r}")
    if target.absolute().is_relative_to(data.absolute()):
        raise InputError("expected a backup outside of the data folder")
    with staged_folder(target, mark=BACKUP) as stage:
        for path in _files_of(data):
            copy = stage / path.relative_to(data)
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copy(path, copy)
        rows = _check_journals(stage)
        names = sorted(path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file())
        listing = Listing(format="pitwatch-backup", files=tuple(file_entry(stage, name) for name in names))
        (stage / BACKUP).write_text(listing.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return Backup(target, len(names), rows)


def check_backup(folder: Path) -> Backup:
    """Check that a backup is as it was made, and that every journal's chain is whole.

    Raises:
        InputError: naming the first file that is not.
    """
    try:
        listed = Listing.model_validate_json((folder / BACKUP).read_bytes())
    except OSError as error:
        raise InputError(f"{str(folder)!r} is no backup: it has no {BACKUP}") from error
    except ValidationError as error:
        raise InputError(f"{str(folder)!r}: {BACKUP} cannot be read: {error.errors()[0]['msg']}") from error
    for file in listed.files:
        if not (folder / file.file).is_file():
            raise InputError(f"the backup {str(folder)!r} is not whole: {file.file} is missing")
        if file_entry(folder, file.file) != file:
            raise InputError(f"the backup {str(folder)!r} is not whole: {file.file} was changed")
    return Backup(folder, len(listed.files), _check_journals(folder))


def restore(folder: Path, data: Path) -> Backup:
    """Put a backup in the place of a data folder that is empty or not there yet.

    Raises:
        InputError: if the backup is not whole, or the data folder holds something.
    """
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise InputError(f"expected an empty data folder, {str(data)!r} holds something: move it away first")
    checked = check_backup(folder)
    if data.is_dir():
        data.rmdir()
    with staged_folder(data) as stage:
        shutil.copytree(folder, stage, dirs_exist_ok=True, ignore=shutil.ignore_patterns(BACKUP))
        _check_journals(stage)
    return checked


def _files_of(data: Path) -> Iterator[Path]:
    for path in sorted(data.rglob("*")):
        inside = path.relative_to(data).parts
        if path.is_file() and not LEFT_OUT & set(inside) and not path.name.endswith(_BESIDE):
            yield path


def _copy(path: Path, copy: Path) -> None:
    if path.suffix != ".db":
        shutil.copy2(path, copy)
        return
    source = open_reader(path)
    try:
        with sqlite3.connect(copy) as target:
            source.conn.backup(target)
        target.close()
    except sqlite3.Error as error:
        raise InputError(f"the database {str(path)!r} cannot be copied: {error}") from error
    finally:
        source.close()


def _check_journals(folder: Path) -> int:
    """Return how many rows all journals hold.

    Raises:
        InputError: if a chain is broken.
    """
    rows = 0
    for path in sorted(folder.rglob("*.db")):
        if _is_journal(path):
            report = verify_journal(path)
            if not report.whole:
                raise InputError(
                    f"the journal {str(path)!r} is broken at row {report.broken_row}: {report.reason}"
                )
            rows += report.rows
    return rows


def _is_journal(path: Path) -> bool:
    db = open_reader(path)
    try:
        return {"fact", "head"} <= set(db.table_names())
    finally:
        db.close()
