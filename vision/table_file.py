"""Write table files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from vision.table import Table


def write_table(table: Table, path: Path | str) -> None:
    """Write a table file; `vision.table.load_table` reads it back equal."""
    Path(path).write_text(format_table(table), encoding="utf-8")


def format_table(table: Table) -> str:
    """Write a table as TOML text."""
    return "\n".join(_lines(table, "")).strip() + "\n"


def _lines(part: BaseModel, path: str) -> Iterator[str]:
    """Yield plain values first, then sub-tables and arrays of tables, as TOML wants them."""
    nested: list[tuple[str, Any]] = []
    for name, field in type(part).model_fields.items():
        key, value = field.alias or name, getattr(part, name)
        if value == ():
            continue
        if isinstance(value, BaseModel) or (isinstance(value, tuple) and isinstance(value[0], BaseModel)):
            nested.append((f"{path}.{key}" if path else key, value))
        elif value is not None:
            yield f"{key} = {_value(value)}"
    for name, value in nested:
        for item in value if isinstance(value, tuple) else (value,):
            if not _holds_only_lists(item):
                yield ""
                yield f"[[{name}]]" if isinstance(value, tuple) else f"[{name}]"
            yield from _lines(item, name)


def _holds_only_lists(part: BaseModel) -> bool:
    values = (getattr(part, name) for name in type(part).model_fields)
    return all(isinstance(v, tuple) and isinstance(v[0], BaseModel) for v in values)


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, float):
        return repr(value)
    # A JSON string is a TOML basic string, but for the delete character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
