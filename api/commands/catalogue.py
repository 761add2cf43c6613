"""`pitwatch profiles` and `pitwatch codes`: what is configured, and what can be found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from typer.core import TyperGroup

from api.commands.console import DONE, FOUND, Json, emit_json, out, progress

if TYPE_CHECKING:
    from tracker.codes import Code
    from tracker.profile import Profile
    from tracker.profiles.check import Remark
    from tracker.profiles.solved import Solved

Name = Annotated[str, typer.Argument(help="A shipped profile's name, or a file.", show_default=False)]


class _ShowByName(TyperGroup):
    """Takes `profiles NAME` for `profiles show NAME`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        is_name = bool(args) and self.get_command(ctx, args[0]) is None and not args[0].startswith("-")
        return super().resolve_command(ctx, ["show", *args] if is_name else args)


app = typer.Typer(cls=_ShowByName, help="List the table profiles; show, check or document one.")


@app.callback(invoke_without_command=True)
def profiles(context: typer.Context, as_json: Json = False) -> int:
    """List the table profiles; show, check or document one."""
    from api.profiles import find_profile
    from tracker.profile import SHIPPED

    if context.invoked_subcommand is not None:
        if as_json:
            raise typer.BadParameter("expected --json behind the command and its name")
        return DONE
    shipped = [find_profile(name) for name in SHIPPED]
    if as_json:
        emit_json({"profiles": [profile.model_dump(mode="json") for profile in shipped]})
        return DONE
    table = Table("name", "game", "rule book", box=None)
    for profile in shipped:
        table.add_row(profile.name, profile.title, profile.source)
    out().print(table)
    return DONE


@app.command()
def show(name: Name, as_json: Json = False) -> int:
    """Show a profile's rules: title, value, unit, and which line of which book or regulation it follows."""
    from api.profiles import find_profile

    profile = find_profile(name)
    if as_json:
        emit_json({**profile.model_dump(mode="json"), "about": _about(profile)})
        return DONE
    table = Table("rule", "title", "value", "source", box=None)
    for rule, about in _about(profile).items():
        table.add_row(rule, about["title"]["en"], about["written"], about["source"])
    out().print(table)
    return DONE


@app.command()
def check(
    name: Name,
    minor_units: Annotated[
        int, typer.Option(min=1, max=10000, help="The currency's smallest units in one.")
    ] = 100,
    solve: Annotated[
        bool, typer.Option("--solve", help="Work the game's own prices out: a minute, with a switch several.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Name contradictions between rules, rules without effect, and readings that cost somebody dearly.

    Exit status 1 says that something was found.
    """
    from api.profiles import find_profile
    from tracker.profiles.check import check_profile

    profile = find_profile(name, dealable=solve)
    remarks = check_profile(profile, minor_units, _solved(profile) if solve else None)
    if as_json:
        emit_json({"profile": profile.name, "remarks": [remark.to_json() for remark in remarks]})
    elif remarks:
        _print_remarks(remarks)
    else:
        out().print(f"{profile.name}: nothing to say", markup=False)
    return FOUND if remarks else DONE


@app.command()
def schema() -> int:
    """Print the JSON Schema of a profile file."""
    from tracker.profiles.schema import profile_schema

    emit_json(profile_schema())
    return DONE


@app.command()
def docs() -> int:
    """Print the documentation of all rules as Markdown (docs/profiles.md)."""
    from tracker.profiles.page import profiles_page

    typer.echo(profiles_page(), nl=False)
    return DONE


def codes(as_json: Json = False) -> int:
    """List the finding codes: what can be found, how serious it is, which rule it breaks."""
    from tracker.codes import CODES

    if as_json:
        emit_json([code.to_json() for code in CODES.values()])
        return DONE
    console = out()
    table = Table("code", "severity", "finding", "rule", "found by", box=None)
    unseen = Table("not yet seen", "finding", "what it would take", box=None)
    for code in CODES.values():
        _add_code(table, unseen, code)
    console.print(table)
    console.print()
    console.print(unseen)
    return DONE


def _add_code(table: Table, unseen: Table, code: Code) -> None:
    if code.found_by is None:
        unseen.add_row(code.code, code.en, code.needs)
    else:
        table.add_row(code.code, code.severity, code.en, code.rule, code.found_by)


def _about(profile: Profile) -> dict[str, Any]:
    """Return title, unit and source of every rule, and its value as people write it."""
    from tracker.profiles.fields import RULE_FIELDS
    from tracker.profiles.page import written
    from tracker.profiles.schema import profile_schema

    rules = profile_schema()["properties"]["rules"]["properties"]
    return {
        name: {
            "title": {"en": rules[name]["title"], "ru": rules[name]["title_ru"]},
            "unit": rules[name]["unit"],
            "written": written(getattr(profile, name)),
            "source": profile.sources.get(name, ""),
        }
        for name in RULE_FIELDS
    }


def _solved(profile: Profile) -> Solved:
    from tracker.profiles.solved import solve

    with progress("solving") as gauge:
        return solve(profile, gauge.update)


def _print_remarks(remarks: list[Remark]) -> None:
    table = Table("kind", "rules", "remark", "basis", box=None)
    for remark in remarks:
        table.add_row(remark.kind, ", ".join(remark.fields) or "the game", remark.text, remark.basis)
    out().print(table)
