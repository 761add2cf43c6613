"""The footage of a watched table, as a recording that can be replayed: pictures of the ring, facts of the live journal.

What an auditor says of it stands in the table's own journal, where the table's screens see it at once. The footage is
cut out of the camera's ring without encoding when somebody opens it, and named by its media times: what one looks at
stays the same while the ring goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from api.archive.footage import name_of
from api.archive.frames import Pictures, ShiftedPictures, open_pictures
from api.archive.replayed import corrected_in, drawn
from api.audit.record import Record
from api.audit.sightings import SeenTable
from api.evidence.cameras import Views
from api.evidence.witness import Witness, looks_of
from api.live.table import LiveTable
from api.live.views import finding_view, phrasebook
from api.schemas import FindingView
from api.store.desk import Desk
from api.store.journal import read_entries
from api.store.projections import JudgedRound, Session
from api.store.proven import ProvenFinding
from api.store.reviews import Reviews
from tracker import __version__
from tracker.facts import Fact, FactBody
from tracker.profile import Profile
from vision.sources import Clip
from vision.table import Table

AT_ONCE: Final = 1000
BEFORE_US: Final = 600_000_000
"""Facts are read from so long before the first picture: what lies there then was dealt by then."""


class Watched:
    """Footage of a live table that was cut; an `api.archive.replayed.Replayed`."""

    def __init__(self, live: LiveTable, clip: Clip, *, models: tuple[str, ...] = ()) -> None:
        """Take what the table's journal says of the time of a clip.

        Args:
            live: the table.
            clip: the footage.
            models: what reads the cards.

        Raises:
            JournalError: if the journal cannot be read.
        """
        self.name = name_of(live.table.name, (clip.start_us, clip.end_us))
        self._live = live
        self._clip = clip
        self._models = models
        self._lock = threading.RLock()
        self._pictures: Pictures | None = None
        self._told: tuple[int, Sequence[JudgedRound]] | None = None
        self._opened_at = datetime.now(UTC)
        self._seq, self._facts = _facts_around(live, clip)
        self._views = Views(live.table)
        self.book = phrasebook(live.table, live.profile)

    @property
    def record(self) -> Record:
        """What is known of the footage."""
        rounds = self.rounds
        return Record(
            recording=self._clip.path,
            sha256="",
            sees_order=True,
            end_reason="watched",
            complete=True,
            last_us=self._clip.end_us,
            duration_us=None,
            models=self._models,
            program=__version__,
            began_at=self._opened_at - timedelta(microseconds=self._clip.end_us - self._clip.start_us),
            ended_at=self._opened_at,
            rounds=len(rounds),
            uncertain=sum(not judged.told.is_certain for judged in rounds),
            findings=len(self.proven),
            judged_by=self._live.profile,
        )

    @property
    def table(self) -> Table:
        """Where everything lies."""
        return self._live.table

    @property
    def journal_path(self) -> Path:
        """The table's journal."""
        return self._live.journal_path

    @property
    def session(self) -> Session:
        """What the table's facts mean."""
        return self._live.session

    @property
    def rounds(self) -> Sequence[JudgedRound]:
        """The rounds that were dealt while the footage was taken."""
        with self._lock:
            row = self._live.head().seq
            if self._told is None or self._told[0] != row:
                session = self.session
                kept = session.rounds
                is_whole = not session.gone or (kept and kept[0].told.start_us <= self.start_us)
                every = kept if is_whole else self._live.witness().rounds()
                self._told = row, self._of_this_time(every)
            return self._told[1]

    @property
    def proven(self) -> Sequence[ProvenFinding]:
        """The findings of those rounds, and blackouts of that time."""
        dark = [
            found
            for found in self.session.findings
            if found.round_no == 0
            and found.pts_us is not None
            and self.start_us <= found.pts_us <= self._clip.end_us
        ]
        return [*dark, *(found for judged in self.rounds for found in judged.findings)]

    @property
    def desk(self) -> Desk:
        """What people did about findings."""
        return self._live.desk

    @property
    def reviews(self) -> Reviews:
        """People's own verdicts."""
        return self._live.reviews

    @property
    def minor_units(self) -> int:
        """How many of the currency's smallest units make one."""
        return self._live.minor_units

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts of that time, and what people said later."""
        with self._lock:
            return tuple(self._facts.values())

    @property
    def has_video(self) -> bool:
        """Whether the cut is still there."""
        return self._clip.path.is_file()

    @property
    def start_us(self) -> int:
        """Media time of the first picture."""
        return self._clip.start_us

    @property
    def pictures(self) -> Pictures:
        """The single pictures, by the table's media time.

        Raises:
            SourceError: if the cut is not there any more, or cannot be read.
        """
        with self._lock:
            if self._pictures is None:
                self._pictures = ShiftedPictures(open_pictures(self._clip.path), self._clip.start_us)
            return self._pictures

    def fact(self, fact_id: str) -> Fact | None:
        """Return the journal's fact of an id; None if there is none."""
        return self._live.fact(fact_id)

    def judged_anew(self, profile: Profile) -> Sequence[JudgedRound]:
        """Return the rounds as they are under other rules; the whole journal is folded for it."""
        session = Session(profile, minor_units=self.minor_units, chips=self.table.chip_set)
        for fact in self._live.facts:
            session.take(fact)
        return self._of_this_time(session.rounds)

    def enter(self, bodies: Sequence[FactBody], *, source: str, key: str = "") -> list[Fact]:
        """Write what people say into the table's journal; see `Replayed.enter`."""
        facts = self._live.enter(bodies, source=source, key=key)
        self.refresh()
        return facts

    def refresh(self) -> None:
        """Take in what was written into the journal since, by whomever."""
        with self._lock:
            if self._live.head().seq > self._seq:
                for entry in read_entries(self.journal_path, after=self._seq):
                    self._facts[entry.fact.id] = entry.fact
                    self._seq = entry.seq

    def witness(self) -> Witness:
        """Return what can be pinned of the table."""
        return self._live.witness()

    def viewed(self, what: str, by: str) -> None:
        """Take note of who looked at evidence."""
        self._live.viewed(what, by)

    def findings(self) -> list[FindingView]:
        """Return every finding with how it stands, oldest first."""
        return [self.view_of(found) for found in self.proven]

    def view_of(self, proven: ProvenFinding) -> FindingView:
        """Return a finding for the screens."""
        has_still = proven.pts_us is not None and self.has_video
        still = f"/api/v1/recordings/{self.name}/findings/{proven.id}/still.jpg" if has_still else None
        return finding_view(proven, self.desk, self.book, still)

    def looks(self, from_us: int, until_us: int) -> Iterator[SeenTable]:
        """Yield what lay there by the facts, as the first camera sees it; see `Replayed.looks`."""
        in_time = sorted(self.facts, key=lambda fact: fact.pts_us)
        return looks_of(in_time, from_us, until_us, views=self._views, camera=self.table.camera.name)

    def corrected(self) -> dict[int, str]:
        """Return the cards that people put right, by the number that facts give the card."""
        return corrected_in(self.facts)

    def picture(self, pts_us: int, *, marked: bool, meant: Sequence[int] = ()) -> tuple[int, bytes]:
        """Return the picture that is shown at a media time as JPEG, and its own time."""
        at_us, image = self.pictures.at(pts_us)
        cards = next((seen.cards for seen in self.looks(at_us, at_us + 1)), ()) if marked else ()
        return at_us, drawn(image, cards, right=self.corrected(), meant=meant)

    def still(self, finding_id: str) -> bytes | None:
        """Return the picture of a finding as JPEG, with its cards drawn on it; None if there is none.

        Raises:
            SourceError: if the footage cannot be read.
        """
        found = next((one for one in self.proven if one.id == finding_id), None)
        if found is None or found.pts_us is None:
            return self._live.still(finding_id) if found else None
        tracks = [getattr(fact.body, "track", 0) for fact in self.facts if fact.id in found.facts]
        return self.picture(found.pts_us, marked=True, meant=tracks)[1]

    def close(self) -> None:
        """Release the footage."""
        with self._lock:
            if self._pictures is not None:
                self._pictures.close()
                self._pictures = None

    def _of_this_time(self, rounds: Iterable[JudgedRound]) -> Sequence[JudgedRound]:
        return [
            judged
            for judged in rounds
            if judged.told.end_us >= self.start_us and judged.told.start_us <= self._clip.end_us
        ]


def _facts_around(live: LiveTable, clip: Clip) -> tuple[int, dict[str, Fact]]:
    """Return the journal's last row, and its facts from some time before a clip on; it is read from its end."""
    last = live.head().seq
    first = last
    while first > 0:
        first = max(0, first - AT_ONCE)
        entry = next(iter(read_entries(live.journal_path, after=first, limit=1)))
        if entry.fact.pts_us < clip.start_us - BEFORE_US:
            break
    rows = read_entries(live.journal_path, after=first, limit=last - first)
    return last, {entry.fact.id: entry.fact for entry in rows}
