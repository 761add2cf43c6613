"""A filmed table behind the server: its state, pictures, stream, journal, and who may look."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.catalogue import catalogue_of
from api.headers import CONTENT_SECURITY_POLICY
from api.live.feeder import Feeder
from api.live.station import Station
from api.routes.context import House
from api.store.feeds import chip_feed
from api.store.verify import verify_journal
from tests.unit.api.films import Film
from tracker.profile import load_profile

PROBLEM = {"type", "title", "status", "code", "detail", "fields", "request_id"}


@pytest.fixture(scope="module")
def watched(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Station]:
    """A table that has watched the film to its end."""
    station = Station(tmp_path_factory.mktemp("data"))
    live = station.add(film.table, load_profile(film.table.profile))
    feed = chip_feed([film.chips], film.table.name)
    feeder = Feeder(live, film.eyes(), feed=feed)
    feeder.start()
    feeder.join()
    yield station
    live.close()


def house(station: Station) -> House:
    profiles = [table.session.profile for table in station.tables.values()]
    return House(station.hub, dict(station.tables), catalogue_of(profiles, model="oracle@1"))


@pytest.fixture
def client(watched: Station) -> Iterator[TestClient]:
    with TestClient(create_app(house(watched)), base_url="http://localhost") as client:
        yield client


def test_the_state_tells_the_last_round_and_every_finding(client: TestClient, film: Film) -> None:
    state = client.get("/api/v1/tables/BJ-07").json()
    assert state["camera"]["state"] == "ended"
    assert state["round"]["no"] == 2
    assert state["round"]["state"] == "settled"
    assert {(f["round"], f["code"]) for f in state["findings"]} == {(p.round, p.code) for p in film.planted}
    assert state["totals"]["rounds"] == 2
    assert float(state["totals"]["turnover"]) > 0
    assert client.get("/api/v1/tables").json() == [state]


def test_findings_speak_words_and_have_a_picture(client: TestClient) -> None:
    for finding in client.get("/api/v1/tables/BJ-07").json()["findings"]:
        assert finding["expected_words"]["en"] and finding["seen_words"]["ru"]
        picture = client.get(finding["still"])
        assert picture.headers["content-type"] == "image/jpeg"
        image = cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None and image.shape == (360, 640, 3)


def test_the_picture_of_a_moment_comes_plain_and_marked(client: TestClient) -> None:
    view = client.get("/api/v1/tables/BJ-07").json()["view"]
    address = f"/api/v1/tables/BJ-07/picture.jpg?pts={view['pts_us']}"
    plain, again = client.get(address), client.get("/api/v1/tables/BJ-07/picture.jpg")
    assert plain.status_code == again.status_code == 200
    assert client.get(f"{address}&marked=true").status_code == 200


def test_the_journal_can_be_read_in_pages(client: TestClient, watched: Station) -> None:
    rows: list[dict[str, object]] = []
    after: int | None = 0
    while after is not None:
        page = client.get(f"/api/v1/tables/BJ-07/facts?after={after}&limit=20").json()
        rows += page["rows"]
        after = page["next"]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    report = verify_journal(watched.tables["BJ-07"].journal_path)
    assert (report.whole, report.rows, report.head) == (True, len(rows), rows[-1]["hash"])


def test_a_journal_that_is_opened_again_is_where_it_ended(watched: Station, client: TestClient) -> None:
    before = client.get("/api/v1/tables/BJ-07").json()
    again = Station(watched.data)
    live = again.add(watched.tables["BJ-07"].table, load_profile("russian-blackjack"))
    state = live.state().model_dump(mode="json")
    live.close()
    for part in ("round", "findings", "totals", "seq", "prompt"):
        assert state[part] == before[part]


def test_the_catalogue_has_words_for_every_code(client: TestClient) -> None:
    catalogue = client.get("/api/v1/catalogue").json()
    assert all(code["title"]["en"] and code["title"]["ru"] for code in catalogue["codes"])
    assert catalogue["about"]["source"].startswith("https://")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/tables/NONE", 404, "not-found"),
        ("/api/v1/tables/NONE/picture.jpg", 404, "not-found"),
        ("/api/v1/tables/BJ-07/picture.jpg?pts=1", 404, "not-found"),
        ("/api/v1/tables/BJ-07/picture.jpg?pts=soon", 422, "invalid-request"),
        ("/api/v1/tables/BJ-07/findings/none/still.jpg", 404, "not-found"),
        ("/api/v1/tables/BJ-07/findings/..%2F..%2Fsecret/still.jpg", 404, "not-found"),
        ("/api/v1/tables/BJ-07/facts?after=-1", 422, "invalid-request"),
        ("/api/v1/nothing", 404, "not-found"),
        ("/nothing", 404, "not-found"),
    ],
)
def test_errors_have_one_shape(client: TestClient, path: str, status: int, code: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert set(body) == PROBLEM
    assert (body["status"], body["code"]) == (status, code)
    assert body["request_id"] == answer.headers["x-request-id"]


@pytest.mark.parametrize("path", ["/", "/api/v1/tables", "/static/app.js", "/nothing"])
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_a_page_of_another_site_cannot_have_its_name_point_here(client: TestClient) -> None:
    assert client.get("/api/v1/tables", headers={"Host": "evil.example"}).status_code == 400


def test_an_unforeseen_error_tells_nothing_about_itself(watched: Station) -> None:
    app = create_app(house(watched))

    @app.get("/broken")
    def broken() -> None:
        raise RuntimeError("the secret is 1234")

    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        answer = client.get("/broken")
    assert answer.status_code == 500
    assert set(answer.json()) == PROBLEM
    assert "1234" not in answer.text


def events(address: str, count: int, last_id: str | None = None) -> list[tuple[str, str, dict[str, object]]]:
    """Read events (name, id, data) from the live stream of a running server."""
    request = urllib.request.Request(
        f"{address}api/v1/stream", headers={"Last-Event-ID": last_id} if last_id else {}
    )
    found: list[tuple[str, str, dict[str, object]]] = []
    fields: dict[str, str] = {}
    with urllib.request.urlopen(request, timeout=20) as stream:
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "event" in fields:
                found.append((fields["event"], fields.get("id", ""), json.loads(fields["data"])))
                fields = {}
                if len(found) == count:
                    return found
    return found


@pytest.fixture
def server(watched: Station) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The real server in a process of its own, on the journal of the watched table."""
    command = [sys.executable, "-m", "api", "serve", "--data", str(watched.data), "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    assert process.stderr is not None
    address = process.stderr.readline().split()[1]
    yield address, process
    process.kill()
    process.wait()
    process.stderr.close()


def test_the_stream_resumes_where_it_was_left(server: tuple[str, subprocess.Popen[str]]) -> None:
    address, _ = server
    (clock, _, now), (table, state_id, state) = events(address, 2)
    assert clock == "clock" and isinstance(now["now_ms"], int)
    assert table == "table" and state["table"]["name"] == "BJ-07"  # type: ignore[index]
    assert [name for name, _, _ in events(address, 2, last_id=state_id)] == ["clock", "clock"], (
        "nothing is sent twice"
    )
    assert [name for name, _, _ in events(address, 2, last_id="other-7")] == ["clock", "table"]


def test_an_open_screen_does_not_hold_up_the_end(server: tuple[str, subprocess.Popen[str]]) -> None:
    address, process = server
    with urllib.request.urlopen(f"{address}api/v1/stream", timeout=20) as stream:
        stream.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0


def test_others_are_refused_while_nobody_can_sign_in(watched: Station) -> None:
    command = [
        sys.executable,
        "-m",
        "api",
        "serve",
        "--data",
        str(watched.data),
        "--host",
        "0.0.0.0",
        "--port",
        "0",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=Path(__file__).parents[3], timeout=60, check=False
    )
    assert done.returncode == 2
    assert "nobody can sign in" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
