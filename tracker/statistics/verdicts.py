"""From statistics to findings: which results are no chance, even though so many were looked at.

Every test of a report is counted, those of other reports by `Thresholds.looks`: p-values are corrected by Holm's
method, so that all looks together bring a false finding with the chance that the house allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tracker.codes import CODES
from tracker.findings import Finding
from tracker.profile import Profile
from tracker.statistics.thresholds import Thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One thing that was looked at, with its test.

    Attributes:
        code: what it would be found as.
        subject: `table`, or who: `dealer Anna`, `box 3`, a bettor's name.
        n: what it rests on.
        p: chance of a result at least as striking if nothing is behind it.
        is_large: whether the result is large enough to matter, however sure it is.
        expected, seen: in words of the statistics.
        money: minor units, where it is about money.
    """

    code: str
    subject: str
    n: int
    p: float
    is_large: bool
    expected: str
    seen: str
    money: int = 0


@dataclass(frozen=True, slots=True)
class StatisticalFinding:
    """A finding about many rounds; its action is 0.

    Attributes:
        finding: code, subject, what was expected and seen.
        n: what it rests on.
        p: of the test by itself.
        p_corrected: after counting every test that was looked at.
    """

    finding: Finding
    n: int
    p: float
    p_corrected: float

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, money apart."""
        finding = self.finding
        return {
            "code": finding.code,
            "subject": finding.subject,
            "severity": finding.severity,
            "expected": finding.expected,
            "seen": finding.seen,
            "rule": finding.rule,
            "n": self.n,
            "p": self.p,
            "p_corrected": self.p_corrected,
        }


def judge(tests: Sequence[Look], profile: Profile, thresholds: Thresholds) -> tuple[StatisticalFinding, ...]:
    """Return what is no chance and large enough, most certain first.

    Args:
        tests: every test that was made.
        profile: the house's severities; a code that is off is not told.
        thresholds: how surely.
    """
    found = []
    for test, corrected in holm(tests, thresholds.looks):
        severity = profile.severity.get(test.code, CODES[test.code].severity)
        if corrected <= thresholds.false_alarms and test.is_large and severity != "off":
            row = CODES[test.code]
            finding = Finding(
                test.code, 0, test.subject, test.expected, test.seen, test.money, severity, row.rule
            )
            found.append(StatisticalFinding(finding, test.n, test.p, corrected))
    return tuple(found)


def holm(tests: Sequence[Look], looks: int = 1) -> list[tuple[Look, float]]:
    """Return each test with its corrected p, the smallest first (Holm 1979).

    Args:
        tests: all that were made in one report.
        looks: so many reports like this one are looked at.
    """
    ordered = sorted(tests, key=lambda test: test.p)
    corrected: list[tuple[Look, float]] = []
    most = 0.0
    for rank, test in enumerate(ordered):
        most = max(most, min(1.0, test.p * (len(ordered) - rank) * looks))
        corrected.append((test, most))
    return corrected
