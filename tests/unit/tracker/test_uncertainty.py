# ruff: noqa: E501 (rounds read best in one piece)
"""Unread cards: totals are sets, an outcome is unknown only where it depends on one, nobody is accused on a guess."""

import pytest

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, bet, codes, judge, net
from tracker.hands import Total, totals_of_ranks

SWITCH_DEAL = "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 Tc; d deal d ??; d deal 1.1 Th; d deal 1.2 6d; d deal d {up};"


@pytest.mark.parametrize(
    ("ranks", "total", "soft"),
    [
        ("A", 11, True),
        ("AA", 12, True),
        ("A6", 17, True),
        ("A6T", 17, False),
        ("AAA6", 19, True),
        ("5AA5", 12, False),
    ],
)
def test_known_totals(ranks: str, total: int, soft: bool) -> None:
    assert totals_of_ranks(ranks).exact == (total, soft)


def test_an_unread_rank_is_any_rank() -> None:
    totals = totals_of_ranks("T?")
    assert totals.exact is None
    assert (totals.low, totals.high) == (12, 21)
    assert Total(21, True) in totals.possible
    assert len(totals.possible) == 10


def test_a_bust_dealer_pays_whatever_his_hole_card_was() -> None:
    text = (
        SWITCH_DEAL.format(up="6d")
        + "1.1 stand; 1.2 stand; d deal d 7c; d deal d Th; d pay 1.1 100; d pay 1.2 100; d clear"
    )
    verdict = judge(SWITCH, text)
    assert (net(verdict, "1.1"), net(verdict, "1.2"), codes(verdict), verdict.state) == (
        100,
        100,
        [],
        "settled",
    )


def test_an_outcome_is_unknown_only_for_the_hand_that_depends_on_the_card() -> None:
    text = SWITCH_DEAL.format(up="Td") + "1.1 stand; 1.2 hit; d deal 1.2 9h; d turn 1 ??; d clear"
    verdict = judge(SWITCH, text)
    assert bet(verdict, "1.1").outcome == "unknown"
    assert bet(verdict, "1.2").outcome == "lose"
    assert verdict.state == "uncertain"


@pytest.mark.parametrize("move", ["d pay 1.1 100", "d take 1.1 100", "d push 1.1", ""])
def test_money_on_an_unknown_outcome_is_no_finding(move: str) -> None:
    text = (
        SWITCH_DEAL.format(up="Td")
        + f"1.1 stand; 1.2 hit; d deal 1.2 9h; d take 1.2 100; d turn 1 ??; {move}; d clear"
    )
    assert codes(judge(SWITCH, text)) == []


def test_a_half_read_blackjack_has_no_price_where_suits_matter() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 A?; d deal d 9d; d deal 1.1 Kh;"
    assert bet(judge(RUSSIAN, text), "1.1").outcome == "unknown"
    assert net(judge(RUSSIAN, text, suited_blackjack_pays="3:2"), "1.1") == 150


def test_no_card_on_21_is_charged_when_the_21_is_a_guess() -> None:
    start = (
        "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 ??; 1.1 hit; d deal 1.1 {}; d deal 1.1 2c"
    )
    assert codes(judge(RUSSIAN, start.format("2d"))) == []
    assert codes(judge(RUSSIAN, start.format("?h"))) == []


def test_the_dealer_is_not_charged_with_an_unread_total() -> None:
    start = "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 9h; 1.1 stand; d deal d ??;"
    assert codes(judge(RUSSIAN, start + "d deal d 5c")) == []
    assert codes(judge(RUSSIAN, start + "d pay 1.1 100; d clear")) == []


def test_an_unread_side_bet_is_unknown_unless_the_others_decide_it() -> None:
    start = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 {}; d deal 1.2 {}; d deal d ??; d deal 1.1 {}; d deal 1.2 {};"
    assert bet(judge(SWITCH, start.format("Ks", "Kh", "4d", "??")), "1.side").outcome == "unknown"
    assert bet(judge(SWITCH, start.format("Ks", "Qh", "4d", "?c")), "1.side").outcome == "unknown"
    assert net(judge(SWITCH, start.format("K?", "K?", "4?", "5?")), "1.side") == 20


def test_a_bonus_that_needs_an_unread_suit_is_unknown() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 7s; d deal d 9d; d deal 1.1 7s; 1.1 hit; d deal 1.1 7?"
    assert bet(judge(RUSSIAN, text), "1.1.bonus").outcome == "unknown"


def test_nobody_is_passed_over_who_may_have_had_nothing_to_decide() -> None:
    text = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 ??; d deal 2.1 Tc; d deal d 9d; d deal 1.1 Kh; d deal 2.1 9c; 2.1 stand; d deal d Ts"
    assert codes(judge(RUSSIAN, text + "; d clear")) == []


def test_a_peeking_dealer_who_played_on_had_no_blackjack() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 As; d deal d Td; d deal 1.1 Kh; d deal d ??; d peek;"
    assert net(judge(PEEK, text), "1.1") == 150
