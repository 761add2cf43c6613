"""`pitwatch range`: films of every difficulty, audited and compared with their truth, as curves."""

from __future__ import annotations

import json
import shlex
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.commands.console import DONE, FOUND, Json, emit_json, out, progress
from api.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from api.testrange.again import Retold
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
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the films, some 40 MB each, for --again.")
    ] = False,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Make no films: tell the kept ones again and compare; exit status 1: one is told worse.",
        ),
    ] = False,
    as_json: Json = False,
) -> int:
    """Film rounds under every difficulty, audit them, and compare with the truth; exit status 1: a goal was missed."""
    from api.testrange.decks import RangeDecks
    from api.testrange.plan import Plan
    from api.testrange.results import ResultsFile, rows_for
    from api.testrange.running import FilmsFolder, run_range
    from vision.read import Reader

    if again:
        return _tell_again(out_folder, seed, as_json=as_json)

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
        with _telling("Filming the range") as tell:
            decks = RangeDecks(out_folder, reader, seed)
            films_folder = FilmsFolder(out_folder) if keep else None
            rows = run_range(
                plans, results, reader, decks=decks, progress=tell, minutes=minutes, keep=films_folder
            )
    told = _write(out_folder, rows, _command(plan), reader.model_ids)
    if as_json:
        emit_json(told)
    else:
        _print(rows, out_folder)
    return DONE if not told["reached"] or all(told["reached"].values()) else FOUND


@contextmanager
def _telling(what: str) -> Iterator[Callable[[float, str], None]]:
    """Show how much is done and which film is at hand."""
    with progress(what) as gauge:

        def tell(part: float, name: str) -> None:
            gauge.update(part)
            gauge.label(name)

        yield tell


def _tell_again(folder: Path, seed: int, *, as_json: bool) -> int:
    from api.testrange.again import tell_again
    from api.testrange.decks import RangeDecks
    from api.testrange.results import ResultsFile
    from api.testrange.running import FilmsFolder
    from vision.read import Reader

    films = FilmsFolder(folder)
    if not films.is_there:
        raise InputError(f"{str(folder)!r} holds no kept films (`pitwatch range --keep`)")
    reader = Reader()
    with _telling("Telling the kept films again") as tell:
        decks = RangeDecks(folder, reader, seed)
        retold = tell_again(films, ResultsFile(folder), reader, decks, progress=tell)
    if as_json:
        emit_json({"films": [_retold_json(one) for one in retold]})
    else:
        _print_retold(retold)
    return FOUND if any(one.is_worse for one in retold) else DONE


def _retold_json(one: Retold) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "name": one.now.name,
        "worse": one.is_worse,
        "better": one.is_better,
        "before": asdict(one.before.score),
        "now": asdict(one.now.score),
        "differences": list(one.now.differences),
    }


def _print_retold(retold: Sequence[Retold]) -> None:
    """What is told otherwise, a line a film, and how the rest is wrong still."""
    for one in retold:
        if one.is_worse or one.is_better:
            before, now = one.before.score, one.now.score
            out().print(
                f"{'WORSE' if one.is_worse else 'better'}: {one.now.name}: rounds {before.right} -> {now.right} of"
                f" {now.rounds}, errors found {before.found} -> {now.found} of {now.planted}, false"
                f" {before.false} -> {now.false}",
                markup=False,
            )
            for line in one.now.differences if one.is_worse else ():
                out().print(f"    {line}", markup=False)
    same = sum(not (one.is_worse or one.is_better) for one in retold)
    right = f"{sum(one.before.score.right for one in retold)} -> {sum(one.now.score.right for one in retold)}"
    rounds = sum(one.now.score.rounds for one in retold)
    out().print(f"films: {len(retold)}, told as before: {same}; rounds whole: {right} of {rounds}")


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
