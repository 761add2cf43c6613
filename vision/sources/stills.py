"""A folder of pictures in the order of their names, treated as a recording without a clock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import SourceError
from vision.sources.frames import U8, End
from vision.sources.pictures import read_picture

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
STEP_US = 1_000_000
"""The index of a still is its media time, one second apart."""


@dataclass(frozen=True, slots=True)
class Still:
    """One picture of a folder; see `vision.sources.frames.Frame`."""

    pts_us: int
    path: Path
    _image: U8

    def luma(self) -> U8:
        """Brightness, uint8 `(h, w)`."""
        return np.asarray(cv2.cvtColor(self._image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    def image(self) -> U8:
        """The picture, uint8 BGR `(h, w, 3)`."""
        return self._image


class StillsSource:
    """A folder of stills; see `vision.sources.frames.Source`.

    Args:
        folder: where the pictures lie.
        pattern: which of its files to take, as in `Path.glob`.

    Raises:
        SourceError: if there is no picture, or the first one cannot be read.
    """

    is_stills = True

    def __init__(self, folder: Path, pattern: str = "*") -> None:
        self.name = folder.name
        self.end: End | None = None
        self.paths = sorted((p for p in folder.glob(pattern) if p.suffix.lower() in PICTURES), key=_in_order)
        if not self.paths:
            raise SourceError(f"{folder}: no pictures named {pattern!r} in this folder")
        first = _read(self.paths[0])
        if first is None:
            raise SourceError(f"{self.paths[0]}: not a picture that can be read")
        self.height, self.width = first.shape[:2]
        self.duration_us: int | None = len(self.paths) * STEP_US

    def __iter__(self) -> Iterator[Still]:
        """Yield the pictures; `end` tells which could not be read or had another size."""
        passed_over: list[str] = []
        for index, path in enumerate(self.paths):
            image = _read(path)
            if image is None or image.shape[:2] != (self.height, self.width):
                passed_over.append(path.name)
                continue
            yield Still(index * STEP_US, path, image)
        total = len(self.paths)
        if passed_over:
            names = ", ".join(passed_over[:3]) + (", ..." if len(passed_over) > 3 else "")
            read = total - len(passed_over)
            self.end = End(f"{read} of {total} stills read; not read: {names}", complete=False)
        else:
            self.end = End(f"end of {total} stills", complete=True)

    def close(self) -> None:
        """Nothing is held open."""


def _read(path: Path) -> U8 | None:
    """The picture in the file's own pixels; None if it cannot be read, or only shrunk."""
    try:
        picture = read_picture(path)
    except SourceError:
        return None
    return picture.image if picture.shrunk == 1 else None


def _in_order(path: Path) -> list[tuple[int, int, str]]:
    """Sort key by name in which `frame_9` comes before `frame_10`."""
    parts = re.split(r"(\d+)", path.name)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
