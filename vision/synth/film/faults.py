"""What goes wrong between lens and file: the camera creeps out of its place, frames are lost or written twice."""

from __future__ import annotations

import math
from enum import Enum

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import U8
from vision.synth.film.look import FilmLook

MOST_IN_A_ROW = 5
"""The longest run of frames that are lost or repeated together."""
_MEAN_RUN = (1 + MOST_IN_A_ROW) / 2


class Fate(Enum):
    """What becomes of a frame."""

    WRITTEN = "written"
    LOST = "lost"
    REPEATED = "repeated"


class Recorder:
    """A recorder that loses and repeats frames.

    Args:
        look: `dropped` and `repeated` are the shares of frames.
        rng: source of every random choice; nothing is drawn from it where both shares are 0.
    """

    def __init__(self, look: FilmLook, rng: Generator) -> None:
        self._dropped, self._repeated = look.dropped, look.repeated
        self._rng = rng
        self._run: list[Fate] = [Fate.WRITTEN]  # a film begins with a frame

    def next(self) -> Fate:
        """The fate of the next frame."""
        if self._dropped + self._repeated <= 0:
            return Fate.WRITTEN
        if not self._run:
            self._run = self._next_run()
        return self._run.pop()

    def _next_run(self) -> list[Fate]:
        """A run of bad frames with a good one before it, or a good one alone, so that the shares come right."""
        bad = self._dropped + self._repeated
        begins = bad / (_MEAN_RUN * max(1 - bad, 0.05))
        if self._rng.random() >= begins:
            return [Fate.WRITTEN]
        fate = Fate.LOST if self._rng.random() * bad < self._dropped else Fate.REPEATED
        return [fate] * int(self._rng.integers(1, MOST_IN_A_ROW + 1)) + [Fate.WRITTEN]


class Creep:
    """A camera that sags: its picture wanders evenly from where it was calibrated.

    Args:
        look: `drift_px` is how far it has wandered by the last frame, px at 1920 px width.
        size: width and height of the picture, px.
        frames: how many the film has.
        rng: gives the direction.
    """

    def __init__(self, look: FilmLook, size: tuple[int, int], frames: int, rng: Generator) -> None:
        turn = float(rng.uniform(0, 2 * math.pi)) if look.drift_px else 0.0
        far = look.drift_px * size[0] / 1920 / max(frames - 1, 1)
        self._step = (far * math.cos(turn), far * math.sin(turn))

    def moved(self, plane: U8, frame: int, *, scale: float = 1.0) -> U8:
        """A plane of the picture, uint8 `(h, w)`, as it is seen in a frame; `scale` is its size to the picture's."""
        dx, dy = (step * frame * scale for step in self._step)
        if not dx and not dy:
            return plane
        matrix = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy]])
        size = (plane.shape[1], plane.shape[0])
        return np.asarray(cv2.warpAffine(plane, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    @property
    def creeps(self) -> bool:
        """Whether it moves at all."""
        return self._step != (0.0, 0.0)
