"""A finding with what shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tracker.actions import format_amount
from tracker.codes import CODES
from tracker.findings import Finding


@dataclass(frozen=True, slots=True)
class ProvenFinding:
    """A finding with what shows it.

    Attributes:
        id: stable as long as the round is told alike: round, code and subject, numbered where they repeat.
        round_no: in which round; 0 for what concerns no round.
        finding: what the referee says.
        pts_us: media time of what showed it; None where nothing did.
        facts: ids of the facts that show it, in order of time.
    """

    id: str
    round_no: int
    finding: Finding
    pts_us: int | None
    facts: tuple[str, ...]

    def to_json(self, minor_units: int) -> dict[str, Any]:
        """Return what the finding says, as plain JSON values; money in major units, of which one has `minor_units`."""
        finding, code = self.finding, CODES[self.finding.code]
        return {
            "id": self.id,
            "round": self.round_no,
            "code": finding.code,
            "title": {"en": code.en, "ru": code.ru},
            "severity": finding.severity,
            "subject": finding.subject,
            "expected": finding.expected,
            "seen": finding.seen,
            "money": format_amount(finding.money, minor_units),
            "rule": finding.rule,
            "pts_us": self.pts_us,
            "facts": list(self.facts),
        }
