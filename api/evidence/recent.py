"""The newest facts of a watched table, and the cards that lay there before them: what is drawn on its pictures."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import Final

from api.evidence.lying import LyingCard, LyingCards
from tracker.facts import Fact

RECENT: Final = 1000
"""Some twenty rounds' facts: pictures are kept for minutes, and show no more than a few rounds."""


@dataclass(frozen=True, slots=True)
class RecentMemory:
    """The newest facts, the cards that lay before the first of them, and up to which media time others are left out."""

    facts: tuple[Fact, ...]
    before: tuple[LyingCard, ...]
    gone_us: int


class RecentFacts:
    """Takes facts in order of the journal and lets the oldest go. Used by one thread at a time.

    Attributes:
        facts: the newest by id, in order.
        before: the cards that lay on the table before the first of them.
    """

    def __init__(self, limit: int = RECENT) -> None:
        """Keep at most so many facts."""
        self.facts: dict[str, Fact] = {}
        self.before = LyingCards()
        self._limit = limit
        self._order: deque[str] = deque()
        self._gone_us = -1

    def take(self, fact: Fact) -> None:
        """Take in one fact that was not taken in before."""
        self.facts[fact.id] = fact
        self._order.append(fact.id)
        if len(self._order) > self._limit:
            gone = self.facts.pop(self._order.popleft())
            self.before.take(gone)
            self._gone_us = max(self._gone_us, gone.pts_us)

    def memory(self, keep: int) -> RecentMemory:
        """Return the newest `keep` facts with what lay before them."""
        gone = max(0, len(self.facts) - keep)
        before, gone_us = LyingCards(self.before), self._gone_us
        for fact in islice(self.facts.values(), gone):
            before.take(fact)
            gone_us = max(gone_us, fact.pts_us)
        return RecentMemory(tuple(islice(self.facts.values(), gone, None)), before.cards, gone_us)

    def go_on(self, memory: RecentMemory) -> None:
        """Go on from what others remembered; nothing was taken in here yet."""
        self.before = LyingCards.of(memory.before)
        self._gone_us = memory.gone_us
        for fact in memory.facts:
            self.take(fact)

    def reach(self, pts_us: int) -> bool:
        """Whether what lay at a media time can be told from these facts alone."""
        return pts_us >= self._gone_us
