"""Blind review: whatever a reviewer asks, no answer tells a finding of a round that they have not judged themselves."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.auth.door import Door
from api.auth.people import People
from api.auth.roles import Role
from api.catalogue import catalogue_of
from api.evidence.casebook import CASES, CaseBook
from api.live.hub import Hub
from api.routes.context import CSRF_HEADER, House
from api.store.house_journal import HOUSE_JOURNAL, HouseJournal
from tests.unit.api.films import Film
from tests.unit.api.hashing import CHEAP

AT = "/api/v1/recordings"
WORD = "correct horse"
TELLS_ALL_CODES = ("/api/v1/catalogue",)
"""The catalogue names every code there is, whatever was found."""


class Auditor:
    """Somebody signed in, who asks."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client = client
        answer = client.post("/api/v1/session", json={"name": name, "secret": WORD})
        self.headers = {
            CSRF_HEADER: answer.json()["csrf"],
            "Cookie": answer.headers["set-cookie"].split(";")[0],
        }
        client.cookies.clear()

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        answer = self.client.request(
            method, path, json=body, headers={**self.headers, "Idempotency-Key": path[-90:]}
        )
        return answer.status_code, answer.content

    def json(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers).json()


@pytest.fixture
def client(data: Path, tmp_path: Path) -> Iterator[TestClient]:
    shutil.copytree(data / AUDITS / "session", data / AUDITS / "again")
    people = People(tmp_path / "people.db", CHEAP)
    for name in ("anna", "boris"):
        people.add(name, Role.AUDITOR, WORD)
    archive, journal = Archive(data / AUDITS), HouseJournal(data / HOUSE_JOURNAL)
    house = House(
        Hub(),
        {},
        catalogue_of([], model=None),
        Door(people),
        archive=archive,
        cases=CaseBook(journal, data / CASES),
    )
    with TestClient(create_app(house, host_names=("*",)), base_url="https://pit.example") as client:
        yield client
    archive.close()
    journal.close()
    people.close()


@pytest.fixture
def anna(client: TestClient) -> Auditor:
    return Auditor(client, "anna")


@pytest.fixture
def boris(client: TestClient) -> Auditor:
    return Auditor(client, "boris")


@pytest.fixture
def finding(boris: Auditor) -> dict[str, str]:
    """The film's finding; Boris has made a case of it, and another of a time without one."""
    (found,) = boris.json(f"{AT}/session/findings")
    for title, pin in (
        (found["code"], {"finding": found["id"]}),
        ("a time", {"from_us": 1_000_000, "until_us": 3_000_000}),
    ):
        case = boris.client.post(
            "/api/v1/cases",
            json={"title": title},
            headers={**boris.headers, "Idempotency-Key": f"case of {title}".replace(" ", "-")},
        ).json()["id"]
        assert boris.ask("POST", f"/api/v1/cases/{case}/pins", {"recording": "session", **pin})[0] == 201
    return dict(found)


def every_answer(who: Auditor, finding: dict[str, str], cases: list[str]) -> Iterator[tuple[str, int, bytes]]:
    """Ask every route of the description that is a GET, of both audits and all cases."""
    described = who.client.get("/api/v1/openapi.json").json()["paths"]
    for path, methods in described.items():
        if "get" not in methods or path == "/api/v1/stream" or path in TELLS_ALL_CODES:
            continue
        for recording in ("session", "again"):
            for case in cases:
                filled = path.format(
                    recording=recording, case=case, finding_id=finding["id"], no=finding["round"], pin=1, name="BJ-07",
                )  # fmt: skip
                query = "?pts=1" if path.endswith("frame.jpg") else "?profile=russian-blackjack"
                yield filled, *who.ask("GET", filled + query)


