"""`pitwatch floor`: a broker for a trial, and the camera hosts that the server listens to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import DONE, Json, emit_json, ending_as_by_ctrl_c, err, out
from api.errors import InputError

if TYPE_CHECKING:
    from api.floor.hosts import Hosts

app = typer.Typer(
    help="Many tables on one floor: a broker to try it with, and camera hosts.", no_args_is_help=True
)
host_app = typer.Typer(help="Camera hosts: add, list, revoke.", no_args_is_help=True)
app.add_typer(host_app, name="host")

Data = Annotated[Path | None, typer.Option(help="The server's data folder; by default the user's.")]
Name = Annotated[str, typer.Argument(help="The host's name, as alarms tell it.", show_default=False)]


@app.command("up")
def up(
    folder: Annotated[Path, typer.Option(help="Keeps the broker's configuration, log and store.")] = Path(
        "pitwatch-broker"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on the loopback; 0 for any.")] = 4222,
) -> int:
    """Run a broker on this machine, for a trial; a house runs its own (docs/floor.md)."""
    from api.floor.trial import TrialBroker

    with ending_as_by_ctrl_c(), TrialBroker(folder, port=port) as broker:
        err().print(f"Broker: {broker.url}  (Ctrl+C stops it)", markup=False)
        return broker.wait()


@host_app.command("add")
def add(
    name: Name,
    table: Annotated[
        list[str], typer.Option(help="A table that it watches; may be repeated.", show_default=False)
    ],
    key: Annotated[
        Path,
        typer.Option(help="Where to write its key, for `pitwatch watch --host-key`.", show_default=False),
    ],
    data: Data = None,
) -> int:
    """Register a camera host and write its key; a known host gets a new key."""
    from api.floor.hosts import write_key

    if key.exists():
        raise InputError(f"expected a new file for the key, {str(key)!r} is there already")
    with _hosts(data, make=True) as hosts:
        write_key(hosts.add(name, table), key)
    out().print(f"{name}: {', '.join(table)}; its key: {key}", markup=False)
    return DONE


@host_app.command("list")
def everybody(data: Data = None, as_json: Json = False) -> int:
    """List the camera hosts."""
    with _hosts(data) as hosts:
        known = hosts.everybody()
    if as_json:
        emit_json(
            {"hosts": [{"name": h.name, "tables": list(h.tables), "revoked": h.revoked} for h in known]}
        )
        return DONE
    for host in known:
        out().print(f"{host.name}\t{'revoked' if host.revoked else ', '.join(host.tables)}", markup=False)
    return DONE


@host_app.command("revoke")
def revoke(name: Name, data: Data = None) -> int:
    """Refuse from now on what a host sends; a server that runs heeds it at once."""
    with _hosts(data) as hosts:
        hosts.revoke(name)
    return DONE


@contextmanager
def _hosts(data: Path | None, *, make: bool = False) -> Iterator[Hosts]:
    from api.commands.serving import default_data
    from api.floor.hosts import HOSTS_FILE, Hosts

    folder = data or default_data()
    if make:
        folder.mkdir(parents=True, exist_ok=True)
    elif not (folder / HOSTS_FILE).exists():
        raise InputError(f"no camera host is known in {str(folder)!r}: begin with `pitwatch floor host add`")
    hosts = Hosts(folder / HOSTS_FILE)
    try:
        yield hosts
    finally:
        hosts.close()
