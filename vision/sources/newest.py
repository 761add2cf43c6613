"""A camera that is read by a thread of its own: whoever looks too slowly gets the newest picture, not an old one."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from time import time

from vision.sources.frames import U8, End, Frame, Source

BEHIND_US = 1_000_000
"""So far the looking may fall behind before pictures are passed over: longer than a whole picture takes to read."""
MOST_WAITING = 40
"""So many pictures wait at most, whatever their times say: each holds a few megabytes."""


@dataclass(frozen=True, slots=True)
class ArrivedFrame:
    """A frame, and when it came, seconds since 1970; see `vision.sources.frames.Frame`."""

    frame: Frame
    arrived_at: float

    @property
    def pts_us(self) -> int:
        """Microseconds on the source's media clock."""
        return self.frame.pts_us

    def luma(self) -> U8:
        """Brightness, uint8 `(h, w)`."""
        return self.frame.luma()

    def image(self) -> U8:
        """The picture, uint8 BGR `(h, w, 3)`."""
        return self.frame.image()


class NewestFirst:
    """A live source that never makes its camera wait; see `vision.sources.frames.Source`.

    Attributes:
        skipped: pictures that were passed over because the looking had fallen behind.
    """

    def __init__(self, source: Source) -> None:
        """Wrap a source; it is read from the first iteration on."""
        self._source = source
        self._waiting: deque[ArrivedFrame] = deque()
        self._news = threading.Condition()
        self._is_closed = self._is_read = False
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._read, name=f"reading {source.name}", daemon=True)
        self.name = source.name
        self.width = source.width
        self.height = source.height
        self.duration_us = source.duration_us
        self.is_stills = source.is_stills
        self.end: End | None = None
        self.skipped = 0

    def __iter__(self) -> Iterator[ArrivedFrame]:
        """Yield the frames that came, as far as there is time for them.

        Raises:
            SourceError: if nothing at all can be read.
        """
        self._thread.start()
        while (frame := self._next()) is not None:
            yield frame
        if self._error is not None:
            raise self._error
        self.end = self._source.end

    def close(self) -> None:
        """Stop reading; the stream is released as soon as the read that is going on returns."""
        with self._news:
            self._is_closed = True
        if self._thread.ident is None:
            self._source.close()

    def _next(self) -> ArrivedFrame | None:
        with self._news:
            while not self._waiting:
                if self._is_read or self._is_closed:
                    return None
                self._news.wait()
            return self._waiting.popleft()

    def _read(self) -> None:
        try:
            for frame in self._source:
                if not self._keep(ArrivedFrame(frame, time())):
                    return
        except Exception as error:  # told to whoever iterates
            self._error = error
        finally:
            # The stream is closed by the thread that reads it: FFmpeg does not bear another one's hand.
            self._source.close()
            with self._news:
                self._is_read = True
                self._news.notify()

    def _keep(self, frame: ArrivedFrame) -> bool:
        with self._news:
            if self._is_closed:
                return False
            waiting = self._waiting
            if waiting and (frame.pts_us - waiting[0].pts_us > BEHIND_US or len(waiting) >= MOST_WAITING):
                self.skipped += len(waiting)
                waiting.clear()
            waiting.append(frame)
            self._news.notify()
            return True
