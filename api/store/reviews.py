"""Reviewers' own verdicts on rounds, and who reviews blind. A pure fold.

A blind reviewer is told nothing of a round's findings until their own verdict on it stands in the journal.
"""

from __future__ import annotations

from dataclasses import dataclass

from tracker.facts import Fact, ReviewModeSet, RoundReviewed


@dataclass(frozen=True, slots=True)
class Review:
    """Somebody's own verdict on a round; `blind`: given before the findings were disclosed to them."""

    verdict: str
    codes: tuple[str, ...]
    note: str
    by: str
    blind: bool


class Reviews:
    """The fold of who reviewed what, and who must not see yet."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._blind: set[str] = set()
        self._reviews: dict[int, list[Review]] = {}

    def take(self, fact: Fact) -> None:
        """Take in one fact; those that are about something else change nothing."""
        match fact.body:
            case ReviewModeSet(by=by, blind=blind):
                (self._blind.add if blind else self._blind.discard)(by)
            case RoundReviewed(round=no) as body:
                given = Review(body.verdict, tuple(body.codes.split()), body.note, body.by, body.blind)
                self._reviews.setdefault(no, []).append(given)
            case _:
                pass

    def is_blind(self, who: str) -> bool:
        """Whether somebody reviews blind now."""
        return who in self._blind

    def discloses(self, who: str, round_no: int) -> bool:
        """Whether somebody may be told the findings of a round; what concerns no round (0) is a camera's blackout."""
        return not self.is_blind(who) or round_no == 0 or self.has_judged(who, round_no)

    def has_judged(self, who: str, round_no: int) -> bool:
        """Whether somebody's own verdict on a round stands."""
        return any(review.by == who for review in self._reviews.get(round_no, ()))

    def of_round(self, round_no: int) -> tuple[Review, ...]:
        """Return the verdicts on a round, in the order in which they were given."""
        return tuple(self._reviews.get(round_no, ()))
