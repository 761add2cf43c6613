"""A floor that is broken: its broker, its camera host and its server, and everything that can befall them."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Final

from api.floor.place import Place
from api.floor.trial import TrialBroker
from api.trials.clocks import SteppedClock
from api.trials.disks import Disk
from api.trials.running import Compose, Running
from api.trials.ways import Ways

AWAY_S: Final = (0.0, 1.0)
"""So long a fault lasts, at random."""
LONG_S: Final = (11.0, 18.0)
"""So long the few last that are longer than a database waits for a lock and a broker's client for an answer."""
LONG_SHARE: Final = 0.03
STEP_S: Final = 3600.0
"""A clock steps by up to so much, forward or back."""


@dataclass(slots=True)
class Part:
    """The host or the server of the trial, as it runs now.

    Attributes:
        name: `host` or `server`.
        data: its data folder.
        compose: puts its station together.
        place: where it runs.
        disk: of the data folder.
        clock: file of the clock that it lives by.
    """

    name: str
    data: Path
    compose: Compose
    place: Place
    disk: Disk
    clock: Path
    running: Running | None = None

    @property
    def pid(self) -> int:
        """The process."""
        assert self.running is not None
        return self.running.pid

    def start(self) -> None:
        """Start it."""
        self.running = Running(self.data, self.compose, place=self.place, clock=self.clock)

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self.running is not None and self.running.process.is_alive():
            self.running.stop()


@dataclass(slots=True)
class BreakableFloor:
    """The parts, and the ways between them."""

    parts: Mapping[str, Part]
    broker: TrialBroker
    ways: Ways
    tables: list[str]

    def start(self) -> None:
        """Start host and server; the broker runs."""
        for part in self.parts.values():
            part.start()

    def stop(self) -> None:
        """Stop host and server."""
        for part in self.parts.values():
            part.stop()

    def hit(self, chance: random.Random) -> str:
        """Let something befall a part for a while; return what it was."""
        name = chance.choice([*self.parts, "broker"])
        kinds = BROKER_FAULTS if name == "broker" else PART_FAULTS
        what = chance.choice(list(kinds))
        away_s = chance.uniform(*(LONG_S if chance.random() < LONG_SHARE else AWAY_S))
        self.befall(name, what, away_s, chance)
        return f"{name} {what}"

    def befall(self, name: str, what: str, away_s: float, chance: random.Random) -> None:
        """Let a certain fault of `BROKER_FAULTS` or `PART_FAULTS` befall a part."""
        if name == "broker":
            BROKER_FAULTS[what](self, away_s)
        else:
            PART_FAULTS[what](self, self.parts[name], away_s, chance)


def _kill_broker(floor: BreakableFloor, away_s: float) -> None:
    floor.broker.kill()
    sleep(away_s)
    floor.broker.start()


def _freeze_broker(floor: BreakableFloor, away_s: float) -> None:
    floor.broker.freeze()
    sleep(away_s)
    floor.broker.thaw()


def _kill(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    del floor, chance
    assert part.running is not None
    part.running.kill()
    sleep(away_s)
    part.start()


def _freeze(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    """Stop the process where it stands: its streams stall with all connections open."""
    del floor, chance
    os.kill(part.pid, signal.SIGSTOP)
    sleep(away_s)
    os.kill(part.pid, signal.SIGCONT)


def _cut(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    del chance
    floor.ways.cut(part.name)
    sleep(away_s)
    floor.ways.mend(part.name)


def _disturb(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    del chance
    floor.ways.disturb(part.name)
    sleep(away_s)
    floor.ways.mend(part.name)


def _fill_disk(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    del floor, chance
    part.disk.fill(part.pid)
    sleep(away_s)
    part.disk.free(part.pid)


def _lock(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    """Hold the lock of a table's journal from another process than the part's."""
    path = part.data / chance.choice(floor.tables) / "journal.db"
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=5)) as other:
        with suppress(sqlite3.OperationalError):  # the part writes without a pause
            other.execute("BEGIN IMMEDIATE")
            sleep(away_s)
        other.rollback()


def _step_clock(floor: BreakableFloor, part: Part, away_s: float, chance: random.Random) -> None:
    del floor
    clock = SteppedClock(part.clock)
    clock.step(chance.uniform(-STEP_S, STEP_S))
    sleep(away_s)
    clock.step(0.0)


PartFault = Callable[[BreakableFloor, Part, float, random.Random], None]

BROKER_FAULTS: Final[Mapping[str, Callable[[BreakableFloor, float], None]]] = {
    "killed": _kill_broker,
    "frozen": _freeze_broker,
}
PART_FAULTS: Final[Mapping[str, PartFault]] = {
    "killed": _kill,
    "frozen": _freeze,
    "cut off": _cut,
    "on a bad line": _disturb,
    "without room": _fill_disk,
    "with a locked journal": _lock,
    "with a clock that steps": _step_clock,
}
