"""`pitwatch judge`: referee hand histories."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from api.commands.console import DONE, FOUND, Json, emit_json, existing_file, out
from api.errors import InputError

if TYPE_CHECKING:
    from tracker.verdict import HistoryVerdict, RoundVerdict


def judge(
    files: Annotated[
        list[Path], typer.Argument(help="Hand histories (bjh), or folders of them.", show_default=False)
    ],
    profile: Annotated[
        str | None, typer.Option(help="Judge by this profile instead of the one that the file names.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Referee hand histories; exit status 1 says that something was found."""
    from tracker.verdict import verdict_json

    verdicts = [(str(path), _judge(path, profile)) for path in _histories(files)]
    if as_json:
        emit_json(verdict_json(verdicts))
    else:
        _print(verdicts)
    found = any(round_.findings for _, verdict in verdicts for round_ in verdict.rounds)
    return FOUND if found else DONE


def _histories(files: Iterable[Path]) -> list[Path]:
    paths: list[Path] = []
    for path in files:
        if not path.is_dir():
            paths.append(existing_file(path))
            continue
        inside = sorted(path.rglob("*.bjh"))
        if not inside:
            raise InputError(f"no hand history (*.bjh) in the folder {str(path)!r}")
        paths += inside
    return paths


def _judge(path: Path, profile: str | None) -> HistoryVerdict:
    from api.profiles import find_profile
    from tracker.notation import parse_bjh
    from tracker.referee import judge_history

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8 text, got other bytes at {error.start}") from error
    history = parse_bjh(text, str(path))
    rules = find_profile(profile) if profile else find_profile(history.profile, beside=path.parent)
    return judge_history(history, rules)


def _print(verdicts: list[tuple[str, HistoryVerdict]]) -> None:
    console = out()
    for file, verdict in verdicts:
        table = Table("round", "state", "dealer", "hands", "findings", box=None, title_justify="left")
        for round_ in verdict.rounds:
            table.add_row(str(round_.no), round_.state, *_cells(round_))
        console.print(f"{file} ({verdict.profile})", markup=False)
        console.print(table)


def _cells(round_: RoundVerdict) -> tuple[str, str, str]:
    from tracker.actions import format_amount
    from tracker.codes import CODES

    nets = {bet.bet: bet for bet in round_.bets}
    hands = []
    for ref, hand in round_.hands.items():
        bet = nets.get(ref)
        result = "" if bet is None else f" {bet.outcome}"
        if bet is not None and bet.net is not None:
            result += f" {format_amount(bet.net, round_.minor_units)}"
        hands.append(f"{ref}: {' '.join(map(str, hand.cards))} = {_total(hand.total)}{result}")
    dealer = f"{' '.join(map(str, round_.dealer.cards))} = {_total(round_.dealer.total)}"
    findings = [f"{finding.subject}: {CODES[finding.code].en}" for finding in round_.findings]
    return dealer, "\n".join(hands), "\n".join(findings)


def _total(total: int | None) -> str:
    return "?" if total is None else str(total)
