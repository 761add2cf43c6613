"""What machines ask the server: is it well, what do its metrics say; and what people are told of alarms."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.catalogue import catalogue_of
from api.live.station import Station
from api.routes.context import House
from api.store.house_journal import HouseJournal
from api.upkeep.alarms import Alarms
from api.upkeep.logs import REQUEST_ID, write_logs
from api.upkeep.metrics import HouseMetrics
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
            station.hub, station.data, lambda: [(a.code, a.subject) for a in house.alarms()]
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
