"""What money is due now: every bet that is decided and was not settled yet, with what the dealer has to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.actions import format_amount
from tracker.outcomes import Bet
from tracker.state import Move, Round


class Due(NamedTuple):
    """One bet, or one bettor's share of it, that has to be settled.

    Attributes:
        bet: the bet.
        verb: `pay`, `take` or `push`.
        amount: winnings, or what is lost, in minor units.
        by: the bettor whose share it is; None for the whole bet.
    """

    bet: Bet
    verb: str
    amount: int
    by: str | None = None

    def action(self, minor_units: int) -> str:
        """Write what the dealer has to do in the notation."""
        words = ["d", self.verb, self.bet.bet]
        if self.verb != "push":
            words.append(format_amount(self.amount, minor_units))
        return " ".join(words if self.by is None else [*words, "by", self.by])


def dues(round_: Round, bets: Iterable[Bet]) -> Iterator[Due]:
    """Yield what is due, in the order of the bets; nothing where no stakes or not all cards are known."""
    if not round_.stakes_seen:
        return
    moves = moves_by_bet(round_.moves)
    for bet in bets:
        if not bet.is_proven:
            continue
        done = moves.get(bet.bet, ())
        if bet.is_apart:
            yield from _apart(bet, done)
        elif bet.due[0] and not done:
            yield Due(bet, *bet.due)


def moves_by_bet(moves: Iterable[Move]) -> dict[str, list[Move]]:
    """Return the moves of each bet, in their order."""
    out: dict[str, list[Move]] = {}
    for move in moves:
        out.setdefault(move.bet, []).append(move)
    return out


def gained(moves: Iterable[Move]) -> int:
    """Return what the player gained by these moves."""
    return sum(_SIGNS[move.verb] * move.amount for move in moves)


_SIGNS: Mapping[str, int] = {"pay": 1, "take": -1, "push": 0}


def _apart(bet: Bet, done: Sequence[Move]) -> Iterator[Due]:
    """Yield the shares of a bet for which only some took even money: theirs come first, at once."""
    settled = {move.by for move in done}
    if None in settled:
        return
    for share in bet.shares:
        if share.net is not None and share.by not in settled:
            verb = "pay" if share.net > 0 else "take" if share.net < 0 else "push"
            yield Due(bet, verb, abs(share.net), share.by)
