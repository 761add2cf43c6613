"""`pitwatch evaluate`: measure the shipped models on drawn scenes, labelled photographs and filmed sessions."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.commands.console import DONE, Json, emit_json, out, progress
from api.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from api.audit.against_truth import FilmScore
    from api.audit.film_evaluation import FilmResult
    from vision.evaluate.evaluation import Section
    from vision.evaluate.scenes import ReadPicture
    from vision.read import Reader

JSON_FILE, PAGE_FILE = "evaluation.json", "evaluation.html"


def evaluate(
    scenes: Annotated[int, typer.Option(min=0, help="Draw and read so many scenes.")] = 0,
    seed: Annotated[int, typer.Option(help="Which scenes are drawn.")] = 1,
    deck: Annotated[
        list[str] | None,
        typer.Option(help="Deck of the scenes; may be repeated. By default those that no training saw."),
    ] = None,
    bent: Annotated[float, typer.Option(min=0, max=1, help="Bend this share of the drawn cards.")] = 0.0,
    photos: Annotated[
        Path | None, typer.Option(help="Folder of labelled photographs with manifest.jsonl.")
    ] = None,
    source: Annotated[list[str] | None, typer.Option(help="Only this source; may be repeated.")] = None,
    film: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of a filmed session (simulate --video); may be repeated."),
    ] = None,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help=f"Folder for {JSON_FILE} and {PAGE_FILE}.")
    ] = None,
    enrolled: Annotated[
        str | None,
        typer.Option(help="Read the scenes and photographs with this enrolled deck.", show_default=False),
    ] = None,
    accuracy: Annotated[
        Path | None,
        typer.Option(
            help="Write what `calibrate` tells of a height and a tilt (from the scenes).", show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Measure the reader on drawn scenes, photographs and filmed sessions; shares with 95 % intervals."""
    from api.audit.film_evaluation import films_section
    from vision.evaluate.evaluation import LOOK_P, document
    from vision.evaluate.page import page
    from vision.read import Reader

    _check(scenes, photos, film or [], accuracy)
    reader = Reader()
    read: ReadPicture = lambda image: reader.read(image, deck=enrolled, least_p=LOOK_P)  # noqa: E731
    sections: list[Section] = []
    if scenes:
        sections.append(_scenes(read, deck or [], scenes, seed, bent))
    if photos is not None:
        sections += _photos(read, photos, source or [])
    films = _films(film or [], reader)
    if films:
        sections.append(films_section(films))
    command = _command(scenes, seed, deck, bent, photos, source, film, enrolled)
    told = document(sections, reader.model_ids, command)
    if films:
        told["films"] = {folder.name: result.score.to_json() for folder, result in films.items()}
        told["films_all"] = _total(films.values()).to_json()
    if out_folder is not None:
        _write(out_folder, told, page(sections, reader.model_ids, command))
    if accuracy is not None:
        _write_accuracy(accuracy, sections[0], reader, command)
    if as_json:
        emit_json(told)
    else:
        _print(sections, films)
    return DONE


def _check(scenes: int, photos: Path | None, films: list[Path], accuracy: Path | None) -> None:
    if not scenes and photos is None and not films:
        raise InputError("expected --scenes N, --photos FOLDER or --film FOLDER to measure on")
    if accuracy is not None and not scenes:
        raise InputError("expected --scenes N with --accuracy")
    for folder in (photos, *films):
        if folder is not None and not folder.is_dir():
            raise InputError(f"no such folder: {str(folder)!r}")


def _command(
    scenes: int,
    seed: int,
    deck: list[str] | None,
    bent: float,
    photos: Path | None,
    source: list[str] | None,
    film: list[Path] | None,
    enrolled: str | None,
) -> str:
    """The command line that measures the same again."""
    words = ["pitwatch", "evaluate"]
    if scenes:
        words += ["--scenes", str(scenes), "--seed", str(seed)]
        words += [word for name in deck or () for word in ("--deck", name)]
        words += ["--bent", f"{bent:g}"] if bent else []
    if photos is not None:
        words += ["--photos", photos.name, *(word for name in source or () for word in ("--source", name))]
    words += [word for folder in film or () for word in ("--film", folder.name)]
    words += [] if enrolled is None else ["--enrolled", enrolled]
    return shlex.join(words)


