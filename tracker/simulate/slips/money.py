"""Mistakes with money: the wrong side, the wrong amount, the wrong tier, not at all, twice, too early."""

from __future__ import annotations

from collections.abc import Callable

from tracker.actions import Action, parse_action
from tracker.ratio import Ratio
from tracker.settle import Bet
from tracker.simulate.game import MONEY, Game
from tracker.simulate.slips.kind import Attempt, Kind, Slip


def _due(game: Game) -> tuple[Action, Bet] | None:
    """The money that has to move now, and the bet that it settles."""
    if game.options[0].split()[1] not in MONEY:
        return None
    action = parse_action(game.options[0], game.minor_units)
    ref = str(action.args[0])
    return action, next(bet for bet in game.bets if bet.bet == ref)


def _major(game: Game, amount: int) -> str:
    whole, rest = divmod(amount, game.minor_units)
    return f"{whole}.{rest * 100 // game.minor_units:02d}" if rest else str(whole)


def _instead(
    code: str,
    due: str,
    kind: str,
    wrong: Callable[[Game, Bet], str | None],
    *,
    outcomes: tuple[str, ...] = (),
) -> Attempt:
    """Make an attempt that does something else with a bet than what is due.

    Args:
        code: finding code.
        due: `pay`, `take` or `push`: what should be done.
        kind: sort of bet.
        wrong: what is done instead, in the notation, or None where nothing wrong offers itself.
        outcomes: limits it to these outcomes.
    """

    def attempt(game: Game) -> Slip | None:
        now = _due(game)
        if now is None:
            return None
        action, bet = now
        if action.verb != due or bet.kind != kind or (outcomes and bet.outcome not in outcomes):
            return None
        text = wrong(game, bet)
        return Slip(game.do(text), code, bet.bet) if text else None

    return attempt


def _pay_stake(game: Game, bet: Bet) -> str:
    return f"d pay {bet.bet} {_major(game, bet.stake)}"


def _take_stake(game: Game, bet: Bet) -> str:
    return f"d take {bet.bet} {_major(game, bet.stake)}"


def _push(_: Game, bet: Bet) -> str:
    return f"d push {bet.bet}"


def _pay_less(game: Game, bet: Bet) -> str:
    return f"d pay {bet.bet} {_major(game, (bet.pays or 0) // 2)}"


def _pay_more(game: Game, bet: Bet) -> str:
    extra = 5 * game.minor_units if bet.outcome == "blackjack" else bet.stake // 2
    return f"d pay {bet.bet} {_major(game, (bet.pays or 0) + extra)}"


def _pay_other_tier(ratios: Callable[[Game], list[Ratio]]) -> Callable[[Game, Bet], str | None]:
    def wrong(game: Game, bet: Bet) -> str | None:
        others = sorted({ratio.of(bet.stake) for ratio in ratios(game)} - {bet.pays or 0})
        return f"d pay {bet.bet} {_major(game, game.rng.choice(others))}" if others else None

    return wrong


def _side_ratios(game: Game) -> list[Ratio]:
    return [ratio for side in game.profile.side_bets for ratio in side.pays.values()]


def _bonus_ratios(game: Game) -> list[Ratio]:
    return [bonus.pays for bonus in game.profile.bonuses]


def _pay_insurance_evens(game: Game, bet: Bet) -> str:
    return f"d pay {bet.bet} {_major(game, bet.stake)}"


def miss_bonus(game: Game) -> Slip | None:
    """Go on without paying a bonus."""
    now = _due(game)
    if now is None or now[1].kind != "bonus" or now[1].outcome != "win":
        return None
    return Slip(game.leave_out(now[1].bet), "bonus-missed", now[1].bet)


def leave_unsettled(game: Game) -> Slip | None:
    """Clear the cards without touching a bet."""
    now = _due(game)
    if now is None or now[1].kind != "main" or now[1].outcome not in ("win", "lose", "push"):
        return None
    return Slip(game.leave_out(now[1].bet), "cleared-unsettled", now[1].bet)


def pay_twice(game: Game) -> Slip | None:
    """Pay a winner, and pay him again."""
    now = _due(game)
    if now is None or now[0].verb != "pay" or now[1].kind != "main":
        return None
    game.do(game.options[0])
    return Slip(game.do(f"d pay {now[1].bet} {_major(game, now[1].pays or 0)}"), "settled-twice", now[1].bet)


KINDS = (
    Kind("loser-paid", _instead("loser-paid", "take", "main", _pay_stake, outcomes=("lose",))),
    Kind("loser-not-taken", _instead("loser-not-taken", "take", "main", _push, outcomes=("lose",))),
    Kind("winner-taken", _instead("winner-taken", "pay", "main", _take_stake, outcomes=("win", "blackjack"))),
    Kind("winner-not-paid", _instead("winner-not-paid", "pay", "main", _push, outcomes=("win", "blackjack"))),
    Kind("push-paid", _instead("push-paid", "push", "main", _pay_stake, outcomes=("push",))),
    Kind("push-taken", _instead("push-taken", "push", "main", _take_stake, outcomes=("push",))),
    Kind("underpaid", _instead("underpaid", "pay", "main", _pay_less, outcomes=("win",))),
    Kind("overpaid", _instead("overpaid", "pay", "main", _pay_more, outcomes=("win", "blackjack"))),
    Kind("settled-twice", pay_twice),
    Kind("cleared-unsettled", leave_unsettled, observable=False),
    Kind(
        "side-bet-wrong-tier",
        _instead("side-bet-wrong-tier", "pay", "side", _pay_other_tier(_side_ratios)),
        fits=lambda profile: bool(profile.side_bets),
    ),
    Kind(
        "side-bet-missed",
        _instead("side-bet-missed", "pay", "side", _take_stake),
        fits=lambda profile: bool(profile.side_bets),
    ),
    Kind("bonus-missed", miss_bonus, fits=lambda profile: bool(profile.bonuses)),
    Kind(
        "bonus-wrong-tier",
        _instead("bonus-wrong-tier", "pay", "bonus", _pay_other_tier(_bonus_ratios)),
        fits=lambda profile: bool(profile.bonuses),
    ),
    Kind("insurance-mispaid", _instead("insurance-mispaid", "pay", "insurance", _pay_insurance_evens)),
    Kind("insurance-mispaid", _instead("insurance-mispaid", "take", "insurance", _push)),
    Kind(
        "surrender-wrong-amount",
        _instead("surrender-wrong-amount", "take", "main", _take_stake, outcomes=("surrender",)),
        observable=False,
        fits=lambda profile: profile.surrender != "none",
    ),
)
