"""What stands on a table all night: the chip rack, shoe, discard tray, drinks, a placard, a cut card."""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator

from vision.felt import Mm
from vision.synth.film.brush import Brush, Colour, rectangle, ring
from vision.synth.film.chips import DENOMINATIONS
from vision.synth.film.eye import SHADOW_DIRECTION, Eye
from vision.synth.table import FRONT_MM
from vision.table import Table

RACK_MM = (460.0, 84.0)
SHOE_MM = (110.0, 170.0, 75.0)
TRAY_MM = (84.0, 112.0, 45.0)
SHOE_ANGLE_DEG = 35.0


def put_props(brush: Brush, eye: Eye, rng: Generator) -> None:
    """Draw everything that stands on the empty table."""
    table = eye.table
    _dealer(brush)
    _rack(brush, rng)
    _shoe(brush, table)
    _tray(brush, table)
    _cut_card(brush, table)
    _placard(brush, table)
    for x in rng.choice([-0.72, -0.35, 0.02, 0.38, 0.7], size=2, replace=False):
        _drink(brush, (float(x) * table.shoe.at_mm[0], FRONT_MM + 92 - 70 * float(x) ** 2), rng)


def _shadow(brush: Brush, at: Mm, size_mm: tuple[float, float, float], angle_deg: float = 0.0) -> None:
    dark: Colour = (16, 24, 10)
    width, depth, height = size_mm
    for part in (0.5, 0.25):
        moved = (at[0] + SHADOW_DIRECTION[0] * height * part, at[1] + SHADOW_DIRECTION[1] * height * part)
        brush.area(rectangle(moved, width, depth, angle_deg), dark)


def _block(
    brush: Brush, at: Mm, size_mm: tuple[float, float, float], angle_deg: float, colour: Colour
) -> None:
    """A solid block: stacked slices, darker below, a bright top."""
    width, depth, height = size_mm
    _shadow(brush, at, size_mm, angle_deg)
    slices = max(2, math.ceil(height / 3))
    for k in range(slices):
        shade = 0.55 + 0.25 * k / slices
        b, g, r = (round(part * shade) for part in colour)
        brush.area(rectangle(at, width, depth, angle_deg), (b, g, r), height_mm=height * k / slices)
    brush.area(rectangle(at, width, depth, angle_deg), colour, height_mm=height)


def _dealer(brush: Brush) -> None:
    """The dealer's body behind the table, where the picture reaches so far."""
    for k in range(24):
        shade = 20 + k // 3
        breadth = 215 - 0.35 * k * k
        body = ring((20.0, -330.0), 1.0) - np.array([20.0, -330.0])
        brush.area(
            body * (breadth, 0.5 * breadth) + (20.0, -330.0), (shade, shade - 3, shade), height_mm=14.0 * k
        )


def _rack(brush: Brush, rng: Generator) -> None:
    middle = (0.0, -RACK_MM[1] / 2 - 14)
    brush.area(rectangle(middle, RACK_MM[0] + 14, RACK_MM[1] + 14), (38, 44, 52))
    brush.area(rectangle(middle, RACK_MM[0], RACK_MM[1]), (18, 20, 22))
    columns = 10
    step = RACK_MM[0] / columns
    for k in range(columns):
        _, face, spots = DENOMINATIONS[(k * 5 // columns) + 1]
        x = middle[0] - RACK_MM[0] / 2 + (k + 0.5) * step
        filled = RACK_MM[1] * float(rng.uniform(0.55, 0.98))
        for j in range(int(filled / 3.4)):
            y = middle[1] + RACK_MM[1] / 2 - 2 - j * 3.4
            shade = spots if (j + k) % 4 == 0 else face
            brush.area(rectangle((x, y), step - 5, 2.6), shade, height_mm=6)


def _shoe(brush: Brush, table: Table) -> None:
    at = table.shoe.at_mm
    _block(brush, at, SHOE_MM, SHOE_ANGLE_DEG, (46, 42, 44))
    mouth = shoe_mouth(table)
    brush.area(rectangle(mouth, 66, 30, SHOE_ANGLE_DEG), (205, 210, 214), height_mm=18)
    brush.area(rectangle(mouth, 60, 22, SHOE_ANGLE_DEG), (120, 70, 60), height_mm=18)


def shoe_mouth(table: Table) -> Mm:
    """Where cards come out of the shoe, felt mm."""
    reach = SHOE_MM[1] / 2 + 4
    turn = math.radians(SHOE_ANGLE_DEG)
    return (table.shoe.at_mm[0] - math.sin(turn) * reach, table.shoe.at_mm[1] + math.cos(turn) * reach * 0.9)


def _tray(brush: Brush, table: Table) -> None:
    at = table.tray.at_mm
    _block(brush, at, TRAY_MM, 0, (40, 34, 120))
    inner = rectangle(at, TRAY_MM[0] - 10, TRAY_MM[1] - 10)
    brush.area(inner, (30, 26, 70), height_mm=TRAY_MM[2])
    brush.area(rectangle(at, 63, 88), (120, 74, 62), height_mm=TRAY_MM[2] * 0.5)
    brush.line(rectangle(at, 59, 84), 2, (225, 225, 228), closed=True, height_mm=TRAY_MM[2] * 0.5)


def _cut_card(brush: Brush, table: Table) -> None:
    x, y = table.tray.at_mm
    place = (x + 108, y - 28)
    brush.area(rectangle((place[0] + 1.5, place[1] + 2), 63, 88, 24), (20, 40, 12))
    brush.area(rectangle(place, 63, 88, 24), (40, 205, 235))


def _placard(brush: Brush, table: Table) -> None:
    x, y = table.shoe.at_mm
    place = (x - 190, y - 62)
    _shadow(brush, place, (110, 62, 6))
    brush.area(rectangle(place, 110, 62), (228, 232, 235))
    brush.line(rectangle(place, 104, 56), 1.5, (40, 40, 150), closed=True)
    brush.text("MIN 10", (place[0], place[1] - 14), 15, (40, 40, 40))
    brush.text("MAX 500", (place[0], place[1] + 13), 13, (40, 40, 150))


def _drink(brush: Brush, at: Mm, rng: Generator) -> None:
    drink: Colour = [(30, 90, 190), (60, 150, 205), (45, 45, 120)][int(rng.integers(3))]
    brush.area(ring(at, 46), (24, 30, 34))
    brush.area(ring(at, 44), (206, 214, 218))
    for k in range(12):
        height = 4 + 7.0 * k
        tone = 0.6 + 0.03 * k
        b, g, r = (round(part * tone) for part in drink)
        brush.area(ring(at, 31), (b, g, r), height_mm=height)
    brush.line(ring(at, 32), 2.0, (225, 230, 232), closed=True, height_mm=92)
    brush.area(ring((at[0] + 9, at[1] - 6), 9), (205, 215, 220), height_mm=88)
