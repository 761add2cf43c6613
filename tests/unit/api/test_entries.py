"""What people tell over the API: facts, steps with findings, rulings. Real journals, a table that watched a film."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.catalogue import catalogue_of
from api.errors import MessageRefused
from api.floor.wire import Order, order_from_bytes, order_to_bytes
from api.live.feeder import Feeder
from api.live.station import Station
from api.live.table import LiveTable
from api.routes.context import House
from api.store.feeds import chip_feed
from api.store.journal import read_entries
from api.store.verify import verify_journal
from tests.unit.api.films import Film
from tracker.facts import ChipsSeen, Correction, EvidenceViewed, FindingHandled, FindingRuled
from tracker.profile import load_profile

AT = "/api/v1/tables/BJ-07"
KEY = {"Idempotency-Key": "a-tap-on-the-tablet"}


@pytest.fixture(scope="module")
def watched(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a table that watched the film to its end."""
    station = Station(tmp_path_factory.mktemp("data"))
    live = station.add(film.table, load_profile(film.table.profile))
    feeder = Feeder(live, film.eyes(), feed=chip_feed([film.chips], film.table.name))
    feeder.start()
    feeder.join()
    live.close()
    return station.data


@pytest.fixture
def live(watched: Path, film: Film, tmp_path: Path) -> Iterator[LiveTable]:
    """That table, opened again on a copy of its journal."""
    folder = tmp_path / film.table.name
    folder.mkdir()
    (folder / "journal.db").write_bytes((watched / film.table.name / "journal.db").read_bytes())
    station = Station(tmp_path)
    table = station.add(film.table, load_profile(film.table.profile))
    yield table
    table.close()


@pytest.fixture
def client(live: LiveTable) -> Iterator[TestClient]:
    house = House(live._hub, {"BJ-07": live}, catalogue_of([live.session.profile], model=None))
    with TestClient(create_app(house), base_url="http://localhost") as client:
        yield client


def bodies(live: LiveTable) -> list[object]:
    return [entry.fact.body for entry in read_entries(live.journal_path)]


def test_chips_are_written_once_however_often_they_are_sent(client: TestClient, live: LiveTable) -> None:
    batch = {"facts": [{"kind": "chips", "spot": "4.1", "amount": "62.50"}]}
    first = client.post(f"{AT}/facts", json=batch, headers=KEY)
    assert first.status_code == 201, first.text
    again = client.post(f"{AT}/facts", json=batch, headers=KEY)
    assert again.json() == first.json()
    assert bodies(live).count(ChipsSeen(spot="4.1", amount=6250)) == 1
    other = {"facts": [{"kind": "chips", "spot": "4.1", "amount": "5"}]}
    refused = client.post(f"{AT}/facts", json=other, headers=KEY)
    assert (refused.status_code, refused.json()["code"]) == (409, "key-used")


def test_chips_are_dated_to_when_they_were_seen(client: TestClient, live: LiveTable) -> None:
    def chips(amount: str, **seen: int) -> dict[str, object]:
        return {"kind": "chips", "spot": "4.1", "amount": amount, **seen}

    def new_key() -> dict[str, str]:
        return {"Idempotency-Key": token_hex(8)}

    def dated(batch: dict[str, object]) -> list[int]:
        answer = client.post(f"{AT}/facts", json=batch, headers=new_key())
        assert answer.status_code == 201, answer.text
        known = {fact.id: fact for fact in live.facts}
        return [known[name].pts_us for name in answer.json()["facts"]]

    now_us = live.now_us()
    assert dated({"facts": [chips("5")]}) == [now_us]
    # A sender whose clock stands still in 2001 says how long ago all the same.
    old = 1_000_000_000_000
    batch = {"facts": [chips("10", at_ms=old - 2_500), chips("15", at_ms=old), chips("20")], "sent_ms": old}
    assert dated(batch) == [now_us - 2_500_000, now_us, now_us]
    (seen_us,) = dated({"facts": [chips("25", at_ms=round(time.time() * 1000) - 3_000)]})
    assert now_us - 6_000_000 < seen_us <= now_us - 3_000_000
    assert dated({"facts": [chips("30", at_ms=old + 800)], "sent_ms": old}) == [now_us], "a little ahead"
    for at_ms in (old + 5_000, old - 700_000):
        late = {"facts": [chips("9", at_ms=at_ms)], "sent_ms": old}
        refused = client.post(f"{AT}/facts", json=late, headers=new_key())
        assert (refused.status_code, refused.json()["code"]) == (422, "wrong-time")
    assert ChipsSeen(spot="4.1", amount=900) not in bodies(live)


