"""The server's end: follows the journals of every table on the floor, hears their hosts, gives them orders."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from time import time
from typing import Any, Final, TypeVar

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, Header

from api.errors import ApiError, BrokerError, ChainBroken, JournalError, MessageRefused
from api.floor.beat import beat_from_bytes
from api.floor.broker import ANSWER_S, TABLES_STREAM, Broker, Follower, keep_doing, until_ended
from api.floor.hall import Hall
from api.floor.hosts import Hosts
from api.floor.remote import RemoteTable
from api.floor.wire import (
    BEAT,
    FACTS,
    HOST,
    ORDERS,
    PICTURE,
    TABLE,
    Order,
    Seal,
    order_to_bytes,
    row_from_bytes,
    stream_of,
    subject_of,
)
from api.store.journal import Row
from api.upkeep.alarms import Alarms

log = logging.getLogger("pitwatch.floor")

BATCH: Final = 128
"""So many rows of one table are written at once; then the other tables have their turn."""
PICTURE_S: Final = 2.0
SKEW_S: Final = 2.0
"""A host's clock may differ from ours by this much."""
LOW_DISK_MIB: Final = 1024
STILLS_EVERY_S: Final = 2.0
WRITERS: Final = 8
"""Threads that write tables' copies; most of their time they wait for the disk, which syncs many at once."""

_Answer = TypeVar("_Answer")


@dataclass(slots=True)
class _Place:
    """A table on the floor, and the task that follows its journal."""

    table: RemoteTable
    following: asyncio.Task[None]


