"""What a camera can read of a table: for each place how high indices stand, how obliquely cards are seen, and what that
gave when the reader was measured; and what is wrong with the picture, in plain words."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from tracker.statistics.intervals import wilson
from vision.calibrate.still import Seen, look_at
from vision.calibrate.zones import index_height_px, played_felt
from vision.sightings import U8
from vision.table import CardRow, Table

READABLE_PX, TILT_DEG = 16.0, 60.0
"""A table can be watched from this height of the index on, up to this angle off a card's normal: docs/evaluation.md."""
BLUR_OF_INDEX = 0.07
"""Softer edges than this part of the index's height cost cards: measured, docs/evaluation.md."""
WHITE = 50.0
"""Darker than this nothing on the table may be: at a fifth of full light indices of 16 px were still read."""
NOISES = 10.0
"""The brightest things must stand out of the noise so many times."""
GLARE_CARDS = 4.0
"""So many cards' size a patch may have that is as bright as can be; a fan of overexposed cards is smaller."""


@dataclass(frozen=True, slots=True)
class Band:
    """So many of `n` cards were read right whose measure lay from `low` up to `high`."""

    low: float
    high: float
    right: int
    n: int

    @property
    def share(self) -> float:
        """The share read right."""
        return self.right / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % Wilson interval."""
        return wilson(self.right, self.n)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What the reader was measured to do, on cards of which nothing covers an index.

    Attributes:
        command: what measured it.
        models: the models that read.
        heights: by height of the index in pixels.
        tilts: by angle off the card's normal, indices high enough.
    """

    command: str
    models: tuple[str, ...]
    heights: tuple[Band, ...]
    tilts: tuple[Band, ...]

    def at_height(self, px: float) -> Band | None:
        """What was measured at a height of the index; None where nothing was."""
        return _band(self.heights, px)

    def at_tilt(self, degrees: float) -> Band | None:
        """What was measured at an angle; None where nothing was."""
        return _band(self.tilts, degrees)


@dataclass(frozen=True, slots=True)
class PlaceAdvice:
    """What the camera can read at one place.

    Attributes:
        place: `d` or `BOX.N`.
        index_px: height of the index of its first card.
        tilt_deg: angle between the line of sight and the card's normal.
        expected: what this height gave in evaluation; None if it was not measured.
        faults: `far`, `oblique`, `blurred`.
    """

    place: str
    index_px: float
    tilt_deg: float
    expected: Band | None
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What a camera can read of a table.

    Attributes:
        places: each hand's place.
        seen: light and sharpness of the still.
        faults: `dark`, `noisy`, `glare`.
    """

    places: tuple[PlaceAdvice, ...]
    seen: Seen
    faults: tuple[str, ...]

    @property
    def is_fit(self) -> bool:
        """Whether nothing is wrong anywhere."""
        return not self.faults and not any(place.faults for place in self.places)


def advise(image: U8, table: Table, accuracy: Accuracy | None = None) -> Advice:
    """Judge a camera by a still of its table.

    Args:
        image: uint8 `(h, w, 3)` BGR, of the calibrated camera.
        table: where everything lies.
        accuracy: what the reader was measured to do; what is shipped by default.

    Raises:
        TableFileError: if the picture is not of the calibrated camera's size.
    """
    table.check_size(image.shape[1], image.shape[0])
    known = accuracy or shipped_accuracy()
    seen = look_at(image, played_felt(table))
    rows = {"d": table.dealer} | {
        f"{box.no}.{n}": hand for box in table.boxes for n, hand in enumerate(box.hands, 1)
    }
    places = tuple(_place(place, row, table, seen, known) for place, row in rows.items())
    return Advice(places, seen, tuple(_light_faults(seen, _card_px(table))))


def _place(place: str, row: CardRow, table: Table, seen: Seen, known: Accuracy) -> PlaceAdvice:
    height, tilt = index_height_px(table, row), tilt_deg(table, row)
    faults = []
    if height < READABLE_PX:
        faults.append("far")
    if tilt > TILT_DEG:
        faults.append("oblique")
    if seen.blur_px is not None and seen.blur_px > BLUR_OF_INDEX * height:
        faults.append("blurred")
    return PlaceAdvice(place, height, tilt, known.at_height(height), tuple(faults))


def tilt_deg(table: Table, row: CardRow) -> float:
    """Return the angle between the line of sight and the felt's normal at a row's first card."""
    greater, less = np.linalg.svd(table.plane.jacobian_at(row.at_mm), compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(less) / float(greater))))


def _card_px(table: Table) -> float:
    """How many pixels a card covers in the middle of the table."""
    middle = np.mean([box.hands[0].at_mm for box in table.boxes], axis=0)
    return float(table.px_per_mm_at(middle) ** 2 * table.card_mm[0] * table.card_mm[1])


def _light_faults(seen: Seen, card_px: float) -> Iterable[str]:
    if seen.white < WHITE:
        yield "dark"
    elif seen.white < NOISES * seen.noise:
        yield "noisy"
    if seen.glare_px > GLARE_CARDS * card_px:
        yield "glare"


def _band(bands: tuple[Band, ...], value: float) -> Band | None:
    return next((band for band in bands if band.low <= value < band.high), None)


@cache
def shipped_accuracy() -> Accuracy:
    """Return what the shipped reader was measured to do."""
    text = (resources.files("vision.calibrate") / "accuracy.json").read_text(encoding="utf8")
    return accuracy_from(json.loads(text))


def accuracy_from(document: Mapping[str, Any]) -> Accuracy:
    """Read `accuracy.json`."""
    heights, tilts = ([Band(*row) for row in document[name]] for name in ("heights_px", "tilts_deg"))
    return Accuracy(document["command"], tuple(document["models"]), tuple(heights), tuple(tilts))
