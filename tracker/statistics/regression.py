"""A straight line through points that come in series, with the correlation and how surely it is none by chance.

Bets and counts both drift: the next is like the last. Two series that drift look related by chance far more often than
independent points do. So the number of points is reduced to what they are worth (Bartlett's correction by the lag-1
correlations of both), and the test rests on that number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias

from tracker.statistics.exact import student_quantile, student_two_sided

Series: TypeAlias = Sequence[tuple[float, float]]
"""Points (x, y) in the order in which they came."""
_LEAST_POINTS: Final = 4
_LINE_PARAMETERS: Final = 2


@dataclass(frozen=True, slots=True)
class Line:
    """The least-squares line of y on x.

    Attributes:
        n: points.
        n_effective: what they are worth, since neighbours are alike.
        slope: y for one more of x.
        slope_95: interval of the slope.
        intercept: y where x is 0.
        r: correlation, -1..1.
        p: chance of a correlation at least that far from 0 where there is none.
    """

    n: int
    n_effective: float
    slope: float
    slope_95: tuple[float, float]
    intercept: float
    r: float
    p: float


def fit_line(series: Sequence[Series]) -> Line | None:
    """Fit one line to several series of points.

    Args:
        series: the points; what is neighbour to what counts within each series only.

    Returns:
        The line; None if there are too few points or one of the two never changes.
    """
    points = [point for part in series for point in part]
    n = len(points)
    if n < _LEAST_POINTS:
        return None
    mean_x, mean_y = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    centred = [[(x - mean_x, y - mean_y) for x, y in part] for part in series]
    xx = sum(x * x for part in centred for x, _ in part)
    yy = sum(y * y for part in centred for _, y in part)
    xy = sum(x * y for part in centred for x, y in part)
    if xx <= 0 or yy <= 0:
        return None
    r = max(-1.0, min(1.0, xy / sqrt(xx * yy)))
    slope = xy / xx
    effective = _effective(n, centred, xx, yy)
    degrees = effective - _LINE_PARAMETERS
    t = abs(r) * sqrt(degrees / max(1 - r * r, 1e-12)) if degrees > 0 else 0.0
    half = abs(slope) / t * student_quantile(degrees) if t else float("inf")
    return Line(
        n=n,
        n_effective=effective,
        slope=slope,
        slope_95=(slope - half, slope + half),
        intercept=mean_y - slope * mean_x,
        r=r,
        p=student_two_sided(t, degrees),
    )


def _effective(n: int, centred: Sequence[Series], xx: float, yy: float) -> float:
    """Return the number of independent points that tell as much; never more than there are."""
    pairs = [(a, b) for part in centred for a, b in pairwise(part)]
    if not pairs:
        return float(n)
    scale = n / len(pairs)
    lag_x = scale * sum(a[0] * b[0] for a, b in pairs) / xx
    lag_y = scale * sum(a[1] * b[1] for a, b in pairs) / yy
    product = max(0.0, min(0.99, lag_x * lag_y))
    return n * (1 - product) / (1 + product)
