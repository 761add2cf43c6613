"""Mistakes with money as it moves: to the wrong side, or in the wrong amount."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tracker.outcomes import Bet
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip
from tracker.simulate.slips.moments import PAID, where_due
from tracker.simulate.wish import TENS, Wish

_SOME: Final = 0.5
"""Part of the opportunities that are taken, so that not always the first bet is settled wrongly."""
_PAIR: Final = Wish(hand=("8", "8"))
_ACE_UP: Final = Wish(up="A")
_ACE_TEN: Final = Wish(up="A", hole=TENS)


def _money(verb: str, amount: Callable[[Bet], int]) -> Callable[[Game, Bet], Slip]:
    """Make an effect: money moves for this amount instead."""

    def make(game: Game, bet: Bet) -> Slip:
        return Slip(bet.bet, game.do(f"d {verb} {bet.bet} {game.say(amount(bet))}"))

    return make


def _push(game: Game, bet: Bet) -> Slip:
    return Slip(bet.bet, game.do(f"d push {bet.bet}"))


def _stake(bet: Bet) -> int:
    return bet.stake


def _half_pay(bet: Bet) -> int:
    return (bet.pays or 0) // 2


def _more_pay(bet: Bet) -> int:
    return (bet.pays or 0) + bet.stake // 2


def _half_stake(bet: Bet) -> int:
    return bet.stake // 2


def _lost_more(bet: Bet) -> int:
    return bet.stake * 2


KINDS: Final = (
    Kind(
        "loser-paid",
        "pay a loser",
        where_due("take", "main", "side", outcomes=("lose",)),
        _money("pay", _stake),
        takes=_SOME,
    ),
    Kind(
        "loser-not-taken",
        "leave a loser its stake",
        where_due("take", "main", "side", outcomes=("lose",)),
        _push,
        takes=_SOME,
    ),
    Kind(
        "winner-taken",
        "take a winner's stake",
        where_due("pay", "main", outcomes=PAID),
        _money("take", _stake),
        takes=_SOME,
    ),
    Kind("winner-not-paid", "push a winner", where_due("pay", "main", outcomes=PAID), _push, takes=_SOME),
    Kind(
        "push-paid",
        "pay a push",
        where_due("push", "main", outcomes=("push",)),
        _money("pay", _stake),
        takes=_SOME,
        need=needs.PUSHES,
    ),
    Kind(
        "push-taken",
        "take a push",
        where_due("push", "main", outcomes=("push",)),
        _money("take", _stake),
        takes=_SOME,
        need=needs.PUSHES,
    ),
    Kind(
        "underpaid",
        "pay a winner half",
        where_due("pay", "main", outcomes=PAID),
        _money("pay", _half_pay),
        takes=_SOME,
    ),
    Kind(
        "underpaid",
        "take twice a loser's stake",
        where_due("take", "main", outcomes=("lose",)),
        _money("take", _lost_more),
        takes=_SOME,
        observable=needs.NEVER,
    ),
    Kind(
        "overpaid",
        "pay a winner too much",
        where_due("pay", "main", outcomes=PAID),
        _money("pay", _more_pay),
        takes=_SOME,
    ),
    Kind(
        "overpaid",
        "take half of a loser's stake",
        where_due("take", "main", outcomes=("lose",)),
        _money("take", _half_stake),
        takes=_SOME,
        observable=needs.NEVER,
    ),
    Kind(
        "side-bet-missed",
        "take a winning side bet",
        where_due("pay", "side"),
        _money("take", _stake),
        need=needs.SIDE_BET,
        wish=_PAIR,
    ),
    Kind(
        "insurance-mispaid",
        "pay insurance 1:1",
        where_due("pay", "insurance"),
        _money("pay", _stake),
        wish=_ACE_TEN,
    ),
    Kind("insurance-mispaid", "push lost insurance", where_due("take", "insurance"), _push, wish=_ACE_UP),
    Kind(
        "insurance-mispaid",
        "pay lost insurance",
        where_due("take", "insurance"),
        _money("pay", _lost_more),
        observable=needs.NO_PEEK,
        wish=_ACE_UP,
    ),
)
