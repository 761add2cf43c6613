"""Plain Ultralytics prediction on every frame of a recording: what the eyes are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter

from ultralytics import YOLO

from vision.sightings import U8
from vision.sources import open_recording

MODEL = "yolo11n.yaml"
SIZES_PX = (640, 1920)
"""Ultralytics' own size, at which a card of a whole table is some 25 pixels wide, and the picture as it is."""
FRAMES = 40


@dataclass(frozen=True, slots=True)
class Predicted:
    """So many frames were looked at in so many seconds, at a size in pixels."""

    model: str
    size: int
    frames: int
    seconds: float


def plain_predict(recording: Path) -> Iterator[Predicted]:
    """Decode a recording's first frames and predict on each, at each size.

    Raises:
        SourceError: if it cannot be read.
    """
    model = YOLO(MODEL)
    for size in SIZES_PX:
        pictures = _pictures(recording)
        model.predict(next(pictures), imgsz=size, verbose=False)
        began, frames = perf_counter(), 0
        for picture in pictures:
            model.predict(picture, imgsz=size, verbose=False)
            frames += 1
        yield Predicted(MODEL.removesuffix(".yaml"), size, frames, perf_counter() - began)


def _pictures(recording: Path) -> Iterator[U8]:
    source = open_recording(recording)
    try:
        for frame in islice(source, FRAMES + 1):
            yield frame.image()
    finally:
        source.close()
