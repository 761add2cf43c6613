# ruff: noqa: E501 (rounds read best in one piece)
"""Money that moved: each wrong way has its own code, once; each right way is silent, however the chips were moved."""

from __future__ import annotations

import pytest

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, codes, judge
from tracker.verdict import RoundVerdict


def deal(first: str, second: str, up: str, bets: str = "1 bet 100") -> str:
    return f"{bets}; d nmb; d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second};"


WON = deal("Ts", "9h", "9d") + "1.1 stand; d deal d 8c;"  # 19 against 17: due is d pay 1.1 100
LOST = deal("Ts", "7h", "9d") + "1.1 stand; d deal d Tc;"
TIED = deal("Ts", "9h", "9d") + "1.1 stand; d deal d Tc;"
BLACKJACK = deal("Ts", "Ah", "9d")
DOUBLED = deal("6s", "5h", "9d") + "d offer double 1.1; 1.1 double 100; d deal 1.1 9s; d deal d 8c;"
GIVEN_UP = deal("Ts", "6h", "9d") + "1.1 surrender;"
INSURED = deal("Ts", "9h", "Ad") + "d offer insurance; 1 insure 50; d insurance-closed; 1.1 stand;"
BONUS = deal("7s", "7h", "9d") + "1.1 hit; d deal 1.1 7c;"
SWITCH_DEAL = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 {}; d deal 1.2 {}; d deal d ??; d deal 1.1 {}; d deal 1.2 {}; d deal d 7d;"
TWO_PAIRS = SWITCH_DEAL.format("Ts", "9c", "Td", "9h")
NO_PAIR = SWITCH_DEAL.format("Ts", "9c", "2d", "4h")

PAIR = (
    "1 bet 100; 2 bet 60; d nmb; d deal 1.1 Ts; d deal 2.1 Tc; d deal d 9d; d deal 1.1 {}; d deal 2.1 {};"
    "1.1 stand; 2.1 stand; d deal d 8c;"
)
BOTH_WON, FIRST_WON = PAIR.format("9h", "8h"), PAIR.format("9h", "6h")


