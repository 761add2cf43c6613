# ruff: noqa: E501 (rounds read best in one piece)
"""Russian Blackjack, rule by rule of its book; test_rules_books.py tells which test is about which line."""

import pytest

from tests.unit.tracker.table import RUSSIAN, bet, codes, judge, net


def deal(first: str, second: str, up: str, stake: int = 100) -> str:
    return f"1 bet {stake}; d nmb; d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second};"


def hits(*cards: str) -> str:
    return "".join(f"1.1 hit; d deal 1.1 {card};" for card in cards)


ACE = "d offer insurance; d insurance-closed;"


def test_dealer_gets_one_card_and_his_second_when_all_boxes_are_played() -> None:
    assert judge(RUSSIAN, deal("Ts", "9h", "9d")).state == "playing"
    assert judge(RUSSIAN, deal("Ts", "9h", "9d") + "1.1 stand").next == ("d deal d",)


@pytest.mark.parametrize(("second", "gain"), [("Kh", 150), ("Ks", 200)])
def test_blackjack_pays_three_to_two_and_two_to_one_of_one_suit(second: str, gain: int) -> None:
    verdict = judge(RUSSIAN, deal("As", second, "9d"))
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1")) == ("blackjack", gain)


def test_blackjack_is_paid_as_soon_as_the_dealer_cannot_have_one() -> None:
    assert "d pay 1.1 150" in judge(RUSSIAN, deal("As", "Kh", "9d")).next
    waiting = judge(RUSSIAN, deal("As", "Kh", "Td"))
    assert bet(waiting, "1.1").outcome == "open"
    assert waiting.next == ("d deal d",)
    assert net(judge(RUSSIAN, deal("As", "Kh", "Td") + "d deal d 7c"), "1.1") == 150


def test_dealer_takes_no_third_card_for_a_blackjack() -> None:
    verdict = judge(RUSSIAN, deal("As", "Kh", "Td") + "d deal d 2c")
    assert verdict.next == ("d pay 1.1 150",)


def test_blackjacks_push() -> None:
    assert bet(judge(RUSSIAN, deal("As", "Ks", "Td") + "d deal d Ac"), "1.1").outcome == "push"


