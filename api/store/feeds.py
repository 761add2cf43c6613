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


def chip_feed(paths: Iterable[Path], table: str) -> Sequence[Fact]:
    """Read what other sources than the camera told of a table, in order of time.

    Raises:
        InputError: if a file cannot be read, tells of another table, or holds a camera's facts, which would then be
            there twice.
    """
    facts: list[Fact] = []
    for path in paths:
        for fact in read_facts(path):
            if fact.table != table:
                raise InputError(f"{path}: expected facts of table {table!r}, got {fact.table!r}")
            if fact.source.startswith(CAMERA):
                raise InputError(f"{path}: expected facts of other sources, got one of {fact.source!r}")
            facts.append(fact)
    return sorted(facts, key=lambda fact: fact.pts_us)


def _fact(line: str, path: Path, number: int) -> Fact:
    try:
        data = json.loads(line)
        if not isinstance(data, dict):
            raise ValueError(f"expected an object, got {line[:40]!r}")
        return fact_from_json(data)
    except ValueError as error:
        raise InputError(f"{path}:{number}: not a fact: {error}") from error
