"""Looking at many things: what is found after every look is counted."""

from __future__ import annotations

from random import Random

import pytest

from tracker.profile import load_profile
from tracker.statistics.thresholds import Thresholds
from tracker.statistics.verdicts import Look, holm, judge

PROFILE = load_profile("russian-blackjack")


def look(p: float, *, large: bool = True) -> Look:
    return Look(
        code="errors-one-sided", subject="table", n=10, p=p, is_large=large, expected="", seen="", money=0
    )


def test_holms_example() -> None:
    """Each p times the number of tests that are left; never less than that of a smaller p."""
    corrected = [p for _, p in holm([look(p) for p in (0.01, 0.04, 0.03, 0.005)])]
    assert corrected == pytest.approx([0.02, 0.03, 0.06, 0.06])


def test_other_reports_count_as_looks() -> None:
    assert [p for _, p in holm([look(0.001)], looks=20)] == pytest.approx([0.02])
    assert [p for _, p in holm([look(0.1)], looks=20)] == [1.0]


def test_what_is_sure_but_small_is_not_told() -> None:
    thresholds = Thresholds()
    assert judge([look(1e-9, large=False)], PROFILE, thresholds) == ()
    assert len(judge([look(1e-9)], PROFILE, thresholds)) == 1


def test_where_nothing_is_behind_it_all_looks_together_rarely_bring_a_finding() -> None:
    """A thousand reports of twenty tests each, at 5 % for each report."""
    rng = Random(3)
    thresholds = Thresholds(false_alarms=0.05)
    alarms = sum(
        bool(judge([look(rng.random()) for _ in range(20)], PROFILE, thresholds)) for _ in range(1000)
    )
    assert 25 <= alarms <= 75


def test_looks_over_a_year_keep_the_year_quiet() -> None:
    """Twenty tables, three shifts, a hundred days: 6,000 reports, and one in a hundred such years cries wolf."""
    rng = Random(4)
    year = Thresholds(false_alarms=0.01, looks=6000)
    alarms = sum(bool(judge([look(rng.random()) for _ in range(5)], PROFILE, year)) for _ in range(6000))
    assert alarms == 0
