"""The shoe of a simulated table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Final, Self

from tracker.cards import DECK, Card

_BEHIND_CUT_CARD: Final = 1 / 4
"""Part of the shoe behind the cut card: when a round begins with less than that left, all cards are shuffled."""


class Shoe:
    """Packs of cards in a random order, numbered shoe by shoe."""

    def __init__(self, decks: int, rng: Random) -> None:
        self._decks = decks
        self._rng = rng
        self._cards: list[Card] = []
        self.no = 0

    def begin_round(self, *, fresh: bool) -> bool:
        """Shuffle all packs if the cut card came out, or if every round has a fresh shoe.

        Returns:
            Whether this is the first round of a shoe.
        """
        if not fresh and len(self._cards) >= len(DECK) * self._decks * _BEHIND_CUT_CARD:
            return False
        self._cards = list(DECK) * self._decks
        self._rng.shuffle(self._cards)
        self.no += 1
        return True

    @property
    def is_empty(self) -> bool:
        """Whether no card is left."""
        return not self._cards

    def draw(self) -> Card:
        """Take the next card."""
        return self._cards.pop()

    def put_next(self, card: Card) -> None:
        """Put a card on top that the shoe should not hold."""
        self._cards.append(card)

    def bring_forward(self, position: int, fits: Callable[[Card], bool]) -> None:
        """Exchange the card that comes as the n-th from here (from 0) for one that fits, if such a one is left."""
        at = len(self._cards) - 1 - position
        wanted = [k for k, card in enumerate(self._cards) if k < at and fits(card)]
        if at >= 0 and wanted and not fits(self._cards[at]):
            other = self._rng.choice(wanted)
            self._cards[at], self._cards[other] = self._cards[other], self._cards[at]

    def refill(self, lying: Collection[Card]) -> None:
        """Shuffle everything that does not lie on the table and go on from that."""
        cards = list(DECK) * self._decks
        for card in lying:
            if card in cards:
                cards.remove(card)
        self._rng.shuffle(cards)
        self._cards = cards

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
