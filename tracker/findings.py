"""Findings: what was wrong, with what was expected and what was seen."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.codes import CODES
from tracker.profile import Profile


@dataclass(frozen=True, slots=True)
class Finding:
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
    """

    code: str
    action: int
    subject: str
    expected: str
    seen: str
    money: int
    severity: str
    rule: str


def find(
    profile: Profile,
    code: str,
    action: int,
    subject: str,
    *,
    expected: str = "",
    seen: str = "",
    money: int = 0,
) -> Finding | None:
    """Make a finding with the house's severity, or None if the house switched the code off."""
    row = CODES[code]
    severity = profile.severity.get(code, row.severity)
    if severity == "off":
        return None
    return Finding(code, action, subject, expected, seen, money, severity, row.rule)
