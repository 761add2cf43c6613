"""Printed tags that are laid on a table's spots, so that a picture calibrates itself.

Tag 0 lies on the dealer's first card, tag N on the (first) bet spot of box N, tag 8 in the discard tray, tag 9 at the
shoe's mouth; each with its cross on the spot's centre, turned as it may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.errors import TableFileError
from vision.felt import Mm
from vision.sightings import F32, U8
from vision.table import CalibrationPoint, Table

DICTIONARY = cv2.aruco.DICT_APRILTAG_36h11
DEALER_TAG, TRAY_TAG, SHOE_TAG = 0, 8, 9
TAGS = 10
TAG_MM, LEAST_TAG_MM = 65.0, 20.0
DPI = 200
PAGE_MM = (210.0, 297.0)
_PER_PAGE = (2, 2)
_QUIET = 0.125
"""White border around a tag, as a part of its side."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """A tag in a picture.

    Attributes:
        no: its number.
        corners: float32 `(4, 2)` pixels, clockwise.
    """

    no: int
    corners: F32

    @property
    def centre(self) -> F32:
        """float32 `(2,)`, where its diagonals cross: the middle of its paper at any slant."""
        a, b, c, d = self.corners.astype(np.float64)
        directions = np.column_stack([c - a, b - d])
        along, _ = np.linalg.solve(directions, b - a)
        return np.asarray(a + along * (c - a), dtype=np.float32)


def find_tags(image: U8) -> list[Tag]:
    """Find the tags in a picture, uint8 BGR `(h, w, 3)`."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return []
    return [
        Tag(int(no), np.asarray(quad[0], np.float32))
        for no, quad in zip(numbers.ravel(), corners, strict=True)
    ]


def places_of(table: Table) -> dict[int, Mm]:
    """Return where each tag lies on a table, felt mm."""
    places = {DEALER_TAG: table.dealer.at_mm, TRAY_TAG: table.tray.at_mm, SHOE_TAG: table.shoe.at_mm}
    return places | {box.no: box.bet_mm for box in table.boxes}


def points_from(image: U8, places: Mapping[int, Mm]) -> list[CalibrationPoint]:
    """Return a calibration point for each tag in a picture whose place is known.

    Raises:
        TableFileError: if one tag is seen twice, or fewer than four with a known place are seen.
    """
    tags = find_tags(image)
    seen = [tag.no for tag in tags]
    twice = sorted({no for no in seen if seen.count(no) > 1})
    if twice:
        raise TableFileError(f"expected each tag once, tag {twice[0]} is seen {seen.count(twice[0])} times")
    known = [tag for tag in tags if tag.no in places]
    if len(known) < 4:
        others = sorted(set(seen) - set(places))
        more = f"; of tags {others} nobody says where they lie" if others else ""
        raise TableFileError(
            f"expected at least four tags of {sorted(places)}, seen are {sorted(t.no for t in known)}{more}"
        )
    return [
        CalibrationPoint(
            mm=places[tag.no], px=(round(float(tag.centre[0]), 2), round(float(tag.centre[1]), 2))
        )
        for tag in sorted(known, key=lambda tag: tag.no)
    ]


def sheets(tag_mm: float = TAG_MM) -> list[U8]:
    """Draw the tags for printing on A4 at 200 dpi, four on a page, each with its name, a cross at its middle, and a
    scale to check that the printer left the size alone.

    Returns:
        Pages, each uint8 `(h, w)`, black on white.

    Raises:
        TableFileError: if tags of that size do not fit.
    """
    side = _px(tag_mm)
    cell = (_px(PAGE_MM[0]) // _PER_PAGE[0], (_px(PAGE_MM[1]) - _px(25)) // _PER_PAGE[1])
    if tag_mm < LEAST_TAG_MM or side * (1 + 2 * _QUIET) + _px(22) > min(cell):
        raise TableFileError(
            f"expected tags of {LEAST_TAG_MM:.0f} to {_most_mm(cell):.0f} mm, got {tag_mm:g}"
        )
    pages = []
    for first in range(0, TAGS, 4):
        page = np.full((_px(PAGE_MM[1]), _px(PAGE_MM[0])), 255, np.uint8)
        for k, no in enumerate(range(first, min(first + 4, TAGS))):
            x = k % 2 * cell[0] + (cell[0] - side) // 2
            y = k // 2 * cell[1] + (cell[1] - side) // 2
            _draw(page, no, x, y, side)
        _scale(page)
        pages.append(page)
    return pages


def _draw(page: U8, no: int, x: int, y: int, side: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    page[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, no, side)
    middle_x, middle_y, reach = x + side // 2, y + side // 2, side // 2 + _px(9)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):  # the cross's arms, outside of the tag
        inner, outer = side // 2 + _px(4), reach
        cv2.line(
            page, (middle_x + dx * inner, middle_y + dy * inner), (middle_x + dx * outer, middle_y + dy * outer), 0, 2
        )  # fmt: skip
    cv2.putText(page, _name(no), (x, y - _px(5)), cv2.FONT_HERSHEY_SIMPLEX, 0.9, 0, 2, cv2.LINE_AA)


def _name(no: int) -> str:
    names = {DEALER_TAG: "dealer's first card", TRAY_TAG: "discard tray", SHOE_TAG: "shoe"}
    return f"{no}: {names.get(no, f'first bet spot of box {no}')}"


def _scale(page: U8) -> None:
    x, y = _px(20), _px(PAGE_MM[1] - 14)
    cv2.line(page, (x, y), (x + _px(100), y), 0, 3)
    for end in (x, x + _px(100)):
        cv2.line(page, (end, y - _px(2)), (end, y + _px(2)), 0, 3)
    words = "100 mm: print at 100 %, lay each cross on its spot"
    cv2.putText(page, words, (x, y - _px(4)), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 0, 2, cv2.LINE_AA)


def _px(mm: float) -> int:
    return round(mm / 25.4 * DPI)


def _most_mm(cell: tuple[int, int]) -> float:
    return (min(cell) - _px(22)) / (1 + 2 * _QUIET) / DPI * 25.4
