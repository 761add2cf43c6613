# ruff: noqa: E501 (rounds read best in one piece)
"""Corrections, rulings, shoes over rounds, shoes of profiles: what the referee keeps beyond one action."""

import pytest

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, bet, codes, judge, net
from tracker.errors import ProfileError
from tracker.notation import parse_bjh
from tracker.profile import RULE_FIELDS, SHIPPED, Profile, load_profile, profile_from_toml
from tracker.referee import judge_history
from tracker.verdict import verdict_json

PLAYED = "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 8h; 1.1 stand; d deal d 9s; d pay 1.1 100; d clear;"


def test_a_correction_replays_the_round() -> None:
    assert codes(judge(RUSSIAN, PLAYED)) == ["push-paid"]
    fixed = judge(RUSSIAN, PLAYED + "c fix 5 d deal 1.1 9h by Ann reason the eight was a nine")
    assert codes(fixed) == ["correction"]
    assert net(fixed, "1.1") == 100


def test_a_correction_may_be_corrected() -> None:
    fixed = judge(
        RUSSIAN, PLAYED + "c fix 5 d deal 1.1 9h by Ann reason x; c fix 5 d deal 1.1 7h by Bob reason y"
    )
    assert net(fixed, "1.1") == -100


def test_findings_name_action_money_and_rule() -> None:
    (finding,) = judge(RUSSIAN, PLAYED).findings
    assert (finding.action, finding.subject, finding.money, finding.severity) == (8, "1.1", 10000, "alarm")
    assert (finding.expected, finding.seen) == ("d push 1.1", "d pay 1.1 100")


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("d take 1.1 100; d clear", -100),
        ("d pay 1.1 150; d clear", 150),
        ("d pay 1.1 100; d pay 1.1 100; d clear", 200),
    ],
)
def test_money_is_what_the_player_gained_wrongly(text: str, money: int) -> None:
    start = PLAYED.partition("d pay")[0]
    (finding,) = judge(RUSSIAN, start + text).findings
    assert finding.money == money * 100


def test_the_floor_lets_a_card_count() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 5h; 1.1 stand; d deal 1.1 5c;"
    assert judge(RUSSIAN, text).hands["1.1"].total == 15
    assert judge(RUSSIAN, text + "f rule card-after-stand stands by Floor").hands["1.1"].total == 20


def test_the_floor_voids_a_hand_or_a_round() -> None:
    text = "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 5h; 1.1 stand; d deal 1.1 5c;"
    assert bet(judge(RUSSIAN, text + "f rule card-after-stand void-hand by F"), "1.1").outcome == "void"
    void = judge(RUSSIAN, text + "f rule card-after-stand void-round by F")
    assert (void.state, bet(void, "1.1").outcome) == ("void", "void")


def test_a_shoe_is_counted_over_rounds_as_long_as_it_lasts() -> None:
    text = 'format = "bjh"\nversion = 1\nprofile = "{}"\n[rules]\ndecks = 1\n'
    for no, shoe in ((1, 1), (2, 1), (3, 2)):
        text += f'[[round]]\nno = {no}\nshoe = {shoe}\nactions = ["1 bet 10", "d nmb", "d deal 1.1 Ts"]\n'
    verdict = judge_history(parse_bjh(text.format(PEEK)))
    assert [codes(round_) for round_ in verdict.rounds] == [[], ["card-count-exceeded"], []]
    assert [codes(round_) for round_ in judge_history(parse_bjh(text.format(SWITCH))).rounds] == [[], [], []]


def test_a_card_turned_twice_is_one_card() -> None:
    text = "1 bet 10; d nmb; d deal 1.1 Ts; d deal d 9c; d deal 1.1 Th; d deal d ??; 1.1 stand; d turn 2 8c; d turn 2 8c"
    assert codes(judge(PEEK, text, decks=1)) == []


def test_without_any_bet_boxes_are_in_play_by_their_cards() -> None:
    """A film without a chip feed: totals, order and the dealer are judged, money is not."""
    text = "d deal 1.1 Ts; d deal 2.1 5c; d deal d 9d; d deal 1.1 9h; d deal 2.1 6c; 1.1 stand; 2.1 double 0; d deal 2.1 Td; d deal d Ts;"
    verdict = judge(RUSSIAN, text, offers_heard=False)
    assert codes(verdict) == []
    assert [(b.bet, b.stake, b.outcome) for b in verdict.bets] == [("1.1", 0, "push"), ("2.1", 0, "win")]
    assert codes(judge(RUSSIAN, text + "d deal d 2c", offers_heard=False)) == ["dealer-drew-on-17-or-more"]


