"""Cards as the trade writes them: rank `A23456789TJQK`, suit `shdc`, `?` for what was not read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
UNREAD: Final = "?"


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card; rank or suit is `?` where it was not read."""

    rank: str
    suit: str

    def __post_init__(self) -> None:
        if self.rank not in RANKS and self.rank != UNREAD:
            raise ValueError(f"expected rank {RANKS} or ?, got {self.rank!r}")
        if self.suit not in SUITS and self.suit != UNREAD:
            raise ValueError(f"expected suit {SUITS} or ?, got {self.suit!r}")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `Th`, `T?`, `?h` or `??`.

        Raises:
            ValueError: if the text is not two such characters.
        """
        if len(text) != 2:
            raise ValueError(f"expected a card such as 'Th' or '??', got {text!r}")
        return cls(text[0], text[1])

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def is_known(self) -> bool:
        """Whether rank and suit are both read."""
        return UNREAD not in (self.rank, self.suit)


UNKNOWN: Final = Card(UNREAD, UNREAD)
DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in the order of every table of probabilities: clubs, diamonds, hearts, spades, ace to king."""
