"""Mistakes in the dealer's own hand: when he takes his cards, when he draws and stands, what he shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tracker.simulate.game import DEALER, Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, here, shown_later
from tracker.simulate.slips.moments import (
    NOBODY_STANDS_ON,
    STANDS_ON,
    dealer_finished,
    dealer_must_draw,
    hand_due,
    hand_in_turn,
    must_be_asked,
    seat_due,
    total,
)
from tracker.simulate.wish import Wish
from tracker.state import Hand

_LEAST_STOP: Final = 12
"""Nobody takes less for a hand that stands."""


def _stops_short(*, soft_17: bool) -> Callable[[Game], Sequence[None]]:
    def where(game: Game) -> Sequence[None]:
        exact = game.dealer_total
        if exact is None or not dealer_must_draw(game) or exact.value < _LEAST_STOP:
            return ()
        return here((exact.soft and exact.value == STANDS_ON) is soft_17)

    return where


def _stop(game: Game, _: None) -> Slip:
    return Slip(DEALER, game.do("d stand"))


def _stands(*, soft_17: bool) -> Callable[[Game], Sequence[None]]:
    """Where the dealer stands on 17 or more, on soft 17 or on anything else."""

    def where(game: Game) -> Sequence[None]:
        exact = game.dealer_total
        if exact is None or not dealer_finished(game) or not STANDS_ON <= exact.value <= 21:
            return ()
        return here((exact.soft and exact.value == STANDS_ON) is soft_17)

    return where


def _draw(game: Game, _: None) -> Slip:
    return Slip(DEALER, game.deal(DEALER))


def _nothing_left(game: Game) -> Sequence[None]:
    """Where every bet is lost and taken, so that the dealer needs no card."""
    over = all(hand.surrendered or hand.totals.surely_bust for hand in game.hands)
    insured = any(game.box(box).insurance for box in game.boxes)
    settled = not game.money_due and game.phase in ("settling", "settled")
    return here(game.play_started and over and not insured and settled)


def _one_waits(game: Game) -> Sequence[Hand]:
    """Where the last hand has still to decide and has done nothing yet."""
    hand = hand_in_turn(game)
    if hand is None or hand is not game.hands[-1] or not must_be_asked(game, hand) or hand.from_split:
        return ()
    return [hand] if len(hand.cards) == 2 and total(hand) <= NOBODY_STANDS_ON else ()


def _draw_before(game: Game, hand: Hand) -> Slip:
    number = game.deal(DEALER)
    game.deal(hand.ref)
    return Slip(DEALER, number)


def _turn_before(game: Game, hand: Hand) -> Slip:
    number = game.do(f"d turn {(game.hole_index or 0) + 1}")
    game.deal(hand.ref)
    return Slip(DEALER, number)


def _hand_without_later(game: Game) -> Sequence[Hand]:
    """Where a hand is due its first card, and the dealer after it."""
    hand = hand_due(game)
    return [hand] if hand is not None and not hand.cards and not game.dealer_cards else ()


def _deal_before(game: Game, hand: Hand) -> Slip:
    game.deal(DEALER)
    return Slip(DEALER, game.deal(hand.ref))


def _second_too_soon(game: Game) -> Sequence[None]:
    """Where the only card that the dealer is dealt lies there and hands are due their second."""
    return here(hand_due(game) is not None and len(game.dealer_cards) == 1)


def _hole_card_due(game: Game) -> Sequence[None]:
    return here(seat_due(game) == DEALER and len(game.dealer_cards) == game.hole_index)


def _deal_shown(game: Game, _: None) -> Slip:
    return Slip(DEALER, game.deal(DEALER, shown=True))


def _hole_card_lies(game: Game) -> Sequence[None]:
    """Where the hole card lies face down and the deal goes on."""
    hole = game.hole_index
    return here(hand_due(game) is not None and hole is not None and len(game.dealer_cards) > hole)


def _turn_in_deal(game: Game, _: None) -> Slip:
    return Slip(DEALER, game.do(f"d turn {(game.hole_index or 0) + 1}"))


def _upcard_due(game: Game) -> Sequence[None]:
    return here(seat_due(game) == DEALER and len(game.dealer_cards) != game.hole_index)


def _deal_hidden(game: Game, _: None) -> Slip:
    game.deal(DEALER, hidden=True)
    return shown_later(game, DEALER, f"d turn {len(game.dealer_cards)}")


def _first_card_due(game: Game) -> Sequence[Hand]:
    """Where the dealer is due his first card, and hands their second after it."""
    return game.hands[:1] if seat_due(game) == DEALER and not game.dealer_cards else ()


def _forget_own_first(game: Game, hand: Hand) -> Slip:
    """The second cards begin; the dealer notices after the first of them."""
    game.deal(hand.ref)
    return Slip(DEALER, game.deal(DEALER))


def _without_second_card(game: Game) -> Sequence[None]:
    """Where the dealer, who has one card, has to take his second because a hand waits for his total."""
    waits = any(not hand.is_natural and not hand.surrendered and 0 < total(hand) <= 21 for hand in game.hands)
    return here(game.phase == "dealer" and len(game.dealer_cards) == 1 and waits)


_SOFT_17: Final = Wish(up="A", hole="6")
_ALL_BUST: Final = Wish(hand=("TJQK", "3456"), up="789TJQK")

KINDS: Final = (
    Kind(
        "dealer-stood-below-17",
        "stand on 12 to 16",
        _stops_short(soft_17=False),
        _stop,
        wish=Wish(up="23456"),
    ),
    Kind(
        "dealer-stood-on-soft-17",
        "stand on soft 17",
        _stops_short(soft_17=True),
        _stop,
        need=needs.HITS_SOFT_17,
        wish=_SOFT_17,
    ),
    Kind("dealer-drew-on-17-or-more", "draw on 17 to 21", _stands(soft_17=False), _draw),
    Kind(
        "dealer-drew-on-soft-17",
        "draw on soft 17",
        _stands(soft_17=True),
        _draw,
        need=needs.STANDS_ON_SOFT_17,
        wish=_SOFT_17,
    ),
    Kind(
        "dealer-drew-without-need",
        "draw for nobody",
        _nothing_left,
        _draw,
        observable=needs.NO_HOLE_CARD,
        wish=_ALL_BUST,
    ),
    Kind(
        "dealer-card-early",
        "draw before the last hand",
        _one_waits,
        _draw_before,
        observable=needs.NO_HOLE_CARD,
    ),
    Kind(
        "dealer-card-early",
        "take the first card before the hands have theirs",
        _hand_without_later,
        _deal_before,
        takes=0.3,
    ),
    Kind(
        "dealer-card-early",
        "take a second card in the deal",
        _second_too_soon,
        _draw,
        takes=0.3,
        need=needs.NO_HOLE_CARD,
    ),
    Kind(
        "dealer-card-missing",
        "settle without a second card",
        _without_second_card,
        _stop,
        need=needs.NO_HOLE_CARD,
        observable=needs.NEVER,
    ),
    Kind("dealer-card-missing", "forget the own first card", _first_card_due, _forget_own_first),
    Kind(
        "hole-card-exposed",
        "turn the hole card before the last hand",
        _one_waits,
        _turn_before,
        need=needs.HOLE_CARD,
    ),
    Kind(
        "hole-card-exposed",
        "deal the hole card face up",
        _hole_card_due,
        _deal_shown,
        observable=needs.NEVER,
        need=needs.HOLE_CARD,
    ),
    Kind(
        "hole-card-exposed",
        "turn the hole card in the deal",
        _hole_card_lies,
        _turn_in_deal,
        takes=0.3,
        observable=needs.NEVER,
        need=needs.HOLE_CARD_FIRST,
    ),
    Kind(
        "upcard-not-shown",
        "lay the upcard face down",
        _upcard_due,
        _deal_hidden,
        need=needs.HOLE_CARD,
    ),
)
