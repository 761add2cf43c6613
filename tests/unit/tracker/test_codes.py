# ruff: noqa: E501 (rounds read best in one piece)
"""Finding codes: each mistake is found once and told whole, its legal twin stays silent, and several are all found."""

import difflib

import pytest

from tests.unit.tracker.code_examples import EXAMPLES, Example, r1, r2, s1
from tests.unit.tracker.code_variants import VARIANTS
from tests.unit.tracker.table import RUSSIAN, SWITCH, bet, codes, judge, net
from tracker.actions import parse_action
from tracker.codes import CODES
from tracker.profile import load_profile
from tracker.referee import judge_round
from tracker.rulings import PRACTICE

NOT_BY_THE_REFEREE = {
    "cut-card-dealt", "shoe-not-shuffled", "deck-incomplete", "table-uncertain", "clock-jump",  # not yet seen
    "pace-low", "pace-high", "error-rate-high", "errors-one-sided", "bets-follow-count", "play-knows-hole-card",
    "camera-blind",
}  # fmt: skip
ALL = [*EXAMPLES, *VARIANTS]
IDS = [f"{example.code}-{number}" for number, example in enumerate(ALL)]
CLOSE = 5
"""A twin differs from its round with the mistake by at most so many actions."""


def actions_of(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


@pytest.mark.parametrize("example", ALL, ids=IDS)
def test_mistake_is_found_once(example: Example) -> None:
    assert codes(judge(example.profile, example.bad, **example.rules)) == [example.code]


@pytest.mark.parametrize("example", ALL, ids=IDS)
def test_legal_twin_stays_silent(example: Example) -> None:
    assert codes(judge(example.profile, example.good, **example.rules)) == []


@pytest.mark.parametrize("example", ALL, ids=IDS)
def test_twins_are_nearly_the_same_round(example: Example) -> None:
    bad, good = actions_of(example.bad), actions_of(example.good)
    changes = difflib.SequenceMatcher(None, bad, good, autojunk=False).get_opcodes()
    assert 0 < sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in changes if tag != "equal") <= CLOSE


@pytest.mark.parametrize("example", ALL, ids=IDS)
def test_finding_is_told_whole(example: Example) -> None:
    (finding,) = judge(example.profile, example.bad, **example.rules).findings
    code = CODES[example.code]
    assert finding.expected and finding.seen and finding.expected != finding.seen
    assert (finding.severity, finding.rule) == (code.severity, code.rule)
    assert (
        finding.ruling == ""
        if example.code not in PRACTICE
        else finding.ruling in PRACTICE[example.code].choices
    )
    assert finding.evidence == tuple(sorted(set(finding.evidence)))
    assert finding.action in finding.evidence
    assert set(finding.evidence) <= set(range(1, len(actions_of(example.bad)) + 1))
    if code.evidence != "money":
        assert finding.money == 0


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.says], ids=lambda example: example.code)
def test_finding_says_what_was_expected_seen_and_lost(example: Example) -> None:
    (finding,) = judge(example.profile, example.bad, **example.rules).findings
    said = (finding.action, finding.subject, finding.expected, finding.seen, finding.money)
    assert said == example.says


def test_every_code_has_an_example_or_is_not_the_referees_to_find() -> None:
    told = {example.code for example in EXAMPLES if example.says}
    assert told == {code for code, row in CODES.items() if row.judged}
    assert set(CODES) - told == NOT_BY_THE_REFEREE


def test_codes_that_are_not_yet_seen_say_what_it_would_take() -> None:
    for row in CODES.values():
        assert bool(row.needs) is (row.found_by is None)


