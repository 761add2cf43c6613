"""Rounds that the simulator dealt and the referee once misjudged: one mistake is one finding, and play goes on."""

from __future__ import annotations

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, codes, judge


def test_a_second_dealers_card_in_the_deal_is_found_once_though_several_hands_follow() -> None:
    verdict = judge(
        RUSSIAN,
        "1 bet 50; 2 bet 50; 3 bet 50; d nmb; d deal 1.1 9s; d deal 2.1 5d; d deal 3.1 9d; d deal d 7d; d deal 1.1 9c;"
        "d deal d Tc; d deal 2.1 2s; d deal 3.1 8c",
    )
    assert codes(verdict) == ["dealer-card-early"]
    assert verdict.findings[0].action == 10


def test_a_double_gets_its_card_though_the_hole_card_was_turned_before() -> None:
    verdict = judge(
        SWITCH,
        "1 bet 50; d nmb; d deal 1.1 5d; d deal 1.2 2h; d deal d ??; d turn 1 6c; d deal 1.1 6c; d deal 1.2 Ac;"
        "d deal d 8s; 1.1 double 50",
    )
    assert codes(verdict) == ["hole-card-exposed"]
    assert verdict.next == ("d deal 1.1",)


def test_insurance_was_to_be_offered_before_a_dealer_looked_who_has_a_blackjack() -> None:
    deal = "1 bet 50; d nmb; d deal 1.1 9s; d deal d As; d deal 1.1 8c; d deal d ??;"
    end = "d turn 2 Kd; d take 1.1 50; d clear"
    assert codes(judge(PEEK, f"{deal} d insurance-closed; d peek; {end}")) == ["insurance-not-offered"]
    assert codes(judge(PEEK, f"{deal} {end}")) == ["insurance-not-offered"]
    assert codes(judge(PEEK, f"{deal} d offer insurance; d insurance-closed; d peek; {end}")) == []


def test_a_hand_that_was_overtaken_and_then_switched_to_21_was_asked() -> None:
    verdict = judge(
        SWITCH,
        "1 bet 50; 3 bet 50; d nmb; d deal 1.1 Qd; d deal 1.2 3d; d deal 3.1 8s; d deal 3.2 Jc; d deal d ??;"
        "d deal 1.1 9c; d deal 1.2 Ah; d deal 3.1 6h; d deal 3.2 5h; d deal d Qh; d deal 3.1 9h; 1 switch; 1.2 stand;"
        "3.2 stand; d turn 1 5s; d deal d 6c; d clear",
    )
    assert codes(verdict) == ["decision-out-of-turn"]


def test_no_money_is_due_on_hands_that_wait_for_a_card_though_the_dealer_shows_a_blackjack() -> None:
    verdict = judge(
        SWITCH,
        "1 bet 50; d nmb; d deal 1.1 4h; d deal 1.2 8s; d deal d ??; d turn 1 Kh; d deal 1.1 9s; d deal 1.2 8h;"
        "d deal d Ac; 1.1 stand; 1.2 split 50",
    )
    assert verdict.next == ("d deal 1.2",)
    assert {bet.outcome for bet in verdict.bets} == {"open"}


def test_a_dealers_early_card_hides_no_disorder_among_the_hands() -> None:
    verdict = judge(
        PEEK,
        "1 bet 50; 2 bet 50; 3 bet 50; d nmb; d deal d 8s; d deal 1.1 8c; d deal 3.1 2s; d deal 2.1 5h",
    )
    assert codes(verdict) == ["dealer-card-early", "dealt-out-of-order"]
    assert [finding.subject for finding in verdict.findings] == ["d", "2.1"]


def test_a_dealer_whose_upcard_lay_face_down_has_not_looked_for_a_blackjack() -> None:
    verdict = judge(
        PEEK,
        "1 bet 50; 2 bet 50; d nmb; d deal 1.1 Kh; d deal 2.1 5h; d deal d ??; d deal 1.1 Ac; d deal 2.1 6c;"
        "d deal d ??;"
        "2.1 double 50; d deal 2.1 7d; d turn 1 Kh",
    )
    assert codes(verdict) == ["upcard-not-shown"]
    assert {bet.bet: bet.outcome for bet in verdict.bets} == {"1.1": "open", "2.1": "open"}
    assert verdict.next == ("d turn 2",)
