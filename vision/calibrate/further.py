"""Calibrating a further camera of a table: its part of the table file, beside the first camera's."""

from __future__ import annotations

from vision.table import CameraView, OtherCamera, Table, parse_table
from vision.table_file import format_table


def as_seen_by(table: Table, name: str, width: int, height: int) -> Table:
    """The table with this camera as its only one; one that has no calibration yet begins with the first camera's.

    Args:
        table: the table.
        name: the camera's; the table may have it or not.
        width: of its pictures, px.
        height: of its pictures, px.
    """
    if name in table.camera_names:
        return table.seen_by(name)
    view = CameraView(name=name, width=width, height=height)
    return table.model_copy(update={"camera": view, "other_cameras": ()})


def with_camera(table: Table, seen: Table) -> Table:
    """The table with a camera as `seen` has it, in place of what it said of that camera before.

    Raises:
        TableFileError: if they do not go together.
    """
    camera = seen.camera
    other = OtherCamera(
        name=camera.name, width=camera.width, height=camera.height, points=seen.calibration.points
    )
    others = [other if known.name == other.name else known for known in table.other_cameras]
    if other.name not in table.camera_names:
        others.append(other)
    return parse_table(format_table(table.model_copy(update={"other_cameras": tuple(others)})))


def text_with_cameras(text: str, table: Table) -> str:
    """Put a table's further cameras into the text of its file; all else stays as it was written.

    Args:
        text: the file as it is.
        table: what it shall say.
    """
    kept, inside = [], False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.startswith(("[[other_camera]]", "[[other_camera."))
        elif line.startswith("#"):
            inside = False
        if not inside:
            kept.append(line)
    blocks = format_table(table).split("\n\n")
    cameras = [block for block in blocks if block.startswith("[[other_camera")]
    new = "\n\n".join(["\n".join(kept).rstrip(), *cameras]) + "\n"
    return new if parse_table(new) == table else format_table(table)
