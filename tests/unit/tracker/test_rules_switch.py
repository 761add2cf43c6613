"""Blackjack Switch, rule by rule of its book; test_rules_books.py tells which test is about which line."""

import pytest

from tests.unit.tracker.table import SWITCH, bet, codes, judge, net
from tracker.actions import parse_action
from tracker.notation import parse_bjh
from tracker.profile import load_profile
from tracker.referee import Referee, judge_history, judge_round


def deal(*cards: str) -> str:
    """Two cards to each hand of box 1, hole card face down, upcard last."""
    a, b, c, d, up = cards
    return (
        f"1 bet 100; d nmb; d deal 1.1 {a}; d deal 1.2 {c}; d deal d ??;"
        f"d deal 1.1 {b}; d deal 1.2 {d}; d deal d {up};"
    )


STAND = "1.1 stand; 1.2 stand;"


def test_stake_is_on_each_hand() -> None:
    verdict = judge(SWITCH, "1 bet 100")
    assert [(b.bet, b.stake) for b in verdict.bets] == [("1.1", 10000), ("1.2", 10000)]


def test_deal_goes_round_by_hand_and_the_dealers_second_card_is_up() -> None:
    text, order = "1 bet 100; 2 bet 100; d nmb;", []
    for _ in range(10):
        (action,) = judge(SWITCH, text).next
        order.append(action.removeprefix("d deal "))
        text += f"{action} {'??' if len(order) == 5 else '5c'};"
    assert order == ["1.1", "1.2", "2.1", "2.2", "d"] * 2
    assert judge(SWITCH, text).dealer.total is None


def test_natural_pays_evens_at_once_even_against_the_dealers() -> None:
    verdict = judge(SWITCH, deal("As", "Kh", "Tc", "9d", "Ad") + "d pay 1.1 100;")
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1"), codes(verdict)) == ("blackjack", 100, [])
    verdict = judge(SWITCH, deal("As", "Kh", "Tc", "9d", "Kd") + "d pay 1.1 100; 1.2 stand; d turn 1 As")
    assert net(verdict, "1.1") == 100
    assert net(verdict, "1.2") == -100


def test_natural_locks_its_boxs_switch() -> None:
    assert "1 switch" not in judge(SWITCH, deal("As", "Kh", "Tc", "9d", "7d")).next
    assert "1 switch" in judge(SWITCH, deal("As", "Kh", "Tc", "9d", "7d"), natural_locks_switch=False).next


def test_natural_is_not_insured() -> None:
    verdict = judge(SWITCH, deal("As", "Kh", "Tc", "9d", "Ad"))
    assert "1 insure 50" in verdict.next


def test_insurance_is_half_of_each_insured_hand() -> None:
    ace = deal("Ts", "5h", "9c", "7d", "Ad") + "d offer insurance;"
    assert codes(judge(SWITCH, ace + "1 insure 100")) == []
    assert codes(judge(SWITCH, ace + "1.1 insure 50")) == []
    assert codes(judge(SWITCH, ace + "1 insure 50")) == ["insurance-wrong-amount"]


def test_insurance_loses_to_a_dealers_22() -> None:
    text = (
        deal("Ts", "5h", "9c", "7d", "Ad")
        + f"d offer insurance; 1 insure 100; {STAND} d turn 1 4s; d deal d 7s; d deal d Tc"
    )
    verdict = judge(SWITCH, text)
    assert (verdict.dealer.total, net(verdict, "1.insurance"), net(verdict, "1.1")) == (22, -100, 0)


def test_no_split_after_insurance_nsai() -> None:
    eights = deal("8s", "8h", "9c", "7d", "Ad") + "d offer insurance;"
    assert "1.1 split 100" in judge(SWITCH, eights + "d insurance-closed").next
    assert "1.1 split 100" not in judge(SWITCH, eights + "1 insure 100; d insurance-closed").next


def test_doubles_and_surrenders_are_still_allowed_after_insurance() -> None:
    verdict = judge(
        SWITCH, deal("6s", "5h", "9c", "7d", "Ad") + "d offer insurance; 1 insure 100; d insurance-closed"
    )
    assert {"1.1 double 100", "1.1 surrender"} <= set(verdict.next)


