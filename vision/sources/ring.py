"""A bounded ring of a camera's encoded segments, and clips cut from it.

ring = SegmentRing(folder, seconds=600.0)
source = open_camera(url, ring=ring)      # everything that is read of the camera is kept, as it came, without encoding
clip = ring.clip(from_us, to_us, path)    # from any thread; None where nothing of that time is kept
clip = cut_recording(recording, from_us, to_us, path)                    # the same, out of a recording
clip.path, clip.start_us, clip.end_us     # an MP4 that begins at a key frame: at `start_us`, at or before `from_us`

Times are media times as facts have them: a connection after the first begins at `ring.connect(offset_us)`. A frame of
the clip shown at second s is the frame of media time `start_us + s`. The segments of an earlier run are still there,
and another process may cut clips from the same folder: of what is not written yet, it sees nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import av
import av.container

from vision.errors import SourceError

SEGMENT_US: Final = 2_000_000
"""A segment ends with the first key frame after so long."""
LONGEST_US: Final = 30_000_000
"""A segment whose camera sends no key frame for so long is closed all the same; the next one cannot begin a clip."""
UNTIMED_US: Final = 1_000
"""A packet without a time is taken to be so much later than the one before it."""
UNENCODED: Final = frozenset({"rawvideo", "wrapped_avframe"})
"""Pictures that come as they are: too large to be kept."""
TimedPacket: TypeAlias = tuple[int, av.Packet]
"""A packet with its media time."""
_SECOND_US: Final = Fraction(1_000_000)


@dataclass(frozen=True, slots=True)
class Clip:
    """A video that was cut: its file, and the media times of its first and last frame."""

    path: Path
    start_us: int
    end_us: int


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """A file of the ring, with the media times of its first and last frame."""

    start_us: int
    end_us: int
    path: Path

    @classmethod
    def named(cls, path: Path) -> Segment | None:
        """Return the segment that a file of the ring is; None if it is none."""
        start, _, end = path.stem.partition("_")
        return cls(int(start), int(end), path) if start.isdecimal() and end.isdecimal() else None


class SegmentRing:
    """The newest segments of one camera. One thread keeps packets; any may cut clips.

    Args:
        folder: for the segments alone; it is made.
        seconds: so much of the past is kept, at least.
        megabytes: and at most so much on the disk.
    """

    def __init__(self, folder: Path, *, seconds: float = 600.0, megabytes: float = 2000.0) -> None:
        self._folder = folder
        self._keep_us, self._keep_bytes = int(seconds * 1e6), int(megabytes * 1e6)
        self._lock = threading.Lock()
        self._offset_us = 0
        self._like: av.container.InputContainer | None = None
        self._open: list[TimedPacket] = []
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def span_us(self) -> tuple[int, int] | None:
        """Media times of the first and last frame that is kept; None while there is none."""
        with self._lock:
            times = [pts_us for pts_us, _ in self._open]
        for segment in self._segments():
            times += [segment.start_us, segment.end_us]
        return (min(times), max(times)) if times else None

    def connect(self, offset_us: int) -> None:
        """Begin a connection whose own time 0 is the media time `offset_us`."""
        with self._lock:
            self._close_segment()
            self._offset_us = offset_us
            if self._like is not None:
                self._like.close()
                self._like = None

    def keep(self, packet: av.Packet, stream: av.VideoStream, shift_us: int = 0) -> None:
        """Keep a packet as it was read.

        Args:
            packet: what was read; it must not be changed afterwards.
            stream: where it came from.
            shift_us: what the source adds to the packet's time.
        """
        if not packet.size or stream.codec_context.name in UNENCODED:
            return
        with self._lock:
            # A camera's first picture may come before its clock is known.
            own_us = (self._open[-1][0] + UNTIMED_US - self._offset_us) if self._open else 0
            pts_us = self._offset_us + (own_us if packet.pts is None else _us(packet) + shift_us)
            if self._open and pts_us == self._open[-1][0]:
                pts_us += UNTIMED_US  # the clock began with the picture after one that had no time
            if self._like is None:
                self._like = self._template(packet, stream)
            if self._open:
                lasts_us = pts_us - self._open[0][0]
                if -SEGMENT_US < lasts_us < 0:
                    return  # shown before the key frame with which the segment begins
                if (packet.is_keyframe and lasts_us >= SEGMENT_US) or not 0 <= lasts_us < LONGEST_US:
                    self._close_segment()
            if self._open or packet.is_keyframe:
                self._open.append((pts_us, packet))

    def clip(self, from_us: int, to_us: int, path: Path) -> Clip | None:
        """Cut a clip of what is kept between two media times.

        Args:
            from_us: the clip begins with the last key frame at or before this, or the first one after it.
            to_us: it ends with the last frame that is not later.
            path: the MP4 that is written; what stood there is replaced when the clip is whole.

        Raises:
            SourceError: if what is kept cannot be written as MP4.
        """
        with self._lock, TemporaryDirectory(dir=self._folder) as scratch:
            segments = [s for s in self._segments() if s.end_us >= from_us and s.start_us <= to_us]
            if self._open and self._open[0][0] <= to_us and max(us for us, _ in self._open) >= from_us:
                segments.append(self._written(Path(scratch)))
            return _cut(segments, from_us, to_us, path)

    def close(self) -> None:
        """Write what is not yet written."""
        self.connect(0)

    def _close_segment(self) -> None:
        if self._open:
            self._written(self._folder)
            self._open = []
            self._forget()

    def _written(self, folder: Path) -> Segment:
        """Write the open segment into a file; its name says its times when it is whole."""
        assert self._like is not None
        times = [pts_us for pts_us, _ in self._open]
        segment = Segment(min(times), max(times), folder / f"{min(times)}_{max(times)}.mkv")
        part = segment.path.with_suffix(".part")
        with av.open(str(part), "w", format="matroska") as out:
            _write(out, self._like.streams.video[0], self._open)
        part.replace(segment.path)
        return segment

    def _template(self, packet: av.Packet, stream: av.VideoStream) -> av.container.InputContainer:
        """A file whose stream is like the camera's: what segments are made after, also when the camera is gone."""
        # NUT keeps the stream's parameters in the form in which they came. Matroska and MP4 put those of H.264 into
        # another one, and packets that came with start codes would be written as if they were in that form already.
        path = self._folder / "template.part"
        with av.open(str(path), "w", format="nut") as out:
            _write(out, stream, [(0, packet)])
        return av.open(str(path), format="nut")

    def _segments(self) -> list[Segment]:
        """The files of the ring, oldest first."""
        found = (Segment.named(path) for path in self._folder.glob("*.mkv"))
        return sorted(segment for segment in found if segment is not None)

    def _forget(self) -> None:
        """Remove the oldest segments that are too many."""
        segments = self._segments()
        newest_us = segments[-1].end_us
        sizes = [segment.path.stat().st_size for segment in segments]
        kept = sum(sizes)
        for segment, size in zip(segments[:-1], sizes, strict=False):
            if newest_us - segment.end_us <= self._keep_us and kept <= self._keep_bytes:
                break
            segment.path.unlink(missing_ok=True)
            kept -= size


