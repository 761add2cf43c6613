"""Every error leaves as a problem (RFC 9457), dressed as every answer is, whoever answers: a route, a file, a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.catalogue import catalogue_of
from api.evidence.casebook import CASES, CaseBook
from api.headers import CONTENT_SECURITY_POLICY
from api.live.hub import Hub
from api.problems import ProblemView
from api.routes.context import House
from api.store.house_journal import HOUSE_JOURNAL, HouseJournal

VIDEO = "/api/v1/recordings/session/video"
SECRET = "what nobody outside should read"


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    archive, journal = Archive(data / AUDITS), HouseJournal(data / HOUSE_JOURNAL)
    book = CaseBook(journal, data / CASES)
    house = House(Hub(), {}, catalogue_of([], model=None), archive=archive, cases=book)
    app = create_app(house)

    @app.get("/crash")
    def crash() -> None:
        raise RuntimeError(SECRET)

    with TestClient(app, base_url="http://localhost") as client:
        yield client
    archive.close()
    journal.close()


def is_problem(answer: Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = ProblemView.model_validate_json(answer.content)
    assert (told.status, told.code, told.type) == (status, code, f"urn:pitwatch:problem:{code}")
    assert told.detail and told.request_id == answer.headers["x-request-id"]
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/nothing", {}, 404, "not-found"),
        ("GET", "/api/v1/nothing", {}, 404, "not-found"),
        ("GET", "/static/nothing.js", {}, 404, "not-found"),
        ("GET", "/static/", {}, 404, "not-found"),
        ("GET", f"/static/{'x' * 300}", {}, 404, "not-found"),
        ("GET", "/static/%00", {}, 404, "not-found"),
        ("POST", "/static/app.js", {}, 405, "method-not-allowed"),
        ("DELETE", "/", {}, 405, "method-not-allowed"),
        ("PATCH", "/api/v1/cases", {}, 405, "method-not-allowed"),
        ("GET", "/static/app.js", {"Range": "bytes=99999999-"}, 416, "no-such-range"),
        ("GET", "/static/app.js", {"Range": "lines=1-2"}, 400, "bad-request"),
        ("GET", VIDEO, {"Range": "bytes=99999999999-"}, 416, "no-such-range"),
        ("GET", VIDEO, {"Range": "bytes=a-b"}, 400, "bad-request"),
        ("GET", VIDEO, {"Range": "bytes=5-1"}, 400, "bad-request"),
        ("GET", "/", {"Host": "evil.example"}, 400, "bad-request"),
        ("GET", "/api/v1/tables/BJ-99", {"Accept": "text/html"}, 404, "not-found"),
        ("POST", "/api/v1/cases", {"Idempotency-Key": "some-key"}, 422, "invalid-request"),
        ("GET", "/api/v1/recordings/session/frame.jpg?pts=-1", {}, 422, "invalid-request"),
        ("GET", "/crash", {}, 500, "internal-error"),
    ],
)
def test_every_error_is_a_problem(
    client: TestClient, method: str, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    answer = client.request(method, path, headers=headers)
    is_problem(answer, status, code)
    assert SECRET not in answer.text
    if status == 405:
        assert answer.headers["allow"]
    if status == 416:
        assert answer.headers["content-range"].startswith("bytes */")


def test_a_head_of_an_error_has_no_body(client: TestClient) -> None:
    answer = client.head("/static/app.js", headers={"Range": "bytes=99999999-"})
    assert (answer.status_code, answer.content) == (416, b"")


def test_several_parts_of_a_file_come_as_the_description_says(client: TestClient) -> None:
    answer = client.get(VIDEO, headers={"Range": "bytes=0-9,20-29"})
    assert answer.status_code == 206
    assert answer.headers["content-type"].startswith("multipart/byteranges")
    described = client.get("/api/v1/openapi.json").json()["paths"]
    parts = described["/api/v1/recordings/{recording}/video"]["get"]["responses"]
    assert {"200", "206", "416"} <= set(parts)
    assert list(parts["416"]["content"]) == ["application/problem+json"]


def test_every_route_describes_its_errors_as_problems(client: TestClient) -> None:
    for path, methods in client.get("/api/v1/openapi.json").json()["paths"].items():
        for method, route in methods.items():
            for status, answer in route["responses"].items():
                if int(status) >= 400:
                    kinds = list(answer["content"])
                    assert "application/problem+json" in kinds, (method, path, status)
                    assert kinds == ["application/problem+json"], (method, path, status, json.dumps(kinds))