def test_switch_exchanges_the_second_cards() -> None:
    verdict = judge(SWITCH, deal("2s", "Ah", "Tc", "4d", "7d") + "1 switch")
    assert [str(card) for card in verdict.hands["1.1"].cards] == ["2s", "4d"]
    assert [str(card) for card in verdict.hands["1.2"].cards] == ["Tc", "Ah"]
    assert verdict.hands["1.2"].blackjack is False
    assert verdict.next[0] == "1.1 hit"


def test_switch_comes_before_the_first_act_and_once() -> None:
    start = deal("2s", "5h", "Tc", "4d", "7d")
    assert judge(SWITCH, start).next[0] == "1 switch"
    assert "1 switch" not in judge(SWITCH, start + "1 switch").next
    assert "1 switch" not in judge(SWITCH, start + "1.1 hit; d deal 1.1 2c").next


def test_hand_one_plays_before_hand_two() -> None:
    assert codes(judge(SWITCH, deal("2s", "5h", "Tc", "4d", "7d") + "1.2 stand; 1.1 stand")) == [
        "decision-out-of-turn"
    ]


def test_a_split_hand_is_played_right_after_the_one_it_came_from() -> None:
    text = deal("8s", "8h", "Tc", "4d", "7d") + "1.1 split 100; d deal 1.1 2c; d deal 1.3 3c; 1.1 stand"
    verdict = judge(SWITCH, text)
    assert list(verdict.hands) == ["1.1", "1.3", "1.2"]
    assert verdict.next[0] == "1.3 hit"


def test_one_split_for_each_dealt_hand_rs1() -> None:
    text = (
        deal("8s", "8h", "9c", "9d", "7d")
        + "1.1 split 100; d deal 1.1 8c; d deal 1.3 3c; 1.1 stand; 1.3 stand"
    )
    assert "1.2 split 100" in judge(SWITCH, text).next
    assert "1.2 split 100" not in judge(SWITCH, text, rs1_scope="box").next


def test_split_aces_play_on() -> None:
    text = deal("As", "Ah", "9c", "7d", "7d") + "1.1 split 100; d deal 1.1 2c; d deal 1.3 3c"
    assert {"1.1 hit", "1.1 double 100"} <= set(judge(SWITCH, text).next)


def test_twenty_one_takes_no_card_where_the_house_says_so() -> None:
    text = deal("8s", "3h", "9c", "7d", "7d") + "1.1 hit; d deal 1.1 Tc"
    assert judge(SWITCH, text).next[0].startswith("1.2")
    assert "1.1 hit" in judge(SWITCH, text, stand_on_21=False).next


def test_surrender_is_the_first_act_on_two_cards_and_costs_half() -> None:
    verdict = judge(
        SWITCH, deal("Ts", "6h", "9c", "7d", "Ad") + "d offer insurance; d insurance-closed; 1.1 surrender"
    )
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1"), codes(verdict)) == ("surrender", -50, [])


def test_surrender_is_kept_against_a_dealers_blackjack() -> None:
    verdict = judge(SWITCH, deal("Ts", "6h", "9c", "7d", "Kd") + "1.1 surrender; 1.2 stand; d turn 1 As")
    assert (net(verdict, "1.1"), net(verdict, "1.2")) == (-50, -100)


@pytest.mark.parametrize(
    ("hole", "draws", "result"),
    [
        ("6c", "6h", (22, 0)),
        ("6c", "7h", (23, 100)),
        ("7c", "", (17, 100)),
        ("9c", "", (19, -100)),
        ("Tc", "", (20, -100)),
    ],
)
def test_dealer_22_pushes_over_22_pays_and_a_tie_loses(
    hole: str, draws: str, result: tuple[int, int]
) -> None:
    text = (
        deal("Ts", "9h", "Tc", "7d", "Td")
        + STAND
        + f"d turn 1 {hole};"
        + (f"d deal d {draws}" if draws else "")
    )
    verdict = judge(SWITCH, text)
    assert (verdict.dealer.total, net(verdict, "1.1")) == result


def test_a_bust_hand_stays_lost_when_the_dealer_has_22() -> None:
    text = deal("Ts", "6h", "Tc", "7d", "Td") + "1.1 hit; d deal 1.1 9c; 1.2 stand; d turn 1 6c; d deal d 6h"
    assert net(judge(SWITCH, text), "1.1") == -100


