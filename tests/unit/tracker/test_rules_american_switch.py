"""A fourth profile, written from what American regulators publish on Blackjack Switch: the fields are general."""

from pathlib import Path

import pytest

from tests.unit.tracker.table import bet, codes, net
from tracker.actions import parse_action
from tracker.profile import profile_from_toml
from tracker.profiles.check import check_profile
from tracker.referee import judge_round
from tracker.verdict import RoundVerdict

FILE = Path(__file__).parents[2] / "data" / "profiles" / "us-blackjack-switch.toml"
PROFILE = profile_from_toml(FILE.read_text(encoding="utf-8"), FILE.name)


def judge(text: str) -> RoundVerdict:
    return judge_round(PROFILE, [parse_action(part) for part in text.split(";") if part.strip()])


def deal(a: str, b: str, c: str, d: str, up: str) -> str:
    """Two cards to each hand of box 1, the upcard first, the hole card last."""
    return (
        f"1 bet 100; d nmb; d deal 1.1 {a}; d deal 1.2 {c}; d deal d {up};"
        f"d deal 1.1 {b}; d deal 1.2 {d}; d deal d ??;"
    )


def test_the_profile_contradicts_itself_nowhere() -> None:
    assert [remark.kind for remark in check_profile(PROFILE)] == ["dear"]
    (remark,) = check_profile(PROFILE)
    assert remark.fields == ("dealer_22",)


def test_five_players_at_most() -> None:
    bets = "".join(f"{no} bet 10;" for no in range(1, 7))
    assert codes(judge(bets + "d nmb")) == ["too-many-boxes"]
    assert codes(judge(bets.removesuffix("6 bet 10;") + "d nmb")) == []


def test_both_wagers_are_equal() -> None:
    assert codes(judge("1.1 bet 100; 1.2 bet 90; d nmb")) == ["bets-unequal"]


def test_the_first_card_of_a_shoe_is_burned() -> None:
    assert codes(judge("1 bet 100; d shuffle; d nmb; d deal 1.1 Ts")) == ["burn-missing"]


def test_eight_copies_of_a_card_are_fine() -> None:
    burned = "d burn Ts;" * 8
    assert codes(judge(f"1 bet 100; d nmb; {burned}")) == []
    assert codes(judge(f"1 bet 100; d nmb; {burned} d burn Ts")) == ["card-count-exceeded"]


def test_the_hole_card_is_dealt_last_and_looked_at_under_ace_and_ten() -> None:
    verdict = judge(deal("Ts", "8h", "6c", "9d", "Kd"))
    assert "d peek" in verdict.next
    ended = judge(deal("Ts", "8h", "6c", "9d", "Kd") + "d peek; d turn 2 As")
    assert (net(ended, "1.1"), net(ended, "1.2"), ended.state) == (-100, -100, "settling")


def test_the_dealer_hits_soft_17() -> None:
    text = deal("Ts", "8h", "Tc", "9d", "6d") + "1.1 stand; 1.2 stand; d turn 2 Ac;"
    assert judge(text).next == ("d deal d",)
    assert codes(judge(text + "d stand")) == ["dealer-stood-on-soft-17"]


@pytest.mark.parametrize(("last", "result"), [("6h", (22, 0)), ("7h", (23, 100)), ("3h", (19, -100))])
def test_22_pushes_and_more_pays(last: str, result: tuple[int, int]) -> None:
    text = deal("Ts", "8h", "Tc", "8d", "Td") + f"d peek; 1.1 stand; 1.2 stand; d turn 2 6c; d deal d {last}"
    verdict = judge(text)
    assert (verdict.dealer.total, net(verdict, "1.1")) == result


def test_a_tie_pushes() -> None:
    text = deal("Ts", "8h", "Tc", "8d", "Td") + "d peek; 1.1 stand; 1.2 stand; d turn 2 8c"
    assert net(judge(text), "1.1") == 0


def test_a_blackjack_pays_evens_even_against_22_and_pushes_against_a_blackjack() -> None:
    start = deal("As", "Kh", "Tc", "8d", "Td")
    paid = judge(start + "d peek; 1.2 stand; d turn 2 6c; d deal d 6h")
    assert (bet(paid, "1.1").outcome, net(paid, "1.1"), net(paid, "1.2")) == ("blackjack", 100, 0)
    pushed = judge(start + "d peek; d turn 2 Ad")
    assert bet(pushed, "1.1").outcome == "push"


