"""Cases: opened, noted, joined, with pinned footage, held, closed, and exported as one package."""

from __future__ import annotations

import tempfile
from http import HTTPStatus
from pathlib import Path as FilePath
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field, model_validator
from starlette.background import BackgroundTask

from api.archive.disclosure import is_blind_in_case, may_see_case
from api.auth.people import LONGEST_NAME
from api.auth.roles import Person, Right
from api.errors import InputError
from api.evidence.casebook import Case, CaseBook, refuse_no_title
from api.evidence.package import make_package
from api.evidence.pins import CLIP, STILL, span_of
from api.evidence.witness import Witness
from api.problems import Problem, not_found
from api.routes.case_schemas import CaseView, case_view
from api.routes.context import (
    House,
    InHouse,
    SeesEvidence,
    Writes,
    WritesKeyed,
    demand,
    find_recording,
    find_table,
)
from api.routes.recordings import IN_PARTS, PRIVATE, VIDEO, blind_review, file_answers, not_readable
from api.routes.tables import JPEG
from api.store.journal import utc_now
from tracker.house_bodies import CaseClosed, CaseHeld, CaseNoted, CaseOpened, CasePersonSet
from vision.errors import SourceError

router = APIRouter(tags=["cases"])

ZIP: Final = "application/zip"
LATEST_US: Final = 2**62
Title = Annotated[str, Field(min_length=1, max_length=200)]
Note = Annotated[str, Field(min_length=1, max_length=4000)]
Reason = Annotated[str, Field(max_length=2000)]
PinNo = Annotated[str, Path(max_length=10)]
Us = Annotated[int, Field(ge=0, le=LATEST_US)]


class NewCase(BaseModel, extra="forbid"):
    """A case to open."""

    title: Title


class NewNote(BaseModel, extra="forbid"):
    """Something to write into a case."""

    note: Note


class Member(BaseModel, extra="forbid"):
    """Somebody who belongs to a case: a dealer, a patron, an auditor; `part` says as what."""

    person: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    part: Annotated[str, Field(min_length=1, max_length=60)]


class NewPin(BaseModel, extra="forbid"):
    """Footage to keep: of a recording or a table, a finding's or a time's. Without a time the finding says which."""

    recording: Annotated[str | None, Field(max_length=200)] = None
    table: Annotated[str | None, Field(max_length=100)] = None
    finding: Annotated[str, Field(max_length=200)] = ""
    from_us: Us | None = None
    until_us: Us | None = None

    @model_validator(mode="after")
    def _says_what(self) -> NewPin:
        if (self.recording is None) == (self.table is None):
            raise ValueError("expected either a recording or a table")
        if (self.from_us is None) != (self.until_us is None) or not (
            self.finding or self.from_us is not None
        ):
            raise ValueError("expected a finding, or from when until when")
        return self


class Standing(BaseModel, extra="forbid"):
    """How a case stands: open or closed, and whether its footage is held however old it is."""

    closed: bool
    held: bool
    reason: Reason = ""


def get_book(house: InHouse) -> CaseBook:
    """Return the house's cases.

    Raises:
        Problem: 409 where the server keeps none.
    """
    if house.cases is None:
        raise Problem(HTTPStatus.CONFLICT, "no-cases", "this server keeps no cases")
    return house.cases


InBook = Annotated[CaseBook, Depends(get_book)]


def get_case(
    case: Annotated[str, Path(max_length=20)], book: InBook, house: InHouse, who: SeesEvidence
) -> Case:
    """Return the case of the address; one that would tell a finding withheld from whoever asks is not there for them.

    Raises:
        Problem: 404 if there is none.
    """
    found = book.get(case)
    if found is None or not may_see_case(found, book, house.archive, who.name):
        raise not_found(f"case {case!r}")
    return found


AtCase = Annotated[Case, Depends(get_case)]


@router.get("/cases")
def cases(book: InBook, house: InHouse, who: SeesEvidence) -> list[CaseView]:
    """Return all cases that whoever asks may see, the newest first."""
    seen = [case for case in book.cases() if may_see_case(case, book, house.archive, who.name)]
    return [case_view(case, book) for case in seen]


@router.post("/cases", status_code=HTTPStatus.CREATED)
def open_case(new: NewCase, book: InBook, who: SeesEvidence, by: WritesKeyed) -> CaseView:
    """Open a case. The same under the same key is opened once."""
    demand(who, Right.JUDGE)
    try:
        refuse_no_title(new.title)
        return case_view(book.open(new.title, by=by.name, key=by.key), book)
    except InputError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "no-title", str(error)) from error


@router.get("/cases/{case}")
def case_(found: AtCase, book: InBook, who: SeesEvidence) -> CaseView:
    """Return a case."""
    del who
    return case_view(found, book)


@router.post("/cases/{case}/notes", status_code=HTTPStatus.CREATED)
def note(new: NewNote, found: AtCase, book: InBook, who: SeesEvidence, by: Writes) -> CaseView:
    """Write something into a case. The same under the same key is written once."""
    demand(who, Right.JUDGE)
    return case_view(book.say(CaseNoted(case=found.id, note=new.note, by=by.name), key=by.key), book)


@router.post("/cases/{case}/people", status_code=HTTPStatus.CREATED)
def join(member: Member, found: AtCase, book: InBook, who: SeesEvidence, by: Writes) -> CaseView:
    """Say that somebody belongs to a case. The same under the same key is said once."""
    demand(who, Right.JUDGE)
    joined = CasePersonSet(case=found.id, person=member.person, part=member.part, joins=True, by=by.name)
    return case_view(book.say(joined, key=by.key), book)


