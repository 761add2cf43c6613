"""The two sides of a floor in one process: a camera host with its tables, and the server that follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

from api.floor.broker import Broker
from api.floor.desk import FloorDesk
from api.floor.host import FloorHost
from api.floor.hosts import Hosts
from api.floor.remote import RemoteTable
from api.floor.wire import Seal
from api.live.station import Station
from api.live.table import LiveTable
from api.store.journal import Row, read_rows
from tracker.facts import Fact
from tracker.profile import load_profile
from tracker.simulate import facts_of, simulate
from vision.synth.table import standard_table

PROFILE = "russian-blackjack"
WAIT_S = 60.0


def until(condition: Callable[[], bool], what: str = "") -> None:
    """Wait until something has come about."""
    end = monotonic() + WAIT_S
    while not condition():
        assert monotonic() < end, f"waited {WAIT_S} s for {what or condition}"
        sleep(0.02)


@dataclass
class HostSide:
    """A camera host; its tables are told facts by the test instead of a camera."""

    folder: Path
    names: Sequence[str]
    station: Station = field(init=False)
    thread: FloorHost | None = None

    def __post_init__(self) -> None:
        self.station = Station(self.folder)
        for name in self.names:
            self.station.add(standard_table(PROFILE, name=name), load_profile(PROFILE))

    def table(self, name: str) -> LiveTable:
        return self.station.tables[name]

    def join(self, url: str, seal: Seal, ca: Path | None = None) -> None:
        self.thread = FloorHost(Broker(url, ca=ca), seal, self.station.hub, self.station.tables)
        self.thread.start()

    def leave(self) -> None:
        """Leave the floor; the tables are told facts as before."""
        if self.thread is not None:
            self.thread.stop()
            self.thread.join(10)
            self.thread = None

    def close(self) -> None:
        self.leave()
        self.station.hub.close()
        for table in self.station.tables.values():
            table.close()


@dataclass
class ServerSide:
    """The server without its routes."""

    folder: Path
    url: str
    ca: Path | None = None
    keep_days: float = 14
    keep_mib: int = 0
    house: Station = field(init=False)
    desk: FloorDesk = field(init=False)
    closed: bool = False

    def __post_init__(self) -> None:
        self.house = Station(self.folder)
        broker = Broker(self.url, ca=self.ca, keep_days=self.keep_days, keep_mib=self.keep_mib)
        self.desk = FloorDesk(self.folder, self.house.hub, broker, self.house.journal)

    @property
    def hosts(self) -> Hosts:
        return self.desk.hosts

    @property
    def tables(self) -> dict[str, RemoteTable]:
        return self.desk.hall.tables

    def codes(self) -> set[tuple[str, str]]:
        return {(alarm.code, alarm.subject) for alarm in self.desk.alarms.standing()}

    def rows(self, table: str) -> list[Row]:
        copy = self.tables.get(table)
        return list(read_rows(copy.journal_path)) if copy else []

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.desk.stop()
        self.desk.join(10)
        self.desk.hub.close()
        self.house.journal.close()


def dealt(table: str, *, rounds: int, seed: int) -> list[Fact]:
    """Facts of a simulated session at a table."""
    profile = load_profile(PROFILE)
    session = simulate(profile, rounds=rounds, seed=seed, table=table)
    return facts_of(session.history, profile)


def rows_of(host: HostSide, table: str) -> list[Row]:
    return list(read_rows(host.table(table).journal_path))


def until_equal(host: HostSide, server: ServerSide, table: str) -> None:
    until(lambda: server.rows(table) == rows_of(host, table), f"the copy of {table}")
