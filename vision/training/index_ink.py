"""New indices for cards: characters of a font or the index of another deck, printed where the old one was."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tracker.cards import Card
from vision.sightings import F32, U8
from vision.synth.art import Deck
from vision.training.lettering import draws, glyph

LETTERS: Mapping[str, Mapping[str, str]] = {
    "english": {},
    "russian": {"A": "Т", "K": "К", "Q": "Д", "J": "В"},
    "french": {"K": "R", "Q": "D", "J": "V"},
    "german": {"Q": "D", "J": "B"},
}
"""What stands on a card instead of A K Q J. What each letter means is the same in all of them, so that the networks can
know it; of the ace the French 1 is left out, which is half a ten."""
_SUIT_GLYPH = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
FOUR_COLOURS_SHARE = 0.15
ANGULAR_SHARE, SQUARED = 0.4, (0.15, 0.6)
"""How many English letterings are pushed towards their corners, and how far."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The parts of one card's new index: pictures of ink with their colour, set one under the other."""

    parts: Sequence[U8]
    gap: float
    colour: F32


class Colours:
    """A deck's inks, BGR: red and black, in some decks blue diamonds and green clubs."""

    def __init__(self, rng: random.Random) -> None:
        red = _bgr(rng, (0, 70), (0, 50), (150, 255))
        black = np.full(3, rng.uniform(0, 60), np.float32)
        self._of = {"c": black, "d": red, "h": red, "s": black}
        if rng.random() < FOUR_COLOURS_SHARE:
            self._of["c"] = _bgr(rng, (10, 70), (90, 170), (0, 50))
            self._of["d"] = _bgr(rng, (140, 240), (20, 130), (0, 50))

    def of(self, suit: str) -> F32:
        """Return the ink of a suit."""
        return self._of[suit]


def _bgr(rng: random.Random, *ranges: tuple[float, float]) -> F32:
    return np.array([rng.uniform(*each) for each in ranges], np.float32)


class Lettering:
    """A deck's index style: a font, a language, sizes, proportions and colours.

    Args:
        rng: source of every random choice.
        fonts: for ranks, and for suits.
        shares: how often each language of `LETTERS` is taken.
        height: of the card, px.
    """

    def __init__(
        self,
        rng: random.Random,
        fonts: tuple[Sequence[Path], Sequence[Path]],
        shares: Sequence[float],
        height: int,
    ) -> None:
        self._letters = LETTERS[rng.choices(list(LETTERS), shares)[0]]
        able = [font for font in fonts[0] if all(draws(font, letter) for letter in self._letters.values())]
        self._font, self._suit_font = rng.choice(able), rng.choice(fonts[1])
        self._rank_h = round(rng.uniform(0.085, 0.20) * height)
        self._suit_h = round(self._rank_h * rng.uniform(0.5, 1.0))
        self._stretch = rng.uniform(0.55, 1.1)
        is_angular = not self._letters and rng.random() < ANGULAR_SHARE  # В in such a type is all but an 8
        self._squared = rng.uniform(*SQUARED) if is_angular else 0.0
        self._gap = self._rank_h * rng.uniform(0.0, 0.12) + 1
        self._colours = Colours(rng)
        self._ranks: dict[str, U8] = {}
        self._suits: dict[str, U8] = {}

    def ink_of(self, card: Card) -> Ink:
        """Return the index of a card."""
        if card.rank not in self._ranks:
            self._ranks[card.rank] = self._rank(card.rank)
        if card.suit not in self._suits:
            self._suits[card.suit] = glyph(_SUIT_GLYPH[card.suit], self._suit_font, self._suit_h)
        return Ink((self._ranks[card.rank], self._suits[card.suit]), self._gap, self._colours.of(card.suit))

    def _rank(self, rank: str) -> U8:
        text = "10" if rank == "T" else self._letters.get(rank, rank)
        stretch = self._stretch * (0.75 if rank == "T" else 1)
        return squared(glyph(text, self._font, self._rank_h, stretch), self._squared)


def index_of(deck: Deck, number: int, scale: float, stretch: float) -> Ink:
    """Take the index of another deck's card, at another size."""
    height, width = deck.faces.shape[1:3]
    x0, y0, x1, y1 = deck.index_boxes[number] * [width, height, width, height]
    cell = deck.faces[number, int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))]
    ink = 255 - cell.min(axis=-1)
    size = (max(3, round(ink.shape[1] * scale * stretch)), max(5, round(ink.shape[0] * scale)))
    full = ink > 128
    colour = cell[full].mean(axis=0) if full.any() else np.zeros(3)
    part = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return Ink((part,), 0, colour.astype(np.float32))


def set_ink(face: F32, ink: Ink, centre: float, top: float) -> F32:
    """Paint an index into `face` (changed in place) and return its box in pixels."""
    x0, x1, y = face.shape[1], 0, top
    for part in ink.parts:
        h, w = part.shape
        left = int(max(2, min(centre - w / 2, face.shape[1] - w - 2)))
        alpha = part[..., None].astype(np.float32) / 255
        cell = face[int(y) : int(y) + h, left : left + w]
        cell[:] = cell * (1 - alpha) + ink.colour * alpha
        x0, x1, y = min(x0, left), max(x1, left + w), y + h + ink.gap
    return np.array([x0, top, x1, y - ink.gap], np.float32)


def squared(ink: U8, strength: float) -> U8:
    """Push a glyph's round shapes towards its corners, as in the angular type of many casino cards."""
    height, width = ink.shape
    u, v = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    x = u * (1 - strength + strength * np.sqrt(1 - v**2 / 2))
    y = v * (1 - strength + strength * np.sqrt(1 - u**2 / 2))
    at_x = ((x + 1) / 2 * (width - 1)).astype(np.float32)
    at_y = ((y + 1) / 2 * (height - 1)).astype(np.float32)
    return np.asarray(cv2.remap(ink, at_x, at_y, cv2.INTER_LINEAR), dtype=np.uint8)
