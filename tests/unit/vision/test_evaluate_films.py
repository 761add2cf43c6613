from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tracker.facts import CardPlaced, CardRead, CardTaken, Fact, FactBody
from vision.errors import SourceError
from vision.evaluate.films import outcomes_of, read_true_facts, tracked_cards
from vision.evaluate.outcomes import Outcome
from vision.synth.table import standard_table

TABLE = standard_table("russian-blackjack")


def fact(pts_us: int, body: FactBody) -> Fact:
    return Fact(table=TABLE.name, source="camera:overhead", pts_us=pts_us, body=body)


def placed(pts_us: int, track: int, card: str, *, step: int = 0, place: str = "2.1", p: float = 1.0) -> Fact:
    x, y = TABLE.row(place).card_at(step)
    body = CardPlaced(
        track=track, place=place, card=card, p=p, face_up=card != "??", x_mm=round(x, 1), y_mm=round(y, 1)
    )
    return fact(pts_us, body)


TRUTH = [
    placed(1_000_000, 1, "Th"),
    placed(2_000_000, 2, "5c", step=1),
    placed(3_000_000, 3, "??", place="d"),
    fact(4_000_000, CardRead(track=3, card="Kd", p=1.0)),
    placed(5_000_000, 4, "??", step=1, place="d"),
    fact(9_000_000, CardTaken(track=1)),
    placed(12_000_000, 1, "2s"),
]


def told(facts: list[Fact]) -> list[str]:
    rows = outcomes_of("film", tracked_cards(TRUTH), tracked_cards(facts), TABLE)
    return sorted(map(in_words, rows))


def in_words(row: Outcome) -> str:
    return f"{row.shown.card if row.shown else '-'}>{row.read.card if row.read else '-'}"


def test_a_perfect_camera_tells_every_card_whose_face_was_shown() -> None:
    assert told(TRUTH) == ["2s>2s", "5c>5c", "Kd>Kd", "Th>Th"]


def test_cards_are_met_by_place_and_time_not_by_number_or_name() -> None:
    seen = [
        placed(1_300_000, 8, "Th", p=0.9),
        placed(2_200_000, 7, "6c", step=1, p=0.8),
        placed(3_100_000, 9, "??", place="d"),
        placed(5_200_000, 10, "7d", step=1, place="d"),
        placed(30_000_000, 11, "Ad"),
    ]
    assert told(seen) == ["->Ad", "2s>-", "5c>6c", "Kd>-", "Th>Th"]


def test_how_sure_a_card_was_is_what_was_last_said_of_it() -> None:
    seen = [placed(1_000_000, 1, "??", p=0.6), fact(1_500_000, CardRead(track=1, card="Th", p=0.97))]
    (first, *_) = outcomes_of("film", tracked_cards(TRUTH), tracked_cards(seen), TABLE)
    assert first.read is not None
    assert first.read.p == 0.97
    assert first.index_height_px == pytest.approx(18, abs=8)


def test_true_facts_that_cannot_be_read_are_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "truth.facts.jsonl"
    with pytest.raises(SourceError, match="cannot be read"):
        read_true_facts(path)
    path.write_text('{"nothing": 1}\n')
    with pytest.raises(SourceError, match="not the facts"):
        read_true_facts(path)
    path.write_text(json.dumps(TRUTH[0].to_json()) + "\n")
    assert read_true_facts(path) == [replace(TRUTH[0])]
