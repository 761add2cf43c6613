"""Frames into an H.264 file, with the sensor's noise on each."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import TracebackType

import av
import cv2
import numpy as np
from numpy.random import Generator

from vision.errors import VisionError
from vision.sightings import U8
from vision.synth.film.faults import Creep, Fate, Recorder
from vision.synth.film.look import FilmLook
from vision.synth.film.sprites import Rect

_SLACK = 64
"""The noise picture is this much larger than a frame, and is laid elsewhere on each."""


class FilmWriter:
    """Writes a film; use it in a `with` block. A film that was not finished is removed.

    The current frame is kept in the encoder's own colour planes (yuv420p), so that a frame costs what changed in it.
    """

    def __init__(
        self, path: Path, size: tuple[int, int], fps: int, look: FilmLook, rng: Generator, *, frames: int = 1
    ) -> None:
        """Begin a film.

        Args:
            path: the file; it is there when the film is finished.
            size: width and height, even, px.
            fps: frames for a second.
            look: how the recorder treats the picture.
            rng: source of every random choice.
            frames: how many will be written; over so many a camera that creeps does so.

        Raises:
            VisionError: if the size is odd.
        """
        if size[0] % 2 or size[1] % 2:
            raise VisionError(f"expected a film of even width and height, got {size[0]}x{size[1]}")
        self.size = size
        self.frames = 0
        self._path, self._part = path, path.with_name(path.name + ".part")
        w, h = size
        self._planes = np.full((h * 3 // 2, w), 128, np.uint8)
        flat = self._planes.reshape(-1)
        self._luma = self._planes[:h]
        self._chroma = [flat[at : at + w * h // 4].reshape(h // 2, w // 2) for at in (w * h, w * h * 5 // 4)]
        self._rng = rng
        self._noise = _noise(look.noise, size, rng)
        self._recorder, self._creep = Recorder(look, rng), Creep(look, size, frames, rng)
        self._out = self._planes.copy()
        self._time_base = Fraction(1, fps)
        self._container = av.open(str(self._part), "w", format="mp4", options={"movflags": "+faststart"})
        stream = self._container.add_stream("libx264", rate=fps)
        stream.width, stream.height, stream.pix_fmt = w, h, "yuv420p"
        stream.codec_context.thread_count = 1
        # Players guess BT.709 for HD; the planes are made as BT.601, in the narrow range.
        stream.codec_context.colorspace, stream.codec_context.color_range = 6, 1
        stream.options = {"preset": look.preset, "crf": str(look.crf), "g": str(fps * 4)}
        self._stream = stream

    def __enter__(self) -> FilmWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._container.mux(self._stream.encode())
        self._container.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)

    def paint(self, rect: Rect, part: U8) -> None:
        """Replace a part of the current frame; `part` is uint8 `(h, w, 3)` BGR, `rect` on even pixels."""
        x0, y0, x1, y1 = rect
        w, h = x1 - x0, y1 - y0
        planes = cv2.cvtColor(part, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        self._luma[y0:y1, x0:x1] = planes[: w * h].reshape(h, w)
        for k, chroma in enumerate(self._chroma):
            plane = planes[w * h + k * w * h // 4 :][: w * h // 4]
            chroma[y0 // 2 : y1 // 2, x0 // 2 : x1 // 2] = plane.reshape(h // 2, w // 2)

    def write(self) -> None:
        """Add the current frame to the film, unless the recorder loses it or writes the one before again."""
        fate = self._recorder.next()
        if fate is not Fate.LOST:
            if fate is Fate.WRITTEN:
                self._expose()
            frame = av.VideoFrame.from_ndarray(self._out, format="yuv420p")
            frame.pts, frame.time_base = self.frames, self._time_base
            self._container.mux(self._stream.encode(frame))
        self.frames += 1

    def _expose(self) -> None:
        """Take the current frame as the sensor sees it, with its noise, from where the camera has crept."""
        w, h = self.size
        luma = self._out[:h]
        luma[:] = self._creep.moved(self._luma, self.frames)
        self._out[h:] = self._planes[h:]
        if self._creep.creeps:
            halves = [self._creep.moved(plane, self.frames, scale=0.5) for plane in self._chroma]
            self._out[h:] = np.concatenate([half.reshape(-1) for half in halves]).reshape(-1, w)
        if self._noise is not None:
            x, y = (int(v) for v in self._rng.integers(0, _SLACK, 2))
            brighter, darker = (noise[y : y + h, x : x + w] for noise in self._noise)
            cv2.add(luma, brighter, dst=luma)
            cv2.subtract(luma, darker, dst=luma)


def _noise(sigma: float, size: tuple[int, int], rng: Generator) -> tuple[U8, U8] | None:
    """What the noise adds and what it takes away, each uint8 and larger than a frame."""
    if sigma <= 0:
        return None
    noise = rng.standard_normal((size[1] + _SLACK, size[0] + _SLACK), dtype=np.float32) * np.float32(sigma)
    noise = np.rint(noise)
    return np.maximum(noise, 0).astype(np.uint8), np.maximum(-noise, 0).astype(np.uint8)
