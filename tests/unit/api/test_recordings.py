"""Audited recordings behind the server: played, stepped through, corrected, judged anew, reviewed blind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.archive.charts import charts_of
from api.audit.manifest import refuse_to_lose_rows, verify_path
from api.catalogue import catalogue_of
from api.errors import InputError
from api.live.hub import Hub
from api.routes.context import House
from api.store.feeds import read_facts
from api.store.journal import read_entries
from tests.unit.api.audits import unfilmed_audit
from tests.unit.api.films import Film
from tracker.facts import Correction, EvidenceViewed, Fact, FactBody, RoundReviewed

AT = "/api/v1/recordings/session"
KEY = {"Idempotency-Key": "one-correction"}


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    archive = Archive(data / AUDITS)
    house = House(Hub(), {}, catalogue_of([], model=None), archive=archive)
    with TestClient(create_app(house), base_url="http://localhost") as client:
        yield client
    archive.close()


def bodies(data: Path) -> list[FactBody]:
    return [entry.fact.body for entry in read_entries(data / AUDITS / "session" / "journal.db")]


def film_times(film: Film) -> list[int]:
    with av.open(str(film.video)) as container:
        base = container.streams.video[0].time_base
        return [int(frame.pts * base * 1_000_000) for frame in container.decode(video=0)]


def image_of(answer: Response) -> np.ndarray:
    assert answer.status_code == 200, answer.text
    image = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return image


def test_the_list_and_one_recording_tell_what_was_audited(client: TestClient, film: Film) -> None:
    (info,) = client.get("/api/v1/recordings").json()
    assert (info["name"], info["table"], info["recording"]) == ("session", "BJ-07", "session.mp4")
    assert (info["rounds"], info["findings"], info["has_video"], info["blind"]) == (2, 1, True, False)
    view = client.get(AT).json()
    assert view["info"] == info
    assert (view["width"], view["height"]) == (640, 360)
    assert [r["no"] for r in view["rounds"]] == [1, 2]
    assert view["rounds"][0]["start_us"] < view["rounds"][0]["end_us"] <= view["rounds"][1]["start_us"]
    (planted,) = film.planted
    found = [(r["no"], f["code"]) for r in view["rounds"] for f in r["findings"]]
    assert found == [(planted.round, planted.code)]
    names = {(spot["kind"], spot["name"]) for spot in view["outline"]}
    assert {("dealer", "d"), ("hand", "1.1"), ("tray", "tray")} <= names
    assert all(0 <= x <= 640 and -40 <= y <= 400 for s in view["outline"] for x, y in s["outline"])


def test_a_round_tells_its_actions_with_their_times_and_its_cards(client: TestClient) -> None:
    replay = client.get(f"{AT}/rounds/1").json()
    times = [action["pts_us"] for action in replay["actions"] if action["pts_us"] is not None]
    assert times == sorted(times) and len(times) > 5
    assert any(action["text"].startswith("d deal") for action in replay["actions"])
    (finding,) = replay["findings"]
    shown_by = replay["actions"][finding["action"] - 1]
    assert shown_by["findings"] == [finding["finding"]["id"]]
    dealt = [str(card["card"]) for card in replay["round"]["dealer"]["cards"]]
    lay = [card["card"] for card in replay["cards"] if card["place"] == "d"]
    assert lay[:-1] == dealt, "the last one should not have been drawn: it lay there and does not count"
    assert all(card["was"] == "" for card in replay["cards"])


def test_what_was_read_is_told_for_every_time_and_in_pages(client: TestClient, film: Film) -> None:
    looks: list[dict[str, object]] = []
    at: int | None = 0
    while at is not None:
        page = client.get(f"{AT}/sightings?from_us={at}&limit=3").json()
        looks += page["looks"]
        at = page["next_us"]
    assert looks == client.get(f"{AT}/sightings").json()["looks"]
    assert all(a["until_us"] == b["pts_us"] for a, b in pairwise(looks))
    truth = [
        fact for fact in read_facts(film.folder / "truth.facts.jsonl") if fact.body.kind == "card-placed"
    ]
    last = max(truth, key=lambda fact: fact.pts_us)
    (look,) = client.get(f"{AT}/sightings?from_us={last.pts_us + 900_000}&limit=1").json()["looks"]
    assert last.body.card in {mark["card"] for mark in look["marks"]}  # type: ignore[attr-defined]
    assert all(len(mark["quad"]) == 4 and mark["track"] > 0 for mark in look["marks"])


def test_every_frame_can_be_stepped_to(client: TestClient, film: Film) -> None:
    times = film_times(film)
    told: list[int] = []
    at: int | None = 0
    while at is not None:
        page = client.get(f"{AT}/frames?from_us={at}&limit=200").json()
        told += page["pts_us"]
        at = page["next_us"]
    assert told == times
    for pts in (times[0], times[7], times[6], times[100], times[-1], times[3]):
        answer = client.get(f"{AT}/frame.jpg?pts={pts}")
        assert int(answer.headers["X-Pitwatch-Pts"]) == pts
        assert image_of(answer).shape == (360, 640, 3)
    between = client.get(f"{AT}/frame.jpg?pts={times[50] + 1}")
    assert int(between.headers["X-Pitwatch-Pts"]) == times[50]
    assert int(client.get(f"{AT}/frame.jpg?pts=999999999999").headers["X-Pitwatch-Pts"]) == times[-1]


def test_a_frame_is_the_films_own_picture_of_that_time(client: TestClient, film: Film) -> None:
    times = film_times(film)
    with av.open(str(film.video)) as container:
        frames = list(container.decode(video=0))
    for number in (0, 60, 130, 61):
        got = image_of(client.get(f"{AT}/frame.jpg?pts={times[number]}")).astype(int)
        true = frames[number].to_ndarray(format="bgr24").astype(int)
        assert np.abs(got - true).mean() < 3.0


def test_a_marked_frame_shows_what_was_read_there(client: TestClient) -> None:
    replay = client.get(f"{AT}/rounds/1").json()
    pts = max(card["pts_us"] for card in replay["cards"]) + 500_000
    plain = image_of(client.get(f"{AT}/frame.jpg?pts={pts}")).astype(int)
    marked = image_of(client.get(f"{AT}/frame.jpg?pts={pts}&marked=true")).astype(int)
    assert (np.abs(plain - marked).max(axis=2) > 60).sum() > 200


def test_the_video_comes_whole_and_in_parts_and_who_looked_is_kept(
    client: TestClient, data: Path, film: Film
) -> None:
    whole = film.video.read_bytes()
    answer = client.get(f"{AT}/video")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "video/mp4")
    assert answer.content == whole
    part = client.get(f"{AT}/video", headers={"Range": "bytes=100-299"})
    assert (part.status_code, part.content) == (206, whole[100:300])
    assert part.headers["content-range"] == f"bytes 100-299/{len(whole)}"
    beyond = client.get(f"{AT}/video", headers={"Range": f"bytes={len(whole) + 5}-"})
    assert beyond.status_code == 416
    assert bodies(data).count(EvidenceViewed(what="video", by="local")) == 1


def test_a_recording_that_is_gone_is_told_and_the_rest_still_works(client: TestClient, data: Path) -> None:
    record = data / AUDITS / "session" / "session.json"
    record.write_text(record.read_text().replace("session.mp4", "moved.mp4"))
    for path in ("video", "frames", "frame.jpg?pts=1"):
        answer = client.get(f"{AT}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "recording-unreadable")
    assert client.get(AT).json()["info"]["has_video"] is False
    assert client.get(f"{AT}/rounds/1").status_code == 200


def dealer_card(client: TestClient, nth: int) -> dict[str, object]:
    cards = client.get(f"{AT}/rounds/1").json()["cards"]
    return [card for card in cards if card["place"] == "d"][nth]


def test_a_corrected_card_changes_the_verdict_of_its_round_and_is_a_fact(
    client: TestClient, data: Path
) -> None:
    card = dealer_card(client, 0)
    other = "2c" if card["card"] != "2c" else "3c"
    fix = {"corrects": card["fact"], "card": other, "reason": "glare"}
    answer = client.post(f"{AT}/rounds/1/corrections", json=fix, headers=KEY)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert told["round"]["round"]["dealer"]["cards"][0]["card"] == other
    changed = dealer_card(client, 0)
    assert (changed["card"], changed["was"]) == (other, card["card"])
    (change,) = told["difference"]["changed"]
    assert change["before"]["no"] == change["after"]["no"] == 1
    assert change["before"] != change["after"]
    assert told["difference"]["appeared"] == len(change["appeared"])
    assert client.post(f"{AT}/rounds/1/corrections", json=fix, headers=KEY).json()["fact"] == told["fact"]
    assert sum(isinstance(body, Correction) for body in bodies(data)) == 1
    assert verify_path(data / AUDITS / "session").whole
    look = client.get(f"{AT}/sightings?from_us={changed['pts_us'] + 900_000}&limit=1").json()["looks"][0]  # type: ignore[operator]
    mark = next(mark for mark in look["marks"] if mark["track"] == card["track"])
    assert (mark["card"], mark["corrected"]) == (card["card"], other)
    again = Archive(data / AUDITS).get("session")
    assert again is not None and again.corrected() == {card["track"]: other}


def test_a_correction_undone_leaves_no_difference(client: TestClient) -> None:
    card = dealer_card(client, 0)
    before = client.get(f"{AT}/rounds/1").json()
    for n, name in enumerate(("2c" if card["card"] != "2c" else "3c", card["card"])):
        fix = {"corrects": card["fact"], "card": name, "reason": "a try"}
        key = {"Idempotency-Key": f"correction-{n}"}
        assert client.post(f"{AT}/rounds/1/corrections", json=fix, headers=key).status_code == 201
    after = client.get(f"{AT}/rounds/1").json()
    assert after["findings"] == before["findings"] and after["round"] == before["round"]


@pytest.mark.parametrize(
    ("change", "status"),
    [({"corrects": "0" * 16}, 404), ({"card": "1x"}, 422), ({"card": "<b>"}, 422), ({"extra": 1}, 422)],
)
def test_a_correction_that_is_none_is_refused_and_nothing_is_written(
    client: TestClient, data: Path, change: dict[str, object], status: int
) -> None:
    before = bodies(data)
    fix = {"corrects": dealer_card(client, 0)["fact"], "card": "2c", "reason": "glare", **change}
    answer = client.post(f"{AT}/rounds/1/corrections", json=fix, headers=KEY)
    assert answer.status_code == status
    assert bodies(data) == before


def test_other_rules_give_another_verdict_and_nothing_is_written(client: TestClient, data: Path) -> None:
    before = bodies(data)
    same = client.get(f"{AT}/difference?profile=russian-blackjack").json()
    assert (same["rounds"], same["changed"], same["appeared"], same["vanished"]) == (2, [], 0, 0)
    other = client.get(f"{AT}/difference?profile=blackjack-s17-peek").json()
    assert other["changed"] and other["after"] == "blackjack-s17-peek"
    assert bodies(data) == before
    for query in ("profile=nonsense", "profile=../../etc/passwd", "other=nonsense"):
        assert client.get(f"{AT}/difference?{query}").status_code == 404
    for query in ("", "?profile=russian-blackjack&other=session"):
        assert client.get(f"{AT}/difference{query}").status_code == 422


def test_two_audits_of_one_recording_are_compared(client: TestClient, data: Path) -> None:
    shutil.copytree(data / AUDITS / "session", data / AUDITS / "again")
    card = dealer_card(client, 0)
    fix = {"corrects": card["fact"], "card": "2c" if card["card"] != "2c" else "3c", "reason": "glare"}
    assert client.post(f"{AT}/rounds/1/corrections", json=fix, headers=KEY).status_code == 201
    answer = client.get(f"{AT}/difference?other=again").json()
    assert [change["before"]["no"] for change in answer["changed"]] == [1]


def test_a_blind_reviewer_is_told_no_finding_before_their_own_verdict_is_kept(
    client: TestClient, data: Path, film: Film
) -> None:
    (planted,) = film.planted
    finding = client.get(f"{AT}/findings").json()[0]
    assert client.put(f"{AT}/review-mode", json={"blind": True}).status_code == 200
    addresses = ["", f"/rounds/{planted.round}", "/findings", "/sightings"]
    for text in [client.get(AT + address).text for address in addresses] + [
        client.get("/api/v1/recordings").text
    ]:
        assert planted.code not in text and finding["id"] not in text and finding["rule"] not in text
    replay = client.get(f"{AT}/rounds/{planted.round}").json()
    assert replay["findings"] is None and replay["summary"]["findings"] is None and replay["reviews"] is None
    assert all(action["findings"] is None for action in replay["actions"])
    assert all(bet["pays"] == "" and bet["outcome"] == "open" for bet in replay["round"]["bets"])
    assert client.get("/api/v1/recordings").json()[0]["findings"] is None
    assert client.get(finding["still"]).status_code == 404
    assert client.post(f"{AT}/findings/{finding['id']}/steps", json={"step": "right"}).status_code == 404
    for method, address in (
        ("GET", "facts"),
        ("GET", "charts"),
        ("GET", "difference?profile=russian-blackjack"),
        ("POST", f"rounds/{planted.round}/corrections"),
    ):
        fix = {"corrects": "x", "card": "2c", "reason": ""} if method == "POST" else None
        answer = client.request(method, f"{AT}/{address}", json=fix, headers=KEY)
        assert (answer.status_code, answer.json()["code"]) == (409, "blind-review"), address

    own = {"verdict": "error", "codes": [planted.code], "note": "drew on 17"}
    told = client.post(f"{AT}/rounds/{planted.round}/review", json=own).json()
    assert [f["finding"]["code"] for f in told["findings"]] == [planted.code]
    assert told["reviews"] == [{**own, "by": "local", "blind": True}]
    kept = [body for body in bodies(data) if isinstance(body, RoundReviewed)]
    assert [(body.verdict, body.blind) for body in kept] == [("error", True)]
    other = next(no for no in (1, 2) if no != planted.round)
    assert client.get(f"{AT}/rounds/{other}").json()["findings"] is None
    assert client.get(finding["still"]).status_code == 200

    assert client.put(f"{AT}/review-mode", json={"blind": False}).status_code == 200
    assert client.get(f"{AT}/rounds/{other}").json()["findings"] == []
    late = client.post(f"{AT}/rounds/{other}/review", json={"verdict": "clean"}).json()
    assert late["reviews"][0]["blind"] is False


def test_findings_of_a_recording_are_handled_and_ruled_on(client: TestClient) -> None:
    finding = client.get(f"{AT}/findings").json()[0]
    at = f"{AT}/findings/{finding['id']}"
    assert image_of(client.get(finding["still"])).shape == (360, 640, 3)
    assert client.post(f"{at}/steps", json={"step": "right"}).json()["handling"]["opinions"] == {
        "local": "right"
    }
    assert client.post(f"{at}/ruling", json={"ruling": "warn"}).json()["ruled"]["ruling"] == "warn"
    assert client.post(f"{AT}/findings/none/steps", json={"step": "right"}).status_code == 404


@pytest.mark.parametrize("name", ["..", "%2e%2e", "..%2Fsession", "none", ".session", "a%00b"])
def test_a_name_that_leads_elsewhere_is_no_recording(client: TestClient, name: str) -> None:
    assert client.get(f"/api/v1/recordings/{name}/rounds/1").status_code == 404


def test_an_audit_that_people_worked_on_is_not_overwritten(client: TestClient, data: Path) -> None:
    refuse_to_lose_rows(data / AUDITS / "session")
    assert client.put(f"{AT}/review-mode", json={"blind": True}).status_code == 200
    with pytest.raises(InputError, match="1 facts that people added"):
        refuse_to_lose_rows(data / AUDITS / "session")


def test_a_session_is_told_as_lines_and_dots(tmp_path: Path) -> None:
    unfilmed_audit(tmp_path, rounds=25, seed=3, game="blackjack-s17-peek")
    recorded = Archive(tmp_path / AUDITS).get("session")
    assert recorded is not None
    told = charts_of(recorded)
    assert [point.no for point in told.rounds] == list(range(1, 26))
    starts = [point.start_us for point in told.rounds]
    assert [point.seconds for point in told.rounds[:-1]] == [
        round((b - a) / 1e6, 2) for a, b in pairwise(starts)
    ]
    assert told.rounds[-1].seconds is None
    assert sum(point.errors for point in told.rounds) == sum(
        f.finding.severity in ("error", "alarm") for f in recorded.session.findings
    )
    assert [series.player for series in told.bets] == ["box 1", "box 2", "box 3"]
    for series in told.bets:
        assert len(series.counts) == len(series.bets) > 10
        assert min(series.bets) == 1.0, "bets are told in the player's smallest"


def test_facts_are_told_in_pages(client: TestClient, data: Path) -> None:
    rows = client.get(f"{AT}/facts?limit=500").json()["rows"]
    assert len(rows) == len(bodies(data))
    facts: list[Fact] = [entry.fact for entry in read_entries(data / AUDITS / "session" / "journal.db")]
    assert [row["fact"]["id"] for row in rows] == [fact.id for fact in facts]
