"""What the routes may ask of a table that is watched, besides its state."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class TableFeed(Protocol):
    """Pictures and journal of one table. Its methods may be called from any thread."""

    @property
    def journal_path(self) -> Path:
        """The table's journal."""

    def picture(self, pts_us: int | None, *, marked: bool) -> bytes | None:
        """Return a picture as JPEG: the one of a media time, or the newest; None if it is not kept.

        Args:
            pts_us: media time; None for the newest.
            marked: whether the cards that were read are drawn on it.
        """

    def still(self, finding_id: str) -> bytes | None:
        """Return the picture of a finding as JPEG, with its cards drawn on it; None if there is none."""
