"""Full disks, locked databases, wrong clocks, lost rows, slow lines: told, survived, and over when they are over."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from pathlib import Path

import nats
import pytest
from nats.js.errors import NotFoundError

import api.floor.host
import api.floor.remote
from api.floor.trial import TrialBroker
from api.floor.wire import FACTS, row_to_bytes, stream_of, subject_of
from api.store.database import open_writer
from api.trials.line import Line
from tests.floor.conftest import MakeHost
from tests.floor.sides import HostSide, ServerSide, dealt, rows_of, until, until_equal
from tests.floor.test_floor import is_up, publish


def more(host: HostSide) -> None:
    """Deal on: the facts of rounds that come after those of `followed`."""
    known = {fact.id for fact in host.table("BJ-01").facts}
    host.table("BJ-01").take([f for f in dealt("BJ-01", rounds=4, seed=1) if f.id not in known])


def test_a_full_disk_at_the_server_is_told_and_nothing_is_lost(
    followed: HostSide, server: ServerSide
) -> None:
    connection = server.tables["BJ-01"].copy._journal._db.conn
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")
    more(followed)
    until(lambda: ("copy-not-written", "BJ-01") in server.codes(), "the alarm")
    connection.execute("PRAGMA max_page_count=1000000")
    until_equal(followed, server, "BJ-01")
    until(lambda: ("copy-not-written", "BJ-01") not in server.codes(), "the all-clear")


def test_a_locked_copy_is_written_when_the_lock_goes(followed: HostSide, server: ServerSide) -> None:
    server.tables["BJ-01"].copy._journal._db.conn.execute("PRAGMA busy_timeout=100")
    other = open_writer(server.tables["BJ-01"].journal_path)
    other.conn.execute("BEGIN IMMEDIATE")
    more(followed)
    until(lambda: ("copy-not-written", "BJ-01") in server.codes(), "the alarm")
    other.conn.rollback()
    other.close()
    until_equal(followed, server, "BJ-01")


def test_a_full_broker_is_told_and_the_rows_wait_at_the_host(tmp_path: Path, make_host: MakeHost) -> None:
    with TrialBroker(tmp_path / "broker", file_store_mib=1) as broker:
        server = ServerSide(tmp_path / "server", broker.url)
        host = make_host("cam-1", ["BJ-01"])
        server.desk.start()
        host.join(broker.url, server.hosts.add("cam-1", ["BJ-01"]))
        until(is_up(server, "BJ-01"))
        host.table("BJ-01").take(dealt("BJ-01", rounds=150, seed=1))
        until(lambda: ("host-in-trouble", "BJ-01") in server.codes(), "the alarm")
        assert len(server.rows("BJ-01")) < len(rows_of(host, "BJ-01"))
        broker.stop()
        larger = TrialBroker(tmp_path / "broker", port=broker.port, file_store_mib=64)
        with larger:
            until_equal(host, server, "BJ-01")
            until(lambda: ("host-in-trouble", "BJ-01") not in server.codes(), "the all-clear")
            server.close()
            host.leave()


def test_the_server_says_how_much_the_broker_keeps_and_what_does_not_fit_waits_at_the_host(
    broker: TrialBroker, tmp_path: Path, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    limited = ServerSide(tmp_path / "limited", broker.url, keep_days=2, keep_mib=1)
    limited.desk.start()
    host.join(broker.url, limited.hosts.add("cam-1", ["BJ-01"]))
    until(lambda: _limits(broker) == (2 * 86_400, 2**20), "the limits")
    host.table("BJ-01").take(dealt("BJ-01", rounds=150, seed=1))
    until(lambda: ("host-in-trouble", "BJ-01") in limited.codes(), "the alarm")
    (alarm,) = (a for a in limited.desk.alarms.standing() if a.code == "host-in-trouble")
    assert "maximum bytes exceeded" in alarm.text
    rows = len(rows_of(host, "BJ-01"))
    until(lambda: limited.desk.waiting()["BJ-01", "broker"] > 0, "the metric of rows that wait at the host")
    thread = host.thread
    assert thread is not None
    until(
        lambda: thread.waiting()["BJ-01", "broker"] == rows - len(limited.rows("BJ-01")),
        "all that the broker took",
    )
    assert len(limited.rows("BJ-01")) < rows
    limited.close()

    again = ServerSide(limited.folder, broker.url, keep_days=3)
    again.desk.start()
    until(lambda: _limits(broker) == (3 * 86_400, -1), "the limits that it was started with")
    until_equal(host, again, "BJ-01")
    until(lambda: set(again.desk.waiting().values()) == {0}, "no row that waits")
    host.leave()
    again.close()


def _limits(broker: TrialBroker) -> tuple[float | None, int | None]:
    async def look() -> tuple[float | None, int | None]:
        connection = await nats.connect(broker.url)
        try:
            config = (await connection.jetstream().stream_info(stream_of(FACTS, "BJ-01"))).config
            return config.max_age, config.max_bytes
        except NotFoundError:
            return None, None
        finally:
            await connection.close()

    return asyncio.run(look())


def test_a_wrong_clock_is_told_and_the_picture_is_no_younger_for_it(
    followed: HostSide, server: ServerSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.floor.host, "time", lambda: time.time() + 3600)
    until(lambda: ("clock-differs", "cam-1") in server.codes(), "the alarm")
    (alarm,) = (a for a in server.desk.alarms.standing() if a.code == "clock-differs")
    assert "+3600 s" in alarm.text
    monkeypatch.undo()
    until(lambda: ("clock-differs", "cam-1") not in server.codes(), "the all-clear")


@pytest.mark.parametrize("step_s", [3600.0, -3600.0])
def test_a_step_of_the_server_s_clock_neither_loses_a_host_nor_hides_that_one_is_away(
    followed: HostSide, server: ServerSide, monkeypatch: pytest.MonkeyPatch, step_s: float
) -> None:
    until(is_up(server, "BJ-01"))
    monkeypatch.setattr(api.floor.remote, "time", lambda: time.time() + step_s)
    assert not server.tables["BJ-01"].is_away
    followed.leave()
    until(lambda: ("host-away", "BJ-01") in server.codes(), "the alarm")


def test_rows_that_come_again_change_nothing(
    broker: TrialBroker, followed: HostSide, server: ServerSide
) -> None:
    seal = server.hosts.watcher_of("BJ-01")
    for row in rows_of(followed, "BJ-01")[5:8]:
        publish(broker, "BJ-01", row, seal)
    more(followed)
    until_equal(followed, server, "BJ-01")
    until(lambda: server.codes() <= {("disk-low", "cam-1")}, "the end of the alarm")


def test_rows_that_the_broker_keeps_no_longer_are_told_and_a_copied_journal_helps(
    broker: TrialBroker, followed: HostSide, server: ServerSide
) -> None:
    server.close()
    more(followed)
    time.sleep(1)
    sent = len(rows_of(followed, "BJ-01"))

    async def forget() -> None:
        connection = await nats.connect(broker.url)
        await connection.jetstream().purge_stream(stream_of(FACTS, "BJ-01"), seq=sent)
        await connection.close()

    asyncio.run(forget())
    again = ServerSide(server.folder, broker.url)
    again.desk.start()
    until(lambda: ("rows-missing", "BJ-01") in again.codes(), "the alarm")
    again.close()
    for name in ("journal.db-wal", "journal.db-shm"):
        (server.folder / "BJ-01" / name).unlink(missing_ok=True)
    followed.table("BJ-01")._journal._db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(followed.table("BJ-01").journal_path, server.folder / "BJ-01" / "journal.db")
    third = ServerSide(server.folder, broker.url)
    third.desk.start()
    followed.table("BJ-01").take(dealt("BJ-01", rounds=5, seed=1)[-3:])
    until_equal(followed, third, "BJ-01")
    assert ("rows-missing", "BJ-01") not in third.codes()
    third.close()


def test_over_a_slow_line_that_breaks_everything_comes_in_order(
    broker: TrialBroker, server: ServerSide, make_host: MakeHost
) -> None:
    host = make_host("cam-1", ["BJ-01"])
    server.desk.start()
    with Line(broker.port) as line:
        line.delay_s = 0.03
        host.join(f"nats://127.0.0.1:{line.port}", server.hosts.add("cam-1", ["BJ-01"]))
        facts = dealt("BJ-01", rounds=6, seed=2)
        for number, fact in enumerate(facts):
            host.table("BJ-01").take([fact])
            if number % 40 == 20:
                line.cut()
                time.sleep(0.2)
                line.mend()
        until_equal(host, server, "BJ-01")
        host.leave()


def test_a_row_is_what_it_says_on_the_line(followed: HostSide) -> None:
    row = rows_of(followed, "BJ-01")[0]
    told = json.loads(row_to_bytes(row))
    assert set(told) == {"seq", "recorded_at", "content", "hash"}
    assert subject_of(FACTS, "BJ-01") == "pitwatch.facts.BJ-01"
