"""`pitwatch range`: films of every difficulty, audited and compared with their truth, as curves."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.commands.console import DONE, FOUND, Json, emit_json, out, progress
from api.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.testrange.plan import Plan
    from api.testrange.results import FilmRow

JSON_FILE, PAGE_FILE = "range.json", "range.html"


def testrange(
    out_folder: Annotated[
        Path,
        typer.Option(
            "--out", help="Folder of the results; a run that was stopped goes on there.", show_default=False
        ),
    ],
    films: Annotated[int, typer.Option(min=0, help="Films with all dials turned together: the proof.")] = 100,
    sweep_films: Annotated[
        int, typer.Option("--sweep", min=0, help="Films for each setting of each dial turned by itself.")
    ] = 0,
    dial: Annotated[
        list[str] | None,
        typer.Option(help="Turn only this dial by itself; may be repeated.", show_default=False),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in a film.")] = 3,
    errors: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Chance of a dealing error in a round.")
    ] = 0.3,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same films.")] = 1,
    enrolled: Annotated[
        bool, typer.Option("--enrolled", help="Enrol each film's deck first, as a house does with its own.")
    ] = False,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.0, help="Begin no film after so many minutes of CPU time.", show_default=False),
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Make no films: tell what has been measured so far.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Film rounds under every difficulty, audit them, and compare with the truth; exit status 1: a goal was missed."""
    from api.testrange.decks import RangeDecks
    from api.testrange.plan import Plan
    from api.testrange.results import ResultsFile, rows_for
    from api.testrange.running import run_range
    from vision.read import Reader

    try:
        plan = Plan(
            films=films,
            sweep_films=sweep_films,
            rounds=rounds,
            error_rate=errors,
            seed=seed,
            parts=dial or (),
            enrolled=enrolled,
        )
    except ValueError as error:
        raise InputError(str(error)) from error
    plans, results, reader = list(plan), ResultsFile(out_folder), Reader()
    if report:
        rows = rows_for(plans, results.rows())
    else:
        with progress("Filming the range") as gauge:

            def tell(part: float, name: str) -> None:
                gauge.update(part)
                gauge.label(name)

            decks = RangeDecks(out_folder, reader, seed)
            rows = run_range(plans, results, reader, decks=decks, progress=tell, minutes=minutes)
    told = _write(out_folder, rows, _command(plan), reader.model_ids)
    if as_json:
        emit_json(told)
    else:
        _print(rows, out_folder)
    return DONE if not told["reached"] or all(told["reached"].values()) else FOUND


def _command(plan: Plan) -> str:
    """The command line that measures the same again."""
    words = [
        "pitwatch",
        "range",
        "--out",
        "FOLDER",
        "--films",
        str(plan.films),
        "--sweep",
        str(plan.sweep_films),
    ]
    words += [word for dial in plan.parts for word in ("--dial", dial)]
    words += ["--rounds", str(plan.rounds), "--errors", f"{plan.error_rate:g}", "--seed", str(plan.seed)]
    words += ["--enrolled"] if plan.enrolled else []
    return shlex.join(words)


def _write(folder: Path, rows: Sequence[FilmRow], command: str, models: Sequence[str]) -> dict[str, Any]:
    from api.testrange.curves import document
    from api.testrange.page import page

    told = document(rows, command, models)
    try:
        text = json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
        (folder / JSON_FILE).write_text(text, encoding="utf8")
        (folder / PAGE_FILE).write_text(page(rows, command, models), encoding="utf8")
    except OSError as error:
        raise OutputError(f"cannot write into {str(folder)!r}: {error.strerror}") from error
    return told


def _print(rows: Sequence[FilmRow], folder: Path) -> None:
    from api.testrange.curves import NAMES, curves

    table = Table("dial", "", "films", *NAMES.values(), "false", "misread", box=None)
    for part, points in curves(rows).items():
        for point in points:
            shares = [f"{share.right} of {share.of}, {share}" for share in point.shares.values()]
            table.add_row(part, point.value, str(point.films), *shares, str(point.false), str(point.misread))
    out().print(table)
    out().print(f"Curves: {folder / PAGE_FILE}", markup=False)
