"""A broker to try the floor on one machine: Debian's nats-server on the loopback, its data in a folder."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Final, Self

from api.errors import BrokerError, InputError
from api.floor.place import USUAL, Place

LOOPBACK: Final = "127.0.0.1"
START_S: Final = 20
STOP_S: Final = 10
_CONFIG: Final = """\
host: "{host}"
port: {port}
max_payload: 8MB
jetstream {{
    store_dir: "{store}"
    max_file_store: {file_store_mib}MB
    max_memory_store: 16MB
}}
"""


class TrialBroker:
    """A nats-server with JetStream as a child process. Started again it goes on with what its folder holds.

    Attributes:
        folder: its configuration, log and store.
        port: that it listens on.
    """

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 0,
        file_store_mib: int = 4096,
        config: str = "",
        place: Place = USUAL,
    ) -> None:
        """Prepare; `start` starts it.

        Args:
            folder: is made where there is none.
            port: 0 for any that is free.
            file_store_mib: most that all streams together may hold.
            config: a nats-server configuration for this port instead of the usual one.
            place: where it runs.

        Raises:
            InputError: if nats-server is not installed.
        """
        self._program = shutil.which(
            "nats-server", path="/usr/sbin:/usr/local/bin:/usr/bin:/opt/bin"
        ) or shutil.which("nats-server")
        if self._program is None:
            raise InputError("nats-server is not installed; on Debian: apt-get install nats-server")
        self.folder = folder
        self.port = port or free_port()
        self._place = place
        self._file_store_mib = file_store_mib
        self._config = config
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The broker's address."""
        return f"nats://{self._place.address}:{self.port}"

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it listens.

        Raises:
            BrokerError: if it does not.
        """
        if self._listens():
            raise BrokerError(f"expected a free port for nats-server, {self.port} is in use")
        self.folder.mkdir(parents=True, exist_ok=True)
        config = self.folder / "nats.conf"
        usual = _CONFIG.format(
            host=self._place.address,
            port=self.port,
            store=self.folder / "store",
            file_store_mib=self._file_store_mib,
        )
        config.write_text(self._config or usual, encoding="utf-8")
        log = self.folder / "nats.log"
        assert self._program is not None
        self._process = subprocess.Popen(
            [*self._place.prefix, self._program, "--config", str(config), "--log", str(log)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        until = monotonic() + START_S
        while not self._listens():
            if self._process.poll() is not None or monotonic() > until:
                self.kill()
                raise BrokerError(f"nats-server did not start on port {self.port}: see {str(log)!r}")
            sleep(0.02)

    def wait(self) -> int:
        """Wait until it ends; return its exit status."""
        assert self._process is not None
        return self._process.wait()

    def stop(self) -> None:
        """Stop it as a service manager would."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """Kill it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let it do nothing, with all its connections open."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        os.kill(self.pid, signal.SIGCONT)

    def _listens(self) -> bool:
        try:
            with (
                self._place.inside(),
                socket.create_connection((self._place.address, self.port), timeout=1),
            ):
                return True
        except OSError:
            return False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def free_port() -> int:
    """Return a port of the loopback that is free."""
    with socket.create_server((LOOPBACK, 0)) as probe:
        return int(probe.getsockname()[1])
