"""`pitwatch evaluate`: measure the shipped reader on labelled photographs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from api.commands.console import DONE, Json, emit_json, out, progress
from api.errors import InputError

if TYPE_CHECKING:
    from vision.evaluate.photos import PhotoScores, Tally


def evaluate(
    photos: Annotated[
        Path, typer.Option(help="Folder of labelled photographs with manifest.jsonl.", show_default=False)
    ],
    source: Annotated[list[str] | None, typer.Option(help="Only this source; may be repeated.")] = None,
    overlays: Annotated[
        Path | None, typer.Option(help="Write each picture with what was read on it.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Measure the reader: cards shown, found, right and false; recall and precision with 95 % intervals."""
    from vision.evaluate.photos import evaluate_photos
    from vision.read import Reader

    if not photos.is_dir():
        raise InputError(f"no such folder: {str(photos)!r}")
    reader = Reader()
    with progress("Reading photographs") as gauge:
        scores = evaluate_photos(
            photos,
            reader.read,
            sources=source or (),
            overlays=overlays,
            progress=lambda done, total: gauge.update(done / total),
        )
    if as_json:
        emit_json(_document(scores, reader.model_ids))
    else:
        _print(scores)
    return DONE


def _document(scores: PhotoScores, models: tuple[str, ...]) -> dict[str, object]:
    return {
        "models": list(models),
        "sources": {
            name: {"use": scores.use_of[name], **tally.to_json()}
            for name, tally in sorted(scores.by_source.items())
        },
        "total": {use: scores.total(use).to_json() for use in sorted(set(scores.use_of.values()))},
        "all": scores.total().to_json(),
    }


def _print(scores: PhotoScores) -> None:
    table = Table(
        "source", "use", "pictures", "shown", "found", "right", "false", "recall", "precision", box=None
    )
    for name, tally in sorted(scores.by_source.items()):
        table.add_row(name, scores.use_of[name], *_cells(tally))
    for use in sorted(set(scores.use_of.values())):
        table.add_row("all of these", use, *_cells(scores.total(use)))
    table.add_row("all", "", *_cells(scores.total()))
    out().print(table)


def _cells(tally: Tally) -> list[str]:
    numbers = tally.to_json()
    counts = [str(numbers[name]) for name in ("pictures", "shown", "found", "right", "false")]
    return counts + [_rate(numbers[name], numbers[f"{name}_95"]) for name in ("recall", "precision")]


def _rate(rate: float | int | list[float], interval: float | int | list[float]) -> str:
    assert isinstance(interval, list) and not isinstance(rate, list)
    return f"{rate:.1%} ({interval[0]:.1%} to {interval[1]:.1%})"
