# ruff: noqa: E501 (rounds read best in one piece)
"""What houses and regulators rule on irregularities (docs/rulings.md): each test is named after its number there."""

import re
from pathlib import Path

import pytest

from tests.unit.tracker.code_examples import EXAMPLES, Example
from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, bet, codes, judge, net
from tracker.actions import RULINGS as WORDS
from tracker.actions import parse_action
from tracker.codes import CODES
from tracker.findings import Finding
from tracker.profile import Profile, load_profile, profile_from_toml
from tracker.referee import Referee, judge_round
from tracker.rulings import PRACTICE, RULINGS
from tracker.verdict import RoundVerdict

R = "1 bet 100; d nmb; d deal 1.1 {}; d deal d {}; d deal 1.1 {};"
R2 = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 {}; d deal 2.1 {}; d deal d {}; d deal 1.1 {}; d deal 2.1 {};"
S = "1 bet 100; d nmb; d deal 1.1 {}; d deal 1.2 {}; d deal d ??; d deal 1.1 {}; d deal 1.2 {}; d deal d {};"
P = "1 bet 100; d nmb; d deal 1.1 {}; d deal d {}; d deal 1.1 {}; d deal d ??;"
US_SWITCH = Path(__file__).parents[2] / "data" / "profiles" / "us-blackjack-switch.toml"
PAGE = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text(encoding="utf-8")


def under(name: str, text: str, rulings: dict[str, str], **rules: object) -> RoundVerdict:
    """Judge under a shipped profile in which the house rules otherwise."""
    profile = load_profile(name, rules)
    lines = "".join(f'{code} = "{ruling}"\n' for code, ruling in rulings.items())
    checked = profile_from_toml(f'schema_version = 1\nname = "x"\n[rulings]\n{lines}')
    house = profile.model_copy(update={"rulings": checked.rulings})
    return judge_round(house, [parse_action(part) for part in text.split(";") if part.strip()])


def one(verdict: RoundVerdict) -> Finding:
    (finding,) = verdict.findings
    return finding


def test_ir_01_a_card_found_face_up_in_the_shoe_goes_to_the_discard_rack() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 Ts; d burn 5c; d deal d 9d; d deal 1.1 9h;"
    verdict = judge(RUSSIAN, text)
    assert (codes(verdict), verdict.hands["1.1"].total) == ([], 19)


def test_ir_03_a_card_drawn_in_error_and_exposed_is_the_next_card() -> None:
    text = R2.format("Ts", "5c", "9d", "8h", "7c") + "1.1 stand; d deal 1.1 4s;"
    kept = judge(RUSSIAN, text + "f rule card-after-stand keep by Ann; 2.1 hit; d deal 2.1 4s", decks=1)
    assert codes(kept) == ["card-after-stand"]
    assert (kept.hands["1.1"].total, kept.hands["2.1"].total) == (18, 16)
    assert codes(judge(RUSSIAN, text + "2.1 hit; d deal 2.1 4s", decks=1))[1:] == ["card-count-exceeded"]


def test_ir_04_a_player_who_refused_the_card_gets_no_more() -> None:
    text = R.format("Ts", "9d", "2h") + "1.1 stand; d deal 1.1 4s; d deal d 9s"
    assert codes(judge(RUSSIAN, text)) == ["card-after-stand"]


def test_ir_05_a_card_that_nobody_can_use_is_burned() -> None:
    text = (
        R.format("Ts", "9d", "8h")
        + "1.1 stand; d deal 1.1 4s; f rule card-after-stand keep by Ann; d burn 4s; d deal d 9s"
    )
    verdict = judge(RUSSIAN, text, decks=1)
    assert (codes(verdict), net(verdict, "1.1")) == (["card-after-stand"], 0)


def test_ir_06_a_card_that_the_dealer_draws_on_17_is_burned_and_his_total_stands() -> None:
    text = R.format("Ts", "9d", "9h") + "1.1 stand; d deal d 8s; d deal d 4c; d pay 1.1 100; d clear"
    verdict = judge(RUSSIAN, text)
    assert (one(verdict).code, one(verdict).ruling) == ("dealer-drew-on-17-or-more", "burn")
    assert (verdict.dealer.total, net(verdict, "1.1")) == (17, 100)


