"""Looks at evidence: the same look is told once, and looks that are over are not kept."""

from __future__ import annotations

from api.evidence.viewings import SAME_VIEW_S, SWEEP_FROM, Viewings


def test_looking_again_within_a_while_is_the_same_look() -> None:
    viewings = Viewings()
    assert viewings.is_new("still", "Ann", 0.0)
    assert not viewings.is_new("still", "Ann", SAME_VIEW_S - 1)
    assert viewings.is_new("still", "Ben", SAME_VIEW_S - 1)
    assert viewings.is_new("still", "Ann", SAME_VIEW_S)


def test_looks_that_are_over_are_forgotten_and_the_others_are_not() -> None:
    viewings = Viewings()
    looks = 20 * SWEEP_FROM
    for number in range(looks):
        assert viewings.is_new(f"still {number}", "Ann", float(number))
    assert len(viewings._last) <= 2 * SWEEP_FROM
    assert not viewings.is_new(f"still {looks - 1}", "Ann", float(looks))
    assert not viewings.is_new(f"still {looks - int(SAME_VIEW_S)}", "Ann", float(looks - 1))
