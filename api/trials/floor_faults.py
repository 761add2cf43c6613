"""A floor whose host, server and broker are killed, frozen and cut off at random: nothing acknowledged may be lost.

Facts are told to the host, and entered at the server, without a pause and under idempotency keys; whoever gets no
answer asks again. In the end host and server must hold the same journal, with everything that was acknowledged, once.
"""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from http.client import HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from api.floor.broker import Broker
from api.floor.desk import FloorDesk
from api.floor.host import FloorHost
from api.floor.hosts import HOSTS_FILE, Hosts, read_key, write_key
from api.floor.trial import TrialBroker
from api.live.station import Station
from api.store.journal import Row, read_rows
from api.store.verify import verify_journal
from api.trials.line import Line
from api.trials.running import Running, lay_out, post_chips

PARTS: Final = ("host", "server", "broker", "line")
AWAY_S: Final = (0.0, 1.0)
"""So long a part stays killed, frozen or cut, at random."""
BETWEEN_S: Final = (0.1, 0.8)
SETTLE_S: Final = 90.0
PLACE_FILE: Final = "trial.json"
KEY_FILE: Final = "host.key"
HOST: Final = "cam-1"


@dataclass(frozen=True, slots=True)
class FaultReport:
    """What became of the facts.

    Attributes:
        faults: how often each part was hit, and how.
        told, ordered: facts that the host said were journalled; that the server said were on their way to it.
        lost: of these, not in the host's journal in the end.
        double: facts that are there more than once.
        differing: rows in which the server's copy differs from the host's journal.
        whole: whether the chains of both are.
        caught_up_s: from the last fault until both were equal; None if they never were.
        seconds: how long it took.
    """

    faults: dict[str, int]
    told: int
    ordered: int
    lost: int
    double: int
    differing: int
    whole: bool
    caught_up_s: float | None
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether nothing is lost, double, different or broken."""
        return (
            self.whole and self.caught_up_s is not None and not (self.lost or self.double or self.differing)
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**asdict(self), "holds": self.holds}


def compose_host(data: Path) -> Station:
    """Compose what `pitwatch watch --broker` composes, without cameras."""
    station = Station(data)
    station.add_known()
    url = json.loads((data / PLACE_FILE).read_text(encoding="utf-8"))
    host = FloorHost(Broker(url), read_key(data / KEY_FILE), station.hub, station.tables)
    station.companions.append(host)
    return station


def compose_server(data: Path) -> Station:
    """Compose what `pitwatch serve --broker` composes."""
    station = Station(data)
    url = json.loads((data / PLACE_FILE).read_text(encoding="utf-8"))
    desk = FloorDesk(data, station.hub, Broker(url), station.journal)
    station.elsewhere = desk.hall.tables
    station.companions.append(desk)
    return station


@dataclass(slots=True)
class _Floor:
    """The parts as they run now."""

    host_data: Path
    server_data: Path
    broker: TrialBroker
    line: Line
    host: Running | None = None
    server: Running | None = None

    def start(self) -> None:
        self.host = Running(self.host_data, compose_host)
        self.server = Running(self.server_data, compose_server)

    def hit(self, part: str, away_s: float, *, freeze: bool) -> str:
        """Put a part out of action for a while; return what was done."""
        if part == "line":
            self.line.cut()
            sleep(away_s)
            self.line.mend()
            return "line cut"
        if part == "broker":
            self.broker.kill()
            sleep(away_s)
            self.broker.start()
            return "broker killed"
        running = self.host if part == "host" else self.server
        assert running is not None and running.process.pid is not None
        if freeze:
            os.kill(running.process.pid, signal.SIGSTOP)
            sleep(away_s)
            os.kill(running.process.pid, signal.SIGCONT)
            return f"{part} frozen"
        running.kill()
        sleep(away_s)
        if part == "host":
            self.host = Running(self.host_data, compose_host)
        else:
            self.server = Running(self.server_data, compose_server)
        return f"{part} killed"

    def stop(self) -> None:
        for running in (self.host, self.server):
            if running is not None and running.process.is_alive():
                running.stop()


@dataclass(slots=True)
class _Writer:
    """One that enters facts at the host or the server, each until it is acknowledged."""

    floor: _Floor
    at: str
    number: int
    table: str
    acknowledged: list[str] = field(default_factory=list)
    sent: int = 0

    def write(self, stop: threading.Event) -> None:
        while not stop.is_set():
            running = self.floor.host if self.at == "host" else self.floor.server
            try:
                assert running is not None
                connection = running.connect()
                try:
                    while not stop.is_set():
                        self._send(connection)
                finally:
                    connection.close()
            except (OSError, HTTPException, ValueError):
                sleep(0.05)

    def _send(self, connection: Any) -> None:
        key = f"{self.at}-{self.number}-{self.sent}"
        status, answer = post_chips(connection, self.table, key, [f"{self.sent % 1000}.5"])
        if status == 201:
            self.acknowledged += answer["facts"]
            self.sent += 1
            sleep(0.005 if self.at == "host" else 0.02)
        else:  # the table is not known yet, or the broker away: asked again
            sleep(0.05)


def run_floor_faults(
    data: Path, *, faults: int, seed: int = 1, progress: Callable[[float], None] = lambda _: None
) -> FaultReport:
    """Hit the parts of a floor so many times and tell what became of the facts.

    Args:
        data: an empty folder.
        faults: how often.
        seed: of what is hit when and how.
        progress: is told how much is done, 0..1.

    Raises:
        TrialFailed: if a part does not start again.
    """
    began, chance = monotonic(), random.Random(seed)
    host_data, server_data = data / "host", data / "server"
    server_data.mkdir(parents=True)
    tables = lay_out(host_data, 2)
    done: Counter[str] = Counter()
    with TrialBroker(data / "broker") as broker, Line(broker.port) as line:
        _introduce(host_data, server_data, tables, broker, line)
        floor = _Floor(host_data, server_data, broker, line)
        floor.start()
        writers = [
            _Writer(floor, at, number, table)
            for number, (at, table) in enumerate([*[("host", t) for t in tables], ("server", tables[0])])
        ]
        stop = threading.Event()
        threads = [threading.Thread(target=writer.write, args=(stop,)) for writer in writers]
        try:
            for thread in threads:
                thread.start()
            for number in range(faults):
                sleep(chance.uniform(*BETWEEN_S))
                part, away_s, freeze = chance.choice(PARTS), chance.uniform(*AWAY_S), chance.random() < 0.3
                done[floor.hit(part, away_s, freeze=freeze)] += 1
                progress((number + 1) / (faults + 1))
            stop.set()
            for thread in threads:
                thread.join()
            caught_up_s = _settle(floor, tables, writers)
        finally:
            stop.set()
            floor.stop()
    return _compare(
        floor, tables, writers, faults=dict(done), caught_up_s=caught_up_s, seconds=monotonic() - began
    )


def _introduce(
    host_data: Path, server_data: Path, tables: list[str], broker: TrialBroker, line: Line
) -> None:
    """Make the two ends known to each other; the host's way to the broker is the line."""
    hosts = Hosts(server_data / HOSTS_FILE)
    write_key(hosts.add(HOST, tables), host_data / KEY_FILE)
    hosts.close()
    for folder, port in ((host_data, line.port), (server_data, broker.port)):
        (folder / PLACE_FILE).write_text(json.dumps(f"nats://127.0.0.1:{port}"), encoding="utf-8")


