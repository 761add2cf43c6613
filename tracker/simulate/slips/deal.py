"""Mistakes in the deal and in whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.hands import BUST_OVER
from tracker.simulate.game import DEALER, Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, here, shown_later
from tracker.simulate.slips.moments import (
    CARDS_IN_DEAL,
    NOBODY_STANDS_ON,
    dealer_follows,
    hand_due,
    hand_in_turn,
    hands_after,
    later_in_pass,
    must_be_asked,
    seat_due,
    total,
)
from tracker.state import Hand

_SOME: Final = 0.25
"""Part of the seats at which a mistake of the deal is made where it could be."""


def _is_overtaken(game: Game) -> Sequence[Hand]:
    """The hand that is due a card, if others come after it and then the dealer."""
    hand = hand_due(game)
    if hand is None or not later_in_pass(game, hand) or not dealer_follows(game, hand):
        return ()
    return [hand]


def _pass_over(game: Game, hand: Hand) -> Slip:
    """Complete the round of the deal without a hand, which gets its card later."""
    for later in later_in_pass(game, hand):
        game.deal(later.ref)
    return Slip(hand.ref, game.deal(DEALER))


def _leave_out(game: Game, hand: Hand) -> Slip:
    """Deal a hand no card at all: it keeps its stake and is out of the round."""
    for other in later_in_pass(game, hand):
        game.deal(other.ref)
    number = game.deal(DEALER)
    for other in game.hands:
        if other is not hand:
            game.deal(other.ref)
    if game.profile.hole_card:
        game.deal(DEALER)
    _begin_play(game, without=hand)
    return Slip(hand.ref, number)


def _begin_play(game: Game, *, without: Hand) -> None:
    """Let the first hand that can decide do so, though another one lacks a card."""
    if game.up.rank == "A":
        game.do("d offer insurance")
    for hand in game.hands:
        if hand is not without and not hand.is_natural and total(hand) < BUST_OVER:
            if game.must_offer_double(hand):
                game.do(f"d offer double {hand.ref}")
            game.do(f"{hand.ref} stand")
            return


def _first_card_overtaken(game: Game) -> Sequence[Hand]:
    """The hand that is due its first card, if others come after it."""
    return [hand for hand in _is_overtaken(game) if not hand.cards]


def _has_later(game: Game) -> Sequence[Hand]:
    hand = hand_due(game)
    return [hand] if hand is not None and later_in_pass(game, hand) else ()


def _deal_next_first(game: Game, hand: Hand) -> Slip:
    game.deal(later_in_pass(game, hand)[0].ref)
    return Slip(hand.ref, game.deal(hand.ref))


def _empty_boxes(game: Game) -> Sequence[int]:
    """Boxes of the table without a bet, while cards are dealt."""
    if seat_due(game) is None or not game.hands:
        return ()
    return [box for box in game.seats if box not in game.boxes]


def _deal_to_box(game: Game, box: int) -> Slip:
    return Slip(str(box), game.deal(f"{box}.1"))


def _complete_hands(game: Game) -> Sequence[Hand]:
    """Hands that have their two cards while the deal goes on."""
    if seat_due(game) is None:
        return ()
    return [hand for hand in game.hands if len(hand.cards) == CARDS_IN_DEAL]


def _boxes_in_deal(game: Game) -> Sequence[int]:
    return game.boxes if seat_due(game) is not None else ()


def _deal_beside(game: Game, box: int) -> Slip:
    """Give a card to a hand that the box does not have."""
    ref = f"{box}.{game.profile.hands_per_box + 1}"
    return Slip(ref, game.deal(ref))


def _deal_third(game: Game, hand: Hand) -> Slip:
    return Slip(hand.ref, game.deal(hand.ref))


def _last_second_card(game: Game) -> Sequence[Hand]:
    """The last of several hands, when it is due its second card and the dealer will not peek."""
    hand = hand_due(game)
    if hand is None or hand is not game.hands[-1] or len(hand.cards) != 1 or len(game.hands) < 2:
        return ()
    return [hand] if game.profile.peek == "none" or game.up.rank in "23456789" else ()


def _forget_second_card(game: Game, hand: Hand) -> Slip:
    """Begin to play without the last hand's second card: it decides on one card, when its turn comes."""
    if game.profile.hole_card:
        game.deal(DEALER)
    _begin_play(game, without=hand)
    game.starve(hand.ref)
    return shown_later(game, hand.ref, f"{hand.ref} stand")


