"""How long a host that was cut off for an hour needs until the server has everything again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from api.floor.broker import Broker
from api.floor.desk import FloorDesk
from api.floor.host import FloorHost
from api.floor.trial import TrialBroker
from api.live.station import Station
from api.trials.running import TrialFailed
from tracker.facts import Fact
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from vision.synth.table import standard_table

ROUNDS_AN_HOUR: Final = 70
PATIENCE_S: Final = 300.0
GAME: Final = "russian-blackjack"
TABLE: Final = "T001"


@dataclass(frozen=True, slots=True)
class CatchUpReport:
    """What was measured.

    Attributes:
        rounds, facts: that the host had journalled while it was cut off.
        seconds: from joining the floor until the server's copy was equal.
    """

    rounds: int
    facts: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return asdict(self)


def run_catch_up(
    data: Path, *, hours: float = 1.0, progress: Callable[[float], None] = lambda _: None
) -> CatchUpReport:
    """Let one table deal alone for so many hours (its facts are journalled as fast as can be), then join the floor.

    Args:
        data: an empty folder.
        hours: of play, at 70 rounds an hour on three boxes.
        progress: is told how much has arrived, 0..1.

    Raises:
        TrialFailed: if the server does not get everything in time.
    """
    rounds = max(1, round(hours * ROUNDS_AN_HOUR))
    profile = load_profile(GAME)
    dealt = simulate(profile, rounds=rounds, seed=1, boxes=(1, 2, 3), table=TABLE)
    facts: list[Fact] = list(perform(dealt.history, profile).facts)
    station = Station(data / "host")
    live = station.add(standard_table(GAME, name=TABLE), profile)
    live.take(facts)
    with TrialBroker(data / "broker") as broker:
        server = Station(data / "server")
        desk = FloorDesk(server.data, server.hub, Broker(broker.url), server.journal)
        host = FloorHost(Broker(broker.url), desk.hosts.add("cam-1", [TABLE]), station.hub, station.tables)
        try:
            desk.start()
            began = monotonic()
            host.start()
            _wait(desk, len(facts), progress)
            seconds = monotonic() - began
        finally:
            host.stop()
            host.join(10)
            desk.stop()
            desk.join(10)
            server.journal.close()
            live.close()
    return CatchUpReport(rounds, len(facts), round(seconds, 2))


def _wait(desk: FloorDesk, rows: int, progress: Callable[[float], None]) -> None:
    until = monotonic() + PATIENCE_S
    while monotonic() < until:
        copy = desk.hall.tables.get(TABLE)
        arrived = copy.copy.head().seq if copy else 0
        progress(arrived / rows)
        if arrived == rows:
            return
        sleep(0.02)
    raise TrialFailed(f"the server did not have everything after {PATIENCE_S:.0f} s")
