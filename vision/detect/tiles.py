"""Tiles of one size over a picture: engines run on fixed shapes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.sightings import U8

Region = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels, half open."""


def tiles(picture: U8, side: int, overlap: int) -> Iterator[tuple[U8, tuple[int, int]]]:
    """Yield each tile, uint8 `(side, side, 3)`, black outside of the picture, and its top left corner `(x, y)`.

    Args:
        picture: uint8 `(h, w, 3)`.
        side: of a tile, pixels.
        overlap: what lies within this of a tile's border is seen whole by its neighbour too.
    """
    height, width = picture.shape[:2]
    for y in _starts(height, side, overlap):
        for x in _starts(width, side, overlap):
            yield _cut(picture, x, y, side), (x, y)


def _starts(size: int, side: int, overlap: int) -> Iterator[int]:
    """Where tiles begin so that they cover `size` pixels and stay inside where they can."""
    last = max(0, size - side)
    at = 0
    while True:
        yield at
        if at >= last:
            return
        at = min(at + side - overlap, last)


def _cut(picture: U8, x: int, y: int, side: int) -> U8:
    part = picture[y : y + side, x : x + side]
    if part.shape[:2] == (side, side):
        return part
    tile = np.zeros((side, side, 3), np.uint8)
    tile[: part.shape[0], : part.shape[1]] = part
    return tile
