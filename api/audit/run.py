"""Auditing one recording: every frame is seen, every fact goes into the journal, every finding gets its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from api.audit.manifest import JOURNAL
from api.audit.record import OtherRecording
from api.audit.sightings import SIGHTINGS, SightingsWriter
from api.evidence.album import Album
from api.evidence.pictures import U8
from api.evidence.scenes import Scenes
from api.live.source import OverlookedSource
from api.store.journal import Head, Journal, utc_now
from api.store.pending import Pending
from api.store.projections import Session
from api.store.proven import ProvenFinding
from tracker.facts import Fact
from tracker.profile import Profile
from vision.merge.offsets import estimate_offset
from vision.merge.recordings import watch_together
from vision.sources import End, Source, open_recording
from vision.table import Table
from vision.watch import Look, TableReader, watch

STILLS: Final = "stills"
BATCH: Final = 64
"""So many facts are written at once, fewer where a scene ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is to be audited.

    Attributes:
        recording: the file or folder; the first camera's, where there are several.
        table: where everything lies.
        profile: the game that is dealt.
        feed: facts of other sources, in order of time.
        dealer: who deals, as long as no fact says otherwise; empty where nobody knows.
        others: recordings of the table's other cameras, taken at the same time.
    """

    recording: Path
    table: Table
    profile: Profile
    feed: Sequence[Fact] = ()
    dealer: str = ""
    others: tuple[OtherRecording, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What an audit found, and how it was made.

    Attributes:
        job: what was audited.
        session: what the facts mean.
        facts: all of them, in order of the journal.
        stills: ids of the findings that have a picture.
        head: the journal's last row.
        end: how the recording ended, and whether all of it could be read.
        last_us: media time of the last frame.
        duration_us: length that the recording declares; None if it declares none.
        sees_order: whether the recording shows what comes first; stills do not.
        models: which models read the cards.
        began_at, ended_at: when the audit was made, UTC.
    """

    job: Job
    session: Session
    facts: Sequence[Fact]
    stills: frozenset[str]
    head: Head
    end: End
    last_us: int
    duration_us: int | None
    sees_order: bool
    models: tuple[str, ...]
    began_at: datetime
    ended_at: datetime

    @property
    def findings(self) -> tuple[ProvenFinding, ...]:
        """Everything that was found."""
        return self.session.findings


def audit(
    job: Job,
    source: Source,
    reader: TableReader,
    folder: Path,
    *,
    models: tuple[str, ...] = (),
    progress: Callable[[float], None] = lambda _: None,
    clock: Callable[[], datetime] = utc_now,
) -> Audit:
    """Audit a recording into a folder: its journal, what was read when, and the stills of its findings.

    Args:
        job: what is to be audited.
        source: the recording, opened.
        reader: reads the cards.
        folder: gets `journal.db`, `sightings.db` and `stills/`.
        models: name and version of what the reader reads with.
        progress: is told how much of the recording is done, 0..1.
        clock: the wall clock.

    Raises:
        TableFileError: if the table was calibrated on pictures of another size.
        SourceError: if nothing of the recording can be read.
        JournalError: if the journal cannot be written.
    """
    began_at = clock()
    with (
        Journal(folder / JOURNAL, clock=clock) as journal,
        SightingsWriter(folder / SIGHTINGS) as sightings,
    ):
        desk = _Desk(job, journal, folder, sees_order=not source.is_stills)

        def at(pts_us: int) -> None:
            desk.last_us = pts_us
            if source.duration_us:
                progress(min(1.0, pts_us / source.duration_us))

        seen = OverlookedSource(source, on_picture=desk.scenes[job.table.camera.name].keep, on_time=at)
        job, items = _watched(job, seen, reader, desk)
        for item in items:
            desk.take(item)
            if isinstance(item, Look):
                sightings.take(item)
        desk.finish()
        head = journal.head()
    return Audit(
        job=job,
        session=desk.session,
        facts=tuple(desk.facts.values()),
        stills=desk.stills(),
        head=head,
        end=seen.end or End("stopped", complete=False),
        last_us=desk.last_us,
        duration_us=source.duration_us,
        sees_order=not source.is_stills,
        models=models,
        began_at=began_at,
        ended_at=clock(),
    )


def _watched(
    job: Job, seen: OverlookedSource, reader: TableReader, desk: _Desk
) -> tuple[Job, Iterator[Fact | Look]]:
    """Begin to watch the job's recordings; the job with the times at which the others begin."""
    if not job.others:
        return job, watch(seen, job.table.seen_by(job.table.camera.name), reader)
    others = tuple(_timed(job, other, reader) for other in job.others)
    offsets_us = {other.camera: other.offset_us or 0 for other in others}
    sources: dict[str, Source] = {job.table.camera.name: seen}
    for other in others:
        sources[other.camera] = OverlookedSource(
            open_recording(other.recording),
            on_picture=partial(_keep_later, desk.scenes[other.camera], offsets_us[other.camera]),
        )
    table = job.table.with_cameras(sources)
    return replace(job, others=others), watch_together(sources, table, reader, offsets_us=offsets_us)


def _keep_later(scenes: Scenes, offset_us: int, pts_us: int, image: U8) -> None:
    scenes.keep(pts_us + offset_us, image)


def _timed(job: Job, other: OtherRecording, reader: TableReader) -> OtherRecording:
    """The recording with the time at which it begins."""
    if other.offset_us is not None:
        return other
    tables = (job.table.seen_by(job.table.camera.name), job.table.seen_by(other.camera))
    first, second = open_recording(job.recording), open_recording(other.recording)
    return other.model_copy(update={"offset_us": estimate_offset(first, second, tables, reader)})


class _Desk:
    """Where facts come in, are written in batches, and findings get their stills while the pictures are still kept."""

    def __init__(self, job: Job, journal: Journal, folder: Path, *, sees_order: bool) -> None:
        self.session = Session(job.profile, minor_units=job.table.minor_units, sees_order=sees_order)
        self.scenes = {name: Scenes() for name in job.table.camera_names}
        self.facts: dict[str, Fact] = {}
        self.last_us = 0
        self._journal = journal
        self._album = Album(folder / STILLS, job.table)
        self._feed = Pending(job.feed)
        self._batch: list[Fact] = []

    def take(self, item: Fact | Look) -> None:
        if isinstance(item, Fact):
            self._batch += [*self._feed.until(item.pts_us), item]
        if self._batch and (isinstance(item, Look) or len(self._batch) >= BATCH):
            self._write()

    def finish(self) -> None:
        self._batch += self._feed.rest()
        self._write()
        # Later facts may have explained a finding otherwise: its still goes.
        self._album.keep_only({finding.id for finding in self.session.findings})

    def stills(self) -> frozenset[str]:
        return frozenset(f.id for f in self.session.findings if self._album.holds(f.id))

    def _write(self) -> None:
        for entry in self._journal.append(self._batch):
            self.session.take(entry.fact)
            self.facts[entry.fact.id] = entry.fact
        self._batch = []
        for finding in self.session.findings:
            self._album.pin(finding, self.scenes, self.facts)
