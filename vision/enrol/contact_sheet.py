"""A picture of what was learnt, for people to look at: every card's index with the name that it was given."""

from __future__ import annotations

import cv2
import numpy as np

from tracker.cards import DECK
from vision.enrol.deck_file import EnrolledDeck
from vision.enrol.patches import IndexPatch
from vision.read.crops import cut, grown
from vision.sightings import U8

INDEX_PX = (64, 96)
NAME_PX = 22
GAP_PX = 6


def contact_sheet(deck: EnrolledDeck) -> bytes:
    """Return a PNG: a row a suit, a column a rank, each index upright above its name; grey where it is missing."""
    width, height = INDEX_PX[0] + GAP_PX, INDEX_PX[1] + NAME_PX + GAP_PX
    sheet = np.full((4 * height + GAP_PX, 13 * width + GAP_PX, 3), 245, np.uint8)
    for number, card in enumerate(DECK):
        x, y = GAP_PX + number % 13 * width, GAP_PX + number // 13 * height
        patches = [patch for patch in deck.patches if patch.card_no == number]
        sheet[y : y + INDEX_PX[1], x : x + INDEX_PX[0]] = _upright(patches[0]) if patches else 200
        at = (x + 18, y + INDEX_PX[1] + NAME_PX - 6)
        cv2.putText(sheet, str(card), at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (30, 30, 30), 1, cv2.LINE_AA)
    return bytes(cv2.imencode(".png", sheet)[1])


def _upright(patch: IndexPatch) -> U8:
    crop = cut(patch.image, grown(patch.quad, 1.25))
    return np.asarray(cv2.resize(crop, INDEX_PX, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
