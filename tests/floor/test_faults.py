"""Parts of a floor that break, as short trials; `make faults` runs the long one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from time import sleep

from api.trials.breaking import BROKER_FAULTS, PART_FAULTS, BreakableFloor
from api.trials.catch_up import run_catch_up
from api.trials.floor_faults import run_floor_faults, run_trial


def everything_once(floor: BreakableFloor) -> Iterator[str]:
    """Let every fault befall every part."""
    chance = random.Random(3)
    for part in (*floor.parts, "broker"):
        for what in BROKER_FAULTS if part == "broker" else PART_FAULTS:
            sleep(0.2)
            floor.befall(part, what, 0.3, chance)
            yield f"{part} {what}"


def test_nothing_acknowledged_is_lost_doubled_or_shown_wrongly_whatever_breaks(tmp_path: Path) -> None:
    report = run_trial(tmp_path / "trial", everything_once)
    assert report.holds, report
    assert report.told > 20
    assert report.ordered > 5
    assert sum(report.faults.values()) == len(report.faults) == 2 * len(PART_FAULTS) + len(BROKER_FAULTS)


def test_the_trial_holds_where_one_may_not_make_networks(tmp_path: Path) -> None:
    report = run_floor_faults(tmp_path / "trial", faults=6, seed=3, namespaces=False)
    assert report.holds, report
    assert "line" in report.ways
    assert sum(report.faults.values()) == 6


def test_a_host_that_was_cut_off_is_caught_up_with(tmp_path: Path) -> None:
    report = run_catch_up(tmp_path / "trial", hours=0.05)
    assert report.rounds == 4
    assert report.facts > 40
    assert report.seconds > 0
