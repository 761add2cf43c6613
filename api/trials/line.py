"""A network line between two programs of this machine that can be cut, mended and slowed down."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from types import TracebackType
from typing import Final, Self

BLOCK: Final = 65_536


class Line(threading.Thread):
    """Carries TCP connections from a port of its own to another one on the loopback.

    Attributes:
        port: where to connect instead of to the far end.
        delay_s: every block of bytes waits so long on its way.
    """

    def __init__(self, to_port: int) -> None:
        """Lay the line; it carries once the `with` block begins."""
        super().__init__(name=f"line to {to_port}", daemon=True)
        self.port = 0
        self.delay_s = 0.0
        self._to_port = to_port
        self._is_cut = False
        self._ready = threading.Event()
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._carried: set[asyncio.StreamWriter] = set()

    def run(self) -> None:
        """Carry until the block ends."""
        asyncio.run(self._carry())

    def cut(self) -> None:
        """Drop every connection, and every new one until the line is mended."""
        self._is_cut = True
        self._on_loop(self._drop_all)

    def mend(self) -> None:
        """Carry connections again."""
        self._is_cut = False

    def __enter__(self) -> Self:
        self.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._on_loop(self._ended.set)
        self.join(10)

    def _on_loop(self, work: object) -> None:
        assert self._loop is not None and callable(work)
        self._loop.call_soon_threadsafe(work)

    async def _carry(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._ended.wait()
            self._drop_all()
            await asyncio.sleep(0.05)  # the connections' tasks notice it

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        try:
            if not self._is_cut:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to_port)
                ends.append(far_writer)
                self._carried |= set(ends)
                await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except OSError:
            pass  # the far end is away: so is the line
        finally:
            for end in ends:
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while block := await reader.read(BLOCK):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                writer.write(block)
                await writer.drain()
        except OSError:
            pass
        finally:
            self._carried.discard(writer)
            writer.close()

    def _drop_all(self) -> None:
        for writer in list(self._carried):
            writer.transport.abort()
        self._carried.clear()
