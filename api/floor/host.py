"""The camera host's end: publishes its tables' journals, carries out what the server orders, shows its pictures."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import threading
from collections.abc import Callable, Coroutine, Mapping
from time import time
from typing import Any, Final, Protocol

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext

from api.errors import ApiError, FactRefused, JournalError, MessageRefused
from api.floor.beat import Beat
from api.floor.broker import RETRY_S, TABLES_STREAM, Broker, Follower, keep_doing, until_ended
from api.floor.outbox import Outbox
from api.floor.wire import (
    BEAT,
    ORDERS,
    PICTURE,
    TABLE,
    Seal,
    order_from_bytes,
    stream_of,
    subject_of,
)
from api.live.feed import TableFeed
from api.live.hub import Hub
from api.schemas import TableState
from api.upkeep.gauges import Waiting

log = logging.getLogger("pitwatch.floor")

BEAT_S: Final = 1.0
ORDERS_AT_ONCE: Final = 64


class Watched(TableFeed, Protocol):
    """A table that this host watches."""

    def document(self) -> Mapping[str, str]:
        """Return the table file and the profile, for the server to serve the table."""


class FloorHost(threading.Thread):
    """Keeps a host's tables on the floor while the host runs; what the broker does not take waits in the journals."""

    def __init__(self, broker: Broker, seal: Seal, hub: Hub, tables: Mapping[str, Watched]) -> None:
        """Prepare; `start` begins.

        Args:
            broker: of the floor.
            seal: this host's name and key.
            hub: tells when a table has something new.
            tables: what the host watches, by name.
        """
        super().__init__(name="floor host", daemon=True)
        self._broker = broker
        self._seal = seal
        self._hub = hub
        self._tables = dict(tables)
        self._news = {name: asyncio.Event() for name in tables}
        self._trouble = dict.fromkeys(tables, "")
        self._outboxes: dict[str, Outbox] = {}
        self._obeyed: dict[str, set[tuple[str, str]]] = {name: set() for name in tables}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()

    def waiting(self) -> Waiting:
        """Return how many rows of each table wait for the broker."""
        states = {name: self._hub.state(name) for name in self._tables}
        return {
            (name, "broker"): max(0, state.seq - self._sent(name))
            for name, state in states.items()
            if state is not None
        }

    def run(self) -> None:
        """Publish until stopped."""
        asyncio.run(self._run())

    def stop(self) -> None:
        """Stop soon; `join` waits for it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ended.set)

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has stopped; at once if it never started."""
        if self.is_alive():
            super().join(timeout)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        await until_ended(self._ended, keep_doing("the floor's broker", self._be_on_the_floor))

    async def _be_on_the_floor(self) -> None:
        connection = await self._broker.connect(f"pitwatch host {self._seal.host}")
        js = connection.jetstream()
        try:
            await self._broker.prepare_floor(js)
            for name, table in self._tables.items():
                await self._broker.prepare_table(js, name)
                await self._tell_table(js, name, table)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._hear_of_news())
                for name, table in self._tables.items():
                    outbox = self._outboxes[name] = Outbox(js, self._seal, name, table.journal_path)
                    tasks.create_task(keep_doing(f"facts of {name}", self._publishing(name, outbox)))
                    tasks.create_task(keep_doing(f"orders for {name}", self._obeying(js, name, table)))
                    tasks.create_task(self._beat(connection, name))
                    await self._answer_pictures(connection, name, table)
        finally:
            await connection.close()

    async def _tell_table(self, js: JetStreamContext, name: str, table: Watched) -> None:
        subject = subject_of(TABLE, name)
        payload = json.dumps(dict(table.document()), ensure_ascii=False).encode()
        await js.publish(subject, payload, stream=TABLES_STREAM, headers=self._seal.headers(subject, payload))

    async def _hear_of_news(self) -> None:
        async for changed in self._hub.changes(0, wait_s=60, at_once=True):
            for published in changed:
                name = published.name
                # Most of what is told, such as each picture, is no new row: the journal need not be looked into.
                if name in self._news and published.state.seq > self._sent(name):
                    self._news[name].set()

    def _publishing(self, name: str, outbox: Outbox) -> Callable[[], Coroutine[Any, Any, None]]:
        async def publish() -> None:
            try:
                await outbox.find_end()
                while True:
                    self._news[name].clear()
                    await outbox.catch_up()
                    self._trouble[name] = ""
                    await self._news[name].wait()
            except ApiError as error:
                self._trouble[name] = str(error)
                raise

        return publish

    def _obeying(
        self, js: JetStreamContext, name: str, table: Watched
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        subject = subject_of(ORDERS, name)

        async def obey() -> None:
            # All that the broker keeps is read again: an order that was carried out is known by its facts' ids.
            orders = Follower(js, stream_of(ORDERS, name), subject, begin=1)
            try:
                while (messages := await orders.next(ORDERS_AT_ONCE)) is not None:
                    for message in messages:
                        await self._obey(message, subject, table, self._obeyed[name])
            finally:
                await orders.close()

        return obey

    async def _obey(self, message: Msg, subject: str, table: Watched, obeyed: set[tuple[str, str]]) -> None:
        """Carry out an order, which waits for as long as the journal cannot be written.

        A day's orders are read again after every break of the line; `obeyed` names those that need no second look.
        """
        try:
            self._seal.check(subject, message.data, message.headers or {})
            order = order_from_bytes(message.data)
        except MessageRefused as error:
            log.warning("an order is refused: %s", error)
            return
        if (order.source, order.key) in obeyed:
            return
        while True:
            try:
                await asyncio.to_thread(
                    table.enter, order.bodies, source=order.source, key=order.key, ages_us=order.ages_us
                )
            except FactRefused as error:
                log.warning("an order is refused: %s", error)
            except JournalError as error:
                log.warning("an order has to wait: %s", error)
                await asyncio.sleep(RETRY_S)
                continue
            obeyed.add((order.source, order.key))
            return

    async def _beat(self, connection: Client, name: str) -> None:
        subject = subject_of(BEAT, name)
        while True:
            state = self._hub.state(name)
            if state is not None:
                payload = self._beat_of(name, state).model_dump_json().encode()
                try:
                    await connection.publish(subject, payload, headers=self._seal.headers(subject, payload))
                except NatsError:
                    log.debug("no beat of %s: the broker is away", name)
            await asyncio.sleep(BEAT_S)

    def _sent(self, name: str) -> int:
        """Return the last row of a table that the broker acknowledged."""
        return self._outboxes[name].sent if name in self._outboxes else 0

    def _beat_of(self, name: str, state: TableState) -> Beat:
        free = shutil.disk_usage(self._tables[name].journal_path.parent).free
        gauges = self._tables[name].gauges()
        return Beat(
            sent_at_ms=int(time() * 1000),
            seq=state.seq,
            sent=self._sent(name),
            camera=state.camera,
            view=state.view,
            trouble=self._trouble[name],
            free_mib=free // 2**20,
            fps=gauges.fps,
            behind_s=gauges.behind_s,
        )

    async def _answer_pictures(self, connection: Client, name: str, table: Watched) -> None:
        subject = subject_of(PICTURE, name)

        async def answer(message: Msg) -> None:
            try:
                self._seal.check(subject, message.data, message.headers or {})
                picture = await asyncio.to_thread(_picture, table, json.loads(message.data))
            except (MessageRefused, ValueError, TypeError) as error:
                log.warning("a picture is not shown: %s", error)
                picture = b""
            if len(picture) > connection.max_payload:
                log.warning("a picture of %s is too large for the broker: %d bytes", name, len(picture))
                picture = b""
            headers = self._seal.headers(message.reply, picture)
            await connection.publish(message.reply, picture, headers=headers)

        await connection.subscribe(subject, cb=answer)


def _picture(table: Watched, wish: Mapping[str, Any]) -> bytes:
    if "still" in wish:
        return table.still(str(wish["still"])) or b""
    pts_us = wish.get("pts_us")
    return table.picture(None if pts_us is None else int(pts_us), marked=bool(wish.get("marked"))) or b""