def test_an_order_travels_with_when_it_happened() -> None:
    chips = (ChipsSeen(spot="1.1", amount=500), ChipsSeen(spot="1.2", amount=500))
    for order in (Order(chips, "rfid", "k"), Order(chips, "rfid", "k", (2_500_000, 0))):
        assert order_from_bytes(order_to_bytes(order)) == order
    for ages in ([1], [-1, 0], ["1", 0], 5, [True, 1]):
        data = json.loads(order_to_bytes(Order(chips, "rfid", "k"))) | {"ages_us": ages}
        with pytest.raises(MessageRefused, match="how long ago each of 2 facts was"):
            order_from_bytes(json.dumps(data).encode())


def test_a_batch_is_written_whole_or_not_at_all(client: TestClient, live: LiveTable) -> None:
    before = bodies(live)
    batch = {
        "facts": [
            {"kind": "chips", "spot": "4.1", "amount": "10"},
            {"kind": "chips", "spot": "9.1", "amount": "10"},
        ]
    }
    assert client.post(f"{AT}/facts", json=batch, headers=KEY).status_code == 422
    assert bodies(live) == before


@pytest.mark.parametrize(
    "fact",
    [
        {"kind": "chips", "spot": "1.1", "amount": "-5"},
        {"kind": "chips", "spot": "1.1", "amount": "0.001"},
        {"kind": "chips", "spot": "=1+1", "amount": "5"},
        {"kind": "said", "action": "1.1 dance"},
        {"kind": "said", "action": "f rule loser-paid stands by me"},
        {"kind": "card-placed", "track": 1, "place": "1.1", "card": "Ah"},
        {"kind": "nonsense"},
        {"kind": "said", "action": "x" * 500},
    ],
)
def test_what_is_no_fact_is_refused_and_nothing_is_written(
    client: TestClient, live: LiveTable, fact: dict[str, object]
) -> None:
    before = bodies(live)
    answer = client.post(f"{AT}/facts", json={"facts": [fact]}, headers=KEY)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert bodies(live) == before


def test_a_fact_needs_a_key_and_a_table_that_is_there(client: TestClient) -> None:
    batch = {"facts": [{"kind": "said", "action": "1.1 stand"}]}
    assert client.post(f"{AT}/facts", json=batch).status_code == 422
    assert client.post("/api/v1/tables/NONE/facts", json=batch, headers=KEY).status_code == 404


def test_a_corrected_card_changes_the_verdict_and_keeps_the_first_reading(
    client: TestClient, live: LiveTable
) -> None:
    rows = client.get(f"{AT}/facts?limit=500").json()["rows"]
    card = next(r["fact"] for r in rows if r["fact"]["kind"] == "card-placed" and r["fact"]["place"] == "d")
    hearts = "2h" if card["card"] != "2h" else "3h"
    fix = {"kind": "correction", "corrects": card["id"], "card": hearts, "reason": "glare"}
    before = live.session.rounds[0].verdict.dealer.cards[0]
    assert client.post(f"{AT}/facts", json={"facts": [fix]}, headers=KEY).status_code == 201
    assert str(live.session.rounds[0].verdict.dealer.cards[0]) == hearts != str(before)
    assert any(isinstance(body, Correction) for body in bodies(live))
    assert verify_journal(live.journal_path).whole
    unknown = {**fix, "corrects": "0" * 16}
    answer = client.post(f"{AT}/facts", json={"facts": [unknown]}, headers={"Idempotency-Key": "other-key"})
    assert answer.status_code == 404


def test_a_finding_goes_its_way_and_every_step_is_kept(client: TestClient, live: LiveTable) -> None:
    finding = client.get("/api/v1/findings?state=open").json()["findings"][0]["finding"]["id"]
    steps = f"{AT}/findings/{finding}/steps"
    assert client.post(steps, json={"step": "acknowledge"}).json()["handling"]["state"] == "acknowledged"
    assigned = client.post(steps, json={"step": "assign", "value": "olga"}).json()["handling"]
    assert (assigned["state"], assigned["owner"]) == ("assigned", "olga")
    judged = client.post(steps, json={"step": "right", "note": "seen twice"}).json()["handling"]
    assert (judged["state"], judged["opinions"]) == ("assigned", {"local": "right"})
    closed = client.post(steps, json={"step": "resolve", "value": "taken-back"}).json()["handling"]
    assert (closed["state"], closed["reason"]) == ("resolved", "taken-back")
    assert [step["step"] for step in closed["steps"]] == ["acknowledge", "assign", "right", "resolve"]
    assert sum(isinstance(body, FindingHandled) for body in bodies(live)) == 4
    assert all(
        row["finding"]["id"] != finding
        for row in client.get("/api/v1/findings?state=open").json()["findings"]
    )


