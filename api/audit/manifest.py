"""The list of an audit's files with their hashes, and the check of a folder or journal against it.

`manifest.json` stands beside what an audit wrote: every file with its SHA-256, and the journal's last row and hash.
Whoever receives the folder can check it on a machine that has never seen the table.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from api.errors import InputError
from api.store.journal import Head, read_entries
from api.store.verify import ChainReport, verify_journal
from tracker.house_bodies import EvidenceExpired

MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.db"


class ListedFile(BaseModel, frozen=True, extra="forbid"):
    """A file of the folder: its name with `/` between folders, and its SHA-256 as hex."""

    file: str
    sha256: str


class Manifest(BaseModel, frozen=True, extra="forbid"):
    """What `manifest.json` holds."""

    format: str = "pitwatch-audit"
    version: int = 1
    journal_rows: int
    journal_head: str
    files: tuple[ListedFile, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a journal, or a folder, is as it was written.

    Attributes:
        chain: the journal's chain.
        broken_file: the first file that is missing, changed or foreign; empty if none is.
        file_reason: what is wrong with it.
    """

    chain: ChainReport
    broken_file: str = ""
    file_reason: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing is broken."""
        return self.chain.whole and not self.broken_file

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain JSON values."""
        return {
            "path": str(self.chain.path),
            "whole": self.whole,
            "rows": self.chain.rows,
            "head": self.chain.head,
            "broken_row": self.chain.broken_row,
            "broken_file": self.broken_file or None,
            "reason": self.chain.reason or self.file_reason,
        }


def write_manifest(folder: Path, head: Head) -> None:
    """List the files of a folder in its `manifest.json`, with the journal's last row."""
    listed = tuple(ListedFile(file=name, sha256=file_sha256(folder / name)) for name in _names_in(folder))
    manifest = Manifest(journal_rows=head.seq, journal_head=head.hash, files=listed)
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")


def refuse_to_lose_rows(folder: Path) -> None:
    """Check that an audit may be written anew over a folder: what people added to its journal would be lost.

    Raises:
        InputError: if somebody corrected, reviewed or handled something in the audit that stands there.
        JournalError: if its journal cannot be read.
    """
    if not (folder / MANIFEST).is_file() or not (folder / JOURNAL).is_file():
        return
    audited = read_manifest(folder).journal_rows
    added = sum(1 for _ in read_entries(folder / JOURNAL, after=audited))
    if added:
        raise InputError(
            f"the audit in {str(folder)!r} holds {added} facts that people added to it: move it, or give another --out"
        )


def verify_path(path: Path) -> Verification:
    """Check a journal file, or a folder that an audit wrote.

    Raises:
        InputError: if there is nothing at the path, or the folder has no readable manifest.
        JournalError: if the file is no journal.
    """
    if path.is_dir():
        return _verify_folder(path)
    if not path.exists():
        raise InputError(f"no such file or folder: {str(path)!r}")
    return Verification(verify_journal(path))


def file_sha256(path: Path) -> str:
    """Return a file's SHA-256 as hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _verify_folder(folder: Path) -> Verification:
    manifest = read_manifest(folder)
    head = Head(manifest.journal_rows, manifest.journal_head)
    journal = folder / JOURNAL
    if not journal.is_file():
        missing = ChainReport(journal, 0, "", broken_row=1, reason="the journal itself is missing")
        return Verification(missing, JOURNAL, "missing")
    chain = verify_journal(journal, expected_head=head)
    # The journal is judged by its chain: SQLite may rewrite the file's bytes without changing a row.
    gone = expired_files(journal) if chain.whole else frozenset()
    for listed in manifest.files:
        if listed.file in gone and not (folder / listed.file).exists():
            continue
        if reason := _fault(folder / listed.file, listed) if listed.file != JOURNAL else "":
            return Verification(chain, listed.file, reason)
    known = {listed.file for listed in manifest.files}
    foreign = [name for name in _names_in(folder) if name not in known]
    if foreign:
        return Verification(chain, foreign[0], "the file was added after the audit")
    return Verification(chain)


def expired_files(journal: Path) -> frozenset[str]:
    """Return the files of an audit that retention removed, as its journal says.

    Raises:
        JournalError: if it cannot be read.
    """
    bodies = (entry.fact.body for entry in read_entries(journal))
    told = (body.what.splitlines() for body in bodies if isinstance(body, EvidenceExpired))
    return frozenset(name for names in told for name in names)


def _fault(path: Path, listed: ListedFile) -> str:
    if not path.is_file():
        return "the file is missing"
    return "" if file_sha256(path) == listed.sha256 else "the file's content does not match its hash"


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of an audit's folder.

    Raises:
        InputError: if there is none, or it is none of an audit.
    """
    path = folder / MANIFEST
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(
            f"expected an audit's folder with {MANIFEST}, cannot read {str(path)!r}: {error.strerror}"
        ) from error
    except ValidationError as error:
        raise InputError(f"{str(path)!r} is no manifest of an audit: {error.errors()[0]['msg']}") from error


def _names_in(folder: Path) -> list[str]:
    skipped = {MANIFEST, f"{JOURNAL}-wal", f"{JOURNAL}-shm"}
    files = (p for p in folder.rglob("*") if p.is_file())
    return sorted(name for p in files if (name := p.relative_to(folder).as_posix()) not in skipped)
