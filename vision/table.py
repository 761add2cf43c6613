"""A table: which game it deals, how its camera sees the felt, and where everything lies on it in millimetres.

The file format and the frames (picture, felt) are described in docs/architecture.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from tracker.actions import parse_amount
from tracker.chips import Chip, ChipSet
from vision.errors import TableFileError
from vision.felt import F64, FeltPlane, Mm, turned

SIDEWAYS_STEP_MM = (22.0, 18.0)
"""From the centre of the card before to that of a card laid sideways, to its right and down: indices stay free."""
FIT_TOLERANCE = 0.01
"""How far a calibration point may lie from where all together put it, as a part of the picture's width."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, allow_inf_nan=False)


class CardRow(_Part):
    """A row of overlapping cards: where its first card lies and how the later ones step on."""

    at_mm: Mm
    fan_mm: Mm
    angle_deg: float = 0.0

    def card_at(self, k: int) -> Mm:
        """Centre of the row's card `k` (from 0), felt mm."""
        return (self.at_mm[0] + k * self.fan_mm[0], self.at_mm[1] + k * self.fan_mm[1])

    def sideways_at(self, k: int) -> Mm:
        """Centre of card `k` when it is laid sideways (a double), felt mm; its angle is `angle_deg` + 90."""
        x, y = self.card_at(max(k - 1, 0))
        dx, dy = turned(SIDEWAYS_STEP_MM, self.angle_deg)
        return (x + dx, y + dy)


class HandPlace(CardRow):
    """Where one hand of a box lies; `bet_mm` is its own bet spot, without it the box's."""

    bet_mm: Mm | None = None


class Box(_Part):
    """A player's box; box 1 is at the dealer's left."""

    no: Annotated[int, Field(ge=1, le=7)]
    bet_mm: Mm
    side_mm: Mm | None = None
    insurance_mm: Mm | None = None
    hands: Annotated[tuple[HandPlace, ...], Field(alias="hand", min_length=1)]


class Spot(_Part):
    """A round zone, where cards are not in play."""

    at_mm: Mm
    radius_mm: Annotated[float, Field(gt=0)]


class CameraView(_Part):
    """The camera and the size of the pictures that the calibration was made on, in pixels."""

    name: Annotated[str, Field(min_length=1)]
    width: Annotated[int, Field(gt=0)]
    height: Annotated[int, Field(gt=0)]


class CalibrationPoint(_Part):
    """One point of the felt and where the picture shows it."""

    mm: Mm
    px: tuple[float, float]


class Calibration(_Part):
    """At least four points, not on a line."""

    points: Annotated[tuple[CalibrationPoint, ...], Field(alias="point", min_length=4)]

    @cached_property
    def plane(self) -> FeltPlane:
        """How the camera sees the felt."""
        return FeltPlane.through([point.mm for point in self.points], [point.px for point in self.points])


class OtherCamera(CameraView):
    """A further camera over the same table, with its own calibration: points as in `Calibration`."""

    points: Annotated[tuple[CalibrationPoint, ...], Field(alias="point", min_length=4)]


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


class ChipColour(_Part):
    """A colour of the house's chips, and what one is worth in major units, such as `"2.50"`."""

    colour: Annotated[str, Field(min_length=1)]
    value: Annotated[str, BeforeValidator(_as_text)]