def money(verdict: RoundVerdict) -> list[tuple[str, int]]:
    return [(finding.code, finding.money // 100) for finding in verdict.findings]


RIGHT = [
    ("paid at once", WON + "d pay 1.1 100"),
    ("paid in two moves", WON + "d pay 1.1 60; d pay 1.1 40"),
    ("paid in three moves", WON + "d pay 1.1 25; d pay 1.1 25; d pay 1.1 50"),
    ("paid with change given back", WON + "d pay 1.1 125; d take 1.1 25"),
    ("stake coloured up with the winnings", WON + "d take 1.1 100; d pay 1.1 200"),
    ("a tie coloured up", TIED + "d take 1.1 100; d pay 1.1 100"),
    ("a tie tapped twice", TIED + "d push 1.1"),
    ("a loser taken in two moves", LOST + "d take 1.1 75; d take 1.1 25"),
    ("half of one big chip", GIVEN_UP + "d take 1.1 100; d pay 1.1 50"),
    ("half at once", GIVEN_UP + "d take 1.1 50"),
    ("a doubled bet", DOUBLED + "d pay 1.1 200"),
    ("each half of a doubled bet", DOUBLED + "d pay 1.1 100; d pay 1.1 100"),
    ("a blackjack: bet, then half", BLACKJACK + "d pay 1.1 100; d pay 1.1 50"),
    ("colours changed on the spot", deal("Ts", "9h", "9d") + "1.1 chips 100; 1.1 stand; d deal d 8c; d pay 1.1 100"),
    ("a doubled bet coloured up before it is paid", DOUBLED + "1.1 chips 200; d pay 1.1 200"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "text"), RIGHT, ids=[how for how, _ in RIGHT])
def test_a_right_payment_is_silent_however_the_chips_move(how: str, text: str) -> None:
    verdict = judge(RUSSIAN, text + "; d clear")
    assert (codes(verdict), verdict.state) == ([], "settled")


WRONG = [
    # field notes D.3, 41 to 63
    (41, RUSSIAN, TIED + "d pay 1.1 100", "push-paid", 100),
    (42, RUSSIAN, TIED + "d take 1.1 100", "push-taken", -100),
    (42, SWITCH, NO_PAIR + "d take 1.side 20; 1.1 stand; 1.2 stand; d turn 1 Ts; d take 1.1 100; d take 1.2 100", None, 0),  # in Switch a tie loses
    (43, RUSSIAN, LOST + "d pay 1.1 100", "loser-paid", 200),
    (44, RUSSIAN, LOST + "d push 1.1", "loser-not-taken", 100),
    (45, RUSSIAN, WON + "d take 1.1 100", "winner-taken", -200),
    (46, RUSSIAN, FIRST_WON + "d pay 1.1 100", "cleared-unsettled", 60),
    (47, RUSSIAN, BLACKJACK + "d pay 1.1 100", "underpaid", -50),
    (47, RUSSIAN, BLACKJACK + "d pay 1.1 120", "underpaid", -30),  # 6:5
    (47, SWITCH, SWITCH_DEAL.format("As", "9c", "Kd", "4h") + "d take 1.side 20; d pay 1.1 150; 1.2 stand; d turn 1 Ts; d take 1.2 100", "overpaid", 50),
    (48, RUSSIAN, BLACKJACK + "d pay 1.1 175", "overpaid", 25),
    (49, RUSSIAN, deal("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Kc; d deal 1.2 5c; d deal d Tc; d take 1.2 100; d pay 1.1 150", "overpaid", 50),
    (50, RUSSIAN, DOUBLED + "d pay 1.1 100", "underpaid", -100),
    (50, RUSSIAN, WON + "d pay 1.1 200", "overpaid", 100),
    (50, RUSSIAN, DOUBLED.replace("9s", "2s") + "d take 1.1 100", "overpaid", 100),  # a lost double, only the stake taken
    (54, RUSSIAN, INSURED + "d deal d Kc; d pay 1.insurance 50; d take 1.1 100", "insurance-mispaid", -50),  # 1:1
    (54, RUSSIAN, INSURED + "d deal d Kc; d take 1.insurance 50; d take 1.1 100", "insurance-mispaid", -150),
    (54, RUSSIAN, INSURED + "d deal d 7c; d push 1.insurance; d pay 1.1 100", "insurance-mispaid", 50),
    (54, RUSSIAN, INSURED + "d deal d 7c; d pay 1.1 100", "cleared-unsettled", 50),
    (55, RUSSIAN, deal("Ts", "Ah", "Ad") + "d offer insurance; 1 even-money; d pay 1.1 150", "overpaid", 50),
    (56, RUSSIAN, GIVEN_UP + "d take 1.1 100", "surrender-wrong-amount", -50),
    (56, RUSSIAN, GIVEN_UP + "d take 1.1 25", "surrender-wrong-amount", 25),
    (56, RUSSIAN, GIVEN_UP + "d push 1.1", "surrender-wrong-amount", 50),
    (56, RUSSIAN, FIRST_WON.replace("2.1 stand", "2.1 surrender") + "d pay 1.1 100", "cleared-unsettled", 30),
    (57, SWITCH, TWO_PAIRS + "d pay 1.side 20; 1.1 stand; 1.2 stand; d turn 1 Td; d pay 1.1 100; d pay 1.2 100", "side-bet-wrong-tier", -140),
    (57, SWITCH, TWO_PAIRS + "d push 1.side; 1.1 stand; 1.2 stand; d turn 1 Td; d pay 1.1 100; d pay 1.2 100", "side-bet-missed", -160),
    (57, SWITCH, TWO_PAIRS + "d pay 1.side 155; 1.1 stand; 1.2 stand; d turn 1 Td; d pay 1.1 100; d pay 1.2 100", "underpaid", -5),
    (58, SWITCH, NO_PAIR + "d pay 1.side 20; 1.1 stand; 1.2 stand; d turn 1 Td; d take 1.1 100; d take 1.2 100", "loser-paid", 40),
    (59, RUSSIAN, BONUS + "d pay 1.1.bonus 500; d deal d Tc; d pay 1.1 100", "bonus-wrong-tier", 200),
    (59, RUSSIAN, BONUS + "d push 1.1.bonus; d deal d Tc; d pay 1.1 100", "bonus-missed", -300),
    (59, RUSSIAN, BONUS + "d deal d Tc; d pay 1.1 100", "bonus-missed", -300),
    (59, RUSSIAN, WON + "d pay 1.1 100; d pay 1.1.bonus 300", "bonus-wrong-tier", 300),
    (60, RUSSIAN, deal("Ts", "9h", "9d") + "1.1 stand; d deal d 6c; d deal d 7c; d push 1.1", "winner-not-paid", -100),
    (61, RUSSIAN, WON + "d pay 1.1 95", "underpaid", -5),
    (61, RUSSIAN, WON + "d pay 1.1 105", "overpaid", 5),
    (61, RUSSIAN, WON + "d pay 1.1 60; d pay 1.1 30", "underpaid", -10),
    (61, RUSSIAN, WON + "d pay 1.1 60; d pay 1.1 60", "overpaid", 20),
    (61, RUSSIAN, LOST + "d take 1.1 75", "overpaid", 25),
    (61, RUSSIAN, LOST + "d take 1.1 125", "underpaid", -25),
    (0, RUSSIAN, WON + "d pay 1.1 100; d pay 1.1 100", "settled-twice", 100),
    (0, RUSSIAN, LOST + "d take 1.1 100; d take 1.1 100", "settled-twice", -100),
    (0, RUSSIAN, WON + "d pay 1.1 100; d pay 2.1 5", "paid-wrong-box", 5),
    (0, RUSSIAN, WON + "d pay 1.1 100; d pay 1.insurance 5", "insurance-mispaid", 5),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "profile", "text", "code", "gain"), WRONG)
def test_a_wrong_payment_is_one_finding_with_its_money(
    kind: int, profile: str, text: str, code: str | None, gain: int
) -> None:
    assert money(judge(profile, text + "; d clear")) == ([(code, gain)] if code else []), kind


def test_a_correction_after_other_money_moved_is_told_with_what_is_left() -> None:
    text = BOTH_WON + "d pay 2.1 90; d pay 1.1 100; d take 2.1 30; d clear"
    assert money(judge(RUSSIAN, text)) == [("overpaid", 0)]
    text = BOTH_WON + "d pay 2.1 60; d pay 1.1 100; d pay 2.1 60; d clear"
    assert money(judge(RUSSIAN, text)) == [("settled-twice", 60)]


@pytest.mark.parametrize(
    ("text", "gain"),
    [
        (FIRST_WON + "d pay 2.1 100", 60),  # and its stake was left to it
        (FIRST_WON + "d take 2.1 60; d pay 2.1 100", 0),
        (BOTH_WON + "d pay 2.1 60; d pay 2.1 100", 0),  # the other winner got it on top of his own
        (BOTH_WON + "d pay 2.1 100; d pay 2.1 60", 0),
        (BOTH_WON + "d pay 2.1 100; d pay 1.1 60", 0),  # crosswise
        (BOTH_WON + "d pay 1.1 60; d pay 2.1 100", 0),
        (FIRST_WON + "d take 2.1 60; d pay 3.1 100", 0),
    ],
)
def test_a_payment_on_the_wrong_box_is_one_mistake(text: str, gain: int) -> None:
    assert money(judge(RUSSIAN, text + "; d clear")) == [("paid-wrong-box", gain)]


def test_equal_winners_cannot_be_swapped() -> None:
    text = BOTH_WON.replace("2 bet 60", "2 bet 100")
    assert codes(judge(RUSSIAN, text + "d pay 2.1 100; d pay 1.1 100; d clear")) == []


SHARED = deal("Ts", "Ah", "9d", "1 bet 100 by Ann; 1 bet 60 by Bob")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("d pay 1.1 240", []),
        ("d pay 1.1 150 by Ann; d pay 1.1 90 by Bob", []),
        ("d pay 1.1 90 by Bob; d pay 1.1 100 by Ann; d pay 1.1 50 by Ann", []),
        ("d pay 1.1 90 by Ann; d pay 1.1 150 by Bob", ["paid-wrong-box"]),
        ("d pay 1.1 240 by Bob", ["paid-wrong-box"]),
        ("d pay 1.1 150 by Ann; d pay 1.1 90 by Zed", ["paid-wrong-box"]),
        ("d pay 1.1 150 by Ann; d pay 1.1 60 by Bob", ["underpaid"]),
        ("d pay 1.1 150 by Ann", ["underpaid"]),
    ],
)
def test_the_prize_goes_to_the_right_person(text: str, found: list[str]) -> None:
    verdict = judge(RUSSIAN, SHARED + text + "; d clear")
    assert codes(verdict) == found
    if found == ["paid-wrong-box"]:
        (finding,) = verdict.findings
        assert finding.money == 0 and " by " in finding.seen


