"""Writing TOML, and finding the line of something in TOML: what the standard library's reader leaves out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
      |(?P<string>\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''.*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
      |(?P<header>^[ \t]*\[\[?[^\]\n]*\]\]?)
      |(?P<key>^[ \t]*[A-Za-z0-9_\-."']+[ \t]*=)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
ROUND_HEADER: Final = "[[round]]"


def format_value(value: Any) -> str:  # noqa: PLR0911 one line for each kind of value
    """Write a TOML value on one line.

    Raises:
        TypeError: if TOML has no such value.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return format_string(value)
        case int():
            return str(value)
        case float():
            return _format_float(value)
        case datetime():
            return format_datetime(value)
        case date() | time():
            return value.isoformat()
        case list() | tuple():
            return "[" + ", ".join(format_value(item) for item in value) + "]"
        case Mapping():
            inner = ", ".join(f"{format_key(key)} = {format_value(item)}" for key, item in value.items())
            return "{ " + inner + " }" if inner else "{}"
    raise TypeError(f"expected a TOML value, got {type(value).__name__}")


def format_string(text: str) -> str:
    """Write a basic string: JSON's escapes are TOML's, save for the DEL character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def format_key(key: str) -> str:
    """Write a key, quoted where it has to be."""
    return key if _BARE_KEY.fullmatch(key) else format_string(key)


def format_datetime(moment: datetime) -> str:
    """Write a moment with milliseconds (or microseconds, where it has them) and `Z` for UTC."""
    spec = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    text = moment.isoformat(timespec=spec)
    return text.removesuffix("+00:00") + "Z" if moment.utcoffset() == timedelta(0) else text


def _format_float(value: float) -> str:
    if math.isfinite(value):
        text = repr(value)
        return text if any(c in text for c in ".e") else text + ".0"
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def line_of(text: str, key: str, *, round_index: int | None = None, item: int | None = None) -> int:
    """Find the line where a key of the header or of a round stands, or one string of that key's array.

    Args:
        text: TOML text that was already read without a syntax error.
        key: the key's name; a table's name where it is a table.
        round_index: from 0, the `[[round]]` to look in; None for what comes before the first.
        item: from 0, the string of the array to find.

    Returns:
        The line from 1; that of the round or the file where the way it is written is not followed here.
    """
    rounds_seen, found, strings = -1, 0, 0
    fallback = 1
    for kind, token, line in _tokens(text):
        if kind == "header" and token.replace(" ", "") == ROUND_HEADER:
            rounds_seen += 1
            if rounds_seen == round_index:
                fallback = line
        if rounds_seen != (-1 if round_index is None else round_index):
            continue
        if kind == "string" and found:
            if strings == item:
                return line
            strings += 1
        elif kind in ("key", "header"):
            found = line if token.strip("[]= \t\"'") == key else 0
            if found and item is None:
                return found
    return found or fallback


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    line, last = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        yield match.lastgroup or "", match[0].strip(), line
