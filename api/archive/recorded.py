"""One recording that was audited: its journal, which people may add to, and everything that is made from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import time

from api.archive.frames import Pictures, open_pictures
from api.archive.replayed import corrected_in, drawn
from api.audit.manifest import JOURNAL
from api.audit.record import TABLE_FILE, OtherRecording, read_record
from api.audit.run import STILLS
from api.audit.sightings import SIGHTINGS, SeenTable, read_sightings
from api.evidence.album import Album, seen_by, when_seen
from api.evidence.cameras import Views
from api.evidence.lying import lying_at
from api.evidence.pictures import draw_marks, encode_jpeg
from api.evidence.viewings import Viewings
from api.evidence.witness import Witness
from api.live.views import finding_view, phrasebook
from api.schemas import FindingView
from api.store.desk import Desk
from api.store.entering import entered_facts
from api.store.journal import Journal, read_entries
from api.store.projections import JudgedRound, Session
from api.store.proven import ProvenFinding
from api.store.reviews import Reviews
from tracker.facts import EvidenceViewed, Fact, FactBody
from tracker.profile import Profile
from vision.sources import Clip, cut_recording
from vision.table import load_table


class Recorded:
    """An audited recording. Its methods may be called from any thread; the journal is the only thing that changes.

    Attributes:
        name: the folder's name.
        record: what the audit remembered.
        table: where everything lies.
        session: what the facts mean under the rules of the audit, corrections and rulings included.
        desk: what people did about findings.
        reviews: people's own verdicts.
    """

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time) -> None:
        """Open the folder of an audit and fold its journal.

        Raises:
            InputError: if the folder holds no audit.
            TableFileError: if its table file cannot be read.
            JournalError: if its journal cannot be opened.
        """
        self.folder = folder
        self.name = folder.name
        self.record = read_record(folder)
        self.table = load_table(folder / TABLE_FILE)
        self.journal_path = folder / JOURNAL
        self.session = self.judged_by(self.record.judged_by)
        self.desk = Desk()
        self.reviews = Reviews()
        self.book = phrasebook(self.table, self.record.judged_by)
        self._clock = clock
        self._lock = threading.RLock()
        self._album = Album(folder / STILLS, self.table)
        self._facts: dict[str, Fact] = {}
        self._viewings = Viewings()
        self._pictures: Pictures | None = None
        self._seq = 0
        self.refresh()

    @property
    def minor_units(self) -> int:
        """How many of the currency's smallest units make one."""
        return self.table.minor_units

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the journal, in its order."""
        with self._lock:
            return tuple(self._facts.values())

    def fact(self, fact_id: str) -> Fact | None:
        """Return the journal's fact of an id; None if there is none."""
        with self._lock:
            return self._facts.get(fact_id)

    @property
    def seq(self) -> int:
        """The journal's last row."""
        return self._seq

    @property
    def has_video(self) -> bool:
        """Whether the recording is a video file that is still there."""
        return self.record.recording.is_file()

    @property
    def start_us(self) -> int:
        """Media time of the recording's first picture; 0 where the recording is gone."""
        return self.pictures.start_us if self.record.recording.exists() else 0

    @property
    def pictures(self) -> Pictures:
        """The recording's single pictures.

        Raises:
            SourceError: if the recording is not there any more, or cannot be read.
        """
        with self._lock:
            if self._pictures is None:
                self._pictures = open_pictures(self.record.recording)
            return self._pictures

    def judged_by(self, profile: Profile) -> Session:
        """Return an empty session of this table under some rules."""
        return Session(
            profile,
            minor_units=self.table.minor_units,
            sees_order=self.record.sees_order,
            chips=self.table.chip_set,
        )

    @property
    def rounds(self) -> Sequence[JudgedRound]:
        """All its rounds, in order."""
        return self.session.rounds

    @property
    def proven(self) -> Sequence[ProvenFinding]:
        """All its findings."""
        return self.session.findings

    def judged_anew(self, profile: Profile) -> Sequence[JudgedRound]:
        """Return the rounds as they are under other rules."""
        session = self.judged_by(profile)
        for fact in self.facts:
            session.take(fact)
        return session.rounds

    def enter(self, bodies: Sequence[FactBody], *, source: str, key: str = "") -> list[Fact]:
        """Write what people say of the recording into its journal, at the time of its last picture.

        Args:
            bodies: what they say.
            source: who says it.
            key: idempotency key: the same bodies under the same key are written once.

        Raises:
            FactRefused: if the key was used for something else.
            JournalError: if the journal cannot be written.
        """
        with self._lock:
            facts = entered_facts(
                bodies,
                table=self.table.name,
                source=source,
                pts_us=self.record.last_us,
                key=key,
                known=self._facts.get,
            )
            # Opened for as long as it takes: an archive of many recordings holds no file open.
            with Journal(self.journal_path, any_thread=True) as journal:
                journal.append(facts)
            self.refresh()
            return facts

    def refresh(self) -> None:
        """Take in what was written into the journal since, by whomever.

        Raises:
            JournalError: if it cannot be read.
        """
        with self._lock:
            for entry in read_entries(self.journal_path, after=self._seq):
                self._facts[entry.fact.id] = entry.fact
                self.desk.take(entry.fact)
                self.reviews.take(entry.fact)
                self.session.take(entry.fact)
                self._seq = entry.seq

    def witness(self) -> Witness:
        """Return what can be pinned of the recording."""
        record, facts = self.record, self.facts
        return Witness(
            source=f"recording/{self.name}",
            table=self.table,
            profile=record.judged_by,
            models=record.models,
            journal=self.journal_path,
            session=self.session,
            facts=facts,
            rounds=lambda: self.session.rounds,
            still=self.still,
            clip=self.clip,
            looks=self.looks,
            recording=(record.recording.name, record.sha256),
        )

    def clip(self, from_us: int, until_us: int, path: Path) -> Clip | None:
        """Cut a clip between two media times into a file, without encoding; None where the recording has no video.

        Raises:
            SourceError: if it cannot be read, or cannot be written as MP4.
        """
        return cut_recording(self.record.recording, from_us, until_us, path) if self.has_video else None

    def viewed(self, what: str, by: str) -> None:
        """Take note of who looked at evidence."""
        with self._lock:
            if self._viewings.is_new(what, by, self._clock()):
                self.enter([EvidenceViewed(what=what, by=by)], source="screen")

    def findings(self) -> list[FindingView]:
        """Return every finding with how it stands, oldest first."""
        with self._lock:
            return [self.view_of(proven) for proven in self.session.findings]

    def view_of(self, proven: ProvenFinding) -> FindingView:
        """Return a finding for the screens."""
        has_still = self._album.holds(proven.id) or (proven.pts_us is not None and self.has_video)
        still = f"/api/v1/recordings/{self.name}/findings/{proven.id}/still.jpg" if has_still else None
        return finding_view(proven, self.desk, self.book, still)

    def looks(self, from_us: int, until_us: int) -> Iterator[SeenTable]:
        """Yield what was read: the look that holds at `from_us` and every later one before `until_us`.

        Raises:
            JournalError: if the sightings cannot be read.
        """
        return read_sightings(self.folder / SIGHTINGS, from_us, until_us)

    def corrected(self) -> dict[int, str]:
        """Return the cards that people put right, by the number that facts give the card."""
        return corrected_in(self.facts)

    def picture(self, pts_us: int, *, marked: bool, meant: Sequence[int] = ()) -> tuple[int, bytes]:
        """Return the picture that is shown at a media time as JPEG, and its own time.

        Args:
            pts_us: media time, microseconds.
            marked: whether the cards that were read are drawn on it, as people put them right.
            meant: numbers of the cards that stand out.

        Raises:
            SourceError: if it cannot be read.
            JournalError: if the sightings cannot be read.
        """
        at_us, image = self.pictures.at(pts_us)
        if not marked:
            return at_us, encode_jpeg(image)
        cards = next((seen.cards for seen in self.looks(at_us, at_us + 1)), ())
        return at_us, drawn(image, cards, right=self.corrected(), meant=meant)

    def still(self, finding_id: str) -> bytes | None:
        """Return the picture of a finding as JPEG, with its cards drawn on it; None if there is none.

        The audit's own still is shown as long as nobody put a card right; then it is drawn anew.

        Raises:
            SourceError: if the recording is needed and cannot be read.
        """
        proven = next((f for f in self.session.findings if f.id == finding_id), None)
        if proven is None:
            return None
        kept = None if self.corrected() else self._album.read(finding_id)
        if kept is not None or not self.has_video:
            return kept or self._album.read(finding_id)
        shown_by = [self._facts[name] for name in proven.facts if name in self._facts]
        at_us = when_seen(proven, shown_by)
        if at_us is None:
            return None
        meant = [track for fact in shown_by if (track := getattr(fact.body, "track", 0))]
        camera = seen_by(shown_by)
        other = next((other for other in self.record.others if other.camera == camera), None)
        if other is not None and other.recording.is_file():
            return self._still_of(other, at_us, meant)
        return self.picture(at_us, marked=True, meant=meant)[1]

    def _still_of(self, other: OtherRecording, at_us: int, meant: Sequence[int]) -> bytes:
        """A picture of another camera's recording with the cards that lay there then, as people put them right."""
        pictures = open_pictures(other.recording)
        try:
            _, image = pictures.at(at_us - (other.offset_us or 0))
        finally:
            pictures.close()
        lying = lying_at(self.facts, at_us)
        return encode_jpeg(
            draw_marks(image, lying.marks(meant, views=Views(self.table), camera=other.camera))
        )

    def close(self) -> None:
        """Release the recording."""
        with self._lock:
            if self._pictures is not None:
                self._pictures.close()
                self._pictures = None
