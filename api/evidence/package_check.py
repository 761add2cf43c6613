"""Is a package of evidence still as it was made? Checked from the file alone; nothing of it is written anywhere."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from api.errors import InputError
from api.evidence.excerpt import EXCERPT, check_excerpt
from api.evidence.listing import LISTING, ListedFile, Listing

LARGEST_LISTING: Final = 16 * 1024 * 1024
_BLOCK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Fault:
    """A file that is not as it was made; `row` is the journal's row where it is one that is broken, else 0."""

    file: str
    reason: str
    row: int = 0


@dataclass(frozen=True, slots=True)
class PackageReport:
    """What was found.

    Attributes:
        path: the package.
        sha256: hash of its manifest; it must be the one that the house wrote down when the package was made.
        files: how many files the manifest names.
        faults: everything that is not as it was made.
    """

    path: Path
    sha256: str
    files: int
    faults: tuple[Fault, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is broken."""
        return not self.faults


def is_package(path: Path) -> bool:
    """Whether a file is a package of evidence, or was one: a zip file."""
    return path.is_file() and zipfile.is_zipfile(path)


def check_package(path: Path, *, expected: str = "") -> PackageReport:
    """Check a package.

    Args:
        path: the zip file.
        expected: hash of the manifest that somebody wrote down; empty where nobody did.

    Raises:
        InputError: if it is no package of evidence.
    """
    try:
        with zipfile.ZipFile(path) as package:
            data = _listing_of(package, path)
            try:
                listing = Listing.model_validate_json(data)
            except ValidationError as error:
                raise InputError(f"{str(path)!r}: {LISTING} is none: {error.errors()[0]['msg']}") from error
            sha256 = hashlib.sha256(data).hexdigest()
            faults = list(_faults(package, listing))
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise InputError(f"{str(path)!r} is no package that can be read: {error}") from error
    if expected and expected != sha256:
        faults.insert(0, Fault(LISTING, f"its hash is not {expected[:12]}..., which was noted elsewhere"))
    return PackageReport(path, sha256, len(listing.files), tuple(faults))


def _listing_of(package: zipfile.ZipFile, path: Path) -> bytes:
    try:
        info = package.getinfo(LISTING)
    except KeyError:
        raise InputError(f"{str(path)!r} is no package of evidence: it has no {LISTING}") from None
    if info.file_size > LARGEST_LISTING:
        raise InputError(f"{str(path)!r}: {LISTING} is too large")
    return package.read(LISTING)


def _faults(package: zipfile.ZipFile, listing: Listing) -> Iterator[Fault]:
    names = package.namelist()
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Fault(name, "the file is there more than once")
    for listed in listing.files:
        if listed.file not in names:
            yield Fault(listed.file, "the file is missing")
            continue
        # The rows first: they tell which one was changed, the file's hash only that one was.
        if listed.file.rsplit("/", 1)[-1] == EXCERPT and listed.size <= LARGEST_LISTING:
            rows = io.TextIOWrapper(package.open(listed.file), encoding="utf-8", errors="replace")
            if fault := check_excerpt(rows):
                yield Fault(listed.file, fault.reason, fault.row)
                continue
        if reason := _changed(package, listed):
            yield Fault(listed.file, reason)
    known = {listed.file for listed in listing.files} | {LISTING}
    for name in names:
        if name not in known and not name.endswith("/"):
            yield Fault(name, "the file was added after the package was made")


def _changed(package: zipfile.ZipFile, listed: ListedFile) -> str:
    """Return what is wrong with a file's content; never more of it is read than it should have."""
    digest, size = hashlib.sha256(), 0
    try:
        with package.open(listed.file) as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                size += len(block)
                if size > listed.size:
                    break
    except (zipfile.BadZipFile, EOFError, OSError, ValueError) as error:
        return f"the file cannot be read: {error}"
    return "" if digest.hexdigest() == listed.sha256 else "the file's content does not match its hash"
