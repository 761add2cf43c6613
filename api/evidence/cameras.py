"""Which camera's picture shows a fact, and what was marked in one camera's picture as another one sees it."""

from __future__ import annotations

from typing import Final

from tracker.facts import Fact
from vision.table import Table

Quad = tuple[tuple[float, float], ...]
_CAMERA: Final = "camera:"


def camera_of(fact: Fact) -> str:
    """Return the camera that told a fact; empty if none did."""
    return fact.source.removeprefix(_CAMERA) if fact.source.startswith(_CAMERA) else ""


class Views:
    """How the cameras of a table see its felt."""

    def __init__(self, table: Table) -> None:
        """Take the calibrations from a table."""
        self._planes = {name: table.seen_by(name).plane for name in table.camera_names}

    def quad_in(self, quad: Quad, told_by: str, camera: str) -> Quad:
        """Return corners on the felt, px in the picture of `told_by`, as another camera sees them."""
        before, after = self._planes.get(told_by), self._planes.get(camera)
        if not quad or before is None or after is None or before is after:
            return quad
        return tuple((float(x), float(y)) for x, y in after.to_picture(before.to_felt(quad)))