def test_ir_07_a_dealer_who_missed_his_card_gets_it_after_all_players_have_two() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.1 9h; d deal d 9d; 1.1 stand; d deal d 8s; d pay 1.1 100; d clear"
    verdict = judge(RUSSIAN, text)
    assert (one(verdict).code, one(verdict).ruling) == ("dealer-card-missing", "stands")
    assert (verdict.dealer.total, net(verdict, "1.1")) == (17, 100)


def test_ir_08_a_shoe_that_runs_out_is_shuffled_and_the_round_completed() -> None:
    text = P.format("Ts", "6d", "5h") + "d shuffle; d cut 15; 1.1 hit; d deal 1.1 4c; 1.1 stand; d turn 2 Kc;"
    assert codes(judge(PEEK, text + "d deal d 9s", decks=1)) == []
    assert codes(judge(PEEK, text + "d deal d Ts", decks=1)) == [
        "card-count-exceeded"
    ]  # it lies on the table


def test_ir_09_a_bet_that_got_no_cards_is_dead_and_kept() -> None:
    text = "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Tc; d deal d 9d; d deal 2.1 7c; 2.1 stand; d deal d 8s;"
    verdict = judge(RUSSIAN, text + "d push 2.1; d clear")
    assert (one(verdict).code, one(verdict).ruling) == ("box-skipped-in-deal", "keep")
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1"), bet(verdict, "2.1").outcome) == (
        "void",
        0,
        "push",
    )


@pytest.mark.parametrize(("ruling", "outcome"), [("keep", "win"), ("void-hand", "void")])
def test_ir_10_a_hand_with_one_card_is_completed_or_called_dead(ruling: str, outcome: str) -> None:
    text = "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Tc; d deal d 9d; d deal 2.1 7c; d deal 1.1 Ts; d deal 1.1 9s; 1.1 stand; 2.1 stand; d deal d 8s;"
    verdict = under(RUSSIAN, text, {} if ruling == "keep" else {"box-skipped-in-deal": ruling})
    assert (codes(verdict), bet(verdict, "1.1").outcome, one(verdict).ruling) == (
        ["box-skipped-in-deal"],
        outcome,
        ruling,
    )


IR_11 = "1 bet 100; 2 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal 2.1 5c; d deal 2.2 6c; d deal d ??; d deal 1.1 9c; d deal 1.1 7d; d deal 1.2 2c; d deal 2.1 Tc; d deal 2.2 Td; d deal d 7h;"


def test_ir_11_switch_a_wrong_number_of_cards_is_a_misdeal_for_that_player_only() -> None:
    verdict = under(SWITCH, IR_11, {"card-extra": "void-hand"})
    assert (one(verdict).code, one(verdict).ruling) == ("card-extra", "void-hand")
    assert [bet(verdict, ref).outcome for ref in ("1.1", "1.2", "1.side")] == ["void"] * 3
    assert bet(verdict, "2.1").outcome == "open"
    assert "2 switch" in verdict.next
    assert bet(judge(SWITCH, IR_11), "1.1").outcome == "open"  # other houses burn the card


def test_ir_11_on_the_floors_word() -> None:
    verdict = judge(SWITCH, IR_11 + "f rule card-extra void-hand by Ann")
    assert [bet(verdict, ref).outcome for ref in ("1.1", "1.2", "1.side", "2.1")] == [
        "void",
        "void",
        "void",
        "open",
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("dealer-card-missing", "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d ??; d deal 1.1 9c; d deal 1.2 2c; 1.1 stand"),
        ("dealer-card-early", "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d ??; d deal d 7h; d deal 1.1 9c"),
    ],
)  # fmt: skip
def test_ir_12_switch_a_wrong_number_of_dealers_cards_is_a_misdeal_for_all(code: str, text: str) -> None:
    verdict = under(SWITCH, text, {code: "void-round"})
    assert (verdict.state, codes(verdict), one(verdict).ruling) == ("void", [code], "void-round")
    assert {b.outcome for b in verdict.bets} == {"void"}
    assert under(SWITCH, text, {}).state != "void"


