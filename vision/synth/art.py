"""Card art: faces, backs and where the indices stand on them.

A deck is one `.npz` file: `faces` uint8 `(52, h, 240, 3)` BGR in the order of `tracker.cards.DECK`, `backs` uint8
`(n, h, 240, 3)`, `index_boxes` float32 `(52, 4)`. `make art` renders them from free SVG art (see
`vision/training/render_art.py` for each deck's source and licence) into the art folder. One deck travels
with the package, as
a contact sheet, so that the demo and the tests need nothing else.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ArtError
from vision.sightings import F32, U8

CARD_WIDTH_PX = 240
SHIPPED_DECK = "kennard"
HELD_OUT = frozenset({"kennard", "kennard-big", "kennard-4", "anglo-poker", "slavic-costumes"})
"""Decks that no training picture may show: `kennard` deals the demo, the others are kept for evaluation
(`slavic-costumes` has Russian letters)."""

REACH, JUMBO_REACH = 0.36, 0.42
"""How far down the card an index reaches at most, as a part of its height."""
JUMBO_WIDTH = 0.15
"""Ranks wider than this part of the card are jumbo: their suit stands farther down."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The art of one deck.

    Attributes:
        faces: uint8 `(52, h, 240, 3)` BGR, upright, in the order of `tracker.cards.DECK`.
        backs: uint8 `(n, h, 240, 3)` BGR, at least one.
        index_boxes: float32 `(52, 4)`, x0 y0 x1 y1 of the top left index (rank and suit together) as fractions of the
            card's width and height. The other index is the same box turned by 180 degrees.
    """

    name: str
    faces: U8
    backs: U8
    index_boxes: F32

    @property
    def back(self) -> U8:
        """uint8 `(h, 240, 3)` BGR, the deck's own back."""
        first: U8 = self.backs[0]
        return first

    @property
    def aspect(self) -> float:
        """Height over width of a card."""
        return float(self.faces.shape[1]) / float(self.faces.shape[2])


def art_folder() -> Path:
    """Return the folder of rendered decks: `PITWATCH_ART`, else the user's cache."""
    given = os.environ.get("PITWATCH_ART")
    if given:
        return Path(given)
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "pitwatch" / "art"


def deck_names() -> list[str]:
    """Return the names of all decks at hand, the shipped one included, in order."""
    return sorted({SHIPPED_DECK, *(path.stem for path in art_folder().glob("*.npz"))})


def load_deck(name: str = SHIPPED_DECK) -> Deck:
    """Load a deck by name.

    Raises:
        ArtError: if there is no such deck.
    """
    path = art_folder() / f"{name}.npz"
    if name == SHIPPED_DECK:
        return _shipped_deck()
    if not path.is_file():
        raise ArtError(f"no deck {name!r}; at hand are {', '.join(deck_names())} (`make art` renders more)")
    with np.load(path) as art:
        return Deck(name, art["faces"], art["backs"], art["index_boxes"])


def save_deck(deck: Deck, path: Path) -> None:
    """Write a deck as `.npz`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, faces=deck.faces, backs=deck.backs, index_boxes=deck.index_boxes)


def sheet_of(deck: Deck) -> U8:
    """Lay a deck out as one picture: four rows of 13 faces, a fifth row that begins with the back."""
    height = deck.faces.shape[1]
    rows = [np.hstack(list(deck.faces[13 * s : 13 * s + 13])) for s in range(4)]
    last = np.zeros_like(rows[0])
    last[:height, :CARD_WIDTH_PX] = deck.back
    return np.asarray(np.vstack([*rows, last]), dtype=np.uint8)


def _shipped_deck() -> Deck:
    folder = resources.files("vision.synth") / "decks"
    data = (folder / f"{SHIPPED_DECK}.webp").read_bytes()
    boxes = np.frombuffer((folder / f"{SHIPPED_DECK}.boxes.f32").read_bytes(), np.float32).reshape(52, 4)
    sheet = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if sheet is None:
        raise ArtError(f"the shipped deck {SHIPPED_DECK!r} cannot be decoded")
    height = sheet.shape[0] // 5
    cells = (
        sheet.reshape(5, height, 13, CARD_WIDTH_PX, 3)
        .transpose(0, 2, 1, 3, 4)
        .reshape(65, height, CARD_WIDTH_PX, 3)
    )
    return Deck(SHIPPED_DECK, np.ascontiguousarray(cells[:52]), np.ascontiguousarray(cells[52:53]), boxes)


def find_index_boxes(faces: U8) -> F32:
    """Find the top left index of each card: the ink in the corner that is not a frame, a pip or a figure.

    Args:
        faces: uint8 `(52, h, w, 3)` BGR in the order of `tracker.cards.DECK`.

    Returns:
        float32 `(52, 4)`, as `Deck.index_boxes`. A box that is far from the size of the deck's number cards is
        replaced by their median: figures run into the indices of some court cards.
    """
    boxes, median = _boxes(faces, REACH)
    if median[2] - median[0] > JUMBO_WIDTH:
        boxes, median = _boxes(faces, JUMBO_REACH)
    for i, box in enumerate(boxes):
        if np.isnan(box).any() or not 0.65 < _area(box) / _area(median) < 1.7:
            boxes[i] = median
    return boxes


def _boxes(faces: U8, reach: float) -> tuple[F32, F32]:
    """Each card's box, float32 `(52, 4)`, and the median of the number cards'."""
    boxes = np.array([_corner_ink(face, reach) for face in faces], np.float32)
    numbers = [13 * s + r for s in range(4) for r in range(1, 9)]
    return boxes, np.asarray(np.nanmedian(boxes[numbers], axis=0), np.float32)


def _corner_ink(face: U8, reach: float) -> list[float]:
    height, width = face.shape[:2]
    ink = (np.abs(face.astype(np.int16) - 255).max(axis=-1) > 90).astype(np.uint8)
    _, _, stats, centres = cv2.connectedComponentsWithStats(ink, connectivity=8)
    kept = []
    for (x, y, w, h, area), (cx, cy) in zip(stats[1:], centres[1:], strict=True):
        on_edge = x <= width * 0.012 or y <= height * 0.008
        beside = x + w > width * 0.34 or cx > width * 0.2
        beneath = y + h > height * reach or cy > height * 0.86 * reach
        if area >= width * width * 2e-4 and not (on_edge or beside or beneath):
            kept.append((x, y, x + w, y + h))
    if not kept:
        return [float("nan")] * 4
    edges = np.array(kept)
    x0, y0 = edges[:, :2].min(axis=0)
    x1, y1 = edges[:, 2:].max(axis=0)
    return [x0 / width, y0 / height, x1 / width, y1 / height]


def _area(box: F32) -> float:
    return float((box[2] - box[0]) * (box[3] - box[1]))
