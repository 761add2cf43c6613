"""Who uses a floor while it is broken: writers that ask again until they are answered, and a screen that comes back."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from time import sleep
from typing import Any, Final

from api.trials.breaking import BreakableFloor
from api.trials.running import post_chips

AGAIN_S: Final = 0.05
PACE_S: Final = {"host": 0.005, "server": 0.02}
"""So long a writer waits after each fact."""
SILENCE_S: Final = 20.0
"""A screen whose stream is silent for so long connects anew."""


@dataclass(slots=True)
class Writer:
    """One that enters facts at the host or the server, each until it is acknowledged.

    Attributes:
        acknowledged: ids of the facts that the part said it has.
    """

    floor: BreakableFloor
    at: str
    number: int
    table: str
    acknowledged: list[str] = field(default_factory=list)
    sent: int = 0

    def write(self, stop: threading.Event) -> None:
        """Enter facts until told to stop."""
        part = self.floor.parts[self.at]
        part.place.enter()
        while not stop.is_set():
            try:
                assert part.running is not None
                connection = part.running.connect()
                try:
                    while not stop.is_set():
                        self._send(connection)
                finally:
                    connection.close()
            except (OSError, HTTPException, ValueError):
                sleep(AGAIN_S)

    def _send(self, connection: HTTPConnection) -> None:
        key = f"{self.at}-{self.number}-{self.sent}"
        status, answer = post_chips(connection, self.table, key, [f"{self.sent % 1000}.5"])
        if status == 201:
            self.acknowledged += answer["facts"]
            self.sent += 1
            sleep(PACE_S[self.at])
        else:  # the table is not known yet, the broker away, the disk full: asked again
            sleep(AGAIN_S)


@dataclass(slots=True)
class Screen:
    """A browser at the server: comes back with the id of the last event that it had.

    Attributes:
        shown: what it shows of each table, as JSON.
    """

    floor: BreakableFloor
    shown: dict[str, dict[str, Any]] = field(default_factory=dict)
    _last_id: str = ""

    def look(self, stop: threading.Event) -> None:
        """Listen until told to stop."""
        part = self.floor.parts["server"]
        part.place.enter()
        while not stop.is_set():
            try:
                assert part.running is not None
                connection = part.running.connect()
                connection.timeout = SILENCE_S
                try:
                    self._listen(connection, stop)
                finally:
                    connection.close()
            except (OSError, HTTPException, ValueError):
                sleep(AGAIN_S)

    def _listen(self, connection: HTTPConnection, stop: threading.Event) -> None:
        headers = {"Last-Event-ID": self._last_id} if self._last_id else {}
        connection.request("GET", "/api/v1/stream", headers=headers)
        answer = connection.getresponse()
        event = {"id": "", "event": "", "data": ""}
        while not stop.is_set() and (line := answer.readline()):
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                event[name] = value
            elif event["event"] == "table":
                state = json.loads(event["data"])
                self.shown[state["table"]["name"]] = state
                self._last_id = event["id"]