def test_ir_13_switch_two_unequal_bets_are_not_allowed() -> None:
    verdict = judge(SWITCH, "1.1 bet 100; 1.2 bet 50; d nmb")
    assert (one(verdict).code, one(verdict).ruling) == ("bets-unequal", "warn")


def test_ir_14_switch_the_side_bet_is_settled_first() -> None:
    text = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Ks; d deal 1.2 Kh; d deal d ??; d deal 1.1 4d; d deal 1.2 5c; d deal d 7h;"
    assert judge(SWITCH, text).next[0] == "d pay 1.side 20"


def test_ir_15_switch_several_matches_are_paid_once_the_highest_only() -> None:
    text = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Ks; d deal 1.2 Kh; d deal d ??; d deal 1.1 4d; d deal 1.2 4c; d deal d 7h;"
    verdict = judge(SWITCH, text + "d pay 1.side 20")
    assert (bet(verdict, "1.side").name, net(verdict, "1.side")) == ("two-pair", 160)
    assert codes(verdict) == ["side-bet-wrong-tier"]


def test_ir_16_a_profile_of_the_published_layout_is_checked_by_tests_of_its_own() -> None:
    house = profile_from_toml(US_SWITCH.read_text(encoding="utf-8"))
    layout = ("decks", "max_boxes", "blackjack_pays", "insurance_pays", "soft17", "dealer_22")
    values = [str(getattr(house, name)) for name in layout]
    assert values == ["8", "5", "1:1", "2:1", "hit", "push"]


def test_ir_17_switch_surrender_before_any_other_act_and_apart_from_insurance() -> None:
    start = S.format("Ts", "8h", "6c", "9d", "Ad") + "d offer insurance; 1 insure 100; d insurance-closed;"
    verdict = judge(SWITCH, start + "1.1 surrender; 1.2 stand; d turn 1 Kc")
    assert [net(verdict, ref) for ref in ("1.1", "1.2", "1.insurance")] == [-50, -100, 200]
    acted = start + "1.1 hit; d deal 1.1 2c; 1.1 surrender"
    assert codes(judge(SWITCH, acted)) == ["surrender-not-on-two-cards"]


@pytest.mark.parametrize(
    ("act", "code", "rules"),
    [
        ("1.1 hit; d deal 1.1 2c;", "switch-after-action", {}),
        ("1.1 double 100; d deal 1.1 2c;", "switch-after-action", {}),
        ("d offer insurance; 1 insure 100; d insurance-closed;", "switch-after-insurance", {"switch_after_insurance": False}),
    ],
)  # fmt: skip
def test_ir_18_switch_after_hit_double_or_insurance_is_taken_back(
    act: str, code: str, rules: dict[str, object]
) -> None:
    up = "Ad" if "insure" in act else "7d"
    text = S.format("Ts", "8h", "2c", "9d", up) + act + "1 switch"
    before = under(SWITCH, text.removesuffix("1 switch"), {}, **rules).hands
    verdict = under(SWITCH, text, {code: "take-back"}, **rules)
    assert codes(verdict) == [code]
    assert verdict.hands == before
    assert under(SWITCH, text, {}, **rules).hands != before


def test_ir_19_a_dealers_22_is_a_stand_off_and_a_blackjack_is_paid_all_the_same() -> None:
    text = S.format("As", "Th", "Kc", "9c", "Td") + "1.2 stand; d turn 1 6c; d deal d 6h"
    verdict = judge(SWITCH, text)
    assert (verdict.dealer.total, net(verdict, "1.1"), net(verdict, "1.2")) == (22, 100, 0)


def test_ir_21_a_dealer_who_pays_a_tie_is_told() -> None:
    text = R.format("Ts", "9d", "9h") + "1.1 stand; d deal d Tc; d pay 1.1 100; d clear"
    assert (one(judge(RUSSIAN, text)).code, one(judge(RUSSIAN, text)).ruling) == ("push-paid", "take-back")


