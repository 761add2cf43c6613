"""Pushes table states to screens. A state says everything, so a slow screen skips what it missed and is right again.

Tables publish from their own threads; screens listen in the server's event loop. There is no queue that could overflow:
a listener remembers the last version it sent and takes the newest states when it wakes.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

from api.schemas import TableState


@dataclass(frozen=True, slots=True)
class Published:
    """A table's newest state: its version counts over all tables, its JSON is made once for all screens."""

    version: int
    name: str
    state: TableState
    json: str


class Hub:
    """The newest state of each table, and who wants to hear of changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: dict[str, Published] = {}
        self._version = 0
        self._closed = False
        self._listeners: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def publish(self, state: TableState) -> None:
        """Make a state the newest of its table. May be called from any thread."""
        text = state.model_dump_json()
        with self._lock:
            self._version += 1
            name = state.table.name
            self._newest[name] = Published(self._version, name, state, text)
        self._wake()

    @property
    def listeners(self) -> int:
        """How many screens listen."""
        with self._lock:
            return len(self._listeners)

    def newest(self) -> list[Published]:
        """Return the newest state of every table, in the order in which the tables first appeared."""
        with self._lock:
            return list(self._newest.values())

    def state(self, name: str) -> TableState | None:
        """Return a table's newest state."""
        with self._lock:
            published = self._newest.get(name)
        return published.state if published else None

    def close(self) -> None:
        """End every listener's stream, so that the server can stop at once. May be called from any thread."""
        with self._lock:
            self._closed = True
        self._wake()

    async def changes(self, after: int, *, wait_s: float) -> AsyncIterator[list[Published]]:
        """Yield what is newer than version `after`, then every change, oldest first; an empty list after a quiet time.

        Args:
            after: the last version that the listener has; 0 for none.
            wait_s: how long nothing may change before an empty list is yielded.
        """
        wakened = asyncio.Event()
        with self._lock:
            self._listeners[wakened] = asyncio.get_running_loop()
        try:
            while not self._closed:
                wakened.clear()
                fresh = sorted((p for p in self.newest() if p.version > after), key=lambda p: p.version)
                if fresh:
                    after = fresh[-1].version
                    yield fresh
                    continue
                try:
                    await asyncio.wait_for(wakened.wait(), wait_s)
                except TimeoutError:
                    yield []
        finally:
            with self._lock:
                del self._listeners[wakened]

    def _wake(self) -> None:
        with self._lock:
            listeners = list(self._listeners.items())
        for wakened, loop in listeners:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wakened.set)