def test_dealer_22_gives_a_double_back_whole() -> None:
    text = (
        deal("6s", "5h", "Tc", "7d", "Td")
        + "1.1 double 100; d deal 1.1 Th; 1.2 stand; d turn 1 6c; d deal d 6h"
    )
    verdict = judge(SWITCH, text)
    assert (bet(verdict, "1.1").stake, net(verdict, "1.1")) == (20000, 0)


@pytest.mark.parametrize(("rules", "lost"), [({}, -200), ({"original_bets_only": True}, -100)])
def test_dealers_blackjack_takes_doubles_whole(rules: dict[str, object], lost: int) -> None:
    text = deal("6s", "5h", "Tc", "7d", "Td") + "1.1 double 100; d deal 1.1 Th; 1.2 stand; d turn 1 Ac"
    assert net(judge(SWITCH, text, **rules), "1.1") == lost


@pytest.mark.parametrize(
    ("cards", "tier", "gain"),
    [
        (("Ks", "Kh", "Kd", "Kc"), "four-of-a-kind", 800),
        (("Ks", "4h", "Kd", "4c"), "two-pair", 160),
        (("Ks", "Kh", "Kd", "4c"), "three-of-a-kind", 100),
        (("Ks", "4h", "Kd", "5c"), "pair", 20),
        (("Ks", "Qh", "Jd", "Tc"), None, -20),
    ],
)
def test_super_game_goes_by_rank_and_pays_the_best_tier_once(
    cards: tuple[str, ...], tier: str | None, gain: int
) -> None:
    a, b, c, d = cards
    verdict = judge(SWITCH, "1 side super-game 20;" + deal(a, b, c, d, "7d"))
    assert (bet(verdict, "1.side").name, net(verdict, "1.side")) == (tier, gain)


def test_super_game_is_judged_on_the_cards_as_dealt_even_after_a_switch() -> None:
    verdict = judge(
        SWITCH,
        "1 side super-game 20;" + deal("Ks", "4h", "Kd", "5c", "7d") + "1 switch; 1.1 hit; d deal 1.1 4c",
    )
    assert net(verdict, "1.side") == 20


def test_dealer_draws_nothing_when_no_bet_is_left() -> None:
    verdict = judge(SWITCH, deal("Ts", "6h", "Tc", "7d", "Td") + "1.1 surrender; 1.2 surrender")
    assert verdict.state == "settling"
    assert not any(action.startswith(("d deal", "d turn")) for action in verdict.next)


# the shoe, the cards, the boxes


def test_six_decks_of_52_cards() -> None:
    assert codes(judge(SWITCH, "1 bet 100; d nmb;" + "d burn Ts;" * 6)) == []
    assert codes(judge(SWITCH, "1 bet 100; d nmb;" + "d burn Ts;" * 7)) == ["card-count-exceeded"]


def test_every_round_starts_from_a_fresh_shoe() -> None:
    text = 'format = "bjh"\nversion = 1\nprofile = "blackjack-switch"\n'
    actions = '"1 bet 10", "d nmb", ' + ", ".join(['"d burn Ts"'] * 5)
    for no in (1, 2):
        text += f"[[round]]\nno = {no}\nshoe = 7\nactions = [{actions}]\n"
    assert [codes(verdict) for verdict in judge_history(parse_bjh(text)).rounds] == [[], []]


def test_a_cut_moves_cards_to_the_end_before_the_deal() -> None:
    assert codes(judge(SWITCH, "d shuffle; d cut 20; 1 bet 100; d nmb; d deal 1.1 Ts")) == []


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("2s 3s", 5, False),
        ("Ts 9s", 19, False),
        ("Js Qs", 20, False),
        ("Ks 2s", 12, False),
        ("As 6s", 17, True),
        ("As 6h Tc", 17, False),
        ("As Ah", 12, True),
    ],
)
def test_cards_count_their_value_pictures_ten_aces_one_or_eleven(cards: str, total: int, soft: bool) -> None:
    first, second, *more = cards.split()
    text = deal(first, second, "Tc", "9d", "7d") + "".join(f"1.1 hit; d deal 1.1 {card};" for card in more)
    hand = judge(SWITCH, text).hands["1.1"]
    assert (hand.total, hand.soft) == (total, soft)


def test_suits_do_not_matter_for_a_blackjack() -> None:
    for second in ("Ks", "Kh"):
        assert net(judge(SWITCH, deal("As", second, "Tc", "9d", "7d")), "1.1") == 100


