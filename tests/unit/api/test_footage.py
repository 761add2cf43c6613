"""The footage of a watched table is replayed as an audited recording is: real pictures of a real camera's ring."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.archive.footage import FOOTAGE, KEPT, Asked, FootageOf
from api.catalogue import catalogue_of
from api.evidence.pictures import decode_jpeg
from api.evidence.witness import RING
from api.live.orders import feeders_of, orders_for
from api.live.station import Station
from api.routes.context import House
from tests.unit.api.builders import card_fact
from tests.unit.api.films import Film
from tests.unit.api.watched import watched_folder
from tracker.profile import load_profile

STEP = {"Idempotency-Key": "an-auditors-word"}


@pytest.fixture(scope="module")
def watched_data(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a table that was watched over RTSP, and its camera's ring."""
    return watched_folder(film, tmp_path_factory.mktemp("watched"), tmp_path_factory.mktemp("camera"))


@dataclass
class Auditor:
    """Somebody who asks a server that was started again on the folder."""

    client: TestClient
    station: Station
    table: str
    folder: Path

    def get(self, path: str) -> Any:
        answer = self.client.get(f"/api/v1/recordings{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.client.post(f"/api/v1/recordings{path}", json=body, headers=STEP)
        assert answer.status_code == 201, answer.text
        return answer.json()


@pytest.fixture
def auditor(watched_data: Path, film: Film, tmp_path: Path) -> Iterator[Auditor]:
    station = Station(Path(shutil.copytree(watched_data, tmp_path / "data")))
    station.add_known()
    archive = Archive(station.data / AUDITS, tables=station.tables, models=("oracle@1",))
    house = House(station.hub, dict(station.tables), catalogue_of([], model=None), archive=archive)
    with TestClient(create_app(house), base_url="http://localhost") as client:
        yield Auditor(client, station, film.table.name, station.data / film.table.name)
    archive.close()
    for table in station.tables.values():
        table.close()


def test_a_table_with_footage_stands_among_the_recordings(auditor: Auditor) -> None:
    (info,) = auditor.get("")
    assert (info["name"], info["table"]) == (f"@{auditor.table}", auditor.table)
    assert info["footage_us"] > 10_000_000
    assert info["findings"] and info["rounds"]
    assert not (auditor.folder / FOOTAGE).exists(), "nothing is cut for a list"
    live = auditor.station.tables[auditor.table]
    assert live.state().has_footage
    shutil.rmtree(auditor.folder / RING)
    assert not live.state().has_footage and auditor.get("") == []


def test_footage_shows_the_rounds_and_findings_of_the_table(auditor: Auditor, film: Film) -> None:
    told = auditor.get(f"/@{auditor.table}")
    live = auditor.station.tables[auditor.table]
    assert [one["no"] for one in told["rounds"]] == [judged.told.no for judged in live.session.rounds]
    shown = [mark for one in told["rounds"] for mark in one["findings"]]
    assert {mark["code"] for mark in shown} >= {planted.code for planted in film.planted}
    assert {mark["id"] for mark in shown} == {found.id for found in live.session.findings}
    # The name says the time: while the ring goes on, it stays the same footage.
    name = told["info"]["name"]
    asked = Asked.named(name)
    assert asked is not None and asked.span_us == (told["start_us"], told["info"]["last_us"])
    assert auditor.get(f"/{name}")["info"]["name"] == name
    for mark in shown:
        still = auditor.client.get(f"/api/v1/recordings/{name}/findings/{mark['id']}/still.jpg")
        assert still.status_code == 200
        assert decode_jpeg(still.content).shape[:2] == (told["height"], told["width"])
    charts = auditor.get(f"/{name}/charts")
    assert [one["no"] for one in charts["rounds"]] == [one["no"] for one in told["rounds"]]


def test_a_picture_is_the_one_of_its_media_time_with_the_cards_of_then(auditor: Auditor, film: Film) -> None:
    name = auditor.get(f"/@{auditor.table}")["info"]["name"]
    times = auditor.get(f"/{name}/frames?limit=2000")["pts_us"]
    assert times == sorted(set(times)) and len(times) > 100
    for at in times[:: len(times) // 7]:
        answer = auditor.client.get(f"/api/v1/recordings/{name}/frame.jpg?pts={at}")
        assert int(answer.headers["X-Pitwatch-Pts"]) == at
    # The oracle tells where the cards of the film lie at a time: the overlay of that time is there.
    (planted, *_) = [m for one in auditor.get(f"/{name}")["rounds"] for m in one["findings"]]
    page = auditor.get(f"/{name}/sightings?from_us={planted['pts_us']}&until_us={planted['pts_us'] + 1}")
    (look,) = page["looks"]
    assert look["pts_us"] <= planted["pts_us"] and look["marks"]
    plain, marked = (
        decode_jpeg(
            auditor.client.get(
                f"/api/v1/recordings/{name}/frame.jpg?pts={planted['pts_us']}&marked={on}"
            ).content
        ).astype(int)
        for on in (False, True)
    )
    changed = np.abs(plain - marked).max(axis=2) > 60
    for mark in look["marks"]:
        low, high = (np.array(mark["quad"]).min(axis=0), np.array(mark["quad"]).max(axis=0))
        around = changed[int(low[1]) - 3 : int(high[1]) + 3, int(low[0]) - 3 : int(high[0]) + 3]
        assert around.any(), "the outline of each card is drawn where it lies"


def test_the_video_begins_with_the_first_picture_and_comes_in_parts(auditor: Auditor) -> None:
    told = auditor.get(f"/@{auditor.table}")
    name = told["info"]["name"]
    part = auditor.client.get(f"/api/v1/recordings/{name}/video", headers={"Range": "bytes=0-99"})
    assert part.status_code == 206 and len(part.content) == 100
    assert auditor.get(f"/{name}/frames?limit=1")["pts_us"] == [told["start_us"]]
    assert auditor.client.get(f"/api/v1/recordings/@{auditor.table}~9~{10**15}/video").status_code in (
        200,
        404,
    )


def test_a_card_that_is_put_right_changes_the_live_table_too(auditor: Auditor) -> None:
    told = auditor.get(f"/@{auditor.table}")
    name, live = told["info"]["name"], auditor.station.tables[auditor.table]
    no = next(one["no"] for one in told["rounds"] if one["complete"])
    shown = auditor.get(f"/{name}/rounds/{no}")
    card = next(card for card in shown["cards"] if card["place"] == "d")
    right = "2c" if card["card"] != "2c" else "9h"
    before = live.head().seq
    done = auditor.post(
        f"/{name}/rounds/{no}/corrections", {"corrects": card["fact"], "card": right, "reason": "glare"}
    )
    (now,) = [one for one in done["round"]["cards"] if one["track"] == card["track"]]
    assert (now["card"], now["was"]) == (right, card["card"])
    assert done["difference"]["changed"]
    assert live.head().seq > before
    judged = next(judged for judged in live.session.rounds if judged.told.no == no)
    assert right in [str(one) for one in judged.verdict.dealer.cards]
    again = auditor.post(
        f"/{name}/rounds/{no}/corrections", {"corrects": card["fact"], "card": right, "reason": "glare"}
    )
    assert again["fact"] == done["fact"], "under one key it is written once"


def test_a_blind_reviewer_sees_no_finding_of_the_footage_until_their_own_verdict(auditor: Auditor) -> None:
    told = auditor.get(f"/@{auditor.table}")
    name = told["info"]["name"]
    mark = next(mark for one in told["rounds"] for mark in one["findings"])
    no = next(one["no"] for one in told["rounds"] if mark in one["findings"])
    mode = auditor.client.put(f"/api/v1/recordings/{name}/review-mode", json={"blind": True})
    assert mode.status_code == 200
    blind = auditor.get(f"/@{auditor.table}")
    assert blind["info"]["blind"] and blind["info"]["findings"] is None
    assert all(one["findings"] is None for one in blind["rounds"])
    assert auditor.get("")[0]["findings"] is None
    assert auditor.client.get(f"/api/v1/recordings/{name}/charts").status_code == 409
    still = f"/api/v1/recordings/{name}/findings/{mark['id']}/still.jpg"
    assert auditor.client.get(still).status_code == 404
    disclosed = auditor.post(f"/{name}/rounds/{no}/review", {"verdict": "error", "codes": [mark["code"]]})
    assert mark["id"] in [one["finding"]["id"] for one in disclosed["findings"]]
    assert disclosed["reviews"][0]["blind"]
    assert auditor.client.get(still).status_code == 200


def test_another_judgement_is_of_the_same_rounds(auditor: Auditor) -> None:
    told = auditor.get(f"/@{auditor.table}")
    other = next(name for name in told["profiles"] if name != told["info"]["profile"])
    compared = auditor.get(f"/{told['info']['name']}/difference?profile={other}")
    assert compared["rounds"] == len(told["rounds"])


def test_cuts_are_few_and_go_with_their_time(auditor: Auditor, watched_data: Path) -> None:
    footage = FootageOf(auditor.station.tables[auditor.table])
    assert footage.span_us is not None
    first, last = footage.span_us
    cuts = [footage.cut((first + k * 1_000_000, last)) for k in range(0, 10, 2)]
    assert all(cuts)
    assert len(list((auditor.folder / FOOTAGE).glob("*.mp4"))) <= KEPT
    footage.tidy(keep=0)
    shutil.rmtree(auditor.folder / RING)
    assert footage.cut((first, last)) is None
    assert auditor.get("") == []
    assert auditor.client.get(f"/api/v1/recordings/@{auditor.table}").status_code == 404


def test_a_recording_that_is_played_as_a_camera_is_footage_from_its_beginning_on(
    film: Film, tmp_path: Path
) -> None:
    station = Station(tmp_path / "data")
    live = station.add(film.table, load_profile(film.table.profile))
    live.take([card_fact(1)])
    began_us = live.seen_until_us
    orders = orders_for([str(film.video)], [film.table], station.data)[0]
    assert len(feeders_of(live, orders, [])) == 1
    footage = FootageOf(live)
    assert footage.span_us is None, "nothing of it was seen yet"
    live.take([replace(card_fact(2), pts_us=began_us + 9_000_000, id="")])
    assert footage.span_us == (began_us, began_us + 9_000_000)
    clip = footage.cut(None)
    assert clip is not None and clip.start_us == began_us and clip.end_us <= began_us + 9_000_000
    live.close()


@pytest.mark.parametrize("name", ["@", "@none", "@../x~1~2", "@BJ~1", "@BJ~a~b", "@%2e%2e~0~1"])
def test_other_names_are_no_footage(name: str, auditor: Auditor) -> None:
    assert auditor.client.get(f"/api/v1/recordings/{name}").status_code == 404
