"""Money that was right and went to the wrong place: another box, another bettor, a bet that nobody made.

One mistake is one finding: what explains the money on two bets is told once, and neither is judged apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tracker.dues import gained
from tracker.findings import FindingLog
from tracker.outcomes import PAID, Bet
from tracker.state import Move, Round

CODE = "paid-wrong-box"


def find_wrong_boxes(
    round_: Round, bets: Sequence[Bet], moves: dict[str, list[Move]], log: FindingLog
) -> set[str]:
    """Find winners that were not paid while another bet was paid just that, once the cards are cleared.

    The payment is taken out of `moves`: what else was done with that bet is judged as if it had not been.

    Returns:
        The bets that are told by this: the winner, and the other one if nothing else was done with it.
    """
    if not round_.cleared_at:
        return set()
    known = {bet.bet: bet for bet in bets}
    unpaid = [
        bet
        for bet in bets
        if bet.outcome in PAID and all(move.verb != "pay" for move in moves.get(bet.bet, []))
    ]
    handled: set[str] = set()
    for ref, done in moves.items():
        bet = known.get(ref)
        if bet is not None and not bet.is_decided:
            continue
        for move in [move for move in done if move.verb == "pay"]:
            winner = next((w for w in unpaid if w.net == move.amount and w.bet not in handled), None)
            if winner is None or (bet is not None and not _is_stray(bet, move, done)):
                continue
            done.remove(move)
            handled |= {winner.bet} if done else {winner.bet, ref}
            lost = gained(moves.get(winner.bet, [])) - (winner.net or 0)
            money = move.amount + lost - (0 if done or bet is None else bet.net or 0)
            expected, seen = f"d pay {winner.bet}", f"d pay {ref}"
            log.add(CODE, move.number, ref, expected=expected, seen=seen, money=money)
    return handled


def find_swapped(
    round_: Round, bets: Sequence[Bet], moves: Mapping[str, Sequence[Move]], log: FindingLog
) -> set[str]:
    """Find two winners each of whom was paid what the other should have got.

    Returns:
        The bets that are told by this.
    """
    paid = {
        bet.bet: bet
        for bet in bets
        if bet.outcome in PAID and moves.get(bet.bet) and gained(moves[bet.bet]) != bet.net
    }
    handled: set[str] = set()
    for one, two in combinations(paid.values(), 2):
        crosswise = (gained(moves[one.bet]), gained(moves[two.bet])) == (two.net, one.net)
        if crosswise and not handled & {one.bet, two.bet}:
            handled |= {one.bet, two.bet}
            wrong = max(one, two, key=lambda bet: moves[bet.bet][-1].number)
            expected = round_.write_move("pay", wrong.bet, wrong.net or 0)
            seen = round_.write_move("pay", wrong.bet, gained(moves[wrong.bet]))
            log.add(CODE, moves[wrong.bet][-1].number, wrong.bet, expected=expected, seen=seen)
    return handled


def find_wrong_bettor(round_: Round, bet: Bet, moves: Sequence[Move], log: FindingLog) -> bool:
    """Find a bet whose sum is right, of which one of its several bettors got another's share.

    Returns:
        Whether that is so.
    """
    if not bet.shares or any(move.by is None for move in moves):
        return False
    for name in dict.fromkeys(move.by or "" for move in moves):
        share, mine = bet.share_of(name), [move for move in moves if move.by == name]
        if share is not None and share.net == gained(mine):
            continue
        verb, amount = mine[-1].verb, abs(gained(mine))
        expected = "no such bet"
        if share is not None:
            expected = f"{round_.write_move(verb, bet.bet, abs(share.net or 0))} by {name}"
        seen = f"{round_.write_move(verb, bet.bet, amount)} by {name}"
        log.add(CODE, mine[-1].number, bet.bet, expected=expected, seen=seen)
        return True
    return False


def find_strangers(
    round_: Round, bets: Sequence[Bet], moves: Mapping[str, Sequence[Move]], log: FindingLog
) -> None:
    """Find money on bets that nobody made."""
    known = {bet.bet for bet in bets}
    for ref, strange in moves.items():
        money = gained(strange)
        if ref in known or not money:
            continue
        hand_known = ref.removesuffix(".bonus") in known
        if ref.endswith(".bonus") and hand_known:
            code = "bonus-wrong-tier"
        else:
            code = "insurance-mispaid" if ref.endswith(".insurance") else CODE
        move = strange[0]
        seen = round_.write_move(move.verb, ref, move.amount)
        log.add(code, move.number, ref, expected="no such bet", seen=seen, money=money)


def _is_stray(bet: Bet, move: Move, done: Sequence[Move]) -> bool:
    """Whether a payment does not belong to the bet that it was put on: it did not win, or was paid before."""
    if bet.outcome in ("lose", "push"):
        return True
    return bet.outcome in PAID and gained(done) - move.amount == bet.net
