"""Cutting the stream of facts into chapters, one a round, with what was already known when each began."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from tracker.facts import (
    CameraBack,
    CameraBlind,
    CardMoved,
    CardPlaced,
    CardTaken,
    ChipsSeen,
    Fact,
    Said,
)

AWAY: Final = frozenset({"tray", "shoe"})
"""Places where a card is not in play."""

_LEFTOVER: Final = 1 / 3
"""When the dealer's cards are gone and no more than this part of the round's cards still lies, the table is cleared:
the last ones are on their way or their leaving was missed."""

_HAND_CARDS: Final = 2
"""Fewer cards than this, gone before the dealer's was seen, are no round that was played and cleared."""
_ROUND_CARDS: Final = 3
"""With fewer cards than this no round was played, even if only the dealer's still lies."""


@dataclass(slots=True)
class Chapter:
    """The facts of one round and of the bets before it.

    Attributes:
        facts: in order of time.
        opening: chips facts that still held when the chapter began, by spot.
        leftovers: tracks of the round before that were not seen to leave.
        money_moves: whether a bet was seen paid or taken in this session before.
        speaks: whether anything was said in this session before.
        sees_order: what comes first is seen first; stills with seconds between them show much at once.
        blind: the camera did not see when the chapter began, and why.
        sees_since_us: media time since when the camera saw; None: since it began.
        dealt: whether a card lay in play.
        cleared: whether its cards were cleared again.
        unsure: boxes on whose spots something may lie that is not known, since a chip fact was lost.
        seqs: each source's last running number before the chapter.
        lost: the source of which a fact was lost on the way, in this chapter or at its end.
    """

    facts: list[Fact] = field(default_factory=list)
    opening: dict[str, Fact] = field(default_factory=dict)
    leftovers: frozenset[int] = frozenset()
    money_moves: bool = False
    speaks: bool = False
    sees_order: bool = True
    blind: str | None = None
    sees_since_us: int | None = None
    dealt: bool = False
    cleared: bool = False
    unsure: frozenset[str] = frozenset()
    seqs: dict[str, int] = field(default_factory=dict)
    lost: str | None = None


def cut(facts: Iterable[Fact], first: Chapter | None = None) -> list[Chapter]:
    """Cut facts, ordered by time, into chapters.

    Args:
        facts: in order of time, corrections already applied.
        first: what was known before the first of them; by default nothing.
    """
    ordered = list(facts)
    cutter = _Cutter(first or Chapter(), {(fact.source, fact.seq) for fact in ordered})
    for fact in ordered:
        cutter.add(fact)
    return cutter.chapters