def test_a_blackjack_may_be_switched_away() -> None:
    verdict = judge(deal("As", "Kh", "Tc", "8d", "7d") + "1 switch")
    assert codes(verdict) == []
    assert (verdict.hands["1.1"].total, verdict.hands["1.2"].total) == (19, 20)


def test_no_switch_after_insurance_or_an_act_it_is_taken_back() -> None:
    ace = deal("Ts", "8h", "Tc", "6d", "Ad") + "d offer insurance; 1 insure 100; d insurance-closed; d peek;"
    insured = judge(ace + "1 switch")
    assert codes(insured) == ["switch-after-insurance"]
    assert [str(card) for card in insured.hands["1.1"].cards] == ["Ts", "8h"]
    acted = judge(deal("Ts", "8h", "Tc", "6d", "7d") + "1.1 stand; 1 switch")
    assert codes(acted) == ["switch-after-action"]
    assert acted.next[0] == "1.2 hit"


def test_surrender_is_late_for_half_and_insurance_is_settled_apart() -> None:
    ace = deal("Ts", "8h", "6c", "9d", "Ad") + "d offer insurance; 1 insure 100; d insurance-closed;"
    verdict = judge(ace + "d peek; 1.2 surrender; 1.1 stand; d turn 2 6c; d stand")
    assert net(verdict, "1.2") == -50
    assert net(verdict, "1.insurance") == -100


def test_no_surrender_of_a_split_hand() -> None:
    text = deal("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 6c; 1.1 surrender"
    assert codes(judge(text)) == ["surrender-after-split"]


def test_split_by_value_to_four_hands_one_card_on_each_ace() -> None:
    text = deal("Ts", "Kh", "9c", "8d", "7d")
    for n in (3, 4, 5):
        assert "1.1 split 100" in judge(text).next
        text += f"1.1 split 100; d deal 1.1 Qc; d deal 1.{n} 5c;"
    assert "1.1 split 100" not in judge(text).next
    aces = deal("As", "Ah", "9c", "8d", "7d") + "1.1 split 100; d deal 1.1 5c; d deal 1.3 6c; d deal 1.1 2c"
    assert codes(judge(aces)) == ["card-on-split-ace"]


@pytest.mark.parametrize(
    ("fourth", "tier", "gain"), [("Kc", "four-of-a-kind", 800), ("4c", "three-of-a-kind", 100)]
)
def test_the_super_match_is_paid_once_the_highest_only(fourth: str, tier: str, gain: int) -> None:
    text = "1 side super-match 20;" + deal("Ks", "Kh", "Kd", fourth, "7d")
    verdict = judge(text)
    assert (bet(verdict, "1.side").name, net(verdict, "1.side")) == (tier, gain)


def test_a_wrong_number_of_cards_is_a_misdeal_for_that_player() -> None:
    text = (
        "1 bet 100; 2 bet 50; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal 2.1 5c; d deal 2.2 6c; d deal d 7h;"
    )
    extra = text + "d deal 1.1 9c; d deal 1.1 7d; d deal 1.2 2c; d deal 2.1 Tc; d deal 2.2 Td; d deal d ??;"
    verdict = judge(extra)
    assert (codes(verdict), bet(verdict, "1.2").outcome, bet(verdict, "2.2").outcome) == (
        ["card-extra"],
        "void",
        "open",
    )
    short = text + "d deal 1.2 9c; d deal 2.1 Tc; d deal 2.2 Td; d deal d ??; 2.1 stand"
    assert (codes(judge(short)), bet(judge(short), "1.2").outcome) == (["box-skipped-in-deal"], "void")


def test_a_wrong_number_of_dealers_cards_is_a_misdeal_for_all() -> None:
    text = (
        "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d 7h; d deal 1.1 9c; d deal 1.2 2c; 1.1 stand"
    )
    assert (judge(text).state, codes(judge(text))) == ("void", ["dealer-card-missing"])
