"""What machines ask the server: is it well, what do its metrics say; and what people are told of alarms."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.catalogue import catalogue_of
from api.live.station import Station
from api.routes.context import House
from api.store.house_journal import HouseJournal
from api.upkeep.alarms import Alarms
from api.upkeep.gauges import Gauges, Rate
from api.upkeep.logs import REQUEST_ID, write_logs
from api.upkeep.metrics import HouseMetrics
from tracker.facts import CameraBack, CameraBlind, ChipsSeen, Fact, FactBody
from tracker.profile import load_profile
from tracker.simulate import facts_of, simulate
from vision.synth.table import standard_table

PROFILE = load_profile("russian-blackjack")
ELSEWHERE = ("10.0.0.9", 50_000)


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station]:
    """A table with three rounds in its journal, one of them dealt wrongly."""
    station = Station(tmp_path)
    live = station.add(standard_table(PROFILE.name, name="BJ-01"), PROFILE)
    session = simulate(PROFILE, rounds=3, seed=4, errors=1, table="BJ-01")
    live.take(facts_of(session.history, PROFILE))
    yield station
    live.close()


@pytest.fixture
def alarms(tmp_path: Path) -> Iterator[Alarms]:
    journal = HouseJournal(tmp_path / "house.db")
    yield Alarms(journal)
    journal.close()


def client_of(
    station: Station, alarms: Alarms, *, token: str = "", at: tuple[str, int] = ("127.0.0.1", 1)
) -> TestClient:
    house = House(
        station.hub,
        station.tables,
        catalogue_of([PROFILE], model=None),
        data=station.data,
        troubles=[alarms.standing],
        metrics=HouseMetrics(
            station.hub,
            station.data,
            lambda: [(a.code, a.subject) for a in house.alarms()],
            gauges=lambda: {name: live.gauges() for name, live in station.tables.items()},
            queues=lambda: {("BJ-01", "broker"): 7, ("BJ-01", "server"): 2},
        ),
        metrics_token=token,
    )
    return TestClient(create_app(house), base_url="http://localhost", client=at)


def test_a_server_is_ready_unless_it_could_not_journal(station: Station, alarms: Alarms) -> None:
    client = client_of(station, alarms)
    assert client.get("/readyz").json() == {"ready": True, "reasons": []}
    alarms.raise_("host-away", "BJ-01", "not heard")
    assert client.get("/readyz").status_code == 200
    alarms.raise_("disk-full", "/var", "no space left")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reasons"]) == (503, ["disk-full"])
    alarms.clear("disk-full", "/var")
    assert client.get("/readyz").status_code == 200


def test_metrics_say_how_each_table_stands(station: Station, alarms: Alarms) -> None:
    alarms.raise_("clock-differs", "cam-1", "by 5 s")
    text = client_of(station, alarms).get("/metrics").text
    rows = len(station.tables["BJ-01"].facts)
    for line in (
        f'pitwatch_table_facts_total{{table="BJ-01"}} {float(rows)}',
        'pitwatch_table_rounds_total{table="BJ-01"} 3.0',
        'pitwatch_table_camera{state="waiting",table="BJ-01"} 1.0',
        'pitwatch_alarm{code="clock-differs",subject="cam-1"} 1.0',
        "pitwatch_tables 1.0",
    ):
        assert line in text
    assert 'pitwatch_table_findings_open{severity="' in text


def metrics_of(station: Station, alarms: Alarms) -> dict[str, float]:
    lines = client_of(station, alarms).get("/metrics").text.splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")
    }


def test_every_stage_has_its_metric(station: Station, alarms: Alarms) -> None:
    live = station.tables["BJ-01"]
    live.camera_is("live")
    live.picture_taken(1_000_000, np.zeros((9, 16, 3), np.uint8))
    live.keeps_up(p50_ms=80, p95_ms=240, skipped=3)
    live.counted(100, 0.125)
    time.sleep(0.05)
    live.counted(102, 0.25)
    at_us = live.facts[-1].pts_us

    def dark(body: FactBody, pts_us: int, seq: int) -> None:
        live.take([Fact(table="BJ-01", source="camera:overhead", pts_us=pts_us, body=body, seq=seq)])

    dark(CameraBlind(reason="dark"), at_us + 1_000_000, 9001)
    dark(CameraBack(), at_us + 4_500_000, 9002)
    told = metrics_of(station, alarms)
    of = '{table="BJ-01"}'
    assert 5 < told[f"pitwatch_table_fps{of}"] <= 40
    assert told[f"pitwatch_table_behind_seconds{of}"] == 0.25
    assert told[f"pitwatch_table_prompt_seconds{of}"] == 0.24
    assert told[f"pitwatch_table_pictures_skipped_total{of}"] == 3
    assert told[f"pitwatch_table_blind_seconds_total{of}"] == 3.5
    assert 0 <= told[f"pitwatch_table_picture_age_seconds{of}"] < 60
    assert told[f"pitwatch_table_facts_total{of}"] == len(live.facts)
    assert told['pitwatch_rows_waiting{for="broker",table="BJ-01"}'] == 7
    assert told['pitwatch_rows_waiting{for="server",table="BJ-01"}'] == 2
    assert told["pitwatch_disk_free_bytes"] > 0
    assert sum(n for name, n in told.items() if name.startswith("pitwatch_table_findings_open")) >= 1


def test_a_table_that_is_still_blind_is_blind_for_longer_and_longer(station: Station) -> None:
    live = station.tables["BJ-01"]
    assert live.gauges() == Gauges(None, None, 0.0)
    at_us = live.facts[-1].pts_us
    bodies: list[tuple[FactBody, int]] = [
        (CameraBlind(reason="dark"), 0),
        (ChipsSeen(spot="1.1", amount=1), 2_000_000),
    ]
    for number, (body, after_us) in enumerate(bodies):
        fact = Fact(table="BJ-01", source="door", pts_us=at_us + after_us, body=body, seq=number + 1)
        live.take([fact])
    assert live.gauges().blind_s == 2.0


def test_a_rate_is_that_of_the_newest_seconds_and_falls_to_nothing() -> None:
    now = [100.0]
    rate = Rate(lambda: now[0])
    assert rate.a_second() is None
    for count in range(0, 250, 25):
        rate.count(count)
        now[0] += 1.0
    assert rate.a_second() == pytest.approx(25.0)
    rate.count(5)
    now[0] += 1.0
    rate.count(15)
    assert rate.a_second() == pytest.approx(10.0)
    now[0] += 6.0
    assert rate.a_second() == 0.0


def test_metrics_are_for_this_machine_or_whoever_has_the_token(station: Station, alarms: Alarms) -> None:
    assert client_of(station, alarms, at=ELSEWHERE).get("/metrics").status_code == 403
    secured = client_of(station, alarms, token="s3cret", at=ELSEWHERE)
    assert secured.get("/metrics").status_code == 403
    assert secured.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
    assert secured.get("/metrics", headers={"Authorization": "Bearer s3cret"}).status_code == 200


def test_alarms_are_told_oldest_first_and_go(station: Station, alarms: Alarms) -> None:
    client = client_of(station, alarms)
    alarms.raise_("host-away", "BJ-01", "not heard")
    alarms.raise_("disk-low", "cam-1", "900 MiB are free")
    alarms.raise_("disk-low", "cam-1", "800 MiB are free")
    told = client.get("/api/v1/alarms").json()
    assert [(alarm["code"], alarm["times"]) for alarm in told] == [("host-away", 1), ("disk-low", 2)]
    assert told[1]["text"] == "800 MiB are free"
    alarms.clear("host-away", "BJ-01")
    assert [alarm["code"] for alarm in client.get("/api/v1/alarms").json()] == ["disk-low"]


def test_logs_are_lines_of_json_with_the_requests_id(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        write_logs("json")
        token = REQUEST_ID.set("abc123")
        try:
            raise ValueError("Ошибка\nin two lines")
        except ValueError:
            logging.getLogger("pitwatch.test").exception("it %s", "broke")
        REQUEST_ID.reset(token)
        logging.getLogger("pitwatch.test").info("well")
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    broke, well = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (broke["level"], broke["message"], broke["request"]) == ("error", "it broke", "abc123")
    assert "Ошибка" in broke["error"]
    assert (well["message"], "request" in well) == ("well", False)
