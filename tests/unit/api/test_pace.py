"""The pace that the floor shows."""

from __future__ import annotations

import pytest

from api.live.pace import NEWEST, rounds_per_hour

S = 1_000_000


def test_the_pace_is_that_of_the_newest_rounds() -> None:
    slow = [k * 100 * S for k in range(30)]
    fast = [slow[-1] + (k + 1) * 50 * S for k in range(NEWEST)]
    assert rounds_per_hour(slow) == pytest.approx(36.0)
    assert rounds_per_hour(slow + fast) == pytest.approx(72.0)


def test_a_pause_of_the_table_is_no_part_of_its_pace() -> None:
    before = [k * 60 * S for k in range(4)]
    after = [start + 3600 * S for start in before]
    assert rounds_per_hour(before + after) == pytest.approx(60.0)


def test_too_few_rounds_have_no_pace() -> None:
    assert rounds_per_hour([]) is None
    assert rounds_per_hour([0, 60 * S, 120 * S]) is None
