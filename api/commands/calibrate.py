"""`pitwatch calibrate`: where a table lies in a camera's picture, and what that camera can read of it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.console import DONE, Json, emit_json, existing_file, out
from api.errors import InputError, OutputError

if TYPE_CHECKING:
    from rich.console import Console

    from vision.calibrate.advice import Accuracy, Advice, Band, PlaceAdvice
    from vision.calibrate.points import Fit
    from vision.sightings import U8
    from vision.table import CalibrationPoint, Table

FAULTS = {
    "far": "too far: the indices are too low",
    "oblique": "too oblique: the cards are seen too flat",
    "blurred": "too blurred for indices of this height: focus, or clean the lens",
    "dark": "too dark: more light, or a longer exposure",
    "noisy": "too noisy: more light",
    "glare": "glare: parts of the felt are white; move the lamp or close the iris",
}


def calibrate(
    table: Annotated[
        Path | None,
        typer.Argument(help="The table file (TOML); a new one with --profile.", show_default=False),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Argument(help="A still of its camera, or a recording: its first picture.", show_default=False),
    ] = None,
    point: Annotated[
        list[str] | None,
        typer.Option(
            help="MM_X,MM_Y=PX,PY, or a spot's name for the millimetres (2.bet=900,700); at least four.",
            show_default=False,
        ),
    ] = None,
    tags: Annotated[
        bool, typer.Option("--tags", help="Calibrate by the printed tags that lie on the table's spots.")
    ] = False,
    tag: Annotated[
        list[str] | None,
        typer.Option(help="NO=MM_X,MM_Y: this tag lies elsewhere; may be repeated.", show_default=False),
    ] = None,
    print_tags: Annotated[
        Path | None,
        typer.Option(help="Write the tags for printing (PDF, A4), and end.", show_default=False),
    ] = None,
    click: Annotated[
        Path | None,
        typer.Option(help="Write a page (HTML) on which the spots are clicked, and end.", show_default=False),
    ] = None,
    camera: Annotated[
        str, typer.Option(help="The table's camera that took the still; a new name is a further camera.")
    ] = "",
    profile: Annotated[
        str | None, typer.Option(help="Make a new table file for this game.", show_default=False)
    ] = None,
    boxes: Annotated[int | None, typer.Option(help="How many boxes the new table has.")] = None,
    out_file: Annotated[Path, typer.Option("--out", help="Where to write the still with the zones.")] = Path(
        "zones.png"
    ),
    as_json: Json = False,
) -> int:
    """Calibrate a table by clicked points or printed tags; tell what its camera can read at each place.

    Without points and tags the table file is left alone: the zones are drawn on the still, and the camera is judged.
    """
    from vision.calibrate.advice import advise, shipped_accuracy
    from vision.calibrate.click_page import click_page
    from vision.calibrate.further import as_seen_by
    from vision.calibrate.points import fit_of
    from vision.calibrate.zones import draw_zones

    if print_tags is not None:
        return _print_tags(print_tags)
    if table is None or picture is None:
        raise InputError("expected a table file and a still of its camera")
    image = first_picture(picture)
    whole = _table(table, profile, boxes, image)
    if camera and profile is not None:
        raise InputError("expected --camera for a table that is there: a new one has one camera")
    at = as_seen_by(whole, camera or whole.camera.name, image.shape[1], image.shape[0])
    if click is not None:
        words = [*_new_table(profile, boxes), *(["--camera", camera] if camera else [])]
        command = shlex.join(["pitwatch", "calibrate", str(table), str(picture), *words])
        _write(click, click_page(image, at, command).encode())
        out().print(f"Open {click} in a browser, click the spots, and run what it says.", markup=False)
        return DONE
    given = _points(at, image, point or [], tags or bool(tag), tag or [])
    if given:
        at = _calibrated(table, whole, at, given, image)
    elif camera and camera not in whole.camera_names:
        raise InputError(f"table {whole.name} has no camera {camera!r}; expected --point or --tags to add it")
    elif not table.is_file():
        raise InputError(f"no such file: {str(table)!r}; expected --point or --tags to make it")
    advice, accuracy, fit = advise(image, at, shipped_accuracy()), shipped_accuracy(), fit_of(at)
    _write(out_file, _png(draw_zones(image, at)))
    if as_json:
        emit_json(_document(at, advice, accuracy, fit, out_file, changed=bool(given)))
    else:
        _print(out(), table if given else None, advice, fit)
        out().print(
            f"Measured by `{accuracy.command}`: single pictures, harsher than a casino's; on a table every card is "
            f"looked at many times.\nZones: {out_file}",
            markup=False,
        )
    return DONE


def first_picture(path: Path) -> U8:
    """Return a still, or a recording's first picture, as uint8 BGR `(h, w, 3)`.

    Raises:
        InputError: if there is no such still, or it is too large for a camera's.
        SourceError: if it cannot be read.
    """
    from vision.sources import open_recording
    from vision.sources.pictures import MOST_READ_PX, read_picture
    from vision.sources.stills import PICTURES

    if path.suffix.lower() in PICTURES and not path.is_dir():
        still = read_picture(existing_file(path))
        if still.shrunk > 1:
            raise InputError(
                f"{path}: expected a camera's still of at most {MOST_READ_PX / 1e6:.0f} megapixels, "
                f"got {still.stored_width}x{still.stored_height}"
            )
        return still.image
    source = open_recording(path)
    try:
        return next(iter(source)).image().copy()
    finally:
        source.close()


def _print_tags(path: Path) -> int:
    """Write the tags as pages of A4."""
    from io import BytesIO

    from PIL import Image

    from vision.calibrate.tags import DPI, sheets

    first, *others = [Image.fromarray(page) for page in sheets()]
    pages = BytesIO()
    first.save(pages, format="PDF", save_all=True, append_images=others, resolution=DPI)
    _write(path, pages.getvalue())
    out().print(f"Tags: {path}; print at 100 %, lay each cross on its spot.", markup=False)
    return DONE


def _table(path: Path, profile: str | None, boxes: int | None, image: U8) -> Table:
    """The table file; where there is none yet, the standard layout of a game, seen by this camera."""
    from vision.calibrate.camera import Camera
    from vision.synth.table import standard_table
    from vision.table import load_table

    if profile is None:
        return load_table(path)
    if path.exists():
        raise InputError(f"{str(path)!r} is there already; leave out --profile to calibrate it anew")
    height, width = image.shape[:2]
    try:
        return standard_table(profile, boxes=boxes, camera=Camera(width=width, height=height), name=path.stem)
    except ValueError as error:
        raise InputError(str(error)) from error


def _new_table(profile: str | None, boxes: int | None) -> list[str]:
    words = [] if profile is None else ["--profile", profile]
    return words if boxes is None else [*words, "--boxes", str(boxes)]


def _points(
    table: Table, image: U8, typed: list[str], by_tags: bool, moved: list[str]
) -> list[CalibrationPoint]:
    from vision.calibrate.points import parse_point, place_mm
    from vision.calibrate.tags import TAGS, places_of, points_from

    points = [parse_point(text, table) for text in typed]
    if not by_tags:
        return points
    places = places_of(table)
    for text in moved:
        number, _, where = text.partition("=")
        if not (number.isdecimal() and int(number) < TAGS):
            raise InputError(f"expected NO=MM_X,MM_Y with a tag of 0 to {TAGS - 1}, got {text!r}")
        places[int(number)] = place_mm(where, table)
    return points + points_from(image, places)


def _calibrated(path: Path, whole: Table, at: Table, points: list[CalibrationPoint], image: U8) -> Table:
    """Calibrate one camera, and write the table file: what it says besides stays as it was written."""
    from vision.calibrate.further import text_with_cameras, with_camera
    from vision.calibrate.points import calibrated, updated_text
    from vision.table_file import format_table

    height, width = image.shape[:2]
    changed = calibrated(at, points, width, height)
    if changed.camera.name == whole.camera.name:
        said = changed.model_copy(update={"other_cameras": whole.other_cameras})
        text = updated_text(path.read_text(encoding="utf8"), said) if path.is_file() else format_table(said)
    else:
        text = text_with_cameras(path.read_text(encoding="utf8"), with_camera(whole, changed))
    _write(path, text.encode())
    return changed


def _png(image: U8) -> bytes:
    import cv2

    return bytes(cv2.imencode(".png", image)[1])


def _write(path: Path, data: bytes) -> None:
    try:
        part = path.with_name(path.name + ".part")
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write {str(path)!r}: {error.strerror}") from error


def _document(
    table: Table, advice: Advice, accuracy: Accuracy, fit: Fit, zones: Path, *, changed: bool
) -> dict[str, Any]:
    from vision.calibrate.advice import READABLE_PX

    seen = advice.seen
    return {
        "table": table.name,
        "calibrated": changed,
        "points": len(fit.off_px),
        "reprojection": {
            "checked": fit.is_checked,
            "rms_px": round(fit.rms_px, 2),
            "worst_px": round(float(fit.off_px.max()), 2),
            "worst_mm": round(float(fit.off_mm.max()), 2),
        },
        "zones": str(zones),
        "fit": advice.is_fit,
        "faults": list(advice.faults),
        "light": {
            "white": round(seen.white, 1),
            "noise": round(seen.noise, 2),
            "glare_px": seen.glare_px,
            "blur_px": None if seen.blur_px is None else round(seen.blur_px, 2),
        },
        "readable_px": READABLE_PX,
        "places": {
            place.place: {
                "index_px": round(place.index_px, 1),
                "tilt_deg": round(place.tilt_deg, 1),
                "faults": list(place.faults),
                "expected": _expected(place.expected),
            }
            for place in advice.places
        },
        "measured_by": accuracy.command,
    }


def _expected(band: Band | None) -> dict[str, Any] | None:
    if band is None:
        return None
    interval = [round(end, 4) for end in band.interval]
    return {"share": round(band.share, 4), "interval_95": interval, "n": band.n}


def _print(console: Console, written: Path | None, advice: Advice, fit: Fit) -> None:
    if written is not None:
        console.print(f"Calibrated by {len(fit.off_px)} points: {written}", markup=False)
    if fit.is_checked:
        worst = int(fit.off_px.argmax())
        console.print(
            f"Reprojection: {fit.rms_px:.1f} px off on average, point {worst + 1} {fit.off_px[worst]:.1f} px "
            f"({fit.off_mm[worst]:.1f} mm)",
            markup=False,
        )
    else:
        console.print(
            "Reprojection: four points fit any plane; give five or more to check them", markup=False
        )
    for place in advice.places:
        console.print(_line(place), markup=False)
    for fault in advice.faults:
        console.print(f"The picture is {FAULTS[fault]}.", markup=False)
    console.print(_verdict(advice), markup=False)


def _line(place: PlaceAdvice) -> str:
    told = f"{place.place:<4} index {place.index_px:5.1f} px, {place.tilt_deg:2.0f} degrees off: "
    if place.expected is None:
        told += "not measured"
    else:
        low, high = place.expected.interval
        told += f"{place.expected.share:.1%} read right in one look in evaluation "
        told += f"({low:.1%} to {high:.1%}, n = {place.expected.n})"
    return told + "".join(f"  {FAULTS[fault].partition(':')[0]}" for fault in place.faults)


def _verdict(advice: Advice) -> str:
    from vision.calibrate.advice import READABLE_PX

    if advice.is_fit:
        return "This camera can read the table."
    faults = dict.fromkeys([*advice.faults, *(fault for place in advice.places for fault in place.faults)])
    lines = [
        f"{FAULTS[fault][0].upper()}{FAULTS[fault][1:]}." for fault in faults if fault not in advice.faults
    ]
    if "far" in faults:
        lowest = min(place.index_px for place in advice.places)
        lines.append(
            f"Indices should stand at least {READABLE_PX:.0f} px high; the lowest stand {lowest:.0f} px: "
            f"a lens {READABLE_PX / lowest:.1f} times as long, or a picture of more pixels, would do."
        )
    return " ".join(["This camera is not fit for the whole table.", *lines])
