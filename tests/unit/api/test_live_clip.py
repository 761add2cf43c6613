"""From a live camera to a package: the clip is cut out of the camera's ring, with pre-roll, and outlives the ring."""

from __future__ import annotations

import shutil
from pathlib import Path

import av
from fastapi.testclient import TestClient

from api.app import create_app
from api.catalogue import catalogue_of
from api.evidence.casebook import CASES, CaseBook
from api.evidence.check import check
from api.evidence.pins import POST_ROLL_US, PRE_ROLL_US
from api.evidence.witness import RING
from api.live.station import Station
from api.routes.context import House
from tests.unit.api.films import Film
from tests.unit.api.watched import watch

SLACK_US = 300_000
"""A live stream's first picture comes so late at most."""


def test_a_finding_of_a_live_camera_leaves_as_a_clip_with_pre_roll(film: Film, tmp_path: Path) -> None:
    station = Station(tmp_path / "data")
    watch(film, station, tmp_path)
    house = House(
        station.hub,
        dict(station.tables),
        catalogue_of([], model=None),
        cases=CaseBook(station.journal, station.data / CASES),
    )
    with TestClient(create_app(house), base_url="http://localhost") as client:
        (planted,) = film.planted
        found = client.get("/api/v1/findings").json()["findings"]
        (finding,) = [row["finding"] for row in found if row["finding"]["code"] == planted.code]
        case = client.post(
            "/api/v1/cases", json={"title": "live"}, headers={"Idempotency-Key": "a-live-case"}
        ).json()["id"]
        pin = {"table": film.table.name, "finding": finding["id"]}
        (pinned,) = client.post(f"/api/v1/cases/{case}/pins", json=pin).json()["pins"]
        shutil.rmtree(station.data / film.table.name / RING)
        clip, package = tmp_path / "clip.mp4", tmp_path / "case.zip"
        clip.write_bytes(client.get(pinned["clip"]).content)
        package.write_bytes(client.get(f"/api/v1/cases/{case}/package.zip").content)
        assert client.get(pinned["still"]).content.startswith(b"\xff\xd8")

    assert pinned["until_us"] == finding["pts_us"] + POST_ROLL_US
    assert pinned["from_us"] <= max(0, finding["pts_us"] - PRE_ROLL_US)
    assert pinned["clip_from_us"] <= max(pinned["from_us"], SLACK_US)
    with av.open(str(clip)) as cut:
        packets = [packet for packet in cut.demux(video=0) if packet.size]
        # A browser plays an MP4 only if its H.264 is in MP4's own form, without start codes, from a key frame on.
        assert packets[0].is_keyframe
        assert all(bytes(packet)[:4] != b"\0\0\0\1" for packet in packets)
    with av.open(str(clip)) as cut:
        times = [int(frame.pts * frame.time_base * 1_000_000) for frame in cut.decode(video=0)]
    assert times[0] == 0 and len(times) == len(packets), "every picture of the clip can be decoded"
    until_us = pinned["clip_from_us"] + times[-1]
    assert until_us >= min(pinned["until_us"], finding["pts_us"]) - 100_000
    assert len(times) > 100 and times == sorted(times)
    (report,) = check(package)
    assert report.whole and report.kind == "package"
    for table in station.tables.values():
        table.close()
    station.journal.close()
