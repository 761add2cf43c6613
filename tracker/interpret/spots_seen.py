"""What pictures of the bet spots show to be wrong where no amounts are known: late and changed bets, losers left lying.

A picture tells whether chips lie on a spot, not how many. So only what no amount can excuse is told: chips that come to
a bare spot, change or go while the cards are dealt, and a loser's chips that still lie when the cards are gone though
other bets were settled. What a picture left in doubt accuses nobody, and no money is named.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.codes import CODES
from tracker.facts import Fact, SpotSeen
from tracker.findings import Finding
from tracker.interpret.told import ToldRound
from tracker.outcomes import Bet
from tracker.profile import Profile

MARGIN_US: Final = 300_000
"""Chips and cards are seen to rest with different patience: nearer than this, either may have come first."""
PATIENCE_US: Final = 3_000_000
"""What happened is seen so much later at most, as a rule."""


@dataclass(frozen=True, slots=True)
class SpotFinding:
    """A mistake that pictures of a bet spot show, and the facts that show it in order of time."""

    finding: Finding
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a spot showed: since when it may have been so, and when it was seen to be."""

    since_us: int
    seen_us: int
    shows: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class _Moments:
    """First card of the deal, last card of it, and the moment at which the last cards left."""

    first_us: int
    dealt_us: int
    end_us: int


class SpotsSeen:
    """The facts about bet spots, and what they show to be wrong in a round."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._sights: dict[str, list[_Sight]] = {}

    def take(self, fact: Fact) -> None:
        """Take in a fact; one that is about no spot changes nothing."""
        body = fact.body
        if isinstance(body, SpotSeen):
            sight = _Sight(fact.pts_us - fact.slack_us, fact.pts_us, body.shows, fact)
            insort(self._sights.setdefault(body.spot, []), sight, key=_seen_us)

    def let_go(self, before_us: int) -> None:
        """Keep of what was seen before a media time only what each spot showed last."""
        left = self.since(before_us)
        self._sights = {}
        for fact in left:
            self.take(fact)

    def since(self, before_us: int) -> list[Fact]:
        """Return the facts that are left when what was seen before a media time is let go."""
        left = (
            row[max(0, bisect_right(row, before_us, key=_seen_us) - 1) :] for row in self._sights.values()
        )
        return [sight.fact for row in left for sight in row]

    def findings(self, told: ToldRound, bets: Sequence[Bet]) -> list[SpotFinding]:
        """Return what the spots show to be wrong in a round.

        Args:
            told: the round; nothing is found in one that is uncertain, or whose amounts a chip feed tells.
            bets: how each bet of it came out.
        """
        moments = _moments(told, self._profile)
        if moments is None or not told.is_certain or told.chips:
            return []
        found = list(self._in_the_deal(moments, told))
        if told.complete:
            found += self._left_lying(moments, told, bets)
        return found

    def _in_the_deal(self, at: _Moments, told: ToldRound) -> Iterator[SpotFinding]:
        late_boxes: set[str] = set()
        for spot, row in self._sights.items():
            before = _last(row, at.first_us)
            if before is None or not self._is_of_the_deal(spot):
                continue
            for sight in _between(row, at.first_us, at.end_us):
                if not at.first_us + MARGIN_US <= sight.since_us <= at.dealt_us - MARGIN_US:
                    continue
                box = spot.partition(".")[0]
                if before.shows == "empty" and sight.shows == "chips" and box not in late_boxes:
                    late_boxes.add(box)
                    code = "side-bet-late" if spot.endswith(".side") else "bet-late"
                    subject = spot if spot.endswith(".side") else box
                    yield self._finding(code, subject, "no chips", "chips", told, (before.fact, sight.fact))
                elif before.shows in ("chips", "changed") and sight.shows in ("changed", "empty"):
                    yield self._finding(
                        "bet-changed", spot, "the same chips", sight.shows, told, (before.fact, sight.fact)
                    )
                before = sight

    def _is_of_the_deal(self, spot: str) -> bool:
        """Whether a spot is one of the bets before the deal: of a starting hand, or a side bet."""
        hand = spot.partition(".")[2]
        return hand == "side" or (hand.isdecimal() and int(hand) <= self._profile.hands_per_box)

    def _left_lying(self, at: _Moments, told: ToldRound, bets: Sequence[Bet]) -> Iterator[SpotFinding]:
        """Losers whose chips lay there from before the deal until the cards were gone, where another was taken."""
        losers = [bet for bet in bets if bet.kind == "main" and bet.outcome == "lose" and bet.is_proven]
        if not any(self._was_taken(bet.bet, at) for bet in losers):
            return  # nobody takes losers' chips before the cards, as far as these pictures show
        for bet in losers:
            row = self._sights.get(bet.bet, [])
            before = _last(row, at.first_us)
            after = next(iter(_between(row, at.first_us, row[-1].seen_us)), None) if row else None
            if (
                before is not None and before.shows in ("chips", "changed")
                and after is not None and after.since_us >= at.end_us
            ):  # fmt: skip
                yield self._finding(
                    "loser-not-taken", bet.bet, "take", "chips", told, (before.fact, after.fact)
                )

    def _was_taken(self, spot: str, at: _Moments) -> bool:
        """Whether a spot was emptied after the deal and before the last cards left."""
        sights = _between(self._sights.get(spot, []), at.dealt_us, at.end_us + PATIENCE_US)
        return any(sight.shows == "empty" and sight.since_us < at.end_us for sight in sights)

    def _finding(  # noqa: PLR0917 (private, one shape)
        self, code: str, subject: str, expected: str, seen: str, told: ToldRound, facts: tuple[Fact, ...]
    ) -> SpotFinding:
        row = CODES[code]
        severity = self._profile.severity.get(code, row.severity)
        at_us = facts[-1].pts_us
        action = sum(1 for step in told.actions if (step.action.pts_us or 0) <= at_us)
        return SpotFinding(Finding(code, action, subject, expected, seen, 0, severity, row.rule), facts)


def _seen_us(sight: _Sight) -> int:
    return sight.seen_us


def _last(row: Sequence[_Sight], pts_us: int) -> _Sight | None:
    """What a spot was last seen to show by a moment."""
    count = bisect_right(row, pts_us, key=_seen_us)
    return row[count - 1] if count else None


def _between(row: Sequence[_Sight], from_us: int, to_us: int) -> Sequence[_Sight]:
    """What a spot was seen to show after one moment and by another."""
    return row[bisect_right(row, from_us, key=_seen_us) : bisect_right(row, to_us, key=_seen_us)]


def _moments(told: ToldRound, profile: Profile) -> _Moments | None:
    """When the deal of a round began and ended; None while it has not."""
    cards: Counter[str] = Counter()
    first_us: int | None = None
    for step in told.actions:
        action = step.action
        if action.verb != "deal" or action.pts_us is None:
            continue
        first_us = action.pts_us if first_us is None else first_us
        cards[str(action.args[0])] += 1
        hands = [count for place, count in cards.items() if place != "d"]
        if cards["d"] >= (2 if profile.hole_card else 1) and hands and min(hands) >= 2:
            return _Moments(first_us, action.pts_us, told.end_us)
    return None
