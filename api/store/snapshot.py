"""What a journal's rows came to, kept beside it, so that a long one need not be folded anew at each start.

A snapshot is a projection like any other: it is made from the journal alone and may be thrown away at any time. It says
of which row it is and names that row's hash, so it counts only for the journal that it was made from; and by which code
and under which rules it was made, so it counts for no others. What is broken, of another code or of another journal is
passed over. It is written aside and put in its place whole: whoever is killed meanwhile leaves the one before.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from api.errors import JournalError
from api.store.journal import Head, read_rows

log = logging.getLogger("pitwatch.store")

SNAPSHOT: Final = "snapshot.json"
_MADE_BY: Final = ("tracker", "api.store", "api.evidence", "api.live")
"""Packages whose code says what a journal means."""
_T = TypeVar("_T")
_ADAPTERS: Final[dict[type[Any], TypeAdapter[Any]]] = {}


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a snapshot counts for: its first line.

    Attributes:
        code: digest of the code that made it.
        rules: digest of the rules that it was made under.
        row: the journal's row that it was made behind.
        hash: that row's hash.
        body: digest of what it holds, its second line.
    """

    code: str
    rules: str
    row: int
    hash: str
    body: str


class Snapshots(Generic[_T]):
    """The snapshot of one journal; a file beside it.

    Args:
        journal: the journal file.
        kind: what a snapshot holds: a dataclass of plain values and facts.
        rules: text of everything besides the journal and the code that it depends on.
    """

    def __init__(self, journal: Path, kind: type[_T], *, rules: str) -> None:
        self.path = journal.with_name(SNAPSHOT)
        self._journal = journal
        self._adapter: TypeAdapter[_T] = _adapter(kind)
        self._rules = _digest(rules.encode())

    def read(self) -> tuple[Head, _T] | None:
        """Return the snapshot with the row that it was made behind; None if there is none that counts."""
        try:
            first, body = self.path.read_bytes().split(b"\n", 1)
            stamp = Stamp(**json.loads(first))
            if (stamp.code, stamp.rules, stamp.body) != (code_digest(), self._rules, _digest(body)):
                return None
            if not self._is_of_journal(stamp):
                return None
            return Head(stamp.row, stamp.hash), self._adapter.validate_json(body)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, ValidationError, JournalError) as error:
            log.warning("%s is passed over: %s", self.path, str(error).partition("\n")[0])
            return None

    def write(self, head: Head, held: _T) -> None:
        """Put a snapshot in the place of the one before; a disk that is full is no reason to stop.

        Args:
            head: the journal's row that it was made behind.
            held: what it holds.
        """
        body = self._adapter.dump_json(held)
        stamp = Stamp(code_digest(), self._rules, head.seq, head.hash, _digest(body))
        aside = self.path.with_suffix(".part")
        try:
            with aside.open("wb") as file:
                file.write(json.dumps(asdict(stamp)).encode() + b"\n" + body)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self.path)
        except OSError as error:
            log.warning("%s is not written: %s", self.path, error)

    def _is_of_journal(self, stamp: Stamp) -> bool:
        rows = read_rows(self._journal, after=stamp.row - 1, limit=1)
        return any((row.seq, row.hash) == (stamp.row, stamp.hash) for row in rows)


def _adapter(kind: type[_T]) -> TypeAdapter[_T]:
    """Return what reads and writes a kind of snapshot; to make it takes longer than to read a small one."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


@cache
def code_digest() -> str:
    """Return a digest of the code that says what a journal means."""
    digest = hashlib.sha256()
    for file in _code():
        digest.update(_digest(file.read_bytes()).encode())
    return digest.hexdigest()


def _code() -> Iterator[Path]:
    for package in _MADE_BY:
        for folder in import_module(package).__path__:
            yield from sorted(Path(folder).rglob("*.py"))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
