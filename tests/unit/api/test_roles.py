"""Every route tried as every role, as nobody, and from another site's page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from secrets import token_hex

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.archive.views import cards_of
from api.auth.door import Door
from api.auth.people import People
from api.auth.roles import Role
from api.catalogue import catalogue_of
from api.evidence.casebook import CaseBook
from api.live.feeder import Feeder
from api.live.station import Station
from api.routes.context import CSRF_HEADER, House
from api.store.feeds import chip_feed
from api.store.house_journal import HouseJournal
from api.store.journal import read_entries, utc_now
from tests.unit.api.audits import kept_audit
from tests.unit.api.films import Film
from tests.unit.api.hashing import CHEAP
from tracker.profile import load_profile

WORD = "correct horse"
PINS = {"ivan": "48213", "olga": "90917"}
ALL = frozenset(Role)
STAFF = ALL - {Role.DEALER}
EVIDENCE = frozenset({Role.FLOOR, Role.SURVEILLANCE, Role.AUDITOR})
HANDLERS = frozenset({Role.FLOOR, Role.SURVEILLANCE})
ADMIN = frozenset({Role.ADMINISTRATOR})
AT = "/api/v1/tables/BJ-07"
CHIPS = {"facts": [{"kind": "chips", "spot": "1.1", "amount": "100"}]}
STEP = {"step": "acknowledge"}
REC = "/api/v1/recordings/session"
CASE = "/api/v1/cases/CASE"
FIX = {"corrects": "CARD", "card": "2c", "reason": "glare"}

ROUTES: list[tuple[str, str, object, frozenset[Role]]] = [
    ("GET", "/api/v1/catalogue", None, ALL),
    ("GET", "/api/v1/tables", None, ALL),
    ("GET", AT, None, ALL),
    ("GET", f"{AT}/picture.jpg", None, ALL),
    ("GET", f"{AT}/findings/FINDING/still.jpg", None, EVIDENCE),
    ("GET", f"{AT}/facts", None, EVIDENCE),
    ("POST", f"{AT}/facts", CHIPS, frozenset({Role.DEALER, Role.FLOOR})),
    ("GET", "/api/v1/findings", None, EVIDENCE),
    ("POST", f"{AT}/findings/FINDING/steps", STEP, HANDLERS),
    ("POST", f"{AT}/findings/FINDING/steps", {"step": "wrong"}, EVIDENCE),
    (
        "POST", "/api/v1/findings/steps",
        {**STEP, "note": "all of one kind", "findings": [{"table": "BJ-07", "finding": "FINDING"}]}, HANDLERS,
    ),
    ("POST", f"{AT}/findings/FINDING/ruling", {"ruling": "warn"}, frozenset({Role.FLOOR})),
    ("GET", "/api/v1/recordings", None, EVIDENCE),
    ("GET", REC, None, EVIDENCE),
    ("GET", f"{REC}/rounds/1", None, EVIDENCE),
    ("GET", f"{REC}/charts", None, EVIDENCE),
    ("GET", f"{REC}/findings", None, EVIDENCE),
    ("GET", f"{REC}/findings/RECORDED/still.jpg", None, EVIDENCE),
    ("GET", f"{REC}/sightings", None, EVIDENCE),
    ("GET", f"{REC}/frames", None, EVIDENCE),
    ("GET", f"{REC}/frame.jpg?pts=0", None, EVIDENCE),
    ("GET", f"{REC}/video", None, EVIDENCE),
    ("GET", f"{REC}/facts", None, EVIDENCE),
    ("GET", f"{REC}/difference?profile=russian-blackjack", None, EVIDENCE),
    ("PUT", f"{REC}/review-mode", {"blind": False}, EVIDENCE),
    ("POST", f"{REC}/rounds/1/review", {"verdict": "clean"}, EVIDENCE),
    ("POST", f"{REC}/findings/RECORDED/steps", STEP, HANDLERS),
    ("POST", f"{REC}/findings/RECORDED/ruling", {"ruling": "warn"}, frozenset({Role.FLOOR})),
    ("POST", f"{REC}/rounds/2/corrections", FIX, EVIDENCE),
    ("POST", "/api/v1/cases", {"title": "Box 2"}, EVIDENCE),
    ("GET", "/api/v1/cases", None, EVIDENCE),
    ("GET", CASE, None, EVIDENCE),
    ("POST", f"{CASE}/notes", {"note": "seen"}, EVIDENCE),
    ("POST", f"{CASE}/people", {"person": "ivan", "part": "dealer"}, EVIDENCE),
    ("DELETE", f"{CASE}/people/ivan", None, EVIDENCE),
    ("POST", f"{CASE}/pins", {"recording": "session", "finding": "RECORDED"}, EVIDENCE),
    ("GET", f"{CASE}/pins/1/clip.mp4", None, EVIDENCE),
    ("GET", f"{CASE}/pins/1/still.jpg", None, EVIDENCE),
    ("PUT", f"{CASE}/standing", {"closed": False, "held": True}, EVIDENCE),
    ("GET", f"{CASE}/package.zip", None, EVIDENCE),
    ("GET", "/api/v1/alarms", None, ALL),
    ("GET", "/api/v1/people", None, ADMIN),
    ("POST", "/api/v1/people", {"name": "new", "role": "auditor", "secret": WORD}, ADMIN),
    ("PUT", "/api/v1/people/olga/secret", {"secret": "55317"}, ADMIN),
    ("DELETE", "/api/v1/people/olga", None, ADMIN),
    ("GET", "/api/v1/tablets", None, ADMIN),
    ("POST", "/api/v1/tablets", {"name": "T9", "table": "BJ-07"}, ADMIN),
    ("DELETE", "/api/v1/tablets/T1", None, ADMIN),
]  # fmt: skip


@pytest.fixture(scope="module")
def watched(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Station]:
    station = Station(tmp_path_factory.mktemp("data"))
    live = station.add(film.table, load_profile(film.table.profile))
    feeder = Feeder(live, film.eyes(), feed=chip_feed([film.chips], film.table.name))
    feeder.start()
    feeder.join()
    kept_audit(film, station.data)
    yield station
    live.close()


@pytest.fixture
def archive(watched: Station, tmp_path: Path) -> Iterator[Archive]:
    """The audit of the film, to be written to by one test."""
    archive = Archive(Path(shutil.copytree(watched.data / AUDITS, tmp_path / AUDITS)))
    yield archive
    archive.close()


@pytest.fixture
def cases(tmp_path: Path) -> Iterator[CaseBook]:
    journal = HouseJournal(tmp_path / "house.db")
    book = CaseBook(journal, tmp_path / "cases")
    book.open("Box 1", by="somebody")
    yield book
    journal.close()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    known = People(tmp_path / "people.db", CHEAP)
    for role in STAFF:
        known.add(role.value, role, WORD)
    for name, pin in PINS.items():
        known.add(name, Role.DEALER, pin)
    yield known
    known.close()


@pytest.fixture
def client(watched: Station, people: People, archive: Archive, cases: CaseBook) -> Iterator[TestClient]:
    catalogue = catalogue_of([load_profile("russian-blackjack")], model="oracle@1")
    house = House(watched.hub, dict(watched.tables), catalogue, Door(people), archive, cases)
    with TestClient(create_app(house, host_names=("*",)), base_url="https://pit.example") as client:
        yield client


def enter(client: TestClient, people: People, role: Role, table: str = "BJ-07") -> dict[str, str]:
    """Sign in as somebody of a role; return the headers that requests then need."""
    who = {"name": role.value, "secret": WORD}
    if role is Role.DEALER:
        client.cookies.set("pitwatch_tablet", people.register_tablet("T1", table), domain="pit.example")
        who = {"name": "ivan", "secret": PINS["ivan"]}
    elif not people.tablets():
        people.register_tablet("T1", table)
    answer = client.post("/api/v1/session", json=who)
    assert answer.status_code == 200, answer.text
    return {CSRF_HEADER: answer.json()["csrf"]}


@lru_cache(maxsize=1)
def recorded_names(data: Path) -> dict[str, str]:
    """Return what stands in the recording's journal for the words of the list above."""
    recorded = Archive(data / AUDITS).get("session")
    assert recorded is not None
    return {
        "RECORDED": recorded.session.findings[0].id,
        "CARD": [card.fact for card in cards_of(recorded.session.rounds[1], recorded)][-1],
    }


