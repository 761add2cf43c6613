"""Joining what a camera told before and after it was lost: one clock, one numbering, and the gap told as blindness.

Each time a source is watched, its media clock, its facts' numbers and its cards' numbers begin anew. A journal must not
run back in time, and card 1 of the morning is not card 1 of the evening.
"""

from __future__ import annotations

from dataclasses import replace

from api.live.notes import CamerasTold, track_of
from tracker.facts import (
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    Fact,
    FactBody,
    RecordingEnded,
)
from vision.look import Covered, Look


class Splice:
    """Renumbers the facts of one source over several connections to it."""

    def __init__(self) -> None:
        self._offset_us = 0
        self._seq = 0
        self._tracks = 0
        self._most_track = 0
        self.last_us = 0
        self.is_broken_off = False
        """Whether the facts so far end in the middle of what a camera told."""

    def continue_from(self, told: CamerasTold) -> None:
        """Go on behind what the journal holds already."""
        self.last_us = told.until_us
        self.is_broken_off = told.is_broken_off
        self._seq = max(told.seqs.values(), default=0)
        self._most_track = told.last_track

    def connect(self, gap_us: int) -> None:
        """Begin a connection `gap_us` after the last fact of the one before."""
        self._offset_us = self.last_us + gap_us if self._seq else 0
        self._tracks = self._most_track

    def connect_at(self, offset_us: int) -> None:
        """Begin a connection whose own time 0 is this time of a clock that somebody else keeps."""
        self._offset_us = offset_us
        self._tracks = self._most_track

    def set_clock(self, offset_us: int) -> None:
        """Take note of when the connection's own time 0 was."""
        self._offset_us = offset_us

    def time(self, pts_us: int) -> int:
        """Return the journal's time of a time of this connection."""
        return pts_us + self._offset_us

    def join(self, fact: Fact) -> Fact:
        """Return a fact of this connection as the journal should hold it."""
        self._seq += fact.seq > 0
        self.last_us = max(self.last_us, self.time(fact.pts_us))
        body = _renumbered(fact.body, self._tracks)
        self._most_track = max(self._most_track, track_of(body))
        evidence = fact.evidence
        if evidence is not None:
            evidence = replace(evidence, pts_us=self.time(evidence.pts_us))
        return replace(
            fact, pts_us=self.last_us, body=body, evidence=evidence, seq=self._seq if fact.seq else 0, id=""
        )

    def join_covered(self, covered: Covered) -> Covered:
        """Return what is hidden from this connection's camera as its facts call it."""
        tracks = frozenset(track + self._tracks for track in covered.tracks)
        return Covered(self.time(covered.pts_us), tracks)

    def join_look(self, look: Look) -> Look:
        """Return a look of this connection with its cards as its facts call them."""
        cards = tuple(replace(card, track=card.track + self._tracks) for card in look.cards)
        return replace(look, pts_us=self.time(look.pts_us), cards=cards)


def is_end(fact: Fact) -> bool:
    """Whether a fact says that its source came to an end."""
    return isinstance(fact.body, RecordingEnded)


def _renumbered(body: FactBody, by: int) -> FactBody:
    if by and isinstance(body, CardPlaced | CardRead | CardMoved | CardTaken):
        return replace(body, track=body.track + by)
    return body
