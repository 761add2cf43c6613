"""Exact probabilities, against values from published tables."""

from __future__ import annotations

import math
from math import comb, exp, factorial

import pytest

from tracker.statistics.exact import (
    beta_part,
    gamma_part,
    poisson_at_least,
    poisson_interval,
    sign_test,
    student_quantile,
    student_two_sided,
    sum_at_least,
)
from tracker.statistics.intervals import ends, rule_of_three, wilson


def test_the_mispaid_hands_of_rivers_pittsburgh() -> None:
    """A charged dealer's first evenings, every hand in the player's favour: 7 of 7, then 18 of 18."""
    assert sign_test(7, 0).p_one_sided == pytest.approx(0.0078125)
    assert sign_test(18, 0).p_one_sided == pytest.approx(3.8147e-6, rel=1e-4)
    assert sign_test(0, 7).p_two_sided == pytest.approx(0.015625)


def test_a_sign_test_by_counting_all_outcomes() -> None:
    assert sign_test(8, 2).p_one_sided == pytest.approx((45 + 10 + 1) / 1024)
    assert sign_test(8, 2).p_two_sided == pytest.approx(2 * 56 / 1024)
    assert sign_test(5, 5).p_two_sided == 1.0
    assert sign_test(0, 0).p_two_sided == 1.0


@pytest.mark.parametrize(
    ("count", "mean"), [(1, 0.5), (3, 2.0), (10, 4.5), (4, 12.0), (60, 30.0), (200, 210.0)]
)
def test_tails_of_counts_by_summing_them_up(count: int, mean: float) -> None:
    below = sum(exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(count))
    assert poisson_at_least(count, mean) == pytest.approx(1 - below, rel=1e-9, abs=1e-12)


def test_intervals_of_counts_from_the_table() -> None:
    """Garwood 1936 / Ulm 1990."""
    assert poisson_interval(0) == pytest.approx((0.0, 3.6889), abs=1e-4)
    assert poisson_interval(1) == pytest.approx((0.0253, 5.5716), abs=1e-4)
    assert poisson_interval(10) == pytest.approx((4.7954, 18.3904), abs=1e-4)
    assert poisson_interval(100) == pytest.approx((81.3640, 121.6272), abs=1e-3)


@pytest.mark.parametrize(
    ("degrees", "t"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_students_t_from_the_table(degrees: int, t: float) -> None:
    assert student_two_sided(t, degrees) == pytest.approx(0.05, abs=1e-4)
    assert student_quantile(degrees) == pytest.approx(t, abs=1e-3)


def test_without_degrees_of_freedom_nothing_is_shown() -> None:
    assert student_two_sided(100.0, 0) == 1.0


def test_incomplete_functions_at_known_points() -> None:
    assert beta_part(0.5, 1, 1) == pytest.approx(0.5)
    assert beta_part(0.3, 2, 5) == pytest.approx(
        sum(comb(6, k) * 0.3**k * 0.7 ** (6 - k) for k in range(2, 7))
    )
    assert beta_part(0.0, 2, 3) == 0.0
    assert beta_part(1.0, 2, 3) == 1.0
    assert gamma_part(1, 2.0) == pytest.approx(1 - exp(-2.0))
    assert gamma_part(5, 2.0) == pytest.approx(1 - sum(exp(-2.0) * 2.0**k / factorial(k) for k in range(5)))


def test_sums_of_unlike_counts_by_enumeration() -> None:
    parts = [[0.5, 0.5], [0.2, 0.3, 0.5], [0.9, 0.1]]
    chance = dict.fromkeys(range(5), 0.0)
    for a, pa in enumerate(parts[0]):
        for b, pb in enumerate(parts[1]):
            for c, pc in enumerate(parts[2]):
                chance[a + b + c] += pa * pb * pc
    for total in range(5):
        assert sum_at_least(total, parts) == pytest.approx(sum(chance[k] for k in range(total, 5)))
    assert sum_at_least(5, parts) == 0.0
    assert sum_at_least(100, [[0.9, 0.1]] * 100) == pytest.approx(1e-100, rel=1e-9)


def test_what_was_never_seen_may_be_there_all_the_same() -> None:
    assert rule_of_three(100_000) == pytest.approx(3e-5)
    assert rule_of_three(0) == 1.0
    low, high = wilson(0, 20_000)
    assert low == 0.0
    assert high == pytest.approx(1.92e-4, rel=0.01)


def test_an_open_interval_is_plain_json() -> None:
    assert ends((0.12345, float("inf")), 2) == [0.12, None]
