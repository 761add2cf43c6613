"""Hosts publish, the server follows: with a real broker, equal journals on both sides whatever happens between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import nats
import pytest

from api.errors import BrokerError, FactRefused
from api.floor import outbox
from api.floor.trial import TrialBroker
from api.floor.wire import FACTS, Seal, row_to_bytes, stream_of, subject_of
from api.store.house_journal import HOUSE_JOURNAL
from api.store.journal import Row, link_hash, read_entries, read_rows
from api.store.verify import verify_journal
from tests.floor.conftest import MakeHost
from tests.floor.sides import HostSide, ServerSide, dealt, rows_of, until, until_equal
from tracker.facts import ChipsSeen, FindingHandled
from tracker.house_bodies import FloorAlarm


def is_up(server: ServerSide, table: str) -> Callable[[], bool]:
    return lambda: table in server.tables and not server.tables[table].is_away


def test_the_server_keeps_an_equal_copy_and_shows_the_same_rounds(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01", "Стол.2"])
    seal = server.hosts.add("cam-1", ["BJ-01", "Стол.2"])
    server.desk.start()
    host.join(broker.url, seal)
    for table in host.names:
        for fact in dealt(table, rounds=3, seed=5):
            host.table(table).take([fact])
    for table in host.names:
        until_equal(host, server, table)
        ours, theirs = host.table(table).state(), server.tables[table].state()
        assert theirs.model_dump(exclude={"camera", "view"}) == ours.model_dump(exclude={"camera", "view"})
        assert theirs.totals.rounds == 3
        assert verify_journal(server.folder / table / "journal.db").whole
    until(lambda: server.codes() <= {("disk-low", "cam-1")}, "the end of the alarm")


def test_what_is_told_of_a_table_and_is_no_new_row_costs_no_look_into_its_journal(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    def counted(journal: Path, *, after: int, limit: int) -> Iterator[Row]:
        looks.append(after)
        return read_rows(journal, after=after, limit=limit)

    monkeypatch.setattr(outbox, "read_rows", counted)
    host = make_host("cam-1", ["BJ-01"])
    seal = server.hosts.add("cam-1", ["BJ-01"])
    first, *others = dealt("BJ-01", rounds=1, seed=5)
    server.desk.start()
    host.join(broker.url, seal)
    host.table("BJ-01").take([first])
    until_equal(host, server, "BJ-01")
    before = len(looks)
    for _ in range(20):
        host.table("BJ-01").publish()  # as with every picture
        sleep(0.05)
    host.table("BJ-01").take(others)
    until_equal(host, server, "BJ-01")
    assert 1 <= len(looks) - before <= 3


def test_a_host_that_was_cut_off_catches_up_by_itself_from_where_it_was(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    seal = server.hosts.add("cam-1", ["BJ-01"])
    facts = dealt("BJ-01", rounds=12, seed=6)
    third = len(facts) // 3
    host.table("BJ-01").take(facts[:third])
    server.desk.start()
    host.join(broker.url, seal)
    until_equal(host, server, "BJ-01")
    host.leave()
    until(lambda: ("host-away", "BJ-01") in server.codes(), "the alarm")
    assert server.tables["BJ-01"].state().camera.state == "lost"
    for fact in facts[third:]:
        host.table("BJ-01").take([fact])
    assert len(server.rows("BJ-01")) == third
    host.join(broker.url, seal)
    until_equal(host, server, "BJ-01")
    until(lambda: ("host-away", "BJ-01") not in server.codes(), "the all-clear")


def test_nothing_is_lost_or_doubled_when_broker_and_server_are_killed_meanwhile(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    seal = server.hosts.add("cam-1", ["BJ-01"])
    server.desk.start()
    host.join(broker.url, seal)
    facts = dealt("BJ-01", rounds=9, seed=7)
    third = len(facts) // 3
    host.table("BJ-01").take(facts[:third])
    until_equal(host, server, "BJ-01")
    broker.kill()
    host.table("BJ-01").take(facts[third : 2 * third])
    broker.start()
    host.table("BJ-01").take(facts[2 * third :])
    until_equal(host, server, "BJ-01")


def test_what_is_entered_at_the_server_becomes_a_fact_of_the_host_once(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    server.desk.start()
    host.join(broker.url, server.hosts.add("cam-1", ["BJ-01"]))
    until(is_up(server, "BJ-01"))
    table = server.tables["BJ-01"]
    chips = ChipsSeen(spot="1.1", amount=5000)
    told = [table.enter([chips], source="floor:Ann", key="a-tap")[0].id for _ in range(3)]
    until(lambda: len(server.rows("BJ-01")) == 1, "the entry")
    assert len(set(told)) == 1
    (fact,) = host.table("BJ-01").facts
    assert (fact.id, fact.body, fact.source) == (told[0], chips, "floor:Ann")
    with pytest.raises(FactRefused):
        table.enter([ChipsSeen(spot="1.1", amount=1)], source="floor:Ann", key="a-tap")
    until_equal(host, server, "BJ-01")


def test_an_order_waits_for_a_host_that_is_away(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    seal = server.hosts.add("cam-1", ["BJ-01"])
    server.desk.start()
    host.join(broker.url, seal)
    until(is_up(server, "BJ-01"))
    host.leave()
    step = FindingHandled(finding="1-x-1.1", step="acknowledge", by="Ann")
    server.tables["BJ-01"].enter([step], source="floor:Ann")
    host.join(broker.url, seal)
    until(lambda: [row.seq for row in server.rows("BJ-01")] == [1], "the entry")
    assert [fact.body for fact in host.table("BJ-01").facts] == [step]


def test_without_a_broker_an_entry_is_refused_and_the_host_works_on(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    server.desk.start()
    host.join(broker.url, server.hosts.add("cam-1", ["BJ-01"]))
    until(is_up(server, "BJ-01"))
    broker.kill()
    with pytest.raises(BrokerError):
        server.tables["BJ-01"].enter([ChipsSeen(spot="1.1", amount=1)], source="floor:Ann")
    host.table("BJ-01").take(dealt("BJ-01", rounds=1, seed=1))
    until(lambda: ("broker-away", broker.url) in server.codes(), "the alarm")
    broker.start()
    until_equal(host, server, "BJ-01")


@pytest.mark.usefixtures("followed")
def test_the_server_knows_its_tables_when_it_starts_without_a_broker(
    broker: TrialBroker, server: ServerSide
) -> None:
    server.close()
    broker.kill()
    again = ServerSide(server.folder, broker.url)
    again.desk.start()
    state = again.tables["BJ-01"].state()
    assert (state.totals.rounds, state.camera.state) == (2, "lost")
    broker.start()
    until(is_up(again, "BJ-01"))
    again.close()


def publish(broker: TrialBroker, table: str, row: Row, seal: Seal, **headers: str) -> None:
    """Put a row into a table's stream, as somebody would who has got at the broker."""

    async def send() -> None:
        connection = await nats.connect(broker.url)
        subject, payload = subject_of(FACTS, table), row_to_bytes(row)
        signed: dict[str, Any] = {**seal.headers(subject, payload), **headers}
        await connection.jetstream().publish(subject, payload, stream=stream_of(FACTS, table), headers=signed)
        await connection.close()

    asyncio.run(send())


