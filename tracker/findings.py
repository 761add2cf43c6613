"""Findings: what was wrong, with what was expected and what was seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tracker.codes import CODES
from tracker.profile import Profile
from tracker.rulings import proposed


class Finding(NamedTuple):
    """One mistake.

    Attributes:
        code: a row of `tracker.codes.CODES`.
        action: number (from 1) of the action that showed it.
        subject: the hand, bet, box or `d` that it is about.
        expected: what should have been done, in a few words of the notation.
        seen: what was done.
        money: minor units that the player has wrongly gained (+) or lost (-) by it so far.
        severity: `info`, `check`, `error` or `alarm`.
        rule: short name of the rule.
        ruling: what the house's profile proposes to rule; `""` where there is nothing to rule.
        ruled: what the floor ruled; `""` while it has not.
        ruled_by: who ruled that.
        evidence: numbers of the actions that show it, in order; empty until the verdict is asked for.
    """

    code: str
    action: int
    subject: str
    expected: str
    seen: str
    money: int
    severity: str
    rule: str
    ruling: str = ""
    ruled: str = ""
    ruled_by: str = ""
    evidence: tuple[int, ...] = ()


@dataclass(slots=True)
class FindingLog:
    """Collects findings with the severity that the house gives them."""

    profile: Profile
    found: list[Finding] = field(default_factory=list)

    def add(
        self, code: str, action: int, subject: str, *, expected: str = "", seen: str = "", money: int = 0
    ) -> None:
        """Record a mistake, unless the house switched its code off."""
        row = CODES[code]
        severity = self.profile.severity.get(code, row.severity)
        if severity != "off":
            ruling = proposed(code, money, self.profile.rulings)
            self.found.append(
                Finding(code, action, subject, expected, seen, money, severity, row.rule, ruling)
            )
