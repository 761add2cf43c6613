"""Mistakes with money: the wrong side, amount, tier or box, too early, twice, not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tracker.outcomes import Bet
from tracker.ratio import Ratio
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, shown_at_clear
from tracker.simulate.slips.moments import due, due_of, is_dealt_hand, total
from tracker.simulate.wish import TENS, Wish

_PAID: Final = ("win", "blackjack", "even-money")
_SOME: Final = 0.5
"""Part of the opportunities that are taken, so that not always the first bet is settled wrongly."""


def _due(verb: str, *kinds: str, outcomes: Sequence[str] = ()) -> Callable[[Game], Sequence[Bet]]:
    def where(game: Game) -> Sequence[Bet]:
        return due_of(game, verb, *kinds, outcomes=outcomes)

    return where


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


# Prices and tiers


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


# Not at all, twice, too early, to another


def _forget(game: Game, bet: Bet) -> Slip:
    """Never touch a bet; only the cleared table shows it."""
    game.leave_out(bet.bet)
    return shown_at_clear(game, bet.bet)


def _any_due(game: Game) -> Sequence[Bet]:
    """Bets due that leave nothing but an open bet behind when they are forgotten."""
    return [bet for _, bet in due(game) if bet.kind == "main" or bet.outcome not in _PAID]


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
    winners = [bet for bet in now if bet.outcome in _PAID and bet.kind == "main" and _is_only(bet, now)]
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


_PAIR: Final = Wish(hand=("8", "8"))
_FIVE_SMALL: Final = Wish(hand=("7", "7"))
_ACE_UP: Final = Wish(up="A")
_ACE_TEN: Final = Wish(up="A", hole=TENS)

KINDS: Final = (
    Kind(
        "loser-paid",
        "pay a loser",
        _due("take", "main", "side", outcomes=("lose",)),
        _money("pay", _stake),
        takes=_SOME,
    ),
    Kind(
        "loser-not-taken",
        "leave a loser its stake",
        _due("take", "main", "side", outcomes=("lose",)),
        _push,
        takes=_SOME,
    ),
    Kind(
        "winner-taken",
        "take a winner's stake",
        _due("pay", "main", outcomes=_PAID),
        _money("take", _stake),
        takes=_SOME,
    ),
    Kind("winner-not-paid", "push a winner", _due("pay", "main", outcomes=_PAID), _push, takes=_SOME),
    Kind(
        "push-paid",
        "pay a push",
        _due("push", "main", outcomes=("push",)),
        _money("pay", _stake),
        takes=_SOME,
        need=needs.PUSHES,
    ),
    Kind(
        "push-taken",
        "take a push",
        _due("push", "main", outcomes=("push",)),
        _money("take", _stake),
        takes=_SOME,
        need=needs.PUSHES,
    ),
    Kind(
        "underpaid",
        "pay a winner half",
        _due("pay", "main", outcomes=_PAID),
        _money("pay", _half_pay),
        takes=_SOME,
    ),
    Kind(
        "underpaid",
        "take twice a loser's stake",
        _due("take", "main", outcomes=("lose",)),
        _money("take", _lost_more),
        takes=_SOME,
        observable=needs.NEVER,
    ),
    Kind(
        "overpaid",
        "pay a winner too much",
        _due("pay", "main", outcomes=_PAID),
        _money("pay", _more_pay),
        takes=_SOME,
    ),
    Kind(
        "overpaid",
        "take half of a loser's stake",
        _due("take", "main", outcomes=("lose",)),
        _money("take", _half_stake),
        takes=_SOME,
        observable=needs.NEVER,
    ),
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
        "side-bet-missed",
        "take a winning side bet",
        _due("pay", "side"),
        _money("take", _stake),
        need=needs.SIDE_BET,
        wish=_PAIR,
    ),
    Kind(
        "side-bet-missed",
        "forget a winning side bet",
        _due("pay", "side"),
        _forget,
        observable=needs.NEVER,
        need=needs.SIDE_BET,
        wish=_PAIR,
    ),
    Kind("bonus-missed", "forget a bonus", _due("pay", "bonus"), _forget, need=needs.BONUS, wish=_FIVE_SMALL),
    Kind(
        "bonus-wrong-tier",
        "pay a bonus on another tier",
        _mispriced("bonus"),
        _pay_other_tier,
        need=needs.BONUS,
        wish=_FIVE_SMALL,
    ),
    Kind("bonus-wrong-tier", "pay a bonus that was not earned", _plain_21, _pay_unearned, need=needs.BONUS),
    Kind(
        "insurance-mispaid",
        "pay insurance 1:1",
        _due("pay", "insurance"),
        _money("pay", _stake),
        wish=_ACE_TEN,
    ),
    Kind("insurance-mispaid", "push lost insurance", _due("take", "insurance"), _push, wish=_ACE_UP),
    Kind(
        "insurance-mispaid",
        "pay lost insurance",
        _due("take", "insurance"),
        _money("pay", _lost_more),
        observable=needs.NO_PEEK,
        wish=_ACE_UP,
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
    Kind("settled-twice", "pay a winner twice", _due("pay", "main", outcomes=_PAID), _twice, takes=_SOME),
    Kind(
        "settled-twice",
        "take a stake twice",
        _due("take", "main", outcomes=("lose",)),
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
