"""A whole floor on one server: tables whose facts come as they do in a casino, and screens that listen to all of them.

The server runs in a process of its own; facts come from threads in it, as a table's feeder tells them, and are stamped
just before they are handed in. Screens are connections from this process to the live stream. Both read the machine's
one monotonic clock, so a fact's way to a screen is measured, not guessed: into the journal, synced, folded, judged,
published, sent, and read from the socket.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from api.live.station import Station
from api.live.table import LiveTable
from api.trials.running import Running, TrialFailed, known_tables, lay_out, running
from tracker.facts import Fact
from tracker.profile import load_profile
from tracker.simulate import perform, simulate

DRIVERS: Final = 8
"""Threads that hand facts in; each has its part of the tables."""
SESSIONS: Final = 8
"""Different sessions that the tables deal."""
LOG: Final = "handed-in.json"
_EVENT: Final = re.compile(rb'data: \{"table":\{"name":"([^"]+)".*?"seq":(\d+)')
WARM_UP_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class Floor:
    """How large the floor is: tables, listening screens, facts a second over all tables, and for how long."""

    tables: int = 200
    screens: int = 50
    rate: float = 160.0
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What was measured.

    Attributes:
        floor: what was asked for.
        facts: facts that were handed in after the warming up.
        rate: facts a second that were really handed in.
        late: of these, the share that was handed in over a second after its time: the server could not keep up.
        arrivals: facts times screens that they reached.
        missed: facts times screens that they never reached.
        p50_ms, p99_ms, worst_ms: from being handed in to being read by a screen, over all of both.
        write_p99_ms: from being handed in to being in the journal, judged and published.
        megabytes: what all screens were sent.
    """

    floor: Floor
    facts: int
    rate: float
    late: float
    arrivals: int
    missed: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    write_p99_ms: float
    megabytes: float

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return asdict(self)


class Drivers:
    """Hands facts in at their times, while the server runs; a companion of its station."""

    def __init__(self, station: Station, floor: Floor) -> None:
        """Prepare the facts; `start` begins."""
        self._station = station
        self._floor = floor
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._handed_in: list[tuple[str, int, float, float, float]] = []

    def start(self) -> None:
        """Begin to hand in."""
        tables = sorted(self._station.tables.values(), key=lambda live: live.table.name)
        facts = _sessions(self._floor)
        began = monotonic() + 1.0
        for driver in range(min(DRIVERS, len(tables))):
            mine = [(live, facts[n % SESSIONS]) for n, live in enumerate(tables)][driver::DRIVERS]
            offsets = [n / self._floor.rate for n in range(len(tables))][driver::DRIVERS]
            thread = threading.Thread(target=self._drive, args=(mine, offsets, began), daemon=True)
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

    def _drive(
        self, mine: Sequence[tuple[LiveTable, Sequence[Fact]]], offsets: Sequence[float], began: float
    ) -> None:
        """Go around the tables, a fact for each; the next time around begins when all tables had theirs."""
        every_s = self._floor.tables / self._floor.rate
        for turn in range(int(self._floor.seconds / every_s) + 1):
            for (live, facts), offset in zip(mine, offsets, strict=True):
                due = began + turn * every_s + offset
                if self._stopping.wait(max(0.0, due - monotonic())) or turn >= len(facts):
                    return
                at = monotonic()
                live.take([_of_table(facts[turn], live.table.name)])
                self._handed_in.append((live.table.name, turn + 1, due, at, monotonic()))


def run_load(
    data: Path, floor: Floor = Floor(), *, progress: Callable[[float], None] = lambda _: None
) -> LoadReport:
    """Run a floor and measure.

    Args:
        data: an empty folder.
        floor: how large it is.
        progress: is told how much is done, 0..1.

    Raises:
        TrialFailed: if the server does not start, or a screen loses it.
    """
    lay_out(data, floor.tables)
    with running(data, partial(_compose, floor=floor)) as server:
        screens = Screens(server, floor.screens)
        began = monotonic()
        while (elapsed := monotonic() - began) < floor.seconds + WARM_UP_S:
            progress(elapsed / (floor.seconds + WARM_UP_S))
            sleep(0.2)
        screens.close()
        server.stop()
    handed_in = json.loads((data / LOG).read_text(encoding="utf-8"))
    return _report(floor, handed_in, screens)


