"""CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.audit.tables import safe_cell, write_csv


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "+", "-١"]
)
def test_formulas_are_kept_from_the_spreadsheet(text: str) -> None:
    assert safe_cell(text) == "'" + text


@pytest.mark.parametrize("value", [-100, "-7.50", "+3", "plain", "a=b", 12, "", "0"])
def test_numbers_and_words_stay(value: object) -> None:
    assert safe_cell(value) == str(value)


@given(st.text(max_size=30))
def test_no_cell_begins_like_a_formula_unless_it_is_a_number(text: str) -> None:
    cell = safe_cell(text)
    if cell.startswith(("=", "@", "\t", "\r")):
        raise AssertionError(cell)
    if cell.startswith(("+", "-")):
        float(cell)


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "findings.csv"
    write_csv(path, ["round", "words"], [[1, 'quote " comma ,'], [2, "ничья\nновая строка"]])
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file)) == [
            ["round", "words"],
            ["1", 'quote " comma ,'],
            ["2", "ничья\nновая строка"],
        ]
