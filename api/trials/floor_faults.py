"""A floor whose host, server and broker are killed, frozen, cut off and starved at random.

Facts are told to the host, and entered at the server, without a pause and under idempotency keys; whoever gets no
answer asks again. In the end host and server must hold the same journal, with everything that was acknowledged, once,
and a screen that came back after every break must show what the host's journal says.
"""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
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
from api.trials.breaking import BreakableFloor, Part
from api.trials.disks import disk_for
from api.trials.people import Screen, Writer
from api.trials.running import known_tables, lay_out
from api.trials.ways import Ways, laid_ways

BETWEEN_S: Final = (0.1, 0.8)
SETTLE_S: Final = 90.0
TABLES: Final = 2
PLACE_FILE: Final = "trial.json"
KEY_FILE: Final = "host.key"
HOST: Final = "cam-1"
_OF_THE_CAMERA: Final = ("camera", "view")
"""What a screen shows that no journal says."""


@dataclass(frozen=True, slots=True)
class FaultReport:
    """What became of the facts.

    Attributes:
        ways: what host, broker and server reached each other by.
        disks: how their disks were filled.
        faults: how often each part was hit, and how.
        told, ordered: facts that the host said were journalled; that the server said were on their way to it.
        lost: of these, not in the host's journal in the end.
        double: facts that are there more than once.
        differing: rows in which the server's copy differs from the host's journal.
        whole: whether the chains of both are.
        screens_wrong: tables that the screen shows otherwise than the host's journal tells them.
        caught_up_s: from the last fault until both were equal; None if they never were.
        seconds: how long it took.
    """

    ways: str
    disks: str
    faults: dict[str, int]
    told: int
    ordered: int
    lost: int
    double: int
    differing: int
    whole: bool
    screens_wrong: int
    caught_up_s: float | None
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether nothing is lost, double, different, broken or shown wrongly."""
        wrong = self.lost or self.double or self.differing or self.screens_wrong
        return self.whole and self.caught_up_s is not None and not wrong

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**asdict(self), "holds": self.holds}


def place_broker(data: Path, url: str) -> None:
    """Write down for a data folder where the broker is."""
    data.mkdir(parents=True, exist_ok=True)
    (data / PLACE_FILE).write_text(json.dumps(url), encoding="utf-8")


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
    station.troubles.append(desk.alarms.standing)
    return station


@contextmanager
def breakable_floor(data: Path, *, seed: int, namespaces: bool | None = None) -> Iterator[BreakableFloor]:
    """Run a floor that can be broken, while the block lasts.

    Args:
        data: an empty folder.
        seed: of what packets suffer.
        namespaces: whether each part gets a network of its own; None: where one may.

    Raises:
        NoNamespaces: if they are asked for and may not be made.
        TrialFailed: if a part does not start.
    """
    with ExitStack() as stack:
        ways = stack.enter_context(laid_ways(seed, namespaces=namespaces))
        broker = TrialBroker(data / "broker", port=ways.port, place=ways.place("broker"))
        stack.enter_context(broker)
        parts = {}
        for name, compose in (("host", compose_host), ("server", compose_server)):
            folder = data / name
            disk = stack.enter_context(disk_for(folder))
            parts[name] = Part(name, folder, compose, ways.place(name), disk, data / f"{name}.clock")
        tables = lay_out(parts["host"].data, TABLES)
        _introduce(parts["host"].data, parts["server"].data, tables, ways)
        floor = BreakableFloor(parts, broker, ways, tables)
        stack.callback(floor.stop)
        floor.start()
        yield floor


def run_floor_faults(
    data: Path,
    *,
    faults: int,
    seed: int = 1,
    namespaces: bool | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> FaultReport:
    """Hit the parts of a floor so many times and tell what became of the facts.

    Args:
        data: an empty folder.
        faults: how often.
        seed: of what is hit when and how.
        namespaces: whether each part gets a network of its own; None: where one may.
        progress: is told how much is done, 0..1.

    Raises:
        TrialFailed: if a part does not start again.
    """

    def hit(floor: BreakableFloor) -> Iterator[str]:
        chance = random.Random(seed)
        for number in range(faults):
            sleep(chance.uniform(*BETWEEN_S))
            yield floor.hit(chance)
            progress((number + 1) / (faults + 1))

    return run_trial(data, hit, seed=seed, namespaces=namespaces)


def run_trial(
    data: Path,
    hit: Callable[[BreakableFloor], Iterator[str]],
    *,
    seed: int = 1,
    namespaces: bool | None = None,
) -> FaultReport:
    """Let people use a floor while things befall it, and tell what became of the facts.

    Args:
        data: an empty folder.
        hit: does what befalls the floor, and says what it was, one after the other.
        seed, namespaces: as for `breakable_floor`.

    Raises:
        TrialFailed: if a part does not start again.
    """
    began = monotonic()
    with breakable_floor(data, seed=seed, namespaces=namespaces) as floor:
        writers = [Writer(floor, "host", number, table) for number, table in enumerate(floor.tables)]
        writers.append(Writer(floor, "server", len(writers), floor.tables[0]))
        screen = Screen(floor)
        with _running(screen.look):
            with _running(*(writer.write for writer in writers)):
                faults = Counter(hit(floor))
            caught_up_s = _settle(floor, writers, screen)
        floor.stop()
        return _compare(
            floor,
            writers,
            screen,
            faults=dict(sorted(faults.items())),
            caught_up_s=caught_up_s,
            seconds=monotonic() - began,
        )


@contextmanager
def _running(*doing: Callable[[threading.Event], None]) -> Iterator[None]:
    """Let people do what they do, a thread each, while the block lasts."""
    stop = threading.Event()
    threads = [threading.Thread(target=what, args=(stop,), daemon=True) for what in doing]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _introduce(host_data: Path, server_data: Path, tables: list[str], ways: Ways) -> None:
    """Make the two ends known to each other and to the broker."""
    hosts = Hosts(server_data / HOSTS_FILE)
    write_key(hosts.add(HOST, tables), host_data / KEY_FILE)
    hosts.close()
    for name, folder in (("host", host_data), ("server", server_data)):
        place_broker(folder, ways.broker_for(name))


def _rows(folder: Path, table: str) -> list[Row]:
    path = folder / table / "journal.db"
    return list(read_rows(path)) if path.exists() else []


def _settle(floor: BreakableFloor, writers: list[Writer], screen: Screen) -> float | None:
    """Wait until orders are carried out, the copies equal and shown; return how long, None if it took too long."""
    began = monotonic()
    while monotonic() - began < SETTLE_S:
        ours, theirs = ({t: _rows(p.data, t) for t in floor.tables} for p in floor.parts.values())
        shown = {t: screen.shown[t]["seq"] if t in screen.shown else 0 for t in floor.tables}
        if ours == theirs and shown == {t: len(ours[t]) for t in ours} and not _lost(floor, writers):
            return round(monotonic() - began, 1)
        sleep(0.2)
    return None


def _lost(floor: BreakableFloor, writers: list[Writer]) -> set[str]:
    host = floor.parts["host"].data
    known = {json.loads(row.content)["id"] for table in floor.tables for row in _rows(host, table)}
    return {fact for writer in writers for fact in writer.acknowledged} - known


def _screens_wrong(floor: BreakableFloor, screen: Screen) -> int:
    """Count the tables that are shown otherwise than the host's journal, folded anew, tells them."""
    anew = known_tables(floor.parts["host"].data)
    try:
        told = {name: live.state().model_dump(mode="json") for name, live in anew.tables.items()}
    finally:
        for live in anew.tables.values():
            live.close()
    return sum(
        _of_the_journal(screen.shown.get(table, {})) != _of_the_journal(told[table]) for table in floor.tables
    )


