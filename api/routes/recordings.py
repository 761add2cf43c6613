"""Recordings that were audited: to be played with what was read, and each round to be seen as it was told."""

from __future__ import annotations

import mimetypes
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Path, Query, Response
from fastapi.responses import FileResponse

from api.archive.charts import charts_of
from api.archive.disclosure import Disclosure, disclosure
from api.archive.replayed import Replayed
from api.archive.schemas import FrameTimes, LookPage, RecordingInfo, RecordingView, RoundReplay, SessionCharts
from api.archive.views import footage_view, frame_times, info_view, look_page, recording_view, replay_view
from api.problems import Problem, described, not_found
from api.routes.context import AtRecording, InHouse, SeesEvidence, Told
from api.routes.tables import JPEG, KEEP, LATEST_US
from api.schemas import FactPage, FactRow, FindingView
from api.store.journal import read_entries
from api.store.projections import JudgedRound
from vision.errors import SourceError

router = APIRouter(tags=["recordings"])

LOOKS: Final = 500
FRAMES: Final = 2000
PAGE: Final = 500
MOST_ROUNDS: Final = 2**31
TIME_HEADER: Final = "X-Pitwatch-Pts"
PRIVATE: Final = {"Cache-Control": "private, no-store"}


def file_answers(kind: str) -> dict[int | str, dict[str, Any]]:
    """Return how a route describes that it answers with a file, or the parts of it that the header `Range` asks for."""
    return {
        200: {"content": {kind: {}}, "description": "The whole file"},
        206: {
            "content": {kind: {}, "multipart/byteranges": {}},
            "description": "The parts that the header `Range` asks for",
        },
        416: described(416),
    }


def may_ask_for_parts(range_: Annotated[str | None, Header(alias="Range")] = None) -> None:
    """Describe the header; who answers with the file reads it."""
    del range_


VIDEO: Final = "video/*"
IN_PARTS: Final = [Depends(may_ask_for_parts)]
Time = Annotated[int, Query(ge=0, le=LATEST_US)]
RoundNo = Annotated[int, Path(ge=1, le=MOST_ROUNDS)]


@router.get("/recordings")
def recordings(house: InHouse, who: SeesEvidence) -> list[RecordingInfo]:
    """Return the footage of tables that are watched, then recordings that were audited, the newest audits first."""
    archive = house.archive
    if archive is None:
        return []
    infos = [
        info_view(recorded, disclosure(recorded, archive, who.name))
        for name in archive.names()
        if (recorded := archive.get(name))
    ]
    footage = [
        footage_view(live, span_us, blind=live.reviews.is_blind(who.name))
        for live, span_us in archive.watched()
    ]
    return [*footage, *sorted(infos, key=lambda info: info.began_at, reverse=True)]


@router.get("/recordings/{recording}")
def recording(kept: AtRecording, told: Told, house: InHouse) -> RecordingView:
    """Return a recording with its rounds: what a replayer needs before it plays."""
    others = house.archive.others_of_film(kept) if house.archive else []
    return recording_view(kept, told, profiles=sorted(house.profiles), others=others)


@router.get("/recordings/{recording}/rounds/{no}")
def round_(kept: AtRecording, told: Told, no: RoundNo) -> RoundReplay:
    """Return a round in full: actions with their times, cards, verdict, findings, reviews."""
    return replay_view(judged_round(kept, no), kept, told)


@router.get("/recordings/{recording}/charts")
def charts(kept: AtRecording, told: Told) -> SessionCharts:
    """Return the session as lines and dots; not while it is reviewed blind."""
    see_all(told)
    return charts_of(kept)


@router.get("/recordings/{recording}/findings")
def findings(kept: AtRecording, told: Told) -> list[FindingView]:
    """Return the findings in order; a blind reviewer gets those of the rounds that they have judged."""
    return [f for f in kept.findings() if told.tells(f.round)]


@router.get(
    "/recordings/{recording}/findings/{finding_id}/still.jpg",
    response_class=Response,
    responses={200: {"content": {JPEG: {}}}},
)
def still(
    kept: AtRecording, told: Told, who: SeesEvidence, finding_id: Annotated[str, Path(max_length=200)]
) -> Response:
    """Return the picture of a finding, with its cards drawn on it. The journal keeps who looked at it."""
    is_told = any(f.id == finding_id for f in findings(kept, told))
    data = kept.still(finding_id) if is_told else None
    if data is None:
        raise not_found(f"picture of finding {finding_id!r}")
    kept.viewed(f"{finding_id}/still.jpg", who.name)
    return Response(data, media_type=JPEG, headers=PRIVATE)


