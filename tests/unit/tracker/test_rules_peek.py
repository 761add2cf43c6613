# ruff: noqa: E501 (rounds read best in one piece)
"""A common casino game (RULES section 3): hole card, upcard first, looked at under ace and ten; the fields are general."""

import pytest

from tests.unit.tracker.table import PEEK, bet, codes, judge, net

LOOK = "d peek;"


def deal(first: str, second: str, up: str) -> str:
    return f"1 bet 100; d nmb; d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second}; d deal d ??;"


def test_six_decks() -> None:
    assert codes(judge(PEEK, "1 bet 100; d nmb;" + "d burn Ts;" * 6)) == []
    assert codes(judge(PEEK, "1 bet 100; d nmb;" + "d burn Ts;" * 7)) == ["card-count-exceeded"]


def test_one_hand_a_box_and_seven_boxes() -> None:
    bets = "".join(f"{no} bet 10;" for no in range(1, 8))
    verdict = judge(PEEK, bets + "d nmb")
    assert (codes(verdict), list(verdict.hands)) == ([], [f"{no}.1" for no in range(1, 8)])


def test_the_upcard_is_dealt_first_and_the_hole_card_face_down() -> None:
    text, order = "1 bet 100; 2 bet 100; d nmb;", []
    for _ in range(6):
        (action,) = judge(PEEK, text).next
        order.append(action.removeprefix("d deal "))
        text += f"{action} {'??' if len(order) == 6 else '5c'};"
    assert order == ["1.1", "2.1", "d", "1.1", "2.1", "d"]
    assert (judge(PEEK, text).dealer.total, codes(judge(PEEK, text))) == (None, [])


@pytest.mark.parametrize(
    ("up", "looks"), [("Ad", True), ("Td", True), ("Kd", True), ("9d", False), ("2d", False)]
)
def test_the_dealer_looks_under_ace_and_ten(up: str, looks: bool) -> None:
    offer = "d offer insurance; d insurance-closed;" if up == "Ad" else ""
    assert ("d peek" in judge(PEEK, deal("Ts", "8h", up) + offer).next) is looks


def test_a_blackjack_that_the_dealer_finds_ends_the_round_before_play() -> None:
    verdict = judge(PEEK, deal("Ts", "8h", "Kd") + LOOK + "d turn 2 As")
    assert (net(verdict, "1.1"), verdict.next) == (-100, ("d take 1.1 100",))


def test_after_the_look_the_dealer_has_no_blackjack() -> None:
    verdict = judge(PEEK, deal("As", "Kh", "Kd") + LOOK)
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1")) == ("blackjack", 150)


@pytest.mark.parametrize(("hole", "draws"), [("6c", True), ("Ac", False), ("Tc", True)])
def test_the_dealer_stands_on_all_17(hole: str, draws: bool) -> None:
    verdict = judge(PEEK, deal("Ts", "8h", "6d") + f"1.1 stand; d turn 2 {hole}")
    assert ("d deal d" in verdict.next) is draws


def test_a_blackjack_pays_three_to_two_whatever_its_suits() -> None:
    for second in ("Ks", "Kh"):
        assert net(judge(PEEK, deal("As", second, "9d")), "1.1") == 150


def test_blackjacks_push() -> None:
    assert bet(judge(PEEK, deal("As", "Kh", "Kd") + LOOK + "d turn 2 Ad"), "1.1").outcome == "push"


def test_even_money_against_an_ace() -> None:
    verdict = judge(PEEK, deal("As", "Kh", "Ad") + "d offer insurance; 1 even-money")
    assert (bet(verdict, "1.1").outcome, net(verdict, "1.1")) == ("even-money", 100)


def test_a_double_on_any_two_cards_and_after_a_split() -> None:
    assert "1.1 double 100" in judge(PEEK, deal("Ts", "8h", "9d")).next
    assert (
        "1.1 double 100"
        in judge(PEEK, deal("8s", "8h", "9d") + "1.1 split 100; d deal 1.1 3c; d deal 1.2 5c").next
    )


def test_a_split_by_value_to_four_hands() -> None:
    text = deal("Ks", "Th", "9d")
    for n in (2, 3, 4):
        assert "1.1 split 100" in judge(PEEK, text).next
        text += f"1.1 split 100; d deal 1.1 Qc; d deal 1.{n} 5c;"
    assert "1.1 split 100" not in judge(PEEK, text).next
    assert codes(judge(PEEK, text + "1.1 split 100")) == ["split-over-limit"]


def test_aces_are_split_once_and_get_one_card_each() -> None:
    text = deal("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Ac; d deal 1.2 5c;"
    assert judge(PEEK, text).state == "dealer"
    assert codes(judge(PEEK, text + "1.1 split 100")) == ["split-aces-over-limit"]
    assert codes(judge(PEEK, text + "d deal 1.2 5d")) == ["card-on-split-ace"]


def test_no_surrender() -> None:
    assert "1.1 surrender" not in judge(PEEK, deal("Ts", "6h", "9d")).next
    assert codes(judge(PEEK, deal("Ts", "6h", "9d") + "1.1 surrender")) == ["surrender-not-offered-by-game"]


@pytest.mark.parametrize(("hole", "gain"), [("Kc", 100), ("9c", -50)])
def test_insurance_pays_two_to_one_or_is_lost(hole: str, gain: int) -> None:
    text = deal("Ts", "9h", "Ad") + f"d offer insurance; 1 insure 50; d insurance-closed; {LOOK}"
    text += f"d turn 2 {hole}" if hole == "Kc" else f"1.1 stand; d turn 2 {hole}"
    assert net(judge(PEEK, text), "1.insurance") == gain


@pytest.mark.parametrize(("last", "total"), [("6c", 22), ("9c", 25)])
def test_a_dealer_over_21_pays_all(last: str, total: int) -> None:
    verdict = judge(PEEK, deal("Ts", "2h", "Td") + f"{LOOK} 1.1 stand; d turn 2 6s; d deal d {last}")
    assert (verdict.dealer.total, net(verdict, "1.1")) == (total, 100)


@pytest.mark.parametrize(("second", "gain"), [("9h", 100), ("8h", 0), ("7h", -100)])
def test_the_higher_total_wins_and_a_tie_pushes(second: str, gain: int) -> None:
    assert net(judge(PEEK, deal("Ts", second, "8d") + "1.1 stand; d turn 2 Tc"), "1.1") == gain


def test_a_player_may_draw_on_soft_21() -> None:
    text = deal("As", "5h", "9d") + "1.1 hit; d deal 1.1 5c;"
    assert "1.1 hit" in judge(PEEK, text).next
    assert codes(judge(PEEK, text + "1.1 hit; d deal 1.1 9c")) == []


@pytest.mark.parametrize(("limit", "hands"), [(1, 1), (2, 2), (3, 3), (0, 4)])
def test_aces_are_split_to_as_many_hands_as_the_house_says(limit: int, hands: int) -> None:
    text = deal("As", "Ah", "9d")
    for n in range(2, hands + 1):
        assert "1.1 split 100" in judge(PEEK, text, max_ace_hands=limit).next
        text += f"1.1 split 100; d deal 1.1 Ac; d deal 1.{n} 5c;"
    assert "1.1 split 100" not in judge(PEEK, text, max_ace_hands=limit).next
