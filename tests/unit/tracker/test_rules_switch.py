"""Blackjack Switch, line by line of RULES section 1 (seeds/blackjack_switch.ru.txt)."""

import pytest

from tests.unit.tracker.table import SWITCH, bet, codes, judge, net


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
