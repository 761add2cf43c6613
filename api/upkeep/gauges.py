"""How the watching of a table goes, in numbers that monitoring wants and no screen shows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

RATE_S: Final = 5.0
"""A rate is that of so many newest seconds."""

Waiting = Mapping[tuple[str, str], int]
"""How many rows wait, by table and what they wait for."""


@dataclass(frozen=True, slots=True)
class Gauges:
    """How the watching of a table goes.

    Attributes:
        fps: pictures that were looked at, a second; None where none is watched.
        behind_s: how long the newest of them had waited since it came.
        blind_s: how long the camera did not see the table, media time, all blackouts of the journal together.
    """

    fps: float | None = None
    behind_s: float | None = None
    blind_s: float = 0.0


@dataclass(slots=True)
class Rate:
    """How fast a count grows.

    Attributes:
        clock: seconds that never jump.
    """

    clock: Callable[[], float] = monotonic
    _counts: deque[tuple[float, int]] = field(init=False, default_factory=deque)

    def count(self, so_far: int) -> None:
        """Take note of a count; one that is smaller than before begins anew."""
        now = self.clock()
        if self._counts and so_far < self._counts[-1][1]:
            self._counts.clear()
        self._counts.append((now, so_far))
        while now - self._counts[0][0] > RATE_S and len(self._counts) > 2:
            self._counts.popleft()

    def a_second(self) -> float | None:
        """Return how many a second; 0 where the count stands still, None before it was told twice."""
        if len(self._counts) < 2:
            return None
        (began, first), (_, last) = self._counts[0], self._counts[-1]
        since = self.clock() - self._counts[-1][0]
        if since > RATE_S:
            return 0.0
        return (last - first) / max(self._counts[-1][0] - began, 1e-6)
