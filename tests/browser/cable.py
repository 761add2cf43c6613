"""A cable between browser and server that can be pulled: what is sent then arrives nowhere, and nobody is told."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Cable:
    """Passes bytes on between a port of its own and a server's, until it is pulled."""

    def __init__(self, port: int) -> None:
        """Lead to a server's port on this machine."""
        self._to = port
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        self._entrance = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._entrance.getsockname()[1]}/"
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def pull(self) -> None:
        """Stop passing on; connections stay open and silent, as behind a dead switch."""
        self._whole.clear()

    def plug_in(self) -> None:
        """Pass on again; what was open is broken, as after a switch came back."""
        ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._whole.set()

    def close(self) -> None:
        """Take the cable away."""
        with contextlib.suppress(OSError):
            self._entrance.shutdown(socket.SHUT_RDWR)
        self._entrance.close()
        self._accepting.join(timeout=5)
        self.plug_in()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._entrance.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            self._ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self._whole.wait()
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable_to(address: str) -> Iterator[Cable]:
    """Lay a cable to a server's address."""
    cable = Cable(int(address.rstrip("/").rsplit(":", 1)[1]))
    try:
        yield cable
    finally:
        cable.close()
