"""What became of each card: shown and read, shown and missed, or read where there was none.

Everything that is measured is counted from these rows, however they came about: drawn scenes, photographs or films.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tracker.cards import Card
from vision.sightings import F32, Sighting


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearly:
    """What "clearly visible" means: the cards that a target for recall counts.

    Attributes:
        index_height_px: least height of rank and suit together, in the picture.
        index_visible: least share of that index that nothing covers.
        tilt_deg: greatest angle between the line of sight and the card's normal.
    """

    index_height_px: float = 12.0
    index_visible: float = 0.95
    tilt_deg: float = 60.0


CLEARLY = Clearly()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Shown:
    """A card that a picture shows.

    Attributes:
        card: which; rank or suit is `?` where the label leaves it open.
        index_height_px: height of its most visible index, rank and suit together; None if nobody knows.
        index_visible: share of that index that nothing covers, 0..1; None if nobody knows.
        clear_indices: how many of its indices are covered by nothing; None if nobody knows.
        tilt_deg: angle between the line of sight and the card's normal; None if nobody knows.
        quad: float32 `(4, 2)` pixels, clockwise from its top left; None if nobody knows.
        index: float32 `(4, 2)`, the same of its most visible index.
        about_px: how high indices stand elsewhere in that picture, as the reader measured them; for tables by height
            only, where nobody knows better.
    """

    card: Card
    index_height_px: float | None = None
    index_visible: float | None = None
    clear_indices: int | None = None
    tilt_deg: float | None = None
    quad: F32 | None = None
    index: F32 | None = None
    about_px: float | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it is clearly visible, as far as anybody knows: a label without measures is of a card that a person
        read."""
        return (
            (self.index_height_px is None or self.index_height_px >= CLEARLY.index_height_px)
            and (self.index_visible is None or self.index_visible >= CLEARLY.index_visible)
            and (self.tilt_deg is None or self.tilt_deg <= CLEARLY.tilt_deg)
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Reading:
    """A card that the reader reported: which, how surely, and in pixels how high its index stood and where both lie."""

    card: Card
    p: float
    index_height_px: float | None = None
    quad: F32 | None = None
    index: F32 | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Outcome:
    """One card's fate; `shown` or `read` is None, never both.

    Attributes:
        picture: its name; for a drawn scene its number.
        group: what results are told apart by: the deck, the source, the film.
        shown: what lay there.
        read: what was reported.
    """

    picture: str
    group: str
    shown: Shown | None
    read: Reading | None

    @property
    def is_right(self) -> bool:
        """Whether the card was read as what it is."""
        return self.shown is not None and self.read is not None and fits(self.shown.card, self.read.card)

    @property
    def rank_is_right(self) -> bool:
        """Whether its rank was read as what it is."""
        return (
            self.shown is not None and self.read is not None and self.read.card.rank == self.shown.card.rank
        )

    @property
    def suit_is_right(self) -> bool:
        """Whether its suit was read as what it is."""
        return (
            self.shown is not None and self.read is not None and self.read.card.suit == self.shown.card.suit
        )

    @property
    def index_height_px(self) -> float | None:
        """Height of the index as it is known, else as the reader measured it, else as others in its picture."""
        known = self.shown.index_height_px if self.shown else None
        measured = self.read.index_height_px if self.read else None
        about = self.shown.about_px if self.shown else None
        return next((height for height in (known, measured, about) if height is not None), None)


def reading_of(sighting: Sighting) -> Reading:
    """Take from a sighting what is measured."""
    index = max(sighting.indices, key=quad_height, default=None)
    return Reading(
        card=sighting.card,
        p=sighting.p,
        index_height_px=None if index is None else quad_height(index),
        quad=sighting.quad,
        index=index,
    )


def quad_height(quad: F32) -> float:
    """Mean length of the two upright sides of a quad `(4, 2)`, pixels."""
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def fits(label: Card, read: Card) -> bool:
    """Whether a reading agrees with a label, of which rank or suit may be open."""
    return label.rank in ("?", read.rank) and label.suit in ("?", read.suit)


def reported(outcomes: Iterable[Outcome], least_p: float) -> list[Outcome]:
    """Return the outcomes if only readings of at least `least_p` are believed."""
    kept = []
    for outcome in outcomes:
        sure = outcome.read is not None and outcome.read.p >= least_p
        if sure or outcome.read is None:
            kept.append(outcome)
        elif outcome.shown is not None:
            kept.append(replace(outcome, read=None))
    return kept


def match_as_multisets(
    shown: Sequence[Shown], optional: Sequence[Card], readings: Iterable[Reading], *, complete: bool
) -> list[tuple[Shown | None, Reading | None]]:
    """Pair labels without places with readings.

    Equal cards first, the surest reading first; then labels that leave rank or suit open; what is left is paired if
    rank or suit agree, for that is what a misreading looks like.

    Args:
        shown: what a person can read in the picture.
        optional: cards that are scored neither way; a reading of one is left out.
        readings: what was reported.
        complete: whether `shown` and `optional` are all; if not, what is left of the readings is left out.
    """
    unread = list(shown)
    left = sorted(readings, key=lambda r: -r.p)
    pairs: list[tuple[Shown | None, Reading | None]] = []
    for known in (True, False):
        for reading in list(left):
            label = next((s for s in unread if s.card.is_known is known and fits(s.card, reading.card)), None)
            if label is not None:
                unread.remove(label)
                left.remove(reading)
                pairs.append((label, reading))
    spare = list(optional)
    for reading in list(left):
        if (card := next((c for c in spare if fits(c, reading.card)), None)) is not None:
            spare.remove(card)
            left.remove(reading)
    for reading in list(left) if complete else ():
        label = next((s for s in unread if _half_alike(s.card, reading.card)), None)
        if label is not None:
            unread.remove(label)
            left.remove(reading)
            pairs.append((label, reading))
    missed = [(label, None) for label in unread]
    false = [(None, reading) for reading in left] if complete else []
    return [*pairs, *missed, *false]


def _half_alike(label: Card, read: Card) -> bool:
    return label.rank == read.rank or label.suit == read.suit
