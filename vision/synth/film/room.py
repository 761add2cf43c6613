"""The empty table: floor, rail, cloth and what is printed on it, as the camera sees it before the first bet."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.felt import F64
from vision.sightings import U8
from vision.synth.camera import smooth_noise
from vision.synth.film.brush import Brush, Colour, rectangle, ring
from vision.synth.film.eye import Eye
from vision.synth.film.look import FilmLook
from vision.synth.film.props import put_props
from vision.synth.table import ARC_MM_PER_M2, FRONT_MM, INSURANCE_V_MM, half_width_mm
from vision.table import Box, Table

RAIL_MM = 85.0
CURVE_PER_MM = ARC_MM_PER_M2 / 1e6
BET_RADIUS_MM = 25.0

_FLOOR: Colour = (38, 34, 48)
_LEATHER: Colour = (32, 42, 66)
_LINES = {
    "blackjack-switch": ("BLACKJACK SWITCH  DEALER 22 PUSHES", "INSURANCE PAYS 2 TO 1"),
    "russian-blackjack": ("BLACKJACK PAYS 3 TO 2  SUITED 2 TO 1", "INSURANCE PAYS 2 TO 1"),
}
_OTHER_LINES = ("DEALER MUST DRAW TO 16 AND STAND ON ALL 17", "INSURANCE PAYS 2 TO 1")


def empty_table(eye: Eye, look: FilmLook, rng: Generator) -> U8:
    """Draw the table without cards and bets.

    Returns:
        uint8 `(h, w, 3)` BGR, with the room's light and the lens's softness in it.
    """
    table = eye.table
    width, height = eye.size
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = _FLOOR
    picture = _mottled(picture, rng, strength=0.5, cells=60)
    brush = Brush(picture, eye)
    _rail(brush, table)
    _cloth(brush, table, look, rng)
    _print(brush, table, look.print_bgr)
    put_props(brush, eye, rng)
    lit = cv2.multiply(picture, eye.gain, scale=1 / 255)
    return np.asarray(cv2.GaussianBlur(lit, (0, 0), max(eye.blur_px, 0.3)), np.uint8)


def _outline(table: Table, beyond_mm: float) -> F64:
    """The table's edge, `beyond_mm` outside the cloth, felt mm: straight at the dealer's side, curved at the
    players'."""
    half = half_width_mm(table) + beyond_mm
    x = np.linspace(half, -half, 61)
    front = FRONT_MM + 12 + beyond_mm - CURVE_PER_MM * x**2
    # The corners are round.
    front -= 130 * np.clip((np.abs(x) - half + 160) / 160, 0, 1) ** 2
    back = -118 - beyond_mm * 0.4
    return np.vstack([[(half, back)], np.column_stack([x, front]), [(-half, back)]])


def _rail(brush: Brush, table: Table) -> None:
    brush.area(_outline(table, RAIL_MM) + np.array([8, 14]), (14, 13, 18))
    for part in np.linspace(1.0, 0.0, 9):
        glow = 1 + 0.9 * float(np.exp(-(((part - 0.6) / 0.18) ** 2)))
        brush.area(_outline(table, RAIL_MM * float(part)), _times(_LEATHER, glow))


def _cloth(brush: Brush, table: Table, look: FilmLook, rng: Generator) -> None:
    picture = brush.picture
    mask = np.zeros_like(picture)
    Brush(mask, brush.eye).area(_outline(table, 0), (255, 255, 255))
    cloth = np.empty_like(picture)
    cloth[:] = look.felt_bgr
    cloth = _mottled(cloth, rng, strength=0.16, cells=5)
    grain = rng.normal(0, 5.0, picture.shape[:2]).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.7)[..., None]
    cloth = np.clip(cloth + grain, 0, 255).astype(np.uint8)
    picture[:] = cv2.add(
        cv2.multiply(picture, 255 - mask, scale=1 / 255), cv2.multiply(cloth, mask, scale=1 / 255)
    )


def _print(brush: Brush, table: Table, ink: Colour) -> None:
    top, insurance = _LINES.get(table.profile, _OTHER_LINES)
    half = half_width_mm(table) - 60
    x = np.linspace(-half, half, 61)
    for y in (INSURANCE_V_MM - 26, INSURANCE_V_MM + 26):
        brush.line(np.column_stack([x, y - CURVE_PER_MM * x**2]), 2.0, ink)
    brush.arc_text(insurance, (0, INSURANCE_V_MM), CURVE_PER_MM, 24, ink)
    brush.arc_text(top, (0, INSURANCE_V_MM - 46), CURVE_PER_MM, 16, _times(ink, 0.9))
    for k in (0, 1):
        brush.line(rectangle(table.dealer.card_at(k), 68, 93), 1.5, _times(ink, 0.8), closed=True)
    for box in table.boxes:
        _print_box(brush, box, ink)


def _print_box(brush: Brush, box: Box, ink: Colour) -> None:
    first = box.hands[0]
    main = [hand.bet_mm or box.bet_mm for hand in box.hands[:2]] if box.side_mm else [box.bet_mm]
    for at in main:
        brush.line(ring(at, BET_RADIUS_MM), 2.0, ink, closed=True)
        brush.line(ring(at, BET_RADIUS_MM + 6), 1.0, _times(ink, 0.8), closed=True)
    if box.side_mm:
        brush.line(ring(box.side_mm, 20), 1.5, (90, 120, 235), closed=True)
        brush.text("S", box.side_mm, 16, (90, 120, 235), angle_deg=first.angle_deg)
    middle = (sum(at[0] for at in main) / len(main), sum(at[1] for at in main) / len(main))
    number = (middle[0], middle[1] - 8) if len(main) > 1 else (middle[0] - 60, middle[1] + 4)
    brush.text(str(box.no), number, 22, _times(ink, 0.9), angle_deg=first.angle_deg)


def _mottled(picture: U8, rng: Generator, *, strength: float, cells: int) -> U8:
    h, w = picture.shape[:2]
    factor = 1 + strength * (smooth_noise(rng, h, w, cells) - 0.5)
    return np.asarray(np.clip(picture * factor[..., None], 0, 255), np.uint8)


def _times(colour: Colour, factor: float) -> Colour:
    b, g, r = (min(255, round(part * factor)) for part in colour)
    return (b, g, r)