@pytest.mark.parametrize(
    ("text", "code", "stake"),
    [
        (R.format("Ts", "9d", "9h") + "1.1 chips 500", "bet-changed", 100),
        (R.format("Ts", "9d", "9h") + "1.1 chips 20", "bet-changed", 100),
        ("1 bet 100; d nmb; 1 bet 400", "bet-late", 100),
    ],
)
def test_ir_24_a_wager_changed_after_the_first_card_counts_as_it_stood(
    text: str, code: str, stake: int
) -> None:
    verdict = judge(RUSSIAN, text)
    assert (one(verdict).code, one(verdict).ruling, bet(verdict, "1.1").stake) == (
        code,
        "take-back",
        stake * 100,
    )


def test_ir_25_where_only_original_bets_are_lost_a_split_stake_comes_back() -> None:
    text = (
        R.format("8s", "Td", "8h")
        + "1.1 split 100; d deal 1.1 Tc; d deal 1.2 9c; 1.1 stand; 1.2 stand; d deal d Ac"
    )
    house = judge(RUSSIAN, text, original_bets_only=True)
    assert (net(house, "1.1"), net(house, "1.2")) == (-100, 0)
    assert net(judge(RUSSIAN, text), "1.2") == -100


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (R.format("Ts", "9d", "2h") + "1.1 hit; d deal 1.1 9c; d deal 1.1 2d", "card-on-21"),
        (R.format("As", "9d", "6h") + "1.1 hit; d deal 1.1 4c; d deal 1.1 2d", "card-on-21"),
        (R.format("As", "9d", "Kh") + "d deal 1.1 2d", "card-on-blackjack"),
    ],
)
def test_ir_26_no_card_on_21_hard_or_soft_or_on_a_blackjack(text: str, code: str) -> None:
    verdict = judge(RUSSIAN, text)
    assert (codes(verdict), one(verdict).ruling, verdict.hands["1.1"].total) == ([code], "burn", 21)


@pytest.mark.parametrize(
    ("text", "code", "rules"),
    [
        (R.format("Ts", "9d", "2h") + "1.1 hit; d deal 1.1 4c; 1.1 surrender", "surrender-not-on-two-cards", {}),
        (R.format("Ts", "Ad", "6h") + "d offer insurance; 1.1 surrender", "surrender-against-ace", {"surrender_vs_ace": False}),
    ],
)  # fmt: skip
def test_ir_27_surrender_after_the_third_card_or_against_an_ace_is_refused(
    text: str, code: str, rules: dict[str, object]
) -> None:
    refused = under(RUSSIAN, text, {code: "take-back"}, **rules)
    assert (codes(refused), bet(refused, "1.1").outcome) == ([code], "open")
    assert "1.1 stand" in refused.next
    assert bet(under(RUSSIAN, text, {}, **rules), "1.1").outcome == "surrender"


def test_ir_31_the_floor_declares_a_round_void_when_the_shuffler_fails() -> None:
    verdict = judge(RUSSIAN, R.format("Ts", "9d", "2h") + "f rule shoe-not-shuffled void-round by Ann")
    assert (verdict.state, bet(verdict, "1.1").outcome, codes(verdict)) == ("void", "void", [])
    assert verdict.to_json()["rulings"] == [
        {"code": "shoe-not-shuffled", "ruling": "void-round", "by": "Ann"}
    ]


def test_ir_32_the_floor_declares_a_round_void_when_cards_come_face_up() -> None:
    text = P.format("Ts", "9d", "2h") + "d turn 2 5c; f rule hole-card-exposed void-round by Ann"
    verdict = judge(PEEK, text)
    assert (verdict.state, codes(verdict), one(verdict).ruled) == (
        "void",
        ["hole-card-exposed"],
        "void-round",
    )


def test_ir_33_a_card_for_a_player_who_stood_is_offered_onward() -> None:
    text = R2.format("Ts", "5c", "9d", "8h", "7c") + "1.1 stand; d deal 1.1 4s; 2.1 hit; d deal 2.1 4s"
    verdict = under(RUSSIAN, text, {"card-after-stand": "keep"}, decks=1)
    assert (codes(verdict), one(verdict).ruling, verdict.hands["2.1"].total) == (
        ["card-after-stand"],
        "keep",
        16,
    )


