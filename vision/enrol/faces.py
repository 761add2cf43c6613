"""The faces of a deck's cards on a photograph of it, cut out between their two opposite indices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detect.indices import FoundIndex
from vision.read.faces import face_in
from vision.read.planes import leaning, mean_up, right_of, turned
from vision.sightings import F32, U8

_MOST_TURN = 0.2
"""The direction of a card by that of its indices is off by up to this, radians."""


def faces_of(cards: Sequence[tuple[U8, tuple[FoundIndex, FoundIndex]]]) -> list[F32]:
    """Cut out the faces of a deck's cards.

    Args:
        cards: of each its photograph, uint8 `(h, w, 3)` BGR, and its two opposite indices, in pixels of that; the face
            is upright as the first is read.

    Returns:
        See `vision.read.faces.face_in`.
    """
    if not cards:
        return []
    usual = float(np.median([_leaning(a, b) for _, (a, b) in cards]))
    return [face_in(photo, _corners(a, b, usual)) for photo, (a, b) in cards]


def _corners(a: FoundIndex, b: FoundIndex, usual: float) -> F32:
    """The rectangle between two indices, `(4, 2)`. The line between the indices leans from a card's long side by
    `usual` radians on this deck; that tells a card's direction better than the indices themselves."""
    step, middle = b.centre - a.centre, (a.centre + b.centre) / 2
    up, turn = mean_up(a.up, b.up), _leaning(a, b) - usual
    if abs(turn) < _MOST_TURN:
        up = turned(up, -turn if float(step @ right_of(up)) > 0 else turn)
    wide, tall = right_of(up) * abs(float(step @ right_of(up))) / 2, up * float(step @ -up) / 2
    corners = [middle + tall - wide, middle + tall + wide, middle - tall + wide, middle - tall - wide]
    return np.array(corners, np.float32)


def _leaning(a: FoundIndex, b: FoundIndex) -> float:
    step, up = b.centre - a.centre, mean_up(a.up, b.up)
    return leaning(float(abs(step @ right_of(up))), float(step @ -up))
