"""What travels between a camera host and the server: subjects, rows of journals, orders; each message signed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final
from urllib.parse import quote

from api.errors import MessageRefused
from api.store.journal import Row
from tracker.facts import FactBody, body_from_json, body_to_json

HOST: Final = "Pitwatch-Host"
"""Header: the name of the camera host that a message comes from or goes to."""
SIGNATURE: Final = "Pitwatch-Signature"
"""Header: HMAC-SHA256 with the host's key over subject and payload, hex."""

FACTS: Final = "facts"
ORDERS: Final = "orders"
BEAT: Final = "beat"
PICTURE: Final = "picture"
TABLE: Final = "table"

Headers = Mapping[str, str]


def token_of(table: str) -> str:
    """Return a table's name as one token of a subject: whatever has a meaning there is escaped.

    The escapes begin with `=`: the broker takes a `%` in a stream's name for a format of its own.
    """
    return quote(table, safe="").replace(".", "%2E").replace("%", "=")


def subject_of(kind: str, table: str) -> str:
    """Return the subject on which messages of a kind travel for a table."""
    return f"pitwatch.{kind}.{token_of(table)}"


def stream_of(kind: str, table: str) -> str:
    """Return the name of a table's stream of facts or orders."""
    return f"pitwatch-{kind}-{token_of(table)}"


@dataclass(frozen=True, slots=True)
class Seal:
    """A camera host's name and key: signs what it sends, and what the server sends to it."""

    host: str
    key: bytes

    def headers(self, subject: str, payload: bytes) -> dict[str, str]:
        """Return the headers that sign a message."""
        return {HOST: self.host, SIGNATURE: self._signature(subject, payload)}

    def check(self, subject: str, payload: bytes, headers: Headers) -> None:
        """Check that a message is signed by this host's key.

        Raises:
            MessageRefused: if it is not.
        """
        given = headers.get(SIGNATURE, "")
        if not hmac.compare_digest(given.encode(), self._signature(subject, payload).encode()):
            raise MessageRefused("bad-signature", f"a message of host {self.host!r} is not signed by its key")

    def _signature(self, subject: str, payload: bytes) -> str:
        return hmac.new(self.key, subject.encode() + b"\n" + payload, hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody at the server tells a table; its facts get their ids from source and key.

    Attributes:
        bodies: what is told.
        source: who tells it.
        key: idempotency key; an order that comes twice is carried out once.
        ages_us: how long ago each happened when it was told, microseconds; empty: all happen now.
    """

    bodies: tuple[FactBody, ...]
    source: str
    key: str
    ages_us: tuple[int, ...] = ()


def row_to_bytes(row: Row) -> bytes:
    """Return a row of a journal as it travels."""
    return _to_bytes(asdict(row))


def row_from_bytes(payload: bytes) -> Row:
    """Return the row that travelled; whether it holds a fact is the journal's to check.

    Raises:
        MessageRefused: if it is none.
    """
    match _object(payload):
        case {"seq": int(seq), "recorded_at": str(recorded_at), "content": str(content), "hash": str(link)}:
            return Row(seq, recorded_at, content, link)
        case _:
            raise MessageRefused("no-row", f"expected a row of a journal, got {payload[:60]!r}")


def order_to_bytes(order: Order) -> bytes:
    """Return an order as it travels."""
    bodies = [body_to_json(body) for body in order.bodies]
    ages = {"ages_us": list(order.ages_us)} if order.ages_us else {}
    return _to_bytes({"bodies": bodies, "source": order.source, "key": order.key, **ages})


def order_from_bytes(payload: bytes) -> Order:
    """Return the order that travelled.

    Raises:
        MessageRefused: if it is none.
    """
    data = _object(payload)
    match data:
        case {"bodies": [*bodies], "source": str(source), "key": str(key)} if key:
            return Order(_bodies(bodies), source, key, _ages(data.get("ages_us", []), len(bodies)))
        case _:
            raise MessageRefused("no-order", f"expected an order, got {payload[:60]!r}")


def _bodies(values: Sequence[Any]) -> tuple[FactBody, ...]:
    try:
        return tuple(body_from_json(value) for value in values)
    except (TypeError, ValueError) as error:
        raise MessageRefused("no-fact", f"an order holds no fact: {error}") from error


def _ages(values: object, count: int) -> tuple[int, ...]:
    ages = values if isinstance(values, list) else [None]
    if len(ages) not in (0, count) or not all(type(age) is int and age >= 0 for age in ages):
        raise MessageRefused("no-ages", f"expected how long ago each of {count} facts was, got {values!r}")
    return tuple(ages)


def _to_bytes(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _object(payload: bytes) -> dict[str, Any]:
    try:
        data = json.loads(payload)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise MessageRefused("no-json", f"expected a JSON object, got {payload[:60]!r}")
    return data
