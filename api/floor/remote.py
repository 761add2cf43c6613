"""A table that another machine watches, as the server shows it: an equal copy of its journal, and a way to its host."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from secrets import token_hex
from time import monotonic, time
from typing import Final, Protocol

from api.evidence.witness import Witness
from api.floor.beat import Beat
from api.floor.wire import Order
from api.live.table import LiveTable
from api.schemas import CameraView, FindingView, TableState
from api.store.entering import entered_facts
from api.store.journal import Row
from api.upkeep.gauges import Gauges
from tracker.facts import DealerChanged, EvidenceViewed, Fact, FactBody

AWAY_AFTER_S: Final = 5.0
"""A host that was not heard for so long is away."""


class HostLine(Protocol):
    """The way to the camera hosts. Its methods may be called from any thread."""

    def order(self, table: str, order: Order) -> None:
        """Give a table's host something to carry out; it is kept until the host does.

        Raises:
            BrokerError: if the broker did not take it.
        """

    def picture(self, table: str, pts_us: int | None, *, marked: bool) -> bytes | None:
        """Return a picture that a table's host keeps; None if there is none or no answer comes."""


class RemoteTable:
    """One table of another machine; a `api.live.feed.TableFeed`. Its methods may be called from any thread.

    What is entered here is the host's to journal: until it did, `state` does not show it.
    """

    def __init__(self, copy: LiveTable, line: HostLine) -> None:
        """Wrap the copy of a table's journal.

        Args:
            copy: grows as the host's journal does.
            line: the way to the host.
        """
        self.copy = copy
        self._line = line
        self._heard_at = monotonic()
        self._beat: Beat | None = None

    @property
    def journal_path(self) -> Path:
        """The copy of the table's journal."""
        return self.copy.journal_path

    @property
    def minor_units(self) -> int:
        """How many of the currency's smallest units make one."""
        return self.copy.minor_units

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts of the journal, in its order."""
        return self.copy.facts

    def fact(self, fact_id: str) -> Fact | None:
        """Return the journal's fact of an id; None if there is none."""
        return self.copy.fact(fact_id)

    def take(self, rows: Iterable[Row]) -> None:
        """Write rows of the host's journal into the copy.

        Raises:
            ChainBroken: if they do not continue it.
            JournalError: if the copy cannot be written.
        """
        self.copy.take_copy(rows)

    def hear(self, beat: Beat) -> None:
        """Take note of how the host stands; its clock may differ from ours."""
        self._heard_at, self._beat = monotonic(), beat
        camera = beat.camera
        if camera.seen_at_ms is not None:
            differs_ms = int(time() * 1000) - beat.sent_at_ms
            camera = camera.model_copy(update={"seen_at_ms": camera.seen_at_ms + differs_ms})
        self.copy.shown_elsewhere(camera, beat.view)

    def gauges(self) -> Gauges:
        """Return how the watching goes at the host; see `api.live.feed.TableFeed`."""
        if self._beat is None or self.is_away:
            return Gauges(blind_s=self.copy.gauges().blind_s)
        return Gauges(self._beat.fps, self._beat.behind_s, self.copy.gauges().blind_s)

    def waiting(self) -> dict[str, int]:
        """Return how many rows wait at the host for the broker, and in the stream for the server, as last heard."""
        if self._beat is None:
            return {}
        unread = max(0, self._beat.sent - self.copy.head().seq)
        return {"broker": max(0, self._beat.seq - self._beat.sent), "server": unread}

    @property
    def is_away(self) -> bool:
        """Whether the host has not been heard for some time."""
        return monotonic() - self._heard_at > AWAY_AFTER_S

    def miss(self) -> None:
        """Tell the screens that the host is away."""
        state = self.copy.state()
        if state.camera.state != "lost":
            lost = CameraView(
                state="lost",
                seen_at_ms=state.camera.seen_at_ms,
                stale_after_s=state.camera.stale_after_s,
                reason="camera host away",
            )
            self.copy.shown_elsewhere(lost, state.view)

    def state(self) -> TableState:
        """Return how the table stands."""
        return self.copy.state()

    def findings(self) -> list[FindingView]:
        """Return every finding with how it stands, oldest first."""
        return self.copy.findings()

    def witness(self) -> Witness:
        """Return what can be pinned of the table; its footage is at its host."""
        return self.copy.witness()

    def picture(self, pts_us: int | None, *, marked: bool) -> bytes | None:
        """Return a picture as JPEG; see `api.live.feed.TableFeed`."""
        return self._line.picture(self.copy.table.name, pts_us, marked=marked)

    def still(self, finding_id: str) -> bytes | None:
        """Return a finding's still as JPEG; see `api.live.feed.TableFeed`."""
        return self.copy.still(finding_id)

    def enter(
        self, bodies: Sequence[FactBody], *, source: str, key: str = "", ages_us: Sequence[int] = ()
    ) -> list[Fact]:
        """Order the host to write what people tell; see `api.live.feed.TableFeed`.

        Returns:
            The facts as the host will write them but for the time, which is the host's to say.

        Raises:
            FactRefused: if the key was used for something else.
            BrokerError: if the broker does not take the order.
        """
        key = key or token_hex(8)
        facts = entered_facts(
            bodies,
            table=self.copy.table.name,
            source=source,
            pts_us=self.copy.now_us(),
            key=key,
            known=self.copy.fact,
            ages_us=ages_us,
        )
        self._line.order(self.copy.table.name, Order(tuple(bodies), source, key, tuple(ages_us)))
        return facts

    def dealer_is(self, dealer: str) -> None:
        """Take note of who deals from now on; see `api.live.feed.TableFeed`."""
        if dealer != self.copy.session.dealer:
            self.enter([DealerChanged(dealer=dealer)], source="door")

    def viewed(self, what: str, by: str) -> None:
        """Take note of who looked at evidence; see `api.live.feed.TableFeed`."""
        if self.copy.is_new_view(what, by):
            self.enter([EvidenceViewed(what=what, by=by)], source="screen")

    def publish(self) -> None:
        """Tell the screens how the table stands."""
        self.copy.publish()

    def close(self) -> None:
        """Close the copy."""
        self.copy.close()
