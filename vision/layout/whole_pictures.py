"""What whole pictures, read without knowing the table, say against a table file: the size of cards and where they lie.

The eyes that watch a table look for cards of the file's size around the file's places, and see no others. So a file
that is quite wrong must be found out by a reader that believes none of it. Decks print their indices at different
places, but none has room for them outside the card: two indices of one card that stand farther apart on the felt, or
much nearer, show that the felt's scale is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.layout.places import REACH_MM, Places
from vision.layout.pose import Pose
from vision.sightings import Sighting
from vision.table import Table

F64 = NDArray[np.float64]

SURE_P = 0.9
LEAST_CARDS = 8
"""Fewer cards are no witnesses."""
APART_ACROSS = (0.55, 0.98)
APART_DOWN = (0.38, 0.92)
"""From an index of a card to the opposite one, as fractions of its width and height: on any deck, read as it may be."""
USUAL_ACROSS, USUAL_DOWN = 0.80, 0.71
FACING = -0.8
"""Largest cosine between the directions of two opposite indices."""
FARTHEST = 4.0
"""Two indices are one card's if they stand no farther apart than on a card so many times as large."""
ANEW_MM = 30.0
"""A card of the same name that is seen farther away is another one."""


class WholePictures:
    """Collects the cards that whole pictures show with both indices."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._places = Places(table)
        self._seen: dict[int, list[F64]] = {}
        self._apart: list[tuple[float, float]] = []
        self._elsewhere = 0

    def take(self, sightings: Iterable[Sighting]) -> None:
        """Take in the sightings of one picture, of a reader that knows no table."""
        sure = (s for s in sightings if s.face == "up" and s.p >= SURE_P)
        ends = [end for sighting in sure for end in _ends(sighting, self._table)]
        for card in _cards(ends, FARTHEST * max(self._table.card_mm)):
            if self._is_new(card):
                self._apart.append((card.across, card.down))
                self._elsewhere += self._places.reach_mm(card.pose) > REACH_MM

    @property
    def suffice(self) -> bool:
        """Whether enough cards were seen to speak for or against the file."""
        return len(self._apart) >= LEAST_CARDS

    @property
    def contradiction(self) -> str:
        """What speaks against the table file, for people, one line; empty if nothing does."""
        if not self.suffice:
            return ""
        count = len(self._apart)
        across, down = np.median(np.array(self._apart) / self._table.card_mm, axis=0)
        if not (_within(across, APART_ACROSS) and _within(down, APART_DOWN)):
            times = math.sqrt(across / USUAL_ACROSS * down / USUAL_DOWN)
            return f"{count} cards are {times:.1f} times as large as table {self._table.name} has them"
        if 2 * self._elsewhere > count:
            return (
                f"{self._elsewhere} of {count} cards lie where table {self._table.name} has no place for any"
            )
        return ""

    def _is_new(self, card: _Card) -> bool:
        known = self._seen.setdefault(card.number, [])
        at = np.array([card.pose.x, card.pose.y])
        if any(float(np.hypot(*(at - other))) < ANEW_MM for other in known):
            return False
        known.append(at)
        return True


@dataclass(frozen=True, slots=True, eq=False)
class _End:
    """An index on the felt: which card it names, where it stands, the direction of its top."""

    number: int
    at: F64
    up: F64


@dataclass(frozen=True, slots=True, eq=False)
class _Card:
    """A card that shows two opposite indices, and how far apart they are across and along it, in mm."""

    number: int
    pose: Pose
    across: float
    down: float


def _ends(sighting: Sighting, table: Table) -> Iterator[_End]:
    number = int(sighting.probs.argmax())
    for quad in sighting.indices:
        top, bottom = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
        above, below = table.to_felt(np.stack([top, bottom]))
        tall = float(np.hypot(*(above - below)))
        if tall > 0:
            yield _End(number, (above + below) / 2, (above - below) / tall)


def _cards(ends: list[_End], farthest: float) -> Iterator[_Card]:
    """Each index with the nearest one that may be its card's other."""
    for a in ends:
        right, down = np.array([-a.up[1], a.up[0]]), -a.up
        steps = [
            step
            for b in ends
            if b is not a and b.number == a.number and float(a.up @ b.up) < FACING
            for step in (b.at - a.at,)
            if min(step @ right, step @ down) > 0 and np.hypot(*step) < farthest
        ]
        if steps:
            step = min(steps, key=lambda step: float(np.hypot(*step)))
            x, y = a.at + step / 2
            pose = Pose(float(x), float(y), math.degrees(math.atan2(a.up[0], -a.up[1])) % 360.0)
            yield _Card(a.number, pose, float(step @ right), float(step @ down))


def _within(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] < value < limits[1]
