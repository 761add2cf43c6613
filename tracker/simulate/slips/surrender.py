"""Mistakes with the surrender: when, on which cards, for how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.outcomes import Bet
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip
from tracker.simulate.slips.moments import (
    due_of,
    hand_in_turn,
    hands_before,
    in_play_after_hit,
    is_dealt_hand,
    total,
)
from tracker.simulate.wish import TENS, Wish
from tracker.state import Hand


def _give_up(game: Game, hand: Hand) -> Slip:
    return Slip(hand.ref, game.do(f"{hand.ref} surrender"))


def _after_hits(game: Game) -> Sequence[Hand]:
    hand = in_play_after_hit(game)
    return [hand] if hand is not None else ()


def _half_of_split(game: Game) -> Sequence[Hand]:
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != 2 or is_dealt_hand(hand):
        return ()
    return [hand]


def _passed(game: Game) -> Sequence[Hand]:
    """Hands of two cards that stood, while a later one plays."""
    hand = hand_in_turn(game)
    if hand is None:
        return ()
    return [
        other
        for other in hands_before(game, hand)
        if other.stood
        and len(other.cards) == 2
        and is_dealt_hand(other)
        and not other.is_natural
        and total(other) < 21
    ]


def _against_ace(game: Game) -> Sequence[Hand]:
    hand = hand_in_turn(game)
    if (
        hand is None
        or len(hand.cards) != 2
        or hand.acted_at
        or not is_dealt_hand(hand)
        or game.up.rank != "A"
    ):
        return ()
    return [hand]


def _untouched(game: Game) -> Sequence[Hand]:
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != 2 or hand.acted_at or not is_dealt_hand(hand):
        return ()
    return [hand]


def _bets_to_halve(game: Game) -> Sequence[Bet]:
    return due_of(game, "take", "main", outcomes=("surrender",))


def _take_all(game: Game, bet: Bet) -> Slip:
    return Slip(bet.bet, game.do(f"d take {bet.bet} {game.say(bet.stake)}"))


def _take_quarter(game: Game, bet: Bet) -> Slip:
    return Slip(bet.bet, game.do(f"d take {bet.bet} {game.say(bet.stake // 4)}"))


def _give_all_back(game: Game, bet: Bet) -> Slip:
    return Slip(bet.bet, game.do(f"d push {bet.bet}"))


_SIXTEEN: Final = Wish(hand=(TENS, "6"), up=TENS)

KINDS: Final = (
    Kind(
        "surrender-not-on-two-cards",
        "surrender after a hit",
        _after_hits,
        _give_up,
        takes=0.5,
        need=needs.SURRENDER,
    ),
    Kind(
        "surrender-after-split",
        "surrender half of a split",
        _half_of_split,
        _give_up,
        need=needs.NO_SURRENDER_AFTER_SPLIT,
        wish=Wish(hand=("8", "8")),
    ),
    Kind(
        "surrender-out-of-turn",
        "surrender a hand that stood",
        _passed,
        _give_up,
        takes=0.5,
        observable=needs.NEVER,
        need=needs.SURRENDER,
    ),
    Kind(
        "surrender-against-ace",
        "surrender against an ace",
        _against_ace,
        _give_up,
        need=needs.NO_SURRENDER_AGAINST_ACE,
        wish=Wish(up="A"),
    ),
    Kind(
        "surrender-not-offered-by-game",
        "surrender in a game without it",
        _untouched,
        _give_up,
        takes=0.5,
        observable=needs.NEVER,
        need=needs.NO_SURRENDER,
    ),
    Kind(
        "surrender-wrong-amount",
        "take the whole stake for a surrender",
        _bets_to_halve,
        _take_all,
        observable=needs.NEVER,
        need=needs.SURRENDER,
        wish=_SIXTEEN,
    ),
    Kind(
        "surrender-wrong-amount",
        "take a quarter of the stake for a surrender",
        _bets_to_halve,
        _take_quarter,
        observable=needs.NEVER,
        need=needs.SURRENDER,
        wish=_SIXTEEN,
    ),
    Kind(
        "surrender-wrong-amount",
        "give the whole stake back for a surrender",
        _bets_to_halve,
        _give_all_back,
        observable=needs.NEVER,
        need=needs.SURRENDER,
        wish=_SIXTEEN,
    ),
)