class Table(_Part):
    """One table file. Frozen; points go in and out as arrays whose last axis is x, y."""

    schema_version: Literal[1]
    name: Annotated[str, Field(min_length=1)]
    profile: Annotated[str, Field(min_length=1)]
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    minor_units: Annotated[int, Field(ge=1)]
    card_mm: tuple[Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)]] = (63.0, 88.0)
    deck: Annotated[str, Field(min_length=1)] | None = None
    camera: CameraView
    calibration: Calibration
    other_cameras: Annotated[tuple[OtherCamera, ...], Field(alias="other_camera")] = ()
    dealer: CardRow
    boxes: Annotated[tuple[Box, ...], Field(alias="box", min_length=1)]
    tray: Spot
    shoe: Spot
    chips: Annotated[tuple[ChipColour, ...], Field(alias="chip")] = ()

    @model_validator(mode="after")
    def _holds_together(self) -> Table:
        numbers = [box.no for box in self.boxes]
        if len(set(numbers)) != len(numbers):
            raise ValueError(f"expected each box number once, got {numbers}")
        names = self.camera_names
        if len(set(names)) != len(names):
            raise ValueError(f"expected cameras with different names, got {list(names)}")
        self._check_calibration()
        for name in names[1:]:
            self.seen_by(name)
        _ = self.chip_set
        return self

    def _check_calibration(self) -> None:
        mm = np.array([point.mm for point in self.calibration.points])
        px = np.array([point.px for point in self.calibration.points])
        off = np.linalg.norm(self.plane.to_picture(mm) - px, axis=1)
        worst = int(off.argmax())
        if off[worst] > FIT_TOLERANCE * self.camera.width:
            raise ValueError(
                f"calibration point {worst + 1} (mm {mm[worst].tolist()}, px {px[worst].tolist()}) lies "
                f"{off[worst]:.0f} px from where the points together put it"
            )
        if self.plane.mirrors(mm):
            raise ValueError(
                "the calibration mirrors the table: x runs to the dealer's left, y towards the players"
            )

    @property
    def camera_names(self) -> tuple[str, ...]:
        """The names of all cameras, that of the first one first."""
        return (self.camera.name, *(other.name for other in self.other_cameras))

    def seen_by(self, name: str) -> Table:
        """The same table with one of its cameras as its only one.

        Raises:
            TableFileError: if the table has no camera of this name.
        """
        if name == self.camera.name:
            return self.model_copy(update={"other_cameras": ()}) if self.other_cameras else self
        other = next((camera for camera in self.other_cameras if camera.name == name), None)
        if other is None:
            raise TableFileError(
                f"table {self.name} has no camera {name}, only {', '.join(self.camera_names)}"
            )
        view = CameraView(name=other.name, width=other.width, height=other.height)
        table = self.model_copy(
            update={"camera": view, "calibration": Calibration(points=other.points), "other_cameras": ()}
        )
        try:
            table._check_calibration()
        except ValueError as error:
            raise ValueError(f"camera {name}: {error}") from error
        return table

    def with_cameras(self, names: Collection[str]) -> Table:
        """The same table without those of its other cameras that are not named.

        Raises:
            TableFileError: if the table has no camera of a name.
        """
        for name in names:
            self.seen_by(name)
        return self.model_copy(
            update={"other_cameras": tuple(other for other in self.other_cameras if other.name in names)}
        )

    @property
    def plane(self) -> FeltPlane:
        """How the camera sees the felt; the first one, where there are several."""
        return self.calibration.plane

    @property
    def chip_set(self) -> ChipSet | None:
        """The house's chips in minor units; None where the file names none.

        Raises:
            ValueError: if a value is no amount of the currency, or a colour comes twice.
        """
        if not self.chips:
            return None
        chips = (Chip(chip.colour, parse_amount(chip.value, self.minor_units)) for chip in self.chips)
        return ChipSet(tuple(chips), self.minor_units)

    def to_picture(self, points_mm: ArrayLike) -> F64:
        """Felt mm, shape `(..., 2)`, to picture px, float64 of the same shape."""
        return self.plane.to_picture(points_mm)

    def to_felt(self, points_px: ArrayLike) -> F64:
        """Picture px, shape `(..., 2)`, to felt mm, float64 of the same shape."""
        return self.plane.to_felt(points_px)

    def px_per_mm_at(self, point_mm: ArrayLike) -> float:
        """Pixels for a millimetre around a point of the felt: the root of the areas' ratio."""
        return self.plane.px_per_mm_at(point_mm)

    def card_quad_mm(self, centre: Mm, angle_deg: float) -> F64:
        """float64 `(4, 2)`, corners of a card on the felt in mm, clockwise from the card's top left."""
        w, h = self.card_mm
        corners = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
        return np.array([turned(corner, angle_deg) for corner in corners]) + centre

    def check_size(self, width: int, height: int) -> None:
        """Check that pictures of this size, in px, come from the calibrated camera.

        Raises:
            TableFileError: if the calibration was made on pictures of another size.
        """
        camera = self.camera
        if (width, height) != (camera.width, camera.height):
            raise TableFileError(
                f"wrong table for the camera: {self.name} was calibrated on pictures of "
                f"{camera.width}x{camera.height}, these are {width}x{height}"
            )

    def box(self, no: int) -> Box:
        """The box with this number.

        Raises:
            TableFileError: if the table has no such box.
        """
        for box in self.boxes:
            if box.no == no:
                return box
        raise TableFileError(f"table {self.name} has no box {no}, only {sorted(b.no for b in self.boxes)}")

    def row(self, place: str) -> CardRow:
        """Where the cards of a place lie: `d`, or `BOX.N`.

        Raises:
            TableFileError: if the table has no such place.
        """
        if place == "d":
            return self.dealer
        no, _, hand = place.partition(".")
        if not (no.isdecimal() and hand.isdecimal()):
            raise TableFileError(f"expected a place such as d or 1.2, got {place!r}")
        hands = self.box(int(no)).hands
        if not 1 <= int(hand) <= len(hands):
            raise TableFileError(f"table {self.name} has no place {place}: box {no} has {len(hands)} hands")
        return hands[int(hand) - 1]

    def bet_at(self, spot: str) -> Mm:
        """Centre of a bet spot, felt mm: `BOX.N`, `BOX.side`, `BOX.insurance` (the main bet's if it has none).

        Raises:
            TableFileError: if the table has no such spot.
        """
        no, _, which = spot.partition(".")
        if not no.isdecimal():
            raise TableFileError(f"expected a bet spot such as 1.2, 1.side or 1.insurance, got {spot!r}")
        box = self.box(int(no))
        if which == "side":
            return box.side_mm or box.bet_mm
        if which == "insurance":
            return box.insurance_mm or box.bet_mm
        row = self.row(spot.removesuffix(".bonus"))
        return row.bet_mm or box.bet_mm if isinstance(row, HandPlace) else box.bet_mm


def load_table(path: Path | str) -> Table:
    """Read a table file.

    Raises:
        TableFileError: one line with the file, the field, what was expected and what came.
    """
    path = Path(path)
    try:
        return parse_table(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TableFileError(f"{path}: cannot read the table file: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: expected TOML in UTF-8, got other bytes at {error.start}") from error
    except TableFileError as error:
        raise TableFileError(f"{path}: {error}") from error


def parse_table(text: str) -> Table:
    """Read a table from TOML text.

    Raises:
        TableFileError: as `load_table`, without the file's name.
    """
    try:
        return Table.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise TableFileError(f"not TOML: {error}") from error
    except ValidationError as error:
        raise TableFileError(_one_line(error)) from error


def _one_line(error: ValidationError) -> str:
    first, *more = error.errors(include_url=False)
    where = ".".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        message = "unknown field"
    elif first["type"] == "missing":
        message = "missing"
    elif first["type"] != "value_error":
        message = f"{message}, got {first['input']!r}"
    rest = f" (and {len(more)} more)" if more else ""
    return " ".join(f"{where + ': ' if where else ''}{message}{rest}".split())