def send(
    client: TestClient,
    watched: Station,
    method: str,
    path: str,
    body: object,
    headers: dict[str, str],
    *,
    key: str = "",
) -> Response:
    text = client.build_request(method, path, json=body).content.decode() if body is not None else None
    finding = watched.tables["BJ-07"].findings()[0].id
    names = {"FINDING": finding, "CASE": f"{utc_now().year}-001", **recorded_names(watched.data)}
    for name, stands_for in names.items():
        path, text = path.replace(name, stands_for), text.replace(name, stands_for) if text else None
    return client.request(
        method,
        path,
        content=text,
        headers={
            **headers,
            "Idempotency-Key": key or token_hex(8),
            **({"Content-Type": "application/json"} if text else {}),
        },
    )


def test_every_route_stands_in_the_list_above(client: TestClient) -> None:
    listed = {
        (method.upper(), path)
        for path, methods in client.get("/api/v1/openapi.json").json()["paths"].items()
        for method in methods
        if path not in ("/api/v1/session", "/api/v1/stream")
    }
    tried = {
        (
            method,
            path.split("?")[0].replace("BJ-07", "{name}").replace("FINDING", "{finding_id}")
            .replace("RECORDED", "{finding_id}").replace("/recordings/session", "/recordings/{recording}")
            .replace("/cases/CASE", "/cases/{case}").replace("/people/ivan", "/people/{person}")
            .replace("/pins/1", "/pins/{pin}").replace("/rounds/1", "/rounds/{no}").replace("/rounds/2", "/rounds/{no}")
            .replace("/people/olga", "/people/{person}").replace("/tablets/T1", "/tablets/{tablet}"),
        )
        for method, path, _, _ in ROUTES
    }  # fmt: skip
    assert listed == tried


