"""`manifest.json` of evidence: every file of a folder with its SHA-256, so that any change in it can be named."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel

LISTING: Final = "manifest.json"
Kind = Literal["pitwatch-pin", "pitwatch-package", "pitwatch-backup"]


class ListedFile(BaseModel, frozen=True, extra="forbid"):
    """A file: its name with `/` between folders, its size in bytes, its SHA-256 as hex."""

    file: str
    size: int
    sha256: str


class Listing(BaseModel, frozen=True, extra="forbid"):
    """What `manifest.json` holds."""

    format: Kind
    version: int = 1
    files: tuple[ListedFile, ...]


def write_listing(folder: Path, kind: Kind) -> str:
    """List the files of a folder in its `manifest.json`; return the list's own hash, which vouches for all of them."""
    names = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    files = tuple(file_entry(folder, name) for name in names if name != LISTING)
    data = (Listing(format=kind, files=files).model_dump_json(indent=1) + "\n").encode()
    (folder / LISTING).write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def listing_hash(folder: Path) -> str:
    """Return the hash of a folder's `manifest.json`."""
    return hashlib.sha256((folder / LISTING).read_bytes()).hexdigest()


def file_entry(folder: Path, name: str) -> ListedFile:
    """Return a file of a folder as a list has it."""
    path = folder / name
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ListedFile(file=name, size=path.stat().st_size, sha256=digest)
