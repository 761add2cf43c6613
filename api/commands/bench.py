"""`pitwatch bench`: the project's own measurements, as JSON."""

from __future__ import annotations

import os
import platform
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import DONE, Gauge, Json, emit_json, existing_file, progress
from api.errors import InputError

if TYPE_CHECKING:
    from api.benchmarks import Measured


class Part(StrEnum):
    """What can be measured by itself."""

    RULES = "rules"
    JOURNAL = "journal"
    VISION = "vision"


def bench(
    parts: Annotated[
        list[Part] | None,
        typer.Argument(help="What to measure; rules and journal unless told.", show_default=False),
    ] = None,
    recording: Annotated[
        Path | None,
        typer.Option(
            help="Measure watching on this recording (needs --table), not on a film made for it.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        Path | None, typer.Option(help="The recording's table file.", show_default=False)
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to judge.")] = 500,
    facts: Annotated[int, typer.Option(min=1, help="Facts to write.")] = 20_000,
    as_json: Json = True,
) -> int:
    """Measure judging, the journal, and what reading and watching cost; always prints JSON."""
    del as_json
    if (recording is None) != (table is None):
        raise InputError("expected --recording and --table together")
    wanted = set(parts or (Part.RULES, Part.JOURNAL))
    if recording is not None:
        existing_file(recording)
        wanted.add(Part.VISION)
    measured: list[Measured] = []
    notes: list[str] = []
    with progress("Measuring") as gauge:
        if Part.RULES in wanted:
            measured += _rules(gauge, rounds)
        if Part.JOURNAL in wanted:
            from api.benchmarks import bench_journal

            gauge.label("Writing the journal")
            measured += bench_journal(facts=facts)
        if Part.VISION in wanted:
            measured += _vision(gauge, recording, table, notes)
    machine = {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()}
    emit_json({"machine": machine, "measured": {one.name: one.to_json() for one in measured}, "notes": notes})
    return DONE


def _rules(gauge: Gauge, rounds: int) -> list[Measured]:
    from api.benchmarks import bench_judging
    from tracker.profile import SHIPPED

    measured = []
    for game in SHIPPED:
        gauge.label(f"Judging {game}")
        measured.append(bench_judging(game, rounds=rounds))
    return measured


def _vision(gauge: Gauge, recording: Path | None, table: Path | None, notes: list[str]) -> list[Measured]:
    from api.vision_benchmarks import bench_film, bench_plain, bench_stages, bench_watching
    from vision.read import Reader
    from vision.table import load_table

    gauge.label("Reading by stages")
    measured = bench_stages()
    with TemporaryDirectory(prefix="pitwatch-bench-") as folder:
        if recording is None or table is None:
            gauge.label("Filming two rounds at a table's own pace")
            recording, table = bench_film(Path(folder), progress=gauge.update)
        gauge.label("Watching the recording")
        measured += bench_watching(recording, load_table(table), Reader())
        gauge.label("Plain Ultralytics, for comparison")
        plain = bench_plain(recording)
    if isinstance(plain, str):
        notes.append(plain)
        return measured
    return [*measured, *plain]
