"""The proof of the referee in small, and that it would notice a referee who is wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.tracker.simulate.houses import LIMITS
from tracker.profile import load_profile
from tracker.simulate import simulate
from tracker.simulate.campaign import Plan, Proof, count, deal, prove
from tracker.simulate.seen import prove_seen
from tracker.simulate.unread import leave_unread
from tracker.statistics.intervals import rule_of_three

GAMES = ("blackjack-switch", "russian-blackjack", "blackjack-s17-peek")
HUMAN = 3
"""A seed whose player needs no strategy worked out."""


@pytest.mark.parametrize("game", GAMES)
def test_everything_planted_is_found_and_nothing_else(game: str) -> None:
    proof = prove(load_profile(game, LIMITS), Plan(planted=80, clean=0, seed=HUMAN))
    assert proof.wrong == []
    assert proof.holds
    assert proof.planted.total() == proof.found.total() == 80


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_found_in_clean_rounds_and_none_is_guessed_where_cards_are_unread(game: str) -> None:
    profile = load_profile(game, LIMITS)
    proof = Proof(game)
    for part in ("clean", "unread"):
        count(proof, profile, part, HUMAN, deal(profile, part, HUMAN, 120))
    assert proof.wrong == []
    assert proof.holds
    assert proof.rounds == {"clean": 120, "unread": 120}
    assert proof.to_json()["clean"]["false_a_round_at_most_95"] == rule_of_three(120)


def test_a_referee_who_goes_by_other_rules_does_not_hold() -> None:
    session = deal(load_profile("russian-blackjack", LIMITS), "clean", HUMAN, 40)
    wrong = load_profile("russian-blackjack", {**LIMITS, "ties": "lose"})
    proof = Proof("russian-blackjack")
    count(proof, wrong, "clean", HUMAN, session)
    assert not proof.holds
    assert proof.false["clean"] == sum(len(one.found) for one in proof.wrong) > 0
    assert proof.wrong[0].to_json()["planted"] == []
    assert any("bet" in line for line in proof.wrong[0].actions)


def test_an_error_that_is_not_found_is_a_miss() -> None:
    profile = load_profile("russian-blackjack", LIMITS)
    session = deal(profile, "planted", HUMAN, 60)
    deaf = load_profile("russian-blackjack", {**LIMITS, "must_offer": []})
    proof = Proof("russian-blackjack")
    count(proof, deaf, "planted", HUMAN, session)
    assert not proof.holds
    missed = {code for code, n in proof.planted.items() if proof.found[code] < n}
    assert missed & {"double-not-offered", "insurance-not-offered"}


def test_two_errors_in_a_round_are_counted_by_themselves() -> None:
    profile = load_profile("russian-blackjack", LIMITS)
    session = deal(profile, "pairs", HUMAN, 60)
    assert max(Counter(planted.round for planted in session.planted).values()) == 2
    proof = Proof("russian-blackjack")
    count(proof, profile, "pairs", HUMAN, session)
    told = proof.to_json()["pairs"]
    assert (told["rounds"], told["errors"]) == (60, len(session.planted))
    assert told["exact"] >= 57
    assert proof.planted == {}
    assert proof.holds


def test_a_session_of_a_campaign_can_be_dealt_again_by_its_seed() -> None:
    profile = load_profile("blackjack-switch", LIMITS)
    assert deal(profile, "unread", HUMAN, 5) == deal(profile, "unread", HUMAN, 5)
    seeds = [seed for _, seed, _ in Plan(planted=450, clean=200, unread=1, seed=7).chunks()]
    assert seeds == [7, 8, 9, 10, 11]


def test_a_bet_is_left_unsettled_only_where_money_moved() -> None:
    """A round without money actions is judged on its cards alone: to forget its only bet is no mistake there."""
    session = simulate(
        load_profile("russian-blackjack", LIMITS),
        rounds=60,
        seed=HUMAN,
        errors=60,
        kinds=["cleared-unsettled"],
        observable=False,
        boxes=[1, 2],
        any_manner=True,
    )
    assert session.planted
    for error in session.planted:
        actions = session.history.rounds[error.round - 1].actions
        assert any(action.verb in ("pay", "take", "push") for action in actions)


def test_unread_cards_are_unread_and_nothing_else_changes() -> None:
    from random import Random  # noqa: PLC0415

    profile = load_profile("blackjack-s17-peek")
    record = deal(profile, "clean", HUMAN, 1).history.rounds[0]
    hidden = leave_unread(record, profile, 1.0, Random(1))
    assert len(hidden.actions) == len(record.actions)
    pairs = list(zip(record.actions, hidden.actions, strict=True))
    assert all(a == b for a, b in pairs if a.verb not in ("deal", "turn"))
    assert all("?" in str(b) for a, b in pairs if a.verb == "deal")
    up = next(b for a, b in pairs if a.verb == "deal" and a.args[0] == "d")
    assert str(up) in ("d deal d ?? up", *(f"d deal d {text}" for text in _half_read()))
    assert leave_unread(record, profile, 0.0, Random(1)) == record


def _half_read() -> list[str]:
    return [f"{rank}?" for rank in "A23456789TJQK"] + [f"?{suit}" for suit in "shdc"]


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_seen_is_found_by_way_of_facts_and_nothing_is_found_in_clean_rounds(
    game: str, heard: bool
) -> None:
    proof = prove_seen(load_profile(game), rounds=60, clean=30, seed=2, heard=heard)
    told = proof.to_json()
    assert told["observable"]["found"] == told["observable"]["n"] > 20
    assert (told["clean"]["false"], told["clean"]["rounds"]) == (0, 32)
    assert told["observable"]["n"] + told["other"]["n"] == 60