class FloorServer(threading.Thread):
    """Follows the floor while the server runs."""

    def __init__(self, broker: Broker, hosts: Hosts, alarms: Alarms, hall: Hall) -> None:
        """Prepare; `start` begins.

        Args:
            broker: of the floor.
            hosts: who may send.
            alarms: is told what is wrong.
            hall: puts up the tables.
        """
        super().__init__(name="floor server", daemon=True)
        self._broker = broker
        self._hosts = hosts
        self._alarms = alarms
        self._hall = hall
        self._places: dict[str, _Place] = {}
        self._beats: dict[str, str] = {}
        self._writers = ThreadPoolExecutor(WRITERS, "floor writer")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: Client | None = None
        self._ended = asyncio.Event()

    # What other threads call.

    def run(self) -> None:
        """Follow until stopped."""
        asyncio.run(self._run())

    def stop(self) -> None:
        """Stop soon; `join` waits for it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ended.set)

    def order(self, table: str, order: Order) -> None:
        """Give a table's host something to carry out; see `api.floor.remote.HostLine`."""
        subject, payload = subject_of(ORDERS, table), order_to_bytes(order)
        try:
            headers = self._hosts.watcher_of(table).headers(subject, payload)
        except MessageRefused as error:
            raise BrokerError(str(error)) from error
        headers[Header.MSG_ID] = sha256(f"{order.source}\n{order.key}".encode()).hexdigest()

        async def give(connection: Client) -> None:
            stream = stream_of(ORDERS, table)
            await connection.jetstream().publish(
                subject, payload, timeout=ANSWER_S, stream=stream, headers=headers
            )

        self._call(give, ANSWER_S)

    def picture(self, table: str, pts_us: int | None, *, marked: bool) -> bytes | None:
        """Return a picture that a table's host keeps; see `api.floor.remote.HostLine`."""
        try:
            return self._call(
                lambda connection: self._ask(connection, table, {"pts_us": pts_us, "marked": marked}),
                PICTURE_S,
            )
        except BrokerError:
            return None

    def _call(self, work: Callable[[Client], Coroutine[Any, Any, _Answer]], within_s: float) -> _Answer:
        """Do something with the connection, called from another thread.

        Raises:
            BrokerError: if there is no connection, or no answer in time.
        """
        loop, connection = self._loop, self._connection
        if loop is None or connection is None or not connection.is_connected:
            raise BrokerError("the floor's broker is away")
        future: Future[_Answer] = asyncio.run_coroutine_threadsafe(work(connection), loop)
        try:
            return future.result(within_s + 1)
        except (NatsError, TimeoutError, FutureTimeoutError, asyncio.CancelledError) as error:
            future.cancel()
            raise BrokerError(f"no answer on the floor: {error or type(error).__name__}") from error

    # What runs in the thread's own loop.

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        await until_ended(self._ended, keep_doing("the floor's broker", self._follow_floor))
        self._writers.shutdown()

    async def _follow_floor(self) -> None:
        try:
            connection = await self._broker.connect("pitwatch server")
        except BrokerError as error:
            self._alarms.raise_("broker-away", self._broker.place, str(error))
            raise
        self._alarms.clear("broker-away", self._broker.place)
        self._connection = connection
        js = connection.jetstream()
        try:
            await self._broker.prepare_floor(js)
            await connection.subscribe(f"pitwatch.{BEAT}.*", cb=self._hear)
            config = ConsumerConfig(
                deliver_policy=DeliverPolicy.LAST_PER_SUBJECT, ack_policy=AckPolicy.NONE, idle_heartbeat=5
            )
            files = await js.subscribe(
                f"pitwatch.{TABLE}.*", stream=TABLES_STREAM, config=config, manual_ack=True
            )
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._watch_hosts(connection))
                tasks.create_task(self._fetch_stills(connection))
                while True:
                    try:
                        message = await files.next_msg(timeout=60)
                    except TimeoutError:
                        continue
                    await self._table_told(js, message, tasks)
        finally:
            self._connection = None
            self._places.clear()
            await connection.close()

    async def _table_told(self, js: JetStreamContext, message: Msg, tasks: asyncio.TaskGroup) -> None:
        """Put up a table whose file came, and follow its journal."""
        sender = (message.headers or {}).get(HOST, "")
        try:
            document = _document(message.data)
            name = document["name"]
            self._check(message, TABLE, name)
            table = await self._write(partial(self._hall.put_up, document, self))
        except MessageRefused as error:
            self._refuse(error, sender)
        except ApiError as error:
            self._alarms.raise_("table-refused", sender, str(error))
        else:
            self._alarms.clear("table-refused", sender)
            await self._end_following(name, unless=table)
            if name not in self._places:
                following = tasks.create_task(self._follow(js, name, table))
                self._places[name] = _Place(table, following)
                self._beats[subject_of(BEAT, name)] = name

    async def _end_following(self, name: str, *, unless: RemoteTable) -> None:
        """Follow a table's journal no longer, unless it is followed into this copy."""
        place = self._places.get(name)
        if place is not None and (place.table is not unless or place.following.done()):
            place.following.cancel()
            await asyncio.gather(place.following, return_exceptions=True)
            del self._places[name]

    async def _follow(self, js: JetStreamContext, name: str, table: RemoteTable) -> None:
        await keep_doing(f"journal of {name}", lambda: self._follow_journal(js, name, table))

    async def _follow_journal(self, js: JetStreamContext, name: str, table: RemoteTable) -> None:
        """Take rows as they come, from behind the copy's last one, until something is missing."""
        await self._broker.prepare_table(js, name, limits=True)
        begin = table.copy.head().seq + 1
        rows = Follower(js, stream_of(FACTS, name), subject_of(FACTS, name), begin=begin)
        try:
            while (messages := await rows.next(BATCH)) is not None:
                if messages and not await self._take(name, table, messages):
                    return
        finally:
            await rows.close()

    async def _take(self, name: str, table: RemoteTable, messages: list[Msg]) -> bool:
        """Write what came; whether it continued the copy. What is refused is passed over, the rest is taken."""
        rows: list[Row] = []
        for message in messages:
            try:
                self._check(message, FACTS, name)
                rows.append(row_from_bytes(message.data))
            except MessageRefused as error:
                self._refuse(error, (message.headers or {}).get(HOST, ""))
        try:
            try:
                await self._write(lambda: table.take(rows))
            except ChainBroken:
                return await self._take_singly(name, table, rows)
        except JournalError as error:
            self._alarms.raise_("copy-not-written", name, str(error))
            await asyncio.sleep(2)
            return False
        if rows:
            for code in ("copy-not-written", "wrong-chain", "rows-missing"):
                self._alarms.clear(code, name)
        return True

    async def _take_singly(self, name: str, table: RemoteTable, rows: list[Row]) -> bool:
        """Find out which row does not follow: behind a gap nothing is taken, a row that is wrong is passed over."""
        for row in rows:
            try:
                await self._write(partial(table.take, [row]))
            except ChainBroken as error:
                head = table.copy.head().seq
                if row.seq > head + 1:
                    text = f"rows {head + 1} to {row.seq - 1} did not come"
                    self._alarms.raise_("rows-missing", name, text)
                    return False
                self._alarms.raise_("wrong-chain", name, str(error))
        return True

    def _check(self, message: Msg, kind: str, table: str) -> None:
        """Check that a message comes from the host that watches the table.

        Raises:
            MessageRefused: if it does not.
        """
        headers = message.headers or {}
        seal = self._hosts.sender(headers.get(HOST, ""), table)
        seal.check(subject_of(kind, table), message.data, headers)

    def _refuse(self, error: MessageRefused, sender: str) -> None:
        self._alarms.raise_(error.code, sender, str(error))

    async def _hear(self, message: Msg) -> None:
        """Take note of a host's beat."""
        name = self._beats.get(message.subject)
        if name is None:
            return
        try:
            self._check(message, BEAT, name)
            beat = beat_from_bytes(message.data)
        except MessageRefused as error:
            self._refuse(error, (message.headers or {}).get(HOST, ""))
            return
        host = (message.headers or {}).get(HOST, "")
        await self._write(partial(self._places[name].table.hear, beat))
        skew_s = beat.sent_at_ms / 1000 - time()
        self._alarm_if(abs(skew_s) > SKEW_S, "clock-differs", host, f"its clock differs by {skew_s:+.0f} s")
        self._alarm_if(beat.free_mib < LOW_DISK_MIB, "disk-low", host, f"{beat.free_mib} MiB are free")
        self._alarm_if(bool(beat.trouble), "host-in-trouble", name, beat.trouble)
        self._alarms.clear("host-away", name)

    def _alarm_if(self, wrong: bool, code: str, subject: str, text: str) -> None:
        if wrong:
            self._alarms.raise_(code, subject, text)
        else:
            self._alarms.clear(code, subject)

    async def _watch_hosts(self, connection: Client) -> None:
        """Notice hosts that are not heard any more, and a broker that is away."""
        while True:
            await asyncio.sleep(1)
            away = not connection.is_connected
            self._alarm_if(away, "broker-away", self._broker.place, "no connection to the broker")
            for name, place in list(self._places.items()):
                if place.table.is_away:
                    await self._write(place.table.miss)
                    self._alarms.raise_("host-away", name, "its camera host is not heard")

    async def _fetch_stills(self, connection: Client) -> None:
        """Copy the stills of findings, as soon as their hosts have them."""
        while True:
            await asyncio.sleep(STILLS_EVERY_S)
            for name, place in list(self._places.items()):
                if not place.table.is_away:
                    await self._fetch_stills_of(connection, name, place.table)

    async def _fetch_stills_of(self, connection: Client, name: str, table: RemoteTable) -> None:
        for finding in table.copy.without_still():
            try:
                still = await self._ask(connection, name, {"still": finding})
                if still:
                    await self._write(partial(table.copy.keep_still, finding, still))
            except (NatsError, TimeoutError, MessageRefused, OSError) as error:
                log.debug("no still of %s at %s: %s", finding, name, error or type(error).__name__)
                return

    async def _ask(self, connection: Client, table: str, wish: dict[str, Any]) -> bytes | None:
        """Ask a table's host for a picture."""
        subject, payload = subject_of(PICTURE, table), json.dumps(wish).encode()
        seal: Seal = self._hosts.watcher_of(table)
        answer = await connection.request(
            subject, payload, timeout=PICTURE_S, headers=seal.headers(subject, payload)
        )
        seal.check(answer.subject, answer.data, answer.headers or {})
        return answer.data or None

    async def _write(self, work: Callable[[], _Answer]) -> _Answer:
        """Do what takes time (disk, folding) in a writer's thread, so that the loop can hear the others."""
        return await asyncio.get_running_loop().run_in_executor(self._writers, work)


def _document(payload: bytes) -> dict[str, str]:
    try:
        data = json.loads(payload)
        document = {key: str(data[key]) for key in ("name", "table", "profile")}
    except (KeyError, TypeError, ValueError) as error:
        raise MessageRefused("no-table", f"expected a table's file, got {payload[:60]!r}") from error
    return document