def _burn_due(game: Game) -> Sequence[None]:
    return here(game.burn_due)


def _forget_to_burn(game: Game, _: None) -> Slip:
    """Keep the burn card in the shoe: the first card to a hand shows it."""
    game.burn_due = False
    game.pretend("d burn ??")
    return shown_later(game, DEALER, "d deal")


# Whose turn it is


def _earlier_waits(game: Game) -> Sequence[tuple[Hand, Hand]]:
    """A hand that has to be asked now, with each later one that could be taken for it."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != CARDS_IN_DEAL or not must_be_asked(game, hand):
        return ()
    return [
        (hand, later)
        for later in hands_after(game, hand)
        if len(later.cards) == CARDS_IN_DEAL
        and must_be_asked(game, later)
        and not game.must_offer_double(later)
    ]


def _low_one_waits(game: Game) -> Sequence[tuple[Hand, Hand]]:
    """As above, where nobody would take it that the earlier hand stood and the later one was not asked."""
    return [
        (hand, later)
        for hand, later in _earlier_waits(game)
        if total(hand) <= NOBODY_STANDS_ON and not game.must_offer_double(hand) and total(later) >= 12
    ]


def _hit_later_first(game: Game, hands: tuple[Hand, Hand]) -> Slip:
    return Slip(hands[1].ref, game.deal(hands[1].ref))


def _stand_later_first(game: Game, hands: tuple[Hand, Hand]) -> Slip:
    return Slip(hands[1].ref, game.do(f"{hands[1].ref} stand"))


def _first_of_box_in_turn(game: Game) -> Sequence[Hand]:
    """The hand in turn, if it has to be asked and no hand of its box before it was passed over."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != CARDS_IN_DEAL or not must_be_asked(game, hand) or hand.from_split:
        return ()
    return [hand]


def _never_ask(game: Game, hand: Hand) -> Slip:
    """Let the round go on as if the hand had stood: the next hand's decision, or the dealer's play, shows it."""
    game.pretend(f"{hand.ref} stand")
    others = [other.ref for other in game.hands if other is not hand]
    decisions = [f"{ref} {verb}" for ref in others for verb in ("hit", "stand", "double", "split")]
    cards = [f"d deal {ref}" for ref in others]
    return shown_later(game, hand.ref, *decisions, *cards, "d deal d", "d turn")


KINDS: Final = (
    Kind("box-skipped-in-deal", "pass a hand over in the deal", _is_overtaken, _pass_over, takes=_SOME),
    Kind(
        "box-skipped-in-deal",
        "deal a box no card",
        _first_card_overtaken,
        _leave_out,
        takes=_SOME,
        need=needs.ONE_HAND_NO_PEEK,
    ),
    Kind("dealt-out-of-order", "deal the next hand first", _has_later, _deal_next_first, takes=_SOME),
    Kind("card-to-empty-box", "deal to a box without a bet", _empty_boxes, _deal_to_box, takes=_SOME),
    Kind("card-extra", "deal a third card in the deal", _complete_hands, _deal_third, takes=_SOME),
    Kind(
        "card-extra",
        "deal a hand too many",
        _boxes_in_deal,
        _deal_beside,
        takes=_SOME,
        observable=needs.NEVER,
    ),
    Kind(
        "card-missing",
        "leave the last hand with one card",
        _last_second_card,
        _forget_second_card,
        observable=needs.NEVER,
    ),
    Kind(
        "burn-missing",
        "deal the first card of the shoe",
        _burn_due,
        _forget_to_burn,
        when="bets",
        need=needs.BURN_CARD,
    ),
    Kind(
        "decision-out-of-turn",
        "give a later hand its card while a low one waits",
        _low_one_waits,
        _hit_later_first,
    ),
    Kind(
        "decision-out-of-turn",
        "give a later hand its card first",
        _earlier_waits,
        _hit_later_first,
        takes=0.5,
        observable=needs.NEVER,
    ),
    Kind(
        "decision-out-of-turn",
        "let a later hand stand first",
        _earlier_waits,
        _stand_later_first,
        takes=0.5,
        observable=needs.NEVER,
    ),
    Kind(
        "box-skipped-in-play",
        "never ask a hand",
        _first_of_box_in_turn,
        _never_ask,
        takes=_SOME,
        observable=needs.NEVER,
    ),
)