def cut_recording(recording: Path, from_us: int, to_us: int, path: Path) -> Clip | None:
    """Cut a clip out of a recording, as `SegmentRing.clip` does; its media time is the file's own.

    Raises:
        SourceError: if it cannot be read, or cannot be written as MP4.
    """
    return _cut([Segment(0, to_us, recording)], from_us, to_us, path, is_recording=True)


def _cut(
    segments: Sequence[Segment], from_us: int, to_us: int, path: Path, *, is_recording: bool = False
) -> Clip | None:
    """Join the packets of a time into one file, without encoding."""
    part = path.with_name(path.name + ".part")
    # A packet's stream lives only as long as its file is open.
    with ExitStack() as files:
        try:
            packets = _packets(segments, from_us, to_us, files, is_recording=is_recording)
            kept = _of_one_kind(_from_key_frame(packets, from_us))
            if not kept or max(pts_us for pts_us, _ in kept) < from_us:
                return None
            with av.open(str(part), "w", format="mp4", options={"movflags": "+faststart"}) as out:
                _write(out, kept[0][1].stream, kept)
        except (av.error.FFmpegError, OSError, ValueError) as error:
            part.unlink(missing_ok=True)
            raise SourceError(f"cannot cut a clip into {path}: {error}") from error
    part.replace(path)
    times = [pts_us for pts_us, _ in kept]
    return Clip(path, min(times), max(times))


