"""Parts of a floor that break at random, as a short trial; `make faults` runs the long one."""

from __future__ import annotations

from pathlib import Path

from api.trials.floor_faults import run_floor_faults


def test_nothing_acknowledged_is_lost_or_doubled_whatever_breaks(tmp_path: Path) -> None:
    report = run_floor_faults(tmp_path / "trial", faults=8, seed=3)
    assert report.holds, report
    assert report.told > 20
    assert report.ordered > 5
    assert sum(report.faults.values()) == 8
