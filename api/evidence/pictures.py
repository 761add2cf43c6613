"""Pictures with what was read drawn on them, for stills of findings, reports and the server's marked pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
Colour = tuple[int, int, int]

READ: Final[Colour] = (138, 195, 76)
UNREAD: Final[Colour] = (99, 209, 236)
SUBJECT: Final[Colour] = (90, 130, 255)
_INK: Final[Colour] = (255, 255, 255)
_RED_INK: Final[Colour] = (140, 130, 255)
_TAG: Final[Colour] = (8, 12, 8)
_FONT: Final = cv2.FONT_HERSHEY_DUPLEX
JPEG_QUALITY: Final = 82


@dataclass(frozen=True, slots=True)
class Mark:
    """A card to draw: its text (`Th`, `??`), its corners in pixels, whether it is face down or the one meant."""

    card: str
    quad: tuple[tuple[float, float], ...]
    face_down: bool = False
    meant: bool = False


def draw_marks(image: U8, marks: Iterable[Mark]) -> U8:
    """Return a copy of a picture with cards drawn on it: outline, rank and suit; the ones that are meant stand out.

    Args:
        image: uint8 BGR `(h, w, 3)`.
        marks: corners in pixels of this picture.
    """
    drawn = image.copy()
    unit = max(1, round(image.shape[1] / 960))
    for mark in sorted(marks, key=lambda m: m.meant):
        corners = np.rint(np.asarray(mark.quad, np.float64)).astype(np.int32)
        if len(corners) < 3:
            continue
        unread = mark.face_down or "?" in mark.card
        colour = SUBJECT if mark.meant else UNREAD if unread else READ
        cv2.polylines(drawn, [corners], True, colour, unit * (3 if mark.meant else 2), cv2.LINE_AA)
        if not mark.face_down:
            _draw_tag(drawn, mark.card, corners.mean(axis=0), unit)
    return drawn


def encode_jpeg(image: U8) -> bytes:
    """Return a picture, uint8 BGR `(h, w, 3)`, as JPEG."""
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not ok:
        raise ValueError(f"cannot encode a picture of shape {image.shape}")
    return bytes(data)


def decode_jpeg(data: bytes) -> U8:
    """Return a JPEG as uint8 BGR `(h, w, 3)`."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("expected a JPEG")
    return np.asarray(image, np.uint8)


def _draw_tag(image: U8, card: str, centre: NDArray[np.float64], unit: int) -> None:
    rank = "10" if card[0] == "T" else card[0]
    scale = 0.5 * unit
    (width, height), _ = cv2.getTextSize(rank, _FONT, scale, unit)
    sign = height if card[1] != "?" else 0
    pad = 3 * unit
    left = round(centre[0] - (width + sign) / 2)
    base = round(centre[1] + height / 2)
    cv2.rectangle(
        image,
        (left - pad, base - height - pad),
        (left + width + sign + 2 * pad, base + pad),
        _TAG,
        cv2.FILLED,
    )
    ink = _RED_INK if card[1] in "hd" else _INK
    cv2.putText(image, rank, (left, base), _FONT, scale, ink, unit, cv2.LINE_AA)
    if sign:
        _draw_suit(image, card[1], (left + width + pad + sign // 2, base - height // 2), height / 2, ink)


def _draw_suit(image: U8, suit: str, centre: tuple[int, int], radius: float, ink: Colour) -> None:
    """Draw a suit's sign; the fonts of OpenCV have none."""
    x, y = centre
    r = radius
    tip, lobe = (-r if suit in "sd" else r), max(1, round(r * 0.52))
    if suit == "d":
        shape = [(x, y - r * 1.1), (x + r * 0.8, y), (x, y + r * 1.1), (x - r * 0.8, y)]
        cv2.fillPoly(image, [np.rint(shape).astype(np.int32)], ink, cv2.LINE_AA)
        return
    lobe_y = y + (0.25 * r if suit in "sc" else -0.35 * r)
    for side in (-1, 1):
        cv2.circle(image, (round(x + side * r * 0.5), round(lobe_y)), lobe, ink, cv2.FILLED, cv2.LINE_AA)
    if suit == "c":
        cv2.circle(image, (x, round(y - 0.5 * r)), lobe, ink, cv2.FILLED, cv2.LINE_AA)
    else:
        shape = [(x, y + tip * 1.05), (x + r * 0.98, lobe_y), (x, lobe_y - tip * 0.2), (x - r * 0.98, lobe_y)]
        cv2.fillPoly(image, [np.rint(shape).astype(np.int32)], ink, cv2.LINE_AA)
    if suit in "sc":
        stem = [(x, y), (x + r * 0.4, y + r * 1.05), (x - r * 0.4, y + r * 1.05)]
        cv2.fillPoly(image, [np.rint(stem).astype(np.int32)], ink, cv2.LINE_AA)
