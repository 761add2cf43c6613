# ruff: noqa: E501 (one example reads best in one piece)
"""One example of every kind of finding, each with a legal twin that must stay silent."""

from dataclasses import dataclass, field

import pytest

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, codes, judge
from tracker.actions import parse_action
from tracker.codes import CODES
from tracker.profile import load_profile
from tracker.referee import judge_round

# Deals, up to the first decision.
R_ONE = "1 bet 100; d nmb; d deal 1.1 {0}; d deal d {2}; d deal 1.1 {1};"
R_TWO = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 {0}; d deal 2.1 {2}; d deal d {4}; d deal 1.1 {1}; d deal 2.1 {3};"
S_ONE = "1 bet 100; d nmb; d deal 1.1 {0}; d deal 1.2 {2}; d deal d ??; d deal 1.1 {1}; d deal 1.2 {3}; d deal d {4};"
P_ONE = "1 bet 100; d nmb; d deal 1.1 {0}; d deal d {2}; d deal 1.1 {1}; d deal d ??;"


def r1(*cards: str) -> str:
    return R_ONE.format(*cards)


def r2(*cards: str) -> str:
    return R_TWO.format(*cards)


def s1(*cards: str) -> str:
    return S_ONE.format(*cards)


def p1(*cards: str) -> str:
    return P_ONE.format(*cards)


@dataclass(frozen=True)
class Example:
    code: str
    profile: str
    bad: str
    good: str
    rules: dict[str, object] = field(default_factory=dict)


PLAYED_20 = r1("Ts", "Qh", "9d") + "1.1 stand; d deal d Ts;"  # 20 against 19
PLAYED_18 = r1("Ts", "8h", "9d") + "1.1 stand; d deal d Ts;"  # 18 against 19
PLAYED_19 = r1("Ts", "9h", "9d") + "1.1 stand; d deal d Ts;"  # 19 against 19
ACE_UP = r1("Ts", "9h", "Ad") + "d offer insurance;"
EIGHTS = r1("8s", "8h", "9d")
SIDE = (
    "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Ks; d deal 1.2 Kh; d deal d ??;"
    "d deal 1.1 4d; d deal 1.2 4c; d deal d 7h;"
)
SIDE_END = "1.1 stand; 1.2 stand; d turn 1 Tc; d take 1.1 100; d take 1.2 100; d clear"
FIVE = (
    r1("2s", "3h", "9d")
    + "1.1 hit; d deal 1.1 4c; 1.1 hit; d deal 1.1 5d; 1.1 hit; d deal 1.1 7s; d deal d Ts; d pay 1.1 100;"
)

