"""Decks for training: the rendered art, and decks drawn anew from it with other indices.

A drawn deck takes the body of a rendered one and replaces its corner indices, either by characters of a
random font or by
the indices of a rendered deck at another size and stretch. So the networks meet far more index styles than
there are decks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tracker.cards import DECK
from vision.sightings import F32, U8
from vision.synth.art import HELD_OUT, Deck, deck_names, load_deck
from vision.synth.paint import PaintDeck, paint_deck, pyramid
from vision.training.lettering import draws, glyph, index_fonts

SPLIT_INDEX = frozenset({"tango"})
"""Decks whose rank and suit stand in different corners: no single box holds their index."""
LETTERS: Mapping[str, Mapping[str, str]] = {
    "english": {},
    "russian": {"A": "Т", "K": "К", "Q": "Д", "J": "В"},
    "french": {"K": "R", "Q": "D", "J": "V"},
    "german": {"Q": "D", "J": "B"},
}
"""What stands on a card instead of A K Q J. What each letter means is the same in all of them, so that the networks can
know it; of the ace the French 1 is left out, which is half a ten."""
_LETTER_SHARES = (0.70, 0.18, 0.06, 0.06)
_RED = "dh"
_SUIT_GLYPH = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def training_decks(rng: random.Random, drawn: int) -> list[PaintDeck]:
    """Return every deck that training may see and `drawn` decks with new indices, deterministic from `rng`."""
    art = [load_deck(name) for name in deck_names() if name not in HELD_OUT]
    whole = [deck for deck in art if deck.name not in SPLIT_INDEX]
    fonts, suit_fonts = index_fonts()
    decks = [paint_deck(deck) for deck in whole]
    for number in range(drawn):
        body, donor = rng.choice(whole), rng.choice(whole)
        if rng.random() < 0.6:
            letters = LETTERS[rng.choices(list(LETTERS), _LETTER_SHARES)[0]]
            able = [font for font in fonts if all(draws(font, letter) for letter in letters.values())]
            decks.append(
                _lettered(rng, f"drawn-{number}", body, (rng.choice(able), rng.choice(suit_fonts)), letters)
            )
        else:
            decks.append(_grafted(rng, f"drawn-{number}", body, donor))
    return decks


@dataclass(frozen=True, slots=True)
class _Ink:
    """The parts of one card's new index: pictures of ink with their colour, set one under the other."""

    parts: Sequence[U8]
    gap: float
    colour: F32


def _lettered(
    rng: random.Random, name: str, body: Deck, fonts: tuple[Path, Path], letters: Mapping[str, str]
) -> PaintDeck:
    font, suit_font = fonts
    height = body.faces.shape[1]
    rank_h = round(rng.uniform(0.085, 0.20) * height)
    suit_h = round(rank_h * rng.uniform(0.5, 1.0))
    stretch = rng.uniform(0.55, 1.1)
    red = np.array([rng.uniform(0, 70), rng.uniform(0, 50), rng.uniform(150, 255)], np.float32)
    black = np.full(3, rng.uniform(0, 60), np.float32)
    four = rng.random() < 0.12
    clubs = np.array([rng.uniform(10, 70), rng.uniform(100, 170), rng.uniform(0, 50)], np.float32)
    diamonds = np.array([rng.uniform(150, 230), rng.uniform(40, 120), rng.uniform(0, 40)], np.float32)
    suits = {s: glyph(_SUIT_GLYPH[s], suit_font, suit_h) for s in "cdhs"}
    ranks = {
        r: glyph("10" if r == "T" else letters.get(r, r), font, rank_h, stretch * (0.75 if r == "T" else 1))
        for r in "A23456789TJQK"
    }
    inks = []
    for card in DECK:
        colour = red if card.suit in _RED else black
        if four and card.suit in "cd":
            colour = clubs if card.suit == "c" else diamonds
        inks.append(_Ink((ranks[card.rank], suits[card.suit]), rank_h * rng.uniform(0.05, 0.06) + 1, colour))
    return _redrawn(rng, name, body, inks)


def _grafted(rng: random.Random, name: str, body: Deck, donor: Deck) -> PaintDeck:
    height, width = donor.faces.shape[1:3]
    scale, stretch = rng.uniform(0.8, 1.9), rng.uniform(0.75, 1.15)
    inks = []
    for number in range(52):
        x0, y0, x1, y1 = donor.index_boxes[number] * [width, height, width, height]
        cell = donor.faces[number, int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))]
        ink = 255 - cell.min(axis=-1)
        size = (max(3, round(ink.shape[1] * scale * stretch)), max(5, round(ink.shape[0] * scale)))
        full = ink > 128
        colour = cell[full].mean(axis=0) if full.any() else np.zeros(3)
        inks.append(
            _Ink((cv2.resize(ink, size, interpolation=cv2.INTER_AREA),), 0, colour.astype(np.float32))
        )
    return _redrawn(rng, name, body, inks)


def _redrawn(rng: random.Random, name: str, body: Deck, inks: Sequence[_Ink]) -> PaintDeck:
    """Put new indices into the corners of a deck's body."""
    count, height, width = body.faces.shape[:3]
    margin = np.array([rng.uniform(0.025, 0.06) * width, rng.uniform(0.02, 0.05) * height])
    column = max(part.shape[1] for ink in inks for part in ink.parts)
    old = body.index_boxes * [width, height, width, height]
    four_index = rng.random() < 0.15
    paper = np.array([255 - rng.randrange(14), 255 - rng.randrange(8), 255 - rng.randrange(5)], np.float32)
    faces, boxes = np.empty_like(body.faces), np.empty((count, 4), np.float32)
    for number, ink in enumerate(inks):
        face = body.faces[number].astype(np.float32)
        depth = sum(part.shape[0] for part in ink.parts) + ink.gap
        clear_x = int(max(old[number, 2] + 3, margin[0] + column + 2))
        clear_y = int(max(old[number, 3] + 3, margin[1] + depth + 2))
        for corner in range(4 if four_index else 2):
            turned = face[::-1, ::-1] if corner % 2 else face
            left = clear_x if corner < 2 else width - 1
            start = int(0.015 * width) if corner < 2 else width - clear_x
            turned[int(0.012 * height) : clear_y, start:left] = 255
            centre = margin[0] + column / 2 if corner < 2 else width - margin[0] - column / 2
            box = _set_ink(turned, ink, centre, margin[1])
            if corner == 0:
                boxes[number] = box / np.array([width, height, width, height])
        faces[number] = (face * paper / 255).clip(0, 255)
    return PaintDeck(name, pyramid(faces), pyramid(body.backs), boxes, four_index)


def _set_ink(face: F32, ink: _Ink, centre: float, top: float) -> F32:
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
