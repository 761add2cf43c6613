"""Tables that are dealt at a floor's pace: threads that hand facts to a station's tables, each at its time."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Final

from api.live.station import Station
from api.live.table import LiveTable
from tracker.facts import Fact
from tracker.profile import load_profile
from tracker.simulate import perform, simulate

DRIVERS: Final = 8
"""Threads that hand facts in; each has its part of the tables."""
SESSIONS: Final = 8
"""Different sessions that the tables deal."""
START: Final = "start.json"
LOG: Final = "handed-in.json"
_LOOK_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Floor:
    """How large the floor is: tables, listening screens, facts a second over all tables, for how long, on what.

    Attributes:
        hosts: camera hosts, each a process with its part of the tables, that publish through a broker; 0: the server
            watches the tables itself.
    """

    tables: int = 200
    screens: int = 50
    rate: float = 160.0
    seconds: float = 60.0
    hosts: int = 0

    def share(self, host: int) -> Floor:
        """Return what one of the hosts has of it, the first is 0."""
        tables = len(range(host, self.tables, self.hosts))
        return replace(self, tables=tables, rate=self.rate * tables / self.tables, hosts=0)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A fact that was handed in: its table and row, when it was due, handed in, and written; all monotonic."""

    table: str
    seq: int
    due: float
    at: float
    done: float


def begin(data: Path, at: float) -> None:
    """Tell the drivers of a data folder when to begin, in seconds of the machine's monotonic clock."""
    unfinished = data / f"{START}.new"
    unfinished.write_text(json.dumps(at), encoding="ascii")
    unfinished.rename(data / START)


def handed_in(data: Path) -> list[HandedIn]:
    """Return what the drivers of a data folder handed in, once they have ended."""
    rows = json.loads((data / LOG).read_text(encoding="utf-8"))
    return [HandedIn(*row) for row in rows]


class Drivers:
    """Hands facts in at their times, once `begin` says so, while the server runs; a companion of its station."""

    def __init__(self, station: Station, floor: Floor) -> None:
        """Prepare; `start` makes the facts and waits for the beginning."""
        self._station = station
        self._floor = floor
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._handed_in: list[tuple[str, int, float, float, float]] = []

    def start(self) -> None:
        """Make the facts and wait for the beginning."""
        tables = sorted(self._station.tables.values(), key=lambda live: live.table.name)
        facts = _sessions(self._floor)
        for driver in range(min(DRIVERS, len(tables))):
            mine = [(live, facts[n % SESSIONS]) for n, live in enumerate(tables)][driver::DRIVERS]
            offsets = [n / self._floor.rate for n in range(len(tables))][driver::DRIVERS]
            thread = threading.Thread(target=self._drive, args=(mine, offsets), daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End soon."""
        self._stopping.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait until all have ended, and write down what was handed in."""
        for thread in self._threads:
            thread.join(timeout)
        (self._station.data / LOG).write_text(json.dumps(self._handed_in), encoding="utf-8")

    def _drive(self, mine: Sequence[tuple[LiveTable, Sequence[Fact]]], offsets: Sequence[float]) -> None:
        """Go around the tables, a fact for each; the next time around begins when all tables had theirs."""
        began = self._beginning()
        every_s = self._floor.tables / self._floor.rate
        for turn in range(int(self._floor.seconds / every_s) + 1):
            for (live, facts), offset in zip(mine, offsets, strict=True):
                due = began + turn * every_s + offset
                if self._stopping.wait(max(0.0, due - monotonic())) or turn >= len(facts):
                    return
                at = monotonic()
                live.take([_of_table(facts[turn], live.table.name)])
                self._handed_in.append((live.table.name, turn + 1, due, at, monotonic()))

    def _beginning(self) -> float:
        start = self._station.data / START
        while not start.exists() and not self._stopping.wait(_LOOK_S):
            pass
        return float(json.loads(start.read_text(encoding="ascii"))) if start.exists() else monotonic()


def _sessions(floor: Floor) -> list[list[Fact]]:
    """Return the facts of several sessions, each long enough for the time."""
    profile = load_profile("russian-blackjack")
    needed = int(floor.seconds * floor.rate / floor.tables) + 2
    sessions = []
    for seed in range(SESSIONS):
        rounds = 4 + needed // 20
        dealt = simulate(profile, rounds=rounds, seed=seed, errors=rounds // 10, table="T")
        sessions.append(list(islice(perform(dealt.history, profile).facts, needed)))
    return sessions


def _of_table(fact: Fact, name: str) -> Fact:
    return replace(fact, table=name, id="")