def test_verdict_json_has_the_documented_shape() -> None:
    history = parse_bjh(
        'format = "bjh"\nversion = 1\nprofile = "russian-blackjack"\n[[round]]\nno = 41\nactions = []\n'
    )
    document = verdict_json([("x.bjh", judge_history(history))])
    assert document["format"] == "verdict"
    (file,) = document["files"]
    assert (file["file"], file["profile"]) == ("x.bjh", "russian-blackjack")
    assert set(file["rounds"][0]) == {"no", "state", "dealer", "hands", "bets", "findings", "next"}


def test_every_rule_has_a_title_and_a_description() -> None:
    for name in RULE_FIELDS:
        field = Profile.model_fields[name]
        assert field.title and field.description, name


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_profile_sets_only_known_rules(name: str) -> None:
    assert load_profile(name).name == name


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"tiess": "push"}, "no such rule 'tiess'"),
        ({"ties": "win"}, "ties: Input should be 'lose' or 'push'"),
        ({"blackjack_pays": "3/2"}, "expected a ratio such as '3:2'"),
        ({"minimum": -5}, "minimum: Input should be greater than 0"),
    ],
)
def test_a_wrong_rule_is_named(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(ProfileError, match=message):
        load_profile(SWITCH, overrides)


def test_a_house_profile_is_read_from_its_text() -> None:
    house = 'schema_version = 1\nname = "ours"\n[rules]\nties = "lose"\n[severity]\n"bet-late" = "info"\n'
    assert profile_from_toml(house, "ours.toml", {"decks": 8}).decks == 8
    with pytest.raises(ProfileError, match="no such key 'ties'; rules belong under"):
        profile_from_toml('schema_version = 1\nname = "ours"\nties = "lose"\n', "ours.toml")


def test_an_unknown_profile_lists_the_shipped_ones() -> None:
    with pytest.raises(ProfileError, match="expected a profile of blackjack-switch"):
        load_profile("blackjack-swich")


WRONG = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 Tc; d deal d 9d; d deal 1.1 Th; d deal 2.1 7c; 1.1 stand; 2.1 stand; d deal d Td;"


@pytest.mark.parametrize(
    ("moves", "money"),
    [
        ("d pay 2.1 100", 100),  # box 2 keeps its stake, too
        ("d take 2.1 100; d pay 2.1 100", 0),
        ("d pay 2.1 100; d take 1.1 100", 0),
        ("d take 2.1 100; d pay 3.1 100", 0),
    ],
)
def test_a_payment_on_the_wrong_box_is_one_mistake(moves: str, money: int) -> None:
    (finding,) = judge(RUSSIAN, WRONG + moves + "; d clear").findings
    assert (finding.code, finding.expected, finding.money) == ("paid-wrong-box", "d pay 1.1", money * 100)


def test_a_payment_on_a_loser_is_no_wrong_box_where_every_winner_was_paid() -> None:
    assert codes(judge(RUSSIAN, WRONG + "d pay 2.1 100; d pay 1.1 100; d clear")) == ["loser-paid"]


def test_a_late_bet_that_is_dealt_in_is_one_mistake() -> None:
    start = "1 bet 100; 3 bet 100; d nmb; d deal 1.1 Ts; d deal 3.1 9c; 2 bet 100;"
    assert codes(
        judge(RUSSIAN, start + "d deal d 9d; d deal 1.1 2c; d deal 2.1 4c; d deal 3.1 5c; d deal 2.1 6c")
    ) == ["bet-late"]


def test_a_split_whose_stakes_nobody_recorded_is_judged_by_its_cards() -> None:
    dealt = "d deal 1.1 8h; d deal d 6s; d deal 1.1 8d; 1.1 split 0; d deal 1.2 3d; d deal 1.1 Td"
    verdict = judge(RUSSIAN, dealt)
    assert codes(verdict) == []
    assert {ref: hand.total for ref, hand in verdict.hands.items()} == {"1.1": 18, "1.2": 11}
