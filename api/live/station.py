"""Tables, their feeders and the server, put together, started and stopped as one."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast

from api.app import LOOPBACK_NAMES, Server, address_of, create_app, listen
from api.archive.archive import AUDITS, Archive
from api.auth.door import Door, is_loopback, refuse_open_door
from api.auth.people import People
from api.catalogue import catalogue_of
from api.errors import InputError
from api.evidence.casebook import CASES, CaseBook
from api.evidence.witness import RING, ring_footage
from api.live.feed import TableFeed
from api.live.feeder import Feeder
from api.live.hub import Hub
from api.live.table import LiveTable
from api.profiles import find_profile, house_profiles, told_profile
from api.routes.context import House
from api.store.house_journal import HOUSE_JOURNAL, HouseJournal
from api.upkeep.alarms import Alarm
from api.upkeep.gauges import Waiting
from api.upkeep.metrics import HouseMetrics
from api.upkeep.watchman import Watchman
from tracker.profile import SHIPPED, Profile
from vision.table import Table, load_table
from vision.table_file import write_table

TABLE_FILE = "table.toml"
RULES_FILE = "profile.json"
"""The rules that a table deals, beside its file: a house's own may lie elsewhere, or on another machine."""
PEOPLE_FILE = "people.db"
PROFILES = "profiles"
"""Where a data folder keeps the house's own rules."""
TAKEN = frozenset({AUDITS, CASES, PROFILES})
"""Folders of the data folder that are no tables."""


class Companion(Protocol):
    """A thread that runs while the server does."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End soon."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended."""


@dataclass(slots=True)
class Station:
    """A server with its tables.

    Attributes:
        data: folder with a folder for each table (its table file, journal and stills) and the audits' folder.
        hub: tells the screens.
        tables: by name.
        feeders: the threads that watch, once there are any.
        elsewhere: tables that other machines watch, by name; may grow while the server runs.
        companions: what else runs while the server does, such as the way to the floor's broker.
        troubles: each tells what of it is wrong now.
        queues: each tells how many rows wait.
    """

    data: Path
    hub: Hub = field(default_factory=Hub)
    tables: dict[str, LiveTable] = field(default_factory=dict)
    feeders: list[Feeder] = field(default_factory=list)
    elsewhere: Mapping[str, TableFeed] = field(default_factory=dict)
    companions: list[Companion] = field(default_factory=list)
    troubles: list[Callable[[], Sequence[Alarm]]] = field(default_factory=list)
    queues: list[Callable[[], Waiting]] = field(default_factory=list)
    _journal: HouseJournal | None = field(init=False, default=None)

    @property
    def journal(self) -> HouseJournal:
        """The house's journal, opened when it is first asked for; `serve` closes it.

        Raises:
            JournalError: if it cannot be opened.
        """
        if self._journal is None:
            self.data.mkdir(parents=True, exist_ok=True)
            self._journal = HouseJournal(self.data / HOUSE_JOURNAL)
        return self._journal

    def add(self, table: Table, profile: Profile) -> LiveTable:
        """Open a table's journal in its folder, making it where there is none.

        Raises:
            InputError: if a table of this name is there already, or its name is no name of a folder.
            JournalError: if the journal cannot be opened.
        """
        if table.name in self.tables:
            raise InputError(f"expected tables with different names, got {table.name!r} twice")
        if not is_plain_name(table.name) or table.name in TAKEN:
            raise InputError(f"expected a table name of letters, digits, -, _ and ., got {table.name!r}")
        folder = self.data / table.name
        folder.mkdir(parents=True, exist_ok=True)
        write_table(table, folder / TABLE_FILE)
        (folder / RULES_FILE).write_text(profile.model_dump_json(), encoding="utf-8")
        live = LiveTable(table, profile, folder, self.hub)
        live.footage = ring_footage(folder / RING)
        self.tables[table.name] = live
        return live

    def add_known(self) -> None:
        """Open every table that the data folder knows from before; nobody watches them.

        Raises:
            TableFileError: if a table file cannot be read.
            InputError: if a table's profile is unknown.
            JournalError: if a journal cannot be opened.
        """
        for file in sorted(self.data.glob(f"*/{TABLE_FILE}")) if self.data.is_dir() else []:
            table = load_table(file)
            self.add(table, rules_of(table, file.parent)).camera_is("ended")

    def serve(
        self,
        *,
        host: str,
        port: int,
        model: str | None,
        metrics_token: str = "",
        on_ready: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Serve until told to stop (Ctrl+C, SIGTERM); feeders run meanwhile and are stopped afterwards.

        Args:
            host: address to listen on; on others than the loopback people have to sign in.
            port: 0 for any that is free.
            model: which reader sees the cards.
            metrics_token: other machines ask for metrics with it; empty: only this machine is told.
            on_ready: is told the address as soon as it is listened on.

        Raises:
            InputError: if others could reach the server and nobody is known to sign in, or the address is taken.
        """
        door = self._door(host)
        profiles = [table.session.profile for table in self.tables.values()]
        archive = Archive(self.data / AUDITS, tables=self.tables, models=(model,) if model else ())
        watchman = Watchman(self.data, self.journal)
        feeds = cast("Mapping[str, TableFeed]", ChainMap(self.tables, self.elsewhere))  # type: ignore[arg-type]
        house = House(
            self.hub,
            feeds,
            catalogue_of(profiles, model=model),
            door,
            archive=archive,
            cases=CaseBook(self.journal, self.data / CASES),
            profiles=house_profiles(self.data / PROFILES),
            data=self.data,
            troubles=[*self.troubles, watchman.standing],
            metrics=HouseMetrics(
                self.hub,
                self.data,
                lambda: [(a.code, a.subject) for a in house.alarms()],
                gauges=lambda: {name: feeds[name].gauges() for name in list(feeds)},
                queues=lambda: {place: rows for queue in self.queues for place, rows in queue().items()},
            ),
            metrics_token=metrics_token,
        )
        names: Sequence[str] = LOOPBACK_NAMES if is_loopback(host) else ("*",)
        try:
            listener = listen(host, port)
            for running in (*self.feeders, *self.companions, watchman):
                running.start()
            on_ready(address_of(listener))
            Server(create_app(house, host_names=names), house).run(sockets=[listener])
        finally:
            self._stop()
            watchman.stop()
            if watchman.is_alive():
                watchman.join(timeout=5)
            archive.close()
            self.journal.close()
            if door is not None:
                door.close()

    def _door(self, host: str) -> Door | None:
        """Return the door that people sign in at; None where nobody is known: then only this machine is let in."""
        file = self.data / PEOPLE_FILE
        people = People(file) if file.exists() else None
        if people is not None and not people.everybody():
            people.close()
            people = None
        refuse_open_door(host, people=people is not None)
        return Door(people) if people else None

    def _stop(self) -> None:
        for feeder in self.feeders:
            feeder.stop()
        for feeder in self.feeders:
            if feeder.is_alive():
                feeder.join(timeout=8)
        for companion in self.companions:
            companion.stop()
            companion.join(timeout=5)
        for table in self.tables.values():
            table.close()


def rules_of(table: Table, folder: Path) -> Profile:
    """Return the rules that a table of the data folder deals.

    Raises:
        InputError: if they are unknown.
    """
    rules = folder / RULES_FILE
    own = table.profile not in SHIPPED and rules.is_file()
    return told_profile(rules) if own else find_profile(table.profile, beside=folder)


def is_plain_name(name: str) -> bool:
    """Whether a table's name can be the name of a folder and a part of an address."""
    return bool(name) and not name.startswith(".") and all(c.isalnum() or c in "-_." for c in name)