def test_one_to_three_boxes() -> None:
    assert codes(judge(SWITCH, "1 bet 10; 2 bet 10; 3 bet 10; d nmb")) == []
    assert codes(judge(SWITCH, "1 bet 10; 2 bet 10; 3 bet 10; 4 bet 10; d nmb")) == ["too-many-boxes"]


@pytest.mark.parametrize(
    ("stake", "code"), [(9.99, ["bet-below-minimum"]), (10, []), (100, []), (101, ["bet-above-maximum"])]
)
def test_the_stake_of_each_hand_lies_within_the_tables_limits(stake: float, code: list[str]) -> None:
    assert codes(judge(SWITCH, f"1 bet {stake}; d nmb", minimum=10, maximum=100)) == code


def test_a_bet_may_be_taken_away_before_no_more_bets() -> None:
    verdict = judge(
        SWITCH,
        "1 bet 100; 2 bet 50; 2.1 chips 0; 2.2 chips 0; d nmb; d deal 1.1 Ts; d deal 1.2 9c; d deal d ??",
    )
    assert (codes(verdict), list(verdict.hands)) == ([], ["1.1", "1.2"])


def test_boxes_are_played_and_settled_each_for_itself() -> None:
    text = (
        "1 bet 100; 2 bet 30; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal 2.1 Tc; d deal 2.2 6c; d deal d ??;"
        "d deal 1.1 9c; d deal 1.2 Kc; d deal 2.1 7c; d deal 2.2 Td; d deal d 8h;"
        "1.1 stand; 1.2 stand; 2.1 stand; 2.2 surrender; d turn 1 Tc;"
    )
    verdict = judge(SWITCH, text)
    assert [net(verdict, ref) for ref in ("1.1", "1.2", "2.1", "2.2")] == [100, 100, -30, -15]


# Super Game


def test_super_game_needs_a_main_bet() -> None:
    assert codes(judge(SWITCH, "2 bet 100; 1 side super-game 20; d nmb")) == ["side-bet-without-bet"]


def test_super_game_is_settled_right_after_the_deal() -> None:
    verdict = judge(SWITCH, "1 side super-game 20;" + deal("Ks", "4h", "Kd", "5c", "7d"))
    assert (verdict.next[0], verdict.state) == ("d pay 1.side 20", "playing")


# insurance


def test_insurance_is_offered_against_an_ace_and_nothing_else() -> None:
    assert "d offer insurance" in judge(SWITCH, deal("Ts", "5h", "9c", "7d", "Ad")).next
    assert "d offer insurance" not in judge(SWITCH, deal("Ts", "5h", "9c", "7d", "Kd")).next
    assert codes(judge(SWITCH, deal("Ts", "5h", "9c", "7d", "Kd") + "1 insure 100")) == [
        "insurance-without-ace"
    ]


def test_insurance_gives_the_player_his_stakes_back() -> None:
    text = (
        deal("Ts", "5h", "9c", "7d", "Ad")
        + f"d offer insurance; 1 insure 100; d insurance-closed; {STAND} d turn 1 Ks"
    )
    verdict = judge(SWITCH, text)
    assert [net(verdict, ref) for ref in ("1.1", "1.2", "1.insurance")] == [-100, -100, 200]


def test_insurance_only_on_first_two_cards_ioa() -> None:
    ace = deal("Ts", "5h", "9c", "7d", "Ad") + "d offer insurance; d insurance-closed;"
    assert codes(judge(SWITCH, ace + "1.1 hit; d deal 1.1 2c; 1 insure 100")) == ["insurance-late"]


# switch, hit and stand


def test_a_switched_21_is_no_blackjack() -> None:
    text = deal("2s", "Ah", "Tc", "4d", "7d") + "1 switch; 1.1 stand; d turn 1 4s; d deal d Td"
    verdict = judge(SWITCH, text)
    assert (verdict.hands["1.2"].total, verdict.hands["1.2"].blackjack) == (21, False)
    assert (verdict.dealer.total, net(verdict, "1.2")) == (21, -100)


def test_a_player_takes_as_many_cards_as_he_needs_and_stands() -> None:
    text = deal("2s", "3h", "Tc", "4d", "7d") + "".join(
        f"1.1 hit; d deal 1.1 {card};" for card in ("2c", "2d", "3c", "4s")
    )
    assert codes(judge(SWITCH, text)) == []
    assert judge(SWITCH, text).next[0] == "1.1 hit"
    assert judge(SWITCH, text + "1.1 stand").next[0] == "1.2 hit"


