"""Mistakes with prices: another tier of a paytable, another price of a blackjack, a bonus that was not earned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tracker.outcomes import Bet
from tracker.ratio import Ratio
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip
from tracker.simulate.slips.moments import due_of, is_dealt_hand, total
from tracker.simulate.wish import TENS, Wish

_PAIR: Final = Wish(hand=("8", "8"))
_SEVENS: Final = Wish(hand=("7", "7"))


def _other_prices(game: Game, bet: Bet) -> list[int]:
    """What the bet would pay on other tiers of its paytable."""
    ratios: list[Ratio] = [bonus.pays for bonus in game.profile.bonuses]
    if bet.kind == "side":
        ratios = [ratio for side in game.profile.side_bets for ratio in side.pays.values()]
    return sorted({ratio.of(bet.stake) for ratio in ratios} - {bet.pays or 0})


def _mispriced(kind: str) -> Callable[[Game], Sequence[Bet]]:
    def where(game: Game) -> Sequence[Bet]:
        return [bet for bet in due_of(game, "pay", kind) if _other_prices(game, bet)]

    return where


def _pay_other_tier(game: Game, bet: Bet) -> Slip:
    amount = game.rng.choice(_other_prices(game, bet))
    return Slip(bet.bet, game.do(f"d pay {bet.bet} {game.say(amount)}"))


def _natural_as_suited(game: Game) -> Sequence[Bet]:
    """Blackjacks whose other price (of one suit, of two, or 3:2 in a game that pays evens) is not theirs."""
    return [bet for bet in due_of(game, "pay", "main", outcomes=("blackjack",)) if bet.pays]


def _pay_as_other_natural(game: Game, bet: Bet) -> Slip:
    prices = {ratio.of(bet.stake) for ratio in (*game.profile.natural_price, Ratio(3, 2), Ratio(2, 1))}
    amount = max(prices - {bet.pays or 0, 0})
    return Slip(
        bet.bet, game.do(f"d pay {bet.bet} {game.say(amount)}"), holds=lambda _: amount > (bet.pays or 0)
    )


def _plain_21(game: Game) -> Sequence[str]:
    """Hands of 21 that earned no bonus, still lying there."""
    if not game.play_started:
        return ()
    bonuses = {bet.bet for bet in game.bets if bet.kind == "bonus"}
    return [
        f"{hand.ref}.bonus"
        for hand in game.hands
        if total(hand) == 21
        and len(hand.cards) > 2
        and is_dealt_hand(hand)
        and f"{hand.ref}.bonus" not in bonuses
    ]


def _pay_unearned(game: Game, ref: str) -> Slip:
    stake = game.hand(ref.removesuffix(".bonus")).stake
    amount = game.rng.choice(game.profile.bonuses).pays.of(stake)
    return Slip(ref, game.do(f"d pay {ref} {game.say(amount)}"))


KINDS: Final = (
    Kind(
        "overpaid",
        "pay a blackjack at another price",
        _natural_as_suited,
        _pay_as_other_natural,
        wish=Wish(hand=("A", TENS)),
    ),
    Kind(
        "side-bet-wrong-tier",
        "pay a side bet on another tier",
        _mispriced("side"),
        _pay_other_tier,
        need=needs.SIDE_BET,
        wish=_PAIR,
    ),
    Kind(
        "bonus-wrong-tier",
        "pay a bonus on another tier",
        _mispriced("bonus"),
        _pay_other_tier,
        need=needs.BONUS,
        wish=_SEVENS,
    ),
    Kind("bonus-wrong-tier", "pay a bonus that was not earned", _plain_21, _pay_unearned, need=needs.BONUS),
)
