"""Decks made ready for painting into scenes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.sightings import F32, U8
from vision.synth.art import Deck

FOUR_INDEX = frozenset({"dondorf"})
"""Decks that carry an index in every corner."""


@dataclass(frozen=True, slots=True, eq=False)
class PaintDeck:
    """A deck ready to be painted into scenes.

    Attributes:
        levels: the faces at full, half, quarter and eighth size, each uint8 `(52, h, w, 3)` BGR.
        backs: the same for the backs.
        index_boxes: float32 `(52, 4)`, see `vision.synth.art.Deck`.
        four_index: whether the other two corners carry an index too.
    """

    name: str
    levels: tuple[U8, ...]
    backs: tuple[U8, ...]
    index_boxes: F32
    four_index: bool

    @property
    def aspect(self) -> float:
        """Height over width of a card."""
        return float(self.levels[0].shape[1]) / float(self.levels[0].shape[2])

    def index_sites(self, card_no: int) -> list[F32]:
        """Return each index of a card as float32 `(4, 2)` fractions of the card, clockwise from the index's
        own top left."""
        x0, y0, x1, y1 = self.index_boxes[card_no]
        site = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
        sites = [site, 1 - site]
        if self.four_index:
            beside = np.array([[1 - x1, y0], [1 - x0, y0], [1 - x0, y1], [1 - x1, y1]], np.float32)
            sites += [beside, 1 - beside]
        return sites


def paint_deck(deck: Deck) -> PaintDeck:
    """Prepare a rendered deck for painting."""
    return PaintDeck(
        deck.name, pyramid(deck.faces), pyramid(deck.backs), deck.index_boxes, deck.name in FOUR_INDEX
    )


def pyramid(cards: U8) -> tuple[U8, ...]:
    """Return cards uint8 `(n, h, w, 3)` at full, half, quarter and eighth size."""
    levels = [cards]
    for factor in (0.5, 0.25, 0.125):
        size = (int(cards.shape[2] * factor), int(cards.shape[1] * factor))
        levels.append(np.stack([cv2.resize(c, size, interpolation=cv2.INTER_AREA) for c in cards]))
    return tuple(levels)
