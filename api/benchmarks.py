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
from tracker.profile import load_profile
from tracker.referee import judge_round
from tracker.simulate import simulate
from vision.sources import open_recording
from vision.table import Table
from vision.watch import TableReader, watch

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


def bench_judging(game: str, *, rounds: int) -> Measured:
    """Judge simulated rounds, errors in a third of them, on one core."""
    profile = load_profile(game)
    session = simulate(profile, rounds=rounds, seed=1, error_rate=0.3)
    histories = [record.actions for record in session.history.rounds]
    seconds = _timed(lambda: [judge_round(profile, actions) for actions in histories])
    return Measured(f"judging {game}", rounds / seconds, "rounds/s", rounds, "aim: 5,000 on one core")


def bench_journal(*, facts: int) -> list[Measured]:
    """Append facts durably: a round's at once, and one by one."""
    return [
        _bench_appends("journal, a round's facts at once", facts, BATCH),
        _bench_appends("journal, fact by fact", max(1, facts // 10), 1),
    ]


def bench_watching(recording: Path, table: Table, reader: TableReader) -> list[Measured]:
    """Watch a recording as an audit does, and decode it without looking.

    Raises:
        SourceError: if it cannot be read.
        TableFileError: if it is not the table's.
    """
    frames, last_us, decoding = _decode(recording)
    idle = _watch_time(recording, table, _Blindfold())
    watching = _watch_time(recording, table, reader)
    played = last_us / 1e6
    return [
        Measured("decoding", frames / decoding, "frames/s", frames),
        Measured(
            "frame with nothing new",
            idle / decoding,
            "x decoding",
            frames,
            "aim: at most 1.3; no card is read",
        ),
        Measured("audit", played / watching, "x real time", frames, "aim: at least 4 on two cores"),
        Measured("audit speed", decoding / watching, "x decoding speed", frames, "aim: at least 0.5"),
        Measured("cost of a frame", 1000 * watching / frames, "ms", frames, "all of an audit's work"),
    ]


class _Blindfold:
    """A reader that sees no card: what is left is the cost of waiting for something new."""

    def read_table(
        self, image: object, table: Table, regions: object = None, *, least_p: float = 0.6
    ) -> list[Any]:
        del image, table, regions, least_p
        return []

    def read(self, image: object, *, least_p: float = 0.6) -> list[Any]:
        del image, least_p
        return []


def _decode(recording: Path) -> tuple[int, int, float]:
    source = open_recording(recording)
    began = perf_counter()
    frames = last_us = 0
    for frame in source:
        frames, last_us = frames + 1, frame.pts_us
    seconds = perf_counter() - began
    source.close()
    return frames, last_us, seconds


def _watch_time(recording: Path, table: Table, reader: TableReader) -> float:
    return _timed(lambda: [None for _ in watch(open_recording(recording), table, reader)])


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