def test_no_route_tells_a_blind_reviewer_a_finding(anna: Auditor, finding: dict[str, str]) -> None:
    cases = [one["id"] for one in anna.json("/api/v1/cases")]
    assert len(cases) == 2
    before = {path: (status, told) for path, status, told in every_answer(anna, finding, cases)}
    assert sum(finding["code"].encode() in told for _, told in before.values()) >= 6, (
        "else this tests nothing"
    )

    assert anna.ask("PUT", f"{AT}/session/review-mode", {"blind": True})[0] == 200
    for path, _, told in every_answer(anna, finding, cases):
        for secret in (finding["code"], f'"rule":"{finding["rule"]}"'):
            assert secret.encode() not in told.replace(f"finding '{finding['id']}'".encode(), b""), path
    refused = [path for path, status, _ in every_answer(anna, finding, cases) if status in (404, 409)]
    for case in cases:
        for part in ("", "/package.zip", "/pins/1/clip.mp4", "/pins/1/still.jpg"):
            assert f"/api/v1/cases/{case}{part}" in refused
    assert anna.json("/api/v1/cases") == []


def test_a_withheld_finding_is_answered_as_one_that_is_not_there(
    anna: Auditor, finding: dict[str, str]
) -> None:
    (case,) = [anna.client.post(
        "/api/v1/cases", json={"title": "mine"}, headers={**anna.headers, "Idempotency-Key": "my-own-case"}
    ).json()["id"]]  # fmt: skip
    anna.ask("PUT", f"{AT}/session/review-mode", {"blind": True})
    for recording in ("session", "again"):
        for path, body in (
            (f"{AT}/{recording}/findings/ID/steps", {"step": "right"}),
            (f"/api/v1/cases/{case}/pins", {"recording": recording, "finding": "ID"}),
        ):
            answers = []
            for name in (finding["id"], "1-no-such-thing-1.1"):
                filled = {k: name if v == "ID" else v for k, v in body.items()}
                status, told = anna.ask("POST", path.replace("ID", name), filled)
                parts = told.replace(name.encode(), b"NAME").split(b'"request_id"')[0]
                answers.append((status, parts))
            assert answers[0] == answers[1] and answers[0][0] == 404, path


def test_only_who_reviews_blind_is_told_nothing_and_judging_discloses(
    anna: Auditor, boris: Auditor, finding: dict[str, str]
) -> None:
    anna.ask("PUT", f"{AT}/session/review-mode", {"blind": True})
    assert len(boris.json("/api/v1/cases")) == 2
    assert boris.json(f"{AT}/again/findings") != []
    assert anna.json(f"{AT}/again/findings") == [], "another audit of the film would tell it, too"
    assert anna.ask("POST", f"{AT}/session/rounds/{finding['round']}/review", {"verdict": "unsure"})[0] == 201
    assert [f["id"] for f in anna.json(f"{AT}/session/findings")] == [finding["id"]]
    shown = anna.json("/api/v1/cases")
    assert [one["title"] for one in shown] == [finding["code"]]
    (case,) = [one["id"] for one in shown]
    assert anna.ask("GET", f"/api/v1/cases/{case}/pins/1/still.jpg")[0] == 200
    assert anna.ask("GET", f"/api/v1/cases/{case}/package.zip")[0] == 409, "it has rows of the journal"

    anna.ask("PUT", f"{AT}/again/review-mode", {"blind": False})
    assert len(anna.json("/api/v1/cases")) == 2
    assert anna.ask("GET", f"/api/v1/cases/{case}/package.zip")[0] == 200


def test_what_a_blind_reviewer_pins_themselves_stays_theirs(anna: Auditor, film: Film) -> None:
    del film
    anna.ask("PUT", f"{AT}/session/review-mode", {"blind": True})
    case = anna.client.post(
        "/api/v1/cases", json={"title": "mine"}, headers={**anna.headers, "Idempotency-Key": "my-own-case"}
    ).json()["id"]
    pin = {"recording": "session", "from_us": 1_000_000, "until_us": 3_000_000}
    assert anna.ask("POST", f"/api/v1/cases/{case}/pins", pin)[0] == 201
    assert anna.ask("GET", f"/api/v1/cases/{case}/pins/1/clip.mp4")[0] == 200
