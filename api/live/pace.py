"""How fast a table is dealt just now; audits tell it with its interval (`tracker.statistics.pace`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tracker.statistics import Thresholds

NEWEST: Final = 20
"""So many of the newest rounds are timed."""
LEAST: Final = 3
HOUR_US: Final = 3_600_000_000


def rounds_per_hour(starts_us: Sequence[int], *, break_s: float = Thresholds().break_s) -> float | None:
    """Return the pace of the newest rounds, from the beginning of each to that of the next.

    Args:
        starts_us: when rounds began, media time, in order.
        break_s: a longer time without a round is a pause of the table, and no part of its pace.

    Returns:
        Rounds an hour; None where too few rounds were timed.
    """
    gaps = [after - start for start, after in pairwise(starts_us[-NEWEST - 1 :])]
    dealt = [gap for gap in gaps if 0 < gap <= break_s * 1e6]
    return HOUR_US * len(dealt) / sum(dealt) if len(dealt) >= LEAST else None
