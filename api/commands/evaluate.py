"""`pitwatch evaluate`: measure the shipped models on labelled photographs and on filmed sessions."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.commands.console import DONE, Gauge, Json, emit_json, out, progress
from api.errors import InputError

if TYPE_CHECKING:
    from api.audit.against_truth import FilmScore
    from vision.evaluate.photos import PhotoScores, Tally
    from vision.read import Reader


def evaluate(
    photos: Annotated[
        Path | None, typer.Option(help="Folder of labelled photographs with manifest.jsonl.")
    ] = None,
    source: Annotated[list[str] | None, typer.Option(help="Only this source; may be repeated.")] = None,
    overlays: Annotated[
        Path | None, typer.Option(help="Write each picture with what was read on it.")
    ] = None,
    film: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of a filmed session (simulate --video); may be repeated."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Measure the reader on photographs, and whole audits on filmed sessions; shares with 95 % intervals."""
    from vision.read import Reader

    if photos is None and not film:
        raise InputError("expected --photos FOLDER or --film FOLDER to measure on")
    for folder in (photos, *(film or ())):
        if folder is not None and not folder.is_dir():
            raise InputError(f"no such folder: {str(folder)!r}")
    reader = Reader()
    document: dict[str, Any] = {"models": list(reader.model_ids)}
    if photos is not None:
        scores = _photos(photos, reader, source or (), overlays)
        document["photos"] = _photo_document(scores)
        if not as_json:
            _print_photos(scores)
    if film:
        films = _films(film, reader)
        document["films"] = {str(folder): score.to_json() for folder, score in films.items()}
        document["films_all"] = _total(films).to_json()
        if not as_json:
            _print_films(films)
    if as_json:
        emit_json(document)
    return DONE


def _photos(
    folder: Path, reader: Reader, sources: list[str] | tuple[()], overlays: Path | None
) -> PhotoScores:
    from vision.evaluate.photos import evaluate_photos

    with progress("Reading photographs") as gauge:
        return evaluate_photos(
            folder,
            reader.read,
            sources=sources,
            overlays=overlays,
            progress=lambda done, total: gauge.update(done / total),
        )


def _photo_document(scores: PhotoScores) -> dict[str, object]:
    return {
        "sources": {
            name: {"use": scores.use_of[name], **tally.to_json()}
            for name, tally in sorted(scores.by_source.items())
        },
        "total": {use: scores.total(use).to_json() for use in sorted(set(scores.use_of.values()))},
        "all": scores.total().to_json(),
    }


def _print_photos(scores: PhotoScores) -> None:
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
    return counts + [_share(numbers[name], numbers[f"{name}_95"]) for name in ("recall", "precision")]


def _films(folders: list[Path], reader: Reader) -> dict[Path, FilmScore]:
    scores = {}
    for folder in folders:
        with progress(f"Auditing {folder.name}") as gauge:
            scores[folder] = _film(folder, reader, gauge)
    return scores


def _film(folder: Path, reader: Reader, gauge: Gauge) -> FilmScore:
    from api.audit.against_truth import read_truth, score_film
    from api.audit.run import Job
    from api.audit.run import audit as run_audit
    from api.films import CHIPS, TABLE, VIDEO
    from api.profiles import find_profile
    from api.store.feeds import chip_feed
    from vision.sources import open_recording
    from vision.table import load_table

    table = load_table(folder / TABLE)
    profile = find_profile(table.profile, beside=folder)
    truth = read_truth(folder, profile)
    feed = chip_feed((folder / CHIPS,), table.name)
    job = Job(recording=folder / VIDEO, table=table, profile=profile, feed=feed)
    with TemporaryDirectory() as stage:
        result = run_audit(job, open_recording(job.recording), reader, Path(stage), progress=gauge.update)
    return score_film(truth, result.session)


def _total(films: dict[Path, FilmScore]) -> FilmScore:
    first, *others = films.values()
    for score in others:
        first += score
    return first


def _print_films(films: dict[Path, FilmScore]) -> None:
    table = Table(
        "film", "rounds right", "wrong, not doubted", "cards right", "errors found", "false", box=None
    )
    for name, score in [*((folder.name, score) for folder, score in films.items()), ("all", _total(films))]:
        numbers = score.to_json()
        shares = [
            f"{numbers[count]} of {numbers[total]}, {_share(numbers[f'{total}_share'], numbers[f'{total}_95'])}"
            for count, total in (("right", "rounds"), ("cards_right", "cards"), ("found", "planted"))
        ]
        table.add_row(name, shares[0], str(score.wrong), *shares[1:], str(score.false))
    out().print(table)


def _share(share: float | int | list[float], interval: float | int | list[float]) -> str:
    assert isinstance(interval, list) and not isinstance(share, list)
    return f"{share:.1%} ({interval[0]:.1%} to {interval[1]:.1%})"