@pytest.mark.parametrize(("ruling", "state"), [("burn", "dealing"), ("void-round", "void")])
def test_ir_34_a_card_to_a_seat_without_a_bet_is_burned_or_voids_the_round(ruling: str, state: str) -> None:
    text = "1 bet 100; 3 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal 3.1 9d"
    verdict = under(RUSSIAN, text, {} if ruling == "burn" else {"card-to-empty-box": ruling})
    assert (codes(verdict), one(verdict).ruling, verdict.state) == (["card-to-empty-box"], ruling, state)


def test_ir_37_a_first_card_that_was_not_burned_is_a_violation() -> None:
    verdict = judge(RUSSIAN, "1 bet 100; d shuffle; d nmb; d deal 1.1 Ts", burn_first_card=True)
    assert (one(verdict).code, one(verdict).ruling) == ("burn-missing", "warn")


def test_ir_36_a_card_is_burned_after_a_shuffle() -> None:
    assert (
        codes(judge(RUSSIAN, "1 bet 100; d shuffle; d burn 4c; d nmb; d deal 1.1 Ts", burn_first_card=True))
        == []
    )


def test_ir_38_an_underbet_noticed_late_is_played_for_the_amount_down() -> None:
    text = "1 bet 20; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 9h; 1.1 stand; d deal d 8s; d pay 1.1 20; d clear"
    verdict = judge(RUSSIAN, text, minimum=50)
    assert (one(verdict).code, one(verdict).ruling, net(verdict, "1.1")) == ("bet-below-minimum", "warn", 20)


@pytest.mark.parametrize(
    ("act", "code"),
    [("1 insure 60", "insurance-wrong-amount"), ("d insurance-closed; 1 insure 50", "insurance-late")],
)
def test_ir_39_insurance_over_half_or_after_it_was_closed_is_refused(act: str, code: str) -> None:
    text = R.format("Ts", "Ad", "9h") + f"d offer insurance; {act}"
    refused = under(RUSSIAN, text, {code: "take-back"})
    assert (codes(refused), [b.bet for b in refused.bets]) == ([code], ["1.1"])
    assert [b.bet for b in under(RUSSIAN, text, {}).bets] == ["1.1", "1.insurance"]


WRONG = R.format("As", "9d", "Kh") + "d pay 1.1 100;"  # a blackjack pays 150


def test_ir_40_a_wrong_payoff_comes_back_whole_and_is_paid_afresh() -> None:
    verdict = judge(RUSSIAN, WRONG + "d take 1.1 100; d pay 1.1 150; d clear")
    assert codes(verdict) in ([], ["underpaid"])
    assert sum(finding.money for finding in verdict.findings) == 0


def test_ir_41_a_mispay_is_corrected_on_the_floors_word() -> None:
    wrong = judge(RUSSIAN, WRONG)
    assert (one(wrong).code, one(wrong).ruling, one(wrong).ruled, one(wrong).money) == (
        "underpaid",
        "repay",
        "",
        -5000,
    )
    ruled = judge(RUSSIAN, WRONG + "f rule underpaid repay by Ann")
    assert (one(ruled).ruled, one(ruled).ruled_by, ruled.next[0]) == ("repay", "Ann", "d pay 1.1 50")
    repaid = judge(RUSSIAN, WRONG + "f rule underpaid repay by Ann; d pay 1.1 50; d clear")
    assert sum(finding.money for finding in repaid.findings) == 0
    assert not any(action.startswith("d pay") for action in repaid.next)


def test_ir_41_an_overpaid_player_gives_back_unless_the_floor_lets_him_keep_it() -> None:
    text = R.format("Ts", "9d", "9h") + "1.1 stand; d deal d 8s; d pay 1.1 200;"
    assert judge(RUSSIAN, text + "f rule overpaid take-back by Ann").next[0] == "d take 1.1 100"
    kept = judge(RUSSIAN, text + "f rule overpaid keep by Ann")
    assert (one(kept).ruled, one(kept).money, kept.next) == ("keep", 10000, ("d clear",))


