"""`pitwatch people`: who can sign in to the server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.auth.roles import Role
from api.commands.console import DONE, Json, emit_json, out
from api.errors import InputError

if TYPE_CHECKING:
    from api.auth.people import People

app = typer.Typer(
    help="Who can sign in to the server: add, list, remove, give a new secret.", no_args_is_help=True
)

Data = Annotated[Path | None, typer.Option(help="The server's data folder; by default the user's.")]
Name = Annotated[str, typer.Argument(help="As it stands in the journal.", show_default=False)]
SecretFile = Annotated[
    Path | None,
    typer.Option(help="File whose first line is the secret; else it is asked for, or read from a pipe."),
]


@app.command("add")
def add(
    name: Name,
    role: Annotated[Role, typer.Option(help="What they are in the house.", show_default=False)],
    secret_file: SecretFile = None,
    data: Data = None,
) -> int:
    """Add somebody. Dealers get a PIN of digits, others a password."""
    with _people(data, make=True) as people:
        if not people.everybody() and role is not Role.ADMINISTRATOR:
            raise InputError("the first person must be an administrator: somebody has to add the others")
        people.add(name, role, _secret(secret_file, name))
    out().print(f"{name}: {role.value}", markup=False)
    return DONE


@app.command("list")
def everybody(data: Data = None, as_json: Json = False) -> int:
    """List who can sign in."""
    with _people(data) as people:
        known = people.everybody()
    if as_json:
        emit_json({"people": [{"name": p.name, "role": p.role.value, "locked": p.locked} for p in known]})
        return DONE
    for person in known:
        out().print(f"{person.name}\t{person.role.value}{' (locked)' if person.locked else ''}", markup=False)
    return DONE


@app.command("remove")
def remove(name: Name, data: Data = None) -> int:
    """Take somebody away; they are signed out at once."""
    with _people(data) as people:
        people.remove(name)
    return DONE


@app.command("secret")
def secret(name: Name, secret_file: SecretFile = None, data: Data = None) -> int:
    """Give somebody a new password or PIN; they are signed out everywhere, and a lock opens."""
    with _people(data) as people:
        people.get(name)
        people.set_secret(name, _secret(secret_file, name))
    return DONE


@contextmanager
def _people(data: Path | None, *, make: bool = False) -> Iterator[People]:
    from api.auth.people import People
    from api.commands.serving import default_data
    from api.live.station import PEOPLE_FILE

    folder = data or default_data()
    if make:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the data folder {str(folder)!r}: {error}") from error
    elif not (folder / PEOPLE_FILE).exists():
        raise InputError(f"nobody can sign in to {str(folder)!r} yet: begin with `pitwatch people add`")
    people = People(folder / PEOPLE_FILE)
    try:
        yield people
    finally:
        people.close()


def _secret(file: Path | None, name: str) -> str:
    if file is not None:
        try:
            return file.read_text(encoding="utf-8").split("\n")[0].rstrip("\r")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read a secret from {str(file)!r}: {error}") from error
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    return str(typer.prompt(f"Secret of {name}", hide_input=True, confirmation_prompt=True, err=True))
