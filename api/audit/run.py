"""Auditing one recording: every frame is seen, every fact goes into the journal, every finding gets its picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from api.audit.manifest import JOURNAL
from api.audit.sightings import SIGHTINGS, SightingsWriter
from api.evidence.album import Album
from api.evidence.scenes import Scenes
from api.live.source import OverlookedSource
from api.store.journal import Head, Journal, utc_now
from api.store.pending import Pending
from api.store.projections import ProvenFinding, Session
from tracker.facts import Fact
from tracker.profile import Profile
from vision.sources import End, Source
from vision.table import Table
from vision.watch import Look, TableReader, watch

STILLS: Final = "stills"
BATCH: Final = 64
"""So many facts are written at once, fewer where a scene ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is to be audited.

    Attributes:
        recording: the file or folder.
        table: where everything lies.
        profile: the game that is dealt.
        feed: facts of other sources, in order of time.
        dealer: who deals, as long as no fact says otherwise; empty where nobody knows.
    """

    recording: Path
    table: Table
    profile: Profile
    feed: Sequence[Fact] = ()
    dealer: str = ""


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

        seen = OverlookedSource(source, on_picture=desk.scenes.keep, on_time=at)
        for item in watch(seen, job.table, reader):
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


class _Desk:
    """Where facts come in, are written in batches, and findings get their stills while the pictures are still kept."""

    def __init__(self, job: Job, journal: Journal, folder: Path, *, sees_order: bool) -> None:
        self.session = Session(job.profile, minor_units=job.table.minor_units, sees_order=sees_order)
        self.scenes = Scenes()
        self.facts: dict[str, Fact] = {}
        self.last_us = 0
        self._journal = journal
        self._album = Album(folder / STILLS)
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
