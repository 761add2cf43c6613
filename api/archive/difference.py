"""What changes when a recording is judged anew: by other rules, after a correction, or as another model read it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from api.archive.schemas import Difference, RoundChange, RoundOutcome
from api.live.views import bet_view, finding_view
from api.phrases import Phrasebook
from api.store.desk import Desk
from api.store.projections import JudgedRound

_Pair = tuple[JudgedRound | None, JudgedRound | None]


@dataclass(frozen=True, slots=True)
class Side:
    """One judgement of a recording: under which name, its rounds, and the words for them."""

    name: str
    rounds: Sequence[JudgedRound]
    desk: Desk
    book: Phrasebook

    def outcome(self, judged: JudgedRound) -> RoundOutcome:
        """Return what a round came to."""
        bets = judged.verdict.bets if judged.told.is_certain else ()
        units = self.book.minor_units
        return RoundOutcome(
            no=judged.told.no,
            state=judged.state,
            findings=tuple(finding_view(found, self.desk, self.book, None) for found in judged.findings),
            bets=tuple(bet_view(bet, units, amounts=judged.told.chips) for bet in bets),
        )


def difference(before: Side, after: Side) -> Difference:
    """Compare two judgements of one recording, round by round; rounds belong together that were dealt together."""
    pairs = list(_together(before.rounds, after.rounds))
    changes = [change for pair in pairs if (change := _change(pair, before, after)) is not None]
    return Difference(
        before=before.name,
        after=after.name,
        rounds=len(pairs),
        changed=tuple(changes),
        appeared=sum(len(change.appeared) for change in changes),
        vanished=sum(len(change.vanished) for change in changes),
    )


def _change(pair: _Pair, before: Side, after: Side) -> RoundChange | None:
    old = before.outcome(pair[0]) if pair[0] else None
    new = after.outcome(pair[1]) if pair[1] else None
    if old is not None and new is not None and _came_to(old) == _came_to(new):
        return None
    told = [judged.told for judged in pair if judged is not None]
    appeared, vanished = _codes(new) - _codes(old), _codes(old) - _codes(new)
    return RoundChange(
        start_us=min(one.start_us for one in told),
        end_us=max(one.end_us for one in told),
        before=old,
        after=new,
        appeared=tuple(sorted(appeared.elements())),
        vanished=tuple(sorted(vanished.elements())),
    )


def _came_to(outcome: RoundOutcome) -> object:
    """Return what makes a round another one: its number and the places of findings in it do not."""
    found = sorted((f.code, f.subject, f.expected, f.seen, f.money, f.severity) for f in outcome.findings)
    return outcome.state, found, outcome.bets


def _codes(outcome: RoundOutcome | None) -> Counter[str]:
    return Counter(finding.code for finding in outcome.findings) if outcome else Counter()


def _together(before: Sequence[JudgedRound], after: Sequence[JudgedRound]) -> Iterator[_Pair]:
    """Pair rounds whose times overlap, both sides in order of time; what has no partner comes alone."""
    left, right = deque(before), deque(after)
    while left and right:
        one, other = left[0].told, right[0].told
        if one.end_us < other.start_us:
            yield left.popleft(), None
        elif other.end_us < one.start_us:
            yield None, right.popleft()
        else:
            yield left.popleft(), right.popleft()
    yield from ((judged, None) for judged in left)
    yield from ((None, judged) for judged in right)
