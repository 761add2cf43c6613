"""Simulated sessions: the same every time, every kind of play and of mistake in them, and the truth about each."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from tracker.notation import format_bjh, parse_bjh
from tracker.profile import load_profile
from tracker.referee import judge_history
from tracker.simulate import Session, simulate
from tracker.simulate.slips import kinds_for

GAMES = ("russian-blackjack", "blackjack-switch", "blackjack-s17-peek")
ROUNDS = 150
SEED = 20261129


@pytest.fixture(params=GAMES)
def session(request: pytest.FixtureRequest) -> Session:
    return long_session(request.param)


@cache
def long_session(game: str) -> Session:
    """Every kind of mistake that the game offers, those included that only ears could notice."""
    return simulate(load_profile(game), rounds=ROUNDS, seed=SEED, errors=90, observable=False)


def test_the_referee_finds_exactly_what_was_planted(session: Session) -> None:
    verdict = judge_history(session.history)
    found = Counter((r.no, f.action, f.code, f.subject) for r in verdict.rounds for f in r.findings)
    planted = Counter((p.round, p.action, p.code, p.subject) for p in session.planted)
    assert found == planted
    never_known = {p.round for p in session.planted if p.code in ("card-missing", "dealer-card-missing")}
    assert {r.state for r in verdict.rounds if r.no not in never_known} == {"settled"}


def test_every_kind_of_mistake_is_planted(session: Session) -> None:
    offered = {kind.code for kind in kinds_for(load_profile(session.history.profile), observable=False)}
    assert {planted.code for planted in session.planted} == offered
    assert len({planted.round for planted in session.planted}) == len(session.planted) == 90


def test_every_kind_of_play_occurs(session: Session) -> None:
    done = {action.verb for record in session.history.rounds for action in record.actions}
    wanted = {
        "bet",
        "nmb",
        "deal",
        "hit",
        "stand",
        "double",
        "split",
        "insure",
        "offer",
        "pay",
        "take",
        "push",
        "clear",
    }
    profile = load_profile(session.history.profile)
    wanted |= {"switch", "side"} if profile.switch else set()
    wanted |= {"turn"} if profile.hole_card else set()
    wanted |= {"surrender"} if profile.surrender != "none" else {"peek"}
    wanted |= {"even-money"} if not profile.hole_card else set()
    assert done >= wanted


def test_a_session_comes_back_from_its_hand_history(session: Session) -> None:
    assert parse_bjh(format_bjh(session.history)) == session.history


@pytest.mark.parametrize("game", GAMES)
def test_without_mistakes_there_is_nothing_to_find(game: str) -> None:
    clean = simulate(load_profile(game), rounds=60, seed=1)
    assert clean.planted == ()
    assert [f for r in judge_history(clean.history).rounds for f in r.findings] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_session_and_another_a_different_one(game: str) -> None:
    profile = load_profile(game)
    first = simulate(profile, rounds=6, seed=4, error_rate=0.5)
    assert simulate(profile, rounds=6, seed=4, error_rate=0.5) == first
    assert simulate(profile, rounds=6, seed=Random(4), error_rate=0.5) == first
    assert simulate(profile, rounds=6, seed=5, error_rate=0.5) != first


def test_only_the_boxes_and_the_codes_that_are_asked_for_occur() -> None:
    profile = load_profile("russian-blackjack")
    session = simulate(
        profile, rounds=30, seed=2, errors=6, boxes=[2, 5], kinds=["winner-taken", "card-on-21"]
    )
    boxes = {
        action.actor for record in session.history.rounds for action in record.actions if action.verb == "bet"
    }
    assert boxes == {"2", "5"}
    assert {planted.code for planted in session.planted} == {"winner-taken", "card-on-21"}
    assert len({planted.round for planted in session.planted}) == 6


def test_what_only_ears_notice_is_not_planted_unless_it_is_asked_for() -> None:
    hidden = {"bet-late", "cleared-unsettled", "surrender-wrong-amount", "double-not-offered"}
    profile = load_profile("russian-blackjack")
    assert hidden <= {kind.code for kind in kinds_for(profile, observable=False)}
    assert not hidden & {kind.code for kind in kinds_for(profile, observable=True)}
    with pytest.raises(ValueError, match="expected codes that can be planted in russian-blackjack"):
        simulate(profile, rounds=5, seed=1, errors=1, kinds=["bet-late"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rounds": -1}, "expected a number of rounds from 0, got -1"),
        ({"rounds": 5, "errors": 6}, "expected 0 to 5 errors"),
        ({"rounds": 5, "error_rate": 1.5}, "expected an error rate from 0 to 1"),
        ({"rounds": 5, "boxes": [0]}, "expected 1 to 3 different boxes"),
        ({"rounds": 5, "boxes": []}, "expected 1 to 3 different boxes"),
        ({"rounds": 5, "boxes": [1, 1]}, "expected 1 to 3 different boxes"),
        ({"rounds": 5, "kinds": ["bonus-missed"]}, "can be planted in blackjack-switch"),
        ({"rounds": 5, "player": "perfect"}, "expected a player of basic, random, human"),
        ({"rounds": 5, "bettors": 2}, "expected 1 to 1 bettors"),
    ],
)
def test_arguments_out_of_range_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(load_profile("blackjack-switch"), seed=1, **arguments)  # type: ignore[arg-type]


def test_a_shoe_that_lasts_is_shuffled_at_the_cut_card_and_never_holds_a_card_too_many() -> None:
    session = simulate(load_profile("russian-blackjack"), rounds=60, seed=9)
    shoes = [record.shoe for record in session.history.rounds]
    assert shoes == sorted(shoes, key=lambda no: no or 0)
    assert 3 <= len(set(shoes)) <= 15
    assert len(set(shoes[:3])) == 1
    fresh = simulate(load_profile("blackjack-switch"), rounds=10, seed=9)
    assert [record.shoe for record in fresh.history.rounds] == list(range(1, 11))
