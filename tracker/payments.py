"""Money: whether every bet was paid, taken or pushed as it should, at its time, once, and on the right box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tracker.dealer_play import surely_must_draw
from tracker.findings import FindingLog
from tracker.order import must_decide
from tracker.settle import PAID, Bet
from tracker.state import Move, Round

# (what should be done, what was done) where that alone is the mistake.
_WRONG_SIDE = {
    ("pay", "push"): "winner-not-paid",
    ("pay", "take"): "winner-taken",
    ("push", "pay"): "push-paid",
    ("push", "take"): "push-taken",
    ("take", "pay"): "loser-paid",
    ("take", "push"): "loser-not-taken",
}


def judge_money(round_: Round, bets: Sequence[Bet], log: FindingLog, *, stood_short: bool) -> None:
    """Find what was wrong with the money; a round without money actions or stakes is judged on its cards alone.

    Args:
        round_: the round.
        bets: its bets as they stand.
        log: where findings go.
        stood_short: the dealer stopped too early, so that money on his unfinished hand was not early.
    """
    if not round_.has_moves or not round_.stakes_seen:
        return
    moves: dict[str, list[Move]] = defaultdict(list)
    for move in round_.moves:
        moves[move.bet].append(move)
    handled = _find_wrong_boxes(round_, bets, moves, log)
    for bet in bets:
        if bet.bet not in handled:
            _judge_bet(round_, bet, moves.get(bet.bet, []), log, stood_short=stood_short)
    _judge_strangers(round_, bets, moves, log)


def actual(moves: Sequence[Move]) -> int:
    """Return what the player gained by these moves."""
    signs = {"pay": 1, "take": -1, "push": 0}
    return sum(signs[move.verb] * move.amount for move in moves)


def _judge_bet(round_: Round, bet: Bet, moves: Sequence[Move], log: FindingLog, *, stood_short: bool) -> None:
    if bet.outcome == "void":
        return
    if not moves:
        _judge_untouched(round_, bet, log)
        return
    first = moves[0]
    early = not first.decided and _went_on(round_, bet, first)
    if not bet.is_decided:
        if early or (bet.outcome == "open" and not first.decided and not stood_short and _must_go_on(round_)):
            log.add(
                "settled-early", first.number, bet.bet, expected="later", seen=f"d {first.verb} {bet.bet}"
            )
        return
    money = actual(moves) - (bet.net or 0)
    expected, seen = _written(round_, bet.bet, *bet.due), _written(round_, bet.bet, first.verb, first.amount)
    code = _wrong_move(round_, bet, first)
    if code is not None:
        log.add(code, first.number, bet.bet, expected=expected, seen=seen, money=money)
    elif len(moves) > 1:
        seen = f"{len(moves)} times"
        log.add("settled-twice", moves[1].number, bet.bet, expected=expected, seen=seen, money=money)
    elif early:
        log.add("settled-early", first.number, bet.bet, expected="later", seen=seen)


def _judge_untouched(round_: Round, bet: Bet, log: FindingLog) -> None:
    if not round_.cleared_at or not bet.is_decided:
        return
    code = "cleared-unsettled"
    if bet.outcome in PAID and bet.kind in ("side", "bonus"):
        code = f"{'side-bet' if bet.kind == 'side' else 'bonus'}-missed"
    expected = _written(round_, bet.bet, *bet.due)
    log.add(code, round_.cleared_at, bet.bet, expected=expected, seen="d clear", money=-(bet.net or 0))


def _written(round_: Round, ref: str, verb: str, amount: int) -> str:
    return f"d {verb} {ref}" if verb == "push" else f"d {verb} {ref} {round_.say(amount)}"


def _wrong_move(round_: Round, bet: Bet, move: Move) -> str | None:  # noqa: PLR0911 one line a rule
    verb, amount = bet.due
    if move.verb == verb and (verb == "push" or move.amount == amount):
        return None
    if bet.outcome == "surrender":
        return "surrender-wrong-amount"
    if bet.kind == "insurance":
        return "insurance-mispaid"
    if move.verb != verb:
        if bet.kind == "side" and bet.outcome in PAID:
            return "side-bet-missed"
        if bet.kind == "bonus":
            return "bonus-missed"
        return _WRONG_SIDE[verb, move.verb]
    if verb == "pay" and bet.kind in ("side", "bonus") and move.amount in _other_tiers(round_, bet):
        return f"{'side-bet' if bet.kind == 'side' else 'bonus'}-wrong-tier"
    gained = move.amount if verb == "pay" else -move.amount
    return "overpaid" if gained > (bet.net or 0) else "underpaid"


def _other_tiers(round_: Round, bet: Bet) -> set[int]:
    profile = round_.profile
    if bet.kind == "bonus":
        ratios = [bonus.pays for bonus in profile.bonuses]
    else:
        sides = round_.boxes[int(bet.bet[0])].sides
        table = profile.side_bet(sides[0].name)
        ratios = list(table.pays.values()) if table else []
    return {ratio.of(bet.stake, profile.rounding) for ratio in ratios}


def _went_on(round_: Round, bet: Bet, move: Move) -> bool:
    """Whether cards that the bet depended on came after its money had moved."""
    if round_.last_dealer_card > move.number:
        return True
    hand = round_.hand(bet.bet) if bet.kind == "main" else None
    return hand is not None and bool(hand.acted_at) and hand.acted_at[-1] > move.number


def _must_go_on(round_: Round) -> bool:
    """Whether the round surely goes on: somebody has to decide, or the dealer to turn or draw."""
    if round_.cleared_at:
        return False
    dealer = round_.dealer
    if len(dealer.cards) < 2 or dealer.hole_down or any(must_decide(round_, hand) for hand in round_.hands()):
        return True
    return surely_must_draw(round_, dealer.totals)


def _find_wrong_boxes(
    round_: Round, bets: Sequence[Bet], moves: dict[str, list[Move]], log: FindingLog
) -> set[str]:
    """Find winners that were not paid while a bet that did not win was paid just that, once the cards are cleared.

    The payment is taken out of `moves`: what else was done with that bet is judged as if it had not been.

    Returns:
        The bets that are told by this: the winner, and the other one if nothing else was done with it.
    """
    if not round_.cleared_at:
        return set()
    due = {bet.bet: bet for bet in bets}
    unpaid = [
        bet
        for bet in bets
        if bet.outcome in PAID and all(move.verb != "pay" for move in moves.get(bet.bet, []))
    ]
    handled: set[str] = set()
    for ref, done in moves.items():
        bet = due.get(ref)
        if bet is not None and bet.outcome not in ("lose", "push"):
            continue
        for move in [move for move in done if move.verb == "pay"]:
            winner = next((w for w in unpaid if w.net == move.amount and w.bet not in handled), None)
            if winner is None:
                continue
            done.remove(move)
            handled |= {winner.bet} if done else {winner.bet, ref}
            lost = actual(moves.get(winner.bet, [])) - (winner.net or 0)
            money = move.amount + lost - (0 if done or bet is None else bet.net or 0)
            expected, seen = f"d pay {winner.bet}", f"d pay {ref}"
            log.add("paid-wrong-box", move.number, ref, expected=expected, seen=seen, money=money)
    return handled


def _judge_strangers(
    round_: Round, bets: Sequence[Bet], moves: Mapping[str, list[Move]], log: FindingLog
) -> None:
    """Find money on bets that nobody made."""
    known = {bet.bet for bet in bets}
    for ref, strange in moves.items():
        money = actual(strange)
        if ref in known or not money:
            continue
        hand_known = ref.removesuffix(".bonus") in known
        if ref.endswith(".bonus") and hand_known:
            code = "bonus-wrong-tier"
        else:
            code = "insurance-mispaid" if ref.endswith(".insurance") else "paid-wrong-box"
        move = strange[0]
        seen = _written(round_, ref, move.verb, move.amount)
        log.add(code, move.number, ref, expected="no such bet", seen=seen, money=money)
