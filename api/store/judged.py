"""The judged rounds of a session, and what they add up to; whatever was told before stays judged as it was.

A session grows for a shift or more, and every fact asks how it stands: what the rounds before the newest ones come to
is kept and not counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.interpret import ToldRound

if TYPE_CHECKING:
    from api.store.projections import JudgedRound, ProvenFinding


@dataclass(frozen=True, slots=True)
class Sums:
    """What rounds come to; see `api.store.projections.Totals`."""

    rounds: int = 0
    uncertain: int = 0
    hands: int = 0
    turnover: int = 0
    wrong: int = 0

    def with_round(self, judged: JudgedRound) -> Sums:
        """Return what they come to with one round more."""
        wrong = self.wrong + sum(abs(proven.finding.money) for proven in judged.findings)
        if not judged.told.is_certain:
            return Sums(self.rounds + 1, self.uncertain + 1, self.hands, self.turnover, wrong)
        hands = self.hands + len(judged.verdict.hands)
        turnover = self.turnover + sum(bet.stake for bet in judged.bets)
        return Sums(self.rounds + 1, self.uncertain, hands, turnover, wrong)


class JudgedRounds:
    """Rounds in order, judged once each. Of rounds that were let go, their findings and what they come to are kept."""

    def __init__(self, judge: Callable[[ToldRound], JudgedRound]) -> None:
        """Begin with none.

        Args:
            judge: says what a round comes to.
        """
        self._judge = judge
        self.rounds: list[JudgedRound] = []
        self.findings: list[ProvenFinding] = []
        self._sums: list[Sums] = []
        self._ends: list[int] = []
        self._later: list[JudgedRound] = []
        self._gone = Sums()
        self._gone_findings = 0
        self.gone_until_us = -1
        """Media time at which the last of the rounds ended that were let go."""

    @property
    def sums(self) -> Sums:
        """What all rounds come to."""
        return self._sums[-1] if self._sums else self._gone

    @property
    def gone(self) -> int:
        """How many of the oldest rounds were let go."""
        return self._gone.rounds

    def tell(self, told: Sequence[ToldRound]) -> None:
        """Judge what was told anew: every round that is not the very one that was told before."""
        kept = 0
        for judged, now in zip(self.rounds, told, strict=False):
            if judged.told is not now:
                break
            kept += 1
        if kept == len(told) == len(self.rounds):
            return
        known = {id(judged.told): judged for judged in (*self._later, *self._forget_from(kept))}
        self._later = []
        for now in told[kept:]:
            self._add(known.get(id(now)) or self._judge(now))

    def forget(self, no: int) -> None:
        """Judge a round anew when it is told next; the others stay judged."""
        at = next((k for k, judged in enumerate(self.rounds) if judged.told.no == no), None)
        if at is not None:
            self._later += self._forget_from(at)[1:]

    def forget_since(self, pts_us: int) -> None:
        """Judge the newest rounds anew when they are told next: those that did not end before a media time."""
        first = len(self.rounds)
        while first and self.rounds[first - 1].told.end_us >= pts_us:
            first -= 1
        self._forget_from(first)

    def let_go(self, count: int) -> list[JudgedRound]:
        """Let the oldest rounds go, and return them: they stay judged as they are."""
        gone = self.rounds[:count]
        if gone:
            self._gone, self._gone_findings = self._sums[count - 1], self._ends[count - 1]
            self.gone_until_us = max(self.gone_until_us, *(judged.told.end_us for judged in gone))
            del self.rounds[:count], self._sums[:count], self._ends[:count]
        return gone

    def _add(self, judged: JudgedRound) -> None:
        self.rounds.append(judged)
        self.findings.extend(judged.findings)
        self._sums.append(self.sums.with_round(judged))
        self._ends.append(len(self.findings))

    def _forget_from(self, first: int) -> list[JudgedRound]:
        gone = self.rounds[first:]
        del self.rounds[first:], self._sums[first:], self._ends[first:]
        del self.findings[self._ends[-1] if self._ends else self._gone_findings :]
        return gone