@router.get("/recordings/{recording}/sightings")
def sightings(
    kept: AtRecording,
    who: SeesEvidence,
    from_us: Time = 0,
    until_us: Time = LATEST_US,
    limit: Annotated[int, Query(ge=1, le=LOOKS)] = LOOKS,
) -> LookPage:
    """Return what was read between two media times: the look that holds at the first, and every later one.

    A look holds until the next: for a picture's overlay take the newest look up to its time.
    """
    del who
    return look_page(kept, from_us, until_us, limit)


@router.get("/recordings/{recording}/frames")
def frames(
    kept: AtRecording,
    who: SeesEvidence,
    from_us: Time = 0,
    limit: Annotated[int, Query(ge=1, le=FRAMES)] = FRAMES,
) -> FrameTimes:
    """Return the media times of single pictures from a time on, for stepping from one to the next."""
    del who
    try:
        return frame_times(kept, from_us, limit)
    except SourceError as error:
        raise not_readable(error) from error


@router.get(
    "/recordings/{recording}/frame.jpg",
    response_class=Response,
    responses={
        200: {
            "content": {JPEG: {}},
            "headers": {
                TIME_HEADER: {"description": "media time of the picture", "schema": {"type": "integer"}}
            },
        }
    },
)
def frame(kept: AtRecording, who: SeesEvidence, pts: Time, marked: bool = False) -> Response:
    """Return the picture that is shown at a media time, microseconds; `marked` draws the cards that were read."""
    try:
        at_us, data = kept.picture(pts, marked=marked)
    except SourceError as error:
        raise not_readable(error) from error
    kept.viewed("frame.jpg", who.name)
    headers = {**(PRIVATE if marked else KEEP), TIME_HEADER: str(at_us)}
    return Response(data, media_type=JPEG, headers=headers)


@router.get(
    "/recordings/{recording}/video",
    response_class=FileResponse,
    responses=file_answers(VIDEO),
    dependencies=IN_PARTS,
)
def video(kept: AtRecording, who: SeesEvidence) -> FileResponse:
    """Return the video file, or the part of it that is asked for. The journal keeps who looked at it."""
    try:
        _ = kept.pictures
    except SourceError as error:
        raise not_readable(error) from error
    path = kept.record.recording
    if not path.is_file():
        raise not_found("video of this recording: it is a folder of stills")
    kept.viewed("video", who.name)
    kind = mimetypes.guess_type(path.name)[0] or ""
    return FileResponse(path, media_type=kind if kind.startswith("video/") else "video/mp4", headers=PRIVATE)


@router.get("/recordings/{recording}/facts")
def facts(
    kept: AtRecording,
    told: Told,
    after: Annotated[int, Query(ge=0, le=LATEST_US)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> FactPage:
    """Return rows of the recording's journal behind row `after`, in order; not while it is reviewed blind."""
    see_all(told)
    entries = list(read_entries(kept.journal_path, after=after, limit=limit))
    rows = tuple(
        FactRow(seq=e.seq, recorded_at=e.recorded_at, hash=e.hash, fact=e.fact.to_json()) for e in entries
    )
    return FactPage(rows=rows, next=rows[-1].seq if len(rows) == limit else None)


def judged_round(kept: Replayed, no: int) -> JudgedRound:
    """Return a round by its number.

    Raises:
        Problem: 404 if there is none.
    """
    found = next((judged for judged in kept.rounds if judged.told.no == no), None)
    if found is None:
        raise not_found(f"round {no}")
    return found


def see_all(told: Disclosure) -> None:
    """Check that somebody may be told everything about a recording.

    Raises:
        Problem: 409 while they review it blind.
    """
    if told.blind:
        raise blind_review()


def blind_review() -> Problem:
    """Return the answer for what would tell a blind reviewer findings."""
    return Problem(
        HTTPStatus.CONFLICT, "blind-review", "this would tell findings: end the blind review first"
    )


def not_readable(error: SourceError) -> Problem:
    """Return the answer where a recording is gone or cannot be read."""
    return Problem(HTTPStatus.CONFLICT, "recording-unreadable", str(error))
