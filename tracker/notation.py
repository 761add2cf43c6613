"""Hand histories: reading and writing `bjh` (NOTATION section 1).

The parser is strict about form and never about legality. `parse_bjh(format_bjh(h)) == h`, and text that
`format_bjh` wrote comes back byte for byte. What the writer added for itself (keys that begin with `_`) is
kept.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from tracker.actions import Action, format_action, parse_action
from tracker.errors import NotationError
from tracker.toml_text import format_key, format_value, line_of

RuleValue: TypeAlias = "str | int | float | bool | list[RuleValue] | dict[str, RuleValue]"

FORMAT: Final = "bjh"
VERSION: Final = 1
_MINOR_UNITS: Final = (1, 10, 100, 1000, 10000)
_HEADER: Final = ("format", "version", "profile", "table", "currency", "minor_units", "rules", "round")
_ROUND: Final = ("no", "shoe", "at", "actions")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRound:
    """One round as it was written down: what was done, nothing of what it means."""

    no: int
    actions: tuple[Action, ...]
    shoe: int | None = None
    at: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A hand history: one table, one profile, rounds in order.

    Attributes:
        profile: a shipped profile's name, or a file beside the history.
        rules: overrides of single profile fields; amounts in it are in major units.
        extra: the writer's own fields, whose names begin with `_`.
    """

    profile: str
    currency: str = "EUR"
    minor_units: int = 100
    table: str = ""
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    rounds: tuple[RecordedRound, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


def parse_bjh(text: str, file: str = "") -> History:
    """Read a hand history.

    Args:
        text: the file's content.
        file: its name, for errors only.

    Raises:
        NotationError: naming file, line and reason.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(error, text, file) from error
    return _Reader(text, file).history(data)


def format_bjh(history: History) -> str:
    """Write a hand history, one action a line.

    Raises:
        ValueError: if something in it cannot be written (see `format_action`).
    """
    lines = [f'format = "{FORMAT}"', f"version = {VERSION}", f"profile = {format_value(history.profile)}"]
    if history.table:
        lines.append(f"table = {format_value(history.table)}")
    lines += [f"currency = {format_value(history.currency)}", f"minor_units = {history.minor_units}"]
    lines += _format_pairs(history.extra)
    if history.rules:
        lines += ["", "[rules]", *_format_pairs(history.rules)]
    for round_ in history.rounds:
        lines += ["", "[[round]]", f"no = {round_.no}"]
        if round_.shoe is not None:
            lines.append(f"shoe = {round_.shoe}")
        if round_.at is not None:
            lines.append(f"at = {format_value(round_.at)}")
        lines += _format_pairs(round_.extra)
        lines += format_actions(round_.actions, history.minor_units)
    return "\n".join(lines) + "\n"


def format_actions(actions: Sequence[Action], minor_units: int = 100) -> list[str]:
    """Write the lines of one round's `actions = [...]`."""
    if not actions:
        return ["actions = []"]
    return ["actions = [", *(f"  {format_value(format_action(a, minor_units))}," for a in actions), "]"]


def _format_pairs(pairs: Mapping[str, Any]) -> list[str]:
    return [f"{format_key(key)} = {format_value(value)}" for key, value in pairs.items()]


def _toml_error(error: tomllib.TOMLDecodeError, text: str, file: str) -> NotationError:
    reason = str(error)
    match = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", reason)
    if match is None:
        return NotationError(f"not TOML: {reason}", file=file, line=1)
    line = int(match[1]) if match[1] else text.count("\n") + 1
    return NotationError(f"not TOML: {reason[: match.start()]}", file=file, line=line)


class _Reader:
    """Turns parsed TOML into a `History`, naming the line of what does not fit."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    def history(self, data: Mapping[str, Any]) -> History:
        self._expect_keys(data, _HEADER, None)
        if data.get("format") != FORMAT:
            raise self._error(f'expected format = "{FORMAT}", got {data.get("format")!r}', "format")
        if data.get("version") != VERSION or isinstance(data.get("version"), bool):
            raise self._error(f"expected version = {VERSION}, got {data.get('version')!r}", "version")
        minor_units = self._get(data, "minor_units", int, 100)
        if minor_units not in _MINOR_UNITS:
            raise self._error(f"expected minor_units of {_MINOR_UNITS}, got {minor_units}", "minor_units")
        rounds = data.get("round", [])
        if not isinstance(rounds, list) or not all(isinstance(item, dict) for item in rounds):
            raise self._error("expected rounds as [[round]] tables", "round")
        return History(
            profile=self._get(data, "profile", str),
            currency=self._get(data, "currency", str, "EUR"),
            minor_units=minor_units,
            table=self._get(data, "table", str, ""),
            rules=self._get(data, "rules", dict, {}),
            rounds=tuple(self._round(item, index, minor_units) for index, item in enumerate(rounds)),
            extra={key: value for key, value in data.items() if key.startswith("_")},
        )

    def _round(self, data: Mapping[str, Any], index: int, minor_units: int) -> RecordedRound:
        self._expect_keys(data, _ROUND, index)
        texts = self._get(data, "actions", list, round_index=index)
        actions = tuple(self._action(text, index, k, minor_units) for k, text in enumerate(texts))
        no = self._get(data, "no", int, round_index=index)
        if no < 0:
            raise self._error(f"expected a round number from 0, got {no}", "no", index)
        return RecordedRound(
            no=no,
            shoe=self._get(data, "shoe", int, None, round_index=index),
            at=self._get(data, "at", datetime, None, round_index=index),
            actions=actions,
            extra={key: value for key, value in data.items() if key.startswith("_")},
        )

    def _action(self, text: object, round_index: int, k: int, minor_units: int) -> Action:
        if not isinstance(text, str):
            raise self._error(f"expected actions as strings, got {text!r}", "actions", round_index)
        try:
            action = parse_action(text, minor_units)
        except NotationError as error:
            raise self._error(error.reason, "actions", round_index, k) from error
        if action.verb == "fix" and not 1 <= _fixed_number(action) <= k:
            reason = f"expected a correction of an action from 1 to {k}, got {_fixed_number(action)}"
            raise self._error(reason, "actions", round_index, k)
        return action

    def _expect_keys(self, data: Mapping[str, Any], known: Sequence[str], round_index: int | None) -> None:
        for key in data:
            if key not in known and not key.startswith("_"):
                raise self._error(f"expected a key of {', '.join(known)}, got {key!r}", key, round_index)

    def _get(
        self,
        data: Mapping[str, Any],
        key: str,
        kind: type,
        default: Any = ...,
        *,
        round_index: int | None = None,
    ) -> Any:
        value = data.get(key, default)
        if value is ...:
            raise self._error(f"expected {key!r}, which is missing", key, round_index)
        if key in data and (not isinstance(value, kind) or isinstance(value, bool)):
            raise self._error(f"expected {key} to be {_KIND_NAMES[kind]}, got {value!r}", key, round_index)
        return value

    def _error(
        self, reason: str, key: str, round_index: int | None = None, item: int | None = None
    ) -> NotationError:
        line = line_of(self.text, key, round_index=round_index, item=item)
        return NotationError(reason, file=self.file, line=line)


_KIND_NAMES: Final = {
    int: "a whole number",
    str: "text",
    list: "an array",
    dict: "a table",
    datetime: "a date and time",
}


def _fixed_number(action: Action) -> int:
    number = action.args[0]
    return number if isinstance(number, int) else 0