def _of_the_journal(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key not in _OF_THE_CAMERA}


def _compare(
    floor: BreakableFloor,
    writers: list[Writer],
    screen: Screen,
    *,
    faults: dict[str, int],
    caught_up_s: float | None,
    seconds: float,
) -> FaultReport:
    ids: Counter[str] = Counter()
    differing = 0
    host, server = (part.data for part in floor.parts.values())
    for table in floor.tables:
        ours, theirs = _rows(host, table), _rows(server, table)
        ids.update(json.loads(row.content)["id"] for row in ours)
        differing += abs(len(ours) - len(theirs)) + sum(a != b for a, b in zip(ours, theirs, strict=False))
    journals = [folder / table / "journal.db" for folder in (host, server) for table in floor.tables]
    return FaultReport(
        ways=floor.ways.kind,
        disks=floor.parts["host"].disk.kind,
        faults=faults,
        told=sum(len(writer.acknowledged) for writer in writers if writer.at == "host"),
        ordered=sum(len(writer.acknowledged) for writer in writers if writer.at == "server"),
        lost=len(_lost(floor, writers)),
        double=sum(count - 1 for count in ids.values()),
        differing=differing,
        whole=all(path.exists() and verify_journal(path).whole for path in journals),
        screens_wrong=_screens_wrong(floor, screen),
        caught_up_s=caught_up_s,
        seconds=round(seconds, 1),
    )