@pytest.mark.parametrize(("ruling", "state"), [("stands", "playing"), ("void-round", "void")])
def test_ir_43_with_a_card_too_many_a_shoe_is_played_on(ruling: str, state: str) -> None:
    text = R.format("Ts", "9d", "2h") + "1.1 hit; d deal 1.1 2h"
    verdict = under(RUSSIAN, text, {} if ruling == "stands" else {"card-count-exceeded": ruling}, decks=1)
    assert (one(verdict).code, one(verdict).ruling, verdict.state) == ("card-count-exceeded", ruling, state)


def test_ir_45_an_extra_hand_dealt_in_error_is_void() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 Tc; d deal d 9d; d deal 1.1 9h; d deal 2.1 7c; 1.1 stand; d deal d 8s; d pay 1.1 100; d clear"
    verdict = judge(RUSSIAN, text)
    assert (codes(verdict), list(verdict.hands)) == (["card-to-empty-box"], ["1.1"])


# every word that can be ruled


def test_the_words_are_those_of_the_notation() -> None:
    assert WORDS == RULINGS


AFTER_STAND = R.format("Ts", "9d", "5h") + "1.1 stand; d deal 1.1 5c;"


@pytest.mark.parametrize(
    ("ruling", "total", "outcome"),
    [
        ("burn", 15, "open"),
        ("warn", 15, "open"),
        ("repay", 15, "open"),  # makes no sense here: what is usual goes on
        ("keep", 15, "open"),
        ("stands", 20, "open"),
        ("void-hand", 15, "void"),
        ("void-round", 15, "void"),
    ],
)
def test_each_ruling_on_an_extra_card_has_its_effect(ruling: str, total: int, outcome: str) -> None:
    verdict = judge(RUSSIAN, AFTER_STAND + f"f rule card-after-stand {ruling} by Ann")
    assert (verdict.hands["1.1"].total, bet(verdict, "1.1").outcome) == (total, outcome)
    assert (one(verdict).ruled, one(verdict).ruled_by, one(verdict).ruling) == (ruling, "Ann", "burn")


@pytest.mark.parametrize(
    ("ruling", "stake"), [("take-back", None), ("warn", None), ("stands", 5000), ("keep", 5000)]
)
def test_each_ruling_on_a_late_bet_has_its_effect(ruling: str, stake: int | None) -> None:
    verdict = judge(RUSSIAN, f"1 bet 100; d nmb; 2 bet 50; f rule bet-late {ruling} by Ann")
    outcome = "void" if stake is None else "open"
    assert (bet(verdict, "2.1").outcome, bet(verdict, "2.1").stake) == (outcome, 5000)


@pytest.mark.parametrize(
    ("ruling", "stake"), [("take-back", 10000), ("warn", 10000), ("stands", 50000), ("keep", 50000)]
)
def test_each_ruling_on_a_changed_bet_has_its_effect(ruling: str, stake: int) -> None:
    verdict = judge(
        RUSSIAN, R.format("Ts", "9d", "9h") + f"1.1 chips 500; f rule bet-changed {ruling} by Ann"
    )
    assert bet(verdict, "1.1").stake == stake