def _write(folder: Path, told: dict[str, Any], page: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
        (folder / JSON_FILE).write_text(text, encoding="utf8")
        (folder / PAGE_FILE).write_text(page, encoding="utf8")
    except OSError as error:
        raise OutputError(f"cannot write into {str(folder)!r}: {error.strerror}") from error


def _write_accuracy(path: Path, scenes: Section, reader: Reader, command: str) -> None:
    from vision.evaluate.accuracy import accuracy_document

    told = accuracy_document(
        scenes.outcomes, least_p=scenes.least_p, models=reader.model_ids, command=command
    )
    try:
        path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf8")
    except OSError as error:
        raise OutputError(f"cannot write {str(path)!r}: {error.strerror}") from error


def _scenes(read: ReadPicture, names: list[str], count: int, seed: int, bent: float) -> Section:
    from vision.evaluate.evaluation import evaluate_scenes
    from vision.read.reader import LEAST_P
    from vision.synth.art import HELD_OUT, deck_names, load_deck
    from vision.synth.paint import paint_deck

    decks = [paint_deck(load_deck(name)) for name in names or sorted(HELD_OUT & set(deck_names()))]
    with progress("Reading drawn scenes") as gauge:
        return evaluate_scenes(
            read,
            decks,
            count=count,
            seed=seed,
            least_p=LEAST_P,
            bent=bent,
            progress=lambda done, total: gauge.update(done / total),
        )


def _photos(read: ReadPicture, folder: Path, sources: list[str]) -> list[Section]:
    from vision.evaluate.evaluation import evaluate_photos
    from vision.evaluate.photos import read_manifest
    from vision.read.reader import LEAST_P

    photos = read_manifest(folder)
    unknown = set(sources) - {photo.source for photo in photos}
    if unknown:
        raise InputError(
            f"no photographs of source {', '.join(map(repr, sorted(unknown)))} in {str(folder)!r}"
        )
    wanted = [photo for photo in photos if not sources or photo.source in sources]
    with progress("Reading photographs") as gauge:
        return evaluate_photos(
            read, wanted, least_p=LEAST_P, progress=lambda done, total: gauge.update(done / total)
        )


def _print(sections: list[Section], films: dict[Path, FilmResult]) -> None:
    for section in sections:
        _print_section(section)
    if films:
        _print_films(films)


def _print_section(section: Section) -> None:
    measures = section.measures
    console = out()
    console.print(f"\n{section.about}", markup=False)
    table = Table("", "cards", "recall", "clearly visible", "precision", box=None)
    for name, score in [*measures.groups.items(), ("all", measures.total)]:
        table.add_row(name, str(score.recall.of), str(score.recall), str(score.clear), str(score.precision))
    for name, score in (("rank", measures.rank), ("suit", measures.suit)):
        table.add_row(name, str(score.recall.of), str(score.recall), str(score.clear), str(score.precision))
    console.print(table)
    heights = Table("index px", "cards", "recall", "clearly visible", "precision", box=None)
    for band in measures.heights:
        score = band.score
        row = (str(score.recall.of), str(score.recall), str(score.clear), str(score.precision))
        heights.add_row(f"{band.low:.0f} to {band.high:.0f}", *row)
    console.print(heights)
    for name, told in (("reported", measures.reliability_reported), ("all readings", measures.reliability)):
        error = "none" if told.ece is None else f"{told.ece:.2%}"
        console.print(f"expected calibration error, {name}: {error}", markup=False)


def _films(folders: list[Path], reader: Reader) -> dict[Path, FilmResult]:
    from api.audit.film_evaluation import evaluate_film

    results = {}
    for folder in folders:
        with progress(f"Auditing {folder.name}") as gauge:
            results[folder] = evaluate_film(folder, reader, progress=gauge.update)
    return results


def _total(films: Iterable[FilmResult]) -> FilmScore:
    first, *others = (result.score for result in films)
    for score in others:
        first += score
    return first


def _print_films(films: dict[Path, FilmResult]) -> None:
    table = Table(
        "film", "rounds right", "wrong, not doubted", "cards right", "errors found", "false", box=None
    )
    named = [(folder.name, result.score) for folder, result in films.items()]
    for name, score in [*named, ("all", _total(films.values()))]:
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
