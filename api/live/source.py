"""A source that somebody looks over the shoulder of: keeps its pictures, and plays a recording at its own speed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from time import monotonic, time
from typing import TYPE_CHECKING, Final

from api.evidence.pictures import U8
from vision.sources import End, Frame, Source
from vision.sources.newest import ArrivedFrame, NewestFirst

if TYPE_CHECKING:
    from api.live.eyes import Stop

OnPicture = Callable[[int, U8], None]
"""Called with media time in microseconds and picture, uint8 BGR `(h, w, 3)`."""

_BEHIND_S: Final = 1.0


class SeenFrame:
    """A frame whose picture is converted once, however many ask, and told to `on_picture` when it is."""

    def __init__(self, frame: Frame, on_picture: OnPicture) -> None:
        """Wrap a frame."""
        self._frame = frame
        self._on_picture = on_picture
        self._image: U8 | None = None

    @property
    def pts_us(self) -> int:
        """Microseconds on the source's media clock."""
        return self._frame.pts_us

    def luma(self) -> U8:
        """Brightness, uint8 `(h, w)`."""
        return self._frame.luma()

    def image(self) -> U8:
        """The picture, uint8 BGR `(h, w, 3)`."""
        if self._image is None:
            self._image = self._frame.image()
            self._on_picture(self.pts_us, self._image)
        return self._image


class OverlookedSource:
    """A source whose pictures somebody else sees too; else as the source itself.

    Attributes:
        name, width, height, duration_us, is_stills, end: as the source's.
        pts_us: media time of the frame that is looked at.
        looked: how many frames were looked at so far.
        arrived_at: when it came, seconds since 1970: when a camera sent it, or a recording's was due.
    """

    def __init__(
        self,
        source: Source,
        *,
        on_picture: OnPicture,
        on_time: Callable[[int], None] | None = None,
        every_us: int | None = None,
        own_speed: float | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Wrap a source.

        Args:
            source: what to iterate.
            on_picture: is told every picture that is converted.
            on_time: is told the media time of every frame.
            every_us: convert a picture at least this often; None: only when somebody asks for one.
            own_speed: play at so many times the recording's own speed, never faster; None: as fast as it can be read.
            stop: when set, the source ends.
        """
        self._source = source
        self._on_picture = on_picture
        self._on_time = on_time
        self._every_us = every_us
        self._speed = own_speed
        self._stop = stop or threading.Event()
        self.name = source.name
        self.width = source.width
        self.height = source.height
        self.duration_us = source.duration_us
        self.is_stills = source.is_stills
        self.end: End | None = None
        self.pts_us = 0
        self.looked = 0
        self.arrived_at = time()

    @property
    def skipped(self) -> int:
        """How many pictures the source passed over because the looking had fallen behind."""
        return self._source.skipped if isinstance(self._source, NewestFirst) else 0

    def __iter__(self) -> Iterator[Frame]:
        """Yield the source's frames."""
        shown_us: int | None = None
        pace = _Pace(self._speed, self._stop) if self._speed else None
        for frame in self._source:
            if pace is not None:
                pace.wait_for(frame.pts_us)
            if self._stop.is_set():
                self.end = End("stopped", complete=False)
                return
            self.pts_us = frame.pts_us
            self.looked += 1
            self.arrived_at = frame.arrived_at if isinstance(frame, ArrivedFrame) else time()
            seen = SeenFrame(frame, self._on_picture)
            if self._on_time is not None:
                self._on_time(frame.pts_us)
            if self._every_us is not None and (shown_us is None or frame.pts_us - shown_us >= self._every_us):
                shown_us = frame.pts_us
                seen.image()
            yield seen
        self.end = self._source.end

    def close(self) -> None:
        """Release the file or device."""
        self._source.close()


class _Pace:
    """Holds frames back until they are due. Whoever falls behind plays on from there: nothing is skipped."""

    def __init__(self, speed: float, stop: Stop) -> None:
        self._speed = speed
        self._stop = stop
        self._start: float | None = None

    def wait_for(self, pts_us: int) -> None:
        now = monotonic()
        offset = pts_us / 1e6 / self._speed
        if self._start is None or now - (self._start + offset) > _BEHIND_S:
            self._start = now - offset
        due = self._start + offset
        if due > now:
            self._stop.wait(due - now)
