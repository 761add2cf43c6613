"""Legality asked directly: every decision, each rule that forbids it, and the nearest case that is allowed.

Rounds are brought to the moment in question by what was done in them; then `verify_x` must name the rule, and `can_x`
must agree. The referee's own tests say what it makes of such a decision.
"""

import re

import pytest

from tests.unit.tracker.moments import Lie, peek, russian, switch
from tests.unit.tracker.table import SWITCH
from tracker.insurance import can_be_insured, insurable, insured_by
from tracker.legality import (
    can_double,
    can_hit,
    can_insure,
    can_split,
    can_surrender,
    can_switch,
    can_take_even_money,
    even_money_hand,
    may_have_ended_on,
    must_offer_double,
    must_offer_insurance,
    verify_card,
    verify_double,
    verify_even_money,
    verify_insurance,
    verify_split,
    verify_surrender,
    verify_switch,
)
from tracker.state import Box, Hand, Round

STAKE = 10000
TWO_BETTORS = "1 bet 60 by Ann; 1 bet 40 by Bob;"


def hand(round_: Round, ref: str = "1.1") -> Hand:
    found = round_.hand(ref)
    assert found is not None
    return found


def box(round_: Round) -> Box:
    return round_.boxes[1]


SPLIT_EIGHTS = "1.1 split 100; d deal 1.1 3h;"
"""8,8 is split; hand 1.1 has 8,3 and 1.2 waits."""
BOTH_EIGHTS = "1.1 split 100; d deal 1.1 3h; 1.1 stand; d deal 1.2 2h;"


# ---- doubling


@pytest.mark.parametrize(
    ("lie", "ref", "amount", "by", "code"),
    [
        (russian("6h", "4c"), "1.1", STAKE, None, None),
        (russian("6h", "4c"), "1.1", STAKE - 1, None, "double-wrong-amount"),
        (russian("6h", "4c"), "1.1", STAKE + 1, None, "double-wrong-amount"),
        (russian("6h", "4c", bets=""), "1.1", 0, None, None),  # nobody recorded stakes
        (russian("6h", "4c", then="d deal 1.1 2h;"), "1.1", STAKE, None, "double-not-on-two-cards"),
        (russian("8h", "8c", then="1.1 split 100;"), "1.1", STAKE, None, "double-not-on-two-cards"),
        (russian("8h", "8c", then=SPLIT_EIGHTS), "1.1", STAKE, None, None),
        (russian("8h", "8c", then=BOTH_EIGHTS), "1.2", STAKE, None, None),
        (
            russian("8h", "8c", then=SPLIT_EIGHTS, double_after_split=False),
            "1.1",
            STAKE,
            None,
            "double-after-split-forbidden",
        ),
        (
            russian("8h", "8c", then=BOTH_EIGHTS, double_after_split=False),
            "1.2",
            STAKE,
            None,
            "double-after-split-forbidden",
        ),
        (russian("6h", "4c", double_after_split=False), "1.1", STAKE, None, None),
        (russian("6h", "2c", double="9-11"), "1.1", STAKE, None, "double-not-allowed-on-total"),
        (russian("6h", "3c", double="9-11"), "1.1", STAKE, None, None),
        (russian("6h", "3c", double="10-11"), "1.1", STAKE, None, "double-not-allowed-on-total"),
        (russian("6h", "4c", bets=TWO_BETTORS), "1.1", STAKE, None, None),
        (
            russian("6h", "4c", bets=TWO_BETTORS),
            "1.1",
            6000,
            None,
            None,
        ),  # the first decides, the other stays out
        (russian("6h", "4c", bets=TWO_BETTORS), "1.1", 4000, None, "double-wrong-amount"),
        (russian("6h", "4c", bets=TWO_BETTORS), "1.1", 4000, "Bob", None),
        (russian("6h", "4c", bets=TWO_BETTORS), "1.1", 4000, "Ann", "double-wrong-amount"),
    ],
)
def test_a_double_is_on_two_cards_for_exactly_the_stake(
    lie: Lie, ref: str, amount: int, by: str | None, code: str | None
) -> None:
    round_ = lie.round()
    assert verify_double(round_, hand(round_, ref), amount, by) == code


