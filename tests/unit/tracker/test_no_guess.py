"""Rounds with unread cards in which the referee once accused somebody: no finding rests on a guess."""

from __future__ import annotations

import pytest

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, codes, judge


@pytest.mark.parametrize("unread", ["??", "A?", "?s"])
def test_a_hand_that_may_be_a_blackjack_may_be_paid_at_once(unread: str) -> None:
    switch = (
        f"1 bet 15; d nmb; d deal 1.1 Qh; d deal 1.2 6c; d deal d ??; d deal 1.1 {unread}; d deal 1.2 Qc;"
        " d deal d As; d pay 1.1 15; d offer insurance; d insurance-closed; 1.2 stand; d turn 1 5h; d deal d 2c;"
        " d take 1.2 15; d clear"
    )
    assert codes(judge(SWITCH, switch)) == []
    russian = (
        f"1 bet 20; 2 bet 20; d nmb; d deal 1.1 Kc; d deal 2.1 9s; d deal d 2c; d deal 1.1 {unread}; d deal 2.1 8c;"
        " d pay 1.1 30; 2.1 stand; d deal d 4c; d deal d Qs; d deal d 4h; d take 2.1 20; d clear"
    )
    assert codes(judge(RUSSIAN, russian)) == []


def test_a_blackjack_that_waits_for_the_dealers_second_card_is_early_all_the_same() -> None:
    text = (
        "1 bet 20; 2 bet 20; d nmb; d deal 1.1 Kc; d deal 2.1 9s; d deal d Ts; d deal 1.1 Ah; d deal 2.1 8c;"
        " d pay 1.1 30; 2.1 stand; d deal d 4c; d deal d Qs; d pay 2.1 20; d clear"
    )
    assert codes(judge(RUSSIAN, text)) == ["settled-early"]


@pytest.mark.parametrize("dealer", [("Kd", "??"), ("?? up", "As"), ("K?", "?s")])
def test_a_dealer_who_may_have_shown_a_blackjack_has_passed_nobody_over(dealer: tuple[str, str]) -> None:
    up, hole = dealer
    text = (
        f"3 bet 15; d nmb; d deal 3.1 9d; d deal d {up}; d deal 3.1 9c; d deal d ??; d peek; d turn 2 {hole};"
    )
    assert codes(judge(PEEK, f"{text} d take 3.1 15; d clear")) == []


def test_a_dealer_who_surely_has_none_passed_the_hand_over() -> None:
    text = "3 bet 15; d nmb; d deal 3.1 9d; d deal d Kd; d deal 3.1 9c; d deal d ??; d peek; d turn 2 7c;"
    assert codes(judge(PEEK, f"{text} d pay 3.1 15; d clear")) == ["box-skipped-in-play"]


def test_insurance_may_leave_out_a_hand_that_may_be_a_blackjack() -> None:
    deal = "2 bet 15; d nmb; d deal 2.1 ??; d deal 2.2 3c; d deal d ??; d deal 2.1 Th; d deal 2.2 4c; d deal d Ac;"
    for amount, found in (("7.5", []), ("15", []), ("10", ["insurance-wrong-amount"])):
        assert codes(judge(SWITCH, f"{deal} d offer insurance; 2 insure {amount}")) == found


@pytest.mark.parametrize(("first", "found"), [("A", []), ("?", []), ("8", ["box-skipped-in-play"])])
def test_half_of_a_split_that_may_be_of_aces_was_passed_over_by_nobody(first: str, found: list[str]) -> None:
    """Of a pair whose second card was not read the second hand has an unread first card."""
    text = (
        f"4 bet 50; d nmb; d deal 4.1 {first}c; d deal d Ks; d deal 4.1 {first}?; 4.1 split 50; d deal 4.1 ??;"
        "4.1 stand; d deal 4.2 5d; d deal d Th; d take 4.2 50; d clear"
    )
    assert [code for code in codes(judge(RUSSIAN, text)) if code == "box-skipped-in-play"] == found


@pytest.mark.parametrize(("first", "found"), [("??", []), ("?s", []), ("9?", ["double-missing-card"])])
def test_what_doubled_and_may_be_a_blackjack_need_not_get_a_card(first: str, found: list[str]) -> None:
    text = (
        f"1 bet 10; d nmb; d deal 1.1 {first}; d deal d 9h; d deal 1.1 Ks; d deal d ??; 1.1 double 10;"
        " d turn 2 7h; d deal d Tc"
    )
    assert codes(judge(PEEK, text)) == found


@pytest.mark.parametrize(("up", "found"), [("?d", []), ("Kd", ["dealer-card-missing"]), ("9d", [])])
def test_a_blackjack_against_an_unread_card_may_need_no_second_one(up: str, found: list[str]) -> None:
    text = f"1 bet 20; d nmb; d deal 1.1 As; d deal d {up}; d deal 1.1 Qc; d pay 1.1 30; d clear"
    assert codes(judge(RUSSIAN, text)) == found


@pytest.mark.parametrize(("hole", "found"), [("??", []), ("6c", ["settled-early"])])
def test_a_loser_may_be_taken_from_when_the_dealer_may_be_done(hole: str, found: list[str]) -> None:
    text = "1 bet 50; d nmb; d deal 1.1 6h; d deal d 9d; d deal 1.1 2h; d deal d ??; 1.1 stand;"
    assert codes(judge(PEEK, f"{text} d turn 2 {hole}; d take 1.1 50; d deal d 5s; d clear")) == found


@pytest.mark.parametrize("pays", ["d pay 2.1 100", "d pay 1.1 100; d pay 2.1 100"])
@pytest.mark.parametrize("ends", ["", "; d clear"])
def test_who_was_passed_over_and_is_paid_is_one_mistake_at_any_moment(pays: str, ends: str) -> None:
    text = (
        "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ks; d deal 2.1 9c; d deal d Qc; d deal 1.1 Td; d deal 2.1 Kc;"
        f" 1.1 stand; d deal d 7c; {pays}{ends}"
    )
    cleared_unpaid = ["cleared-unsettled"] if ends and "1.1" not in pays else []
    assert codes(judge(RUSSIAN, text)) == ["box-skipped-in-play", *cleared_unpaid]


@pytest.mark.parametrize(
    ("unread", "found"),
    [("??", []), ("8?", ["underpaid"]), ("Th", [])],
    ids=["may-be-bust", "is-not", "is-bust"],
)
def test_a_doubled_hand_that_may_be_bust_may_have_lost_all_of_its_stake(
    unread: str, found: list[str]
) -> None:
    text = (
        f"1 bet 10; d nmb; d deal 1.1 Kc; d deal 1.2 2c; d deal d ??; d deal 1.1 Ts; d deal 1.2 {unread}; d deal d Ac;"
        " d offer insurance; d insurance-closed; 1.1 stand; 1.2 double 10; d deal 1.2 Kc; d take 1.2 20; d turn 1 Jc;"
        " d take 1.1 10; d clear"
    )
    assert codes(judge(SWITCH, text, original_bets_only=True)) == found
