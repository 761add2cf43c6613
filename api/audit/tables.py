"""CSV for spreadsheets. A cell that a spreadsheet would run as a formula is kept from it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(value: object) -> str:
    """Return a cell's text; one that begins like a formula and is no number gets an apostrophe before it."""
    text = str(value)
    if text.startswith(_FORMULA) and not _is_number(text):
        return "'" + text
    return text


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table; UTF-8 with the mark that spreadsheets look for."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows([safe_cell(cell) for cell in row] for row in rows)


def _is_number(text: str) -> bool:
    sign, digits = text[:1], text[1:]
    return sign in "+-" and digits.replace(".", "", 1).isdecimal() and digits.isascii()
