"""Reviewers' own verdicts on rounds, and who reviews blind. A pure fold.

What a blind reviewer may be told is decided in `api.archive.disclosure`.
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


@dataclass(frozen=True, slots=True)
class ReviewsMemory:
    """Everything that reviews say: who reviews blind, and the verdicts on each round."""

    blind: frozenset[str]
    given: dict[int, list[Review]]


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

    def memory(self) -> ReviewsMemory:
        """Return what others have to know to go on as these do."""
        return ReviewsMemory(frozenset(self._blind), {no: list(given) for no, given in self._reviews.items()})

    def go_on(self, memory: ReviewsMemory) -> None:
        """Go on from what others knew; nothing was taken in here yet."""
        self._blind = set(memory.blind)
        self._reviews = {no: list(given) for no, given in memory.given.items()}

    def is_blind(self, who: str) -> bool:
        """Whether somebody reviews blind now."""
        return who in self._blind

    def judged_by(self, who: str) -> frozenset[int]:
        """Return the numbers of the rounds on which somebody's own verdict stands."""
        return frozenset(no for no, given in self._reviews.items() if any(r.by == who for r in given))

    def of_round(self, round_no: int) -> tuple[Review, ...]:
        """Return the verdicts on a round, in the order in which they were given."""
        return tuple(self._reviews.get(round_no, ()))
