"""For machines that watch the house: is the server well, what do its metrics say; and for people: what is wrong now."""

from __future__ import annotations

import hmac
import os
from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from api.auth.door import is_loopback
from api.auth.roles import Right
from api.problems import Problem
from api.routes.context import House, InHouse, SeesTable, get_house
from api.schemas import AlarmView
from api.upkeep.metrics import CONTENT_TYPE

machines = APIRouter(include_in_schema=False)
router = APIRouter(tags=["house"])


@machines.get("/healthz")
def health() -> dict[str, str]:
    """The server answers."""
    return {"status": "ok"}


@machines.get("/readyz")
def ready(house: InHouse, response: Response) -> dict[str, object]:
    """Whether the server can do its work: 503 where it could not journal a fact."""
    reasons = (
        [] if house.data is None or os.access(house.data, os.W_OK | os.X_OK) else ["data folder not writable"]
    )
    reasons += [alarm.code for alarm in house.alarms() if alarm.code in STOPS]
    if reasons:
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    return {"ready": not reasons, "reasons": reasons}


STOPS = frozenset({"disk-full", "copy-not-written"})
"""Alarms with which facts are not taken any more."""


@machines.get("/metrics")
def metrics(request: Request) -> Response:
    """What Prometheus asks for; from other machines with the token that the server was started with."""
    house = get_house(request)
    if house.metrics is None or not _may_measure(request, house):
        raise Problem(
            HTTPStatus.FORBIDDEN, "not-yours-to-do", "metrics are for this machine, or with their token"
        )
    return Response(house.metrics.text(), media_type=CONTENT_TYPE)


def _may_measure(request: Request, house: House) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if house.metrics_token:
        return hmac.compare_digest(given.encode(), house.metrics_token.encode())
    return request.client is not None and is_loopback(request.client.host)


@router.get("/alarms")
def alarms(house: InHouse, who: SeesTable) -> list[AlarmView]:
    """What is wrong in the house now, the oldest first: hosts away, clocks that differ, disks that fill up.

    A dealer is told nothing of other tables.
    """
    if not who.may(Right.SEE_TABLE) or who.table is not None:
        return []
    return [
        AlarmView(
            code=alarm.code,
            subject=alarm.subject,
            text=alarm.text,
            since_ms=int(alarm.since * 1000),
            times=alarm.times,
        )
        for alarm in house.alarms()
    ]
