"""`pitwatch bench`: the project's own measurements, as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import DONE, Json, emit_json, existing_file, progress
from api.errors import InputError


def bench(
    recording: Annotated[
        Path | None,
        typer.Option(help="Measure watching on this recording (needs --table).", show_default=False),
    ] = None,
    table: Annotated[
        Path | None, typer.Option(help="The recording's table file.", show_default=False)
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to judge.")] = 500,
    facts: Annotated[int, typer.Option(min=1, help="Facts to write.")] = 20_000,
    as_json: Json = True,
) -> int:
    """Measure judging, the journal and, with a recording, watching; always prints JSON."""
    del as_json
    import os
    import platform

    from api.benchmarks import Measured, bench_journal, bench_judging, bench_watching
    from tracker.profile import SHIPPED

    if (recording is None) != (table is None):
        raise InputError("expected --recording and --table together")
    measured: list[Measured] = []
    with progress("Measuring") as gauge:
        for game in SHIPPED:
            gauge.label(f"Judging {game}")
            measured.append(bench_judging(game, rounds=rounds))
        gauge.label("Writing the journal")
        measured += bench_journal(facts=facts)
        if recording is not None and table is not None:
            from vision.read import Reader
            from vision.table import load_table

            gauge.label("Watching the recording")
            measured += bench_watching(existing_file(recording), load_table(table), Reader())
    machine = {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()}
    emit_json({"machine": machine, "measured": {one.name: one.to_json() for one in measured}})
    return DONE
