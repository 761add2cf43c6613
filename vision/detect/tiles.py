"""Tiles of one size over a picture or some regions of it: engines run on fixed shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.sightings import U8

Region = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels, half open."""


def tiles(
    picture: U8, side: int, overlap: int, regions: Sequence[Region] | None = None
) -> Iterator[tuple[U8, tuple[int, int]]]:
    """Yield each tile, uint8 `(side, side, 3)`, black outside of the picture, and its top left corner `(x, y)`.

    Args:
        picture: uint8 `(h, w, 3)`.
        side: of a tile, pixels.
        overlap: what lies within this of a tile's border is seen whole by its neighbour too.
        regions: what must be covered; the whole picture by default.
    """
    height, width = picture.shape[:2]
    seen = set()
    for x0, y0, x1, y1 in regions if regions is not None else [(0, 0, width, height)]:
        for y in _starts(max(0, y0), min(height, y1), height, side, overlap):
            for x in _starts(max(0, x0), min(width, x1), width, side, overlap):
                if (x, y) not in seen:
                    seen.add((x, y))
                    yield _cut(picture, x, y, side), (x, y)


def _starts(low: int, high: int, size: int, side: int, overlap: int) -> Iterator[int]:
    """Where tiles begin so that they cover `low` to `high` and stay inside where they can."""
    if high <= low:
        return
    last = max(0, size - side)
    at = min(low, last)
    while True:
        yield at
        if at + side >= high or at >= last:
            return
        at = min(at + side - overlap, last)


def _cut(picture: U8, x: int, y: int, side: int) -> U8:
    part = picture[y : y + side, x : x + side]
    if part.shape[:2] == (side, side):
        return part
    tile = np.zeros((side, side, 3), np.uint8)
    tile[: part.shape[0], : part.shape[1]] = part
    return tile
