"""Video files and streams, decoded with PyAV on their own clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np

from vision.errors import SourceError
from vision.sources.frames import U8, End
from vision.sources.ring import SegmentRing

_LUMA_FIRST = frozenset({"yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "yuvj444p", "nv12", "gray"})
"""Pixel formats whose first plane is 8-bit brightness."""

_NO_FOOTAGE = ("tty", "image2", "_pipe")
"""What FFmpeg opens as a video though nobody filmed it: text files and single pictures."""

_MAX_DAMAGED = 200
"""So many damaged packets in a row, and the rest is given up."""

_SLACK_US = 1_500_000
"""How much shorter than declared a recording may be before it counts as cut off."""


@dataclass(frozen=True, slots=True)
class VideoFrame:
    """A decoded frame; see `vision.sources.frames.Frame`."""

    pts_us: int
    _frame: av.VideoFrame

    def luma(self) -> U8:
        """Brightness, uint8 `(h, w)`; a view on the decoder's plane where the format has one."""
        frame = self._frame
        if frame.format.name not in _LUMA_FIRST:
            return np.asarray(frame.to_ndarray(format="gray"), dtype=np.uint8)
        plane = frame.planes[0]
        rows = np.frombuffer(plane, dtype=np.uint8).reshape(-1, plane.line_size)
        return rows[: frame.height, : frame.width]

    def image(self) -> U8:
        """The picture, uint8 BGR `(h, w, 3)`."""
        return np.asarray(self._frame.to_ndarray(format="bgr24"), dtype=np.uint8)


class VideoSource:
    """A video file or a stream's address; see `vision.sources.frames.Source`.

    Args:
        url: the file or address.
        name: what facts call it.
        device: FFmpeg's name of the kind of device, if it is one.
        options: for FFmpeg.
        timeout_s: a stream that sends nothing for so long has ended.
        ring: keeps everything that is read, as it came.

    Raises:
        SourceError: if it cannot be opened or holds no video.
    """

    is_stills = False

    def __init__(
        self,
        url: str,
        *,
        name: str | None = None,
        device: str | None = None,
        options: dict[str, str] | None = None,
        timeout_s: float = 10.0,
        ring: SegmentRing | None = None,
    ):
        self.name = name or Path(url).name
        self._ring = ring
        self.end: End | None = None
        try:
            self._container = av.open(url, format=device, options=options or {}, timeout=timeout_s)
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise SourceError(f"{url}: not a video that can be opened ({_words(error)})") from error
        unfit = any(word in self._container.format.name for word in _NO_FOOTAGE)
        if unfit or not self._container.streams.video:
            kind = self._container.format.long_name
            self._container.close()
            raise SourceError(f"{url}: expected a video, got {kind}")
        self._stream = self._container.streams.video[0]
        # Several threads conceal damage differently, each number of them in its own way: an audit would depend on how
        # many cores its machine has. And each holds a camera's pictures back by one more.
        self._stream.codec_context.thread_count = 1
        self.width = int(self._stream.codec_context.width)
        self.height = int(self._stream.codec_context.height)
        self.duration_us = self._declared_us()
        self._clock = _Clock(self._stream)

    def __iter__(self) -> Iterator[VideoFrame]:
        """Yield frames with strictly rising times; damaged packets are passed over and counted.

        Raises:
            SourceError: if not one frame can be decoded, or the picture's size changes.
        """
        first = last = None
        damaged = 0
        for item in self._decoded():
            if item is None:
                damaged += 1
                continue
            if (item.width, item.height) != (self.width, self.height):
                self.end = End(f"the picture changed to {item.width}x{item.height}", complete=False)
                return
            last = self._clock.time_of(item)
            first = last if first is None else first
            yield VideoFrame(last, item)
        if first is None or last is None:
            raise SourceError(f"{self.name}: no picture in it can be decoded")
        self.end = self._ending(last - first, last, damaged)

    def close(self) -> None:
        """Release the file."""
        self._container.close()

    def _declared_us(self) -> int | None:
        if self._stream.duration is not None and self._stream.time_base is not None:
            return int(self._stream.duration * self._stream.time_base * 1_000_000)
        return int(self._container.duration) if self._container.duration else None

    def _decoded(self) -> Iterator[av.VideoFrame | None]:
        """Yield decoded frames, and None for each damaged packet."""
        packets = self._container.demux(self._stream)
        in_a_row = 0
        while in_a_row < _MAX_DAMAGED:
            try:
                packet = next(packets)
            except StopIteration:
                return
            except av.error.FFmpegError:
                yield None
                return
            if self._ring is not None:
                self._ring.keep(packet, self._stream, self._clock.shift_us)
            try:
                frames = packet.decode()
            except av.error.EOFError:
                return
            except av.error.FFmpegError:
                in_a_row += 1
                yield None
                continue
            if frames:
                in_a_row = 0
            yield from frames

    def _ending(self, seen_us: int, last_us: int, damaged: int) -> End:
        notes = f", {damaged} damaged packets passed over" if damaged else ""
        if self.duration_us is not None and self.duration_us - seen_us > _SLACK_US:
            return End(
                f"cut off at {last_us / 1e6:.2f} s of {self.duration_us / 1e6:.2f} s{notes}",
                complete=False,
            )
        return End(f"end of recording at {last_us / 1e6:.2f} s{notes}", complete=not damaged)


class _Clock:
    """Media times that only rise, also where a stream lacks them or its own clock starts again.

    Attributes:
        shift_us: what is added to the stream's own times, since it began again.
    """

    def __init__(self, stream: av.VideoStream) -> None:
        self._base = stream.time_base
        rate = stream.average_rate or stream.guessed_rate
        self._step_us = int(1_000_000 / rate) if rate else 40_000
        self._last: int | None = None
        self.shift_us = 0

    def time_of(self, frame: av.VideoFrame) -> int:
        base = frame.time_base or self._base
        own = None if frame.pts is None or base is None else int(frame.pts * base * 1_000_000)
        if self._last is None:
            self._last = own or 0
            return self._last
        if own is None:
            self._last += self._step_us
            return self._last
        if own + self.shift_us <= self._last:
            self.shift_us = self._last + self._step_us - own
        self._last = own + self.shift_us
        return self._last


def _words(error: Exception) -> str:
    """An FFmpeg error in few words, without its number and path."""
    text = getattr(error, "strerror", None) or str(error)
    return str(text).splitlines()[0]
