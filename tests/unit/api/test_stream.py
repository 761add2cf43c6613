"""The live stream of a real server: to a screen that reads slowly, to one that comes back, and under a small floor."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from api.live.hub import Hub
from api.trials.drivers import Floor
from api.trials.load import run_load
from api.trials.running import Running, lay_out, post_chips, running
from tests.unit.api.test_hub import state


def listen(server: Running, last_id: str = "", *, buffer: int | None = None) -> socket.socket:
    """Open the stream as a screen does."""
    screen = socket.socket()
    if buffer is not None:
        screen.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    screen.settimeout(30)
    screen.connect((server.host, server.port))
    resumed = f"Last-Event-ID: {last_id}\r\n" if last_id else ""
    screen.sendall(f"GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n{resumed}\r\n".encode())
    return screen


def states_until(screen: socket.socket, table: str, seq: int) -> list[tuple[str, str, int]]:
    """Read events until a table's state with a row has come; each with its id, table and row."""
    got, seen = b"", []
    while True:
        *events, got = (got + screen.recv(65536)).split(b"\n\n")
        for event in events:
            lines = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
            if lines.get(b"event") == b"table":
                told = json.loads(lines[b"data"])
                seen.append((lines[b"id"].decode(), told["table"]["name"], told["seq"]))
                if (told["table"]["name"], told["seq"]) == (table, seq):
                    return seen


def tell(server: Running, table: str, count: int, *, key: str) -> int:
    """Enter facts one by one; return the table's last row."""
    connection, seq = server.connect(), 0
    for number in range(count):
        status, answer = post_chips(connection, table, f"{key}-{number}", [f"{number + 1}.00"])
        assert status == 201
        seq = answer["seq"]
    connection.close()
    return seq


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    lay_out(tmp_path, 3)
    with running(tmp_path) as server:
        yield server


def test_a_screen_that_reads_slowly_holds_nobody_up_and_gets_the_newest_state(server: Running) -> None:
    slow, quick = listen(server, buffer=2048), listen(server)
    last = tell(server, "T001", 60, key="slow-screen")
    assert states_until(quick, "T001", last)[-1][2] == last
    seen = states_until(slow, "T001", last)
    seqs = [seq for _, name, seq in seen if name == "T001"]
    assert seqs == sorted(set(seqs)), "never an older state, never one twice"
    for screen in (slow, quick):
        screen.close()


def test_a_screen_that_comes_back_gets_what_changed_since_and_nothing_else(server: Running) -> None:
    first = listen(server)
    last_id, _, seq = states_until(first, "T002", tell(server, "T002", 2, key="before"))[-1]
    first.close()
    later = tell(server, "T002", 3, key="meanwhile")
    again = listen(server, last_id)
    ((event_id, name, newest),) = states_until(again, "T002", later)
    again.close()
    assert (name, newest) == ("T002", later)
    epoch, version = last_id.split("-")
    assert event_id == f"{epoch}-{int(version) + 3}"
    assert later == seq + 3


@pytest.mark.parametrize("last_id", ["nonsense", "-", "00000000-7", "9" * 400, "x-" + "9" * 50])
def test_an_id_of_another_run_or_none_at_all_gets_everything(server: Running, last_id: str) -> None:
    last = tell(server, "T003", 1, key=f"id-{hash(last_id)}")
    screen = listen(server, last_id)
    assert {name for _, name, _ in states_until(screen, "T003", last)} >= {"T003"}
    screen.close()


def test_a_listener_that_sleeps_keeps_no_queue(tmp_path: Path) -> None:
    hub = Hub()

    async def sleepy() -> list[int]:
        took = []
        async for changed in hub.changes(0, wait_s=5):
            took.append(len(changed))
            if len(took) == 2:
                return took
            for seq in range(2000):
                hub.publish(state("ABC"[seq % 3], seq))
        return took

    hub.publish(state("A", 0))
    assert asyncio.run(sleepy()) == [1, 3]


def test_a_small_floor_reaches_every_screen(tmp_path: Path) -> None:
    report = run_load(tmp_path, Floor(tables=10, screens=4, rate=20, seconds=5))
    assert report.facts >= 30
    assert (report.missed, report.arrivals) == (0, report.facts * 4)
    assert 0 < report.p50_ms <= report.p99_ms <= report.worst_ms


def test_an_open_server_answers_no_other_sites_stream(server: Running) -> None:
    connection = HTTPConnection(server.host, server.port, timeout=10)
    connection.request("GET", "/api/v1/stream", headers={"Host": "evil.example"})
    assert connection.getresponse().status == 400
    connection.close()
