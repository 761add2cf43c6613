"""What was seen, drawn on the picture: each card's outline, name and probability."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sightings import Sighting
from vision.watch import TableCard

U8 = NDArray[np.uint8]
Colour = tuple[int, int, int]

SURE_P = 0.9
_SURE: Colour = (120, 255, 120)
_UNSURE: Colour = (80, 200, 255)
_DOWN: Colour = (255, 190, 120)


@dataclass(frozen=True, slots=True, eq=False)
class _Label:
    """A quad in pixels with a line of text."""

    quad: NDArray[np.float64]
    text: str
    colour: Colour


def draw(image: U8, cards: Iterable[TableCard | Sighting]) -> U8:
    """Draw cards on a copy of a picture.

    Colour and text tell the same: green and a name is sure, amber and a `?` is not, blue is face down.

    Args:
        image: uint8 `(h, w, 3)` BGR.
        cards: cards of a `vision.watch.Look`, or sightings of the reader.

    Returns:
        uint8 `(h, w, 3)` BGR.
    """
    out = image.copy()
    size = max(0.4, image.shape[1] / 2600)
    labels = [_label(card) for card in cards]
    for label in labels:
        points = [np.round(label.quad * 8).astype(np.int32)]
        cv2.polylines(out, points, True, (0, 0, 0), max(3, round(7 * size)), cv2.LINE_AA, 3)
        cv2.polylines(out, points, True, label.colour, max(1, round(3 * size)), cv2.LINE_AA, 3)
    taken: list[tuple[int, int, int, int]] = []
    for label in sorted(labels, key=lambda one: float(one.quad[:, 1].min())):
        _write(out, label, size, taken)
    return out


def _label(card: TableCard | Sighting) -> _Label:
    if isinstance(card, TableCard):
        quad, name, p, up, place = card.quad_px, card.card, card.p, card.face_up, card.place
    else:
        quad, name, p, up, place = card.quad.astype(np.float64), str(card.card), card.p, card.face == "up", ""
    where = f"{place} " if place else ""
    if not up:
        return _Label(quad, f"{where}down", _DOWN)
    if name == "??":
        return _Label(quad, f"{where}??", _UNSURE)
    sure = p >= SURE_P
    return _Label(quad, f"{where}{name} {p:.2f}{'' if sure else '?'}", _SURE if sure else _UNSURE)


def _write(image: U8, label: _Label, size: float, taken: list[tuple[int, int, int, int]]) -> None:
    """Write a label on a dark plate above its quad, or where there is room below that."""
    (width, height), drop = cv2.getTextSize(label.text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    rows = range(int(label.quad[:, 1].min()) - 4, image.shape[0], height + drop + 4)
    x = int(np.clip(label.quad[:, 0].min(), 0, max(0, image.shape[1] - width - 6)))
    for bottom in (max(y, height + drop + 4) for y in rows):
        plate = (x, bottom - height - drop - 4, x + width + 6, bottom)
        if not any(_overlap(plate, other) for other in taken):
            break
    taken.append(plate)
    cv2.rectangle(image, plate[:2], plate[2:], (20, 20, 20), cv2.FILLED)
    spot = (plate[0] + 3, plate[3] - drop - 2)
    cv2.putText(image, label.text, spot, cv2.FONT_HERSHEY_SIMPLEX, size, label.colour, 1, cv2.LINE_AA)


def _overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
