"""`pitwatch rebuild`: is everything that is derived still what the journals say?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import DONE, FOUND, Json, emit_json, out


def rebuild(
    path: Annotated[
        Path,
        typer.Argument(help="A data folder, or the folder of an audit or of a table.", show_default=False),
    ],
    as_json: Json = False,
) -> int:
    """Make rounds, findings and totals again from the journals alone, and say whether they are as they were."""
    from api.archive.rebuild import rebuild as rebuilt

    parts = rebuilt(path)
    if as_json:
        equal = all(part.equal for part in parts)
        emit_json({"path": str(path), "equal": equal, "parts": [part.to_json() for part in parts]})
    else:
        for part in parts:
            console, said = out(), "equal" if part.equal else "different"
            numbers = f"{part.facts} facts, {part.rounds} rounds, {part.findings} findings"
            console.print(f"{part.path}: {said}; {numbers}", markup=False)
            for what in part.different:
                console.print(f"  {what}", markup=False)
    return DONE if all(part.equal for part in parts) else FOUND
