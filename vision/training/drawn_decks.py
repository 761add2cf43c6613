"""Decks for training: the rendered art, and decks drawn anew from it with other indices.

A drawn deck takes the body of a rendered one and replaces its corner indices, either by characters of a random font or
by the indices of a rendered deck at another size and stretch. So the networks meet far more index styles than there are
decks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import numpy as np

from tracker.cards import DECK
from vision.synth.art import HELD_OUT, Deck, deck_names, load_deck
from vision.synth.paint import PaintDeck, paint_deck, pyramid
from vision.training.index_ink import Ink, Lettering, index_of, set_ink
from vision.training.lettering import index_fonts

SPLIT_INDEX = frozenset({"tango"})
"""Decks whose rank and suit stand in different corners: no single box holds their index."""
_LETTER_SHARES = (0.70, 0.18, 0.06, 0.06)


def whole_decks() -> list[Deck]:
    """Return the decks at hand that training may see and whose indices are in one piece."""
    return [load_deck(name) for name in deck_names() if name not in HELD_OUT | SPLIT_INDEX]


def training_decks(rng: random.Random, drawn: int) -> list[PaintDeck]:
    """Return every deck that training may see and `drawn` decks with new indices, deterministic from `rng`."""
    whole = whole_decks()
    decks = [paint_deck(deck) for deck in whole]
    for number in range(drawn):
        body, donor = rng.choice(whole), rng.choice(whole)
        redrawn = _lettered if rng.random() < 0.6 else partial(_grafted, donor=donor)
        decks.append(redrawn(rng, f"drawn-{number}", body))
    return decks


def _lettered(rng: random.Random, name: str, body: Deck) -> PaintDeck:
    lettering = Lettering(rng, index_fonts(), _LETTER_SHARES, body.faces.shape[1])
    return _redrawn(rng, name, body, [lettering.ink_of(card) for card in DECK])


def _grafted(rng: random.Random, name: str, body: Deck, *, donor: Deck) -> PaintDeck:
    scale, stretch = rng.uniform(0.8, 1.9), rng.uniform(0.75, 1.15)
    return _redrawn(rng, name, body, [index_of(donor, number, scale, stretch) for number in range(52)])


def _redrawn(rng: random.Random, name: str, body: Deck, inks: Sequence[Ink]) -> PaintDeck:
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
            box = set_ink(turned, ink, centre, margin[1])
            if corner == 0:
                boxes[number] = box / np.array([width, height, width, height])
        faces[number] = (face * paper / 255).clip(0, 255)
    return PaintDeck(name, pyramid(faces), pyramid(body.backs), boxes, four_index)