@pytest.mark.parametrize(
    "step",
    [
        {"step": "resolve"},
        {"step": "resolve", "value": "because"},
        {"step": "assign"},
        {"step": "acknowledge", "value": "x"},
        {"step": "delete"},
    ],
)
def test_a_step_that_says_too_little_is_refused(client: TestClient, step: dict[str, str]) -> None:
    finding = client.get("/api/v1/findings").json()["findings"][0]["finding"]["id"]
    assert client.post(f"{AT}/findings/{finding}/steps", json=step).status_code == 422
    assert client.post(f"{AT}/findings/none/steps", json={"step": "acknowledge"}).status_code == 404


def test_many_at_once_need_a_reason_and_are_all_there_or_none_is_touched(
    client: TestClient, live: LiveTable
) -> None:
    rows = client.get("/api/v1/findings").json()["findings"]
    which = [{"table": row["table"], "finding": row["finding"]["id"]} for row in rows]
    body = {"step": "resolve", "value": "coached", "note": "spoken to the dealer", "findings": which}
    assert client.post("/api/v1/findings/steps", json={**body, "note": ""}).status_code == 422
    lost = {**body, "findings": [*which, {"table": "BJ-07", "finding": "none"}]}
    assert client.post("/api/v1/findings/steps", json=lost).status_code == 404
    assert not any(isinstance(fact, FindingHandled) for fact in bodies(live))
    assert client.post("/api/v1/findings/steps", json=body).status_code == 201
    assert client.get("/api/v1/findings?state=resolved").json()["total"] == len(which)


def test_a_ruling_is_kept_and_the_round_judged_anew(client: TestClient, live: LiveTable) -> None:
    finding = next(f for f in live.findings() if f.round)
    answer = client.post(
        f"{AT}/findings/{finding.id}/ruling", json={"ruling": "void-round", "reason": "misdeal"}
    )
    assert answer.status_code == 201
    assert any(isinstance(body, FindingRuled) for body in bodies(live))
    verdict = live.session.rounds[finding.round - 1].verdict
    assert {bet.outcome for bet in verdict.bets} == {"void"}
    assert client.post(f"{AT}/findings/{finding.id}/ruling", json={"ruling": "hang"}).status_code == 422


def test_the_queue_is_paged_and_filtered(client: TestClient) -> None:
    whole = client.get("/api/v1/findings").json()
    page = client.get("/api/v1/findings?limit=1").json()
    assert page["findings"] == whole["findings"][:1] and page["total"] == whole["total"]
    assert page["next"] == (1 if whole["total"] > 1 else None)
    assert client.get("/api/v1/findings?table=NONE").json()["total"] == 0
    assert client.get("/api/v1/findings?state=sad").status_code == 422
    codes = {row["finding"]["code"] for row in whole["findings"]}
    for code in codes:
        found = client.get(f"/api/v1/findings?code={code}").json()["findings"]
        assert {row["finding"]["code"] for row in found} == {code}


def test_who_looks_at_evidence_is_kept_once(client: TestClient, live: LiveTable) -> None:
    finding = live.findings()[0].id
    live.viewed(f"{finding}/still.jpg", "anna")
    live.viewed(f"{finding}/still.jpg", "anna")
    live.viewed(f"{finding}/still.jpg", "olga")
    seen = [body.by for body in bodies(live) if isinstance(body, EvidenceViewed)]
    assert seen == ["anna", "olga"]


def test_another_sites_page_cannot_post_to_an_open_server(client: TestClient) -> None:
    batch = {"facts": [{"kind": "said", "action": "1.1 stand"}]}
    answer = client.post(f"{AT}/facts", json=batch, headers={**KEY, "Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    own = client.post(f"{AT}/facts", json=batch, headers={**KEY, "Origin": "http://localhost"})
    assert own.status_code == 201


def test_a_table_opened_again_knows_who_did_what(client: TestClient, live: LiveTable, film: Film) -> None:
    finding = live.findings()[0].id
    client.post(f"{AT}/findings/{finding}/steps", json={"step": "acknowledge"})
    live.dealer_is("ivan")
    again = Station(live.journal_path.parent.parent).add(film.table, load_profile(film.table.profile))
    assert again.desk.handling(finding).state == "acknowledged"
    assert again.state().dealer == "ivan"
    again.close()
