"""Recordings, folders of stills and cameras as frames on one media clock.

source = open_recording(Path("session.mp4"))
for frame in source:
    frame.pts_us, frame.luma(), frame.image()
print(source.end.reason)
"""

from __future__ import annotations

from pathlib import Path

from vision.errors import SourceError
from vision.sources.frames import End, Frame, Source
from vision.sources.ring import Clip, SegmentRing, cut_recording
from vision.sources.stills import StillsSource
from vision.sources.video import VideoSource

__all__ = [
    "Clip",
    "End",
    "Frame",
    "SegmentRing",
    "Source",
    "cut_recording",
    "open_camera",
    "open_recording",
]


def open_recording(path: Path, *, pattern: str = "*") -> Source:
    """Open a video file or a folder of stills in the order of their names.

    Args:
        path: the file or folder.
        pattern: which pictures of a folder belong to the recording, as in `Path.glob`.

    Raises:
        SourceError: if there is no such file, or it is empty, not a video, or without pictures.
    """
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder")
    if path.is_dir():
        return StillsSource(path, pattern)
    try:
        size = path.stat().st_size
        with path.open("rb"):
            pass
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror})") from error
    if size == 0:
        raise SourceError(f"{path}: the file is empty")
    return VideoSource(str(path))


def open_camera(url: str, *, timeout_s: float = 5.0, ring: SegmentRing | None = None) -> Source:
    """Open a camera: an RTSP or HTTP address, or a device such as `/dev/video0`.

    The source ends (`end.complete` is false) when the camera sends nothing for `timeout_s`; to open it
    again is the caller's business.

    Args:
        url: the address or device.
        timeout_s: so long nothing may come.
        ring: keeps everything that is read, as it came.

    Raises:
        SourceError: if nothing answers at that address.
    """
    options = {"rtsp_transport": "tcp"} if url.startswith("rtsp") else {}
    device = "v4l2" if url.startswith("/dev/") else None
    return VideoSource(url, name=url, device=device, options=options, timeout_s=timeout_s, ring=ring)
