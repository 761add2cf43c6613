"""`pitwatch backup` and `pitwatch restore`: a house's data folder, saved while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import DONE, Json, emit_json, out

if TYPE_CHECKING:
    from api.upkeep.backup import Backup

Data = Annotated[Path | None, typer.Option(help="The data folder; by default the user's.")]


def backup(
    target: Annotated[
        Path,
        typer.Argument(help="Folder for the backup; an older backup there is replaced.", show_default=False),
    ],
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Copy a data folder, which may be in use, and check every journal of the copy."""
    from api.commands.serving import default_data
    from api.upkeep.backup import back_up

    return _tell(back_up(data or default_data(), target), as_json)


def restore(
    folder: Annotated[Path, typer.Argument(help="The backup.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> int:
    """Check a backup and put it in the place of an empty data folder."""
    from api.commands.serving import default_data
    from api.upkeep.backup import restore as put_back

    return _tell(put_back(folder, data or default_data()), as_json)


def _tell(done: Backup, as_json: bool) -> int:
    if as_json:
        emit_json({"backup": str(done.folder), "files": done.files, "rows": done.rows})
    else:
        out().print(f"{done.folder}: {done.files} files, {done.rows} facts; whole", markup=False)
    return DONE
