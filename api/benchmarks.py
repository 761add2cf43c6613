"""The project's own measurements. Each says what it did and how much of it, so that a rate can be judged."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from api.store.journal import Journal
from tracker.facts import CardPlaced, Fact

BATCH = 40
"""Facts written at once: about a round's."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One measurement.

    Attributes:
        name: what was measured.
        value: the figure.
        unit: its unit.
        n: how many were measured.
        note: what the figure means.
    """

    name: str
    value: float
    unit: str
    n: int
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"value": round(self.value, 4), "unit": self.unit, "n": self.n, "note": self.note}


def bench_journal(*, facts: int) -> list[Measured]:
    """Append facts durably: a round's at once, and one by one."""
    return [
        _bench_appends("journal, a round's facts at once", facts, BATCH),
        _bench_appends("journal, fact by fact", max(1, facts // 10), 1),
    ]


def _bench_appends(name: str, count: int, batch: int) -> Measured:
    facts = [_card(number) for number in range(count)]
    with (
        tempfile.TemporaryDirectory(prefix="pitwatch-bench-") as folder,
        Journal(Path(folder) / "journal.db") as journal,
    ):
        seconds = _timed(lambda: [journal.append(facts[at : at + batch]) for at in range(0, count, batch)])
    return Measured(name, count / seconds, "facts/s", count, "each batch synced to disk; aim: 2,000")


def _card(number: int) -> Fact:
    body = CardPlaced(track=number, place="1.1", card="Th", p=0.99, face_up=True)
    return Fact(table="BENCH", source="camera:overhead", pts_us=number, body=body, seq=number + 1)


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began
