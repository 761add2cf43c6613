"""The live stream: every change of every table, over server-sent events. Resumable: an id names the last state sent."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from time import monotonic, time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from api.auth.roles import Person, Right
from api.live.hub import Hub, Published
from api.routes.context import SESSION_COOKIE, House, InHouse, SeesTable

router = APIRouter(tags=["stream"])

QUIET_S: Final = 1.5
"""After so long without a change the clock is sent, so that screens know that the server is there."""
RETRY_MS: Final = 1500
SESSION_CHECK_S: Final = 0.5
"""A stream ends so soon after its session."""
EVENTS: Final = "text/event-stream"
_ANSWER: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "Events `clock` and `table`", "content": {EVENTS: {"schema": {"type": "string"}}}}
}


class EventStream(StreamingResponse):
    """Server-sent events, as bytes that are ready to send."""

    media_type = EVENTS


@router.get("/stream", response_class=EventStream, responses=_ANSWER)
async def stream(
    request: Request, house: InHouse, who: SeesTable, last_event_id: Annotated[str | None, Header()] = None
) -> EventStream:
    """Send the state of every table that one may see, then each change.

    Events: `clock` (`{"now_ms"}`), `table` (a `TableState`). A screen that comes back with the id of the last event it
    had gets only what changed since. A screen that reads too slowly gets the newest state of each table when it can
    take it, and nothing waits for it. The stream ends with the session.
    """
    events = _events(request, house, who, _version_of(last_event_id, house.hub))
    return EventStream(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


async def _events(request: Request, house: House, who: Person, version: int) -> AsyncIterator[bytes]:
    yield b"retry: %d\n%b" % (RETRY_MS, _clock())
    token, checked_at = request.cookies.get(SESSION_COOKIE), monotonic()
    async for changed in house.hub.changes(version, wait_s=QUIET_S):
        if house.door is not None and (not changed or monotonic() - checked_at >= SESSION_CHECK_S):
            checked_at = monotonic()
            if house.door.session(token) is None:
                return
        yield _told(changed, who) or _clock()


def _told(changed: list[Published], who: Person) -> bytes:
    """Return the events of the tables that one may see; empty where there is none."""
    if who.table is None and who.may(Right.SEE_TABLE):
        return b"".join([published.event for published in changed])
    return b"".join([p.event for p in changed if who.may(Right.SEE_TABLE, p.name)])


def _version_of(event_id: str | None, hub: Hub) -> int:
    """Return the version that an id names, 0 (send all) if it is none of this server's run."""
    epoch, _, version = (event_id or "").partition("-")
    return int(version) if epoch == hub.epoch and version.isdecimal() and len(version) < 20 else 0


def _clock() -> bytes:
    return b"event: clock\ndata: %b\n\n" % json.dumps({"now_ms": int(time() * 1000)}).encode()
