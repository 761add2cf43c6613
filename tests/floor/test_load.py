"""A small floor behind a real broker: every fact of every host reaches every screen."""

from __future__ import annotations

from pathlib import Path

from api.trials.drivers import Floor
from api.trials.load import run_load


def test_what_hosts_publish_reaches_every_screen_of_the_server(tmp_path: Path) -> None:
    report = run_load(tmp_path, Floor(tables=6, screens=3, rate=12, seconds=5, hosts=2))
    assert report.facts >= 20
    assert (report.missed, report.arrivals) == (0, report.facts * 3)
    assert 0 < report.p50_ms <= report.p99_ms <= report.worst_ms
    assert set(report.used) == {"server", "hosts", "broker"}
    assert all(used.memory_start_mib > 5 and used.memory_end_mib > 5 for used in report.used.values())
    assert report.disk_bytes > 0 < report.broker_bytes
