"""`pitwatch demo`: filmed sessions of both games through the shipped model, on the dashboard or in print."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.commands.console import DONE, Json, emit_json, err, out, progress
from api.commands.serving import Host, Port

if TYPE_CHECKING:
    from api.audit.run import Audit


def demo(
    headless: Annotated[
        bool, typer.Option("--headless", help="Print the rounds and findings, and end.")
    ] = False,
    speed: Annotated[float, typer.Option(min=0.1, max=16.0, help="Play so many times as fast.")] = 1.0,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    as_json: Json = False,
) -> int:
    """Play filmed sessions of both games through the shipped model and open the dashboard on them."""
    from api.demo import demo_films, demo_is_filmed
    from vision.read import Reader

    Reader()  # a missing model is told before the films are made
    if not demo_is_filmed() and not err().is_terminal:
        err().print("Filming two sessions for the demonstration (once, some minutes) ...")
    with progress("Filming the demonstration (once)") as gauge:
        films = demo_films(gauge.update)
    if headless or as_json:
        return _headless(films, as_json=as_json)
    return _on_dashboard(films, speed=speed, host=host, port=port)


def _on_dashboard(films: list[Path], *, speed: float, host: str, port: int) -> int:
    from api.commands.serving import run_station
    from api.films import CHIPS, TABLE, VIDEO
    from api.live.eyes_process import EyesProcess, Order
    from api.live.feeder import Feeder
    from api.live.station import Station
    from api.profiles import find_profile
    from api.store.feeds import chip_feed
    from vision.read import Reader
    from vision.table import load_table

    with tempfile.TemporaryDirectory(prefix="pitwatch-demo-") as data:
        station = Station(Path(data))
        for film in films:
            table = load_table(film / TABLE)
            live = station.add(table, find_profile(table.profile))
            station.feeders.append(
                Feeder(
                    live,
                    EyesProcess(Order(str(film / VIDEO), is_camera=False, table=table, own_speed=speed)),
                    feed=chip_feed([film / CHIPS], table.name),
                )
            )
        model = ", ".join(Reader().model_ids)
        return run_station(station, host, port, model=model, on_ready=open_browser)


def open_browser(address: str) -> None:
    """Show the dashboard in a browser where there is a screen; elsewhere the printed address must do."""
    import os
    import sys
    import webbrowser

    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(address)


def _headless(films: list[Path], *, as_json: bool) -> int:
    from api.audit.documents import findings_document

    documents: list[dict[str, Any]] = []
    for film in films:
        with tempfile.TemporaryDirectory(prefix="pitwatch-demo-") as folder:
            result = _audit(film, Path(folder))
        if as_json:
            documents.append(findings_document(result))
        else:
            _print(result)
    if as_json:
        emit_json({"sessions": documents})
    return DONE


def _audit(film: Path, folder: Path) -> Audit:
    from api.audit.run import Job, audit
    from api.films import CHIPS, TABLE, VIDEO
    from api.profiles import find_profile
    from api.store.feeds import chip_feed
    from vision.read import Reader
    from vision.sources import open_recording
    from vision.table import load_table

    table = load_table(film / TABLE)
    job = Job(
        recording=film / VIDEO,
        table=table,
        profile=find_profile(table.profile),
        feed=chip_feed([film / CHIPS], table.name),
    )
    reader = Reader()
    with progress(f"Watching {table.name}") as gauge:
        return audit(
            job, open_recording(job.recording), reader, folder, models=reader.model_ids, progress=gauge.update
        )


def _print(result: Audit) -> None:
    from rich.table import Table

    from api.audit.lines import finding_lines, round_lines

    totals = result.session.totals
    out().print(
        f"\n{result.job.table.name}, {result.job.profile.title}: {totals.rounds} rounds", style="bold"
    )
    rounds = Table("round", "state", "dealer", "hands", box=None)
    for line in round_lines(result):
        rounds.add_row(*line)
    out().print(rounds)
    findings = Table("round", "severity", "where", "finding", "expected", "seen", "players", box=None)
    for finding in finding_lines(result):
        findings.add_row(*finding)
    out().print(findings if result.findings else "no findings")
    if not result.end.complete:
        err().print(f"the film could not be read to its end: {result.end.reason}")