def test_a_bust_hand_loses_at_once_and_the_turn_passes() -> None:
    verdict = judge(SWITCH, deal("Ts", "6h", "Tc", "4d", "7d") + "1.1 hit; d deal 1.1 6c")
    assert (net(verdict, "1.1"), verdict.next[:2]) == (-100, ("d take 1.1 100", "1.2 hit"))


# double


@pytest.mark.parametrize("cards", [("Ts", "Th"), ("As", "6h"), ("2s", "2h"), ("6s", "5h")])
def test_a_double_on_any_two_cards_doa(cards: tuple[str, str]) -> None:
    assert "1.1 double 100" in judge(SWITCH, deal(*cards, "Tc", "4d", "7d")).next


def test_a_double_after_a_split_das() -> None:
    text = deal("8s", "8h", "Tc", "4d", "7d") + "1.1 split 100; d deal 1.1 3c; d deal 1.3 5c;"
    assert "1.1 double 100" in judge(SWITCH, text).next
    assert codes(judge(SWITCH, text + "1.1 double 100; d deal 1.1 9c")) == []


def test_a_double_is_for_exactly_the_stake_and_gets_one_card() -> None:
    text = deal("6s", "5h", "Tc", "4d", "7d")
    assert codes(judge(SWITCH, text + "1.1 double 99")) == ["double-wrong-amount"]
    doubled = judge(SWITCH, text + "1.1 double 100; d deal 1.1 2c")
    assert (bet(doubled, "1.1").stake, doubled.next[0]) == (20000, "1.2 hit")
    assert codes(judge(SWITCH, text + "1.1 hit; d deal 1.1 2c; 1.1 double 100")) == [
        "double-not-on-two-cards"
    ]


# split


@pytest.mark.parametrize(("second", "alike"), [("Kh", True), ("Th", False), ("Qh", False)])
def test_a_split_needs_two_cards_of_one_rank(second: str, alike: bool) -> None:
    assert ("1.1 split 100" in judge(SWITCH, deal("Ks", second, "Tc", "4d", "7d")).next) is alike


def test_both_halves_of_a_split_get_a_card_at_once() -> None:
    text = deal("8s", "8h", "Tc", "4d", "7d") + "1.1 split 100;"
    assert judge(SWITCH, text).next == ("d deal 1.1",)
    assert judge(SWITCH, text + "d deal 1.1 3c").next == ("d deal 1.3",)


def test_a_split_is_for_exactly_the_stake() -> None:
    assert codes(judge(SWITCH, deal("8s", "8h", "Tc", "4d", "7d") + "1.1 split 90")) == ["split-wrong-amount"]


def test_twenty_one_after_a_split_is_no_blackjack() -> None:
    text = (
        deal("As", "Ah", "Tc", "9d", "7d")
        + "1.1 split 100; d deal 1.1 Kc; d deal 1.3 5c; 1.3 stand; 1.2 stand; d turn 1 4c; d deal d Td"
    )
    verdict = judge(SWITCH, text)
    assert (verdict.hands["1.1"].blackjack, verdict.dealer.total, net(verdict, "1.1")) == (False, 21, -100)


def test_no_insurance_after_a_split() -> None:
    text = (
        deal("8s", "8h", "Tc", "4d", "Ad")
        + "d offer insurance; 1.1 split 100; d deal 1.1 3c; d deal 1.3 5c; 1 insure 150"
    )
    assert codes(judge(SWITCH, text)) == ["insurance-after-split"]


# surrender


def test_a_split_hand_may_be_given_up_too_esas() -> None:
    text = (
        deal("8s", "8h", "Tc", "9d", "Ad")
        + "d offer insurance; d insurance-closed; 1.1 split 100; d deal 1.1 7c; d deal 1.3 5c; 1.1 surrender"
    )
    verdict = judge(SWITCH, text)
    assert (codes(verdict), net(verdict, "1.1"), bet(verdict, "1.3").outcome) == ([], -50, "open")


# the dealer, the comparison


