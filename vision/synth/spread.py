"""Drawn photographs of a deck spread face up, as a house takes them to enrol it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import F32, U8
from vision.synth.art import Deck
from vision.synth.camera import photograph

CARD_PX = 240
"""Width of a card: its index stands some 60 px high; a telephone's photograph of half a deck has more pixels still."""
COLUMNS, EDGE = 7, 60
CLOTH = (60, 95, 45)
SLANT = 0.04
"""The picture's corners are off by up to this part of its width: nobody photographs a table from straight above."""


def spread_photos(deck: Deck, seed: int) -> list[U8]:
    """Photograph a deck in two halves that share some cards, shuffled, every second card upside down or so.

    Returns:
        two pictures, uint8 `(h, w, 3)` BGR.
    """
    rng = np.random.default_rng(seed)
    order = rng.permutation(52).tolist()
    return [photograph(rng, _spread(deck, half, rng)) for half in (order[:28], order[24:])]


def _spread(deck: Deck, numbers: Sequence[int], rng: Generator) -> F32:
    height = round(CARD_PX * deck.aspect)
    step_x, step_y = round(1.15 * CARD_PX), round(height + 0.15 * CARD_PX)
    size = (COLUMNS * step_x + 2 * EDGE, -(-len(numbers) // COLUMNS) * step_y + 2 * EDGE)
    image = np.full((size[1], size[0], 3), CLOTH, np.uint8)
    for k, number in enumerate(numbers):
        face = cv2.resize(deck.faces[number], (CARD_PX, height), interpolation=cv2.INTER_AREA)
        x, y = EDGE + step_x * (k % COLUMNS), EDGE + step_y * (k // COLUMNS)
        image[y : y + height, x : x + CARD_PX] = face[::-1, ::-1] if rng.random() < 0.5 else face
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    seen = corners + rng.uniform(-SLANT, SLANT, (4, 2)).astype(np.float32) * size[0]
    slanted = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, seen), size, borderValue=CLOTH)
    return np.asarray(slanted, dtype=np.float32)
