"""The shoe as it was seen: copies of each card, Hi-Lo running and true count, and which card is seen too seldom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from typing import Any, Final

from tracker.cards import DECK, UNREAD, Card
from tracker.statistics.rounds import SeenRound

HI_LO: Final[Mapping[str, int]] = {
    **dict.fromkeys("23456", 1),
    **dict.fromkeys("789", 0),
    **dict.fromkeys("TJQKA", -1),
}
"""Count of each rank (Dubner 1963)."""
CARDS_IN_DECK: Final = 52


@dataclass(slots=True)
class ShoeTally:
    """What was seen of one shoe so far.

    Attributes:
        decks: packs that it should hold.
        no: its number, None where nobody knows.
        known_from_start: whether it was whole when the first of these cards came, so that a count means something.
        copies: fully read cards.
        running: Hi-Lo running count.
        unread: cards that lay open with their rank unread.
        shown: cards that lay open.
        hidden: cards that left it and that nobody saw.
    """

    decks: int
    no: int | None
    known_from_start: bool
    copies: Counter[Card] = field(default_factory=Counter)
    running: int = 0
    unread: int = 0
    shown: int = 0
    hidden: int = 0

    @property
    def true(self) -> float:
        """Running count for each deck left; the last half deck is not divided further."""
        left = max(CARDS_IN_DECK * self.decks - self.shown - self.hidden, CARDS_IN_DECK / 2)
        return self.running * CARDS_IN_DECK / left

    @property
    def is_overdrawn(self) -> bool:
        """Whether more cards came than it holds: then it was shuffled and nobody said so, who knows when."""
        return self.shown + self.hidden > CARDS_IN_DECK * self.decks

    def is_sure(self, most_unread: float) -> bool:
        """Whether the count can be used: known from the start, and few enough cards unread."""
        return self.known_from_start and self.unread <= most_unread * self.shown

    def take(self, round_: SeenRound) -> None:
        """Take note of a round's cards."""
        for card in round_.shown:
            self.unread += card.rank == UNREAD
            self.running += HI_LO.get(card.rank, 0)
            if card.is_known:
                self.copies[card] += 1
        self.known_from_start &= not round_.reshuffled
        self.shown += len(round_.shown)
        self.hidden += round_.hidden
        self.known_from_start &= not self.is_overdrawn


class ShoeBook:
    """The shoes of a session, one after the other."""

    def __init__(self, decks: int, *, fresh_every_round: bool) -> None:
        self._decks = decks
        self._fresh = fresh_every_round
        self.shoes: list[ShoeTally] = []

    def before(self, round_: SeenRound) -> ShoeTally:
        """Return the shoe that a round is dealt from, as it stands before its first card."""
        last = self.shoes[-1] if self.shoes else None
        if last is None or self._fresh or round_.shuffled or round_.shoe != last.no:
            known = self._fresh or round_.shuffled or round_.shoe is not None
            last = ShoeTally(self._decks, round_.shoe, known)
            self.shoes.append(last)
        return last


@dataclass(frozen=True, slots=True)
class LeastSeen:
    """The card that was seen most seldom against what its shoes should have given.

    Attributes:
        card: which.
        seen, expected: how often.
        p: chance that any of the 52 is seen so seldom in whole packs (normal tail, times 52).
    """

    card: Card
    seen: int
    expected: float
    p: float


@dataclass(frozen=True, slots=True)
class Composition:
    """All shoes of a session together.

    Attributes:
        shoes: how many were seen from their beginning.
        cards: cards seen open.
        unread: of these with the rank unread.
        most_copies: the greatest number of copies of one card in one shoe that was whole at first, and that card.
        decks: packs in a shoe.
        least_seen: in shoes that were whole at first; None where hardly any of their cards was seen.
    """

    shoes: int
    cards: int
    unread: int
    most_copies: tuple[int, Card | None]
    decks: int
    least_seen: LeastSeen | None

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        copies, card = self.most_copies
        least = self.least_seen
        return {
            "shoes": self.shoes,
            "cards": self.cards,
            "unread": self.unread,
            "decks": self.decks,
            "most_copies": {"n": copies, "card": None if card is None else str(card)},
            "least_seen": None
            if least is None
            else {
                "card": str(least.card),
                "n": least.seen,
                "expected": round(least.expected, 2),
                "p": least.p,
            },
        }


def composition(shoes: Sequence[ShoeTally], decks: int) -> Composition:
    """Put the shoes of a session together."""
    whole = [shoe for shoe in shoes if shoe.known_from_start]
    copies, card = max(
        ((n, card) for shoe in whole for card, n in shoe.copies.items()),
        key=lambda most: (most[0], DECK.index(most[1])),
        default=(0, None),
    )
    read = sum(shoe.copies.total() for shoe in whole)
    return Composition(
        shoes=len(whole),
        cards=sum(shoe.shown for shoe in shoes),
        unread=sum(shoe.unread for shoe in shoes),
        most_copies=(copies, card),
        decks=decks,
        least_seen=_least_seen(whole, decks) if read >= CARDS_IN_DECK else None,
    )


def _least_seen(shoes: Sequence[ShoeTally], decks: int) -> LeastSeen:
    """Compare each card with a draw without replacement from whole packs, shoe by shoe."""
    total = CARDS_IN_DECK * decks
    expected = variance = 0.0
    for shoe in shoes:
        drawn = shoe.copies.total()
        expected += drawn / CARDS_IN_DECK
        variance += drawn / CARDS_IN_DECK * (1 - 1 / CARDS_IN_DECK) * (total - drawn) / (total - 1)
    seen = {card: sum(shoe.copies[card] for shoe in shoes) for card in DECK}
    card = min(DECK, key=lambda one: seen[one])
    deviation = (expected - seen[card]) / sqrt(variance) if variance else 0.0
    return LeastSeen(card, seen[card], expected, min(1.0, CARDS_IN_DECK * erfc(deviation / sqrt(2)) / 2))