def kind(answer: Response) -> str:
    """Return `done`, or the status and code of a refusal."""
    return (
        "done" if answer.status_code in (200, 201, 204) else f"{answer.status_code} {answer.json()['code']}"
    )


@pytest.mark.parametrize("role", Role)
def test_a_role_may_do_what_is_its_own_and_nothing_else(
    client: TestClient, watched: Station, people: People, role: Role
) -> None:
    headers = enter(client, people, role)
    for method, path, body, allowed in ROUTES:
        expected = "done" if role in allowed else "403 not-yours-to-do"
        assert kind(send(client, watched, method, path, body, headers)) == expected, (method, path, body)


def test_what_is_sent_twice_under_one_key_is_done_once(
    client: TestClient, watched: Station, people: People, archive: Archive, cases: CaseBook
) -> None:
    recorded = archive.get("session")
    assert recorded is not None
    house_journal = cases.folder.parent / "house.db"
    journals = [watched.tables["BJ-07"].journal_path, recorded.journal_path, house_journal]

    def rows() -> int:
        return sum(1 for journal in journals for _ in read_entries(journal))

    for number, (method, path, body, allowed) in enumerate(ROUTES):
        if method != "POST":
            continue
        headers = enter(client, people, Role.FLOOR if Role.FLOOR in allowed else Role.ADMINISTRATOR)
        before, key = rows(), f"once-and-for-all-{number}"
        first = send(client, watched, method, path, body, headers, key=key)
        written = rows()
        second = send(client, watched, method, path, body, headers, key=key)
        assert kind(first) == kind(second) == "done", path
        told = [answer.json() for answer in (first, second)]
        if "corrections" in path:
            told = [{**one, "difference": None} for one in told]  # the second time it changes nothing
        assert told[0] == told[1], path
        assert written == rows(), path
        assert (written > before) == (Role.FLOOR in allowed), "only what an administrator does is no fact"
        other = {**body, "note": "another one"} if "steps" in path else body  # type: ignore[dict-item]
        if other != body:
            answer = send(client, watched, method, path, other, headers, key=key)
            assert kind(answer) == "409 key-used", path
    assert [person.name for person in people.everybody()].count("new") == 1


def test_nobody_gets_anything(client: TestClient, watched: Station) -> None:
    for method, path, body, _ in [*ROUTES, ("GET", "/api/v1/stream", None, ALL)]:
        answer = send(client, watched, method, path, body, {})
        assert kind(answer) == "401 sign-in-needed", (method, path)


@pytest.mark.parametrize("role", [Role.FLOOR, Role.ADMINISTRATOR])
def test_another_sites_page_cannot_use_somebodys_session(
    client: TestClient, watched: Station, people: People, role: Role
) -> None:
    headers = {**enter(client, people, role), CSRF_HEADER: "guess"}
    for method, path, body, _ in ROUTES:
        if method != "GET":
            answer = send(client, watched, method, path, body, headers)
            assert kind(answer) == "403 foreign-page", (method, path)


