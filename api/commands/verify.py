"""`pitwatch verify`: is a journal, or an audit's folder, still as it was written?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from api.commands.console import DONE, FOUND, Json, emit_json, out


def verify(
    path: Annotated[Path, typer.Argument(help="A journal, or the folder of an audit.", show_default=False)],
    as_json: Json = False,
) -> int:
    """Check the hash chain of a journal or an audit's folder; name the first broken row or file."""
    from api.audit.manifest import verify_path

    report = verify_path(path)
    if as_json:
        emit_json(report.to_json())
    else:
        _print(report.to_json())
    return DONE if report.whole else FOUND


def _print(report: dict[str, Any]) -> None:
    console = out()
    if report["whole"]:
        console.print(f"whole: {report['rows']} rows, last hash {report['head']}")
        return
    where = f"row {report['broken_row']}" if report["broken_row"] else f"file {report['broken_file']}"
    console.print(f"broken at {where}: {report['reason']}")
