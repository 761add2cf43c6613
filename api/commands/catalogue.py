"""`pitwatch profiles` and `pitwatch codes`: what is configured, and what can be found."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from api.commands.console import DONE, Json, emit_json, out
from api.profiles import find_profile
from tracker.codes import CODES
from tracker.profile import SHIPPED


def profiles(
    name: Annotated[
        str | None,
        typer.Argument(help="Show this profile's rules: a shipped one, or a file.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> int:
    """List the table profiles, or show the rules of one."""
    chosen = [find_profile(name)] if name else [find_profile(shipped) for shipped in SHIPPED]
    if as_json:
        documents = [profile.model_dump(mode="json") for profile in chosen]
        emit_json(documents[0] if name else {"profiles": documents})
        return DONE
    if not name:
        table = Table("name", "game", "rule book", box=None)
        for profile in chosen:
            table.add_row(profile.name, profile.title, profile.source)
        out().print(table)
        return DONE
    table = Table("rule", "value", "meaning", box=None)
    for field, info in type(chosen[0]).model_fields.items():
        table.add_row(field, str(getattr(chosen[0], field)), info.description or "")
    out().print(table)
    return DONE


def codes(as_json: Json = False) -> int:
    """List the finding codes: what can be found, how serious it is, which rule it breaks."""
    if as_json:
        emit_json([code.to_json() for code in CODES.values()])
        return DONE
    table = Table("code", "severity", "finding", "rule", box=None)
    for code in CODES.values():
        table.add_row(code.code, code.severity, code.en, code.rule)
    out().print(table)
    return DONE
