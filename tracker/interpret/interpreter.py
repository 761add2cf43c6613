"""From facts to rounds, live or all at once."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace

from tracker.facts import CameraBlind, Correction, Fact, body_from_json
from tracker.interpret.chapters import Chapter, cut
from tracker.interpret.simultaneous import by_time
from tracker.interpret.teller import tell
from tracker.interpret.told import ToldRound
from tracker.profile import Profile

_WINDOW = 2
"""Chapters that a late fact may still change: facts of several sources do not arrive in order of time."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What an interpreter has to know to go on when its oldest rounds are gone.

    Attributes:
        chapters: those of the rounds that stay, and of what came after them.
        gone: how many rounds are gone.
        gone_until_us: media time of their last fact; -1: none is gone.
        corrections: the newest of each fact, by the fact's id.
        noticed_late: blindness that may have begun before the chapters end.
    """

    chapters: list[Chapter]
    gone: int
    gone_until_us: int
    corrections: dict[str, Correction]
    noticed_late: list[Fact]


class Interpreter:
    """Folds facts into rounds.

    After each fact `rounds` is up to date; what a later fact shows may revise the inferred tail of the current round, a
    correction any round that was not let go.
    """

    def __init__(
        self, profile: Profile, *, minor_units: int = 100, started_us: int = 0, sees_order: bool = True
    ) -> None:
        """Begin with nothing known.

        Args:
            profile: the game that is dealt.
            minor_units: how many of the currency's smallest units make one.
            started_us: media time from which the camera sees; cards that lie there already begin no round.
            sees_order: whether what comes first is seen first; not so in stills.
        """
        self._profile = profile
        self._minor_units = minor_units
        self._chapters = [Chapter(sees_since_us=started_us, sees_order=sees_order)]
        self._told: list[ToldRound | None] = [None]
        self._rounds: list[ToldRound] = []
        self._before: list[int] = []
        self._changed = 0
        self._seen: set[str] = set()
        self._corrections: dict[str, Correction] = {}
        self._fresh: list[Fact] = []
        self._noticed_late: list[Fact] = []
        self._gone = 0
        self._gone_until_us = -1

    def feed(self, fact: Fact) -> None:
        """Take in one fact. A fact that is known already (delivered twice) changes nothing; one that was let go is new.

        Raises:
            ValueError: if a correction's body is no fact.
        """
        if fact.id in self._seen:
            return
        self._seen.add(fact.id)
        if isinstance(fact.body, Correction):
            self._correct(fact.body)
        else:
            self._fresh.append(self._corrected(fact))

    @property
    def rounds(self) -> list[ToldRound]:
        """Every round that was not let go, the current one last; bets before the first card are its beginning."""
        self._take_in()
        # What was told of the chapters before the first that changed is told already.
        start = min(self._changed, max(0, len(self._before) - 1))
        told = self._rounds[: self._before[start]] if self._before else []
        del self._before[start:]
        for number, chapter in enumerate(self._chapters[start:], start=start):
            self._before.append(len(told))
            if not chapter.facts or (not chapter.dealt and number < len(self._chapters) - 1):
                continue
            no = self._gone + len(told) + 1
            known = self._told[number]
            if known is None or known.no != no:
                known = self._told[number] = tell(
                    chapter, self._profile, no=no, minor_units=self._minor_units
                )
            if chapter.dealt or known.actions:
                told.append(known)
        self._rounds, self._changed = told, len(self._chapters)
        return list(told)

    def let_go(self, count: int) -> None:
        """Let the facts of the oldest `count` rounds go; the rounds after them are told as if they were there.

        Args:
            count: how many of `rounds`; its newest two always stay, which a late fact may still change.
        """
        count = min(count, len(self.rounds) - _WINDOW)
        if count <= 0:
            return
        after = self.after(count)
        first = len(self._chapters) - len(after.chapters)
        self._seen.difference_update(fact.id for chapter in self._chapters[:first] for fact in chapter.facts)
        del self._chapters[:first], self._told[:first], self._rounds[:count]
        self._before = [before - count for before in self._before[first:]]
        self._changed -= first
        self._gone, self._gone_until_us = after.gone, after.gone_until_us
        self._noticed_late = after.noticed_late

    def after(self, count: int) -> Memory:
        """Return what is to be known to go on without the oldest `count` of `rounds`; whoever has it changes nothing.

        Args:
            count: at most all but the newest two.
        """
        count = max(0, min(count, len(self.rounds) - _WINDOW))
        first = bisect_left(self._before, count) if count else 0
        gone, stays = self._chapters[:first], self._chapters[first:]
        ends = [fact.pts_us for chapter in gone for fact in chapter.facts]
        oldest_us = min((fact.pts_us for chapter in stays for fact in chapter.facts), default=-1)
        return Memory(
            chapters=stays,
            gone=self._gone + count,
            gone_until_us=max([self._gone_until_us, *ends]),
            corrections=dict(self._corrections),
            noticed_late=[blind for blind in self._noticed_late if not count or blind.pts_us > oldest_us],
        )

    def go_on(self, memory: Memory) -> None:
        """Go on from what another interpreter, of the same game, left; this one has taken in nothing yet."""
        self._chapters = list(memory.chapters)
        self._told = [None] * len(self._chapters)
        self._changed = 0
        self._seen = {fact.id for chapter in self._chapters for fact in chapter.facts}
        self._corrections = dict(memory.corrections)
        self._noticed_late = list(memory.noticed_late)
        self._gone, self._gone_until_us = memory.gone, memory.gone_until_us

    def reaches_back(self, fact: Fact) -> bool:
        """Whether a fact would change something of what was told and let go, as far as can be known."""
        match fact.body:
            case Correction(corrects=corrects):
                return self._gone > 0 and corrects not in self._seen
            case CameraBlind():
                return fact.slack_us > 0 and fact.pts_us - fact.slack_us <= self._gone_until_us
            case _:
                return False

    def _take_in(self) -> None:
        if self._fresh:
            for fact in self._fresh:
                if isinstance(fact.body, CameraBlind) and fact.slack_us:
                    self._was_blind(fact)
            self._cut_again(max(len(self._chapters) - _WINDOW, 0), self._fresh)
            self._fresh = []

    def _was_blind(self, noticed: Fact) -> None:
        """Doubt what was told since the camera may have been blind, which was noticed only now."""
        self._noticed_late.append(noticed)
        for number, chapter in enumerate(self._chapters):
            if self._doubt_sight(chapter):
                self._told[number] = None
                self._changed = min(self._changed, number)

    def _doubt_sight(self, chapter: Chapter) -> bool:
        """Note that the camera may have been blind during a chapter; whether that is news."""
        for fact in self._noticed_late:
            if chapter.blind is None and isinstance(fact.body, CameraBlind) and _overlaps(chapter, fact):
                chapter.blind = fact.body.reason
                return True
        return False

    def _cut_again(self, start: int, more: list[Fact]) -> None:
        self._changed = min(self._changed, start)
        window = self._chapters[start:]
        facts = by_time([*(fact for chapter in window for fact in chapter.facts), *more])
        told = self._told[start:]
        anew = cut(facts, window[0])
        for chapter in anew:
            self._doubt_sight(chapter)
        kept = [
            told[k] if k < len(window) and chapter == window[k] else None for k, chapter in enumerate(anew)
        ]
        self._chapters[start:] = anew
        self._told[start:] = kept

    def _correct(self, correction: Correction) -> None:
        body_from_json(correction.body)
        self._corrections[correction.corrects] = correction
        self._fresh = [self._corrected(fact) for fact in self._fresh]
        for number, chapter in enumerate(self._chapters):
            if any(fact.id == correction.corrects for fact in chapter.facts):
                chapter.facts = [self._corrected(fact) for fact in chapter.facts]
                self._told[number] = None
                self._cut_again(number, [])
                return

    def _corrected(self, fact: Fact) -> Fact:
        correction = self._corrections.get(fact.id)
        return fact if correction is None else replace(fact, body=body_from_json(correction.body))


def _overlaps(chapter: Chapter, blindness: Fact) -> bool:
    """Whether any of a chapter was seen when the camera may have been blind already, and not noticed to be."""
    return any(
        blindness.pts_us - blindness.slack_us <= fact.pts_us < blindness.pts_us for fact in chapter.facts
    )
