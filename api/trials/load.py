"""A whole floor under load: tables whose facts come as they do in a casino, and screens that listen to all of them.

The server runs in a process of its own. Its tables are its own, or camera hosts' in processes of their own that publish
through a real broker. Facts come from threads beside the tables, as a table's feeder tells them, and are stamped just
before they are handed in. Screens are connections from this process to the server's live stream. All read the machine's
one monotonic clock, so a fact's way to a screen is measured, not guessed: into the journal, synced, through the broker
into the server's copy, folded, judged, published, sent, and read from the socket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from api.floor.hosts import HOSTS_FILE, Hosts, write_key
from api.floor.trial import TrialBroker
from api.live.station import Station
from api.trials.drivers import Drivers, Floor, HandedIn, begin, handed_in
from api.trials.floor_faults import KEY_FILE, compose_host, compose_server, place_broker
from api.trials.meter import Meter, Used
from api.trials.running import TIMEOUT_S, TrialFailed, known_tables, lay_out, running
from api.trials.screens import Screens

WARM_UP_S: Final = 3.0
LOOK_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What was measured.

    Attributes:
        floor: what was asked for.
        facts: facts that were handed in after the warming up.
        rate: facts a second that were really handed in.
        late: of these, the share that was handed in over a second after its time: the machine could not keep up.
        arrivals: facts times screens that they reached.
        missed: facts times screens that they never reached.
        p50_ms, p99_ms, worst_ms: from being handed in to being read by a screen, over all of both.
        write_p99_ms: from being handed in to being in the journal, judged and published where the table is.
        megabytes: what all screens were sent.
        used: what server, hosts and broker used after the warming up.
        disk_bytes: what a fact takes up in the server's data folder.
        broker_bytes: what a fact takes up at the broker; 0 without one.
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
    used: dict[str, Used]
    disk_bytes: int
    broker_bytes: int

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return asdict(self)


def run_load(data: Path, floor: Floor, *, progress: Callable[[float], None] = lambda _: None) -> LoadReport:
    """Run a floor and measure.

    Args:
        data: an empty folder.
        floor: how large it is.
        progress: is told how much is done, 0..1.

    Raises:
        TrialFailed: if a part does not start, or the screens lose the server.
        InputError: if there are to be hosts, and nats-server is not installed.
    """
    server_data = data / "server"
    with ExitStack() as stack:
        processes: dict[str, list[int]] = {}
        if floor.hosts:
            broker = stack.enter_context(TrialBroker(data / "broker"))
            processes["broker"] = [broker.pid]
            driven = _introduce(data, floor, broker.url)
            server = stack.enter_context(running(server_data, compose_server))
            hosts = [
                stack.enter_context(running(folder, partial(_compose_host, floor=floor.share(number))))
                for number, folder in enumerate(driven)
            ]
            processes["hosts"] = [host.pid for host in hosts]
        else:
            driven = [server_data]
            lay_out(server_data, floor.tables)
            server = stack.enter_context(running(server_data, partial(_compose_alone, floor=floor)))
        processes["server"] = [server.pid]
        screens = Screens(server, floor.screens)
        stack.callback(screens.close)
        _until_shown(screens, floor.tables)
        used = _deal(driven, floor, Meter(processes), progress)
    facts = [fact for folder in driven for fact in handed_in(folder)]
    room = (_size(server_data, "*/journal.db*"), _size(data / "broker", "**/*.blk"))
    return _report(floor, facts, screens, used, room=room)


def _introduce(data: Path, floor: Floor, url: str) -> list[Path]:
    """Make hosts with their tables, known to the server; return their data folders."""
    server_data = data / "server"
    place_broker(server_data, url)
    hosts = Hosts(server_data / HOSTS_FILE)
    folders = []
    for number in range(floor.hosts):
        folder, name = data / f"host-{number + 1}", f"cam-{number + 1}"
        tables = lay_out(folder, floor.tables, every=floor.hosts, first=number)
        place_broker(folder, url)
        write_key(hosts.add(name, tables), folder / KEY_FILE)
        folders.append(folder)
    hosts.close()
    return folders


def _compose_host(data: Path, *, floor: Floor) -> Station:
    station = compose_host(data)
    station.companions.append(Drivers(station, floor))
    return station


def _compose_alone(data: Path, *, floor: Floor) -> Station:
    station = known_tables(data)
    station.companions.append(Drivers(station, floor))
    return station


def _until_shown(screens: Screens, tables: int) -> None:
    """Wait until every screen shows every table."""
    until = monotonic() + TIMEOUT_S
    while any(len(seen) < tables for seen in screens.seen):
        if monotonic() > until:
            raise TrialFailed(f"a screen shows {min(map(len, screens.seen))} of {tables} tables")
        sleep(LOOK_S)


def _deal(
    driven: Sequence[Path], floor: Floor, meter: Meter, progress: Callable[[float], None]
) -> dict[str, Used]:
    """Let the tables be dealt; return what the processes used after the warming up."""
    began = monotonic() + 1.0
    for folder in driven:
        begin(folder, began)
    while (elapsed := monotonic() - began) < floor.seconds:
        progress(max(elapsed, 0.0) / floor.seconds)
        if elapsed > min(WARM_UP_S, floor.seconds / 2):
            meter.look()
        sleep(LOOK_S)
    sleep(WARM_UP_S)
    return meter.used()


def _size(folder: Path, pattern: str) -> int:
    return sum(path.stat().st_size for path in folder.glob(pattern))


def _report(
    floor: Floor,
    facts: Sequence[HandedIn],
    screens: Screens,
    used: dict[str, Used],
    *,
    room: tuple[int, int],
) -> LoadReport:
    """Count what was handed in after the warming up; `room`: bytes in the server's journals and at the broker."""
    first = min((fact.due for fact in facts), default=0.0) + WARM_UP_S
    counted = [fact for fact in facts if fact.due >= first]
    if not counted:
        raise TrialFailed("the server took no fact")
    ways = sorted(_ways(counted, screens))
    writes = sorted(fact.done - fact.at for fact in counted)
    span = max(fact.at for fact in counted) - min(fact.at for fact in counted)
    return LoadReport(
        floor=floor,
        facts=len(counted),
        rate=round(len(counted) / span, 1) if span else 0.0,
        late=round(sum(fact.at - fact.due > 1.0 for fact in counted) / len(counted), 4),
        arrivals=len(ways),
        missed=len(counted) * floor.screens - len(ways),
        p50_ms=_percentile(ways, 0.5),
        p99_ms=_percentile(ways, 0.99),
        worst_ms=_percentile(ways, 1.0),
        write_p99_ms=_percentile(writes, 0.99),
        megabytes=round(screens.bytes / 1e6, 1),
        used=used,
        disk_bytes=room[0] // len(facts),
        broker_bytes=room[1] // len(facts),
    )


def _ways(counted: Sequence[HandedIn], screens: Screens) -> Iterator[float]:
    for fact in counted:
        for screen in range(len(screens.seen)):
            if (arrived := screens.arrival(screen, fact.table, fact.seq)) is not None:
                yield max(0.0, arrived - fact.at)


def _percentile(ordered: Sequence[float], part: float) -> float:
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000, 1) if ordered else 0.0