ACTS: list[tuple[str, str, str, dict[str, object]]] = [
    ("double-not-on-two-cards", RUSSIAN, R.format("2s", "9d", "3h") + "1.1 hit; d deal 1.1 2c; 1.1 double 100", {}),
    ("double-wrong-amount", RUSSIAN, R.format("6s", "9d", "6h") + "1.1 double 60", {}),
    ("split-unlike-cards", SWITCH, S.format("Ks", "Tc", "Th", "9d", "7d") + "1.1 split 100", {}),
    ("split-wrong-amount", RUSSIAN, R.format("8s", "9d", "8h") + "1.1 split 60", {}),
    ("surrender-after-split", RUSSIAN, R.format("8s", "9d", "8h") + "1.1 split 100; d deal 1.1 7c; d deal 1.2 9c; 1.1 surrender", {}),
    ("surrender-not-offered-by-game", PEEK, P.format("Ts", "9d", "6h") + "1.1 surrender", {}),
    ("switch-wrong-cards", SWITCH, S.format("Ts", "Tc", "8h", "9d", "7d") + "1 switch 1 2", {}),
    ("switch-twice", SWITCH, S.format("Ts", "Tc", "8h", "9d", "7d") + "1 switch; 1 switch", {}),
    ("insurance-without-ace", RUSSIAN, R.format("Ts", "Kd", "9h") + "1 insure 50", {}),
    ("even-money-without-ace", RUSSIAN, R.format("As", "Td", "Kh") + "1 even-money", {}),
    ("cards-moved", RUSSIAN, R2.format("Ts", "Tc", "9d", "2h", "9c") + "d move 1.1 2 2.1", {}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "name", "text", "rules"), ACTS, ids=[act[0] for act in ACTS])
def test_an_act_that_is_taken_back_leaves_the_table_as_it_was(
    code: str, name: str, text: str, rules: dict[str, object]
) -> None:
    before = judge(name, text.rpartition(";")[0], **rules)
    taken_back = judge(name, text + f"; f rule {code} take-back by Ann", **rules)
    in_effect = judge(name, text, **rules)
    assert codes(taken_back) == codes(in_effect) == [code]
    assert (taken_back.hands, taken_back.bets) == (before.hands, before.bets)
    assert (in_effect.hands, in_effect.bets) != (before.hands, before.bets)
    assert one(in_effect).ruling == "stands"


def test_a_hand_whose_double_was_taken_back_plays_on() -> None:
    text = (
        R.format("6s", "9d", "6h")
        + "1.1 double 60; f rule double-wrong-amount take-back by Ann; d deal 1.1 5c;"
    )
    verdict = judge(RUSSIAN, text)
    assert (verdict.hands["1.1"].total, bet(verdict, "1.1").stake) == (17, 10000)
    assert "1.1 hit" in verdict.next


def test_what_only_the_whole_round_shows_can_be_ruled_void_by_the_floor() -> None:
    text = (
        R2.format("Ts", "Tc", "9d", "2h", "9c")
        + "2.1 stand; d deal d 8s; d take 1.1 100; d pay 2.1 100; d clear;"
    )
    assert codes(judge(RUSSIAN, text)) == ["box-skipped-in-play"]
    ruled = judge(RUSSIAN, text + "f rule box-skipped-in-play void-hand by Ann")
    assert (one(ruled).ruled, bet(ruled, "1.1").outcome, bet(ruled, "2.1").outcome) == (
        "void-hand",
        "void",
        "win",
    )
    void = judge(RUSSIAN, text + "f rule box-skipped-in-play void-round by Ann")
    assert (void.state, codes(void), bet(void, "2.1").outcome) == ("void", ["box-skipped-in-play"], "void")


def test_actions_before_the_floor_voids_a_hand_are_judged_as_they_were() -> None:
    text = (
        R2.format("Ts", "Tc", "9d", "6h", "9c")
        + "d deal 1.1 2c; 1.1 stand; d deal 1.1 2d; 2.1 surrender; f rule card-after-stand void-hand by Ann"
    )
    assert codes(judge(RUSSIAN, text)) == ["card-after-stand"]


def test_a_dealer_draws_nothing_for_a_void_hand() -> None:
    text = AFTER_STAND + "f rule card-after-stand void-hand by Ann; d deal d 8s"
    assert codes(judge(RUSSIAN, text)) == ["card-after-stand", "dealer-drew-without-need"]


def test_the_last_ruling_counts() -> None:
    text = AFTER_STAND + "f rule card-after-stand stands by Ann; f rule card-after-stand burn by Bob"
    verdict = judge(RUSSIAN, text)
    assert (verdict.hands["1.1"].total, one(verdict).ruled_by) == (15, "Bob")