def _rows(folder: Path, table: str) -> list[Row]:
    path = folder / table / "journal.db"
    return list(read_rows(path)) if path.exists() else []


def _settle(floor: _Floor, tables: list[str], writers: list[_Writer]) -> float | None:
    """Wait until orders are carried out and the copies equal; return how long it took, None if it took too long."""
    began = monotonic()
    while monotonic() - began < SETTLE_S:
        equal = all(_rows(floor.host_data, t) == _rows(floor.server_data, t) for t in tables)
        if equal and not _lost(floor, tables, writers):
            return round(monotonic() - began, 1)
        sleep(0.2)
    return None


def _lost(floor: _Floor, tables: list[str], writers: list[_Writer]) -> set[str]:
    known = {json.loads(row.content)["id"] for table in tables for row in _rows(floor.host_data, table)}
    return {fact for writer in writers for fact in writer.acknowledged} - known


def _compare(
    floor: _Floor,
    tables: list[str],
    writers: list[_Writer],
    *,
    faults: dict[str, int],
    caught_up_s: float | None,
    seconds: float,
) -> FaultReport:
    ids: Counter[str] = Counter()
    differing = 0
    for table in tables:
        ours, theirs = _rows(floor.host_data, table), _rows(floor.server_data, table)
        ids.update(json.loads(row.content)["id"] for row in ours)
        differing += abs(len(ours) - len(theirs)) + sum(a != b for a, b in zip(ours, theirs, strict=False))
    journals = [f / t / "journal.db" for f in (floor.host_data, floor.server_data) for t in tables]
    return FaultReport(
        faults=faults,
        told=sum(len(writer.acknowledged) for writer in writers if writer.at == "host"),
        ordered=sum(len(writer.acknowledged) for writer in writers if writer.at == "server"),
        lost=len(_lost(floor, tables, writers)),
        double=sum(count - 1 for count in ids.values()),
        differing=differing,
        whole=all(path.exists() and verify_journal(path).whole for path in journals),
        caught_up_s=caught_up_s,
        seconds=round(seconds, 1),
    )