def test_bettors_may_be_paid_at_their_own_times() -> None:
    text = (
        "1 bet 100 by Ann; 1 bet 60 by Bob; 2 bet 10; d nmb; d deal 1.1 Ts; d deal 2.1 Tc; d deal d 9d; d deal 1.1 9h;"
        "d deal 2.1 6h; 1.1 stand; 2.1 stand; d deal d 8c; d pay 1.1 100 by Ann; d take 2.1 10; d pay 1.1 60 by Bob; d clear"
    )
    assert codes(judge(RUSSIAN, text)) == []


ODD = "1 bet 0.25; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 {}; "


@pytest.mark.parametrize(
    ("rounding", "right", "wrong"),
    [("exact", ["0.12", "0.13"], ["0.11", "0.14"]), ("down", ["0.13"], ["0.12"]), ("up", ["0.12"], ["0.13"])],
)
def test_an_odd_half_is_rounded_as_the_house_says_and_left_to_it_where_it_says_nothing(
    rounding: str, right: list[str], wrong: list[str]
) -> None:
    """Half of 0.25 comes back: `down` gives 0.12 back and takes 0.13."""
    start = ODD.format("6h") + "1.1 surrender;"
    for amount in right:
        assert codes(judge(RUSSIAN, f"{start} d take 1.1 {amount}; d clear", rounding=rounding)) == []
    for amount in wrong:
        found = codes(judge(RUSSIAN, f"{start} d take 1.1 {amount}; d clear", rounding=rounding))
        assert found == ["surrender-wrong-amount"]


