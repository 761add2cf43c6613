"""Mistakes with the switch of two hands' second cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip
from tracker.simulate.slips.moments import (
    box_hands,
    hand_in_turn,
    is_dealt_hand,
    is_insured,
    last_dealt,
    option,
    total,
)
from tracker.simulate.wish import TENS, Wish
from tracker.state import Hand

_OTHER_CARDS: Final = ((1, 1), (1, 2), (2, 1))


def _allowed(game: Game) -> Sequence[str]:
    """The box that may switch now."""
    switch = option(game, "switch")
    return [switch.actor] if switch else ()


def _switch_others(game: Game, box: str) -> Slip:
    i, j = game.rng.choice(_OTHER_CARDS)
    return Slip(box, game.do(f"{box} switch {i} {j}"))


def _switch_twice(game: Game, box: str) -> Slip:
    game.do(f"{box} switch")
    return Slip(box, game.do(f"{box} switch"))


def _switch(game: Game, hand: Hand) -> Slip:
    return Slip(str(hand.box), game.do(f"{hand.box} switch"))


def _two_dealt(game: Game, hand: Hand) -> bool:
    """Whether the hand's box has its two dealt hands and has not switched."""
    hands = box_hands(game, hand)
    return (
        len(hands) == 2 and all(is_dealt_hand(other) for other in hands) and not game.box(hand.box).switched
    )


def _acted(game: Game) -> Sequence[Hand]:
    """The first hand of a box that has just taken its third card and plays on."""
    hand = last_dealt(game)
    if hand is None or hand.n != 1 or len(hand.cards) != 3 or total(hand) >= 21 or hand.is_doubled:
        return ()
    fits = _two_dealt(game, hand) and not any(other.is_natural for other in box_hands(game, hand))
    return [hand] if fits and not _is_locked_by_insurance(game, hand.box) else ()


def _is_locked_by_insurance(game: Game, box: int) -> bool:
    return is_insured(game, box) and not game.profile.switch_after_insurance


def _beside_blackjack(game: Game) -> Sequence[Hand]:
    """A hand that has not acted, beside a blackjack of its box."""
    hand = hand_in_turn(game)
    if hand is None or any(other.acted_at for other in box_hands(game, hand)) or not _two_dealt(game, hand):
        return ()
    return [hand] if any(other.is_natural for other in box_hands(game, hand)) else ()


def _insured(game: Game) -> Sequence[Hand]:
    """A hand that has not acted, in a box that took insurance."""
    hand = hand_in_turn(game)
    if hand is None or any(other.acted_at for other in box_hands(game, hand)) or not _two_dealt(game, hand):
        return ()
    locked = any(other.is_natural for other in box_hands(game, hand)) and game.profile.natural_locks_switch
    return [hand] if is_insured(game, hand.box) and not locked else ()


def _in_turn(game: Game) -> Sequence[Hand]:
    hand = hand_in_turn(game)
    return [hand] if hand is not None else ()


KINDS: Final = (
    Kind(
        "switch-wrong-cards",
        "switch other cards than the second",
        _allowed,
        _switch_others,
        need=needs.SWITCH,
    ),
    Kind("switch-twice", "switch and switch again", _allowed, _switch_twice, need=needs.SWITCH),
    Kind("switch-after-action", "switch after a hit", _acted, _switch, need=needs.SWITCH),
    Kind(
        "switch-on-blackjack",
        "switch a blackjack",
        _beside_blackjack,
        _switch,
        need=needs.LOCKED_BY_BLACKJACK,
        wish=Wish(hand=("A", TENS)),
    ),
    Kind(
        "switch-after-insurance",
        "switch an insured box",
        _insured,
        _switch,
        need=needs.LOCKED_BY_INSURANCE,
        wish=Wish(up="A"),
    ),
    Kind(
        "switch-not-offered-by-game",
        "switch in a game without it",
        _in_turn,
        _switch,
        takes=0.3,
        observable=needs.NEVER,
        need=needs.NO_SWITCH,
    ),
)