class Screens:
    """Connections to the live stream, read by one thread: when each screen first had each state of each table."""

    def __init__(self, server: Running, count: int) -> None:
        """Connect them all, and begin to read."""
        self.seen: list[dict[str, tuple[list[int], list[float]]]] = [{} for _ in range(count)]
        self.bytes = 0
        self._stopping = threading.Event()
        self._selector = selectors.DefaultSelector()
        for screen in range(count):
            connection = socket.create_connection((server.host, server.port), timeout=30)
            connection.sendall(
                f"GET /api/v1/stream HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            )
            self._selector.register(connection, selectors.EVENT_READ, (screen, bytearray()))
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and hang up."""
        self._stopping.set()
        self._thread.join(10)
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def arrival(self, screen: int, table: str, seq: int) -> float | None:
        """Return when a screen first had a state of a table that holds its row `seq`; None if it never had."""
        seqs, times = self.seen[screen].get(table, ([], []))
        at = bisect_left(seqs, seq)
        return times[at] if at < len(seqs) else None

    def _read(self) -> None:
        while not self._stopping.is_set():
            for key, _ in self._selector.select(timeout=0.2):
                screen, waiting = key.data
                data = key.fileobj.recv(1 << 18)  # type: ignore[union-attr]
                if not data:
                    self._selector.unregister(key.fileobj)
                    continue
                self.bytes += len(data)
                waiting += data
                self._take(screen, waiting, monotonic())

    def _take(self, screen: int, waiting: bytearray, now: float) -> None:
        end = waiting.rfind(b"\n\n")
        if end < 0:
            return
        for name, seq in _EVENT.findall(waiting, 0, end):
            seqs, times = self.seen[screen].setdefault(name.decode(), ([], []))
            if not seqs or int(seq) > seqs[-1]:
                seqs.append(int(seq))
                times.append(now)
        del waiting[: end + 2]


def _compose(data: Path, *, floor: Floor) -> Station:
    station = known_tables(data)
    station.companions.append(Drivers(station, floor))
    return station


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
    return Fact(
        table=name,
        source=fact.source,
        pts_us=fact.pts_us,
        body=fact.body,
        evidence=fact.evidence,
        seq=fact.seq,
        slack_us=fact.slack_us,
    )


def _report(
    floor: Floor, handed_in: list[tuple[str, int, float, float, float]], screens: Screens
) -> LoadReport:
    first = min((due for _, _, due, _, _ in handed_in), default=0.0) + WARM_UP_S
    counted = [row for row in handed_in if row[2] >= first]
    if not counted:
        raise TrialFailed("the server took no fact")
    ways = sorted(_ways(counted, screens))
    writes = sorted(done - at for _, _, _, at, done in counted)
    span = max(row[3] for row in counted) - min(row[3] for row in counted)
    wanted = len(counted) * floor.screens
    return LoadReport(
        floor=floor,
        facts=len(counted),
        rate=round(len(counted) / span, 1) if span else 0.0,
        late=round(sum(at - due > 1.0 for _, _, due, at, _ in counted) / len(counted), 4),
        arrivals=len(ways),
        missed=wanted - len(ways),
        p50_ms=_percentile(ways, 0.5),
        p99_ms=_percentile(ways, 0.99),
        worst_ms=_percentile(ways, 1.0),
        write_p99_ms=_percentile(writes, 0.99),
        megabytes=round(screens.bytes / 1e6, 1),
    )


def _ways(counted: Sequence[tuple[str, int, float, float, float]], screens: Screens) -> Iterator[float]:
    for table, seq, _, at, _ in counted:
        for screen in range(len(screens.seen)):
            if (arrived := screens.arrival(screen, table, seq)) is not None:
                yield max(0.0, arrived - at)


def _percentile(ordered: Sequence[float], part: float) -> float:
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000, 1) if ordered else 0.0