@pytest.mark.parametrize(
    ("rounding", "right"), [("exact", ["0.37", "0.38"]), ("down", ["0.37"]), ("up", ["0.38"])]
)
def test_an_odd_blackjack_too(rounding: str, right: list[str]) -> None:
    for amount in ("0.36", "0.37", "0.38", "0.39"):
        found = codes(judge(RUSSIAN, f"{ODD.format('Ah')} d pay 1.1 {amount}; d clear", rounding=rounding))
        assert (found == []) is (amount in right)


@pytest.mark.parametrize(
    ("rounding", "right"), [("exact", ["0.12", "0.13"]), ("down", ["0.12"]), ("up", ["0.13"])]
)
def test_an_odd_insurance_too(rounding: str, right: list[str]) -> None:
    start = ODD.replace("9d", "Ad").format("6h") + "d offer insurance;"
    for amount in ("0.11", "0.12", "0.13", "0.14"):
        found = codes(judge(RUSSIAN, f"{start} 1 insure {amount}", rounding=rounding))
        assert found == ([] if amount in right else ["insurance-wrong-amount"])


def test_a_box_without_cards_keeps_its_stake() -> None:
    start = "1 bet 100; 2 bet 60; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 9h; 1.1 stand; d deal d 8c; d pay 1.1 100;"
    assert codes(judge(RUSSIAN, start + "d clear")) == ["box-skipped-in-deal"]
    assert codes(judge(RUSSIAN, start + "d push 2.1; d clear")) == ["box-skipped-in-deal"]
    assert codes(judge(RUSSIAN, start + "d take 2.1 60; d clear")) == ["box-skipped-in-deal", "push-taken"]


def test_money_before_its_time_is_early_and_told_once() -> None:
    text = deal("Ts", "9h", "9d") + "1.1 stand; d pay 1.1 100; d deal d 8c; d clear"
    assert codes(judge(RUSSIAN, text)) == ["settled-early"]
    wrong = deal("Ts", "9h", "9d") + "1.1 stand; d take 1.1 100; d deal d 8c; d clear"
    assert codes(judge(RUSSIAN, wrong)) == ["winner-taken"]


def test_peek_game_settles_insurance_while_the_hole_card_lies_face_down() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 Ts; d deal d Ac; d deal 1.1 9h; d deal d ??; d offer insurance; 1 insure 50; d insurance-closed; d peek; d take 1.insurance 50;"
    verdict = judge(PEEK, text + "1.1 stand; d turn 2 7c; d pay 1.1 100; d clear")
    assert codes(verdict) == []
