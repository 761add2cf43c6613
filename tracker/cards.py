"""Cards as the trade writes them: rank `A23456789TJQK`, suit `shdc`, `?` for what was not read."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
UNREAD: Final = "?"
_RANKS: Final = frozenset(RANKS + UNREAD)
_SUITS: Final = frozenset(SUITS + UNREAD)


class _Face(NamedTuple):
    rank: str
    suit: str


class Card(_Face):
    """A playing card; rank or suit is `?` where it was not read. A tuple, for cards are counted and compared often."""

    __slots__ = ()

    def __new__(cls, rank: str, suit: str) -> Self:
        """Make a card.

        Raises:
            ValueError: if rank or suit is none.
        """
        if rank not in _RANKS:
            raise ValueError(f"expected rank {RANKS} or ?, got {rank!r}")
        if suit not in _SUITS:
            raise ValueError(f"expected suit {SUITS} or ?, got {suit!r}")
        return super().__new__(cls, rank, suit)

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
        return UNREAD not in self


UNKNOWN: Final = Card(UNREAD, UNREAD)
DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in the order of every table of probabilities: clubs, diamonds, hearts, spades, ace to king."""
