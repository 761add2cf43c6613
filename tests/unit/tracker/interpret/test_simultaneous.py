from __future__ import annotations

from dataclasses import replace

from tracker.facts import CardMoved, CardPlaced, ChipsSeen, Fact, FactBody, SpotSeen
from tracker.interpret.simultaneous import (
    HAND_LAG_US,
    hole_card_in_its_turn,
    in_slot_order,
    money_after_the_draw,
)
from tracker.profile import load_profile


def fact(pts_us: int, body: FactBody, source: str) -> Fact:
    return Fact(table="T", source=source, pts_us=pts_us, body=body)


def card(pts_us: int, place: str) -> Fact:
    return fact(
        pts_us, CardPlaced(track=pts_us, place=place, card="8s", p=1.0, face_up=True), "camera:overhead"
    )


def chips(pts_us: int) -> Fact:
    return fact(pts_us, ChipsSeen(spot="1.1", amount=0), "rfid")


def test_money_that_moves_under_the_dealers_hand_comes_after_his_card() -> None:
    paid, drawn = chips(1_000_000), card(1_000_000 + HAND_LAG_US // 2, "d")
    assert money_after_the_draw([paid, drawn]) == [drawn, paid]


def test_money_that_moves_long_before_the_draw_stays_before_it() -> None:
    paid, drawn = chips(1_000_000), card(1_000_000 + HAND_LAG_US, "d")
    assert money_after_the_draw([paid, drawn]) == [paid, drawn]


def test_what_a_spot_looks_like_keeps_no_card_from_its_money() -> None:
    paid, drawn = chips(1_000_000), card(1_000_000, "d")
    empty = fact(1_000_000, SpotSeen(spot="1.1", shows="empty"), "camera:overhead")
    assert money_after_the_draw([paid, empty, drawn]) == [drawn, paid, empty]


def test_half_a_stake_that_went_while_the_dealer_turned_his_card_went_before_it() -> None:
    staked = fact(0, ChipsSeen(spot="1.1", amount=75), "rfid")
    drawn = replace(card(3_000_000, "d"), slack_us=1_000_000)
    for left, came_first in ((37, True), (38, True), (30, False), (0, False)):
        lowered = fact(2_500_000, ChipsSeen(spot="1.1", amount=left), "rfid")
        ordered = money_after_the_draw([staked, lowered, drawn])
        assert ordered == ([staked, lowered, drawn] if came_first else [staked, drawn, lowered])


def test_a_players_card_does_not_overtake_the_stake_that_was_put_for_it() -> None:
    doubled, dealt = chips(1_000_000), card(1_100_000, "1.1")
    assert money_after_the_draw([doubled, dealt]) == [doubled, dealt]


def test_a_hole_card_noticed_after_the_upcard_was_dealt_before_it() -> None:
    first, second, up = card(1, "1.1"), card(3, "1.1"), card(4, "d")
    hole = fact(5, CardPlaced(track=5, place="d", card="??", p=0.5, face_up=False), "camera:overhead")
    switch = load_profile("blackjack-switch")
    assert hole_card_in_its_turn([first, second, up, hole], switch) == [first, hole, second, up]
    assert hole_card_in_its_turn([first, hole, second, up], switch) == [first, hole, second, up]
    assert hole_card_in_its_turn([first, second, up], switch) == [first, second, up]


def test_a_card_noticed_late_came_before_those_on_it_but_not_before_one_that_left_the_hand() -> None:
    def lies(track: int, pts_us: int, slot: int) -> Fact:
        body = CardPlaced(track=track, place="1.1", card="8h", p=1.0, face_up=True, slot=slot)
        return fact(pts_us, body, "camera:overhead")

    upper, late = lies(1, 2_000_000, slot=2), replace(lies(2, 5_000_000, slot=1), slack_us=4_000_000)
    split = fact(4_000_000, CardMoved(track=1, place="1.2", slot=1), "camera:overhead")
    nudged = fact(4_000_000, CardMoved(track=1, place="1.1", slot=3), "camera:overhead")
    assert in_slot_order([upper, late]) == [late, upper]
    assert in_slot_order([upper, nudged, late]) == [late, upper, nudged]
    assert in_slot_order([upper, split, late]) == [upper, split, late]
