"""The facts of a journal as a sequence that lies on disk: a table's history is longer than memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

from api.store.journal import read_entries
from tracker.facts import Fact


class JournalFacts(Sequence[Fact]):
    """The facts of a journal's first rows, read whenever somebody asks; what is appended later is no part of it."""

    def __init__(self, path: Path, rows: int) -> None:
        """Refer to the first rows of a journal.

        Args:
            path: the journal file.
            rows: how many; it has them.
        """
        self._path = path
        self._rows = rows

    def __len__(self) -> int:
        return self._rows

    def __iter__(self) -> Iterator[Fact]:
        for entry in read_entries(self._path, limit=self._rows):
            yield entry.fact

    @overload
    def __getitem__(self, at: int) -> Fact: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Fact]: ...
    def __getitem__(self, at: int | slice) -> Fact | Sequence[Fact]:
        numbers = range(self._rows)[at]
        if isinstance(numbers, range):
            return [self[number] for number in numbers]
        (entry,) = read_entries(self._path, after=numbers, limit=1)
        return entry.fact
