"""A server as a process of its own, as trials start, kill and call it.

Processes are forked from one that has everything imported and has opened nothing: a server is up in a moment, and a
kill is a real one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from api.errors import ApiError
from api.floor.place import USUAL, Place
from api.live.station import Station
from api.trials.clocks import SteppedClock
from vision.synth.table import standard_table
from vision.table_file import write_table

TIMEOUT_S: Final = 60.0
Compose = Callable[[Path], Station]
"""Puts a station together on a data folder; a function of a module, for it is called in the new process."""


class TrialFailed(ApiError):
    """The server did not do what every server must, such as start."""


def lay_out(data: Path, tables: int, *, first: int = 0, every: int = 1) -> list[str]:
    """Make a data folder of tables that nobody watches; return their names.

    Args:
        data: the folder.
        tables: how many the whole floor has.
        first, every: of these, take only every so-manieth, from the first (0) on.
    """
    data.mkdir(parents=True, exist_ok=True)
    names = [f"T{number + 1:03}" for number in range(first, tables, every)]
    for name in names:
        (data / name).mkdir(parents=True, exist_ok=True)
        write_table(standard_table("russian-blackjack", name=name), data / name / "table.toml")
    return names


def known_tables(data: Path) -> Station:
    """Compose what `pitwatch serve` composes."""
    station = Station(data)
    station.add_known()
    return station


class Running:
    """A server that was started."""

    def __init__(
        self,
        data: Path,
        compose: Compose = known_tables,
        *,
        place: Place = USUAL,
        clock: Path | None = None,
    ) -> None:
        """Start it on a data folder and wait until it listens.

        Args:
            data: the folder.
            compose: puts the station together.
            place: where it runs; it listens on the loopback there.
            clock: file of the `SteppedClock` that it lives by; None: the machine's.

        Raises:
            TrialFailed: if it does not start.
        """
        context = get_context("forkserver")
        context.set_forkserver_preload(["api.trials.load"])
        here, there = context.Pipe(duplex=False)
        self.process = context.Process(target=_serve, args=(data, compose, there, place, clock), daemon=True)
        self.process.start()
        there.close()
        try:
            address = urlsplit(here.recv() if here.poll(TIMEOUT_S) else "")
        except EOFError as error:
            raise TrialFailed("the server did not start") from error
        finally:
            here.close()
        if address.hostname is None or address.port is None:
            self.kill()
            raise TrialFailed(f"the server did not start within {TIMEOUT_S:.0f} s")
        self.host, self.port = address.hostname, address.port

    @property
    def pid(self) -> int:
        """The process."""
        assert self.process.pid is not None
        return self.process.pid

    def connect(self) -> HTTPConnection:
        """Return a connection to it, to be used from its place."""
        return HTTPConnection(self.host, self.port, timeout=TIMEOUT_S)

    def kill(self) -> None:
        """Kill it as a power cut would: it gets no chance to finish anything."""
        self.process.kill()
        self.process.join(TIMEOUT_S)

    def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        self.process.terminate()
        self.process.join(TIMEOUT_S)


@contextmanager
def running(data: Path, compose: Compose = known_tables) -> Iterator[Running]:
    """Run a server while the block lasts."""
    server = Running(data, compose)
    try:
        yield server
    finally:
        if server.process.is_alive():
            server.stop()


def post_chips(connection: HTTPConnection, table: str, key: str, amounts: list[str]) -> tuple[int, Any]:
    """Tell chips on a table's first spot, a fact for each amount; return the status and the answer.

    Raises:
        OSError, HTTPException: if no whole answer came.
    """
    facts = [{"kind": "chips", "spot": "1.1", "amount": amount} for amount in amounts]
    connection.request(
        "POST",
        f"/api/v1/tables/{table}/facts",
        json.dumps({"facts": facts}),
        {"Content-Type": "application/json", "Idempotency-Key": key},
    )
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def _serve(data: Path, compose: Compose, told: Connection, place: Place, clock: Path | None) -> None:
    place.enter()
    if clock is not None:
        SteppedClock(clock).wear()
    compose(data).serve(host="127.0.0.1", port=0, model=None, on_ready=told.send)
