"""Tables: their state, their pictures, the pictures of findings, their journal."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response

from api.auth.roles import Right
from api.problems import not_found
from api.routes.context import AtTable, InHouse, SeesEvidence, SeesTable, Someone
from api.schemas import Catalogue, FactPage, FactRow, TableState
from api.store.journal import read_entries

router = APIRouter(tags=["tables"])

JPEG: Final = "image/jpeg"
KEEP: Final = {"Cache-Control": "private, max-age=3600"}
PAGE: Final = 500
LATEST_US: Final = 2**62
"""Beyond what SQLite counts nothing is asked for."""


@router.get("/catalogue")
def catalogue(house: InHouse, who: Someone) -> Catalogue:
    """Titles of finding codes and profiles, and which program this is."""
    del who
    return house.catalogue


@router.get("/tables")
def tables(house: InHouse, who: SeesTable) -> list[TableState]:
    """The newest state of every table that one may see."""
    return [p.state for p in house.hub.newest() if who.may(Right.SEE_TABLE, p.name)]


@router.get("/tables/{name}")
def table(name: str, house: InHouse, who: SeesTable) -> TableState:
    """Return one table's newest state."""
    del who
    state = house.hub.state(name)
    if state is None:
        raise not_found(f"table {name!r}")
    return state


@router.get("/tables/{name}/picture.jpg", response_class=Response, responses={200: {"content": {JPEG: {}}}})
def picture(
    feed: AtTable,
    who: SeesTable,
    pts: Annotated[int | None, Query(ge=0, le=LATEST_US)] = None,
    marked: bool = False,
) -> Response:
    """Return the picture of a media time in microseconds, or the newest; `marked` draws the cards that were read."""
    del who
    data = feed.picture(pts, marked=marked)
    if data is None:
        raise not_found("picture of this time" if pts is not None else "picture yet")
    return Response(data, media_type=JPEG, headers=KEEP if pts is not None else {"Cache-Control": "no-store"})


@router.get(
    "/tables/{name}/findings/{finding_id}/still.jpg",
    response_class=Response,
    responses={200: {"content": {JPEG: {}}}},
)
def still(feed: AtTable, who: SeesEvidence, finding_id: Annotated[str, Path(max_length=200)]) -> Response:
    """Return the picture of a finding, with its cards drawn on it. The journal keeps who looked at it."""
    data = feed.still(finding_id)
    if data is None:
        raise not_found(f"picture of finding {finding_id!r}")
    feed.viewed(f"{finding_id}/still.jpg", who.name)
    return Response(data, media_type=JPEG, headers=KEEP)


@router.get("/tables/{name}/facts")
def facts(
    feed: AtTable,
    who: SeesEvidence,
    after: Annotated[int, Query(ge=0, le=LATEST_US)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> FactPage:
    """Return rows of the table's journal behind row `after`, in order."""
    del who
    entries = list(read_entries(feed.journal_path, after=after, limit=limit))
    rows = tuple(
        FactRow(seq=e.seq, recorded_at=e.recorded_at, hash=e.hash, fact=e.fact.to_json()) for e in entries
    )
    return FactPage(rows=rows, next=rows[-1].seq if len(rows) == limit else None)
