"""Mistakes in settling: not at all, twice, too early, to another box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tracker.outcomes import Bet
from tracker.simulate.game import MONEY, Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, shown_at_clear
from tracker.simulate.slips.moments import PAID, due, total, where_due
from tracker.simulate.wish import Wish

_SOME: Final = 0.5
"""Part of the opportunities that are taken, so that not always the first bet is settled wrongly."""
_PAIR: Final = Wish(hand=("8", "8"))
_SEVENS: Final = Wish(hand=("7", "7"))


def _forget(game: Game, bet: Bet) -> Slip:
    """Never touch a bet; only the cleared table shows it, if money moved at all (else the cards alone are judged)."""
    game.leave_out(bet.bet)
    return replace(shown_at_clear(game, bet.bet), holds=_has_moved_money)


def _has_moved_money(game: Game) -> bool:
    return any(action.verb in MONEY for action in game.actions)


def _any_due(game: Game) -> Sequence[Bet]:
    """Bets due that leave nothing but an open bet behind when they are forgotten."""
    return [bet for _, bet in due(game) if bet.kind == "main" or bet.outcome not in PAID]


def _twice(game: Game, bet: Bet) -> Slip:
    """Settle a bet rightly, and once more."""
    verb, amount = bet.due
    text = f"d {verb} {bet.bet} {game.say(amount)}"
    game.do(text)
    return Slip(bet.bet, game.do(text))


def _to_be_beaten(game: Game) -> Sequence[Bet]:
    """Main bets that are open while the dealer has still to draw: one looks like a loser already."""
    if game.phase != "dealer" or "d stand" in game.options:
        return ()
    return [
        bet
        for bet in game.bets
        if bet.kind == "main" and bet.outcome == "open" and total(game.hand(bet.bet)) < 17
    ]


def _take_early(game: Game, bet: Bet) -> Slip:
    """Take a stake before the dealer has drawn; it was too early only if it loses in the end."""
    number = game.do(f"d take {bet.bet} {game.say(bet.stake)}")
    return Slip(
        bet.bet, number, holds=lambda g: _outcome(g, bet.bet) == "lose" and not _dealer_stood_short(g)
    )


def _to_win(game: Game) -> Sequence[Bet]:
    """Main bets on high totals that are open while the dealer has still to draw."""
    if game.phase != "dealer" or "d stand" in game.options:
        return ()
    return [
        bet
        for bet in game.bets
        if bet.kind == "main" and bet.outcome == "open" and 17 <= total(game.hand(bet.bet)) <= 21
    ]


def _pay_early(game: Game, bet: Bet) -> Slip:
    """Pay a bet before the dealer has drawn; it was too early only if it wins in the end."""
    number = game.do(f"d pay {bet.bet} {game.say(bet.stake)}")
    return Slip(bet.bet, number, holds=lambda g: _outcome(g, bet.bet) == "win" and not _dealer_stood_short(g))


def _outcome(game: Game, ref: str) -> str:
    bet = game.bet(ref)
    return bet.outcome if bet else ""


def _dealer_stood_short(game: Game) -> bool:
    return any(action.actor == "d" and action.verb == "stand" for action in game.actions)


def _winners_and_others(game: Game) -> Sequence[tuple[Bet, Bet]]:
    """A bet that has to be paid now, with each main bet that did not win and was not settled yet."""
    if game.phase != "settling":
        return ()
    now = [bet for _, bet in due(game)]
    winners = [bet for bet in now if bet.outcome in PAID and bet.kind == "main" and _is_only(bet, now)]
    others = [bet for bet in now if bet.kind == "main" and bet.outcome in ("lose", "push")]
    return [(winner, other) for winner in winners for other in others]


def _is_only(winner: Bet, now: Sequence[Bet]) -> bool:
    """Whether no other bet is due just what this one is, so that nobody can mistake whose money it was."""
    return all(bet is winner or bet.net != winner.net for bet in now)


def _pay_other_box(game: Game, bets: tuple[Bet, Bet]) -> Slip:
    winner, other = bets
    game.leave_out(winner.bet)
    game.leave_out(other.bet)
    return Slip(other.bet, game.do(f"d pay {other.bet} {game.say(winner.net or 0)}"))


KINDS: Final = (
    Kind(
        "side-bet-missed",
        "forget a winning side bet",
        where_due("pay", "side"),
        _forget,
        observable=needs.NEVER,
        need=needs.SIDE_BET,
        wish=_PAIR,
    ),
    Kind(
        "bonus-missed", "forget a bonus", where_due("pay", "bonus"), _forget, need=needs.BONUS, wish=_SEVENS
    ),
    Kind("paid-wrong-box", "pay another box", _winners_and_others, _pay_other_box, takes=_SOME),
    Kind("settled-early", "take a stake before the draw", _to_be_beaten, _take_early, takes=_SOME),
    Kind(
        "settled-early",
        "pay a stake before the draw",
        _to_win,
        _pay_early,
        takes=_SOME,
        observable=needs.NEVER,
    ),
    Kind("settled-twice", "pay a winner twice", where_due("pay", "main", outcomes=PAID), _twice, takes=_SOME),
    Kind(
        "settled-twice",
        "take a stake twice",
        where_due("take", "main", outcomes=("lose",)),
        _twice,
        takes=_SOME,
        observable=needs.NEVER,
    ),
    Kind(
        "cleared-unsettled",
        "clear with a bet untouched",
        _any_due,
        _forget,
        takes=_SOME,
        observable=needs.NEVER,
    ),
)