@pytest.mark.parametrize(
    ("code", "bad", "evidence"),
    [
        ("push-paid", r1("Ts", "9h", "9d") + "1.1 stand; d deal d Ts; d pay 1.1 100; d clear", ["1 bet 100", "d deal 1.1 Ts", "d deal d 9d", "d deal 1.1 9h", "1.1 stand", "d deal d Ts", "d pay 1.1 100"]),
        ("card-after-stand", r2("Ts", "2h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal 1.1 2c", ["1 bet 100", "d deal 1.1 Ts", "d deal 1.1 2h", "1.1 stand", "d deal 1.1 2c"]),
        ("bet-late", r1("Ts", "9h", "9d") + "2 bet 50", ["d nmb", "2 bet 50"]),
        ("decision-out-of-turn", r2("Ts", "2h", "Tc", "9c", "9d") + "2.1 stand; 1.1 stand", ["2 bet 100", "d deal 1.1 Ts", "d deal 2.1 Tc", "d deal 1.1 2h", "d deal 2.1 9c", "2.1 stand", "1.1 stand"]),
        ("settled-twice", r1("Ts", "Qh", "9d") + "1.1 stand; d deal d Ts; d pay 1.1 100; d burn 2c; d pay 1.1 100; d clear", ["1 bet 100", "d deal 1.1 Ts", "d deal d 9d", "d deal 1.1 Qh", "1.1 stand", "d deal d Ts", "d pay 1.1 100", "d pay 1.1 100"]),
    ],
    ids=lambda value: value if isinstance(value, str) and value in CODES else "",
)  # fmt: skip
def test_evidence_is_what_was_done_with_the_places_that_it_is_about(
    code: str, bad: str, evidence: list[str]
) -> None:
    (finding,) = judge(RUSSIAN, bad).findings
    assert finding.code == code
    assert [actions_of(bad)[number - 1] for number in finding.evidence] == evidence


def test_evidence_of_a_seventh_copy_is_every_copy() -> None:
    text = r1("Ts", "Ts", "9d") + "1.1 stand; d deal d Ts"
    (finding,) = judge(RUSSIAN, text, decks=2).findings
    assert finding.evidence == (3, 5, 7)


def test_evidence_counts_actions_as_they_were_recorded_after_a_correction() -> None:
    text = (
        r1("Ts", "9h", "9d")
        + "1.1 stand; d deal d 9s; c fix 7 d deal d Ts by Ann reason misread; d pay 1.1 100; d clear"
    )
    by_code = {finding.code: finding for finding in judge(RUSSIAN, text).findings}
    assert by_code["push-paid"].evidence == (1, 3, 4, 5, 6, 7, 9)


# rounds with several mistakes: each is found, and the round goes on from the state that the table is in


def test_several_mistakes_of_one_round_are_all_found() -> None:
    text = (
        "1 bet 20; 2 bet 100; d nmb; 3 bet 50; d deal 1.1 Ts; d deal 2.1 6c; d deal d 9d; d deal 1.1 2h; d deal 2.1 5c;"
        "2.1 stand; 1.1 hit; d deal 1.1 9s; d deal 1.1 4c; d deal d 8s; d deal d 2d;"
        "d pay 1.1 30; d pay 2.1 100; d clear"
    )  # fmt: skip
    verdict = judge(RUSSIAN, text, minimum=50)
    assert [(f.code, f.action, f.subject) for f in verdict.findings] == [
        ("bet-below-minimum", 3, "1"),
        ("bet-late", 4, "3"),
        ("double-not-offered", 10, "2.1"),
        ("decision-out-of-turn", 10, "2.1"),
        ("card-on-21", 13, "1.1"),
        ("dealer-drew-on-17-or-more", 15, "d"),
        ("overpaid", 16, "1.1"),
        ("loser-paid", 17, "2.1"),
    ]
    assert (verdict.dealer.total, verdict.hands["1.1"].total, verdict.hands["2.1"].total) == (17, 21, 11)
    assert [f.money for f in verdict.findings][-2:] == [1000, 20000]


def test_an_illegal_act_is_in_effect_and_the_next_mistake_is_judged_by_it() -> None:
    """Unlike cards are split: from then on there are two hands, and each is paid as one."""
    text = s1("Ks", "Th", "8c", "9d", "7d") + (
        "1.1 split 100; d deal 1.1 9c; d deal 1.3 8d; 1.1 stand; 1.3 stand; 1.2 stand; d turn 1 Tc;"
        "d pay 1.1 200; d pay 1.3 100; d take 1.2 100; d clear"
    )
    verdict = judge(SWITCH, text)
    assert [(f.code, f.money) for f in verdict.findings] == [("split-unlike-cards", 0), ("overpaid", 10000)]
    assert [net(verdict, ref) for ref in ("1.1", "1.3", "1.2")] == [100, 100, -100]


def test_a_double_for_a_wrong_amount_counts_as_it_was_put() -> None:
    text = (
        r1("6s", "5h", "9d")
        + "d offer double 1.1; 1.1 double 150; d deal 1.1 9c; d deal d 8s; d pay 1.1 200; d clear"
    )
    verdict = judge(RUSSIAN, text)
    assert codes(verdict) == ["double-wrong-amount", "underpaid"]
    assert bet(verdict, "1.1").stake == 25000


def test_two_mistakes_of_a_kind_are_two_findings() -> None:
    text = (
        r2("Ts", "8h", "Tc", "7c", "9d") + "1.1 stand; 2.1 stand; d deal 1.1 2c; d deal 2.1 2d; d deal d 9s;"
    )
    verdict = judge(RUSSIAN, text)
    assert [(f.code, f.subject) for f in verdict.findings] == [
        ("card-after-stand", "1.1"),
        ("card-after-stand", "2.1"),
    ]


def test_a_wrong_deal_goes_on_as_it_was_dealt() -> None:
    """The wrong box first, then a card too many, then a switch too late: three findings, and hands as they lie."""
    text = (
        "1 bet 100; d nmb; d deal 1.2 9h; d deal 1.1 Ts; d deal d ??; d deal 1.1 9c; d deal 1.1 7d; d deal 1.2 2c;"
        "d deal d 7h; 1.1 stand; 1 switch; 1.2 hit; d deal 1.2 5c; 1.2 stand"
    )  # fmt: skip
    verdict = judge(SWITCH, text)
    assert codes(verdict) == ["dealt-out-of-order", "card-extra", "switch-after-action"]
    assert {ref: hand.total for ref, hand in verdict.hands.items()} == {"1.1": 12, "1.2": 23}


def test_a_dealer_who_stood_short_is_settled_as_the_cards_lie() -> None:
    text = (
        r2("Ts", "7h", "Tc", "5c", "9d")
        + "1.1 stand; 2.1 stand; d deal d 7s; d stand; d pay 1.1 100; d push 2.1; d clear"
    )
    verdict = judge(RUSSIAN, text)
    assert codes(verdict) == ["dealer-stood-below-17", "loser-not-taken"]
    assert (net(verdict, "1.1"), net(verdict, "2.1")) == (100, -100)


def test_a_house_can_switch_a_code_off_or_take_it_more_seriously() -> None:
    actions = [parse_action(part) for part in ("1 bet 100", "d nmb", "2 bet 100")]
    profile = load_profile(RUSSIAN)
    off = profile.model_copy(update={"severity": {"bet-late": "off"}})
    check = profile.model_copy(update={"severity": {"bet-late": "check"}})
    assert judge_round(off, actions).findings == ()
    assert [finding.severity for finding in judge_round(check, actions).findings] == ["check"]
