"""`pitwatch retention`: remove pictures that are older than the house keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import DONE, Json, emit_json, out
from api.errors import InputError


def retention(
    days: Annotated[int, typer.Option(min=1, help="Keep pictures for so many days.", show_default=False)],
    data: Annotated[Path | None, typer.Option(help="The data folder; by default the user's.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would go.")] = False,
    as_json: Json = False,
) -> int:
    """Remove stills and sightings after so many days, and cases' footage so long after they were closed.

    Held cases and journals stay; what goes is written into a journal first.
    """
    from api.commands.serving import default_data
    from api.evidence.retention import retire
    from api.store.house_journal import HOUSE_JOURNAL, HouseJournal
    from api.store.journal import utc_now

    folder = data or default_data()
    if not folder.is_dir():
        raise InputError(f"no data folder at {str(folder)!r}")
    journal = HouseJournal(folder / HOUSE_JOURNAL)
    try:
        gone = retire(folder, journal, days=days, now=utc_now(), dry_run=dry_run)
    finally:
        journal.close()
    if as_json:
        rows = [{"folder": one.folder, "files": list(one.files), "bytes": one.size} for one in gone]
        emit_json({"days": days, "dry_run": dry_run, "gone": rows})
        return DONE
    for one in gone:
        out().print(f"{one.folder}: {len(one.files)} files, {one.size / 1e6:.1f} MB", markup=False)
    out().print(f"{sum(one.size for one in gone) / 1e6:.1f} MB {'would go' if dry_run else 'gone'}")
    return DONE
