"""Russian Blackjack, line by line of RULES section 2 (seeds/russian_blackjack.ru.txt)."""

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
