"""Single pictures of a recording by media time: for stepping, where a browser's player is too coarse."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import av

from api.evidence.pictures import U8
from vision.errors import SourceError
from vision.sources.pictures import read_picture
from vision.sources.stills import STEP_US, StillsSource

NEAR_US: Final = 2_000_000
"""Up to so far ahead decoding goes on; farther away it begins anew at a key frame."""
KEPT: Final = 12
"""Decoded frames that are kept, so that a step back costs nothing."""
_MICRO: Final = 1_000_000


class Pictures(Protocol):
    """A recording's pictures. Its methods may be called from any thread."""

    start_us: int

    def times(self, from_us: int, limit: int) -> list[int]:
        """Return the media times of at most `limit` pictures from a time on, in order."""

    def at(self, pts_us: int) -> tuple[int, U8]:
        """Return the picture that is shown at a media time, and its own time: the newest up to then, or the first.

        Raises:
            SourceError: if it cannot be read.
        """

    def close(self) -> None:
        """Release the file."""


def open_pictures(recording: Path) -> Pictures:
    """Open a video file or a folder of stills.

    Raises:
        SourceError: if there is none, or it cannot be read.
    """
    if not recording.exists():
        raise SourceError(f"the recording is not there any more: {recording.name}")
    return StillPictures(recording) if recording.is_dir() else VideoPictures(recording)


class ShiftedPictures:
    """Pictures of a file whose time 0 is another media time, as `Pictures` says."""

    def __init__(self, pictures: Pictures, start_us: int) -> None:
        """Wrap pictures whose own time 0 is the media time `start_us`."""
        self._pictures = pictures
        self._zero_us = start_us
        self.start_us = start_us + pictures.start_us

    def times(self, from_us: int, limit: int) -> list[int]:
        """Return the times of pictures from a time on."""
        own_us = max(0, from_us - self._zero_us)
        return [self._zero_us + at for at in self._pictures.times(own_us, limit)]

    def at(self, pts_us: int) -> tuple[int, U8]:
        """Return the picture that is shown at a time."""
        at_us, image = self._pictures.at(max(0, pts_us - self._zero_us))
        return self._zero_us + at_us, image

    def close(self) -> None:
        """Release the file."""
        self._pictures.close()


class StillPictures:
    """The stills of a folder, as `Pictures` says."""

    def __init__(self, folder: Path) -> None:
        """List the folder."""
        self.start_us = 0
        self._source = StillsSource(folder)

    def times(self, from_us: int, limit: int) -> list[int]:
        """Return the times of stills from a time on."""
        first = -(-from_us // STEP_US)
        return [k * STEP_US for k in range(first, min(first + limit, len(self._source.paths)))]

    def at(self, pts_us: int) -> tuple[int, U8]:
        """Return the still that is shown at a time."""
        number = min(max(0, pts_us // STEP_US), len(self._source.paths) - 1)
        return number * STEP_US, read_picture(self._source.paths[number]).image

    def close(self) -> None:
        """Nothing is open."""


class VideoPictures:
    """The frames of a video file, as `Pictures` says."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            SourceError: if it is no video.
        """
        self._path = path
        self._lock = threading.Lock()
        try:
            self._container = av.open(str(path))
            self._stream = self._container.streams.video[0]
        except (av.error.FFmpegError, IndexError, OSError) as error:
            raise SourceError(f"{path.name}: not a video that can be opened") from error
        self._stream.thread_type = "AUTO"
        self._frames: Iterator[av.VideoFrame] | None = None
        self._recent: deque[tuple[int, av.VideoFrame]] = deque(maxlen=KEPT)
        self.start_us = self._us(self._stream.start_time or 0)

    def times(self, from_us: int, limit: int) -> list[int]:
        """Return the times of frames from a time on; nothing is decoded for it."""
        times: list[int] = []
        with av.open(str(self._path)) as container:
            stream = container.streams.video[0]
            self._seek(container, stream, from_us)
            highest = from_us
            for packet in container.demux(stream):
                if packet.pts is None:
                    continue
                # Packets come in the order of decoding: what is behind a later key frame comes before none of these.
                if packet.is_keyframe and len(times) >= limit and self._us(packet.pts) > highest:
                    break
                if (at := self._us(packet.pts)) >= from_us:
                    times.append(at)
                    highest = max(highest, at)
        return sorted(times)[:limit]

    def at(self, pts_us: int) -> tuple[int, U8]:
        """Return the frame that is shown at a time."""
        with self._lock:
            try:
                at, frame = self._find(pts_us)
            except av.error.FFmpegError as error:
                raise SourceError(f"{self._path.name}: cannot be read at {pts_us / _MICRO:.3f} s") from error
            return at, frame.to_ndarray(format="bgr24")

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._container.close()

    def _find(self, pts_us: int) -> tuple[int, av.VideoFrame]:
        known = [at for at, _ in self._recent]
        if not known or not known[0] <= pts_us <= known[-1] + NEAR_US:
            self._recent.clear()
            self._seek(self._container, self._stream, pts_us)
            self._frames = self._container.decode(self._stream)
        while self._frames is not None and (not self._recent or self._recent[-1][0] <= pts_us):
            frame = next(self._frames, None)
            if frame is None:
                self._frames = None
            elif frame.pts is not None:
                self._recent.append((self._us(frame.pts), frame))
        if not self._recent:
            raise SourceError(f"{self._path.name}: no picture at {pts_us / _MICRO:.3f} s can be decoded")
        number = bisect_right([at for at, _ in self._recent], pts_us)
        return self._recent[max(0, number - 1)]

    def _seek(self, container: av.container.InputContainer, stream: av.VideoStream, pts_us: int) -> None:
        assert stream.time_base is not None
        target = max(int(pts_us / (_MICRO * stream.time_base)), stream.start_time or 0)
        container.seek(target, stream=stream, backward=True)

    def _us(self, pts: int) -> int:
        """Return a time of the stream in microseconds, as `vision.sources.video` does."""
        assert self._stream.time_base is not None
        return int(pts * self._stream.time_base * _MICRO)
