"""What can be replayed: an audited recording, or the footage of a watched table, in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from api.archive.frames import Pictures
from api.audit.record import Record
from api.audit.sightings import SeenCard, SeenTable
from api.evidence.pictures import U8, Mark, draw_marks, encode_jpeg
from api.evidence.witness import Witness
from api.phrases import Phrasebook
from api.schemas import FindingView
from api.store.desk import Desk
from api.store.projections import JudgedRound, Session
from api.store.proven import ProvenFinding
from api.store.reviews import Reviews
from tracker.facts import Correction, Fact, FactBody
from tracker.profile import Profile
from vision.table import Table


class Replayed(Protocol):
    """Pictures of a time, what was read in them, the rounds that were dealt, and the journal that all is made from.

    Its methods may be called from any thread. The journal is the only thing that changes.
    """

    @property
    def name(self) -> str:
        """What its address calls it."""

    @property
    def record(self) -> Record:
        """What is known of the pictures."""

    @property
    def table(self) -> Table:
        """Where everything lies."""

    @property
    def journal_path(self) -> Path:
        """The journal."""

    @property
    def session(self) -> Session:
        """What the facts mean, corrections and rulings included."""

    @property
    def rounds(self) -> Sequence[JudgedRound]:
        """The rounds of its time, in order."""

    @property
    def proven(self) -> Sequence[ProvenFinding]:
        """The findings of its time."""

    @property
    def desk(self) -> Desk:
        """What people did about findings."""

    @property
    def reviews(self) -> Reviews:
        """People's own verdicts."""

    @property
    def book(self) -> Phrasebook:
        """The words for its findings."""

    @property
    def minor_units(self) -> int:
        """How many of the currency's smallest units make one."""

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts of its time and what people said of it, in the journal's order."""

    @property
    def has_video(self) -> bool:
        """Whether there is a video that a browser can be given."""

    @property
    def start_us(self) -> int:
        """Media time of the first picture."""

    @property
    def pictures(self) -> Pictures:
        """The single pictures.

        Raises:
            SourceError: if they are not there any more, or cannot be read.
        """

    def fact(self, fact_id: str) -> Fact | None:
        """Return the journal's fact of an id; None if there is none."""

    def judged_anew(self, profile: Profile) -> Sequence[JudgedRound]:
        """Return the rounds as they are under other rules."""

    def enter(self, bodies: Sequence[FactBody], *, source: str, key: str = "") -> list[Fact]:
        """Write what people say of it into the journal; the same bodies under the same key are written once.

        Raises:
            FactRefused: if the key was used for something else.
            JournalError: if the journal cannot be written.
        """

    def refresh(self) -> None:
        """Take in what was written into the journal since, by whomever."""

    def witness(self) -> Witness:
        """Return what can be pinned of it."""

    def viewed(self, what: str, by: str) -> None:
        """Take note of who looked at evidence."""

    def findings(self) -> list[FindingView]:
        """Return every finding with how it stands, oldest first."""

    def view_of(self, proven: ProvenFinding) -> FindingView:
        """Return a finding for the screens."""

    def looks(self, from_us: int, until_us: int) -> Iterator[SeenTable]:
        """Yield what was read: the look that holds at `from_us` and every later one before `until_us`."""

    def corrected(self) -> dict[int, str]:
        """Return the cards that people put right, by the number that facts give the card."""

    def picture(self, pts_us: int, *, marked: bool) -> tuple[int, bytes]:
        """Return the picture that is shown at a media time as JPEG, and its own time."""

    def still(self, finding_id: str) -> bytes | None:
        """Return the picture of a finding as JPEG, with its cards drawn on it; None if there is none."""

    def close(self) -> None:
        """Release the files that are open."""


def corrected_in(facts: Iterable[Fact]) -> dict[int, str]:
    """Return the cards that people put right, by the number that facts give the card."""
    bodies = [fact.body.body for fact in facts if isinstance(fact.body, Correction)]
    return {body["track"]: body["card"] for body in bodies if "card" in body}


def drawn(image: U8, cards: Iterable[SeenCard], *, right: dict[int, str], meant: Sequence[int] = ()) -> bytes:
    """Return a picture as JPEG with the cards that were read in it drawn on.

    Args:
        image: uint8 BGR `(h, w, 3)`.
        cards: what was read.
        right: the cards that people put right, by their numbers.
        meant: numbers of the cards that stand out.
    """
    marks = [
        Mark(
            right.get(card.track, card.card),
            card.quad,
            card.place,
            face_down=not card.face_up,
            meant=card.track in meant,
        )
        for card in cards
    ]
    return encode_jpeg(draw_marks(image, marks))
