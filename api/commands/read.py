"""`pitwatch read`: which cards a picture shows; no table is needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.console import DONE, Json, emit_json, existing_file, out, progress
from api.errors import InputError

if TYPE_CHECKING:
    from api.evidence.pictures import U8
    from vision.sightings import Sighting


def read(
    images: Annotated[
        list[Path], typer.Argument(help="Pictures: JPEG, PNG, WebP, BMP, TIFF.", show_default=False)
    ],
    as_json: Json = False,
) -> int:
    """Read the cards in pictures; corners are in pixels of the file as stored, clockwise from the card's top left."""
    from vision.read import Reader

    paths = [existing_file(path) for path in images]
    reader = Reader()
    documents = []
    with progress("Reading") as gauge:
        for number, path in enumerate(paths, start=1):
            image = load_picture(path)
            documents.append(_document(path, image, reader.read(image)))
            gauge.update(number / len(paths))
    if as_json:
        emit_json({"images": documents})
    else:
        _print(documents)
    return DONE


def load_picture(path: Path) -> U8:
    """Load a picture as it is stored: turned upright by nobody, so that corners fit the file's own pixels.

    Raises:
        InputError: if it is no picture.
    """
    import cv2
    import numpy as np

    data = np.fromfile(path, np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION) if data.size else None
    if image is None:
        raise InputError(f"not a picture that can be read: {str(path)!r}")
    return np.asarray(image, np.uint8)


def _document(path: Path, image: U8, sightings: list[Sighting]) -> dict[str, Any]:
    height, width = image.shape[:2]
    cards = [
        {
            "card": str(s.card),
            "p": round(s.p, 4),
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in s.quad],
            "face": s.face,
        }
        for s in sorted(sightings, key=lambda s: -s.p)
    ]
    return {"image": str(path), "width": width, "height": height, "cards": cards}


def _print(documents: list[dict[str, Any]]) -> None:
    console = out()
    for document in documents:
        cards = "  ".join(f"{card['card']} {card['p']:.2f}" for card in document["cards"])
        console.print(f"{document['image']}: {cards or 'no cards'}", markup=False)
