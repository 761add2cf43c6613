"""What a camera host says of itself about once a second: that it lives, what its camera sees, what its clock shows."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError

from api.errors import MessageRefused
from api.schemas import CameraView, PictureView


class Beat(BaseModel):
    """How a table's host stands.

    Attributes:
        sent_at_ms: the host's wall clock, milliseconds since 1970.
        seq: its journal's last row.
        sent: the last row that the broker acknowledged.
        camera: how its camera stands.
        view: what the camera shows, if it is worth a look.
        trouble: what the host cannot do now; empty if all is well.
        free_mib: what its disk has left.
        fps, behind_s: how the watching goes; see `api.upkeep.gauges.Gauges`.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    sent_at_ms: int
    seq: int
    sent: int
    camera: CameraView
    view: PictureView | None = None
    trouble: str = ""
    free_mib: int = 0
    fps: float | None = None
    behind_s: float | None = None


def beat_from_bytes(payload: bytes) -> Beat:
    """Return the beat that travelled.

    Raises:
        MessageRefused: if it is none.
    """
    try:
        return Beat.model_validate_json(payload)
    except ValidationError as error:
        raise MessageRefused("no-beat", f"expected a host's beat, got {payload[:60]!r}") from error
