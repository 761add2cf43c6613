"""Pushes table states to screens. A state says everything, so a slow screen skips what it missed and is right again.

Tables publish from their own threads; screens listen in the server's event loop. There is no queue that could overflow:
a listener remembers the last version it sent and takes the newest states when it wakes. A floor of tables changes
hundreds of times a second for dozens of screens, so changes are gathered for a moment, and what many screens get is
put together once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Final

from api.schemas import TableState

GATHER_S: Final = 0.04
"""So long changes are gathered before screens are woken; a person does not notice it."""


@dataclass(frozen=True, slots=True)
class Published:
    """A table's newest state: its version counts over all tables; as a server-sent event, made once for all screens."""

    version: int
    name: str
    state: TableState
    event: bytes = field(repr=False)


class Hub:
    """The newest state of each table, and who wants to hear of changes.

    Attributes:
        epoch: names this run of the server, so that a screen's version from an earlier run is told apart.
    """

    def __init__(self) -> None:
        """Begin with no table and no listener."""
        self.epoch = token_hex(4)
        self._lock = threading.Lock()
        self._first_seen: dict[str, None] = {}
        self._newest: dict[str, Published] = {}
        self._version = 0
        self._closed = False
        self._listeners: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._at_once: set[asyncio.Event] = set()
        self._woken: set[asyncio.AbstractEventLoop] = set()

    def publish(self, state: TableState) -> None:
        """Make a state the newest of its table. May be called from any thread."""
        text, name = state.model_dump_json().encode(), state.table.name
        with self._lock:
            self._version += 1
            event = b"id: %b-%d\nevent: table\ndata: %b\n\n" % (self.epoch.encode(), self._version, text)
            self._first_seen.setdefault(name)
            # Kept in the order of versions: what changed last stands last.
            self._newest.pop(name, None)
            self._newest[name] = Published(self._version, name, state, event)
            hasty = [(wakened, self._listeners[wakened]) for wakened in self._at_once]
        for wakened, loop in hasty:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wakened.set)
        self._wake(GATHER_S)

    @property
    def listeners(self) -> int:
        """How many screens listen."""
        with self._lock:
            return len(self._listeners)

    def newest(self) -> list[Published]:
        """Return the newest state of every table, in the order in which the tables first appeared."""
        with self._lock:
            return [self._newest[name] for name in self._first_seen]

    def since(self, version: int) -> list[Published]:
        """Return what is newer than a version, oldest first."""
        fresh: list[Published] = []
        with self._lock:
            for published in reversed(self._newest.values()):
                if published.version <= version:
                    break
                fresh.append(published)
        return fresh[::-1]

    def state(self, name: str) -> TableState | None:
        """Return a table's newest state."""
        with self._lock:
            published = self._newest.get(name)
        return published.state if published else None

    def close(self) -> None:
        """End every listener's stream, so that the server can stop at once. May be called from any thread."""
        with self._lock:
            self._closed = True
        self._wake(0.0)

    async def changes(
        self, after: int, *, wait_s: float, at_once: bool = False
    ) -> AsyncIterator[list[Published]]:
        """Yield what is newer than version `after`, then every change, oldest first; an empty list after a quiet time.

        Args:
            after: the last version that the listener has; 0 for none.
            wait_s: how long nothing may change before an empty list is yielded.
            at_once: whether changes are not gathered for this listener.
        """
        wakened = asyncio.Event()
        with self._lock:
            self._listeners[wakened] = asyncio.get_running_loop()
            if at_once:
                self._at_once.add(wakened)
        try:
            while not self._closed:
                wakened.clear()
                if fresh := self.since(after):
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
                self._at_once.discard(wakened)

    def _wake(self, after_s: float) -> None:
        """Have every loop wake its listeners, once however much changes until then."""
        with self._lock:
            loops = {loop for loop in self._listeners.values() if not loop.is_closed()}
            fresh = loops if not after_s else loops - self._woken
            self._woken |= fresh
        for loop in fresh:
            if after_s:
                loop.call_soon_threadsafe(loop.call_later, after_s, self._wake_now, loop)
            else:
                loop.call_soon_threadsafe(self._wake_now, loop)

    def _wake_now(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            self._woken.discard(loop)
            mine = [wakened for wakened, of in self._listeners.items() if of is loop]
        for wakened in mine:
            wakened.set()
