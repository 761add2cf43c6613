"""The shoe of a simulated table."""

from __future__ import annotations

from random import Random
from typing import Final, Self

from tracker.cards import DECK, Card

_CUT_CARD: Final = 90
"""With fewer cards than this left when a round begins, the shoe is shuffled: three boxes never need so many."""


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

    def copy(self) -> Self:
        """Return a shoe with the same cards in the same order."""
        twin = type(self)(self._decks, self._rng)
        twin._cards = list(self._cards)
        twin.no = self.no
        return twin

    def take_over(self, other: Shoe) -> None:
        """Go on from where another shoe stands."""
        self._cards = list(other._cards)

    def shuffle_rest(self) -> None:
        """Shuffle the cards that are left."""
        self._rng.shuffle(self._cards)