@pytest.mark.parametrize(
    ("lie", "ref", "may"),
    [
        (russian("6h", "4c"), "1.1", True),
        (russian("Th", "Tc"), "1.1", True),
        (russian("2h", "2c"), "1.1", True),
        (russian("6h", "4c", then="1.1 hit;"), "1.1", False),
        (russian("6h", "4c", then="1.1 stand;"), "1.1", False),
        (russian("6h", "4c", then="1.1 hit; d deal 1.1 2c;"), "1.1", False),
        (russian("Ah", "Tc"), "1.1", False),  # a blackjack is closed
        (russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 9h;"), "1.1", False),
        (
            russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 Ad;"),
            "1.1",
            False,
        ),  # may be split, not doubled
        (russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 9h;", split_aces_one_card=False), "1.1", True),
        (
            peek("Th", "Tc", then="1.1 split 100; d deal 1.1 Ah;"),
            "1.1",
            True,
        ),  # 21 is not closed in this game
        *((russian("6h", f"{n}c", double="9-11"), "1.1", 3 <= n <= 5) for n in range(2, 8)),
        *((russian("6h", f"{n}c", double="10-11"), "1.1", 4 <= n <= 5) for n in range(2, 8)),
        (russian("Ah", "8c", double="9-11"), "1.1", False),  # soft 19 is no 9
        (russian("6h", "??", double="9-11"), "1.1", True),  # it may be a 4
        (russian("6h", "4c", then="f rule card-on-21 void-round by F;"), "1.1", False),
    ],
)
def test_who_may_double(lie: Lie, ref: str, may: bool) -> None:
    round_ = lie.round()
    assert can_double(round_, hand(round_, ref)) is may


@pytest.mark.parametrize(
    ("lie", "must"),
    [
        *((russian("6h", f"{n}c"), 3 <= n <= 5) for n in range(2, 8)),
        (russian("Ah", "8c"), False),
        (russian("6h", "??"), False),
        (russian("6h", "2c", then="d deal 1.1 2h;"), False),  # three cards
        (russian("6h", "4c", then="1.1 hit;"), False),
        (russian("6h", "4c", must_offer=("insurance",)), False),
        (russian("6h", "4c", must_offer=("double-9-10-11",)), True),
        (russian("6h", "3c", double="10-11"), False),
        (peek("6h", "4c"), False),
    ],
)
def test_the_dealer_must_offer_a_double_on_hard_9_10_and_11(lie: Lie, must: bool) -> None:
    round_ = lie.round()
    assert must_offer_double(round_, hand(round_)) is must


# ---- splitting


@pytest.mark.parametrize(
    ("lie", "ref", "amount", "by", "code"),
    [
        (russian("8h", "8c"), "1.1", STAKE, None, None),
        (russian("Kh", "Tc"), "1.1", STAKE, None, None),
        (switch("Kh 2c Td 5s"), "1.1", STAKE, None, "split-unlike-cards"),
        (switch("Kh 2c Kd 5s"), "1.1", STAKE, None, None),
        (russian("8h", "9c"), "1.1", STAKE, None, "split-unlike-cards"),
        (russian("8h", "??"), "1.1", STAKE, None, None),
        (russian("8h", "8c", then="d deal 1.1 2c;"), "1.1", STAKE, None, "split-not-on-two-cards"),
        (russian("8h", "8c"), "1.1", STAKE - 1, None, "split-wrong-amount"),
        (russian("8h", "8c", bets=""), "1.1", 0, None, None),
        (russian("8h", "8c", bets=TWO_BETTORS), "1.1", 6000, None, None),
        (russian("8h", "8c", bets=TWO_BETTORS), "1.1", 4000, None, "split-wrong-amount"),
        (russian("8h", "8c", bets=TWO_BETTORS), "1.1", 4000, "Bob", None),
        (russian("8h", "8c", bets=TWO_BETTORS), "1.1", 6000, "Bob", "split-wrong-amount"),
        (russian("8h", "8c", then="1.1 split 100; d deal 1.1 8d;"), "1.1", STAKE, None, None),
        (
            russian("8h", "8c", then="1.1 split 100; d deal 1.1 8d;", max_split_hands=2),
            "1.1",
            STAKE,
            None,
            "split-over-limit",
        ),
        (
            russian("8h", "8c", then="1.1 split 100; d deal 1.1 8d;", max_split_hands=3),
            "1.1",
            STAKE,
            None,
            None,
        ),
        (russian("8h", "8c", max_split_hands=2), "1.1", STAKE, None, None),
        (russian("8h", "8c", then="1.1 stand;"), "1.1", STAKE, None, "decision-out-of-turn"),
        (russian("8h", "8c", then="1.1 surrender;"), "1.1", STAKE, None, "decision-out-of-turn"),
        (russian("8h", "8c", then="1.1 double 100;"), "1.1", STAKE, None, "decision-out-of-turn"),
        (russian("Ah", "Ac"), "1.1", STAKE, None, None),
        (russian("Ah", "Ac", max_ace_hands=1), "1.1", STAKE, None, "split-aces-over-limit"),
        (russian("8h", "8c", max_ace_hands=1), "1.1", STAKE, None, None),
        (russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 Ad;"), "1.1", STAKE, None, None),
        (
            russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 Ad;", max_ace_hands=2),
            "1.1",
            STAKE,
            None,
            "split-aces-over-limit",
        ),
        (
            russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 Ad;", max_ace_hands=0),
            "1.1",
            STAKE,
            None,
            None,
        ),
        (
            russian(
                "Ah", "Ac", then="1.1 split 100; d deal 1.1 Ad;", max_ace_hands=2, split_aces_one_card=False
            ),
            "1.1",
            STAKE,
            None,
            None,
        ),
        (
            russian("8h", "8c", then="1.1 split 100; d deal 1.1 8d;", max_ace_hands=2),
            "1.1",
            STAKE,
            None,
            None,
        ),
        (russian("8h", "8c", "Ad", "1 insure 50; d insurance-closed;"), "1.1", STAKE, None, None),
        (
            russian("8h", "8c", "Ad", "1 insure 50; d insurance-closed;", split_after_insurance=False),
            "1.1",
            STAKE,
            None,
            "split-after-insurance",
        ),
        (
            russian("8h", "8c", "Ad", "d insurance-closed;", split_after_insurance=False),
            "1.1",
            STAKE,
            None,
            None,
        ),
        (
            switch("8h 9c 8d 9s", then="1.1 split 100; d deal 1.1 2c; d deal 1.3 3c; 1.1 stand; 1.3 stand;"),
            "1.2",
            STAKE,
            None,
            None,
        ),
        (
            switch(
                "8h 9c 8d 9s",
                then="1.1 split 100; d deal 1.1 2c; d deal 1.3 3c; 1.1 stand; 1.3 stand;",
                rs1_scope="box",
            ),
            "1.2",
            STAKE,
            None,
            "split-over-limit",
        ),
        (switch("8h 9c 8d 9s", rs1_scope="box"), "1.2", STAKE, None, None),
        (
            switch(
                "8h 9c 8d 9s",
                then="1.1 split 100; d deal 1.1 2c; d deal 1.3 3c; 1.1 stand; 1.3 stand;",
                rs1_scope="box",
                max_split_hands=3,
            ),
            "1.2",
            STAKE,
            None,
            None,
        ),
        (
            switch("8h 2c 8d 9s", then="1.1 split 100; d deal 1.1 8c; d deal 1.3 3c;"),
            "1.1",
            STAKE,
            None,
            "split-over-limit",
        ),
    ],
)
def test_a_split_is_on_two_alike_cards_within_the_limits_for_the_stake(
    lie: Lie, ref: str, amount: int, by: str | None, code: str | None
) -> None:
    round_ = lie.round()
    assert verify_split(round_, hand(round_, ref), amount, by) == code


@pytest.mark.parametrize(
    ("lie", "may"),
    [
        (russian("8h", "8c"), True),
        (russian("8h", "9c"), False),
        (russian("8h", "8c", then="1.1 hit;"), False),
        (russian("8h", "8c", then="1.1 stand;"), False),
        (russian("8h", "8c", bets=TWO_BETTORS), True),
    ],
)
def test_who_may_split(lie: Lie, may: bool) -> None:
    round_ = lie.round()
    assert can_split(round_, hand(round_)) is may


# ---- surrender

SWITCH_SPLIT = "1.1 split 100; d deal 1.1 2c; d deal 1.3 3c;"


@pytest.mark.parametrize(
    ("lie", "ref", "code"),
    [
        (russian("Th", "6c"), "1.1", None),
        (russian("Th", "6c", surrender="none"), "1.1", "surrender-not-offered-by-game"),
        (russian("Th", "6c", surrender="late"), "1.1", None),
        (peek("Th", "6c"), "1.1", "surrender-not-offered-by-game"),
        (russian("Th", "3c", then="1.1 hit; d deal 1.1 3h;"), "1.1", "surrender-not-on-two-cards"),
        (russian("8h", "8c", then=SPLIT_EIGHTS), "1.1", "surrender-after-split"),
        (russian("8h", "8c", then=BOTH_EIGHTS), "1.2", "surrender-after-split"),
        (switch("8h 9c 8d 7s", then=SWITCH_SPLIT), "1.1", None),
        (switch("8h 9c 8d 7s", then=SWITCH_SPLIT), "1.3", None),
        (
            switch("8h 9c 8d 7s", then=SWITCH_SPLIT, surrender_after_split=False),
            "1.3",
            "surrender-after-split",
        ),
        (switch("8h 9c 8d 7s", surrender_after_split=False), "1.1", None),
        (russian("Th", "6c", then="1.1 stand;"), "1.1", "surrender-out-of-turn"),
        (russian("Th", "6c", then="1.1 hit;"), "1.1", "surrender-out-of-turn"),  # he has acted
        (russian("Th", "6c", then="1.1 double 100;"), "1.1", "surrender-out-of-turn"),
        (switch("8h 9c 8d 7s", then=SWITCH_SPLIT + "1.1 double 100;"), "1.1", "surrender-out-of-turn"),
        (russian("Ah", "Tc"), "1.1", "surrender-out-of-turn"),  # closed
        (russian("Th", "6c", "Ad"), "1.1", None),
        (russian("Th", "6c", "Ad", surrender_vs_ace=False), "1.1", "surrender-against-ace"),
        (russian("Th", "6c", "Td", surrender_vs_ace=False), "1.1", None),
    ],
)
def test_a_hand_is_given_up_as_its_first_act_on_two_cards(lie: Lie, ref: str, code: str | None) -> None:
    round_ = lie.round()
    assert verify_surrender(round_, hand(round_, ref)) == code


@pytest.mark.parametrize(
    ("lie", "may"),
    [
        (russian("Th", "6c"), True),
        (russian("8h", "8c", then="1.1 split 100;", surrender_after_split=True), False),
        (russian("Th", "6c", surrender="none"), False),
    ],
)
def test_who_may_surrender(lie: Lie, may: bool) -> None:
    round_ = lie.round()
    assert can_surrender(round_, hand(round_)) is may


def test_a_hand_that_waits_for_its_card_may_not_be_given_up() -> None:
    round_ = russian("Th", "6c").round()
    hand(round_).owed = "hit"
    assert can_surrender(round_, hand(round_)) is False


# ---- switching


@pytest.mark.parametrize(
    ("lie", "cards", "code"),
    [
        (switch("Th 9c 2d 5s"), (2, 2), None),
        (russian("Th", "6c"), (2, 2), "switch-not-offered-by-game"),
        (switch("Th 9c 2d 5s", switch=False), (2, 2), "switch-not-offered-by-game"),
        (switch("Th 9c Ad 5s"), (2, 2), "switch-on-blackjack"),
        (switch("9h Tc 5d As"), (2, 2), "switch-on-blackjack"),
        (switch("Th 9c Ad 5s", natural_locks_switch=False), (2, 2), None),
        (switch("Th 9c 2d 5s", then="1 switch;"), (2, 2), "switch-twice"),
        (switch("Th 9c 2d 5s", then="1.1 hit;"), (2, 2), "switch-after-action"),
        (switch("Th 9c 2d 5s", then="1.1 stand; 1.2 stand;"), (2, 2), "switch-after-action"),
        (switch("Th 9c 2d 5s", "Ad", "1 insure 100; d insurance-closed;"), (2, 2), None),
        (
            switch("Th 9c 2d 5s", "Ad", "1 insure 100;", switch_after_insurance=False),
            (2, 2),
            "switch-after-insurance",
        ),
        (switch("Th 9c 2d 5s", "Ad", "d insurance-closed;", switch_after_insurance=False), (2, 2), None),
        (switch("Th 9c 2d 5s"), (1, 1), "switch-wrong-cards"),
        (switch("Th 9c 2d 5s"), (1, 2), "switch-wrong-cards"),
        (switch("Th 9c 2d 5s"), (2, 1), "switch-wrong-cards"),
    ],
)
def test_a_box_switches_its_second_cards_once_before_it_acts(
    lie: Lie, cards: tuple[int, int], code: str | None
) -> None:
    round_ = lie.round()
    assert verify_switch(round_, box(round_), cards) == code


ONE_CARD_SHORT = "1 bet 100; d nmb; d deal 1.1 Th; d deal 1.2 9c; d deal d ??; d deal 1.1 2d; d deal d 9d;"


@pytest.mark.parametrize(
    ("lie", "may"),
    [
        (switch("Th 9c 2d 5s"), True),
        (switch("Th 9c 2d 5s", then="1 switch;"), False),
        (Lie(SWITCH, ONE_CARD_SHORT, {}), False),
        (switch("Th 9c 2d 5s", then="1.1 chips 0;"), True),  # chips alone change nothing
        (russian("Th", "6c"), False),
    ],
)
def test_who_may_switch(lie: Lie, may: bool) -> None:
    round_ = lie.round()
    assert can_switch(round_, box(round_)) is may


# ---- insurance

SPLIT = "d insurance-closed; 1.1 split 100;"


@pytest.mark.parametrize(
    ("lie", "ref", "amount", "by", "code"),
    [
        (russian("Th", "6c", "Ad"), None, 5000, None, None),
        (russian("Th", "6c", "Td"), None, 5000, None, "insurance-without-ace"),
        (russian("Th", "6c", "??"), None, 5000, None, None),
        (russian("Th", "6c", "Ad"), None, 4999, None, "insurance-wrong-amount"),
        (russian("Th", "6c", "Ad"), None, 5001, None, "insurance-wrong-amount"),
        (russian("Th", "6c", "Ad", bets=""), None, 0, None, None),
        (switch("Th 9c 6d 5s", "Ad"), None, 10000, None, None),
        (switch("Th 9c 6d 5s", "Ad"), None, 5000, None, "insurance-wrong-amount"),
        (switch("Th 9c 6d 5s", "Ad"), "1.2", 5000, None, None),
        (switch("Th 9c Ad 5s", "Ac"), None, 5000, None, None),  # the blackjack is paid, one hand is left
        (russian("Th", "6c", "Ad", bets=TWO_BETTORS), None, 3000, "Ann", None),
        (russian("Th", "6c", "Ad", bets=TWO_BETTORS), None, 2000, "Ann", "insurance-wrong-amount"),
        (russian("Th", "6c", "Ad", "d insurance-closed;"), None, 5000, None, "insurance-late"),
        (russian("Th", "6c", "Ad", "1.1 hit;"), None, 5000, None, "insurance-late"),
        (russian("8h", "8c", "Ad", SPLIT), None, 5000, None, "insurance-after-split"),
        (russian("8h", "8c", "Ad", SPLIT), "1.1", 5000, None, "insurance-after-split"),
        (russian("8h", "8c", "Ad", SPLIT), "1.2", 5000, None, "insurance-after-split"),
        (switch("8h 9c 8d 5s", "Ad", "1.1 split 100;"), "1.2", 5000, None, "insurance-late"),
        (russian("8h", "8c", "Ad", "1.1 split 100;", insure_after_split=True), None, 10000, None, None),
        (russian("8h", "8c", "Ad", SPLIT, insure_after_split=True), None, 10000, None, "insurance-late"),
        (
            russian("8h", "8c", "Ad", SPLIT_EIGHTS + "1.1 stand;", insure_after_split=True),
            None,
            10000,
            None,
            "insurance-late",
        ),
        (
            russian("8h", "8c", "Ad", "1.1 stand;", insure_after_split=True),
            None,
            5000,
            None,
            "insurance-late",
        ),
        (
            russian("8h", "8c", "Ad", BOTH_EIGHTS + "1.2 stand; d deal d 5c;", insure_after_split=True),
            None,
            10000,
            None,
            "insurance-late",
        ),
        (
            russian("8h", "8c", "Ad", "1.1 split 100; d deal d 5c;", insure_after_split=True),
            None,
            10000,
            None,
            "insurance-late",
        ),
    ],
)
def test_insurance_is_half_against_an_ace_before_play(
    lie: Lie, ref: str | None, amount: int, by: str | None, code: str | None
) -> None:
    round_ = lie.round()
    insured = None if ref is None else hand(round_, ref)
    assert verify_insurance(round_, box(round_), insured, amount, by) == code


@pytest.mark.parametrize(
    ("lie", "may"),
    [
        (russian("Th", "6c", "Ad"), True),
        (russian("Th", "6c", "Ad", bets=""), True),
        (russian("Th", "6c", "Td"), False),
        (russian("Th", "6c", "??"), False),  # nobody sees an ace
        (russian("Th", "6c", "Ad", "1 insure 50;"), False),
        (russian("Th", "6c", "Ad", "1 insure 30 by Ann;", bets=TWO_BETTORS), False),  # Bob may, for himself
        (russian("Th", "6c", "Ad", bets="1 bet 0.02;"), True),
        (russian("Th", "6c", "Ad", "d insurance-closed;"), False),
        (switch("Th Tc Ad Ac", "As"), False),  # both are paid: nothing is left to insure
        (russian("Th", "6c", "Ad", bets="1 bet 0.01;", rounding="down"), False),  # half a cent is nothing
    ],
)
def test_who_may_insure(lie: Lie, may: bool) -> None:
    round_ = lie.round()
    assert can_insure(round_, box(round_)) is may


def test_a_box_without_a_bet_insures_nothing() -> None:
    round_ = russian("Th", "6c", "Ad", bets="1 bet 100; 2 side super-game 20;").round()
    assert can_insure(round_, round_.boxes[2]) is False


FOLLOWED = russian("8h", "8c", "Ad", "1.1 split 60 by Ann;", bets=TWO_BETTORS, insure_after_split=True)
"""Bob did not follow Ann's split."""
THREE = "1 bet 60 by Ann; 1 bet 40 by Bob; 1 bet 20 by Carl;"
ODD = "1 bet 0.03 by Ann; 1 bet 0.03 by Bob;"


@pytest.mark.parametrize(
    ("lie", "ref", "by", "amounts"),
    [
        (russian("Th", "6c", "Ad"), None, None, [5000]),
        (russian("Th", "6c", "Ad", bets="1 bet 0.03;"), None, None, [1, 2]),
        (russian("Th", "6c", "Ad", bets="1 bet 0.03;", rounding="down"), None, None, [1]),
        (russian("Th", "6c", "Ad", bets="1 bet 0.03;", rounding="up"), None, None, [2]),
        (russian("Th", "6c", "Ad", "1 insure 50;"), None, None, [0]),
        (switch("Th 9c 6d 5s", "Ad"), None, None, [10000]),
        (switch("Th 9c 6d 5s", "Ad"), "1.2", None, [5000]),
        (switch("Th 9c 6d 5s", "Ad", "1.1 insure 50;"), None, None, [5000]),
        (switch("Th 9c 6d 5s", "Ad", "1.1 insure 50;"), "1.1", None, [0]),
        (switch("Th 9c 6d 5s", "Ad", "1 insure 100;"), "1.1", None, [0]),
        (switch("Th 9c Ad 5s", "As"), None, None, [5000]),
        (switch("Th 9c ?d 5s", "As"), None, None, [10000, 5000]),  # it may be a blackjack, which is paid
        (switch("Th 9c ?d ?s", "As"), None, None, [10000, 5000]),
        (switch("Th Tc ?d ?s", "As"), None, None, [10000, 5000, 0]),
        (russian("Th", "??", "As"), None, None, [5000]),  # a blackjack may be insured in this game
        (FOLLOWED, None, None, [8000, 6000, 2000]),  # only Ann is on both halves
        (russian("Th", "6c", "Ad", bets=TWO_BETTORS), None, None, [5000, 2000, 3000]),
        (russian("Th", "6c", "Ad", bets=TWO_BETTORS), None, "Bob", [2000]),
        (russian("Th", "6c", "Ad", bets=TWO_BETTORS), None, "Carl", [0]),  # he has no bet
        (russian("Th", "6c", "Ad", "1 insure 30 by Ann;", bets=TWO_BETTORS), None, None, [2000]),
        (russian("Th", "6c", "Ad", "1 insure 30;", bets=TWO_BETTORS), None, None, [2000]),  # that was Ann
        (russian("Th", "6c", "Ad", bets=THREE), None, None, [6000, 1000, 2000, 3000, 4000, 5000]),
        (russian("Th", "6c", "Ad", "1 insure 10 by Carl;", bets=THREE), None, None, [5000, 2000, 3000]),
        (russian("Th", "6c", "Ad", bets=ODD), None, None, [2, 3, 4, 1]),
        (russian("Th", "6c", "Ad", bets=ODD, rounding="down"), None, None, [2, 3, 1]),
        (russian("Th", "6c", "Ad", bets=ODD, rounding="up"), None, None, [3, 4, 2]),
        (russian("Th", "6c", "Ad", bets=ODD, rounding="up"), None, "Ann", [2]),
        (russian("Th", "6c", "Ad", bets=ODD), None, "Ann", [1, 2]),
    ],
)
def test_exactly_half_of_what_is_not_insured_can_be_insured(
    lie: Lie, ref: str | None, by: str | None, amounts: list[int]
) -> None:
    round_ = lie.round()
    found = insurable(round_, box(round_), None if ref is None else hand(round_, ref), by)
    assert found[0] == amounts[0]
    assert sorted(found) == sorted(amounts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1 insure 50;", {"Ann": 3000, "Bob": 2000}),
        ("1 insure 30;", {"Ann": 3000}),
        ("1 insure 20;", {"Bob": 2000}),
        ("1 insure 20; 1 insure 30;", {"Bob": 2000, "Ann": 3000}),
        ("1 insure 20 by Bob;", {"Bob": 2000}),
        ("1 insure 20 by Bob; 1 insure 5 by Bob;", {"Bob": 2500}),
        ("1 insure 10 by Carl;", {"Carl": 1000}),
    ],
)
def test_who_has_insured_how_much(text: str, parts: dict[str, int]) -> None:
    round_ = russian("Th", "6c", "Ad", text, bets=TWO_BETTORS).round()
    assert insured_by(round_, box(round_)) == parts


def test_insurance_where_nothing_can_be_insured_is_nobodys_half() -> None:
    round_ = russian("Th", "Ac", "Ad", "1 insure 50;", bets=TWO_BETTORS, natural_pays="at-once").round()
    assert insured_by(round_, box(round_)) == {"": 5000}


def test_odd_halves_that_nobody_named_are_told_by_the_profiles_rounding() -> None:
    text, bets = "1 insure 0.02;", "1 bet 0.03 by Ann; 1 bet 0.05 by Bob;"
    up, down = (
        russian("Th", "6c", "Ad", text, bets=bets, rounding=rounding).round() for rounding in ("up", "down")
    )
    assert insured_by(up, box(up)) == {"Ann": 2}
    assert insured_by(down, box(down)) == {"Bob": 2}


def test_who_has_no_stake_and_insures_leaves_the_others_theirs() -> None:
    round_ = russian("Th", "6c", "Ad", "1 insure 30 by Carl;", bets=TWO_BETTORS).round()
    assert 5000 in insurable(round_, box(round_))
    assert insurable(round_, box(round_), by="Ann") == (3000,)


@pytest.mark.parametrize(("rounding", "amounts"), [("up", {2, 4}), ("down", {1, 2, 3})])
def test_the_halves_of_two_bettors_are_rounded_as_the_house_does(rounding: str, amounts: set[int]) -> None:
    bets = "1 bet 0.03 by Ann; 1 bet 0.04 by Bob;"
    round_ = russian("Th", "6c", "Ad", bets=bets, rounding=rounding).round()
    assert set(insurable(round_, box(round_))) == amounts


@pytest.mark.parametrize(
    ("lie", "may"),
    [
        (russian("Th", "6c", "Ad"), True),
        (russian("Th", "Ac", "Ad"), True),  # a blackjack may still be taken
        (switch("Th 9c Ad 5s", "As"), False),  # this one is paid
        (russian("Th", "Ac", "Ad", "1 even-money;"), False),
    ],
)
def test_what_can_be_insured(lie: Lie, may: bool) -> None:
    round_ = lie.round()
    assert can_be_insured(round_, hand(round_)) is may


def test_a_hand_that_got_no_cards_cannot_be_insured() -> None:
    round_ = russian("Th", "6c", "Ad", "1.1 stand;", bets="1 bet 100; 2 bet 100;").round()
    assert can_be_insured(round_, hand(round_, "2.1")) is False


@pytest.mark.parametrize(
    ("lie", "must"),
    [
        (russian("Th", "6c", "Ad"), True),
        (russian("Th", "6c", "Td"), False),
        (russian("Th", "6c", "??"), False),
        (russian("Th", "6c", "Ad", must_offer=("double-9-10-11",)), False),
        (switch("Th Tc Ad Ac", "As"), False),
        (switch("Th Tc Ad 9c", "As"), True),
        (russian("Th", "Ac", "Ad"), True),  # a blackjack that waits can be insured
        (switch("?h Tc Kd Ac", "As"), True),
    ],
)
def test_the_dealer_must_offer_insurance_against_an_ace(lie: Lie, must: bool) -> None:
    assert must_offer_insurance(lie.round()) is must


@pytest.mark.parametrize(
    ("lie", "surely"),
    [
        (switch("?h Tc Kd Ac", "As"), False),  # two blackjacks, perhaps, that are paid at once
        (switch("?h Tc 9d Ac", "As"), True),
        (russian("?h", "Kc", "Ad"), True),  # a blackjack here waits, and can be insured as any hand
    ],
)
def test_insurance_must_surely_be_offered_where_no_unread_card_makes_it_idle(lie: Lie, surely: bool) -> None:
    assert must_offer_insurance(lie.round(), surely=True) is surely


@pytest.mark.parametrize(
    ("lie", "code", "may"),
    [
        (russian("Th", "Ac", "Ad"), None, True),
        (russian("Th", "6c", "Ad"), "even-money-without-blackjack", False),
        (russian("Th", "Ac", "Td"), "even-money-without-ace", False),
        (russian("Th", "Ac", "Td", even_money_upcards=("A", "T")), None, True),
        (russian("Th", "Ac", "??"), None, False),
        (russian("??", "Ac", "Ad"), None, False),  # it may be one, but nobody knows
        (russian("Th", "Ac", "Ad", "d insurance-closed;"), None, False),
        (russian("Th", "Ac", "Ad", "1 even-money;"), None, False),
        (russian("Th", "Ac", "Ad", natural_pays="at-once"), None, False),
        (russian("8h", "8c", "Ad", "1.1 split 100; d deal 1.1 Ac;"), "even-money-without-blackjack", False),
    ],
)
def test_even_money_is_for_a_blackjack_against_an_ace(lie: Lie, code: str | None, may: bool) -> None:
    round_ = lie.round()
    assert verify_even_money(round_, hand(round_)) == code
    assert can_take_even_money(round_, hand(round_)) is may


HIT_5 = "1.1 hit; d deal 1.1 5h;"
SPLIT_UNREAD = "1.1 split 100; d deal 1.1 5h;"


@pytest.mark.parametrize(
    ("lie", "totals"),
    [
        (russian("Th", "6c"), ""),
        (russian("9h", "?c"), ""),
        (russian("Th", "?c"), "soft 21"),
        (russian("Th", "?c", then="f rule card-on-blackjack stands by F;"), ""),
        (russian("Th", "?c", stand_on_21=False), "soft 21"),
        (russian("9h", "?c", then=HIT_5), "21 22 23 24"),
        (russian("9h", "?c", then=HIT_5, stand_on_21=False), "22 23 24"),
        (russian("8h", "?c", then="1.1 hit; d deal 1.1 3h;"), "21"),
        (russian("8h", "?c", then="1.1 hit; d deal 1.1 3h;", stand_on_21=False), ""),
        (russian("8h", "?c", then="1.1 hit; d deal 1.1 3h; f rule card-on-21 stands by F;"), ""),
        (russian("8h", "?c", then=HIT_5 + "f rule card-after-bust stands by F;"), "21"),
        (russian("8h", "?c", then=HIT_5 + "f rule card-on-21 stands by F;"), "22 23"),
        (russian("5h", "?c", then=HIT_5), "soft 21"),
        (russian("??", "??", then=SPLIT_UNREAD), "soft 16"),  # perhaps an ace, which got its one card
        (russian("??", "??", then=SPLIT_UNREAD, split_aces_one_card=False), ""),
        (russian("??", "??", then=SPLIT_UNREAD + "f rule card-on-split-ace stands by F;"), ""),
        (russian("??", "??", then="1.1 split 100; d deal 1.1 Th;"), "soft 21"),  # no blackjack: a split ace
        (russian("??", "??", then=SPLIT_UNREAD + "1.1 hit; d deal 1.1 Kh;"), "21 22 23 24 25"),
        (switch("?h 9c Ad 5s", then="1 switch;"), "7 8 9 10 11 12 13 14 15 soft 16"),  # it may be closed
        (switch("?h 9c Ad 5s", then="1 switch; f rule card-on-blackjack stands by F;"), ""),
    ],
)
def test_on_which_totals_a_hand_may_have_ended(lie: Lie, totals: str) -> None:
    round_ = lie.round()
    ended = may_have_ended_on(round_, hand(round_))
    assert isinstance(ended, frozenset)
    assert {str(total) for total in ended} == set(re.findall(r"soft \d+|\d+", totals))


@pytest.mark.parametrize(
    ("lie", "ref"),
    [
        (switch("Th 9c 7d 8s"), "1.1"),  # neither is one
        (switch("Th 9c Ad 8s"), "1.1"),
        (switch("9h Tc 8d As"), "1.2"),
        (switch("Th Tc Ad As"), "1.1"),
        (switch("9h Tc 8d ?s"), "1.2"),  # it may be one
        (switch("Th Tc ?d As"), "1.2"),  # surely one, before one that may be
    ],
)
def test_even_money_is_asked_for_the_boxs_blackjack(lie: Lie, ref: str) -> None:
    found = even_money_hand(box(lie.round()))
    assert found is not None
    assert found.ref == ref


def test_a_box_without_a_hand_asks_for_even_money_on_none() -> None:
    assert even_money_hand(box(Lie(SWITCH, "1 side super-game 20;", {}).round())) is None


# ---- cards


@pytest.mark.parametrize(
    ("lie", "ref", "code"),
    [
        (russian("Th", "6c"), "1.1", None),
        (russian("Th", "6c", then="1.1 surrender;"), "1.1", "card-after-surrender"),
        (russian("Th", "Ac"), "1.1", "card-on-blackjack"),
        (russian("Th", "Ac", "Ad", "1 even-money;"), "1.1", "card-on-blackjack"),
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 6h;"), "1.1", "card-after-bust"),
        (russian("5h", "6c", then="1.1 double 100; d deal 1.1 2h;"), "1.1", "card-after-double"),
        (russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 9h;"), "1.1", "card-on-split-ace"),
        (russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 9h;", split_aces_one_card=False), "1.1", None),
        (russian("Ah", "Ac", then="1.1 split 100;"), "1.1", None),
        (russian("8h", "8c", then=SPLIT_EIGHTS), "1.1", None),
        (russian("Th", "6c", then="1.1 stand;"), "1.1", "card-after-stand"),
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 5h;"), "1.1", "card-on-21"),
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 5h;", stand_on_21=False), "1.1", None),
        (russian("Th", "5c", then="1.1 hit; d deal 1.1 5h;"), "1.1", None),  # 20
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 ??;"), "1.1", None),  # it may be 17
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 6h; 1.1 surrender;"), "1.1", "card-after-surrender"),
    ],
)
def test_a_hand_gets_cards_until_it_is_done(lie: Lie, ref: str, code: str | None) -> None:
    round_ = lie.round()
    assert verify_card(round_, hand(round_, ref)) == code


@pytest.mark.parametrize(
    ("lie", "may"),
    [
        (russian("Th", "6c"), True),
        (russian("Th", "6c", then="1.1 hit;"), False),  # it waits for its card
        (russian("Th", "6c", then="1.1 stand;"), False),
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 5h;"), False),
        (russian("Ah", "Ac", then="1.1 split 100; d deal 1.1 Ad;"), False),  # split or stand
        (peek("Th", "6c", then="1.1 hit; d deal 1.1 5h;"), True),  # 21 is not closed in this game
    ],
)
def test_who_may_hit(lie: Lie, may: bool) -> None:
    round_ = lie.round()
    assert can_hit(round_, hand(round_)) is may
