"""The shoe of a simulated table."""

from __future__ import annotations

from random import Random
from typing import Final

from tracker.cards import DECK, Card

_CUT_CARD: Final = 75
"""With fewer cards than this left when a round begins, the shoe is shuffled."""


class Shoe:
    """Packs of cards in a random order, numbered shoe by shoe."""

    def __init__(self, decks: int, rng: Random) -> None:
        self._decks = decks
        self._rng = rng
        self._cards: list[Card] = []
        self.no = 0

    def begin_round(self, *, fresh: bool) -> None:
        """Shuffle all packs if the cut card came out, or if every round has a fresh shoe."""
        if fresh or len(self._cards) < _CUT_CARD:
            self._cards = list(DECK) * self._decks
            self._rng.shuffle(self._cards)
            self.no += 1

    def draw(self) -> Card:
        """Take the next card."""
        return self._cards.pop()
