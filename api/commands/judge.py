"""`pitwatch judge`: referee hand histories.

A file that cannot be judged stops no other: what can be judged is, and each one that cannot is named in one line with
the reason. The exit status then is 2, whatever was found in the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.commands.console import BAD_INPUT, DONE, FOUND, Json, emit_json, err, existing_file, out
from api.errors import InputError
from tracker.errors import NotationError, TrackerError

if TYPE_CHECKING:
    from tracker.notation import History
    from tracker.profile import Profile
    from tracker.statistics import Report
    from tracker.verdict import HistoryVerdict, RoundVerdict


@dataclass(frozen=True)
class Judged:
    """A file that was judged: its rounds one by one, and all together."""

    file: str
    history: History
    verdict: HistoryVerdict
    statistics: Report

    @property
    def found(self) -> bool:
        """Whether anything was found, in a round or over all of them."""
        return bool(self.statistics.findings) or any(round_.findings for round_ in self.verdict.rounds)


@dataclass(frozen=True)
class Refused:
    """A file that cannot be judged, the line where the reason stands (0: none), and the reason."""

    file: str
    line: int
    reason: str

    @classmethod
    def of(cls, path: Path, error: Exception) -> Refused:
        """Say of a file why it cannot be judged."""
        if isinstance(error, NotationError):
            return cls(str(path), error.line, error.reason)
        return cls(str(path), 0, str(error).removeprefix(f"{path}: "))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"file": self.file, "line": self.line or None, "reason": self.reason}


def judge(
    files: Annotated[
        list[Path],
        typer.Argument(help="Hand histories (bjh), or folders to look through for them.", show_default=False),
    ],
    profile: Annotated[
        str | None, typer.Option(help="Judge by this profile instead of the one that the file names.")
    ] = None,
    looks: Annotated[
        int,
        typer.Option(
            min=1,
            help="Files like these that you judge in a year: what chance brings in so many is not told.",
        ),
    ] = 1,
    as_json: Json = False,
) -> int:
    """Referee hand histories; exit status 1 says that something was found, 2 that a file could not be judged."""
    from api.profiles import find_profile

    rules = find_profile(profile) if profile else None
    paths = list(_histories(files))
    judged: list[Judged] = []
    refused: list[Refused] = []
    for path in paths:
        try:
            judged.append(_judge(path, rules, looks=max(looks, len(paths))))
        except (InputError, TrackerError) as error:
            refused.append(Refused.of(path, error))
    if as_json and judged:
        emit_json(_document(judged) | ({"errors": [each.to_json() for each in refused]} if refused else {}))
    elif not as_json:
        _print(judged)
    for each in refused:
        err().print(f"pitwatch: {each}", markup=False)
    if refused:
        return BAD_INPUT
    return FOUND if any(one.found for one in judged) else DONE


def _document(judged: list[Judged]) -> dict[str, Any]:
    from tracker.verdict import verdict_json

    document = verdict_json((one.file, one.verdict) for one in judged)
    for part, one in zip(document["files"], judged, strict=True):
        part["statistics"] = one.statistics.to_json()
    return document


def _histories(files: Iterable[Path]) -> Iterator[Path]:
    """Yield files as they were named, and what folders hold in the order of their names, at any depth."""
    for path in files:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.rglob("*.bjh"))
        if not inside:
            raise InputError(f"no hand history (*.bjh) in the folder {str(path)!r}")
        yield from inside


def _judge(path: Path, profile: Profile | None, *, looks: int) -> Judged:
    from api.profiles import find_profile
    from tracker.notation import parse_bjh
    from tracker.profile import override
    from tracker.referee import judge_history
    from tracker.statistics import Thresholds, statistics_of

    try:
        text = existing_file(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8 text, got other bytes at {error.start}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    history = parse_bjh(text, str(path))
    rules = override(profile or find_profile(history.profile, beside=path.parent), history.rules)
    verdict = judge_history(history, rules)
    return Judged(
        str(path), history, verdict, statistics_of(history, verdict, rules, Thresholds(looks=looks))
    )


def _print(judged: list[Judged]) -> None:
    console = out()
    for one in judged:
        table = Table("round", "state", "dealer", "hands", "findings", box=None, title_justify="left")
        for round_ in one.verdict.rounds:
            table.add_row(str(round_.no), round_.state, *_cells(round_))
        console.print(f"{one.file} ({one.verdict.profile})", markup=False)
        console.print(table)
        _print_statistics(one)


def _print_statistics(one: Judged) -> None:
    from api.phrases import Phrasebook
    from api.statistics_words import StatisticsWords

    history, report = one.history, one.statistics
    words = StatisticsWords("en", Phrasebook(history.currency, history.minor_units, hands_per_box=2))
    table = Table(box=None, show_header=False)
    for name, value in words.rows(report):
        table.add_row(name, value)
    for line in words.findings(report):
        seen = f"{line.seen}; expected: {line.expected} (n = {line.n}, {line.p})"
        table.add_row(f"{line.severity}: {line.title}, {line.subject}", seen)
    console = out()
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
