"""Whether the cards lie as the table file says: it may be another table's, or the camera may have been moved.

Each card that comes to rest is a witness. On the right table it lies near the next free slot of some hand, give or take
a dealer's disorder; seen through another table's calibration it lies anywhere. How much better the table file explains
its place than chance does is its weight, a log-likelihood ratio; a card far from everything weighs no more than a stray
one. The file is believed or doubted by the mean of the weights, and refused only when even a careless dealer's would be
higher.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from enum import Enum

import numpy as np

from vision.layout.places import rows_of
from vision.table import Table

DISORDER_MM = 20.0
"""How far from their slots cards come to rest (sigma): more than any dealer's habit, less than half a card."""
STRAY = 0.08
"""Part of the cards that lie anywhere also on the right table: misread, on their way, put aside."""
AROUND_MM = 150.0
"""Cards lie so far around the slots, by chance."""
LEAST_CARDS = 6
"""Fewer cards are no witnesses."""
ENOUGH_CARDS = 20
"""So many cards that lie well settle that the file is this table's."""
SLOPPIEST = 1.5
"""Mean weight that even the most careless dealer's cards reach on the right table, ..."""
GOOD = 2.0
"""... and that a file must reach to be believed: a wrong one may come near the former by chance."""
SPREAD = 2.5
"""Of the weights around their mean (sigma)."""
SURE_SIGMAS = 3.0
LATELY = 16
"""What the last so many cards say tells of a camera that was moved."""
AWAY_MM = 45.0
"""A card farther than this from every slot is counted as out of place, for people."""


class Standing(Enum):
    """What the cards say of the table file so far."""

    OPEN = "open"
    FITS = "fits"
    WRONG_TABLE = "wrong table"
    MOVED = "moved"


class FeltFit:
    """Weighs the places of cards against a table file."""

    def __init__(self, table: Table) -> None:
        rows = rows_of(table)
        at = np.array([row.card_at(k) for row in rows.values() for k in (0, 1)])
        width, height = np.ptp(at, axis=0) + 2 * AROUND_MM
        spots = len(rows) * 2 * math.pi * DISORDER_MM**2
        self._best = (1 - STRAY) * float(width * height) / spots
        self._name = table.name
        self._weights: list[float] = []
        self._away = 0
        self._lately: deque[float] = deque(maxlen=LATELY)
        self._lately_us: deque[int] = deque(maxlen=LATELY)
        self._ever_fitted = False
        self.standing = Standing.OPEN

    def cards_rested(self, misfits_mm: Iterable[float], pts_us: int = 0) -> None:
        """Take in cards that came to rest, each by how far it lies from where a card would be expected next."""
        for misfit_mm in misfits_mm:
            self._lately_us.append(pts_us)
            near = math.exp(-((misfit_mm / DISORDER_MM) ** 2) / 2)
            weight = math.log(self._best * near + STRAY)
            self._lately.append(weight)
            if not self._ever_fitted:
                self._weights.append(weight)
                self._away += misfit_mm > AWAY_MM
            self._judge()

    @property
    def moved_us(self) -> int | None:
        """When the camera may have been moved, at the earliest; None if it was not."""
        return self._lately_us[0] if self.standing is Standing.MOVED else None

    @property
    def reason(self) -> str:
        """What speaks against the file, for people: one line."""
        return f"{self._away} of {len(self._weights)} cards do not lie where table {self._name} has a place for them"

    def _judge(self) -> None:
        if self._ever_fitted:
            self._judge_lately()
        elif _surely_below(self._weights, SLOPPIEST):
            self.standing = Standing.WRONG_TABLE
        elif len(self._weights) >= ENOUGH_CARDS and _mean(self._weights) > GOOD:
            self.standing, self._ever_fitted = Standing.FITS, True
            self._lately.clear()
            self._lately_us.clear()
        elif _mean(self._weights) > SLOPPIEST:
            self.standing = Standing.OPEN

    def _judge_lately(self) -> None:
        """The file was this table's: cards that do not fit it any more say that the camera, or the table, was moved."""
        if len(self._lately) < LATELY:
            return
        if _surely_below(self._lately, SLOPPIEST):
            self.standing = Standing.MOVED
        elif _mean(self._lately) > SLOPPIEST:
            self.standing = Standing.FITS


def _surely_below(weights: Iterable[float], limit: float) -> bool:
    known = list(weights)
    margin = SURE_SIGMAS * SPREAD / math.sqrt(max(1, len(known)))
    return len(known) >= LEAST_CARDS and _mean(known) + margin < limit


def _mean(weights: Iterable[float]) -> float:
    return float(np.mean(list(weights)))
