"""The newest pictures of a source, kept as JPEG under their media time, so that findings can show what was seen."""

from __future__ import annotations

import threading
from bisect import bisect_left, insort
from dataclasses import dataclass
from typing import Final

from api.evidence.pictures import U8, encode_jpeg

KEPT: Final = 240
"""So many pictures, some 50 MB at 1080p: a round's scenes several times over."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its media time, its JPEG, its size in pixels; when it came, seconds since 1970, if that is known."""

    pts_us: int
    jpeg: bytes
    width: int
    height: int
    arrived_at: float = 0.0


class Scenes:
    """A bounded store of pictures; the oldest go first. Its methods may be called from any thread."""

    def __init__(self, limit: int = KEPT) -> None:
        """Keep at most `limit` pictures."""
        self._limit = limit
        self._lock = threading.Lock()
        self._times: list[int] = []
        self._scenes: dict[int, Scene] = {}

    def keep(self, pts_us: int, image: U8) -> None:
        """Keep a picture, uint8 BGR `(h, w, 3)`."""
        with self._lock:
            known = pts_us in self._scenes
        if known:
            return
        self.add(Scene(pts_us, encode_jpeg(image), image.shape[1], image.shape[0]))

    def add(self, scene: Scene) -> None:
        """Keep a picture that is encoded already; one of the same time is kept once."""
        with self._lock:
            if scene.pts_us in self._scenes:
                return
            insort(self._times, scene.pts_us)
            self._scenes[scene.pts_us] = scene
            while len(self._times) > self._limit:
                del self._scenes[self._times.pop(0)]

    def at(self, pts_us: int) -> Scene | None:
        """Return the picture of a media time."""
        with self._lock:
            return self._scenes.get(pts_us)

    def near(self, pts_us: int) -> Scene | None:
        """Return the picture that is nearest in time; None if there is none at all."""
        with self._lock:
            at = bisect_left(self._times, pts_us)
            around = self._times[max(0, at - 1) : at + 1]
            return self._scenes[min(around, key=lambda t: abs(t - pts_us))] if around else None

    def newest(self) -> Scene | None:
        """Return the picture with the latest media time."""
        with self._lock:
            return self._scenes[self._times[-1]] if self._times else None
