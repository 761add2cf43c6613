"""`pitwatch verify`: is a journal, an audit, a package of evidence or a whole data folder still as it was written?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import DONE, FOUND, Json, emit_json, out

if TYPE_CHECKING:
    from api.evidence.check import Checked


def verify(
    path: Annotated[
        Path,
        typer.Argument(
            help="A journal, a package of evidence, the folder of an audit, or a data folder.",
            show_default=False,
        ),
    ],
    expect: Annotated[
        str, typer.Option(help="The hash that was noted when the package was made.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> int:
    """Check hash chains and files; name everything that is not as it was written."""
    from api.evidence.check import check

    parts = check(path, expected=expect)
    whole = all(part.whole for part in parts)
    if as_json:
        first = next((part for part in parts if not part.whole), parts[0])
        emit_json(
            {
                **first.to_json(),
                "path": str(path),
                "whole": whole,
                "parts": [part.to_json() for part in parts],
            }
        )
    else:
        for part in parts:
            _print(part, named=len(parts) > 1)
    return DONE if whole else FOUND


def _print(part: Checked, *, named: bool) -> None:
    console, name = out(), f"{part.path}: " if named else ""
    if part.whole:
        rows = f"{part.rows} rows, last hash" if part.kind in ("journal", "audit") else f"{part.kind}, hash"
        console.print(f"{name}whole: {rows} {part.hash}", markup=False)
    for fault in part.faults:
        places = [f"row {fault.row}" if fault.row else "", f"file {fault.file}" if fault.file else ""]
        where = " of ".join(filter(None, places))
        console.print(f"{name}broken at {where}: {fault.reason}", markup=False)
