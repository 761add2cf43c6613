"""`pitwatch bench`: the project's own measurements, as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Collection
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from api.commands.console import (
    DONE,
    FOUND,
    Gauge,
    Json,
    emit_json,
    ending_as_by_ctrl_c,
    existing_file,
    progress,
)
from api.errors import InputError

if TYPE_CHECKING:
    from api.benchmarks import Measured
    from tracker.simulate.campaign import Plan, Proof
    from tracker.simulate.seen import SeenProof

TABLE_LIMITS: Final = {"minimum": 10, "maximum": 500, "side_maximum": 100}
"""Limits of the table at which the referee is proved, so that there are bets outside them."""


class Part(StrEnum):
    """What can be measured by itself."""

    RULES = "rules"
    JOURNAL = "journal"
    MEMORY = "memory"
    VISION = "vision"
    REFEREE = "referee"
    FLOOR = "floor"
    COST = "cost"
    KILLS = "kills"
    FAULTS = "faults"
    CATCH_UP = "catch-up"
    SOAK = "soak"
    SCREENS = "screens"


def bench(
    parts: Annotated[
        list[Part] | None,
        typer.Argument(help="What to measure; rules and journal unless told.", show_default=False),
    ] = None,
    recording: Annotated[
        Path | None,
        typer.Option(
            help="Measure watching on this recording (needs --table), not on a film made for it.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        Path | None, typer.Option(help="The recording's table file.", show_default=False)
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to judge.")] = 500,
    judged: Annotated[int, typer.Option(min=1, help="Memory: rounds to judge.")] = 1_000_000,
    facts: Annotated[int, typer.Option(min=1, help="Facts to write.")] = 20_000,
    planted: Annotated[
        int, typer.Option(min=0, help="Referee: rounds a game with a dealing error each.")
    ] = 20_000,
    clean: Annotated[int, typer.Option(min=0, help="Referee: rounds a game without any.")] = 100_000,
    unread: Annotated[
        int, typer.Option(min=0, help="Referee: rounds a game without any, a tenth of the cards unread.")
    ] = 20_000,
    pairs: Annotated[int, typer.Option(min=0, help="Referee: rounds a game with up to two errors.")] = 2_000,
    seen: Annotated[
        int, typer.Option(min=0, help="Referee: rounds a game, as many without errors, by way of facts.")
    ] = 2_000,
    game: Annotated[
        list[str] | None,
        typer.Option(help="Referee: only this game (may be repeated).", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Referee: seed of the first session.")] = 1,
    tables: Annotated[int, typer.Option(min=1, help="Floor: tables.")] = 200,
    screens: Annotated[int, typer.Option(min=1, help="Floor: screens that listen to all of them.")] = 50,
    rate: Annotated[
        float, typer.Option(min=0.1, help="Floor: facts a second, of all tables together.")
    ] = 160.0,
    hosts: Annotated[
        int,
        typer.Option(
            min=0,
            help="Floor, cost: camera hosts, each publishes through a broker; 0: the server's own tables.",
        ),
    ] = 0,
    minutes: Annotated[
        float, typer.Option(min=0.05, help="Floor, soak: for how long; cost: for how long at each size.")
    ] = 1.0,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="Cost: also write JSON, chart and page here.", show_default=False),
    ] = None,
    kills: Annotated[
        int, typer.Option(min=1, help="Kills, faults: how often something that works is killed.")
    ] = 200,
    findings: Annotated[int, typer.Option(min=1, help="Screens: findings in the queue.")] = 10_000,
    hours: Annotated[float, typer.Option(min=0.02, help="Catch-up: how long a host was cut off.")] = 1.0,
    as_json: Json = True,
) -> int:
    """Measure judging, its memory, the journal, and what reading and watching cost; always prints JSON.

    `referee` proves the referee on simulated rounds (hours, unless fewer are asked for): exit status 1 says that an
    error was missed or something was found that was none. `floor` is a server under the load of many tables and
    screens, `cost` the same at several sizes up to that; `kills` kills a server while it writes, `faults` lets
    everything befall host, server and broker of a floor at random: exit status 1 says that something acknowledged was
    lost, double or shown wrongly. `catch-up` joins a host that was cut off. `screens` scrolls a long
    queue of findings in a browser.
    """
    del as_json
    if (recording is None) != (table is None):
        raise InputError("expected --recording and --table together")
    wanted = set(parts or (Part.RULES, Part.JOURNAL))
    if recording is not None:
        existing_file(recording)
        if Part.SOAK not in wanted:
            wanted.add(Part.VISION)
    measured: list[Measured] = []
    proofs: list[Proof] = []
    through_facts: list[SeenProof] = []
    notes: list[str] = []
    with ending_as_by_ctrl_c(), progress("Measuring") as gauge:
        if Part.RULES in wanted:
            from api.rules_benchmarks import bench_rules

            figures, missing = bench_rules(rounds, label=gauge.label)
            measured += figures
            notes += missing
        if Part.MEMORY in wanted:
            from api.memory_benchmark import bench_memory

            gauge.label("Judging many rounds")
            measured += bench_memory(judged, progress=gauge.update)
        if Part.JOURNAL in wanted:
            from api.benchmarks import bench_journal

            gauge.label("Writing the journal")
            measured += bench_journal(facts=facts)
        if Part.VISION in wanted:
            measured += _vision(gauge, recording, table, notes)
        if Part.SOAK in wanted:
            measured += _soak(gauge, recording, table, minutes)
        if Part.REFEREE in wanted:
            from tracker.profile import SHIPPED
            from tracker.simulate.campaign import Plan

            plan = Plan(planted=planted, clean=clean, unread=unread, pairs=pairs, seed=seed)
            games = game or list(SHIPPED)
            proofs = _prove(gauge, games, plan)
            through_facts = _prove_seen(gauge, games, seen, seed)
        floor = (tables, screens, rate, minutes * 60, hosts)
        trials = _trials(gauge, wanted, floor, kills, seed) | _cost(gauge, wanted, floor, out_folder)
        trials |= _floor_trials(gauge, wanted, kills, seed, hours) | _screens(gauge, wanted, findings)
    machine = {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()}
    document: dict[str, Any] = {"machine": machine, "measured": {one.name: one.to_json() for one in measured}}
    if proofs:
        document["referee"] = [one.to_json() for one in proofs]
        document["through_facts"] = [one.to_json() for one in through_facts]
    emit_json(document | trials | {"notes": notes})
    silent = all(not one.false for one in through_facts)
    lost = not all(trials.get(name, {}).get("holds", True) for name in ("kills", "faults"))
    return DONE if silent and not lost and all(one.holds for one in proofs) else FOUND


def _trials(
    gauge: Gauge, wanted: Collection[Part], floor: tuple[int, int, float, float, int], kills: int, seed: int
) -> dict[str, Any]:
    """Try the running server; return what came of it, by name."""
    out: dict[str, Any] = {}
    if Part.FLOOR in wanted:
        from api.trials.drivers import Floor
        from api.trials.load import run_load

        gauge.label("A floor of tables and screens")
        with TemporaryDirectory(prefix="pitwatch-floor-") as folder:
            out["floor"] = run_load(Path(folder), Floor(*floor), progress=gauge.update).to_json()
    if Part.KILLS in wanted:
        from api.trials.kills import run_kills

        gauge.label("Killing a server that writes")
        with TemporaryDirectory(prefix="pitwatch-kills-") as folder:
            out["kills"] = run_kills(Path(folder), kills=kills, seed=seed, progress=gauge.update).to_json()
    return out


def _cost(
    gauge: Gauge,
    wanted: Collection[Part],
    floor: tuple[int, int, float, float, int],
    out_folder: Path | None,
) -> dict[str, Any]:
    """Measure what floors of several sizes cost, if that is wanted."""
    if Part.COST not in wanted:
        return {}
    from api.trials.cost import run_cost
    from api.trials.cost_page import write_cost
    from api.trials.drivers import Floor

    largest = Floor(*floor)
    cost = run_cost(largest, progress=gauge.update, label=gauge.label)
    if out_folder is not None:
        command = (
            f"pitwatch bench cost --tables {largest.tables} --hosts {largest.hosts} --screens {largest.screens} "
            f"--rate {largest.rate:g} --minutes {largest.seconds / 60:g}"
        )
        write_cost(cost, out_folder, command)
    return {"cost": cost.to_json()}


def _floor_trials(
    gauge: Gauge, wanted: Collection[Part], faults: int, seed: int, hours: float
) -> dict[str, Any]:
    """Try host, broker and server together; return what came of it, by name."""
    out: dict[str, Any] = {}
    if Part.FAULTS in wanted:
        from api.trials.floor_faults import run_floor_faults

        gauge.label("Breaking a floor")
        with TemporaryDirectory(prefix="pitwatch-faults-") as folder:
            trial = Path(folder) / "trial"
            out["faults"] = run_floor_faults(trial, faults=faults, seed=seed, progress=gauge.update).to_json()
    if Part.CATCH_UP in wanted:
        from api.trials.catch_up import run_catch_up

        gauge.label("Catching up")
        with TemporaryDirectory(prefix="pitwatch-catch-up-") as folder:
            out["catch-up"] = run_catch_up(Path(folder), hours=hours, progress=gauge.update).to_json()
    return out


def _screens(gauge: Gauge, wanted: Collection[Part], findings: int) -> dict[str, Any]:
    """Measure the screens in a browser, if that is wanted."""
    if Part.SCREENS not in wanted:
        return {}
    from api.trials.scrolling import run_scrolling

    gauge.label("Scrolling a queue of findings")
    with TemporaryDirectory(prefix="pitwatch-screens-") as folder:
        return {"screens": run_scrolling(Path(folder), findings=findings, progress=gauge.update).to_json()}


def _prove(gauge: Gauge, games: list[str], plan: Plan) -> list[Proof]:
    from tracker.profile import load_profile
    from tracker.simulate.campaign import prove

    proofs = []
    for game in games:
        gauge.label(f"Proving the referee: {game}")
        proofs.append(prove(load_profile(game, TABLE_LIMITS), plan, gauge.update))
    return proofs


def _prove_seen(gauge: Gauge, games: list[str], rounds: int, seed: int) -> list[SeenProof]:
    from tracker.profile import load_profile
    from tracker.simulate.seen import prove_seen

    proofs = []
    for game in games:
        for heard in (False, True):
            gauge.label(f"By way of facts: {game}")
            profile = load_profile(game)
            proofs.append(
                prove_seen(
                    profile, rounds=rounds, clean=rounds, seed=seed, heard=heard, progress=gauge.update
                )
            )
    return proofs


def _soak(gauge: Gauge, recording: Path | None, table: Path | None, minutes: float) -> list[Measured]:
    from api.soak_benchmark import bench_soak
    from api.vision_benchmarks import bench_film
    from vision.table import load_table

    with TemporaryDirectory(prefix="pitwatch-soak-") as folder:
        if recording is None or table is None:
            gauge.label("Filming two rounds at a table's own pace")
            recording, table = bench_film(Path(folder) / "film", progress=gauge.update)
        gauge.label("Watching a looped stream")
        at_table = load_table(table)
        return bench_soak(recording, at_table, Path(folder), minutes=minutes, progress=gauge.update)


def _vision(gauge: Gauge, recording: Path | None, table: Path | None, notes: list[str]) -> list[Measured]:
    from api.vision_benchmarks import bench_film, bench_plain, bench_stages, bench_watching
    from vision.read import Reader
    from vision.table import load_table

    gauge.label("Reading by stages")
    measured = bench_stages()
    with TemporaryDirectory(prefix="pitwatch-bench-") as folder:
        if recording is None or table is None:
            gauge.label("Filming two rounds at a table's own pace")
            recording, table = bench_film(Path(folder), progress=gauge.update)
        gauge.label("Watching the recording")
        measured += bench_watching(recording, load_table(table), Reader())
        gauge.label("Plain Ultralytics, for comparison")
        plain = bench_plain(recording)
    if isinstance(plain, str):
        notes.append(plain)
        return measured
    return [*measured, *plain]