@router.delete("/cases/{case}/people/{person}")
def leave(
    found: AtCase, book: InBook, who: SeesEvidence, person: Annotated[str, Path(max_length=LONGEST_NAME)]
) -> CaseView:
    """Say that somebody does not belong to a case any more."""
    demand(who, Right.JUDGE)
    if person not in found.people:
        raise not_found(f"person {person!r} in this case")
    left = CasePersonSet(case=found.id, person=person, part="", joins=False, by=who.name)
    return case_view(book.say(left), book)


@router.put("/cases/{case}/standing")
def stand(standing: Standing, found: AtCase, book: InBook, who: SeesEvidence) -> CaseView:
    """Close a case or open it again; hold its footage however old it is, or no longer."""
    demand(who, Right.JUDGE)
    if standing.held != found.held:
        held = CaseHeld(case=found.id, held=standing.held, reason=standing.reason, by=who.name)
        found = book.say(held)
    if standing.closed and found.closed_us is None:
        found = book.say(CaseClosed(case=found.id, reason=standing.reason, by=who.name))
    elif not standing.closed and found.closed_us is not None:
        found = book.say(CaseOpened(case=found.id, title=found.title, by=who.name))
    return case_view(found, book)


@router.post("/cases/{case}/pins", status_code=HTTPStatus.CREATED)
def pin(
    new: NewPin, found: AtCase, book: InBook, house: InHouse, *, who: SeesEvidence, by: Writes
) -> CaseView:
    """Cut footage into a case, with everything that explains it; it stays whatever becomes of its source.

    The same under the same key is cut once.
    """
    demand(who, Right.JUDGE)
    witness = _witness(new, house, who)
    try:
        span = (new.from_us, new.until_us)
        from_us, until_us = (
            span_of(witness, new.finding) if span[0] is None or span[1] is None else (span[0], span[1])
        )
        book.pin(
            found,
            witness,
            finding_id=new.finding,
            from_us=from_us,
            until_us=until_us,
            by=by.name,
            key=by.key,
        )
    except InputError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "nothing-to-pin", str(error)) from error
    except SourceError as error:
        raise not_readable(error) from error
    return case_view(book.get(found.id) or found, book)


@router.get(
    "/cases/{case}/pins/{pin}/clip.mp4",
    response_class=FileResponse,
    responses=file_answers(VIDEO),
    dependencies=IN_PARTS,
)
def clip(found: AtCase, book: InBook, who: SeesEvidence, pin: PinNo) -> FileResponse:
    """Return a pin's video, or the part of it that is asked for. The journal keeps who looked at it."""
    return FileResponse(_evidence(book, found, pin, CLIP, who), media_type="video/mp4", headers=PRIVATE)


@router.get(
    "/cases/{case}/pins/{pin}/still.jpg",
    response_class=FileResponse,
    responses=file_answers(JPEG),
    dependencies=IN_PARTS,
)
def still(found: AtCase, book: InBook, who: SeesEvidence, pin: PinNo) -> FileResponse:
    """Return a pin's picture, with its cards drawn on it. The journal keeps who looked at it."""
    return FileResponse(_evidence(book, found, pin, STILL, who), media_type=JPEG, headers=PRIVATE)


@router.get(
    "/cases/{case}/package.zip",
    response_class=FileResponse,
    responses=file_answers(ZIP),
    dependencies=IN_PARTS,
)
def package(
    found: AtCase,
    book: InBook,
    house: InHouse,
    who: SeesEvidence,
    language: Annotated[Literal["en", "ru"], Query()] = "en",
    *,
    drawn: bool = False,
) -> FileResponse:
    """Return the case as one file that `pitwatch verify` checks. The journal keeps its hash and who asked for it.

    `drawn`: each clip is there a second time, with what was read drawn on its pictures.

    Not for somebody who reviews blind what it has footage of: rows of journals tell what others did about findings.
    """
    if is_blind_in_case(found, house.archive, who.name):
        raise blind_review()
    book.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        prefix=".package-", suffix=".zip", dir=book.folder, delete=False
    ) as file:
        path = FilePath(file.name)
    try:
        made = make_package(book, found, path, by=who.name, now=utc_now(), language=language, drawn=drawn)
        book.packed(found, made.sha256, by=who.name)
    except SourceError as error:
        path.unlink(missing_ok=True)
        raise not_readable(error) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    headers = {**PRIVATE, "X-Pitwatch-Sha256": made.sha256}
    return FileResponse(
        path,
        media_type=ZIP,
        filename=f"case-{found.id}.zip",
        headers=headers,
        background=BackgroundTask(path.unlink, missing_ok=True),
    )


def _witness(new: NewPin, house: House, who: Person) -> Witness:
    if new.table is not None:
        witness, told = find_table(new.table, house).witness(), None
    else:
        kept, told = find_recording(new.recording or "", house, who)
        witness = kept.witness()
    proven = witness.finding(new.finding)
    # A finding that is withheld is answered as one that is not there.
    is_told = proven is not None and (told is None or told.tells(proven.round_no))
    if new.finding and not is_told:
        raise not_found(f"finding {new.finding!r}")
    return witness


def _evidence(book: CaseBook, case: Case, pin: str, name: str, who: Person) -> FilePath:
    try:
        path = book.pin_folder(case, pin) / name
    except InputError as error:
        raise not_found(f"pin {pin!r}") from error
    if not path.is_file():
        raise not_found(f"{name} of this pin")
    book.viewed(f"cases/{case.id}/{pin}/{name}", by=who.name)
    return path
