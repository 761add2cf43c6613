"""One table's journal on its way to the broker: rows in order, each once, from wherever the stream ended.

A row is published only behind the message that was the stream's last when we looked (`Nats-Expected-Last-Sequence`), so
that nothing is sent twice when an answer was lost, and no row overtakes another. Where the broker lost its newest
messages (a power cut), the stream ends earlier and the rows are sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import Header
from nats.js.errors import APIError, NotFoundError

from api.errors import BrokerError, MessageRefused
from api.floor.broker import ANSWER_S
from api.floor.wire import FACTS, Seal, row_from_bytes, row_to_bytes, stream_of, subject_of
from api.store.journal import Row, read_rows

IN_FLIGHT: Final = 64
"""So many rows are on their way before the first is acknowledged."""
LOOK_BACK: Final = 200
"""So many of the stream's last messages are looked through for one of ours, where others wrote into it."""


class Outbox:
    """Publishes the journal of one table."""

    def __init__(self, js: JetStreamContext, seal: Seal, table: str, journal: Path) -> None:
        """Prepare; `catch_up` publishes."""
        self._js = js
        self._seal = seal
        self._subject = subject_of(FACTS, table)
        self._stream = stream_of(FACTS, table)
        self._table = table
        self._journal = journal
        self._sent = 0
        self._stream_end = 0

    @property
    def sent(self) -> int:
        """Number of the last row that the broker acknowledged."""
        return self._sent

    async def find_end(self) -> None:
        """Look up where the stream ends.

        Raises:
            BrokerError: if it holds rows of another journal than ours.
        """
        info = await self._js.stream_info(self._stream)
        self._stream_end = info.state.last_seq
        last = await self._last_row(info.state.first_seq)
        self._sent = 0 if last is None else last.seq
        if last is not None and not self._is_ours(last):
            raise BrokerError(
                f"the broker holds another journal of table {self._table!r}: its row {last.seq} is not ours "
                "(was this host's data folder exchanged?)"
            )

    async def catch_up(self) -> None:
        """Publish every row that the journal holds and the stream does not.

        Raises:
            BrokerError: if the broker does not take a row.
        """
        while rows := await asyncio.to_thread(self._next_rows):
            await self._publish(rows)

    def _next_rows(self) -> list[Row]:
        return list(read_rows(self._journal, after=self._sent, limit=IN_FLIGHT))

    async def _publish(self, rows: Sequence[Row]) -> None:
        sending = [self._publish_one(row, self._stream_end + n) for n, row in enumerate(rows)]
        for row, answer in zip(rows, await asyncio.gather(*sending, return_exceptions=True), strict=True):
            if isinstance(answer, (APIError, NatsError, TimeoutError)):
                raise BrokerError(
                    f"row {row.seq} of table {self._table!r} is not taken: {answer or type(answer).__name__}"
                ) from answer
            if isinstance(answer, BaseException):
                raise answer
            self._sent = row.seq
            self._stream_end = answer

    async def _publish_one(self, row: Row, behind: int) -> int:
        payload = row_to_bytes(row)
        headers = self._seal.headers(self._subject, payload)
        headers[Header.EXPECTED_LAST_SEQUENCE] = str(behind)
        answer = await self._js.publish(
            self._subject, payload, timeout=ANSWER_S, stream=self._stream, headers=headers
        )
        return answer.seq

    async def _last_row(self, first_seq: int) -> Row | None:
        """Return the last row in the stream that this host sent."""
        begin = max(first_seq, self._stream_end - LOOK_BACK + 1, 1)
        for seq in range(self._stream_end, begin - 1, -1):
            try:
                message = await self._js.get_msg(self._stream, seq)
            except NotFoundError:
                continue
            payload = message.data or b""
            try:
                self._seal.check(self._subject, payload, message.headers or {})
                return row_from_bytes(payload)
            except MessageRefused:
                continue
        return None

    def _is_ours(self, row: Row) -> bool:
        return next(read_rows(self._journal, after=row.seq - 1, limit=1), None) == row
