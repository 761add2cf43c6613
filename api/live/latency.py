"""How long it takes from a card's coming to rest before the camera to the prompt on the screens."""

from __future__ import annotations

from collections import deque
from time import time
from typing import Final

import numpy as np

from api.live.eyes import Told
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, FactBody

SETTLED: Final = (CardPlaced, CardRead, CardMoved)
"""What is told of a card that came to rest."""
TAKEN: Final = (CardTaken,)
"""What is told of a card that is gone: only after a second, when no hand can be hiding it. No prompt waits for it."""
KEPT: Final = 300
"""So many of the last facts are counted."""


class Latencies:
    """The newest latencies of some kinds of fact, seconds."""

    def __init__(self, kinds: tuple[type[FactBody], ...] = SETTLED) -> None:
        """Count nothing yet.

        Args:
            kinds: the facts that count.
        """
        self.kinds = kinds
        self._seconds: deque[float] = deque(maxlen=KEPT)

    def add(self, seconds: float) -> None:
        """Count one."""
        self._seconds.append(seconds)

    def add_told(self, told: Told) -> None:
        """Count a fact that has just been taken in, if it is of these kinds."""
        if isinstance(told.fact.body, self.kinds):
            self.add(time() - told.arrived_at + (told.frame_us - told.fact.pts_us) / 1e6)

    def __len__(self) -> int:
        """Return how many are counted."""
        return len(self._seconds)

    def percentile_ms(self, percent: float) -> int | None:
        """Return a percentile in milliseconds; None while nothing is counted."""
        return round(1000 * float(np.percentile(list(self._seconds), percent))) if self._seconds else None
