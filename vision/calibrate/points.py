"""Calibrating a table from points whose place on the felt is known: the fit, how well it fits, and the table file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.errors import TableFileError
from vision.felt import F64, Mm
from vision.table import Calibration, CalibrationPoint, Table, parse_table
from vision.table_file import format_table

LEAST_POINTS = 4
_POINT = re.compile(r"([^=]+)=(-?[\d.]+),(-?[\d.]+)")
_MM = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How well a calibration fits its points.

    Attributes:
        off_px: float64 `(n,)`, from each point in the picture to where all together put it.
        off_mm: float64 `(n,)`, the same on the felt.
        is_checked: whether there are more points than the four that any plane fits.
    """

    off_px: F64
    off_mm: F64
    is_checked: bool

    @property
    def rms_px(self) -> float:
        """Root of the mean square."""
        return float(np.sqrt((self.off_px**2).mean()))


def parse_point(text: str, table: Table) -> CalibrationPoint:
    """Read `MM_X,MM_Y=PX,PY`, or the name of a spot of the table for the millimetres: `d=612,240`, `2.bet=900,700`.

    Raises:
        TableFileError: if it is neither.
    """
    match = _POINT.fullmatch(text.strip())
    if match is None:
        raise TableFileError(f"expected a point MM_X,MM_Y=PX,PY or SPOT=PX,PY, got {text!r}")
    try:
        return CalibrationPoint(mm=place_mm(match[1], table), px=(float(match[2]), float(match[3])))
    except ValueError as error:
        raise TableFileError(
            f"expected a point MM_X,MM_Y=PX,PY or SPOT=PX,PY, got {text!r}: {error}"
        ) from error


def place_mm(text: str, table: Table) -> Mm:
    """Read `MM_X,MM_Y` or a spot's name.

    Raises:
        TableFileError: if it is neither.
    """
    match = _MM.fullmatch(text.strip())
    if match is not None:
        return (float(match[1]), float(match[2]))
    spots = named_spots(table)
    if text.strip() not in spots:
        raise TableFileError(f"expected MM_X,MM_Y or a spot of {', '.join(spots)}, got {text!r}")
    return spots[text.strip()]


def named_spots(table: Table) -> dict[str, Mm]:
    """Return the spots of a table that people can find on its felt, with their place in mm; a box with several bet
    spots is named by its first hand's."""
    spots = {"d": table.dealer.at_mm, "tray": table.tray.at_mm, "shoe": table.shoe.at_mm}
    for box in table.boxes:
        spots[f"{box.no}.bet"] = box.bet_mm
        if box.side_mm is not None:
            spots[f"{box.no}.side"] = box.side_mm
        if box.insurance_mm is not None:
            spots[f"{box.no}.insurance"] = box.insurance_mm
    return spots


def calibrated(table: Table, points: Sequence[CalibrationPoint], width: int, height: int) -> Table:
    """Return the table with these points, on pictures of this size.

    Raises:
        TableFileError: if the points are too few, outside of the picture, on a line, mirror the table, or one of them
            contradicts the others.
    """
    if len(points) < LEAST_POINTS:
        raise TableFileError(f"expected at least {LEAST_POINTS} points, got {len(points)}")
    for point in points:
        x, y = point.px
        if not (0 <= x <= width and 0 <= y <= height):
            raise TableFileError(
                f"expected points inside of the picture of {width}x{height}, got {x:g},{y:g}"
            )
    calibration = Calibration(points=tuple(points))
    camera = table.camera.model_copy(update={"width": width, "height": height})
    changed = table.model_copy(update={"calibration": calibration, "camera": camera})
    return parse_table(format_table(changed))


def fit_of(table: Table) -> Fit:
    """Measure how well a table's calibration fits its points."""
    mm = np.array([point.mm for point in table.calibration.points])
    px = np.array([point.px for point in table.calibration.points])
    off_px = np.linalg.norm(table.to_picture(mm) - px, axis=1)
    off_mm = np.linalg.norm(table.to_felt(px) - mm, axis=1)
    return Fit(off_px, off_mm, is_checked=len(mm) > LEAST_POINTS)


def updated_text(text: str, table: Table) -> str:
    """Put a table's calibration and picture size into the text of its file; all else stays as it was written.

    Args:
        text: the file as it is.
        table: what it shall say.
    """
    lines = _without_points(text).rstrip("\n").split("\n")
    lines = _with_size(lines, table)
    points = [
        line
        for point in table.calibration.points
        for line in ("", "[[calibration.point]]", f"mm = {_pair(point.mm)}", f"px = {_pair(point.px)}")
    ]
    at = next((n for n, line in enumerate(lines) if line.strip() == "[dealer]"), len(lines))
    while at > 0 and (not lines[at - 1].strip() or lines[at - 1].startswith("#")):
        at -= 1
    new = "\n".join([*lines[:at], *points, "", *lines[at:]]).rstrip() + "\n"
    return new if parse_table(new) == table else format_table(table)


def _without_points(text: str) -> str:
    """Leave out the calibration's tables: each header and the values below it, not the remarks of the next one."""
    kept, inside = [], False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.startswith(("[calibration", "[[calibration"))
        elif line.startswith("#"):
            inside = False
        if not inside:
            kept.append(line)
    return "\n".join(kept) + "\n"


def _with_size(lines: Sequence[str], table: Table) -> list[str]:
    """Set width and height below `[camera]`, with the comments behind them."""
    size = {"width": table.camera.width, "height": table.camera.height}
    out, section = [], ""
    for line in lines:
        if line.startswith("["):
            section = line.strip()
        key = line.partition("=")[0].strip()
        is_size = section == "[camera]" and key in size
        out.append(re.sub(r"=\s*\d+", f"= {size[key]}", line, count=1) if is_size else line)
    return out


def _pair(values: Mm) -> str:
    return f"[{values[0]!r}, {values[1]!r}]"
