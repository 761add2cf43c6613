"""`pitwatch read`: which cards a picture shows; no table is needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.console import DONE, Json, emit_json, existing_file, out, progress

if TYPE_CHECKING:
    from vision.sightings import Sighting
    from vision.sources.pictures import Picture


def read(
    images: Annotated[
        list[Path], typer.Argument(help="Pictures: JPEG, PNG, WebP, BMP, TIFF, GIF.", show_default=False)
    ],
    deck: Annotated[
        str | None, typer.Option(help="The enrolled deck that they show (see `enrol`).", show_default=False)
    ] = None,
    as_json: Json = False,
) -> int:
    """Read the cards in pictures; corners are in pixels of the file as stored, clockwise from the card's top left."""
    from vision.read import Reader
    from vision.sources.pictures import read_picture

    paths = [existing_file(path) for path in images]
    reader = Reader()
    documents = []
    with progress("Reading") as gauge:
        for number, path in enumerate(paths, start=1):
            picture = read_picture(path)
            documents.append(_document(path, picture, reader.read(picture.image, deck=deck)))
            gauge.update(number / len(paths))
    if as_json:
        emit_json({"images": documents})
    else:
        _print(documents)
    return DONE


def _document(path: Path, picture: Picture, sightings: list[Sighting]) -> dict[str, Any]:
    cards = [
        {
            "card": str(s.card),
            "p": round(s.p, 4),
            "quad": [[round(float(v) * picture.shrunk, 1) for v in corner] for corner in s.quad],
            "face": s.face,
        }
        for s in sorted(sightings, key=lambda s: -s.p)
    ]
    size = {"width": picture.stored_width, "height": picture.stored_height}
    return {"image": str(path), **size, "cards": cards}


def _print(documents: list[dict[str, Any]]) -> None:
    console = out()
    for document in documents:
        cards = "  ".join(f"{card['card']} {card['p']:.2f}" for card in document["cards"])
        console.print(f"{document['image']}: {cards or 'no cards'}", markup=False)
