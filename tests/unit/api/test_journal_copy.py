"""A journal may be an equal copy of another one: whatever does not continue it is refused, nothing is written twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from api.errors import ChainBroken
from api.store.journal import Journal, Row, read_rows
from api.store.verify import verify_journal
from tracker.facts import ChipsSeen, Fact


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    """Five rows of a journal; the texts hold what needs care in JSON."""
    path = tmp_path / "original.db"
    with Journal(path) as journal:
        for no in range(5):
            body = ChipsSeen(spot="1.1", amount=100 * no)
            journal.append([Fact(table="Стол-1", source="tablet", pts_us=no, body=body)])
    return list(read_rows(path))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def test_a_copy_is_equal_row_by_row_and_its_chain_is_whole(rows: list[Row], copy: Path) -> None:
    with Journal(copy) as journal:
        assert [entry.seq for entry in journal.append_copy(rows[:2])] == [1, 2]
        assert [entry.seq for entry in journal.append_copy(rows[2:])] == [3, 4, 5]
    assert list(read_rows(copy)) == rows
    assert verify_journal(copy).whole


def test_rows_that_come_twice_are_written_once(rows: list[Row], copy: Path) -> None:
    with Journal(copy) as journal:
        journal.append_copy(rows[:3])
        assert [entry.seq for entry in journal.append_copy(rows)] == [4, 5]
        assert journal.append_copy(rows) == []
    assert list(read_rows(copy)) == rows


@pytest.mark.parametrize(
    "wrong",
    [
        lambda rows: [rows[1]],
        lambda rows: [rows[0], rows[2]],
        lambda rows: [rows[0], replace(rows[1], content=rows[1].content.replace("100", "900"))],
        lambda rows: [rows[0], replace(rows[1], recorded_at="2026-01-01T00:00:00.000000+00:00")],
        lambda rows: [rows[0], replace(rows[1], hash="0" * 64)],
        lambda rows: [*rows, replace(rows[2], hash="0" * 64)],
    ],
    ids=["begins-late", "gap", "content", "time", "hash", "known-otherwise"],
)
def test_what_does_not_follow_is_refused_and_nothing_of_it_written(
    rows: list[Row], copy: Path, wrong: Callable[[list[Row]], list[Row]]
) -> None:
    with Journal(copy) as journal:
        with pytest.raises(ChainBroken):
            journal.append_copy(wrong(rows))
        assert journal.head().seq == 0
        assert len(journal.append_copy(rows)) == 5
