"""Intervals for measured shares."""

from __future__ import annotations

import math
from typing import Final

_RULE_OF_THREE: Final = 3.0


def ends(interval: tuple[float, float], digits: int) -> list[float | None]:
    """Return the rounded ends of an interval as plain JSON values: one that is open has null."""
    return [round(end, digits) if math.isfinite(end) else None for end in interval]


def wilson(right: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share; (0, 1) for nothing measured."""
    if total == 0:
        return 0.0, 1.0
    share = right / total
    centre = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def rule_of_three(total: int) -> float:
    """Return the share that something has at most (95 %) which was never seen in so many tries."""
    return min(1.0, _RULE_OF_THREE / total) if total else 1.0
