"""What the whole face of a card is like: its pips, or its picture.

An index alone can be read surely and wrongly: a knave's В, a letter that the network never saw, looks like an 8. But a
knave's face is like no eight's. What each rank's face looks like on this deck the enrolled deck tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.cards import RANKS, SUITS
from vision.sightings import F32, U8, Sighting

WIDTH, HEIGHT = 18, 22
"""Cells of a face between its two opposite indices, ..."""
SHIFT = 2
"""... which are found up to so many cells beside their place."""
_FINER = 6
"""A face is cut out so much finer, and its cells averaged."""
AS_LIKE = 0.15
"""Faces of one rank are like each other up to this less than one is like the face that is most like it: 0.13 at most in
1,071 sightings of whole faces of four decks, five films of which were not used to choose this."""
IN_VIEW = 0.7
"""A face that is like none by this much is covered, or not where it seems to be: it tells nothing."""
UNLIKE = 20.0
"""Each correlation less than that costs so much of a surprise, -log p: a knave's face is less like eights by 0.4 to 0.8
and is an eight with p = e^-5 to e^-13."""
UNREAD = 1e-3
"""No reading of an index gives a rank less than this part of its suit, over all ranks, where a face contradicts."""


@dataclass(frozen=True, slots=True, eq=False)
class DeckFaces:
    """The faces of an enrolled deck.

    Attributes:
        faces: float32 `(n, HEIGHT + 2 * SHIFT, WIDTH + 2 * SHIFT)`, as `face_in` cuts them.
        ranks: int64 `(n,)`, the rank of each, its number in `RANKS`.
    """

    faces: F32
    ranks: NDArray[np.int64]

    @classmethod
    def of(cls, faces: Sequence[F32], ranks: Sequence[int]) -> DeckFaces:
        """Keep faces that `face_in` cut; there may be none."""
        size = (HEIGHT + 2 * SHIFT, WIDTH + 2 * SHIFT)
        return cls(np.array(faces, np.float32).reshape(-1, *size), np.array(ranks, np.int64))

    def judge(self, image: U8, card: Sighting, index_place: tuple[float, float]) -> Sighting:
        """Return a sighting with what its face says added to what its indices say.

        Args:
            image: uint8 `(h, w, 3)` BGR.
            card: a sighting in it.
            index_place: where the centre of this deck's indices lies on a card, as fractions of its width and height.
        """
        if card.face == "down" or not len(self.faces):
            return card
        like = _like(face_in(image, inside(card.quad, index_place)), _middles(self.faces), self.ranks)
        if float(np.nanmax(like)) < IN_VIEW:
            return card
        return replace(card, probs=_together(card.probs, UNLIKE * less_like(like)))


def inside(quad: F32, index_place: tuple[float, float]) -> F32:
    """Return the part of a card's outline `(4, 2)` that lies between its opposite indices, as corners `(4, 2)`."""
    x, y = index_place
    whole = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    part = np.array([[[x, y], [1 - x, y], [1 - x, 1 - y], [x, 1 - y]]], np.float32)
    to_picture = cv2.getPerspectiveTransform(whole, np.asarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(part, to_picture)[0], dtype=np.float32)


def face_in(image: U8, corners: F32) -> F32:
    """Cut a face out of a picture.

    Args:
        image: uint8 `(h, w, 3)` BGR.
        corners: float32 `(4, 2)`, of the part of the card between its opposite indices, clockwise from the top left.

    Returns:
        float32 `(HEIGHT + 2 * SHIFT, WIDTH + 2 * SHIFT)`: how much ink lies there, of any colour, 0 on bare paper.
    """
    left, top, right, bottom = SHIFT, SHIFT, SHIFT + WIDTH, SHIFT + HEIGHT
    cells = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32) * _FINER
    size = (WIDTH + 2 * SHIFT, HEIGHT + 2 * SHIFT)
    fine = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(np.asarray(corners, np.float32), cells),
        (size[0] * _FINER, size[1] * _FINER), borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    seen = cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    paper = max(float(np.percentile(seen.max(axis=2), 80)), 1.0)
    return np.asarray(1 - seen.min(axis=2) / paper, dtype=np.float32)


def likeness(faces: Sequence[F32], ranks: Sequence[int | None]) -> F32:
    """Say how much each face is like those of each rank.

    Args:
        faces: of cards of one deck, as `face_in` cuts them.
        ranks: the rank of each that is surely named, its number in `RANKS`; None of others.

    Returns:
        float32 `(n, 13)`, the greatest correlation with another face of the rank, -1..1; nan where there is no other.
    """
    if not len(faces):
        return np.zeros((0, len(RANKS)), np.float32)
    rows = _middles(np.array(faces))
    known = np.array([-1 if rank is None else rank for rank in ranks])
    like = []
    for number, face in enumerate(faces):
        others = known.copy()
        others[number] = -1
        like.append(_like(face, rows, others))
    return np.array(like, np.float32)


def less_like(like: F32) -> F32:
    """Return how much less a face is like each rank than faces of one rank are like each other, 0 for a rank of which
    nothing is known. `like` is float32 `(13,)`."""
    return np.asarray(np.nan_to_num(np.maximum(np.fmax.reduce(like) - like - AS_LIKE, 0)), dtype=np.float32)


def _like(face: F32, rows: F32, ranks: NDArray[np.int64]) -> F32:
    """The greatest correlation of a face, wherever it lies in its margin, with the faces of each rank, float32 `(13,)`.

    `rows` are the faces as `_middles` gives them; a rank below 0 is no rank.
    """
    places = range(2 * SHIFT + 1)
    moved = _normal(np.array([face[y : y + HEIGHT, x : x + WIDTH] for y in places for x in places]))
    said = (moved @ rows.T).max(axis=0).reshape(2, -1).max(axis=0)
    like = np.full(len(RANKS), np.nan, np.float32)
    known = ranks >= 0
    np.fmax.at(like, ranks[known], said[known])
    return like


def _middles(faces: F32) -> F32:
    """Faces without their margin, upright and then upside down, float32 `(2 n, HEIGHT * WIDTH)`."""
    middles = faces[:, SHIFT:-SHIFT, SHIFT:-SHIFT]
    return np.concatenate([_normal(middles), _normal(middles[:, ::-1, ::-1])])


def _normal(faces: F32) -> F32:
    """Faces `(n, h, w)` as rows of mean 0 and length 1."""
    rows = faces.reshape(len(faces), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), dtype=np.float32)


def _together(probs: F32, surprise: F32) -> F32:
    """Readings `(52,)` given how surprising a face is for each rank `(13,)`; how probable it is that there is a card
    stays."""
    by_suit = probs.reshape(len(SUITS), len(RANKS)) * np.float32(1 - UNREAD)
    by_suit = by_suit + UNREAD / len(RANKS) * probs.reshape(len(SUITS), len(RANKS)).sum(axis=1, keepdims=True)
    judged = by_suit * np.exp(-surprise)
    return np.asarray(judged.ravel() * (probs.sum() / (judged.sum() + 1e-12)), dtype=np.float32)