def test_what_strangers_send_is_refused_told_and_journalled_and_nothing_else_stops(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    other = make_host("cam-2", ["BJ-02"])
    server.desk.start()
    seal = server.hosts.add("cam-1", ["BJ-01"])
    other_seal = server.hosts.add("cam-2", ["BJ-02"])
    old_seal = server.hosts.add("cam-0", ["BJ-00"])
    server.hosts.revoke("cam-0")
    host.join(broker.url, seal)
    other.join(broker.url, other_seal)
    facts = dealt("BJ-01", rounds=4, seed=8)
    host.table("BJ-01").take(facts[:20])
    until_equal(host, server, "BJ-01")

    last = rows_of(host, "BJ-01")[-1]
    forged = Row(last.seq + 1, last.recorded_at, last.content, "0" * 64)
    publish(broker, "BJ-01", forged, Seal("nobody", b"x" * 32))
    publish(broker, "BJ-01", forged, old_seal)
    publish(broker, "BJ-01", forged, other_seal)
    publish(broker, "BJ-01", forged, Seal("cam-1", b"x" * 32))
    publish(broker, "BJ-01", forged, seal)
    expected = {
        ("unknown-host", "nobody"),
        ("revoked-host", "cam-0"),
        ("unknown-table", "cam-2"),
        ("bad-signature", "cam-1"),
        ("wrong-chain", "BJ-01"),
    }
    until(lambda: expected <= server.codes(), "the alarms")
    entries = list(read_entries(server.folder / HOUSE_JOURNAL))
    bodies = [entry.fact.body for entry in entries]
    journalled = {(body.code, body.subject) for body in bodies if isinstance(body, FloorAlarm)}
    assert expected <= journalled

    host.table("BJ-01").take(facts[20:])
    other.table("BJ-02").take(dealt("BJ-02", rounds=2, seed=9))
    until_equal(host, server, "BJ-01")
    until_equal(other, server, "BJ-02")


def _follows(last: Row, content: str) -> Row:
    """A row that continues the chain behind `last`, whatever it says."""
    seq = last.seq + 1
    return Row(seq, last.recorded_at, content, link_hash(last.hash, seq, last.recorded_at, content))


@pytest.mark.parametrize("what", ["a forged id", "no fact"])
def test_what_follows_in_the_chain_and_is_no_new_fact_is_refused_and_the_table_goes_on(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost, what: str
) -> None:
    host, other = make_host("cam-1", ["BJ-01"]), make_host("cam-2", ["BJ-02"])
    server.desk.start()
    seal = server.hosts.add("cam-1", ["BJ-01"])
    host.join(broker.url, seal)
    other.join(broker.url, server.hosts.add("cam-2", ["BJ-02"]))
    facts = dealt("BJ-01", rounds=4, seed=8)
    host.table("BJ-01").take(facts[:20])
    until_equal(host, server, "BJ-01")

    rows = rows_of(host, "BJ-01")
    known = json.loads(rows[3].content) | {"pts_us": 7}
    content = json.dumps(known) if what == "a forged id" else '{"kind":"nonsense"}'
    publish(broker, "BJ-01", _follows(rows[-1], content), seal)
    until(lambda: ("wrong-chain", "BJ-01") in server.codes(), "the alarm")

    host.table("BJ-01").take(facts[20:])
    other.table("BJ-02").take(dealt("BJ-02", rounds=2, seed=9))
    until_equal(host, server, "BJ-01")
    until_equal(other, server, "BJ-02")
    until(lambda: server.codes() <= {("disk-low", "cam-1"), ("disk-low", "cam-2")}, "the end of the alarm")


def test_a_host_whose_data_was_exchanged_does_not_overwrite_the_copy(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost, followed: HostSide
) -> None:
    seal = server.hosts.watcher_of("BJ-01")
    before = server.rows("BJ-01")
    followed.leave()
    fresh = make_host("cam-1-again", ["BJ-01"])
    fresh.table("BJ-01").take(dealt("BJ-01", rounds=5, seed=2))
    fresh.join(broker.url, seal)
    until(lambda: ("host-in-trouble", "BJ-01") in server.codes(), "the alarm")
    assert server.rows("BJ-01") == before
