"""What the routes may ask of a table that is watched, besides its state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from api.evidence.witness import Witness
from api.schemas import FindingView, TableState
from api.upkeep.gauges import Gauges
from tracker.facts import Fact, FactBody


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

    @property
    def minor_units(self) -> int:
        """How many of the currency's smallest units make one."""

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts of the table's journal, in its order; read from it."""

    def fact(self, fact_id: str) -> Fact | None:
        """Return the journal's fact of an id; None if there is none."""

    def state(self) -> TableState:
        """Return how the table stands."""

    def gauges(self) -> Gauges:
        """Return how the watching goes, for monitoring."""

    def findings(self) -> list[FindingView]:
        """Return every finding of the journal with how it stands, oldest first."""

    def witness(self) -> Witness:
        """Return what can be pinned of the table: its facts, what they mean, and its footage."""

    def enter(
        self, bodies: Sequence[FactBody], *, source: str, key: str = "", ages_us: Sequence[int] = ()
    ) -> list[Fact]:
        """Write what people or other machines tell, at the media time that it is now, or was then.

        Args:
            bodies: what they tell.
            source: who tells it.
            key: idempotency key: the same bodies under the same key are written once.
            ages_us: how long ago each happened, microseconds; empty: all happen now.

        Raises:
            FactRefused: if the key was used for something else.
            JournalError: if the journal cannot be written.
        """

    def dealer_is(self, dealer: str) -> None:
        """Take note of who deals from now on; empty: nobody."""

    def viewed(self, what: str, by: str) -> None:
        """Take note of who looked at evidence."""