EXAMPLES = [
    # dealer's hand
    Example("dealer-stood-below-17", RUSSIAN, r1("Ts", "9h", "9d") + "1.1 stand; d deal d 7s; d pay 1.1 100; d clear",
            r1("Ts", "9h", "9d") + "1.1 stand; d deal d 8s; d pay 1.1 100; d clear"),
    Example("dealer-drew-on-17-or-more", RUSSIAN, r1("Ts", "9h", "9d") + "1.1 stand; d deal d 8s; d deal d 2c",
            r1("Ts", "9h", "9d") + "1.1 stand; d deal d 7s; d deal d 2c"),
    Example("dealer-drew-on-soft-17", RUSSIAN, r1("Ts", "9h", "6d") + "1.1 stand; d deal d As; d deal d 2c",
            r1("Ts", "9h", "5d") + "1.1 stand; d deal d As; d deal d 2c"),
    Example("dealer-stood-on-soft-17", PEEK, p1("Ts", "9h", "6d") + "1.1 stand; d turn 2 Ac; d stand",
            p1("Ts", "9h", "7d") + "1.1 stand; d turn 2 Ac; d stand", {"soft17": "hit"}),
    Example("dealer-drew-without-need", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 9c; d deal d 8s",
            r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 5c; d deal d 8s"),
    Example("dealer-card-early", RUSSIAN, r1("Ts", "6h", "9d") + "d deal d 8s; 1.1 stand",
            r1("Ts", "6h", "9d") + "1.1 stand; d deal d 8s"),
    Example("dealer-card-missing", RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.1 9h; 1.1 stand",
            r1("Ts", "9h", "9d") + "1.1 stand"),
    Example("hole-card-exposed", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "d turn 1 Qh; 1.1 stand; 1.2 stand",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1.1 stand; 1.2 stand; d turn 1 Qh"),
    Example("upcard-not-shown", SWITCH, s1("Ts", "8h", "Tc", "9d", "??") + "1.1 stand; 1.2 stand; d turn 1 Qh; d turn 2 9h",
            s1("Ts", "8h", "Tc", "9d", "??") + "d turn 2 9h; 1.1 stand; 1.2 stand; d turn 1 Qh"),
    # dealing order
    Example("box-skipped-in-deal", RUSSIAN, "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Ts; d deal d 9d; d deal 1.1 9s",
            "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal d 9d"),
    Example("dealt-out-of-order", RUSSIAN, "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Ts; d deal 1.1 9s; d deal d 9d",
            "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal d 9d"),
    Example("card-to-empty-box", RUSSIAN, "1 bet 100; 3 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal 3.1 9d",
            "1 bet 100; 3 bet 100; d nmb; d deal 1.1 Ts; d deal 3.1 9d"),
    Example("card-missing", RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; 1.1 stand; d deal d Tc",
            r1("Ts", "9h", "9d") + "1.1 stand; d deal d Tc"),
    Example("card-extra", SWITCH, "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d ??; d deal 1.1 6c; d deal 1.1 7d",
            "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d ??; d deal 1.1 6c; d deal 1.2 7d"),
    Example("burn-missing", RUSSIAN, "1 bet 100; d shuffle; d nmb; d deal 1.1 Ts",
            "1 bet 100; d shuffle; d burn 4c; d nmb; d deal 1.1 Ts", {"burn_first_card": True}),
    Example("decision-out-of-turn", RUSSIAN, r2("Ts", "2h", "Tc", "9c", "9d") + "2.1 stand; 1.1 stand",
            r2("Ts", "2h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand"),
    Example("box-skipped-in-play", RUSSIAN, r2("Ts", "2h", "Tc", "9c", "9d") + "2.1 stand; d deal d 8s; d take 1.1 100; d pay 2.1 100; d clear",
            r2("Ts", "2h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal d 8s; d take 1.1 100; d pay 2.1 100; d clear"),
    # player cards
    Example("card-on-21", RUSSIAN, r1("Ts", "2h", "9d") + "1.1 hit; d deal 1.1 9c; d deal 1.1 2d",
            r1("Ts", "2h", "9d") + "1.1 hit; d deal 1.1 8c; d deal 1.1 Ad"),
    Example("card-on-blackjack", RUSSIAN, r1("As", "Kh", "9d") + "d deal 1.1 5c", r1("As", "9h", "9d") + "d deal 1.1 5c"),
    Example("card-after-stand", RUSSIAN, r1("Ts", "8h", "9d") + "1.1 stand; d deal 1.1 2c",
            r1("Ts", "8h", "9d") + "1.1 hit; d deal 1.1 2c"),
    Example("card-after-bust", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 9c; d deal 1.1 2c",
            r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 2c; d deal 1.1 2d"),
    Example("card-after-double", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c; d deal 1.1 2d",
            r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c"),
    Example("card-on-split-ace", RUSSIAN, r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 3c; d deal 1.1 5c",
            r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 3c; d deal d 8c"),
    Example("card-after-surrender", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 surrender; d deal 1.1 5c",
            r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 5c"),
    Example("cards-moved", RUSSIAN, r2("Ts", "2h", "Tc", "9c", "9d") + "d move 1.1 2 2.1",
            r2("Ts", "2h", "Tc", "9c", "9d")),
    # switch
    Example("switch-not-offered-by-game", RUSSIAN, r1("Ts", "9h", "9d") + "1 switch", r1("Ts", "9h", "9d") + "1.1 stand"),
    Example("switch-wrong-cards", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch 1 2",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch 2 2"),
    Example("switch-after-action", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1.1 stand; 1 switch",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch; 1.1 stand"),
    Example("switch-twice", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch; 1 switch",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch"),
    Example("switch-after-insurance", SWITCH, s1("Ts", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1 insure 100; 1 switch",
            s1("Ts", "8h", "Tc", "9d", "Ad") + "d offer insurance; d insurance-closed; 1 switch", {"switch_after_insurance": False}),
    Example("switch-on-blackjack", SWITCH, s1("As", "Kh", "Tc", "9d", "7d") + "1 switch",
            s1("As", "9h", "Tc", "9d", "7d") + "1 switch"),
    # double
    Example("double-not-on-two-cards", RUSSIAN, r1("2s", "3h", "9d") + "1.1 hit; d deal 1.1 2c; 1.1 double 100; d deal 1.1 9c",
            r1("2s", "3h", "9d") + "1.1 double 100; d deal 1.1 9c"),
    Example("double-wrong-amount", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 150", r1("6s", "6h", "9d") + "1.1 double 100"),
    Example("double-after-split-forbidden", SWITCH,
            s1("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 3c; d deal 1.3 4c; 1.1 double 100",
            s1("6s", "5h", "Tc", "9d", "7d") + "1.1 double 100", {"double_after_split": False}),
    Example("double-not-offered", RUSSIAN, r1("6s", "5h", "9d") + "1.1 hit; d deal 1.1 9c",
            r1("6s", "5h", "9d") + "d offer double 1.1; 1.1 hit; d deal 1.1 9c"),
    Example("double-missing-card", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 100; d deal d 8c",
            r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c; d deal d 8c"),
    # split
    Example("split-unlike-cards", SWITCH, s1("Ks", "Th", "Tc", "9d", "7d") + "1.1 split 100",
            s1("Ks", "Kh", "Tc", "9d", "7d") + "1.1 split 100"),
    Example("split-not-on-two-cards", RUSSIAN, EIGHTS + "1.1 hit; d deal 1.1 2c; 1.1 split 100", EIGHTS + "1.1 split 100"),
    Example("split-over-limit", SWITCH,
            s1("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 8c; d deal 1.3 4c; 1.1 split 100",
            s1("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 8c; d deal 1.3 4c; 1.1 stand"),
    Example("split-aces-over-limit", RUSSIAN,
            r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Ac; d deal 1.2 Ad; 1.1 split 100; d deal 1.1 5c; d deal 1.3 4c; 1.2 split 100",
            r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Ac; d deal 1.2 4d; 1.1 split 100; d deal 1.1 5c; d deal 1.3 4c"),
    Example("split-wrong-amount", RUSSIAN, EIGHTS + "1.1 split 50", EIGHTS + "1.1 split 100"),
    Example("split-after-insurance", SWITCH, s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1 insure 100; 1.1 split 100",
            s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; d insurance-closed; 1.1 split 100"),
    Example("split-missing-card", RUSSIAN, EIGHTS + "1.1 split 100; d deal 1.1 Tc; 1.1 stand; d deal d 8c",
            EIGHTS + "1.1 split 100; d deal 1.1 Tc; 1.1 stand; d deal 1.2 Td; 1.2 stand; d deal d 8c"),
    # surrender
    Example("surrender-not-on-two-cards", RUSSIAN, r1("Ts", "2h", "9d") + "1.1 hit; d deal 1.1 4c; 1.1 surrender",
            r1("Ts", "2h", "9d") + "1.1 surrender"),
    Example("surrender-after-split", RUSSIAN, EIGHTS + "1.1 split 100; d deal 1.1 7c; d deal 1.2 9c; 1.1 surrender", EIGHTS + "1.1 surrender"),
    Example("surrender-out-of-turn", RUSSIAN, r2("Ts", "6h", "Tc", "2c", "9d") + "1.1 stand; 2.1 hit; d deal 2.1 8s; 1.1 surrender",
            r2("Ts", "6h", "Tc", "2c", "9d") + "1.1 surrender; 2.1 hit; d deal 2.1 8s"),
    Example("surrender-wrong-amount", RUSSIAN, r1("Ts", "6h", "Td") + "1.1 surrender; d take 1.1 40",
            r1("Ts", "6h", "Td") + "1.1 surrender; d take 1.1 50"),
    Example("surrender-against-ace", RUSSIAN, r1("Ts", "6h", "Ad") + "d offer insurance; 1.1 surrender",
            r1("Ts", "6h", "Kd") + "1.1 surrender", {"surrender_vs_ace": False}),
    Example("surrender-not-offered-by-game", PEEK, p1("Ts", "6h", "9d") + "1.1 surrender", p1("Ts", "6h", "9d") + "1.1 stand"),
    # insurance
    Example("insurance-without-ace", RUSSIAN, r1("Ts", "9h", "Kd") + "1 insure 50", ACE_UP + "1 insure 50"),
    Example("insurance-wrong-amount", RUSSIAN, ACE_UP + "1 insure 60", ACE_UP + "1 insure 50"),
    Example("insurance-late", RUSSIAN, ACE_UP + "d insurance-closed; 1 insure 50", ACE_UP + "1 insure 50; d insurance-closed"),
    Example("insurance-after-split", SWITCH,
            s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1.1 split 100; d deal 1.1 5c; d deal 1.3 6c; 1 insure 150",
            s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1 insure 100"),
    Example("insurance-not-offered", RUSSIAN, r1("Ts", "9h", "Ad") + "1.1 stand", ACE_UP + "1.1 stand"),
    Example("even-money-without-blackjack", RUSSIAN, ACE_UP + "1 even-money", r1("As", "Kh", "Ad") + "1 even-money"),
    Example("even-money-without-ace", RUSSIAN, r1("As", "Kh", "Td") + "1 even-money", r1("As", "Kh", "Ad") + "1 even-money"),
    # bets
    Example("bet-late", RUSSIAN, "1 bet 100; d nmb; 2 bet 100", "1 bet 100; 2 bet 100; d nmb"),
    Example("bet-changed", RUSSIAN, r1("Ts", "9h", "9d") + "1.1 chips 150", r1("Ts", "9h", "9d") + "1.1 chips 100"),
    Example("bet-below-minimum", RUSSIAN, "1 bet 20; d nmb", "1 bet 20 by Ann; 1 bet 30 by Bob; d nmb", {"minimum": 50}),
    Example("bet-above-maximum", RUSSIAN, "1 bet 300 by Ann; 1 bet 300 by Bob; d nmb", "1 bet 500; d nmb", {"maximum": 500}),
    Example("bets-unequal", SWITCH, "1.1 bet 100; 1.2 bet 50; d nmb", "1.1 bet 100; 1.2 bet 100; d nmb"),
    Example("side-bet-without-bet", SWITCH, "1 bet 100; 2 side super-game 20; d nmb", "1 bet 100; 1 side super-game 20; d nmb"),
    Example("side-bet-late", SWITCH, "1 bet 100; d nmb; 1 side super-game 20", "1 bet 100; 1 side super-game 20; d nmb"),
    Example("too-many-bettors", RUSSIAN, "1 bet 10 by A; 1 bet 10 by B; 1 bet 10 by C; 1 bet 10 by D; d nmb",
            "1 bet 10 by A; 1 bet 10 by B; 1 bet 10 by C; 1 bet 10 by A; d nmb"),
    Example("too-many-boxes", SWITCH, "1 bet 10; 2 bet 10; 3 bet 10; 4 bet 10; d nmb", "1 bet 10; 2 bet 10; 4 bet 10; d nmb"),
    # money
    Example("loser-paid", RUSSIAN, PLAYED_18 + "d pay 1.1 100; d clear", PLAYED_18 + "d take 1.1 100; d clear"),
    Example("loser-not-taken", RUSSIAN, PLAYED_18 + "d push 1.1; d clear", PLAYED_18 + "d take 1.1 100; d clear"),
    Example("winner-not-paid", RUSSIAN, PLAYED_20 + "d push 1.1; d clear", PLAYED_20 + "d pay 1.1 100; d clear"),
    Example("winner-taken", RUSSIAN, PLAYED_20 + "d take 1.1 100; d clear", PLAYED_20 + "d pay 1.1 100; d clear"),
    Example("push-paid", RUSSIAN, PLAYED_19 + "d pay 1.1 100; d clear", PLAYED_19 + "d push 1.1; d clear"),
    Example("push-taken", RUSSIAN, PLAYED_19 + "d take 1.1 100; d clear", PLAYED_19 + "d push 1.1; d clear"),
    Example("underpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 100; d clear", r1("As", "Kh", "9d") + "d pay 1.1 150; d clear"),
    Example("overpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 200; d clear", r1("As", "Ks", "9d") + "d pay 1.1 200; d clear"),
    Example("side-bet-wrong-tier", SWITCH, SIDE + "d pay 1.side 100;" + SIDE_END, SIDE + "d pay 1.side 160;" + SIDE_END),
    Example("side-bet-missed", SWITCH, SIDE + SIDE_END, SIDE + "d pay 1.side 160;" + SIDE_END),
    Example("bonus-missed", RUSSIAN, FIVE + "d clear", FIVE + "d pay 1.1.bonus 300; d clear"),
    Example("bonus-wrong-tier", RUSSIAN, FIVE + "d pay 1.1.bonus 500; d clear", FIVE + "d pay 1.1.bonus 300; d clear"),
    Example("insurance-mispaid", RUSSIAN, ACE_UP + "1 insure 50; 1.1 stand; d deal d Ks; d take 1.1 100; d pay 1.insurance 50; d clear",
            ACE_UP + "1 insure 50; 1.1 stand; d deal d Ks; d take 1.1 100; d pay 1.insurance 100; d clear"),
    Example("paid-wrong-box", RUSSIAN, r2("Ts", "Th", "Tc", "7c", "9d") + "1.1 stand; 2.1 stand; d deal d Tc; d pay 2.1 100; d clear",
            r2("Ts", "Th", "Tc", "7c", "9d") + "1.1 stand; 2.1 stand; d deal d Tc; d take 2.1 100; d pay 1.1 100; d clear"),
    Example("settled-early", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 stand; d take 1.1 100; d deal d Ts; d clear",
            r1("Ts", "6h", "9d") + "1.1 stand; d deal d Ts; d take 1.1 100; d clear"),
    Example("settled-twice", RUSSIAN, PLAYED_20 + "d pay 1.1 100; d pay 1.1 100; d clear", PLAYED_20 + "d pay 1.1 100; d clear"),
    Example("cleared-unsettled", RUSSIAN,
            r2("Ts", "9h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal d Ts; d push 1.1; d clear",
            r2("Ts", "9h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal d Ts; d push 1.1; d push 2.1; d clear"),
    # shoe and system
    Example("card-count-exceeded", PEEK, p1("Ts", "6h", "9d") + "d burn Ts", p1("Ts", "6h", "9d") + "d burn Tc", {"decks": 1}),
    Example("correction", RUSSIAN, r1("Ts", "6h", "9d") + "c fix 3 d deal 1.1 Tc by Ann reason misread suit", r1("Ts", "6h", "9d")),
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.code)
def test_mistake_is_found_once(example: Example) -> None:
    assert codes(judge(example.profile, example.bad, **example.rules)) == [example.code]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.code)
def test_legal_twin_stays_silent(example: Example) -> None:
    assert codes(judge(example.profile, example.good, **example.rules)) == []


def test_every_judged_code_has_an_example() -> None:
    assert {example.code for example in EXAMPLES} == {code for code, row in CODES.items() if row.judged}


def test_a_house_can_switch_a_code_off_or_take_it_more_seriously() -> None:
    actions = [parse_action(part) for part in ("1 bet 100", "d nmb", "2 bet 100")]
    profile = load_profile(RUSSIAN)
    off = profile.model_copy(update={"severity": {"bet-late": "off"}})
    check = profile.model_copy(update={"severity": {"bet-late": "check"}})
    assert judge_round(off, actions).findings == ()
    assert [finding.severity for finding in judge_round(check, actions).findings] == ["check"]
