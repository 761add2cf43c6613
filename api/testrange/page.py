"""The range's results as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from api.testrange.curves import GOALS, MOST_FALSE, NAMES, Point, curves, kinds
from api.testrange.plan import MIXED
from api.testrange.results import FilmRow
from vision.evaluate.charts import Curve, banded
from vision.pages import filled

TITLES: Mapping[str, str] = {
    MIXED: "All dials together",
    "occlusion": "Hands over the cards",
    "speed": "Speed of dealing",
    "fps": "Frames for a second",
    "height": "Height of the picture, px",
    "tilt_deg": "Tilt of the camera, degrees",
    "light": "Light",
    "drift_px": "Camera that creeps, px by the film's end",
    "dropped": "Share of frames lost",
    "repeated": "Share of frames repeated",
    "deck": "Card art",
    "boxes": "Boxes",
}


def page(rows: Sequence[FilmRow], command: str, models: Sequence[str]) -> str:
    """Return the page."""
    return filled(
        Path(__file__).parent / "templates",
        "range.html",
        parts=[(TITLES[part], points, _chart(points)) for part, points in curves(rows).items()],
        kinds=kinds(rows),
        names=NAMES,
        goals=GOALS,
        most_false=MOST_FALSE,
        command=command,
        models=models,
        films=len(rows),
    )


def _chart(points: Sequence[Point]) -> Markup:
    """Cards and rounds over the settings of a dial; nothing where there is only one setting."""
    if len(points) < 2:
        return Markup("")
    lines = [
        Curve(NAMES["cards"], "main", [point.cards for point in points]),
        Curve(NAMES["rounds"], "second", [point.rounds for point in points]),
    ]
    return banded([point.value for point in points], lines)
