"""What the server tells of cases, as JSON. Times since 1970 are milliseconds; media times microseconds."""

from __future__ import annotations

from api.evidence.casebook import Case, CaseBook, PinOf
from api.evidence.pins import CLIP, STILL, read_pin
from api.schemas import View


class NoteView(View):
    """Something that was written into a case."""

    text: str
    by: str
    at_ms: int


class MemberView(View):
    """Somebody who belongs to a case, and as what."""

    person: str
    part: str


class PinView(View):
    """Pinned footage.

    Attributes:
        source: `recording/NAME` or `table/NAME`.
        finding, code: which finding it shows; empty where it shows none.
        clip, still: addresses; null where there is none.
        clip_from_us: media time of the clip's first frame.
        sha256: hash of the pin's manifest.
    """

    no: str
    source: str
    finding: str
    code: str
    round: int
    from_us: int
    until_us: int
    clip: str | None
    clip_from_us: int | None
    still: str | None
    sha256: str
    by: str


class CaseView(View):
    """A case; `closed_ms` is null while it is open, `held`: its footage must not go however old it is."""

    id: str
    title: str
    by: str
    opened_ms: int
    closed_ms: int | None
    held: bool
    notes: tuple[NoteView, ...]
    people: tuple[MemberView, ...]
    pins: tuple[PinView, ...]
    packages: tuple[str, ...]


def case_view(case: Case, book: CaseBook) -> CaseView:
    """Return a case for the screens."""
    return CaseView(
        id=case.id,
        title=case.title,
        by=case.by,
        opened_ms=case.opened_us // 1000,
        closed_ms=None if case.closed_us is None else case.closed_us // 1000,
        held=case.held,
        notes=tuple(NoteView(text=note.text, by=note.by, at_ms=note.at_us // 1000) for note in case.notes),
        people=tuple(MemberView(person=person, part=part) for person, part in case.people.items()),
        pins=tuple(_pin_view(case, pin, book) for pin in case.pins),
        packages=case.packages,
    )


def _pin_view(case: Case, pin: PinOf, book: CaseBook) -> PinView:
    folder = book.pin_folder(case, pin.no)
    at = f"/api/v1/cases/{case.id}/pins/{pin.no}"
    there = read_pin(folder) if folder.is_dir() else None
    return PinView(
        no=pin.no,
        source=pin.source,
        finding=pin.finding,
        code=str(there.finding.get("code", "")) if there else "",
        round=there.round if there else 0,
        from_us=pin.from_us,
        until_us=pin.until_us,
        clip=f"{at}/{CLIP}" if (folder / CLIP).is_file() else None,
        clip_from_us=there.clip_from_us if there else None,
        still=f"{at}/{STILL}" if (folder / STILL).is_file() else None,
        sha256=pin.sha256,
        by=pin.by,
    )
