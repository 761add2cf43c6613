"""A wall clock that steps moves no media time and hides no look at evidence: time itself says how long things last."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from api.evidence.scenes import Scene
from api.live.hub import Hub
from api.live.table import LiveTable
from tracker.facts import EvidenceViewed
from tracker.profile import load_profile
from vision.synth.table import standard_table

GAME = "russian-blackjack"


@dataclass
class Clocks:
    wall_s: float = 1_700_000_000.0
    steady_s: float = 50.0


@pytest.mark.parametrize("step_s", [3600.0, -3600.0])
def test_media_time_goes_on_as_time_does_whatever_the_wall_clock_says(tmp_path: Path, step_s: float) -> None:
    clocks = Clocks()
    live = LiveTable(
        standard_table(GAME, name="T1"),
        load_profile(GAME),
        tmp_path,
        Hub(),
        clock=lambda: clocks.wall_s,
        steady=lambda: clocks.steady_s,
    )
    live.camera_is("live")
    live.scene_taken(Scene(10_000_000, b"", 16, 9))
    clocks.wall_s += step_s
    clocks.steady_s += 2.0
    assert live.now_us() == 12_000_000
    live.viewed("still.jpg", "anna")
    clocks.wall_s -= 2 * step_s
    clocks.steady_s += 601.0
    live.viewed("still.jpg", "anna")
    assert [type(fact.body) for fact in live.facts] == [EvidenceViewed, EvidenceViewed]
    live.close()
