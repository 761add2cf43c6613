"""Is what lies at a path still as it was written? A journal, an audit's folder, a pin, a package, or a whole house."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import ValidationError

from api.audit.manifest import JOURNAL, MANIFEST, verify_path
from api.errors import InputError
from api.evidence.casebook import CASES
from api.evidence.excerpt import EXCERPT, check_excerpt
from api.evidence.listing import LISTING, Listing, file_entry, listing_hash
from api.evidence.package_check import Fault, check_package, is_package
from api.store.house_journal import HOUSE_JOURNAL
from api.store.journal import read_entries
from tracker.house_bodies import CasePinned, EvidenceExpired

AUDITS: Final = "audits"
Kind = Literal["journal", "audit", "pin", "package"]


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was checked.

    Attributes:
        path: where it lies.
        kind: what it is.
        rows: how many rows of a journal were checked and are whole.
        hash: of a journal's last whole row, or of the manifest.
        faults: everything that is not as it was written.
    """

    path: Path
    kind: Kind
    rows: int
    hash: str
    faults: tuple[Fault, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is broken."""
        return not self.faults

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        first = self.faults[0] if self.faults else Fault("", "")
        return {
            "path": str(self.path),
            "kind": self.kind,
            "whole": self.whole,
            "rows": self.rows,
            "head": self.hash,
            "broken_row": first.row or None,
            "broken_file": first.file or None,
            "reason": first.reason,
            "faults": [{"file": f.file, "row": f.row or None, "reason": f.reason} for f in self.faults],
        }


def check(path: Path, *, expected: str = "") -> list[Checked]:
    """Check what lies at a path.

    Args:
        path: a journal, a package, the folder of an audit or pin, or a data folder, of which everything is checked.
        expected: hash of a package's manifest that somebody wrote down.

    Raises:
        InputError: if there is nothing at the path, or nothing that can be checked.
        JournalError: if a file is no journal.
    """
    if is_package(path):
        report = check_package(path, expected=expected)
        return [Checked(path, "package", 0, report.sha256, report.faults)]
    if expected:
        raise InputError("expected a package where a manifest's hash is given")
    if path.is_dir() and not (path / MANIFEST).is_file() and (parts := list(_house(path))):
        return parts
    if path.is_dir() and _format_of(path / LISTING) == "pitwatch-pin":
        return [_pin(path)]
    return [_audit_or_journal(path)]


def _house(data: Path) -> Iterator[Checked]:
    """Check everything in a data folder."""
    pinned: dict[str, str] = {}
    if (data / HOUSE_JOURNAL).is_file():
        yield (checked := _audit_or_journal(data / HOUSE_JOURNAL))
        if checked.whole:
            bodies = [entry.fact.body for entry in read_entries(data / HOUSE_JOURNAL)]
            pinned = {f"{b.case}/{b.pin}": b.sha256 for b in bodies if isinstance(b, CasePinned)}
            expired = {name for b in bodies if isinstance(b, EvidenceExpired) for name in b.what.splitlines()}
            pinned = {name: digest for name, digest in pinned.items() if f"{CASES}/{name}" not in expired}
    for journal in sorted(data.glob(f"*/{JOURNAL}")):
        yield _audit_or_journal(journal)
    for folder in sorted((data / AUDITS).glob(f"*/{MANIFEST}")):
        yield _audit_or_journal(folder.parent)
    for name, digest in sorted(pinned.items()):
        yield _pin(data / CASES / name, expected=digest)


def _audit_or_journal(path: Path) -> Checked:
    report = verify_path(path)
    faults = []
    if report.chain.broken_row is not None:
        faults.append(Fault(JOURNAL if path.is_dir() else "", report.chain.reason, report.chain.broken_row))
    if report.broken_file and not (faults and report.broken_file == JOURNAL):
        faults.append(Fault(report.broken_file, report.file_reason))
    kind: Kind = "audit" if path.is_dir() else "journal"
    return Checked(path, kind, report.chain.rows, report.chain.head, tuple(faults))


def _pin(folder: Path, *, expected: str = "") -> Checked:
    try:
        listing = Listing.model_validate_json((folder / LISTING).read_bytes())
    except (OSError, ValidationError):
        return Checked(folder, "pin", 0, "", (Fault(LISTING, "the manifest is missing, or is none"),))
    digest = listing_hash(folder)
    faults = list(_faults_of(folder, listing))
    if expected and digest != expected:
        faults.insert(0, Fault(LISTING, f"its hash is not {expected[:12]}..., which the house's journal has"))
    return Checked(folder, "pin", 0, digest, tuple(faults))


def _faults_of(folder: Path, listing: Listing) -> Iterator[Fault]:
    for listed in listing.files:
        path = folder / listed.file
        if not path.is_file():
            yield Fault(listed.file, "the file is missing")
            continue
        if listed.file == EXCERPT:
            with path.open(encoding="utf-8", errors="replace") as rows:
                if fault := check_excerpt(rows):
                    yield Fault(listed.file, fault.reason, fault.row)
                    continue
        if file_entry(folder, listed.file) != listed:
            yield Fault(listed.file, "the file's content does not match its hash")
    known = {listed.file for listed in listing.files} | {LISTING}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        if (name := path.relative_to(folder).as_posix()) not in known:
            yield Fault(name, "the file was added afterwards")


def _format_of(path: Path) -> str:
    try:
        return str(json.loads(path.read_bytes()).get("format", ""))
    except (OSError, ValueError, AttributeError):
        return ""
