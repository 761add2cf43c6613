"""The live stream: every change of every table, over server-sent events. Resumable: an id names the last state sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from time import time
from typing import Annotated, Final

from fastapi import APIRouter, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from api.auth.roles import Right
from api.routes.context import SESSION_COOKIE, House, InHouse, SeesTable

router = APIRouter(tags=["stream"])

QUIET_S: Final = 1.5
"""After so long without a change the clock is sent, so that screens know that the server is there."""
RETRY_MS: Final = 1500


@router.get("/stream", response_class=EventSourceResponse)
async def stream(
    request: Request, house: InHouse, who: SeesTable, last_event_id: Annotated[str | None, Header()] = None
) -> AsyncIterator[ServerSentEvent]:
    """Send the state of every table that one may see, then each change.

    Events: `clock` (`{"now_ms"}`), `table` (a `TableState`). A screen that comes back with the id of the last event it
    had gets only what changed since. The stream ends with the session.
    """
    yield ServerSentEvent(event="clock", data={"now_ms": _now_ms()}, retry=RETRY_MS)
    async for changed in house.hub.changes(_version_of(last_event_id, house), wait_s=QUIET_S):
        if house.door is not None and house.door.session(request.cookies.get(SESSION_COOKIE)) is None:
            return
        if not changed:
            yield ServerSentEvent(event="clock", data={"now_ms": _now_ms()})
        for published in changed:
            if not who.may(Right.SEE_TABLE, published.name):
                continue
            yield ServerSentEvent(
                event="table", raw_data=published.json, id=f"{house.epoch}-{published.version}"
            )


def _version_of(event_id: str | None, house: House) -> int:
    """Return the version that an id names, 0 (send all) if it is none of this server's run."""
    epoch, _, version = (event_id or "").partition("-")
    return int(version) if epoch == house.epoch and version.isdecimal() else 0


def _now_ms() -> int:
    return int(time() * 1000)
