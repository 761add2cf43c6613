"""The measurement of scrolling itself: it deals what it says, scrolls it and tells shares that can be."""

from __future__ import annotations

from pathlib import Path

from api.trials.scrolling import run_scrolling


def test_a_queue_of_real_findings_is_scrolled_and_measured(tmp_path: Path) -> None:
    told = run_scrolling(tmp_path, findings=100, frames=40)
    assert told.findings >= 100
    assert told.frames == 40
    assert 0 < told.gap_p50 <= told.gap_p95 <= told.gap_worst
    assert 0 <= told.work_p50 <= told.work_p95
    assert 0 <= told.dropped <= 1 and 0 < told.in_time <= 1
    assert 0 < told.ready_p50 <= told.ready_worst
