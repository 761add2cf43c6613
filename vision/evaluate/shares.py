"""A measured share: so many of so many, with its 95 % interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tracker.statistics.intervals import wilson


@dataclass(frozen=True, slots=True)
class Share:
    """`right` of `of`."""

    right: int
    of: int

    @classmethod
    def among(cls, answers: Iterable[bool]) -> Share:
        """Count the true ones."""
        counted = list(answers)
        return cls(sum(counted), len(counted))

    @property
    def value(self) -> float | None:
        """The share, 0..1; None where nothing was measured."""
        return self.right / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % Wilson interval."""
        return wilson(self.right, self.of)

    def to_json(self) -> dict[str, int | float | list[float] | None]:
        """Return the counts, the share and its interval."""
        return {
            "right": self.right,
            "of": self.of,
            "share": None if self.value is None else round(self.value, 4),
            "interval_95": [round(end, 4) for end in self.interval],
        }

    def __str__(self) -> str:
        if self.value is None:
            return "none"
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%})"
