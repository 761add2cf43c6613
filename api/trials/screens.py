"""Many screens at once: connections to the live stream, read by one thread, that note when what arrived."""

from __future__ import annotations

import re
import selectors
import socket
import threading
from bisect import bisect_left
from time import monotonic
from typing import Final

from api.trials.running import Running

_EVENT: Final = re.compile(rb'data: \{"table":\{"name":"([^"]+)".*?"seq":(\d+)')


class Screens:
    """Connections to the live stream, read by one thread: when each screen first had each state of each table."""

    def __init__(self, server: Running, count: int) -> None:
        """Connect them all, and begin to read."""
        self.seen: list[dict[str, tuple[list[int], list[float]]]] = [{} for _ in range(count)]
        self.bytes = 0
        self._stopping = threading.Event()
        self._selector = selectors.DefaultSelector()
        for screen in range(count):
            connection = socket.create_connection((server.host, server.port), timeout=30)
            connection.sendall(
                f"GET /api/v1/stream HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            )
            self._selector.register(connection, selectors.EVENT_READ, (screen, bytearray()))
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and hang up."""
        self._stopping.set()
        self._thread.join(10)
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def arrival(self, screen: int, table: str, seq: int) -> float | None:
        """Return when a screen first had a state of a table that holds its row `seq`; None if it never had."""
        seqs, times = self.seen[screen].get(table, ([], []))
        at = bisect_left(seqs, seq)
        return times[at] if at < len(seqs) else None

    def _read(self) -> None:
        while not self._stopping.is_set():
            for key, _ in self._selector.select(timeout=0.2):
                screen, waiting = key.data
                data = key.fileobj.recv(1 << 18)  # type: ignore[union-attr]
                if not data:
                    self._selector.unregister(key.fileobj)
                    continue
                self.bytes += len(data)
                waiting += data
                self._take(screen, waiting, monotonic())

    def _take(self, screen: int, waiting: bytearray, now: float) -> None:
        end = waiting.rfind(b"\n\n")
        if end < 0:
            return
        for name, seq in _EVENT.findall(waiting, 0, end):
            seqs, times = self.seen[screen].setdefault(name.decode(), ([], []))
            if not seqs or int(seq) > seqs[-1]:
                seqs.append(int(seq))
                times.append(now)
        del waiting[: end + 2]
