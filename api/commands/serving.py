"""`pitwatch serve` and `pitwatch watch`: tables on the dashboard."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from api.commands.console import DONE, err
from api.errors import InputError

if TYPE_CHECKING:
    from api.floor.broker import Broker
    from api.live.station import Station

Host = Annotated[
    str, typer.Option(help="Address to listen on; on others than this machine's own people have to sign in.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any that is free.")]
Data = Annotated[
    Path | None, typer.Option(help="Folder of the tables' journals; by default in the user's data folder.")
]


FLOOR: Final = "Many tables on one floor (docs/floor.md)"
BrokerUrl = Annotated[
    str, typer.Option(help="The floor's NATS broker, nats:// or tls://.", rich_help_panel=FLOOR)
]
BrokerCredentials = Annotated[
    Path | None, typer.Option(help="NATS credentials file for the broker.", rich_help_panel=FLOOR)
]
BrokerCa = Annotated[
    Path | None, typer.Option(help="Certificates that the broker's must come from.", rich_help_panel=FLOOR)
]
KeepDays = Annotated[
    float,
    typer.Option(
        min=0.01,
        help="So long the broker keeps rows; the journals keep them for ever.",
        rich_help_panel=FLOOR,
    ),
]
KeepMib = Annotated[
    int,
    typer.Option(
        min=0,
        help="Most that the broker keeps of one table, MiB; what does not fit waits at its host. 0: no limit.",
        rich_help_panel=FLOOR,
    ),
]
MetricsToken = Annotated[
    str, typer.Option(help="Other machines may ask for /metrics with this bearer token.", metavar="TOKEN")
]
Logs = Annotated[Literal["text", "json"], typer.Option("--logs", help="How logs are written to stderr.")]


def serve(
    data: Data = None,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    broker: BrokerUrl = "",
    broker_credentials: BrokerCredentials = None,
    broker_ca: BrokerCa = None,
    keep_days: KeepDays = 14,
    keep_mib: KeepMib = 0,
    metrics_token: MetricsToken = "",
    logs: Logs = "text",
) -> int:
    """Serve the dashboard and the API on tables that were watched and recordings that were audited."""
    from api.archive.archive import AUDITS, Archive
    from api.live.station import Station
    from api.upkeep.logs import write_logs

    write_logs(logs)
    folder = data or default_data()
    if broker:
        floor = replace(
            broker_at(broker, broker_credentials, broker_ca), keep_days=keep_days, keep_mib=keep_mib
        )
        return _serve_floor(folder, floor, host, port, metrics_token)
    station = Station(folder)
    station.add_known()
    if not station.tables and not Archive(folder / AUDITS).names():
        raise InputError(f"no table was watched and nothing audited with {str(folder)!r} as its data folder")
    return run_station(station, host, port, model=None, metrics_token=metrics_token)


def _serve_floor(folder: Path, broker: Broker, host: str, port: int, metrics_token: str) -> int:
    """Serve the tables that camera hosts watch."""
    from api.floor.desk import FloorDesk
    from api.live.station import Station

    station = Station(folder)
    desk = FloorDesk(folder, station.hub, broker, station.journal)
    station.elsewhere = desk.hall.tables
    station.companions.append(desk)
    station.troubles.append(desk.alarms.standing)
    station.queues.append(desk.waiting)
    return run_station(station, host, port, model=None, metrics_token=metrics_token)


def watch(
    tables: Annotated[list[Path], typer.Argument(help="Table files (TOML).", show_default=False)],
    source: Annotated[
        list[str],
        typer.Option(
            help="What each table's camera is, in the order of the tables: an rtsp:// or http:// address, a device "
            "such as /dev/video0, or a recording, which is played at its own speed. Of a table with several cameras "
            "all are named, in the order of its file, or the first one of each table alone.",
            show_default=False,
        ),
    ],
    facts: Annotated[
        list[Path] | None,
        typer.Option(help="Facts of other sources, such as a chip feed (JSON lines); may be repeated."),
    ] = None,
    data: Data = None,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    broker: BrokerUrl = "",
    host_key: Annotated[
        Path | None,
        typer.Option(
            help="This host's key for the floor, from `pitwatch floor host add`.", rich_help_panel=FLOOR
        ),
    ] = None,
    broker_credentials: BrokerCredentials = None,
    broker_ca: BrokerCa = None,
    metrics_token: MetricsToken = "",
    logs: Logs = "text",
) -> int:
    """Watch tables live: every round on the dashboard as it is dealt."""
    from api.live.orders import check_order, feeders_of, orders_for
    from api.live.station import Station
    from api.profiles import find_profile
    from api.store.feeds import feeds_by_table
    from api.upkeep.logs import write_logs
    from vision.read import Reader
    from vision.table import load_table

    if bool(broker) != (host_key is not None):
        raise InputError("expected --broker and --host-key together: a host signs what it publishes")
    write_logs(logs)
    folder = data or default_data()
    station = Station(folder)
    feeds = feeds_by_table(facts or ())
    loaded = [load_table(file) for file in tables]
    for file, table, orders in zip(tables, loaded, orders_for(source, loaded, folder), strict=True):
        for order in orders:
            check_order(order)
        live = station.add(table, find_profile(table.profile, beside=file.parent))
        station.feeders += feeders_of(live, orders, feeds.pop(table.name, ()))
    if feeds:
        raise InputError(f"--facts tells of tables that are not watched: {', '.join(sorted(feeds))}")
    if host_key is not None:
        floor = broker_at(broker, broker_credentials, broker_ca)
        _join_floor(station, floor, host_key)
    models = ", ".join(Reader().model_ids)
    return run_station(station, host, port, model=models, metrics_token=metrics_token)


def _join_floor(station: Station, broker: Broker, host_key: Path) -> None:
    """Publish a station's tables on the floor while it serves them."""
    from api.floor.host import FloorHost
    from api.floor.hosts import read_key

    host = FloorHost(broker, read_key(host_key), station.hub, station.tables)
    station.companions.append(host)
    station.queues.append(host.waiting)


def broker_at(url: str, credentials: Path | None, ca: Path | None) -> Broker:
    """Return the floor's broker.

    Raises:
        InputError: if the address or a file cannot be used, or the extra `floor` is not installed.
    """
    try:
        from api.floor.broker import Broker
    except ModuleNotFoundError as error:
        raise InputError("a floor needs the extra packages of: pip install 'pitwatch[floor]'") from error

    return Broker(url, credentials, ca)


def run_station(
    station: Station,
    host: str,
    port: int,
    *,
    model: str | None,
    metrics_token: str = "",
    on_ready: Callable[[str], None] = lambda _: None,
) -> int:
    """Serve a station's tables until told to stop."""

    def ready(address: str) -> None:
        err().print(f"Pitwatch: {address}  (Ctrl+C stops it)", markup=False)
        on_ready(address)

    station.serve(host=host, port=port, model=model, metrics_token=metrics_token, on_ready=ready)
    return DONE


def default_data() -> Path:
    """Return the user's folder for journals."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "pitwatch"
