"""What nobody should send: refused or shown as text, nothing lost, nothing run, always one shape of answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.audit.tables import safe_cell
from api.body_limit import LARGEST_BODY
from api.catalogue import catalogue_of
from api.evidence.casebook import CASES, CaseBook
from api.evidence.package import make_package
from api.live.station import Station
from api.live.table import LiveTable
from api.routes.context import House
from api.store.house_journal import HOUSE_JOURNAL, HouseJournal
from api.store.journal import read_entries, utc_now
from api.store.verify import verify_journal
from tests.unit.api.audits import unfilmed_audit
from tracker.facts import CardPlaced, Fact, FindingHandled
from tracker.profile import load_profile
from vision.calibrate.camera import Camera
from vision.synth.table import standard_table

FACTS = "/api/v1/tables/BJ-07/facts"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "=HYPERLINK(1)",
    "@SUM(A1)",
    "+cmd|' /C calc'!A0",
    "{{ 7*7 }}",
    "'; DROP TABLE fact; --",
    "../../etc/passwd",
    "\u202eevil",
]


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    station = Station(tmp_path)
    table = standard_table("russian-blackjack", name="BJ-07", camera=Camera())
    live = station.add(table, load_profile("russian-blackjack"))
    unfilmed_audit(tmp_path)
    yield live
    live.close()


@pytest.fixture
def book(live: LiveTable, tmp_path: Path) -> Iterator[CaseBook]:
    journal = HouseJournal(tmp_path / HOUSE_JOURNAL)
    yield CaseBook(journal, tmp_path / CASES)
    journal.close()


@pytest.fixture
def client(live: LiveTable, book: CaseBook, tmp_path: Path) -> Iterator[TestClient]:
    house = House(
        live._hub,
        {"BJ-07": live},
        catalogue_of([], model=None),
        archive=Archive(tmp_path / AUDITS),
        cases=book,
    )
    with TestClient(create_app(house), base_url="http://localhost") as client:
        yield client


def key(name: str = "some-key") -> dict[str, str]:
    return {"Idempotency-Key": name}


def rows(live: LiveTable) -> int:
    return sum(1 for _ in read_entries(live.journal_path))


@pytest.mark.parametrize("chunked", [False, True])
def test_an_over_large_body_is_refused_before_it_is_read(
    client: TestClient, live: LiveTable, chunked: bool
) -> None:
    piece = b'{"facts": [' + b" " * (1 << 18)

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield piece

    body = pieces() if chunked else piece * (1 + LARGEST_BODY // len(piece))
    headers = {**key(), "Content-Type": "application/json"}
    answer = client.post(FACTS, content=body, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (413, "application/problem+json")
    assert answer.json()["code"] == "too-large"
    assert rows(live) == 0


def test_the_largest_batch_that_is_allowed_fits(client: TestClient, live: LiveTable) -> None:
    batch = {"facts": [{"kind": "floor-called", "reason": "x" * 200}] * 200}
    assert client.post(FACTS, json=batch, headers=key()).status_code == 201
    assert client.post(FACTS, json={"facts": batch["facts"] * 2}, headers=key("more")).status_code == 422
    assert rows(live) == 200


@pytest.mark.parametrize(
    "kind", ["card-placed", "camera-blind", "case-opened", "finding-ruled", "", "Chips", None, 7]
)
def test_an_unknown_kind_of_fact_and_one_that_people_do_not_tell_are_refused(
    client: TestClient, live: LiveTable, kind: object
) -> None:
    answer = client.post(FACTS, json={"facts": [{"kind": kind, "reason": "x"}]}, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")
    assert answer.json()["fields"]
    assert rows(live) == 0


def test_a_replayed_batch_is_written_once_and_one_under_a_used_key_is_refused_whole(
    client: TestClient, live: LiveTable
) -> None:
    batch = {"facts": [{"kind": "chips", "spot": "1.1", "amount": str(n)} for n in (5, 10)]}
    first = client.post(FACTS, json=batch, headers=key())
    for _ in range(3):
        assert client.post(FACTS, json=batch, headers=key()).json()["facts"] == first.json()["facts"]
    other = {"facts": [*batch["facts"][:1], {"kind": "chips", "spot": "1.1", "amount": "99"}]}
    assert client.post(FACTS, json=other, headers=key()).json()["code"] == "key-used"
    assert rows(live) == 2


def test_a_fact_that_comes_out_of_order_is_kept_and_does_not_turn_time_back(live: LiveTable) -> None:
    def card(number: int, pts_us: int) -> Fact:
        body = CardPlaced(track=number, place="1.1", card="Th", p=0.99, face_up=True)
        return Fact(table="BJ-07", source="camera:overhead", pts_us=pts_us, body=body)

    live.take([card(1, 5_000_000)])
    live.take([card(2, 1_000_000)])
    live.take([card(1, 5_000_000)])
    assert rows(live) == 2
    assert live.now_us() >= 5_000_000
    assert verify_journal(live.journal_path).whole


@pytest.mark.parametrize("name", ["BJ-99", "..", "%2e%2e%2fBJ-07", "BJ-07%00", "bj-07"])
def test_a_wrong_table_and_a_path_that_leads_elsewhere_are_none(
    client: TestClient, live: LiveTable, name: str
) -> None:
    batch = {"facts": [{"kind": "chips", "spot": "1.1", "amount": "5"}]}
    answer = client.post(f"/api/v1/tables/{name}/facts", json=batch, headers=key())
    assert answer.status_code in (404, 405)
    assert rows(live) == 0


@pytest.mark.parametrize(
    "path",
    [
        "/static/../api/app.py",
        "/static/..%2f..%2fpyproject.toml",
        "/static/%2e%2e/%2e%2e/people.db",
        "/api/v1/recordings/..%2f..%2fBJ-07",
        "/api/v1/recordings/session/findings/..%2f..%2fsession.json/still.jpg",
        "/api/v1/tables/BJ-07/findings/..%2f..%2fjournal.db/still.jpg",
        "/api/v1/cases/..%2f..%2fhouse.db",
    ],
)
def test_no_path_leads_out_of_what_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 405)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_people_type_is_kept_as_text_and_never_run(
    client: TestClient, book: CaseBook, tmp_path: Path, text: str
) -> None:
    opened = client.post("/api/v1/cases", json={"title": text}, headers=key())
    if opened.status_code == 422:
        assert not text.isprintable()
        return
    at = f"/api/v1/cases/{opened.json()['id']}"
    told = client.post(f"{at}/notes", json={"note": text}).json()
    told = client.post(f"{at}/people", json={"person": text[:60], "part": text[:60]}).json()
    assert (told["title"], told["notes"][0]["text"]) == (text, text)
    answer = client.get(at)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    case = book.get(opened.json()["id"])
    assert case is not None
    make_package(book, case, tmp_path / "case.zip", by=text, now=utc_now())
    page = client.get(f"{at}/package.zip")
    assert page.status_code == 200
    from zipfile import ZipFile  # noqa: PLC0415

    html = ZipFile(tmp_path / "case.zip").read("report.html").decode()
    assert "<script>alert" not in html and "<img src=x" not in html and "49" not in html.split("<body>")[1]


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-1+1", "@x", "\t=1", "\r=1"])
def test_a_formula_is_no_formula_in_a_spreadsheet(text: str) -> None:
    assert not safe_cell(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_a_note_on_a_finding_is_kept_as_it_was_typed(client: TestClient, tmp_path: Path) -> None:
    finding = client.get("/api/v1/recordings/session/findings").json()[0]
    note = HOSTILE[0]
    step = {"step": "resolve", "value": "no-error", "note": note}
    at = f"/api/v1/recordings/session/findings/{finding['id']}/steps"
    assert client.post(at, json=step).json()["handling"]["steps"][0]["note"] == note
    bodies = [e.fact.body for e in read_entries(tmp_path / AUDITS / "session" / "journal.db")]
    assert any(isinstance(body, FindingHandled) and body.note == note for body in bodies)
