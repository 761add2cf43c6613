"""Pictures with what was read drawn on them, for stills of findings, reports and the server's marked pictures."""

from __future__ import annotations

from collections.abc import Sequence
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
LABEL_PART: Final = 64
"""The picture's width as a multiple of a label's height."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A card to draw.

    Attributes:
        card: `Th`, `T?` or `??`.
        quad: its corners in pixels.
        place: its hand; cards of one hand are named in one label. Empty: not known.
        face_down: whether its back is seen.
        meant: whether the picture is about this card.
    """

    card: str
    quad: tuple[tuple[float, float], ...]
    place: str = ""
    face_down: bool = False
    meant: bool = False


def draw_marks(image: U8, marks: Sequence[Mark]) -> U8:
    """Return a copy of a picture with cards drawn on it: outlines, and beside each hand the names of its cards.

    Args:
        image: uint8 BGR `(h, w, 3)`.
        marks: corners in pixels of this picture, in the order of dealing; the ones that are meant stand out.
    """
    drawn = image.copy()
    unit = max(1, round(image.shape[1] / 960))
    shown = [mark for mark in marks if len(mark.quad) > 2]
    for mark in sorted(shown, key=lambda m: m.meant):
        corners = np.rint(np.asarray(mark.quad, np.float64)).astype(np.int32)
        unread = mark.face_down or "?" in mark.card
        colour = SUBJECT if mark.meant else UNREAD if unread else READ
        cv2.polylines(drawn, [corners], True, colour, unit * (3 if mark.meant else 2), cv2.LINE_AA)
    for hand in _hands(shown):
        _draw_label(drawn, hand)
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


def _hands(marks: Sequence[Mark]) -> list[list[Mark]]:
    hands: dict[str, list[Mark]] = {}
    for number, mark in enumerate(marks):
        hands.setdefault(mark.place or f"alone {number}", []).append(mark)
    return list(hands.values())


def _draw_label(image: U8, cards: Sequence[Mark]) -> None:
    """Name a hand's cards: the dealer's on the players' side, players' on the dealer's, both towards the middle."""
    read = [mark for mark in cards if not mark.face_down]
    if not read:
        return
    size = image.shape[1] / LABEL_PART
    points = np.asarray([point for mark in cards for point in mark.quad], np.float64)
    middle = (points[:, 0].min() + points[:, 0].max()) / 2
    y = points[:, 1].max() + size if cards[0].place == "d" else points[:, 1].min() - size
    widths = [_name_width(mark.card, size) for mark in read]
    gap = size * 0.35
    width = sum(widths) + gap * (len(read) - 1)
    left = float(np.clip(middle - width / 2, gap, max(gap, image.shape[1] - width - gap)))
    box = np.rint([left - gap, y - size * 0.7, left + width + gap, y + size * 0.7]).astype(int)
    cv2.rectangle(image, (int(box[0]), int(box[1])), (int(box[2]), int(box[3])), _TAG, cv2.FILLED)
    for mark, own_width in zip(read, widths, strict=True):
        _draw_name(image, mark.card, (left, y), size)
        left += own_width + gap


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def _name_width(card: str, size: float) -> float:
    (width, height), _ = cv2.getTextSize(_rank(card), _FONT, size / 32, max(1, round(size / 16)))
    return float(width + (height * 1.15 if card[1] != "?" else 0))


def _draw_name(image: U8, card: str, at: tuple[float, float], size: float) -> None:
    """Draw rank and suit; `at` is the left end of the middle line."""
    scale, thick = size / 32, max(1, round(size / 16))
    (width, height), _ = cv2.getTextSize(_rank(card), _FONT, scale, thick)
    x, y = round(at[0]), round(at[1])
    ink = _RED_INK if card[1] in "hd" else _INK
    cv2.putText(image, _rank(card), (x, y + height // 2), _FONT, scale, ink, thick, cv2.LINE_AA)
    if card[1] != "?":
        _draw_suit(image, card[1], (round(x + width + height * 0.6), y), height / 2, ink)


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
