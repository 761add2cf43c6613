"""What a command line says of a table's further cameras."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from api.audit.record import OtherRecording
from api.errors import InputError
from vision.table import Table


def other_recordings(
    table: Table, files: Sequence[str], offsets: Iterable[str]
) -> tuple[OtherRecording, ...]:
    """Read `CAMERA=FILE` and `CAMERA=SECONDS`.

    Raises:
        InputError: if something else is said, or a camera is named twice, or is not one of the table's others.
    """
    seconds = dict(_pair(text, "--offset CAMERA=SECONDS") for text in offsets)
    known = [other.name for other in table.other_cameras]
    found: list[OtherRecording] = []
    for text in files:
        camera, file = _pair(text, "--with CAMERA=FILE")
        if camera not in known:
            raise InputError(
                f"table {table.name} has no further camera {camera!r}; its file names {', '.join(known) or 'none'}"
            )
        if any(camera == other.camera for other in found):
            raise InputError(f"expected one recording of each camera, got two of {camera!r}")
        offset_us = _microseconds(seconds.pop(camera)) if camera in seconds else None
        found.append(OtherRecording(camera=camera, recording=Path(file), offset_us=offset_us))
    if seconds:
        raise InputError(f"expected --with for each --offset, got none for {', '.join(sorted(seconds))}")
    return tuple(found)


def _pair(text: str, form: str) -> tuple[str, str]:
    camera, is_there, value = text.partition("=")
    if not (camera and is_there and value):
        raise InputError(f"expected {form}, got {text!r}")
    return camera, value


def _microseconds(text: str) -> int:
    try:
        return round(float(text) * 1e6)
    except (ValueError, OverflowError) as error:
        raise InputError(f"expected --offset in seconds, got {text!r}") from error
