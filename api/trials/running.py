"""A server as a process of its own, as trials start, kill and call it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from api.errors import ApiError
from vision.synth.table import standard_table
from vision.table_file import write_table

_ADDRESS: Final = re.compile(r"http://(127\.0\.0\.1):(\d+)/")
TIMEOUT_S: Final = 30.0


class TrialFailed(ApiError):
    """The server did not do what every server must, such as start."""


def lay_out(data: Path, tables: int) -> list[str]:
    """Make a data folder of tables that nobody watches; return their names."""
    names = [f"T{number:03}" for number in range(1, tables + 1)]
    for name in names:
        (data / name).mkdir(parents=True, exist_ok=True)
        write_table(standard_table("russian-blackjack", name=name), data / name / "table.toml")
    return names


class Running:
    """A server that was started."""

    def __init__(self, data: Path) -> None:
        """Start it on a data folder and wait until it listens.

        Raises:
            TrialFailed: if it does not.
        """
        command = [sys.executable, "-m", "api", "serve", "--data", str(data), "--port", "0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert self.process.stderr is not None
        told = ""
        for line in self.process.stderr:
            told += line
            if found := _ADDRESS.search(line):
                self.host, self.port = found[1], int(found[2])
                return
        raise TrialFailed(f"the server did not start: {told.strip()[-400:]}")

    def connect(self) -> HTTPConnection:
        """Return a connection to it."""
        return HTTPConnection(self.host, self.port, timeout=TIMEOUT_S)

    def kill(self) -> None:
        """Kill it as a power cut would: it gets no chance to finish anything."""
        self.process.kill()
        self._end()

    def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        self.process.wait(TIMEOUT_S)
        if self.process.stderr is not None:
            self.process.stderr.close()


@contextmanager
def running(data: Path) -> Iterator[Running]:
    """Run a server while the block lasts."""
    server = Running(data)
    try:
        yield server
    finally:
        if server.process.poll() is None:
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
