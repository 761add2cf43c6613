"""Parts of a floor that break at random, as a short trial; `make faults` runs the long one."""

from __future__ import annotations

from pathlib import Path

from api.trials.catch_up import run_catch_up
from api.trials.floor_faults import run_floor_faults


def test_nothing_acknowledged_is_lost_or_doubled_whatever_breaks(tmp_path: Path) -> None:
    report = run_floor_faults(tmp_path / "trial", faults=8, seed=3)
    assert report.holds, report
    assert report.told > 20
    assert report.ordered > 5
    assert sum(report.faults.values()) == 8


def test_a_host_that_was_cut_off_is_caught_up_with(tmp_path: Path) -> None:
    report = run_catch_up(tmp_path / "trial", hours=0.05)
    assert report.rounds == 4
    assert report.facts > 40
    assert report.seconds > 0
