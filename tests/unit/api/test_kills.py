"""A real server is killed while it writes: `pitwatch bench kills --kills 200` does the same for longer."""

from __future__ import annotations

from pathlib import Path

from api.trials.kills import run_kills


def test_a_killed_server_loses_nothing_that_it_acknowledged_and_writes_nothing_twice(tmp_path: Path) -> None:
    report = run_kills(tmp_path, kills=10)
    assert report.holds, report
    assert report.in_flight >= 10, "kills that interrupt nobody prove nothing"
    assert report.acknowledged > 30
