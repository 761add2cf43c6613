"""The connection to NATS JetStream, and the streams in which the tables' journals and orders lie."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.errors import SecureConnRequiredError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, DiscardPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError

from api.errors import BrokerError, InputError
from api.floor.wire import FACTS, ORDERS, TABLE, stream_of, subject_of

log = logging.getLogger("pitwatch.floor")

RETRY_S: Final = 1.0
ANSWER_S: Final = 5.0
LOOK_AGAIN_S: Final = 10.0
"""After so long without a message it is looked up whether the stream holds one."""
CONNECT_S: Final = 8.0
"""After so long there is no connection now; the client alone would try for ever, with a wrong password too."""
TABLES_STREAM: Final = "pitwatch-tables"
_IN_USE: Final = 10058
"""JetStream's code: there is a stream of this name with another configuration."""


class _SecureClient(Client):
    """A client that tells nobody its password in the clear: a broker without TLS is refused before we sign in."""

    def _connect_command(self) -> Any:
        if not self._server_info.get("tls_required"):
            raise SecureConnRequiredError
        return super()._connect_command()


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and how to sign in to it.

    Attributes:
        url: `nats://` or `tls://`, with user and password if the broker asks for them.
        credentials: a NATS credentials file (JWT and seed); None: none.
        ca: certificates that the broker's certificate must come from, PEM; None: the system's.
        keep_days: rows older than this are not kept by the broker; the journals keep them.
        keep_mib: most that the broker keeps of one table; 0: no limit. What does not fit waits at the host.
    """

    url: str
    credentials: Path | None = None
    ca: Path | None = None
    keep_days: float = 14
    keep_mib: int = 0

    def __post_init__(self) -> None:
        if not self.url.startswith(("nats://", "tls://")):
            raise InputError(
                f"expected the broker's address as nats://HOST:PORT or tls://HOST:PORT, got {self.url!r}"
            )
        for file in (self.credentials, self.ca):
            if file is not None and not file.is_file():
                raise InputError(f"cannot read {str(file)!r}: no such file")

    @property
    def is_secure(self) -> bool:
        """Whether the connection is to be encrypted and the broker's certificate checked."""
        return self.ca is not None or self.url.startswith("tls://")

    @property
    def place(self) -> str:
        """The broker's address without user and password, for messages."""
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{rest.rsplit('@', 1)[-1]}"

    async def connect(self, name: str) -> Client:
        """Connect; afterwards the client keeps the connection up by itself.

        Args:
            name: of this end, for the broker's own lists.

        Raises:
            BrokerError: if there is no connection now.
        """
        refusals: list[str] = []

        async def report(error: Exception) -> None:
            log.debug("broker %s: %s", self.place, error)
            refusals.append(str(error) or type(error).__name__)

        secured: dict[str, Any] = {}
        client = _SecureClient() if self.is_secure else Client()
        if self.is_secure:
            secured["tls"] = ssl.create_default_context(cafile=None if self.ca is None else str(self.ca))
        if self.credentials is not None:
            secured["user_credentials"] = str(self.credentials)
        try:
            connecting = client.connect(
                self.url,
                name=name,
                error_cb=report,
                connect_timeout=3,
                reconnect_time_wait=1,
                max_reconnect_attempts=-1,
                ping_interval=5,
                max_outstanding_pings=2,
                **secured,
            )
            await asyncio.wait_for(connecting, CONNECT_S)
            return client
        except (NatsError, OSError, TimeoutError, ssl.SSLError) as error:
            await client.close()
            reason = refusals[-1] if refusals else str(error) or type(error).__name__
            raise BrokerError(f"cannot connect to the broker {self.place}: {reason}") from error

    async def prepare_table(self, js: JetStreamContext, table: str, *, limits: bool = False) -> None:
        """Make the streams of a table where there are none.

        Args:
            js: the broker.
            table: the table's name.
            limits: whether to set what is kept in a stream that is there already, too: the server's to say.

        Raises:
            BrokerError: if the broker refuses.
        """
        kept = {"max_age": self.keep_days * 86_400, "max_bytes": self.keep_mib * 2**20 or -1}
        await _make(js, stream_of(FACTS, table), [subject_of(FACTS, table)], kept)
        if limits:
            await _limit(js, stream_of(FACTS, table), kept)
        orders = {"max_age": 86_400.0, "duplicate_window": 3_600.0}
        await _make(js, stream_of(ORDERS, table), [subject_of(ORDERS, table)], orders)

    async def prepare_floor(self, js: JetStreamContext) -> None:
        """Make the stream of the tables' files where there is none.

        Raises:
            BrokerError: if the broker refuses.
        """
        await _make(
            js, TABLES_STREAM, [f"pitwatch.{TABLE}.*"], {"max_msgs_per_subject": 1}, DiscardPolicy.OLD
        )


