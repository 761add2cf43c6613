from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from api.audit.against_truth import Truth, differences, read_truth, score_film
from api.errors import InputError
from api.films import write_session
from api.store.projections import Session, session_of
from tracker.facts import CardPlaced, Fact, fact_from_json
from tracker.profile import load_profile
from tracker.simulate import simulate

PROFILE = load_profile("russian-blackjack")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    session = simulate(PROFILE, rounds=12, seed=3, errors=4, table="BJ-07")
    write_session(session, PROFILE, tmp_path, seed=3)
    return tmp_path


def facts_in(folder: Path) -> list[Fact]:
    lines = (folder / "truth.facts.jsonl").read_text(encoding="utf8").splitlines()
    return [fact_from_json(json.loads(line)) for line in lines]


def told(facts: list[Fact]) -> Session:
    return session_of(facts, PROFILE)


def test_what_was_seen_perfectly_scores_full_marks(folder: Path) -> None:
    score = score_film(read_truth(folder, PROFILE), told(facts_in(folder)))
    assert (score.rounds, score.right, score.wrong, score.false) == (12, 12, 0, 0)
    assert score.cards_right == score.cards > 60
    assert (score.planted, score.found) == (4, 4)
    assert score.to_json()["rounds_share"] == 1.0


def test_a_misread_card_costs_its_round_and_itself(folder: Path) -> None:
    facts = facts_in(folder)
    at, first = next(
        (i, f) for i, f in enumerate(facts) if isinstance(f.body, CardPlaced) and f.body.place != "d"
    )
    assert isinstance(first.body, CardPlaced)
    facts[at] = replace(
        first, body=replace(first.body, card="2c" if first.body.card != "2c" else "3c"), id=""
    )
    score = score_film(read_truth(folder, PROFILE), told(facts))
    assert score.right == 11
    assert score.cards - score.cards_right == 1


def test_a_finding_without_a_planted_error_is_false(folder: Path) -> None:
    truth = read_truth(folder, PROFILE)
    score = score_film(Truth(truth.hands, truth.planted[1:]), told(facts_in(folder)))
    assert (score.planted, score.found, score.false) == (3, 3, 1)


def test_a_round_that_was_not_told_costs_itself_alone(folder: Path) -> None:
    truth = read_truth(folder, PROFILE)
    start, end = truth.spans_us[4]
    facts = [fact for fact in facts_in(folder) if not start < fact.pts_us <= end]
    score = score_film(truth, told(facts))
    assert (score.right, score.lost) == (11, 1)
    lines = differences(truth, told(facts))
    assert "round 5: not told" in lines
    assert not any("dealt" in line for line in lines)


def test_two_films_add_up(folder: Path) -> None:
    score = score_film(read_truth(folder, PROFILE), told(facts_in(folder)))
    assert (score + score).rounds == 24
    assert (score + score).to_json()["planted_95"] != score.to_json()["planted_95"]


def test_a_folder_that_is_no_filmed_session_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a filmed session"):
        read_truth(tmp_path, PROFILE)