def test_the_floors_ruling_goes_before_the_houses() -> None:
    verdict = under(
        RUSSIAN, AFTER_STAND + "f rule card-after-stand burn by Ann", {"card-after-stand": "void-round"}
    )
    assert (verdict.state, one(verdict).ruling, one(verdict).ruled) != ("void", "", "")
    assert (bet(verdict, "1.1").outcome, one(verdict).ruling, one(verdict).ruled) == (
        "open",
        "void-round",
        "burn",
    )


def test_the_json_says_what_is_proposed_and_what_was_ruled() -> None:
    document = judge(RUSSIAN, AFTER_STAND + "f rule card-after-stand stands by Ann Lee").to_json()
    (finding,) = document["findings"]
    assert (finding["ruling"], finding["ruled"], finding["ruled_by"]) == ("burn", "stands", "Ann Lee")
    assert document["rulings"] == [{"code": "card-after-stand", "ruling": "stands", "by": "Ann Lee"}]
    (open_finding,) = judge(RUSSIAN, AFTER_STAND).to_json()["findings"]
    assert (open_finding["ruling"], open_finding["ruled"], open_finding["ruled_by"]) == ("burn", None, None)


RULED = [(example, ruling) for example in EXAMPLES for ruling in RULINGS]


@pytest.mark.parametrize(("example", "ruling"), RULED, ids=[f"{e.code}-{r}" for e, r in RULED])
def test_whatever_is_ruled_is_recorded_and_what_makes_sense_keeps_the_finding(
    example: Example, ruling: str
) -> None:
    text = f"{example.bad}; f rule {example.code} {ruling} by Ann"
    verdict = judge(example.profile, text, **example.rules)
    assert verdict.to_json()["rulings"] == [{"code": example.code, "ruling": ruling, "by": "Ann"}]
    practice = PRACTICE.get(example.code)
    if practice is not None and ruling in practice.choices:
        assert [(f.code, f.ruled, f.ruled_by) for f in verdict.findings] == [(example.code, ruling, "Ann")]
    if ruling == "void-round":
        assert verdict.state == "void"
        assert all(b.net == 0 for b in verdict.bets)


@pytest.mark.parametrize(("example", "ruling"), RULED, ids=[f"{e.code}-{r}" for e, r in RULED])
def test_what_a_house_rules_is_what_the_floor_would_rule(example: Example, ruling: str) -> None:
    practice = PRACTICE.get(example.code)
    if practice is None or ruling not in practice.choices:
        return
    house = under(example.profile, example.bad, {example.code: ruling}, **example.rules)
    floor = judge(example.profile, f"{example.bad}; f rule {example.code} {ruling} by Ann", **example.rules)
    assert house.findings[0].code == floor.findings[0].code == example.code
    assert (house.hands, house.bets, house.state) == (floor.hands, floor.bets, floor.state)


@pytest.mark.parametrize("code", PRACTICE)
def test_every_usual_ruling_has_a_source(code: str) -> None:
    practice = PRACTICE[code]
    assert practice.source
    assert len(set(practice.choices)) == len(practice.choices)
    assert CODES[code].judged


# the page


ROWS = dict(re.findall(r"^\| (IR-\d\d) \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE))


def test_the_page_tells_of_every_irregularity() -> None:
    assert list(ROWS) == [f"IR-{number:02d}" for number in range(1, 46)]


@pytest.mark.parametrize("number", ROWS)
def test_what_the_page_calls_tested_is_tested(number: str) -> None:
    told = ROWS[number]
    tests = [name for name in globals() if name.startswith(f"test_{number.lower().replace('-', '_')}_")]
    assert bool(tests) is (not told.startswith("not expressible"))


def test_a_referee_says_the_same_whenever_it_is_asked() -> None:
    """Rulings replay the round: asking after each action changes nothing."""
    text = (
        IR_11
        + "f rule card-extra void-hand by Ann; 2.1 stand; 2.2 stand; d turn 1 Tc; d pay 2.1 100; f rule card-extra burn by Bob"
    )
    profile: Profile = load_profile(SWITCH)
    actions = [parse_action(part) for part in text.split(";") if part.strip()]
    asked = Referee(profile)
    for action in actions:
        asked.apply(action)
        asked.verdict()
    assert asked.verdict() == judge_round(profile, actions)
