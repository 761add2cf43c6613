"""A coarse grid of brightness samples of the part of a picture in which cards are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.felt import Mm
from vision.layout.places import CARDS_IN_ROW, rows_of
from vision.table import CardRow, Table

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]

SAMPLES_ACROSS = 480
"""Samples in a line of the whole picture: one for about 3 mm of felt."""
CELL = 8
"""Samples across a cell, the unit in which motion is told."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Which pixels are sampled: every `stride`-th from (`left`, `top`), `cols` x `rows` cells of `CELL` samples.

    Attributes:
        inside: bool `(rows, cols)`, cells in which a card may come to lie.
    """

    stride: int
    left: int
    top: int
    cols: int
    rows: int
    inside: NDArray[np.bool_]

    @property
    def width(self) -> int:
        """Samples in a line."""
        return self.cols * CELL

    @property
    def height(self) -> int:
        """Lines of samples."""
        return self.rows * CELL

    def sample(self, luma: U8) -> U8:
        """Take the grid's samples of a picture's brightness, uint8 `(height, width)`, nearest neighbours."""
        bottom = self.top + self.rows * CELL * self.stride
        right = self.left + self.cols * CELL * self.stride
        return np.ascontiguousarray(luma[self.top : bottom : self.stride, self.left : right : self.stride])

    def colours(self, image: U8) -> U8:
        """Average a BGR picture over the samples, uint8 `(height, width, 3)`: dearer, without the felt's weave."""
        bottom = self.top + self.height * self.stride
        right = self.left + self.width * self.stride
        cut = image[self.top : bottom, self.left : right]
        return np.asarray(cv2.resize(cut, (self.width, self.height), interpolation=cv2.INTER_AREA), np.uint8)

    def polygon(self, quad_px: ArrayLike) -> U8:
        """Mask of the samples inside a quad of the picture, uint8 0 or 1, shape as of `sample`."""
        mask = np.zeros((self.height, self.width), np.uint8)
        corners = (np.asarray(quad_px, np.float64) - (self.left, self.top)) / self.stride
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask

    def box_px(self, cells: NDArray[np.bool_], margin_px: float) -> tuple[float, float, float, float]:
        """The box around some cells in pixels of the picture, x0, y0, x1, y1."""
        ys, xs = np.nonzero(cells)
        size = CELL * self.stride
        return (
            self.left + int(xs.min()) * size - margin_px,
            self.top + int(ys.min()) * size - margin_px,
            self.left + (int(xs.max()) + 1) * size + margin_px,
            self.top + (int(ys.max()) + 1) * size + margin_px,
        )

    def samples_of(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The samples of some cells, bool `(height, width)`."""
        return self.spread(cells)

    def spread(self, cells: NDArray[Any]) -> NDArray[Any]:
        """The value of its cell for each sample, `(height, width)`."""
        return np.repeat(np.repeat(cells, CELL, axis=0), CELL, axis=1)

    def cells_of(self, box_px: tuple[float, float, float, float]) -> NDArray[np.bool_]:
        """Cells that a box in the picture touches, bool `(rows, cols)`."""
        size = CELL * self.stride
        x0, y0, x1, y1 = box_px
        mask = np.zeros((self.rows, self.cols), np.bool_)
        top, left = max(0, int((y0 - self.top) // size)), max(0, int((x0 - self.left) // size))
        bottom, right = int((y1 - self.top) // size) + 1, int((x1 - self.left) // size) + 1
        mask[top : max(0, bottom), left : max(0, right)] = True
        return mask


def grid_of(table: Table) -> Grid:
    """Lay the grid over the part of the picture where the table's cards may lie."""
    width, height = table.camera.width, table.camera.height
    stride = max(1, round(width / SAMPLES_ACROSS))
    play = _played_felt(table, width, height)
    ys, xs = np.nonzero(play)
    left, top, size = int(xs.min()), int(ys.min()), CELL * stride
    cols = min(-(-(int(xs.max()) + 1 - left) // size), (width - left) // size)
    rows = min(-(-(int(ys.max()) + 1 - top) // size), (height - top) // size)
    cut = play[top : top + rows * size, left : left + cols * size]
    share = cv2.resize(cut, (cols, rows), interpolation=cv2.INTER_AREA)
    return Grid(stride, left, top, cols, rows, np.asarray(share > 0))


def _played_felt(table: Table, width: int, height: int) -> U8:
    """Mask of the pixels that a card of some row may cover, 0 or 255, without tray and shoe."""
    mask = np.zeros((height, width), np.uint8)
    for row in rows_of(table).values():
        outline = cv2.convexHull(
            np.vstack([_around(p, table.card_mm) for p in _places(row)]).astype(np.float32)
        )
        cv2.fillConvexPoly(mask, np.round(table.to_picture(outline[:, 0])).astype(np.int32), 255)
    for spot in (table.tray, table.shoe):
        round_mm = _circle(spot.at_mm, spot.radius_mm)
        cv2.fillConvexPoly(mask, np.round(table.to_picture(round_mm)).astype(np.int32), 0)
    return mask


def _places(row: CardRow) -> list[Mm]:
    return [
        row.card_at(0),
        row.card_at(CARDS_IN_ROW - 1),
        row.sideways_at(2),
        row.sideways_at(CARDS_IN_ROW - 1),
    ]


def _around(centre: Mm, card_mm: tuple[float, float]) -> NDArray[np.float64]:
    return _circle(centre, 0.75 * max(card_mm))


def _circle(centre: Mm, radius: float) -> NDArray[np.float64]:
    angles = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
    return np.asarray(centre) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
