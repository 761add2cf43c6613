"""How long to wait before a camera that went away is tried again."""

from __future__ import annotations

from typing import Final

FIRST_S: Final = 0.5
MOST_S: Final = 30.0
STEADY_S: Final = 30.0
"""Who was there for so long is tried soon again."""


class Backoff:
    """Twice as long after each failure, up to half a minute."""

    def __init__(self) -> None:
        self._next_s = FIRST_S

    def after(self, watched_s: float) -> float:
        """Return how long to wait, seconds, after a connection that lasted `watched_s`."""
        if watched_s >= STEADY_S:
            self._next_s = FIRST_S
        wait_s, self._next_s = self._next_s, min(2 * self._next_s, MOST_S)
        return wait_s
