"""The plane on which geometry joins indices to cards: the calibrated felt, or the picture where there is no table.

Both indices of a card stand at fixed places of it, so one index with its direction predicts where the other one stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.detect.indices import FoundIndex
from vision.felt import FeltPlane
from vision.sightings import F32

INDEX_X, INDEX_Y = 0.10, 0.145
"""Where the centre of an index lies on a card, as fractions of its width and height, over many decks."""
ACROSS, DOWN = 1 - 2 * INDEX_X, 1 - 2 * INDEX_Y
"""From one index of a card to the opposite one, as fractions of its width and height."""
BETWEEN_ACROSS, BETWEEN_DOWN = (0.6, 0.92), (0.38, 0.88)
"""From one index of a card to the opposite one, on any deck, as fractions of the card's width and height."""
DIAGONAL_MM = 9.0
"""Two opposite indices of a card stand as far apart as on most decks, up to this, ..."""
DIAGONAL_TURN = np.radians(9.0)
"""... in the direction that the card's diagonal has, up to this: the direction of a small index is seen unsurely."""
BESIDE_MM = 12.0
"""Two indices at one edge of a four-index card are in line with it up to this."""
INDEX_MM = (12.0, 40.0)
"""Height of an index, rank and suit together, on any deck; print on the felt and on chips is smaller."""
PARALLEL = 0.8
"""Least cosine between the directions of two indices of one card."""


@dataclass(frozen=True, slots=True, eq=False)
class Lie:
    """How a card lies on a plane, in the plane's units (pixels or felt mm), as one index predicts it.

    Attributes:
        centre: float32 `(2,)`.
        up: float32 `(2,)` unit vector towards its top edge.
        width, height: of the card.
        index_at: float32 `(2,)`, centre of the index.
        index_height: of the index.
    """

    centre: F32
    up: F32
    width: float
    height: float
    index_at: F32
    index_height: float

    @property
    def corners(self) -> F32:
        """float32 `(4, 2)`, clockwise from the card's top left."""
        tall = self.up * (self.height / 2)
        wide = right_of(self.up) * (self.width / 2)
        c = self.centre
        return np.asarray(
            [c + tall - wide, c + tall + wide, c - tall + wide, c - tall - wide], dtype=np.float32
        )

    def place_of(self, point: F32) -> tuple[float, float]:
        """Return where a point of the plane lies on this card: from its centre to the right and down, as fractions of
        its width and height."""
        step = point - self.centre
        across, down = float(step @ right_of(self.up)), float(step @ -self.up)
        return across / max(self.width, 1e-6), down / max(self.height, 1e-6)

    def step_to(self, other: Lie) -> tuple[float, float]:
        """Return how far the index of `other` stands from this one's, to the right and down as this card is read."""
        step = other.index_at - self.index_at
        return float(step @ right_of(self.up)), float(step @ -self.up)


class Plane(Protocol):
    """Where cards lie."""

    @property
    def unsure(self) -> float:
        """An index read with less than this that contradicts a sure one is its card's other index all the same."""

    def lie_of(self, index: FoundIndex) -> Lie:
        """Return how the card lies that an index predicts."""

    def same_card(self, a: Lie, b: Lie) -> bool:
        """Whether two indices stand at two corners of one card."""

    def is_card(self, lie: Lie) -> bool:
        """Whether an index of this size can be a card's."""

    def are_opposite(self, a: Lie, b: Lie) -> bool:
        """Whether two indices of one card stand at opposite corners of it, not at one edge."""

    def join(self, a: Lie, b: Lie) -> Lie:
        """Return how the card lies whose opposite indices are `a` and `b`."""

    def outline(self, lie: Lie) -> F32:
        """Return the card's corners in picture px, float32 `(4, 2)`."""