def _packets(
    segments: Sequence[Segment], from_us: int, to_us: int, files: ExitStack, *, is_recording: bool
) -> Iterator[TimedPacket]:
    """Yield the packets of some segments with their media times, up to a time; `files` keeps what is opened."""
    for segment in segments:
        container = files.enter_context(av.open(str(segment.path)))
        stream = container.streams.video[0]
        if is_recording and stream.time_base:
            container.seek(int(from_us / 1e6 / stream.time_base), stream=stream)
        first_us: int | None = None
        for packet in container.demux(stream):
            if packet.pts is None or not packet.size:
                continue
            first_us = _us(packet) if first_us is None else first_us
            pts_us = _us(packet) + (0 if is_recording else segment.start_us - first_us)
            if pts_us > to_us and packet.is_keyframe:
                break
            if pts_us <= to_us:
                yield pts_us, packet


def _from_key_frame(packets: Iterator[TimedPacket], from_us: int) -> Iterator[TimedPacket]:
    """Leave out what comes before the last key frame that is not later than `from_us`; else before the first one."""
    waiting: list[TimedPacket] = []
    for pts_us, packet in packets:
        if packet.is_keyframe and pts_us <= from_us:
            waiting = []
        if waiting or packet.is_keyframe:
            waiting.append((pts_us, packet))
        if waiting and pts_us > from_us:
            yield from waiting
            yield from packets
            return
    yield from waiting


def _of_one_kind(packets: Iterable[TimedPacket]) -> list[TimedPacket]:
    """The packets up to where codec or picture size changes, without those that are shown before the first one."""
    kept: list[TimedPacket] = []
    for pts_us, packet in packets:
        if kept and _kind(packet.stream) != _kind(kept[0][1].stream):
            break
        if not kept or pts_us >= kept[0][0]:
            kept.append((pts_us, packet))
    return kept


def _kind(stream: av.VideoStream) -> tuple[str, int, int]:
    context = stream.codec_context
    return context.name, context.width, context.height


def _write(out: av.container.OutputContainer, like: av.VideoStream, packets: Sequence[TimedPacket]) -> None:
    """Write packets, in the order in which they are decoded, as a stream that begins with the first one's time.

    When each must be decoded is worked out anew, for not every file says it: in the order of showing, as early as the
    frame that is decoded longest before it is shown asks for.
    """
    track = out.add_stream_from_template(like, opaque=True)
    shown = sorted(pts_us for pts_us, _ in packets)
    early_us = max(due - pts_us for due, (pts_us, _) in zip(shown, packets, strict=True))
    start_us, before = packets[0][0], None
    for due, (pts_us, packet) in zip(shown, packets, strict=True):
        dts = due - early_us - start_us
        copy = av.Packet(bytes(packet))
        copy.time_base = Fraction(1, 1_000_000)
        copy.dts = dts if before is None else max(dts, before + 1)
        copy.pts = max(pts_us - start_us, copy.dts)
        copy.duration = int((packet.duration or 0) * packet.time_base * _SECOND_US)
        copy.is_keyframe = packet.is_keyframe
        copy.stream = track
        before = copy.dts
        out.mux(copy)


def _us(packet: av.Packet) -> int:
    assert packet.pts is not None
    return int(packet.pts * packet.time_base * _SECOND_US)
