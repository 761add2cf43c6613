"""A still with the table's zones drawn on it, to see whether a calibration fits."""

from __future__ import annotations

import cv2
import numpy as np

from vision.felt import F64, Mm
from vision.sightings import U8
from vision.table import Box, CardRow, Spot, Table

CARDS_SHOWN = 3
SPOT_RADIUS_MM = 24.0
INDEX_HEIGHT = 0.18
"""Height of a usual index, rank and suit together, as a part of the card's height."""

_CARD = (80, 255, 80)
_DEALER = (80, 200, 255)
_BET = (255, 200, 60)
_OUT = (90, 90, 255)
_POINT = (255, 60, 255)


def draw_zones(image: U8, table: Table) -> U8:
    """Draw where the table file puts cards, bets, tray, shoe and the calibration points, and how high indices are.

    Args:
        image: uint8 `(h, w, 3)` BGR, of the calibrated camera; it is not changed.
        table: the table.

    Returns:
        uint8 `(h, w, 3)` BGR.

    Raises:
        TableFileError: if the picture is not of the calibrated camera's size.
    """
    table.check_size(image.shape[1], image.shape[0])
    out = image.copy()
    _draw_row(out, table, table.dealer, "d", _DEALER)
    for box in table.boxes:
        for n, hand in enumerate(box.hands, 1):
            height = index_height_px(table, hand)
            _draw_row(out, table, hand, f"{box.no}.{n}: {height:.0f} px", _CARD)
        for name, at in _bet_spots(box):
            _draw_spot(out, table, Spot(at_mm=at, radius_mm=SPOT_RADIUS_MM), name, _BET)
    _draw_spot(out, table, table.tray, "tray", _OUT)
    _draw_spot(out, table, table.shoe, "shoe", _OUT)
    for point in table.calibration.points:
        x, y = (round(v) for v in point.px)
        cv2.drawMarker(out, (x, y), _POINT, cv2.MARKER_CROSS, 18, 2)
    return out


def index_height_px(table: Table, row: CardRow) -> float:
    """How high the index (rank and suit) of a row's first card stands in the picture, px."""
    quad = table.to_picture(table.card_quad_mm(row.at_mm, row.angle_deg))
    return INDEX_HEIGHT * float(np.linalg.norm(quad[3] - quad[0]))


def played_felt(table: Table) -> U8:
    """Mask of the part of the picture in which cards are played, uint8 `(h, w)`, 0 or 255."""
    mask = np.zeros((table.camera.height, table.camera.width), np.uint8)
    rows = [table.dealer, *(hand for box in table.boxes for hand in box.hands)]
    quads = [table.card_quad_mm(row.card_at(k), row.angle_deg) for row in rows for k in range(CARDS_SHOWN)]
    outline = cv2.convexHull(table.to_picture(np.concatenate(quads)).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(outline[:, 0]).astype(np.int32), 255)
    return mask


def _bet_spots(box: Box) -> list[tuple[str, Mm]]:
    hands = [(f"{box.no}.{n}", hand.bet_mm or box.bet_mm) for n, hand in enumerate(box.hands, 1)]
    others = [(f"{box.no}.side", box.side_mm), (f"{box.no}.insurance", box.insurance_mm)]
    return hands + [(name, at) for name, at in others if at is not None]


def _draw_row(image: U8, table: Table, row: CardRow, name: str, colour: tuple[int, int, int]) -> None:
    for k in reversed(range(CARDS_SHOWN)):
        quad = table.to_picture(table.card_quad_mm(row.card_at(k), row.angle_deg))
        _outline(image, quad, colour, 2 if k == 0 else 1)
        if k == 0:
            cv2.line(image, _px(quad[0]), _px(quad[1]), colour, 5, cv2.LINE_AA)
            _label(image, quad.mean(axis=0), name, colour)


def _draw_spot(image: U8, table: Table, spot: Spot, name: str, colour: tuple[int, int, int]) -> None:
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.array(spot.at_mm) + spot.radius_mm * np.column_stack([np.cos(turns), np.sin(turns)])
    _outline(image, table.to_picture(ring), colour, 1)
    _label(image, table.to_picture(spot.at_mm), name, colour)


def _outline(image: U8, polygon: F64, colour: tuple[int, int, int], width: int) -> None:
    cv2.polylines(image, [np.round(polygon).astype(np.int32)], True, colour, width, cv2.LINE_AA)


def _label(image: U8, at: F64, text: str, colour: tuple[int, int, int]) -> None:
    scale = max(0.35, image.shape[1] / 3200)
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    place = (round(at[0] - w / 2), round(at[1] + h / 2))
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)


def _px(point: F64) -> tuple[int, int]:
    return (round(float(point[0])), round(float(point[1])))
