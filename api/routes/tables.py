"""Tables: their state, their pictures, the pictures of findings, their journal."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from api.problems import not_found
from api.routes.context import AtTable, InHouse
from api.schemas import Catalogue, FactPage, FactRow, TableState
from api.store.journal import read_entries

router = APIRouter(tags=["tables"])

JPEG: Final = "image/jpeg"
KEEP: Final = {"Cache-Control": "private, max-age=3600"}
PAGE: Final = 500


@router.get("/catalogue")
def catalogue(house: InHouse) -> Catalogue:
    """Titles of finding codes and profiles, and which program this is."""
    return house.catalogue


@router.get("/tables")
def tables(house: InHouse) -> list[TableState]:
    """Every table's newest state."""
    return [published.state for published in house.hub.newest()]


@router.get("/tables/{name}")
def table(name: str, house: InHouse) -> TableState:
    """Return one table's newest state."""
    state = house.hub.state(name)
    if state is None:
        raise not_found(f"table {name!r}")
    return state


@router.get("/tables/{name}/picture.jpg", response_class=Response, responses={200: {"content": {JPEG: {}}}})
def picture(feed: AtTable, pts: int | None = None, marked: bool = False) -> Response:
    """Return the picture of a media time in microseconds, or the newest; `marked` draws the cards that were read."""
    data = feed.picture(pts, marked=marked)
    if data is None:
        raise not_found("picture of this time" if pts is not None else "picture yet")
    return Response(data, media_type=JPEG, headers=KEEP if pts is not None else {"Cache-Control": "no-store"})


@router.get(
    "/tables/{name}/findings/{finding_id}/still.jpg",
    response_class=Response,
    responses={200: {"content": {JPEG: {}}}},
)
def still(feed: AtTable, finding_id: str) -> Response:
    """Return the picture of a finding, with its cards drawn on it."""
    data = feed.still(finding_id)
    if data is None:
        raise not_found(f"picture of finding {finding_id!r}")
    return Response(data, media_type=JPEG, headers=KEEP)


@router.get("/tables/{name}/facts")
def facts(
    feed: AtTable,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> FactPage:
    """Return rows of the table's journal behind row `after`, in order."""
    entries = list(read_entries(feed.journal_path, after=after, limit=limit))
    rows = tuple(
        FactRow(seq=e.seq, recorded_at=e.recorded_at, hash=e.hash, fact=e.fact.to_json()) for e in entries
    )
    return FactPage(rows=rows, next=rows[-1].seq if len(rows) == limit else None)