@pytest.mark.parametrize(
    ("hole", "draws"),
    [("6c", False), ("Tc", True), ("9c", True), ("Ac", False)],
)
def test_the_dealer_draws_to_16_and_stands_on_all_17(hole: str, draws: bool) -> None:
    up = {"6c": "Ad", "Tc": "6d", "9c": "7d", "Ac": "7d"}[hole]
    offer = "d offer insurance; d insurance-closed;" if up == "Ad" else ""
    text = deal("Ts", "9h", "Tc", "8d", up) + offer + STAND + f"d turn 1 {hole};"
    assert ("d deal d" in judge(SWITCH, text).next) is draws


def test_the_dealers_play_does_not_depend_on_the_players_hands() -> None:
    """He draws on 16 against 12 and stands on 17 against 20."""
    low = deal("Ts", "2h", "Tc", "3d", "6d") + STAND + "d turn 1 Tc;"
    assert "d deal d" in judge(SWITCH, low).next
    high = deal("Ts", "Th", "Tc", "Td", "7d") + STAND + "d turn 1 Tc;"
    assert "d deal d" not in judge(SWITCH, high).next


@pytest.mark.parametrize(("player", "gain"), [("9h", 100), ("8h", -100), ("7h", -100)])
def test_the_higher_total_wins_evens_and_a_tie_loses(player: str, gain: int) -> None:
    text = deal("Ts", player, "Tc", "6d", "8d") + STAND + "d turn 1 Tc"
    assert net(judge(SWITCH, text), "1.1") == gain


def test_blackjack_against_blackjack_wins_evens() -> None:
    text = deal("As", "Kh", "Ac", "Qd", "Ad") + "d pay 1.1 100; d pay 1.2 100; d clear"
    assert codes(judge(SWITCH, text)) == []


def test_a_blackjack_beats_a_dealers_21_of_more_cards() -> None:
    text = deal("As", "Kh", "Tc", "9d", "7d") + "1.2 stand; d turn 1 4c; d deal d Td"
    verdict = judge(SWITCH, text)
    assert (verdict.dealer.total, net(verdict, "1.1"), net(verdict, "1.2")) == (21, 100, -100)


def test_an_interrupted_round_is_resumed_where_it_stopped() -> None:
    """A round is its actions: from any of them on it goes on as if nothing had happened."""
    text = (
        deal("8s", "8h", "Tc", "4d", "7d")
        + "1 switch; 1.1 hit; d deal 1.1 5c; 1.1 stand; 1.2 double 100; d deal 1.2 3c; d turn 1 Tc"
    )
    actions = [parse_action(part) for part in text.split(";") if part.strip()]
    profile = load_profile(SWITCH)
    whole = judge_round(profile, actions)
    for stop in range(len(actions) + 1):
        before, resumed = Referee(profile), Referee(profile)
        for action in actions[:stop]:
            before.apply(action)
        for action in (*before.actions, *actions[stop:]):
            resumed.apply(action)
        assert resumed.verdict() == whole


@pytest.mark.parametrize("play", ["1.1 hit; d deal 1.1 2c;", "1.1 stand;", "1.1 double 100; d deal 1.1 2c;"])
def test_a_half_that_gets_its_card_only_after_the_other_decided_is_out_of_order(play: str) -> None:
    text = deal("8s", "8h", "Tc", "4d", "7d") + "1.1 split 100; d deal 1.1 3c;"
    assert codes(judge(SWITCH, text + play + "d deal 1.3 5c")) == ["dealt-out-of-order"]
    assert codes(judge(SWITCH, text + "d deal 1.3 5c;" + play)) == []
    assert codes(judge(SWITCH, text + play + "d deal 1.3 5c", split_deal="any")) == []


def test_where_halves_are_dealt_in_turn_the_second_does_not_come_first() -> None:
    text = deal("8s", "8h", "Tc", "4d", "7d") + "1.1 split 100; d deal 1.3 3c; d deal 1.1 5c"
    assert codes(judge(SWITCH, text, split_deal="sequential")) == ["dealt-out-of-order"]
    assert codes(judge(SWITCH, text, split_deal="any")) == []


def test_a_house_may_take_insurance_after_a_split_but_no_other_act() -> None:
    text = (
        deal("8s", "8h", "Tc", "4d", "Ad") + "d offer insurance; 1.1 split 100; d deal 1.1 3c; d deal 1.3 5c;"
    )
    assert codes(judge(SWITCH, text + "1 insure 150", insure_after_split=True)) == []
    acted = text + "1.1 hit; d deal 1.1 2c; 1 insure 150"
    assert codes(judge(SWITCH, acted, insure_after_split=True)) == ["insurance-late"]
