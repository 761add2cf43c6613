"""A camera's clock on the table's: by when its pictures come.

A picture is never early: of those that came lately the one that came soonest after its time tells how the two clocks
stand; the others were late on the way.
"""

from __future__ import annotations

from typing import Final

WINDOW_US: Final = 60_000_000
"""So long back pictures count: two clocks drift apart by some tens of ms in an hour."""


class ArrivalClock:
    """Follows one connection to a camera."""

    def __init__(self) -> None:
        """Begin with no picture."""
        self._offset_us: int | None = None
        self._least_us: int | None = None
        self._until_us = 0

    def offset_us(self, pts_us: int, arrived_us: int) -> int:
        """Take in a picture; the time of the table at which the camera's own clock showed 0, microseconds.

        Args:
            pts_us: its time on the camera's clock.
            arrived_us: when it came, on the table's clock.
        """
        late_us = arrived_us - pts_us
        if self._least_us is None:
            self._until_us = arrived_us + WINDOW_US
        self._least_us = late_us if self._least_us is None else min(self._least_us, late_us)
        if self._offset_us is None or late_us < self._offset_us:
            self._offset_us = late_us
        if arrived_us >= self._until_us:
            self._offset_us, self._least_us = self._least_us, None
        return self._offset_us