async def _make(
    js: JetStreamContext,
    name: str,
    subjects: list[str],
    more: dict[str, Any],
    discard: DiscardPolicy = DiscardPolicy.NEW,
) -> None:
    config = StreamConfig(name=name, subjects=subjects, storage=StorageType.FILE, discard=discard, **more)
    try:
        try:
            await js.stream_info(name)
        except NotFoundError:
            await js.add_stream(config)
    except APIError as error:
        if error.err_code != _IN_USE:
            raise BrokerError(f"the broker has no stream {name!r} for us: {error.description}") from error
    except (NatsError, TimeoutError) as error:
        raise BrokerError(f"the broker has no stream {name!r} for us: {error or 'no answer'}") from error


async def _limit(js: JetStreamContext, name: str, kept: dict[str, Any]) -> None:
    """Set how much a stream keeps, where that differs."""
    try:
        config = (await js.stream_info(name)).config
        if (config.max_age, config.max_bytes) != (kept["max_age"], kept["max_bytes"]):
            await js.update_stream(config.evolve(**kept))
    except APIError as error:
        raise BrokerError(f"the broker does not limit {name!r}: {error.description}") from error
    except (NatsError, TimeoutError) as error:
        raise BrokerError(f"the broker does not limit {name!r}: {error or 'no answer'}") from error


class Follower:
    """Reads a stream in its order, from one message on. What was lost on the way, or with the broker, ends it.

    Nothing is acknowledged to the broker, which has been seen to forget an emptied stream's numbers when it is killed:
    whoever follows knows from its own journal what it has.
    """

    def __init__(self, js: JetStreamContext, stream: str, subject: str, *, begin: int) -> None:
        """Prepare; the first `next` begins at message number `begin`."""
        self._js = js
        self._stream = stream
        self._subject = subject
        self._begin = begin
        self._seen = begin - 1
        self._subscription: Subscription | None = None

    async def next(self, most: int) -> list[Msg] | None:
        """Return what has come, at most so many messages; none after a quiet time; None if it has to begin anew."""
        subscription = self._subscription or await self._subscribe()
        try:
            messages = [await subscription.next_msg(timeout=LOOK_AGAIN_S)]
        except TimeoutError:
            last = (await self._js.stream_info(self._stream)).state.last_seq
            return None if last != self._seen and last >= self._begin else []
        while len(messages) < most and subscription.pending_msgs:
            messages.append(await subscription.next_msg(timeout=LOOK_AGAIN_S))
        self._seen = messages[-1].metadata.sequence.stream
        return messages

    async def close(self) -> None:
        """End reading."""
        if self._subscription is not None:
            try:
                await self._subscription.unsubscribe()
            except NatsError as error:
                log.debug("a subscription ended with its connection: %s", error)

    async def _subscribe(self) -> Subscription:
        config = ConsumerConfig(
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=self._begin,
            ack_policy=AckPolicy.NONE,
            idle_heartbeat=5,
            flow_control=True,
        )
        self._subscription = await self._js.subscribe(
            self._subject, stream=self._stream, config=config, manual_ack=True
        )
        return self._subscription


async def keep_doing(what: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do something over and over: when it fails because the broker is away, wait and begin again.

    Args:
        what: for the log.
        work: does it until it fails.
    """
    failures = 0
    while True:
        try:
            await work()
            failures = 0
        except (NatsError, BrokerError, TimeoutError, ConnectionError) as error:
            failures += 1
            level = logging.WARNING if failures == 1 else logging.DEBUG
            log.log(level, "%s: %s; tried again", what, error or type(error).__name__)
        except Exception:  # one table's trouble must not stop the others
            failures += 1
            log.exception("%s: internal error; tried again", what)
        await asyncio.sleep(min(RETRY_S * max(failures, 1), 10))


async def until_ended(ended: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Do something until it is to end; what goes wrong in it meanwhile is raised."""
    working, ending = asyncio.create_task(work), asyncio.create_task(ended.wait())
    done, _ = await asyncio.wait({working, ending}, return_when=asyncio.FIRST_COMPLETED)
    for task in (working, ending):
        task.cancel()
    await asyncio.gather(working, ending, return_exceptions=True)
    if working in done:
        working.result()
