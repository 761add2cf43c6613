"""What calibration tells of a camera: how many cards in full view were read right, by height and by tilt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from vision.evaluate.measures import HEIGHTS_PX, TILTS_DEG
from vision.evaluate.outcomes import CLEARLY, Outcome, reported

HIGH_PX = 16.0
"""Cards with indices from here on tell what tilt does."""


def accuracy_document(
    outcomes: Iterable[Outcome], *, least_p: float, models: Sequence[str], command: str
) -> dict[str, Any]:
    """Return `vision/calibrate/accuracy.json`: rows are low, high, read right, of how many.

    Args:
        outcomes: of drawn scenes.
        least_p: from which probability on a card is reported.
        models: the models that read.
        command: what measures it again.
    """
    rows = [o for o in reported(outcomes, least_p) if _is_in_view(o)]
    slight = [o for o in rows if (_tilt(o) or 0.0) <= CLEARLY.tilt_deg]
    high = [o for o in rows if (o.index_height_px or 0.0) >= HIGH_PX]
    return {
        "command": command,
        "models": list(models),
        "heights_px": _bands(HEIGHTS_PX, [(o.index_height_px or 0.0, o.is_right) for o in slight]),
        "tilts_deg": _bands(TILTS_DEG, [(_tilt(o) or 0.0, o.is_right) for o in high]),
    }


def _is_in_view(outcome: Outcome) -> bool:
    shown = outcome.shown
    return (
        shown is not None
        and shown.index_visible is not None
        and shown.index_visible >= CLEARLY.index_visible
        and shown.index_height_px is not None
    )


def _tilt(outcome: Outcome) -> float | None:
    return None if outcome.shown is None else outcome.shown.tilt_deg


def _bands(edges: Sequence[float], rows: Sequence[tuple[float, bool]]) -> list[list[float]]:
    bands = []
    for low, high in pairwise(edges):
        inside = [right for value, right in rows if low <= value < high]
        if inside:
            bands.append([low, high, sum(inside), len(inside)])
    return bands
