"""An evaluation as one HTML page that needs nothing else: tables, curves, and the worst cases as pictures."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from tracker.cards import RANKS, SUITS
from vision.evaluate.cases import Case
from vision.evaluate.charts import Curve, banded, reliability_chart
from vision.evaluate.evaluation import Section
from vision.evaluate.measures import MISSED, NOTHING, Band
from vision.evaluate.outcomes import CLEARLY
from vision.pages import filled

TITLES = {
    "scenes": "Drawn scenes",
    "photos-tune": "Photographs that may be tuned on",
    "photos-test": "Photographs that are only scored",
    "films": "Filmed sessions, each tracked card",
}


def page(sections: Sequence[Section], models: Sequence[str], command: str) -> str:
    """Return the page.

    Args:
        sections: what was measured.
        models: the models that read.
        command: the command line that measures it again.
    """
    return filled(
        Path(__file__).parent / "templates",
        "evaluation.html",
        sections=[_section(section) for section in sections],
        models=models,
        command=command,
        clearly=CLEARLY,
        ranks=RANKS,
        suits=SUITS,
        missed=MISSED,
        nothing=NOTHING,
    )


def _section(section: Section) -> dict[str, Any]:
    measures = section.measures
    return {
        "name": section.name,
        "title": TITLES.get(section.name, section.name),
        "about": section.about,
        "m": measures,
        "only_scored": section.is_only_scored,
        "bands": [
            ("By height of the index, px", _named(measures.heights, "{:.0f}")),
            ("By share of the index that is free", _named(measures.visibilities, "{:.2g}")),
            ("By tilt, degrees", _named(measures.tilts, "{:.0f}")),
        ],
        "chart": _chart,
        "reliability": reliability_chart(measures.reliability),
        "cases": [_case(case, section.least_p) for case in section.cases],
        "shades": {
            "ranks": _shades(measures.confusion.ranks),
            "suits": _shades(measures.confusion.suits),
        },
    }


def _named(bands: Sequence[Band], form: str) -> list[tuple[str, Band]]:
    """Each band with its name; the last one is open or ends at the whole."""
    return [
        (f"{form.format(b.low)}–{form.format(b.high)}" if b is not bands[-1] else f"{form.format(b.low)}+", b)
        for b in bands
    ]


def _chart(bands: Sequence[tuple[str, Band]]) -> Markup:
    recall = Curve("recall", "main", [band.score.recall for _, band in bands])
    precision = Curve("precision", "second", [band.score.precision for _, band in bands])
    return banded([name for name, _ in bands], [recall, precision])


def _shades(matrix: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """How dark each cell is, per cent of its row."""
    return {
        shown: {read: round(100 * n / sum(row.values())) for read, n in row.items()}
        for shown, row in matrix.items()
    }


def _case(case: Case, least_p: float) -> dict[str, Any]:
    shown, read = case.outcome.shown, case.outcome.read
    told = "" if read is None else f"{read.card} {read.p:.3f}"
    known = []
    if (height := case.outcome.index_height_px) is not None:
        known.append(f"index {height:.0f} px")
    if shown is not None and shown.index_visible is not None:
        known.append(f"{shown.index_visible:.0%} free")
    if shown is not None and shown.tilt_deg is not None:
        known.append(f"tilt {shown.tilt_deg:.0f}°")
    return {
        "picture": _data_url(case.picture),
        "index": None if case.index is None else _data_url(case.index),
        "shown": "nothing" if shown is None else str(shown.card),
        "read": told if read is not None and read.p >= least_p else f"missed {told and f'({told})'}",
        "known": ", ".join(known),
        "where": f"{case.outcome.group} · {case.outcome.picture}",
    }


def _data_url(jpeg: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")
