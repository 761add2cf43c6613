"""The judged rounds of a session, and what they add up to; whatever was told before stays judged as it was.

A session grows for a shift or more, and every fact asks how it stands: what the rounds before the newest ones come to
is kept and not counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.store.proven import ProvenFinding
from tracker.interpret import ToldRound

if TYPE_CHECKING:
    from api.store.projections import JudgedRound

TIMED: Final = 32
"""Of so many rounds that were let go, the newest, it stays known when they began: a table's pace is told by them."""


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


@dataclass(frozen=True, slots=True)
class GoneRounds:
    """What stays of rounds that were let go.

    Attributes:
        sums: what they come to.
        findings: all of them, in order of rounds.
        until_us: media time at which the last of them ended; -1: there are none.
        starts_us: media times at which the newest of them began, in order.
    """

    sums: Sums = Sums()
    findings: tuple[ProvenFinding, ...] = ()
    until_us: int = -1
    starts_us: tuple[int, ...] = ()


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
        self._gone = GoneRounds()

    @property
    def sums(self) -> Sums:
        """What all rounds come to."""
        return self._sums[-1] if self._sums else self._gone.sums

    @property
    def gone(self) -> int:
        """How many of the oldest rounds were let go."""
        return self._gone.sums.rounds

    @property
    def gone_until_us(self) -> int:
        """Media time at which the last of the rounds ended that were let go; -1: none was."""
        return self._gone.until_us

    @property
    def starts_us(self) -> list[int]:
        """Media times at which the newest rounds began, in order."""
        return [*self._gone.starts_us, *(judged.told.start_us for judged in self.rounds)]

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
        self._later = [judged for judged in self._later if judged.told.no != no]
        at = next((k for k, judged in enumerate(self.rounds) if judged.told.no == no), None)
        if at is not None:
            self._later += self._forget_from(at)[1:]

    def forget_since(self, pts_us: int) -> None:
        """Judge the newest rounds anew when they are told next: those that did not end before a media time."""
        self._later = [judged for judged in self._later if judged.told.end_us < pts_us]
        first = len(self.rounds)
        while first and self.rounds[first - 1].told.end_us >= pts_us:
            first -= 1
        self._forget_from(first)

    def let_go(self, count: int) -> list[JudgedRound]:
        """Let the oldest rounds go, and return them: they stay judged as they are."""
        gone = self.rounds[:count]
        if gone:
            self._gone = self.after(count)
            del self.rounds[:count], self._sums[:count], self._ends[:count]
        return gone

    def after(self, count: int) -> GoneRounds:
        """Return what stays of the oldest `count` of `rounds`, and of those that went before them."""
        if not count:
            return self._gone
        gone = [judged.told for judged in self.rounds[:count]]
        return GoneRounds(
            sums=self._sums[count - 1],
            findings=tuple(self.findings[: self._ends[count - 1]]),
            until_us=max(self._gone.until_us, *(told.end_us for told in gone)),
            starts_us=(*self._gone.starts_us, *(told.start_us for told in gone))[-TIMED:],
        )

    def go_on(self, gone: GoneRounds) -> None:
        """Go on behind rounds that are gone; nothing was told here yet."""
        self._gone, self.findings = gone, list(gone.findings)

    def _add(self, judged: JudgedRound) -> None:
        self.rounds.append(judged)
        self.findings.extend(judged.findings)
        self._sums.append(self.sums.with_round(judged))
        self._ends.append(len(self.findings))

    def _forget_from(self, first: int) -> list[JudgedRound]:
        gone = self.rounds[first:]
        del self.rounds[first:], self._sums[first:], self._ends[first:]
        del self.findings[self._ends[-1] if self._ends else len(self._gone.findings) :]
        return gone