def test_a_dealer_of_another_table_sees_none_of_this_one(
    client: TestClient, watched: Station, people: People
) -> None:
    headers = enter(client, people, Role.DEALER, table="BJ-99")
    for method, path, body, allowed in ROUTES:
        if AT in path:
            expected = "404 not-found" if Role.DEALER in allowed else "403 not-yours-to-do"
            assert kind(send(client, watched, method, path, body, headers)) == expected, (method, path)
    assert client.get("/api/v1/tables").json() == []


def test_the_cookie_is_kept_from_scripts_and_other_sites(client: TestClient) -> None:
    answer = client.post("/api/v1/session", json={"name": "floor", "secret": WORD})
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Secure"))
    assert client.get("/api/v1/session").json()["name"] == "floor"
    assert client.delete("/api/v1/session").status_code == 204
    assert client.get("/api/v1/session").json()["name"] is None
    assert client.get("/api/v1/tables").status_code == 401


def test_a_wrong_secret_and_too_many_of_them(client: TestClient) -> None:
    for _ in range(10):
        answer = client.post("/api/v1/session", json={"name": "floor", "secret": "wrong horse"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-secret")
    answer = client.post("/api/v1/session", json={"name": "floor", "secret": WORD})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tries")
    assert int(answer.headers["retry-after"]) > 0


def test_who_deals_is_a_fact_and_relief_ends_the_session(
    client: TestClient, watched: Station, people: People
) -> None:
    enter(client, people, Role.DEALER)
    live = watched.tables["BJ-07"]
    assert live.state().dealer == "ivan"
    assert client.get(AT).status_code == 200
    ivan = client.cookies["pitwatch_session"]
    client.cookies.delete("pitwatch_session")
    assert client.post("/api/v1/session", json={"name": "olga", "secret": PINS["olga"]}).status_code == 200
    assert live.state().dealer == "olga"
    client.cookies.set("pitwatch_session", ivan, domain="pit.example")
    assert client.get(AT).status_code == 401


def test_a_tablet_offers_its_dealers_before_anybody_signed_in(client: TestClient, people: People) -> None:
    assert client.get("/api/v1/session").json()["tablet"] is None
    client.cookies.set("pitwatch_tablet", people.register_tablet("T1", "BJ-07"), domain="pit.example")
    tablet = client.get("/api/v1/session").json()["tablet"]
    assert tablet == {"name": "T1", "table": "BJ-07", "dealers": ["ivan", "olga"]}
    assert client.post("/api/v1/session", json={"name": "ivan", "secret": "00000"}).status_code == 403


def test_a_dealer_without_a_tablet_is_told_so(client: TestClient) -> None:
    answer = client.post("/api/v1/session", json={"name": "ivan", "secret": PINS["ivan"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "tablet-needed")


CANNOT = [
    (
        "POST",
        "/api/v1/people",
        {"name": "floor", "role": "floor", "secret": WORD[::-1]},
        409,
        "person-refused",
    ),
    ("POST", "/api/v1/people", {"name": "x", "role": "king", "secret": WORD}, 422, "invalid-request"),
    ("POST", "/api/v1/people", {"name": "x", "role": "dealer", "secret": WORD}, 409, "person-refused"),
    ("PUT", "/api/v1/people/none/secret", {"secret": WORD}, 404, "not-found"),
    ("DELETE", "/api/v1/people/none", None, 404, "not-found"),
    ("DELETE", "/api/v1/people/administrator", None, 409, "person-refused"),
    ("DELETE", "/api/v1/tablets/none", None, 404, "not-found"),
    ("POST", "/api/v1/tablets", {"name": "T2", "table": "NONE"}, 404, "not-found"),
    ("POST", "/api/v1/tablets", {"name": " ", "table": "BJ-07"}, 409, "tablet-refused"),
]


def test_what_an_administrator_cannot_do_is_said(
    client: TestClient, people: People, watched: Station
) -> None:
    headers = enter(client, people, Role.ADMINISTRATOR)
    for method, path, body, status, code in CANNOT:
        answer = send(client, watched, method, path, body, headers)
        assert kind(answer) == f"{status} {code}", (method, path, body)
