"""Rounds in which one or two cards were not read, with every way in which they may be completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import NamedTuple

from tracker.actions import Action
from tracker.cards import DECK, UNKNOWN, UNREAD, Card
from tracker.outcomes import Bet
from tracker.profile import Profile
from tracker.referee import judge_round
from tracker.verdict import RoundVerdict

MOST = 120
"""So many completions are judged at most; of more, a sample."""
CHANCE = frozenset({"card-count-exceeded"})
"""Depends on how often a completion's card is in the shoe, which nobody claims."""


@dataclass(frozen=True)
class Unread:
    """A round as it was recorded.

    Attributes:
        actions: with some cards unread.
        slots: which actions those are, and the cards that each may be.
    """

    actions: tuple[Action, ...]
    slots: tuple[tuple[int, tuple[Card, ...]], ...]

    def until(self, end: int) -> Unread:
        """The round after its first actions only."""
        return Unread(self.actions[:end], tuple(slot for slot in self.slots if slot[0] < end))

    def completions(self, dice: Random) -> Iterator[tuple[Action, ...]]:
        """Every way to complete it, or a sample."""
        ways = list(product(*(cards for _, cards in self.slots)))
        for way in ways if len(ways) <= MOST else dice.sample(ways, MOST):
            actions = list(self.actions)
            for (at, _), card in zip(self.slots, way, strict=True):
                actions[at] = replace(actions[at], args=(actions[at].args[0], card))
            yield tuple(actions)

    @property
    def is_sampled(self) -> bool:
        """Whether not all completions are judged."""
        count = 1
        for _, cards in self.slots:
            count *= len(cards)
        return count > MOST


def leave_unread(actions: Sequence[Action], profile: Profile, count: int, dice: Random) -> Unread | None:
    """Leave some cards of a round unread or half read; None where it has not so many."""
    read = [i for i, a in enumerate(actions) if a.verb in ("deal", "turn") and _card(a).is_known]
    if len(read) < count:
        return None
    dealers = [i for i, a in enumerate(actions) if a.verb == "deal" and a.args[0] == "d"]
    out, slots = list(actions), []
    for at in sorted(dice.sample(read, count)):
        card = _card(actions[at])
        seen = dice.choice([UNKNOWN, UNKNOWN, Card(card.rank, UNREAD), Card(UNREAD, card.suit)])
        # Of the two cards that the dealer is dealt, `??` would say that it lies face down.
        lies_open = profile.hole_card and at in dealers[:2] and seen == UNKNOWN
        out[at] = replace(actions[at], args=(actions[at].args[0], seen, *(("up",) if lies_open else ())))
        slots.append((at, tuple(c for c in DECK if _may_be(seen, c))))
    return Unread(tuple(out), tuple(slots))


def _card(action: Action) -> Card:
    card = action.args[1]
    assert isinstance(card, Card)
    return card


def _may_be(seen: Card, card: Card) -> bool:
    return seen.rank in (UNREAD, card.rank) and seen.suit in (UNREAD, card.suit)


class Doubt(NamedTuple):
    """Something that a verdict says and the cards do not prove, or does not say though they do."""

    kind: str
    subject: str
    says: object
    completion: object


def doubts(profile: Profile, unread: Unread, dice: Random, *, is_over: bool) -> Iterator[Doubt]:
    """Compare the verdict on a round with the verdicts on its completions.

    A finding must be one in every completion, about the same act; a proven outcome and a known total must be the same
    in every completion. An outcome that is not proven must be the same in those in which nothing else was wrong. What
    all completions agree on must be said. (That the dealer plays tells that the hands are closed: while the round goes
    on, a completion in which one of them is not does not count against an outcome.)
    """
    verdict = judge_round(profile, unread.actions)
    completed = [judge_round(profile, actions) for actions in unread.completions(dice)]
    yield from _finding_doubts(verdict, completed)
    for bet in verdict.bets:
        yield from _bet_doubts(verdict, bet, completed, is_over=is_over, is_sampled=unread.is_sampled)
    for ref, hand in verdict.hands.items():
        for say in ("total", "soft", "blackjack"):
            mine, theirs = getattr(hand, say), {getattr(v.hands[ref], say) for v in completed}
            if mine is not None and theirs != {mine}:
                yield Doubt(f"{say} is not sure", ref, mine, theirs)
            elif mine is None and len(theirs) == 1 and not unread.is_sampled:
                yield Doubt(f"{say} is sure", ref, mine, theirs)


def _finding_doubts(verdict: RoundVerdict, completed: Sequence[RoundVerdict]) -> Iterator[Doubt]:
    for finding in verdict.findings:
        if finding.code in CHANCE:
            continue
        for other in completed:
            told = {("", f.action, f.subject[0]) for f in other.findings} | {
                (f.code, 0, f.subject) for f in other.findings
            }
            # A payment on the wrong box tells of both bets.
            told |= {("", 0, f.expected.split()[-1]) for f in other.findings if f.code == "paid-wrong-box"}
            shown = {("", finding.action, finding.subject[0]), (finding.code, 0, finding.subject)}
            if told.isdisjoint(shown | {("", 0, finding.subject)}):
                yield Doubt("finding", finding.subject, finding, other.findings)
                break
        money = {f.money for v in completed for f in v.findings if f[:3] == finding[:3]}
        if money - {finding.money}:
            yield Doubt("money of a finding", finding.subject, finding, money)


def _bet_doubts(
    verdict: RoundVerdict, bet: Bet, completed: Sequence[RoundVerdict], *, is_over: bool, is_sampled: bool
) -> Iterator[Doubt]:
    ends = [(v, next((b for b in v.bets if b.bet == bet.bet), None)) for v in completed]
    if bet.is_decided:
        for other, end in ends:
            counts = bet.is_proven or _blamed(other) <= _blamed(verdict)
            goes_on = not is_over and end is not None and end.outcome == "open"
            if counts and not goes_on and (end is None or _said(end) != _said(bet)):
                yield Doubt("outcome", bet.bet, bet, end)
                break
    agreed = {None if end is None else _said(end) for _, end in ends}
    if is_sampled or len(agreed) > 1 or None in agreed:
        return
    (said,) = agreed
    is_decided = said is not None and said[0] not in ("open", "unknown")
    if is_decided and not (bet.is_decided and bet.is_proven):
        yield Doubt("what all agree on", bet.bet, bet, said)


def _said(bet: Bet) -> tuple[object, ...]:
    return bet.outcome, bet.pays, bet.net, bet.name, bet.shares


def _blamed(verdict: RoundVerdict) -> set[tuple[int, str, str]]:
    return {(f.action, f.code, f.subject[0]) for f in verdict.findings if f.code not in CHANCE}