class PicturePlane:
    """The picture: cards may be foreshortened and of any size; an index's height is the only measure."""

    unsure = 0.0

    reach = (1.3, 7.5)
    """Distance between two indices of a card, in heights of an index: beside each other and jumbo, to opposite and
    small."""
    skew = 1.2
    """How far two indices at one edge of a four-index card may be out of line with it, seen at a slant, as a fraction
    of the distance between them."""

    def lie_of(self, index: FoundIndex) -> Lie:
        """See `Plane`."""
        across, down = abs(float(index.to_card @ right_of(index.up))), abs(float(index.to_card @ index.up))
        width = across / (0.5 - INDEX_X)
        height = float(np.clip(down / (0.5 - INDEX_Y), 0.8 * width, 1.8 * width))
        return Lie(index.centre + index.to_card, index.up, width, height, index.centre, index.height)

    def same_card(self, a: Lie, b: Lie) -> bool:
        """See `Plane`. Nearer than any two corners of a card are the indices of two cards in a fan."""
        size = (a.index_height + b.index_height) / 2
        apart = float(np.hypot(*a.step_to(b)))
        along = float(a.up @ b.up)
        alike = 0.45 < a.index_height / b.index_height < 2.2 and abs(along) > 0.5
        in_reach = self.reach[0] * size < apart < self.reach[1] * size
        return alike and in_reach and (along < 0 or self._in_line(a, b) or self._in_line(b, a))

    def _in_line(self, a: Lie, b: Lie) -> bool:
        across, down = a.step_to(b)
        return abs(down) < self.skew * abs(across)

    def is_card(self, lie: Lie) -> bool:
        """See `Plane`. Without a scale anything can be."""
        return True

    def are_opposite(self, a: Lie, b: Lie) -> bool:
        """See `Plane`."""
        across, down = a.step_to(b)
        return float(a.up @ b.up) < 0 and min(abs(across), abs(down)) > a.index_height

    def join(self, a: Lie, b: Lie) -> Lie:
        """See `Plane`."""
        up = mean_up(a.up, b.up)
        step = b.index_at - a.index_at
        across, down = abs(float(step @ right_of(up))), abs(float(step @ up))
        return replace(
            a,
            centre=(a.index_at + b.index_at) * np.float32(0.5),
            up=up,
            width=across / ACROSS,
            height=down / DOWN,
        )

    def outline(self, lie: Lie) -> F32:
        """See `Plane`."""
        return lie.corners


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """The felt of a calibrated table, on which every card has one size.

    Attributes:
        felt: how the camera sees it.
        card_mm: width and height of a card.
        index_place: where the centre of this deck's indices lies on a card, as fractions of its width and height.
        unsure: see `Plane`.
    """

    felt: FeltPlane
    card_mm: tuple[float, float]
    index_place: tuple[float, float] = (INDEX_X, INDEX_Y)
    unsure: float = 0.6

    def lie_of(self, index: FoundIndex) -> Lie:
        """See `Plane`."""
        ends = np.stack([index.centre, index.centre + index.up * index.height, index.centre + index.to_card])
        at, above, centre = self.felt.to_felt(ends).astype(np.float32)
        tall = float(np.linalg.norm(above - at)) + 1e-6
        up = (above - at) / tall
        width, height = self.card_mm
        side = 1.0 if float((centre - at) @ right_of(up)) > 0 else -1.0
        across, down = side * (0.5 - self.index_place[0]) * width, (0.5 - self.index_place[1]) * height
        centre = (at + right_of(up) * across - up * down).astype(np.float32)
        return Lie(centre, up, width, height, at, tall)

    def is_card(self, lie: Lie) -> bool:
        """See `Plane`."""
        return INDEX_MM[0] < lie.index_height < INDEX_MM[1]

    def same_card(self, a: Lie, b: Lie) -> bool:
        """See `Plane`. The opposite indices of two cards in a fan are farther apart to the side."""
        along = float(a.up @ b.up)
        if along > PARALLEL:  # the other index at the top of a four-index deck
            across, down = a.step_to(b)
            return _is_within(abs(across) / a.width, BETWEEN_ACROSS) and abs(down) < BESIDE_MM
        across, down = a.step_to(b)
        reaches_down = _is_within(abs(down) / a.height, BETWEEN_DOWN)
        opposite = reaches_down and _is_within(abs(across) / a.width, BETWEEN_ACROSS)
        beneath = reaches_down and abs(across) < BESIDE_MM
        return along < -PARALLEL and (opposite or beneath or self._is_diagonal(a, b))

    def _is_diagonal(self, a: Lie, b: Lie) -> bool:
        """Whether two indices stand as a card's opposite ones do, by the direction that both tell together."""
        across, down = replace(a, up=mean_up(a.up, b.up)).step_to(b)
        usual = (ACROSS * self.card_mm[0], DOWN * self.card_mm[1])
        turn = leaning(abs(across), down) - leaning(*usual)
        return bool(
            abs(np.hypot(across, down) - np.hypot(*usual)) < DIAGONAL_MM and abs(turn) < DIAGONAL_TURN
        )

    def are_opposite(self, a: Lie, b: Lie) -> bool:
        """See `Plane`."""
        return float(a.up @ b.up) < 0 and abs(a.step_to(b)[0]) > BESIDE_MM

    def join(self, a: Lie, b: Lie) -> Lie:
        """See `Plane`. The line between both indices tells a card's direction better than the indices themselves, where
        the felt is calibrated well."""
        up = mean_up(a.up, b.up)
        across, down = replace(a, up=up).step_to(b)
        usual = ((1 - 2 * self.index_place[0]) * a.width, (1 - 2 * self.index_place[1]) * a.height)
        turn = leaning(abs(across), down) - leaning(*usual)
        if abs(turn) < DIAGONAL_TURN:
            up = turned(up, -turn if across > 0 else turn)
        return replace(a, centre=(a.index_at + b.index_at) * np.float32(0.5), up=up)

    def outline(self, lie: Lie) -> F32:
        """See `Plane`."""
        return np.asarray(self.felt.to_picture(lie.corners), dtype=np.float32)


def _is_within(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] < value < limits[1]


def right_of(up: F32) -> F32:
    """Return the direction to the right of `up`, float32 `(2,)`; x goes right and y down."""
    return np.array([-up[1], up[0]], np.float32)


def leaning(across: float, down: float) -> float:
    """Return the angle between a step and a card's long side, radians, by how far it goes across and down the card."""
    return float(np.arctan2(across, down))


def turned(up: F32, angle: float) -> F32:
    """Return a direction `(2,)` turned clockwise, by radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([up[0] * cos - up[1] * sin, up[0] * sin + up[1] * cos], np.float32)


def mean_up(a: F32, b: F32) -> F32:
    """Return the direction of a card's top as one index is read, float32 `(2,)` of length 1, by those of both opposite
    indices, `a` its own."""
    up = a - b
    return np.asarray(up / np.float32(np.linalg.norm(up) + 1e-6), dtype=np.float32)