def test_twenty_one_after_a_split_is_no_blackjack() -> None:
    text = deal("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Kc; d deal 1.2 5c; d deal d Tc"
    verdict = judge(RUSSIAN, text)
    assert (verdict.hands["1.1"].blackjack, net(verdict, "1.1")) == (False, 100)


def test_even_money_pays_a_suited_blackjack_evens_at_once() -> None:
    verdict = judge(RUSSIAN, deal("As", "Ks", "Ad") + "d offer insurance; 1 even-money")
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1")) == ("even-money", 100)
    assert "d pay 1.1 100" in verdict.next


@pytest.mark.parametrize(
    ("cards", "up", "tier", "gain"),
    [
        (("6s", "7s", "8s"), "9d", "6-7-8-suited", 500),
        (("8s", "6h", "7s"), "9d", "6-7-8", 300),
        (("7s", "7s", "7s"), "9d", "7-7-7-suited", 500),
        (("7s", "7h", "7s"), "9d", "7-7-7", 300),
        (("2s", "3h", "4s", "5s", "7d"), "9d", "five-card-21", 300),
    ],
)
def test_bonus_is_paid_at_once_on_the_original_stake(
    cards: tuple[str, ...], up: str, tier: str, gain: int
) -> None:
    verdict = judge(RUSSIAN, deal(cards[0], cards[1], up) + hits(*cards[2:]))
    assert (bet(verdict, "1.1.bonus").name, net(verdict, "1.1.bonus")) == (tier, gain)
    assert f"d pay 1.1.bonus {gain}" in verdict.next
    assert bet(verdict, "1.1").outcome == "open"


def test_bonus_is_kept_whatever_follows() -> None:
    verdict = judge(RUSSIAN, deal("7s", "7h", "Td") + hits("7c") + "d deal d Ac")
    assert (net(verdict, "1.1.bonus"), net(verdict, "1.1")) == (300, -100)


@pytest.mark.parametrize(("rule", "paid"), [({}, False), ({"bonus_after_double": True}, True)])
def test_bonus_on_a_doubled_hand_is_a_house_rule_and_never_on_the_double(
    rule: dict[str, object], paid: bool
) -> None:
    verdict = judge(RUSSIAN, deal("7s", "7h", "9d") + "1.1 double 100; d deal 1.1 7c", **rule)
    assert [(b.stake, b.net) for b in verdict.bets if b.kind == "bonus"] == ([(10000, 30000)] if paid else [])


def test_five_cards_that_are_not_21_earn_nothing() -> None:
    assert [b.bet for b in judge(RUSSIAN, deal("2s", "3h", "9d") + hits("4c", "5c", "6c")).bets] == ["1.1"]


@pytest.mark.parametrize(
    ("first", "second", "offered"),
    [("5s", "4h", True), ("6s", "4h", True), ("6s", "5h", True), ("6s", "6h", False), ("8s", "Ah", False)],
)
def test_dealer_must_offer_a_double_on_9_10_11(first: str, second: str, offered: bool) -> None:
    start = deal(first, second, "7d")
    assert ("d offer double 1.1" in judge(RUSSIAN, start).next) is offered
    assert codes(judge(RUSSIAN, start + "1.1 stand")) == (["double-not-offered"] if offered else [])


def test_where_offers_are_not_recorded_none_is_missed() -> None:
    assert codes(judge(RUSSIAN, deal("6s", "5h", "Ad") + "1.1 stand", offers_heard=False)) == []


def test_double_on_any_two_cards_and_after_a_split() -> None:
    assert "1.1 double 100" in judge(RUSSIAN, deal("Ts", "2h", "7d")).next
    split = deal("8s", "8h", "7d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 Tc;"
    assert "1.1 double 100" in judge(RUSSIAN, split).next


def test_surrender_is_not_played_on_a_split() -> None:
    assert "1.1 surrender" in judge(RUSSIAN, deal("8s", "8h", "7d")).next
    split = deal("8s", "8h", "7d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 Tc;"
    assert "1.1 surrender" not in judge(RUSSIAN, split).next


@pytest.mark.parametrize(("house", "allowed"), [(True, True), (False, False)])
def test_surrender_against_an_ace_is_a_house_rule(house: bool, allowed: bool) -> None:
    verdict = judge(RUSSIAN, deal("Ts", "6h", "Ad") + ACE, surrender_vs_ace=house)
    assert ("1.1 surrender" in verdict.next) is allowed


def test_split_by_value_any_number_of_times() -> None:
    text = deal("Ks", "Th", "7d")
    for n in range(2, 6):
        assert "1.1 split 100" in judge(RUSSIAN, text).next
        text += f"1.1 split 100; d deal 1.1 Qc; d deal 1.{n} 5c;"
    assert codes(judge(RUSSIAN, text)) == []


def test_split_aces_get_one_card_each_and_three_hands_at_most() -> None:
    two = deal("As", "Ah", "7d") + "1.1 split 100; d deal 1.1 Ac; d deal 1.2 5c;"
    assert set(judge(RUSSIAN, two).next) == {"1.1 stand", "1.1 split 100"}
    three = two + "1.1 split 100; d deal 1.1 Ad; d deal 1.3 4c;"
    assert judge(RUSSIAN, three).state == "dealer"


def test_insurance_is_for_each_bettor_half_of_his_own() -> None:
    start = "1 bet 100 by Ann; 1 bet 60 by Bob; d nmb; d deal 1.1 Ts; d deal d Ad; d deal 1.1 9h; d offer insurance;"
    assert codes(judge(RUSSIAN, start + "1 insure 30 by Bob")) == []
    assert codes(judge(RUSSIAN, start + "1 insure 50 by Bob")) == ["insurance-wrong-amount"]
    assert codes(judge(RUSSIAN, start + "1 insure 80")) == []


def test_insurance_pays_two_to_one_though_the_hand_is_bust() -> None:
    text = deal("Ts", "6h", "Ad") + "d offer insurance; 1 insure 50; d insurance-closed;" + hits("Tc")
    assert "d deal d" in judge(RUSSIAN, text).next
    verdict = judge(RUSSIAN, text + "d deal d Kc")
    assert (net(verdict, "1.insurance"), net(verdict, "1.1"), codes(verdict)) == (100, -100, [])


@pytest.mark.parametrize(
    ("draws", "total", "gain"),
    [
        (("8c",), 17, 100),
        (("Tc",), 19, 0),
        (("2c", "Tc"), 21, -100),
        (("7c", "6c"), 22, 100),
        (("7c", "9c"), 25, 100),
    ],
)
def test_comparison_and_a_dealer_over_21(draws: tuple[str, ...], total: int, gain: int) -> None:
    text = deal("Ts", "9h", "9d") + "1.1 stand;" + "".join(f"d deal d {card};" for card in draws)
    verdict = judge(RUSSIAN, text)
    assert (verdict.dealer.total, net(verdict, "1.1")) == (total, gain)


def test_the_sum_of_a_boxs_bets_lies_within_the_limits() -> None:
    rules = {"minimum": 50, "maximum": 200}
    assert codes(judge(RUSSIAN, "1 bet 20 by Ann; 1 bet 30 by Bob; d nmb", **rules)) == []
    assert codes(judge(RUSSIAN, "1 bet 150 by Ann; 1 bet 60 by Bob; d nmb", **rules)) == ["bet-above-maximum"]


def test_a_late_bet_counts_as_it_stood_at_no_more_bets() -> None:
    verdict = judge(RUSSIAN, "1 bet 100; d nmb; 2 bet 50; 1 bet 100")
    assert [(b.bet, b.stake, b.outcome) for b in verdict.bets] == [
        ("1.1", 10000, "open"),
        ("2.1", 5000, "void"),
    ]
    kept = judge(RUSSIAN, "1 bet 100; d nmb; 2 bet 50; f rule bet-late keep by Floor")
    assert bet(kept, "2.1").outcome == "open"


# boxes, bettors, bets


def test_one_to_seven_boxes_which_one_player_may_hold_all() -> None:
    bets = "".join(f"{no} bet 100 by Ann;" for no in range(1, 8))
    assert codes(judge(RUSSIAN, bets + "d nmb")) == []
    assert codes(judge(RUSSIAN, bets + "d nmb", max_boxes=6)) == ["too-many-boxes"]


def test_up_to_three_bettors_on_a_box() -> None:
    three = "1 bet 10 by Ann; 1 bet 20 by Bob; 1 bet 30 by Cid;"
    assert codes(judge(RUSSIAN, three + "d nmb")) == []
    assert codes(judge(RUSSIAN, three + "1 bet 10 by Dan; d nmb")) == ["too-many-bettors"]


def test_a_box_is_played_as_one_bet() -> None:
    start = "1 bet 10 by Ann; 1 bet 20 by Bob; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 Kh; 1.1 stand; d deal d 8s;"
    verdict = judge(RUSSIAN, start)
    assert (bet(verdict, "1.1").stake, net(verdict, "1.1")) == (3000, 30)


def test_the_first_bettor_decides_and_the_others_need_not_follow() -> None:
    start = "1 bet 100 by Ann; 1 bet 60 by Bob; d nmb; d deal 1.1 6s; d deal d 9d; d deal 1.1 5h; d offer double 1.1;"
    assert codes(judge(RUSSIAN, start + "1.1 double 100 by Ann; d deal 1.1 2c")) == []
    assert codes(judge(RUSSIAN, start + "1.1 double 100 by Ann; 1.1 double 60 by Bob; d deal 1.1 2c")) == []


def test_bets_are_taken_until_no_more_bets() -> None:
    assert codes(judge(RUSSIAN, "1 bet 100; 1 bet 50; d nmb")) == []
    assert codes(judge(RUSSIAN, "1 bet 100; d nmb; 1 bet 50")) == ["bet-late"]


def test_bets_are_not_changed_after_the_first_card() -> None:
    start = "1 bet 100; d nmb; d deal 1.1 Ts;"
    assert codes(judge(RUSSIAN, start + "1.1 chips 150")) == ["bet-changed"]
    assert codes(judge(RUSSIAN, start + "1.1 chips 100")) == []


def test_double_split_and_insurance_are_no_changes_of_a_bet() -> None:
    doubled = (
        deal("6s", "6h", "Ad")
        + "d offer insurance; 1 insure 50; d insurance-closed; 1.1 double 100; d deal 1.1 2c;"
    )
    assert codes(judge(RUSSIAN, doubled + "1.1 chips 200")) == []
    split = deal("8s", "8h", "9d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 3c;"
    assert codes(judge(RUSSIAN, split + "1.1 chips 100; 1.2 chips 100")) == []


# cards and totals


def test_two_cards_to_each_box_and_one_to_the_dealer() -> None:
    text, order = "1 bet 100; 3 bet 100; d nmb;", []
    for _ in range(5):
        (action,) = judge(RUSSIAN, text).next
        order.append(action.removeprefix("d deal "))
        text += f"{action} 5c;"
    assert order == ["1.1", "3.1", "d", "1.1", "3.1"]
    assert judge(RUSSIAN, text).state == "playing"


@pytest.mark.parametrize(
    ("cards", "total"), [("Ks Qh", 20), ("Js 2h", 12), ("As 9h", 20), ("As 9h 5c", 15), ("Ts 9h", 19)]
)
def test_pictures_count_ten_and_aces_one_or_eleven(cards: str, total: int) -> None:
    first, second, *more = cards.split()
    assert judge(RUSSIAN, deal(first, second, "9d") + hits(*more)).hands["1.1"].total == total


def test_too_many_loses_at_once() -> None:
    verdict = judge(RUSSIAN, deal("Ts", "6h", "9d") + hits("6c"))
    assert (net(verdict, "1.1"), verdict.next) == (-100, ("d take 1.1 100",))


@pytest.mark.parametrize("cards", [("Ts", "6h", "5c"), ("As", "5h", "5c"), ("As", "5h", "5s")])
def test_no_card_on_21_hard_or_soft(cards: tuple[str, str, str]) -> None:
    text = deal(cards[0], cards[1], "9d") + hits(cards[2])
    assert judge(RUSSIAN, text).state == "dealer"
    assert codes(judge(RUSSIAN, text + "d deal 1.1 2d")) == ["card-on-21"]


@pytest.mark.parametrize(("second", "draws"), [("6c", True), ("8c", False), ("2c", True), ("Ac", False)])
def test_the_dealer_draws_until_he_has_17(second: str, draws: bool) -> None:
    up = "6d" if second == "Ac" else "9d"
    verdict = judge(RUSSIAN, deal("Ts", "9h", up) + f"1.1 stand; d deal d {second}")
    assert ("d deal d" in verdict.next) is draws


# blackjack


def test_a_blackjack_beats_a_dealers_21_of_more_cards() -> None:
    text = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 As; d deal 2.1 Ts; d deal d 9d; d deal 1.1 Kh; d deal 2.1 9c; 2.1 stand; d deal d 5s; d deal d 7s"
    verdict = judge(RUSSIAN, text)
    assert (verdict.dealer.total, net(verdict, "1.1"), net(verdict, "2.1")) == (21, 150, -100)


def test_only_the_first_two_cards_make_a_blackjack() -> None:
    verdict = judge(RUSSIAN, deal("5s", "6h", "9d") + "d offer double 1.1;" + hits("Tc"))
    assert verdict.hands["1.1"].blackjack is False


def test_all_other_wins_pay_evens() -> None:
    verdict = judge(RUSSIAN, deal("Ts", "6h", "9d") + hits("5c") + "d deal d Tc")
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1")) == ("win", 100)


def test_even_money_that_was_refused_is_a_push_against_a_blackjack() -> None:
    text = deal("As", "Kh", "Ad") + "d offer insurance; d insurance-closed; d deal d Qc"
    assert (bet(judge(RUSSIAN, text), "1.1").outcome, net(judge(RUSSIAN, text), "1.1")) == ("push", 0)


@pytest.mark.parametrize(("up", "code"), [("Ad", []), ("Kd", ["even-money-without-ace"])])
def test_even_money_only_against_an_ace(up: str, code: list[str]) -> None:
    text = deal("As", "Kh", up) + ("d offer insurance;" if up == "Ad" else "") + "1 even-money"
    assert codes(judge(RUSSIAN, text)) == code


def test_a_dealers_blackjack_takes_everything_but_blackjacks() -> None:
    text = (
        "1 bet 100; 2 bet 100; 3 bet 100; d nmb; d deal 1.1 As; d deal 2.1 8s; d deal 3.1 6s; d deal d Td;"
        "d deal 1.1 Kh; d deal 2.1 8h; d deal 3.1 6h; 2.1 split 100; d deal 2.1 9c; d deal 2.2 Tc; 2.1 stand; 2.2 stand;"
        "3.1 double 100; d deal 3.1 9h; d deal d Ac"
    )
    verdict = judge(RUSSIAN, text)
    assert [net(verdict, ref) for ref in ("1.1", "2.1", "2.2", "3.1")] == [0, -100, -100, -200]


# double, surrender, split, insurance


def test_a_double_is_exactly_the_stake_for_one_card_and_not_on_a_blackjack() -> None:
    text = deal("6s", "6h", "9d")
    assert codes(judge(RUSSIAN, text + "1.1 double 90")) == ["double-wrong-amount"]
    doubled = text + "1.1 double 100; d deal 1.1 2c;"
    assert (bet(judge(RUSSIAN, doubled), "1.1").stake, judge(RUSSIAN, doubled).state) == (20000, "dealer")
    assert codes(judge(RUSSIAN, doubled + "d deal 1.1 2d")) == ["card-after-double"]
    assert "1.1 double 100" not in judge(RUSSIAN, deal("As", "Kh", "9d")).next


def test_on_other_totals_the_dealer_need_not_offer_a_double() -> None:
    assert codes(judge(RUSSIAN, deal("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c")) == []


def test_surrender_costs_half_on_two_cards_only() -> None:
    text = deal("Ts", "6h", "9d")
    verdict = judge(RUSSIAN, text + "1.1 surrender")
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1")) == ("surrender", -50)
    assert codes(judge(RUSSIAN, deal("Ts", "2h", "9d") + hits("2c") + "1.1 surrender")) == [
        "surrender-not-on-two-cards"
    ]


def test_surrender_until_the_boxs_turn_has_passed() -> None:
    start = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 Tc; d deal d 9d; d deal 1.1 6h; d deal 2.1 6c;"
    assert codes(judge(RUSSIAN, start + "2.1 surrender; 1.1 stand")) == []  # before its turn is early enough
    assert codes(judge(RUSSIAN, start + "1.1 stand; 1.1 surrender; 2.1 stand")) == ["surrender-out-of-turn"]


def test_surrender_is_kept_against_a_dealers_blackjack() -> None:
    text = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 Tc; d deal d Kd; d deal 1.1 6h; d deal 2.1 6c; 1.1 surrender; 2.1 stand; d deal d As"
    verdict = judge(RUSSIAN, text)
    assert (net(verdict, "1.1"), net(verdict, "2.1")) == (-50, -100)


def test_the_halves_of_a_split_win_and_lose_each_for_itself() -> None:
    text = (
        deal("8s", "8h", "9d")
        + "1.1 split 100; d deal 1.1 Tc; d deal 1.2 2c; 1.1 stand; d offer double 1.2; 1.2 hit; d deal 1.2 Kc; 1.2 stand; d deal d Ts"
    )
    verdict = judge(RUSSIAN, text)
    assert (net(verdict, "1.1"), net(verdict, "1.2"), codes(verdict)) == (-100, 100, [])


def test_a_split_is_for_exactly_the_stake() -> None:
    assert codes(judge(RUSSIAN, deal("8s", "8h", "9d") + "1.1 split 110")) == ["split-wrong-amount"]
    assert codes(judge(RUSSIAN, deal("8s", "9h", "9d") + "1.1 split 100")) == ["split-unlike-cards"]


def test_insurance_after_the_second_cards_and_before_the_first_act() -> None:
    start = deal("Ts", "9h", "Ad") + "d offer insurance;"
    assert "1 insure 50" in judge(RUSSIAN, start).next
    assert codes(judge(RUSSIAN, start + "1.1 stand; 1 insure 50")) == ["insurance-late"]
    assert "1 insure 50" not in judge(RUSSIAN, deal("Ts", "9h", "Kd")).next


@pytest.mark.parametrize(("second", "gain"), [("Kc", 100), ("9c", -50)])
def test_insurance_pays_two_to_one_or_is_lost(second: str, gain: int) -> None:
    text = (
        deal("Ts", "9h", "Ad")
        + f"d offer insurance; 1 insure 50; d insurance-closed; 1.1 stand; d deal d {second}"
    )
    assert net(judge(RUSSIAN, text), "1.insurance") == gain


def test_insurance_for_another_amount_is_told() -> None:
    start = deal("Ts", "9h", "Ad") + "d offer insurance;"
    assert codes(judge(RUSSIAN, start + "1 insure 49.50")) == ["insurance-wrong-amount"]


# bonuses


def test_a_bonus_in_any_order_of_its_cards() -> None:
    for cards in (("6s", "7h", "8c"), ("8c", "6s", "7h"), ("7h", "8c", "6s")):
        verdict = judge(RUSSIAN, deal(cards[0], cards[1], "9d") + hits(cards[2]))
        assert bet(verdict, "1.1.bonus").name == "6-7-8"


def test_21_of_six_cards_earns_the_bonus_of_five_or_more() -> None:
    verdict = judge(RUSSIAN, deal("2s", "2h", "9d") + hits("3c", "4c", "4d", "6c"))
    assert (verdict.hands["1.1"].total, bet(verdict, "1.1.bonus").name) == (21, "five-card-21")


def test_no_bonus_on_split_hands_unless_the_house_says_so() -> None:
    text = deal("7s", "7h", "9d") + "1.1 split 100; d deal 1.1 7c;" + hits("7d")
    assert [b.bet for b in judge(RUSSIAN, text).bets] == ["1.1", "1.2"]
    assert "1.1.bonus" in [b.bet for b in judge(RUSSIAN, text, bonus_after_split=True).bets]


def test_the_bet_of_a_bonus_plays_on() -> None:
    text = deal("6s", "7h", "9d") + hits("8c")
    assert net(judge(RUSSIAN, text + "d deal d Tc"), "1.1") == 100
    assert net(judge(RUSSIAN, text + "d deal d 2c; d deal d Tc"), "1.1") == 0
