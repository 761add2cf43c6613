"""What was learnt of a deck, for whoever reads its cards."""

from __future__ import annotations

from dataclasses import dataclass

from vision.read.deck_head import DeckHead
from vision.read.faces import DeckFaces


@dataclass(frozen=True, slots=True, eq=False)
class LearntDeck:
    """What was learnt of a deck: how its indices are read, and what its faces look like."""

    head: DeckHead
    faces: DeckFaces
