"""The worst cases as pictures: what was read surely and wrong, and what was plain to see and missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.evaluate.outcomes import Outcome
from vision.read.crops import cut, grown
from vision.sightings import F32, U8

SIDE_PX = 240
INDEX_PX = (64, 96)
_SHOWN, _READ = (90, 200, 60), (60, 60, 255)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A card that was not read right.

    Attributes:
        outcome: what became of it.
        picture: JPEG, its surroundings; green is where it lies, red where the reader put it.
        index: JPEG of the index, upright, without lines; None if nobody knows where it stands.
    """

    outcome: Outcome
    picture: bytes
    index: bytes | None


def choose_worst(outcomes: Iterable[Outcome], *, least_p: float, count: int) -> list[Outcome]:
    """Return the worst: two thirds of them reported wrong, the surest first; the others clearly visible and not
    reported, the highest index first. Of these it still stands what was read, less surely than `least_p`."""
    rows = list(outcomes)
    wrong = [o for o in rows if o.read and o.read.p >= least_p and not o.is_right]
    wrong.sort(key=lambda o: -o.read.p if o.read else 0)
    missed = [o for o in rows if o.shown and o.shown.is_clear and not (o.read and o.read.p >= least_p)]
    missed.sort(key=lambda o: -(o.index_height_px or 0))
    chosen = wrong[: max(count - len(missed), count * 2 // 3)]
    return chosen + missed[: count - len(chosen)]


def case_of(outcome: Outcome, image: U8) -> Case:
    """Cut an outcome's case out of its picture, uint8 BGR `(h, w, 3)`."""
    index = next(
        (part.index for part in (outcome.read, outcome.shown) if part and part.index is not None), None
    )
    close = None if index is None else cv2.resize(cut(image, grown(index, 1.3)), INDEX_PX)
    return Case(outcome, _jpeg(_surroundings(outcome, image)), None if close is None else _jpeg(close))


def _surroundings(outcome: Outcome, image: U8) -> U8:
    quads = [
        (part.quad, colour)
        for part, colour in ((outcome.shown, _SHOWN), (outcome.read, _READ))
        if part is not None and part.quad is not None
    ]
    part, corner = _around([quad for quad, _ in quads], image)
    scale = SIDE_PX / max(part.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    out = cv2.resize(part, None, fx=scale, fy=scale, interpolation=how)
    for quad, colour in quads:
        at = np.round((quad - corner) * scale * 8).astype(np.int32)
        cv2.polylines(out, [at], True, colour, 1, cv2.LINE_AA, 3)
    return np.asarray(out, dtype=np.uint8)


def _around(quads: list[F32], image: U8) -> tuple[U8, F32]:
    """The part of a picture around some quads, and its top left corner; all of it if there are none."""
    height, width = image.shape[:2]
    if not quads:
        return image, np.zeros(2, np.float32)
    points = np.concatenate(quads)
    margin = 0.15 * float(np.ptp(points, axis=0).max()) + 8
    low = np.clip(points.min(axis=0) - margin, 0, (width - 16, height - 16)).astype(int)
    high = np.clip(points.max(axis=0) + margin, low + 16, (width, height)).astype(int)
    return image[low[1] : high[1], low[0] : high[0]], low.astype(np.float32)


def _jpeg(image: U8) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])
