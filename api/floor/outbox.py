"""One table's journal on its way to the broker: rows in order, each once, from wherever the stream ended.

Many rows are on their way at once, and the broker takes each only directly behind the one before it
(`Nats-Expected-Last-Msg-Id`), the first only behind the message that was the stream's last when we looked: nothing is
sent twice when an answer was lost, and no row overtakes another or takes a lost one's place. Where the broker lost its
newest messages (a power cut), the stream ends earlier and the rows are sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
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
LOOK_BACK: Final = 64
"""So many of the stream's last messages are looked through for one of ours, where others wrote into it."""


PATIENCE: Final = 3
"""So often in a row the stream may have moved before it is trouble."""
_MOVED: Final = frozenset({10070, 10071})
"""JetStream's codes: the stream's last message is another than expected."""


class StreamMoved(BrokerError):
    """The stream ends elsewhere than we thought: an answer was lost, or somebody else wrote into it."""


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
        self._nonce = token_hex(8)
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
        # The broker takes no message twice that has the id of an earlier one, even if that was no use.
        self._nonce = token_hex(8)
        info = await self._js.stream_info(self._stream)
        self._stream_end = info.state.last_seq
        self._sent = await self._last_of_ours(info.state.first_seq)

    async def catch_up(self) -> None:
        """Publish every row that the journal holds and the stream does not; rows that come meanwhile may be left.

        Raises:
            BrokerError: if the broker does not take a row.
        """
        moved = 0
        while rows := await asyncio.to_thread(self._next_rows):
            try:
                await self._publish(rows)
                moved = 0
                if len(rows) < IN_FLIGHT:
                    return
            except StreamMoved:
                moved += 1
                if moved > PATIENCE:
                    raise
                await self.find_end()

    def _next_rows(self) -> list[Row]:
        return list(read_rows(self._journal, after=self._sent, limit=IN_FLIGHT))

    async def _publish(self, rows: Sequence[Row]) -> None:
        behind = {Header.EXPECTED_LAST_SEQUENCE.value: str(self._stream_end)}
        sending = []
        for row in rows:
            name = f"{self._nonce}-{row.seq}"
            sending.append(self._publish_one(row, {Header.MSG_ID.value: name} | behind))
            behind = {Header.EXPECTED_LAST_MSG_ID.value: name}
        for row, answer in zip(rows, await asyncio.gather(*sending, return_exceptions=True), strict=True):
            if isinstance(answer, APIError) and answer.err_code in _MOVED:
                raise StreamMoved(
                    f"row {row.seq} of table {self._table!r} is not taken: others write there, too"
                )
            if isinstance(answer, (APIError, NatsError, TimeoutError)):
                raise BrokerError(
                    f"row {row.seq} of table {self._table!r} is not taken: {answer or type(answer).__name__}"
                ) from answer
            if isinstance(answer, BaseException):
                raise answer
            self._sent = row.seq
            self._stream_end = answer

    async def _publish_one(self, row: Row, order: dict[str, str]) -> int:
        payload = row_to_bytes(row)
        headers = self._seal.headers(self._subject, payload) | order
        answer = await self._js.publish(
            self._subject, payload, timeout=ANSWER_S, stream=self._stream, headers=headers
        )
        return answer.seq

    async def _last_of_ours(self, first_seq: int) -> int:
        """Return the number of the last row in the stream that is this journal's; 0 if none is.

        Raises:
            BrokerError: if this host sent rows, and none of them is this journal's.
        """
        begin = max(first_seq, self._stream_end - LOOK_BACK + 1, 1)
        last, other = 0, None
        for seq in range(self._stream_end, begin - 1, -1):
            row = await self._row_at(seq)
            if row is not None and self._is_ours(row):
                last = max(
                    last, row.seq
                )  # the newest message need not be the last row: somebody may have sent old ones
            else:
                other = other or row
        if not last and other is not None:
            raise BrokerError(
                f"the broker holds another journal of table {self._table!r}: its row {other.seq} is not ours "
                "(was this host's data folder exchanged?)"
            )
        return last

    async def _row_at(self, seq: int) -> Row | None:
        """Return the row in a message of the stream, if this host sent it."""
        try:
            message = await self._js.get_msg(self._stream, seq)
        except NotFoundError:
            return None
        payload = message.data or b""
        try:
            self._seal.check(self._subject, payload, message.headers or {})
            return row_from_bytes(payload)
        except MessageRefused:
            return None

    def _is_ours(self, row: Row) -> bool:
        return next(read_rows(self._journal, after=row.seq - 1, limit=1), None) == row
