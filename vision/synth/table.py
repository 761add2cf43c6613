"""Tables as houses lay them out, for the synthetic world: everything far enough apart that fans do not meet.

Each box is a grid in its own frame, turned a little along the table's arc: two columns of hands (hands 1 and 2 near the
players, split hands 3 and 4 behind them, towards the dealer), the bet spots in front of them, insurance behind them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.calibrate.camera import Camera
from vision.felt import F64, Mm, turned
from vision.table import (
    Box,
    Calibration,
    CalibrationPoint,
    CameraView,
    CardRow,
    ChipColour,
    HandPlace,
    OtherCamera,
    Spot,
    Table,
)

FAN_MM: Mm = (17.0, -15.0)
"""Each card lies to the right and up of the one before: the indices at the cards' left tops stay free."""
DEALER_FAN_MM: Mm = (-70.0, 0.0)
ROW_V_MM = 510.0
SPLIT_ROW_V_MM = 330.0
BET_V_MM = 612.0
SIDE_V_MM = 652.0
INSURANCE_V_MM = 205.0
TURN_DEG_PER_M = -16.0
"""How far the outer boxes are turned towards the dealer, for a metre from the middle."""
ARC_MM_PER_M2 = 120.0
"""How much nearer to the dealer the outer boxes lie, at a metre from the middle."""
BACK_MM = -70.0
FRONT_MM = 690.0


CHIPS = (
    ("orange", "1000"),
    ("purple", "500"),
    ("black", "100"),
    ("green", "25"),
    ("red", "5"),
    ("white", "1"),
    ("blue", "0.5"),
    ("grey", "0.1"),
)
"""Colours of the synthetic house and their values in major units; the film draws them so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    boxes: int
    max_boxes: int
    box_width_mm: float
    column_mm: float
    bets_mm: tuple[float, float, float, float]
    has_side: bool


_LAYOUTS = {
    "blackjack-switch": _Layout(
        boxes=3, max_boxes=4, box_width_mm=395, column_mm=166, bets_mm=(83, -83, 133, -133), has_side=True
    ),
    "russian-blackjack": _Layout(
        boxes=5, max_boxes=7, box_width_mm=298, column_mm=146, bets_mm=(0, -45, 45, 90), has_side=False
    ),
}


def standard_table(
    profile: str,
    *,
    boxes: int | None = None,
    camera: Camera | None = None,
    name: str = "BJ-05",
    currency: str = "EUR",
    minor_units: int = 100,
) -> Table:
    """Lay out a table for a shipped profile, with a camera that frames all of it.

    Args:
        profile: `blackjack-switch` (two hands a box, 1 to 4 boxes, 3 unless told) or another game of one hand a box
            (1 to 7 boxes, 5 unless told).
        boxes: how many boxes.
        camera: its direction, lens and picture size; where it stands is fitted to the table.
        name: the table's name.
        currency: as in the table file.
        minor_units: as in the table file.

    Raises:
        ValueError: if that many boxes have no room.
    """
    layout = _LAYOUTS.get(profile, _LAYOUTS["russian-blackjack"])
    count = layout.boxes if boxes is None else boxes
    if not 1 <= count <= layout.max_boxes:
        raise ValueError(f"expected 1 to {layout.max_boxes} boxes for {profile}, got {count}")
    half = max(count * layout.box_width_mm / 2, 430.0) + 5.0
    tray, shoe = Spot(at_mm=(-half + 75, 40), radius_mm=75), Spot(at_mm=(half - 85, 40), radius_mm=85)
    placed = (camera or Camera()).framing(_extent(half))
    return Table(
        schema_version=1,
        name=name,
        profile=profile,
        currency=currency,
        minor_units=minor_units,
        camera=CameraView(name=placed.name, width=placed.width, height=placed.height),
        calibration=_calibration(placed, half),
        dealer=CardRow(at_mm=(120.0, 95.0), fan_mm=DEALER_FAN_MM, angle_deg=180.0),
        boxes=tuple(_box(no, count, layout) for no in range(1, count + 1)),
        tray=tray,
        shoe=shoe,
        chips=tuple(
            ChipColour(colour=colour, value=value)
            for colour, value in CHIPS
            if minor_units >= 10 or "." not in value
        ),
    )


def seen_also_by(table: Table, camera: Camera) -> Table:
    """Return a table with a further camera, which frames all of it.

    Args:
        table: a standard table.
        camera: its direction, lens and picture size; where it stands is fitted to the table.
    """
    half = 75.0 - table.tray.at_mm[0]
    placed = camera.framing(_extent(half))
    points = _calibration(placed, half).points
    other = OtherCamera(name=placed.name, width=placed.width, height=placed.height, points=points)
    return table.model_copy(update={"other_cameras": (*table.other_cameras, other)})


def scaled(camera: Camera, width: int, height: int) -> Camera:
    """Return the same camera with pictures of another size (px)."""
    factor = width / camera.width
    return replace(camera, width=width, height=height, focal_px=camera.focal_px * factor)


def _box(no: int, count: int, layout: _Layout) -> Box:
    middle = ((count + 1) / 2 - no) * layout.box_width_mm
    angle = TURN_DEG_PER_M * middle / 1000
    rise = -ARC_MM_PER_M2 * (middle / 1000) ** 2

    def at(u: float, v: float) -> Mm:
        du, dv = turned((u, v - ROW_V_MM), angle)
        return (round(middle + du, 1), round(ROW_V_MM + dv + rise, 1))

    columns = [layout.column_mm / 2, -layout.column_mm / 2]
    # A fan grows to the right: its first card lies left of the column's middle.
    starts = [(u - 1.5 * FAN_MM[0], v) for v in (ROW_V_MM, SPLIT_ROW_V_MM) for u in columns]
    fan = turned(FAN_MM, angle)
    hands = tuple(
        HandPlace(
            at_mm=at(*start),
            fan_mm=(round(fan[0], 2), round(fan[1], 2)),
            angle_deg=round(angle, 2),
            bet_mm=at(bet, BET_V_MM),
        )
        for start, bet in zip(starts, layout.bets_mm, strict=True)
    )
    return Box(
        no=no,
        bet_mm=at(layout.bets_mm[0], BET_V_MM),
        side_mm=at(0.0, SIDE_V_MM) if layout.has_side else None,
        insurance_mm=at(0.0, INSURANCE_V_MM),
        hands=hands,
    )


def _extent(half_mm: float) -> F64:
    corners = [(x, y) for x in (-half_mm, half_mm) for y in (BACK_MM, FRONT_MM - ARC_MM_PER_M2 / 4)]
    return np.array([*corners, (0.0, FRONT_MM)])


def _calibration(camera: Camera, half_mm: float) -> Calibration:
    spots = [(x, y) for y in (0.0, 300.0, 600.0) for x in (-0.8 * half_mm, 0.0, 0.8 * half_mm)]
    seen = camera.to_picture(spots)
    points = tuple(
        CalibrationPoint(mm=(round(x, 1), y), px=(round(float(u), 3), round(float(v), 3)))
        for (x, y), (u, v) in zip(spots, seen, strict=True)
    )
    return Calibration(points=points)


def half_width_mm(table: Table) -> float:
    """From the table's middle to where its felt ends at the sides, mm."""
    return math.ceil(max(abs(table.tray.at_mm[0]), abs(table.shoe.at_mm[0])) + 90.0)
