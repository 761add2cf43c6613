"""The server as a process of its own, which can be killed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

READY_S = 60.0


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run `pitwatch serve` on a data folder until the block ends."""
    with running(["serve", "--data", str(data), "--port", str(port)], data, port) as process:
        yield process


@contextmanager
def running(arguments: Sequence[str], folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command that serves until the block ends; it has answered once when the block begins.

    Args:
        arguments: the command's, behind `pitwatch`.
        folder: where it runs.
        port: where it listens.
    """
    command = [sys.executable, "-m", "api", *arguments]
    process = subprocess.Popen(command, cwd=folder, env={**os.environ, "OMP_NUM_THREADS": "1"})
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz", process)
        yield process
    finally:
        process.kill()
        process.wait(timeout=10)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + READY_S
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"the server did not answer at {address}")
