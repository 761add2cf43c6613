"""Where a table's deck has its indices, learnt from the cards that show both."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np

from vision.read.planes import INDEX_X, INDEX_Y

ENOUGH = 3
REMEMBERED = 200


class DeckLayout:
    """The place of the indices on the cards of one table; decks differ by several millimetres."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, float]] = deque(maxlen=REMEMBERED)

    def learn(self, places: Iterable[tuple[float, float]]) -> None:
        """Take in places as fractions of a card's width and height."""
        self._seen.extend(places)

    @property
    def index_place(self) -> tuple[float, float]:
        """The usual place; that of most decks until enough cards were seen."""
        if len(self._seen) < ENOUGH:
            return INDEX_X, INDEX_Y
        x, y = np.median(np.array(self._seen), axis=0)
        return float(x), float(y)
