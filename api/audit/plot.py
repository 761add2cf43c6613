"""A scatter of bets against the count, laid out in a box, for both kinds of pages."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from api.audit.content import Chart

WIDTH: Final = 320.0
HEIGHT: Final = 150.0
_LEFT: Final = 26.0
_BELOW: Final = 16.0
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plot:
    """Points and a line in a box of `WIDTH` x `HEIGHT`, x to the right and y down.

    Attributes:
        points: the middles of the dots.
        line: both ends of the line through them; None where there is none.
        across, up: labels on the axes with where they stand.
    """

    points: tuple[Point, ...]
    line: tuple[Point, Point] | None
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]


def plot_of(chart: Chart) -> Plot:
    """Lay out a chart: the true count goes across, bets go up from 0."""
    left = floor(min(x for x, _ in chart.points))
    right = max(left + 1, ceil(max(x for x, _ in chart.points)))
    top = max(2, ceil(max(y for _, y in chart.points)))

    def at(x: float, y: float) -> Point:
        inside = min(max(y, 0.0), top)
        return (
            _LEFT + (x - left) / (right - left) * (WIDTH - _LEFT - 6),
            HEIGHT - _BELOW - inside / top * (HEIGHT - _BELOW - 6),
        )

    ends = None
    if chart.line:
        slope, height = chart.line
        ends = (at(left, slope * left + height), at(right, slope * right + height))
    return Plot(
        points=tuple(at(x, y) for x, y in chart.points),
        line=ends,
        across=tuple((at(x, 0)[0], f"{x:+d}") for x in sorted({left, 0, right}) if left <= x <= right),
        up=tuple((at(left, y)[1], str(y)) for y in (0, 1, top)),
    )
