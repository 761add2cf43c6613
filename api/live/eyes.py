"""Watching one source, and what is told of it: opened, pictures, looks, facts with the time at which they were seen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import time
from typing import Final, Protocol, TypeAlias

from api.evidence.pictures import U8, encode_jpeg
from api.evidence.scenes import Scene
from api.live.source import OverlookedSource
from tracker.facts import Fact
from vision.look import Covered
from vision.merge.merger import Item
from vision.merge.recordings import watch_one
from vision.sources import End, Source
from vision.table import Table
from vision.watch import Look, TableReader, watch

PICTURE_EVERY_US: Final = 250_000
"""The picture on the screens is renewed this often, media time."""

Open: TypeAlias = Callable[[int], Source]
"""Opens the source, whose media time 0 will be this time of the journal; raises `SourceError` if it cannot."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The source is there."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact.

    Attributes:
        fact: what was seen, in the media time of its connection.
        frame_us: media time of the picture that showed it.
        arrived_at: when that picture came, seconds since 1970.
        skipped: how many pictures were passed over so far.
    """

    fact: Fact
    frame_us: int
    arrived_at: float
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """How the looking goes, told with every picture that is shown.

    Attributes:
        looked: how many pictures were looked at since the source was opened.
        behind_s: how long the newest had waited since it came.
    """

    looked: int
    behind_s: float


Seen: TypeAlias = Opened | Scene | Look | Covered | Told | Counted
Tell: TypeAlias = Callable[[Seen], None]


class Stop(Protocol):
    """Something that is set when the watching is to end: an event of threads or of processes."""

    def is_set(self) -> bool:
        """Whether it is."""

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is, or so many seconds; whether it is."""


class Eyes(Protocol):
    """Watches one source, wherever that is done."""

    def watch(self, tell: Tell, *, offset_us: int, stop: threading.Event) -> End | None:
        """Watch until the source ends or `stop` is set; how it ended, None if nobody knows.

        Args:
            tell: is told everything that is seen, from the calling thread.
            offset_us: time of the journal at which the source begins.
            stop: when set, the watching ends soon.

        Raises:
            VisionError: if the source cannot be opened or read, or is of another table.
        """

    def close(self) -> None:
        """Release what is held."""


class EyesHere:
    """Watches in the calling thread.

    Args:
        table: where everything lies.
        reader: reads the cards.
        open_source: opens the recording or camera.
        own_speed: play at so many times a recording's own speed; None: as it comes (a camera).
        is_witness: whether it is one of several cameras, of which is told too what they do not see.
    """

    def __init__(
        self,
        table: Table,
        reader: TableReader,
        open_source: Open,
        *,
        own_speed: float | None = None,
        is_witness: bool = False,
    ) -> None:
        self._is_witness = is_witness
        self._table = table
        self._reader = reader
        self._open = open_source
        self._own_speed = own_speed

    def watch(self, tell: Tell, *, offset_us: int, stop: Stop) -> End | None:
        """Watch until the end; see `Eyes`."""

        def show(pts_us: int, image: U8) -> None:
            size = image.shape[1], image.shape[0]
            tell(Scene(pts_us, encode_jpeg(image), *size, arrived_at=source.arrived_at))
            tell(Counted(source.looked, max(0.0, time() - source.arrived_at)))

        source = OverlookedSource(
            self._open(offset_us),
            on_picture=show,
            every_us=PICTURE_EVERY_US,
            own_speed=self._own_speed,
            stop=stop,
        )
        tell(Opened())
        for item in self._items(source):
            if isinstance(item, Fact):
                tell(Told(item, source.pts_us, source.arrived_at, source.skipped))
            else:
                tell(item)
        return source.end

    def _items(self, source: Source) -> Iterator[Item]:
        if self._is_witness:
            return watch_one(source, self._table, self._reader)
        return watch(source, self._table, self._reader, refuses_wrong_table=False)

    def close(self) -> None:
        """Nothing is held between two connections."""
