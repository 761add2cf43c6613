"""`pitwatch calibrate`: does a table file fit its camera? A still shows its zones, and how high indices stand in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import DONE, Json, emit_json, out
from api.errors import OutputError

if TYPE_CHECKING:
    from api.evidence.pictures import U8

READABLE_PX = 20
"""Below this height of rank and suit together, readings of suits become unsure."""


def calibrate(
    table: Annotated[Path, typer.Argument(help="The table file (TOML).", show_default=False)],
    picture: Annotated[
        Path,
        typer.Argument(help="A still of its camera, or a recording: its first picture.", show_default=False),
    ],
    out_file: Annotated[Path, typer.Option("--out", help="Where to write the still with the zones.")] = Path(
        "zones.png"
    ),
    as_json: Json = False,
) -> int:
    """Draw a table's zones on a picture of its camera, and say how high the cards' indices stand in it."""
    import cv2

    from vision.calibrate.zones import draw_zones, index_height_px
    from vision.table import load_table

    at = load_table(table)
    shown = draw_zones(first_picture(picture), at)
    rows = {"d": at.dealer} | {
        f"{box.no}.{n}": hand for box in at.boxes for n, hand in enumerate(box.hands, 1)
    }
    heights = {place: round(index_height_px(at, row), 1) for place, row in rows.items()}
    ok, data = cv2.imencode(".png", shown)
    try:
        out_file.write_bytes(data.tobytes() if ok else b"")
    except OSError as error:
        raise OutputError(f"cannot write {str(out_file)!r}: {error.strerror}") from error
    if as_json:
        emit_json(
            {"table": at.name, "zones": str(out_file), "index_height_px": heights, "readable_px": READABLE_PX}
        )
        return DONE
    console = out()
    for place, height in heights.items():
        note = "" if height >= READABLE_PX else "  low: suits may not be told apart"
        console.print(f"{place:<4} index {height:5.1f} px{note}", markup=False)
    console.print(f"Zones: {out_file}", markup=False)
    return DONE


def first_picture(path: Path) -> U8:
    """Return a still, or a recording's first picture, as uint8 BGR `(h, w, 3)`.

    Raises:
        InputError: if there is no such still.
        SourceError: if it cannot be read.
    """
    from api.commands.console import existing_file
    from vision.sources import open_recording
    from vision.sources.pictures import read_picture
    from vision.sources.stills import PICTURES

    if path.suffix.lower() in PICTURES and not path.is_dir():
        return read_picture(existing_file(path)).image
    source = open_recording(path)
    try:
        return next(iter(source)).image().copy()
    finally:
        source.close()