class _Cutter:
    def __init__(self, first: Chapter, numbers: set[tuple[str, int]]) -> None:
        self._numbers = numbers
        self.chapters = [replace(first, facts=[], dealt=False, cleared=False, lost=None)]
        self._begin()
        self._spots: dict[str, Fact] = dict(first.opening)
        self._stale: set[str] = set()
        self._blind = first.blind
        self._sees_since_us = first.sees_since_us
        self._seqs = dict(first.seqs)

    @property
    def chapter(self) -> Chapter:
        return self.chapters[-1]

    def _begin(self) -> None:
        self._lying: dict[int, str] = {}
        self._placed = 0
        self._dealer_came = False
        self._dealer_left = False
        self._player_left = False

    def add(self, fact: Fact) -> None:
        body = fact.body
        if self.chapter.cleared and not isinstance(body, CardTaken):
            self._turn_page()
        elif isinstance(body, CardPlaced) and body.place not in AWAY and self._starts_anew(body):
            self.chapter.cleared = True
            self._turn_page(lost=self.chapter.lost)
        self._note_loss(fact)
        self.chapter.facts.append(fact)
        self._follow(fact)

    def _turn_page(self, lost: str | None = None) -> None:
        """Begin the next chapter; what was lost after the cards left unseen may have been one of its bets."""
        last = self.chapter
        for spot in self._stale:
            self._spots.pop(spot, None)
        self.chapters.append(
            Chapter(
                opening=dict(self._spots),
                leftovers=frozenset(self._lying),
                money_moves=last.money_moves or _money_moved(last),
                speaks=last.speaks or any(isinstance(fact.body, Said) for fact in last.facts),
                unsure=frozenset(spot.partition(".")[0] for spot in self._stale),
                sees_order=last.sees_order,
                blind=self._blind,
                sees_since_us=self._sees_since_us,
                seqs=dict(self._seqs),
                lost=lost,
            )
        )
        self._stale.clear()
        self._begin()

    def _follow(self, fact: Fact) -> None:
        match fact.body:
            case CardPlaced(track=track, place=place) if place not in AWAY:
                self.chapter.dealt = True
                self._placed += track not in self._lying
                self._lying[track] = place
                self._dealer_came |= place == "d"
            case CardMoved(track=track, place=place) if track in self._lying:
                self._lying[track] = place
                if place in AWAY:
                    self._leave(track)
            case CardTaken(track=track) if track in self._lying:
                self._leave(track)
            case ChipsSeen(spot=spot):
                self._spots[spot] = fact
                self._stale.discard(spot)
            case CameraBlind(reason=reason):
                self._blind = reason
            case CameraBack():
                self._blind = None
                self._sees_since_us = fact.pts_us
            case _:
                pass

    def _leave(self, track: int) -> None:
        place = self._lying.pop(track)
        self._dealer_left |= place == "d"
        self._player_left |= place != "d"
        if self._dealer_came:
            dealer_gone = "d" not in self._lying.values()
            self.chapter.cleared = dealer_gone and len(self._lying) <= _LEFTOVER * self._placed
        else:
            self.chapter.cleared = not self._lying and self._placed >= _HAND_CARDS

    def _starts_anew(self, body: CardPlaced) -> bool:
        """Whether a card opens the next round though the end of this one was not seen whole."""
        if not self._dealer_came or self._placed < _ROUND_CARDS:
            return False
        lying = set(self._lying.values())
        if body.place == "d":
            return self._dealer_left and lying <= {"d"}
        # Nobody is dealt a card after the dealer's went, and a player's before them: what still lies was left behind.
        went_with_others = self._dealer_left and self._player_left and "d" not in lying
        return lying <= {"d"} or (went_with_others and body.slot in (0, 1))

    def _note_loss(self, fact: Fact) -> None:
        """Note a gap in a source's numbers; before its first fact here the last chapter's end may be missing too."""
        if not fact.seq:
            return
        expected = self._seqs.get(fact.source, fact.seq - 1) + 1
        self._seqs[fact.source] = max(fact.seq, expected - 1)
        # Facts of one moment may stand in another order than the source numbered them.
        if any((fact.source, seq) not in self._numbers for seq in range(expected, fact.seq)):
            begun = any(other.source == fact.source for other in self.chapter.facts)
            for chapter in self.chapters[-1:] if begun else self.chapters[-2:]:
                chapter.lost = fact.source
            self._stale |= {spot for spot, known in self._spots.items() if known.source == fact.source}


def _money_moved(chapter: Chapter) -> bool:
    """Whether any spot changed after the last card of a chapter came: bets of this table are seen to be settled."""
    dealt = False
    amounts = {spot: _amount(fact) for spot, fact in chapter.opening.items()}
    moved = False
    for fact in chapter.facts:
        if isinstance(fact.body, CardPlaced):
            dealt, moved = True, False
        elif isinstance(fact.body, ChipsSeen):
            moved |= dealt and amounts.get(fact.body.spot, 0) != fact.body.amount
            amounts[fact.body.spot] = fact.body.amount
    return moved


def _amount(fact: Fact) -> int:
    return fact.body.amount if isinstance(fact.body, ChipsSeen) else 0
