"""A page on which a person clicks a table's spots in a still, and gets the command that calibrates the table."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from vision.calibrate.points import LEAST_POINTS, named_spots
from vision.sightings import U8
from vision.table import Table


def click_page(image: U8, table: Table, command: str) -> str:
    """Return one HTML page that needs nothing else.

    Args:
        image: uint8 `(h, w, 3)` BGR, the still.
        table: whose spots are clicked.
        command: what the page puts before the points that were clicked.
    """
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jpeg = bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    return templates.get_template("click.html").render(
        name=table.name,
        spots=list(named_spots(table)),
        still="data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii"),
        command=command,
        least=LEAST_POINTS,
    )
