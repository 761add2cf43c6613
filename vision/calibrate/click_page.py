"""A page on which a person clicks a table's spots in a still, and gets the command that calibrates the table."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2

from vision.calibrate.points import LEAST_POINTS, named_spots
from vision.pages import filled
from vision.sightings import U8
from vision.table import Table


def click_page(image: U8, table: Table, command: str) -> str:
    """Return one HTML page that needs nothing else.

    Args:
        image: uint8 `(h, w, 3)` BGR, the still.
        table: whose spots are clicked.
        command: what the page puts before the points that were clicked.
    """
    jpeg = bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    return filled(
        Path(__file__).parent / "templates",
        "click.html",
        name=table.name,
        spots=list(named_spots(table)),
        still="data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii"),
        command=command,
        least=LEAST_POINTS,
    )
