"""What can bear witness for a case: an audited recording or a watched table, in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from api.audit.sightings import SeenCard, SeenTable
from api.evidence.cameras import Views
from api.evidence.lying import LyingCards
from api.store.projections import JudgedRound, Session
from api.store.proven import ProvenFinding
from tracker.facts import Fact, FindingHandled, FindingRuled
from tracker.profile import Profile
from vision.sources import Clip, SegmentRing, cut_recording
from vision.table import Table

RING: Final = "ring"
"""A camera's segments, in its table's folder; `vision.sources.SegmentRing` cuts clips from them."""
Footage = Callable[[int, int, Path], Clip | None]
"""Cuts a video between two media times, microseconds, into a file; None where nothing of that time is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """Everything that a pin takes from its source.

    Attributes:
        source: `recording/NAME` or `table/NAME`.
        table, profile, models: where everything lies, by which rules it was judged, and which models read the cards.
        journal: the journal file.
        session: what its facts mean.
        facts: all of them, in order.
        rounds: yields all of them, the oldest first; a session may have let the oldest go.
        still: returns a finding's picture as JPEG, or None.
        clip: cuts footage.
        looks: what was read between two media times.
        recording: name and SHA-256 of the recording; empty for a table.
    """

    source: str
    table: Table
    profile: Profile
    models: tuple[str, ...]
    journal: Path
    session: Session
    facts: Sequence[Fact]
    rounds: Callable[[], Iterable[JudgedRound]]
    still: Callable[[str], bytes | None]
    clip: Footage
    looks: Callable[[int, int], Iterator[SeenTable]]
    recording: tuple[str, str] = field(default=("", ""))

    def finding(self, finding_id: str) -> ProvenFinding | None:
        """Return a finding by its id."""
        return next((f for f in self.session.findings if f.id == finding_id), None)

    def round(self, no: int) -> JudgedRound | None:
        """Return a round by its number."""
        if no <= 0:
            return None
        kept = self.session.rounds
        rounds = kept if kept and kept[0].told.no <= no else self.rounds()
        return next((judged for judged in rounds if judged.told.no == no), None)

    def round_at(self, pts_us: int) -> int:
        """Return the number of the round that was the newest at a media time; 0 before the first."""
        kept = self.session.rounds
        rounds = kept if kept and kept[0].told.start_us <= pts_us else self.rounds()
        return max((judged.told.no for judged in rounds if judged.told.start_us <= pts_us), default=0)

    def rows(self, from_us: int, until_us: int, proven: ProvenFinding | None) -> set[int]:
        """Return the numbers of the journal's rows that belong to a time, and of those about a finding."""
        return {
            seq
            for seq, fact in enumerate(self.facts, start=1)
            if from_us <= fact.pts_us <= until_us or (proven is not None and _is_about(fact, proven))
        }


def ring_footage(folder: Path) -> Footage:
    """Return what cuts clips out of a camera's ring of segments, whoever keeps it; the folder need not be there yet."""

    def clip(from_us: int, until_us: int, path: Path) -> Clip | None:
        return SegmentRing(folder).clip(from_us, until_us, path) if folder.is_dir() else None

    return clip


def recording_footage(recording: Path, offset_us: int) -> Footage:
    """Return what cuts clips out of a recording whose media time 0 is the journal's `offset_us`."""

    def clip(from_us: int, until_us: int, path: Path) -> Clip | None:
        if not recording.is_file() or until_us < offset_us:
            return None
        cut = cut_recording(recording, max(0, from_us - offset_us), until_us - offset_us, path)
        return Clip(cut.path, cut.start_us + offset_us, cut.end_us + offset_us) if cut else None

    return clip


def first_footage(footages: Sequence[Footage]) -> Footage:
    """Return what cuts clips out of the first of several cameras' footage that holds a time."""

    def clip(from_us: int, until_us: int, path: Path) -> Clip | None:
        return next((cut for one in footages if (cut := one(from_us, until_us, path)) is not None), None)

    return clip


def looks_of(
    facts: Sequence[Fact], from_us: int, until_us: int, *, views: Views | None = None, camera: str = ""
) -> Iterator[SeenTable]:
    """Yield what lay on a table by its facts, where no sightings were kept: a look after each fact of a time.

    Args:
        facts: in order of time.
        from_us: the first look is the one that holds then.
        until_us: the last one is before then.
        views: the table's cameras; None: there is one.
        camera: in whose picture the cards are told.
    """
    lying, before = LyingCards(), True
    for fact in facts:
        if before and fact.pts_us > from_us:
            before = False
            yield SeenTable(from_us, _seen(lying, views, camera))
        if fact.pts_us >= until_us:
            return
        lying.take(fact)
        if not before:
            yield SeenTable(fact.pts_us, _seen(lying, views, camera))
    if before:
        yield SeenTable(from_us, _seen(lying, views, camera))


def _seen(lying: LyingCards, views: Views | None, camera: str) -> tuple[SeenCard, ...]:
    return tuple(
        SeenCard(
            card.track,
            card.card,
            card.place,
            1.0,
            card.face_up,
            card.quad_px if views is None else views.quad_in(card.quad_px, card.camera, camera),
        )
        for card in lying.cards
        if card.quad_px
    )


def _is_about(fact: Fact, proven: ProvenFinding) -> bool:
    match fact.body:
        case FindingHandled(finding=finding):
            return finding == proven.id
        case FindingRuled(round=no, code=code):
            return (no, code) == (proven.round_no, proven.finding.code)
        case _:
            return fact.id in proven.facts
