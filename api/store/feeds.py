"""Facts from files: a chip feed, a simulator's truth. One JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from api.errors import InputError
from tracker.facts import Fact, fact_from_json

CAMERA = "camera:"


def read_facts(path: Path) -> list[Fact]:
    """Read a file of facts, one JSON object a line.

    Raises:
        InputError: naming file, line and reason.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise InputError(f"cannot read facts from {str(path)!r}: {reason}") from error
    return [_fact(line, path, number) for number, line in enumerate(lines, start=1) if line.strip()]


def feeds_by_table(paths: Iterable[Path]) -> dict[str, Sequence[Fact]]:
    """Read what other sources than the camera told of tables: each table's facts in order of time, by its name.

    Raises:
        InputError: if a file cannot be read, or holds a camera's facts, which would then be there twice.
    """
    feeds: dict[str, list[Fact]] = {}
    for path in paths:
        for fact in read_facts(path):
            if fact.source.startswith(CAMERA):
                raise InputError(f"{path}: expected facts of other sources, got one of {fact.source!r}")
            feeds.setdefault(fact.table, []).append(fact)
    return {table: sorted(facts, key=lambda fact: fact.pts_us) for table, facts in feeds.items()}


def chip_feed(paths: Iterable[Path], table: str) -> Sequence[Fact]:
    """Read what other sources than the camera told of one table, in order of time.

    Raises:
        InputError: as `feeds_by_table`, and if a file tells of another table.
    """
    feeds = feeds_by_table(paths)
    others = sorted(set(feeds) - {table})
    if others:
        raise InputError(f"expected facts of table {table!r}, got facts of {others[0]!r}")
    return feeds.get(table, ())


def _fact(line: str, path: Path, number: int) -> Fact:
    try:
        data = json.loads(line)
        if not isinstance(data, dict):
            raise ValueError(f"expected an object, got {line[:40]!r}")
        return fact_from_json(data)
    except ValueError as error:
        raise InputError(f"{path}:{number}: not a fact: {error}") from error
