"""Lines through points: the classic data, and series that drift."""

from __future__ import annotations

from random import Random

import pytest

from tracker.statistics.regression import fit_line

ANSCOMBE = list(
    zip(
        (10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0),
        (8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68),
        strict=True,
    )
)


def apart(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Each point a series of its own: no neighbours."""
    return [[point] for point in points]


def test_anscombes_first_set() -> None:
    line = fit_line(apart(ANSCOMBE))
    assert line is not None
    assert line.slope == pytest.approx(0.5001, abs=1e-4)
    assert line.intercept == pytest.approx(3.0001, abs=1e-4)
    assert line.r == pytest.approx(0.81642, abs=1e-5)
    assert line.p == pytest.approx(0.00217, abs=1e-5)
    assert line.n == line.n_effective == 11
    assert line.slope_95 == pytest.approx((0.2333, 0.7668), abs=1e-3)


def test_what_never_changes_has_no_line() -> None:
    assert fit_line(apart([(1.0, 5.0), (2.0, 5.0), (3.0, 5.0), (4.0, 5.0)])) is None
    assert fit_line(apart([(0.0, 5.0), (0.0, 6.0), (0.0, 7.0), (0.0, 5.0)])) is None
    assert fit_line(apart([(1.0, 1.0), (2.0, 2.0)])) is None


def drifting(rng: Random, n: int) -> list[float]:
    values = [rng.gauss(0, 1)]
    for _ in range(n - 1):
        values.append(0.9 * values[-1] + rng.gauss(0, 1))
    return values


def test_series_that_drift_without_each_other_do_not_look_related() -> None:
    """Taken as independent points, about half of such pairs would look related at 5 %."""
    rng = Random(7)
    naive = corrected = 0
    for _ in range(200):
        pairs = list(zip(drifting(rng, 120), drifting(rng, 120), strict=True))
        one, apart_ = fit_line([pairs]), fit_line(apart(pairs))
        assert one is not None
        assert apart_ is not None
        assert one.n_effective < 0.4 * one.n
        corrected += one.p < 0.05
        naive += apart_.p < 0.05
    assert naive > 60
    assert corrected <= 22


def test_a_real_relation_is_seen_through_the_drift() -> None:
    rng = Random(8)
    x = drifting(rng, 300)
    line = fit_line([[(value, 2 * value + rng.gauss(0, 1)) for value in x]])
    assert line is not None
    assert line.p < 1e-6
    assert line.slope == pytest.approx(2.0, abs=0.1)
