"""Everything of the floor that the server needs, started and stopped as one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from api.floor.broker import Broker
from api.floor.hall import Hall
from api.floor.hosts import HOSTS_FILE, Hosts
from api.floor.server import FloorServer
from api.live.hub import Hub
from api.store.house_journal import HouseJournal
from api.upkeep.alarms import Alarms
from api.upkeep.gauges import Waiting


@dataclass(slots=True)
class FloorDesk:
    """Registered hosts, standing alarms, the tables' copies, and the thread that follows them.

    Attributes:
        data: the server's data folder.
        hub: tells the screens.
        broker: of the floor.
        journal: the house's, for the alarms.
    """

    data: Path
    hub: Hub
    broker: Broker
    journal: HouseJournal
    hosts: Hosts = field(init=False)
    alarms: Alarms = field(init=False)
    hall: Hall = field(init=False)
    _follower: FloorServer = field(init=False)

    def __post_init__(self) -> None:
        """Open the files; nothing runs before `start`."""
        self.hosts = Hosts(self.data / HOSTS_FILE)
        self.alarms = Alarms(self.journal)
        self.hall = Hall(self.data, self.hub)
        self._follower = FloorServer(self.broker, self.hosts, self.alarms, self.hall)
        self.hall.put_up_known(self._follower)

    def start(self) -> None:
        """Begin to follow."""
        self._follower.start()

    def waiting(self) -> Waiting:
        """Return how many rows of each table wait at its host, and in its stream."""
        tables = list(self.hall.tables.items())
        return {(name, at): rows for name, table in tables for at, rows in table.waiting().items()}

    def stop(self) -> None:
        """End soon; `join` waits for it."""
        self._follower.stop()

    def join(self, timeout: float | None = None) -> None:
        """Wait until nothing is followed any more, and close the files."""
        if self._follower.is_alive():
            self._follower.join(timeout)
        self.hall.close()
        self.hosts.close()
