"""Who looked at what evidence lately: looking again within a while is the same look, and is journalled once."""

from __future__ import annotations

from typing import Final

SAME_VIEW_S: Final = 600.0
"""Who looks at the same evidence again within this time looks at it once."""

SWEEP_FROM: Final = 1000
"""Looks that are over are forgotten when there are so many."""


class Viewings:
    """The looks of a while. Used by one thread at a time."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], float] = {}
        self._sweep_at = SWEEP_FROM

    def is_new(self, what: str, by: str, at_s: float) -> bool:
        """Whether a look is none of the same a while ago; it is remembered then.

        Args:
            what: the evidence.
            by: who looks.
            at_s: now, in seconds of a clock that goes on.
        """
        is_new = at_s - self._last.get((what, by), float("-inf")) >= SAME_VIEW_S
        if is_new:
            if len(self._last) >= self._sweep_at:
                self._last = {
                    look: last_s for look, last_s in self._last.items() if at_s - last_s < SAME_VIEW_S
                }
                self._sweep_at = max(SWEEP_FROM, 2 * len(self._last))
            self._last[what, by] = at_s
        return is_new
