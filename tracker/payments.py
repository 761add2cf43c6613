"""Money: whether every bet was paid, taken or pushed as it should, at its time and once.

What is done with one bet in one go is one payment and judged by what it comes to: chips come in several moves, change
is given back, a stake is coloured up. What is done with it later, after other money has moved, is a second payment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from tracker.dealer_play import surely_must_draw
from tracker.dues import gained, moves_by_bet
from tracker.findings import FindingLog
from tracker.misdirected import find_strangers, find_swapped, find_wrong_bettor, find_wrong_boxes
from tracker.order import must_decide
from tracker.outcomes import PAID, Bet
from tracker.pricing import fair_nets
from tracker.ratio import Ratio
from tracker.settle import may_be_decided, settle_bet
from tracker.state import Hand, Move, Round

# (what should be done, what was done) where that alone is the mistake.
_WRONG_SIDE: Mapping[tuple[str, str], str] = {
    ("pay", "push"): "winner-not-paid",
    ("pay", "take"): "winner-taken",
    ("push", "pay"): "push-paid",
    ("push", "take"): "push-taken",
    ("take", "pay"): "loser-paid",
    ("take", "push"): "loser-not-taken",
}


class Payment(NamedTuple):
    """What was done with one bet in one go.

    Attributes:
        moves: its moves, in order.
        verb: what they come to: `pay`, `take` or `push`.
        amount: how much of it.
    """

    moves: Sequence[Move]
    verb: str
    amount: int

    @classmethod
    def of(cls, moves: Sequence[Move]) -> Payment:
        """Add moves up."""
        if len(moves) == 1:
            return cls(moves, moves[0].verb, moves[0].amount)
        total = gained(moves)
        return cls(moves, "pay" if total > 0 else "take" if total < 0 else "push", abs(total))


def note_move(round_: Round, verb: str, ref: str, amount: int, by: str | None) -> None:
    """Take note of money that moved, and whether its bet was decided by then."""
    bet = settle_bet(round_, ref)
    decided = bet is not None and (
        bet.outcome != "open" or may_be_decided(round_, bet) or _is_share_due(bet, verb, amount)
    )
    round_.moves.append(Move(round_.number, verb, ref, amount, decided, by))


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
    moves = moves_by_bet(round_.moves)
    if moves.keys() <= {bet.bet for bet in bets} and all(_is_in_order(round_, bet, moves) for bet in bets):
        return
    handled = find_wrong_boxes(round_, bets, moves, log) | find_swapped(round_, bets, moves, log)
    for bet in bets:
        if bet.bet not in handled:
            _judge_bet(round_, bet, moves.get(bet.bet, []), log, stood_short=stood_short)
    find_strangers(round_, bets, moves, log)


def _is_in_order(round_: Round, bet: Bet, moves: Mapping[str, Sequence[Move]]) -> bool:
    """Whether it shows at a glance that nothing is wrong: one move did what was due, or nothing was due or done yet."""
    mine = moves.get(bet.bet)
    if mine is None:
        return bet.outcome == "void" or not (round_.cleared_at and bet.is_decided)
    move = mine[0]
    is_whole = len(mine) == 1 and not bet.shares
    return is_whole and move.decided and bet.outcome != "void" and (move.verb, move.amount) == bet.due


def _judge_bet(round_: Round, bet: Bet, moves: Sequence[Move], log: FindingLog, *, stood_short: bool) -> None:
    if bet.outcome == "void" and not _is_out(round_, bet):
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
    if not _judge_payments(round_, bet, moves, log) and early:
        seen = round_.write_move(first.verb, bet.bet, first.amount)
        log.add("settled-early", first.number, bet.bet, expected="later", seen=seen)


def _judge_payments(round_: Round, bet: Bet, moves: Sequence[Move], log: FindingLog) -> bool:
    """Find what is wrong with the payments of a decided bet.

    Returns:
        Whether anything is.
    """
    fair = fair_nets(bet, round_.profile.rounding)
    first, *later = _payments(round_, bet, moves)
    expected = round_.write_move(bet.due[0], bet.bet, bet.due[1])
    money = gained(moves) - (bet.net or 0)
    if twice := _second_time(first, fair) or (later and _comes_to(first, fair) and later[0].moves[0]):
        log.add(
            "settled-twice",
            twice.number,
            bet.bet,
            expected=expected,
            seen=f"{len(moves)} times",
            money=0 if gained(moves) in fair else money,
        )
        return True
    if _comes_to(first, fair):
        return find_wrong_bettor(round_, bet, moves, log)
    log.add(
        wrong_payment(round_, bet, first),
        first.moves[-1].number,
        bet.bet,
        expected=expected,
        seen=round_.write_move(first.verb, bet.bet, first.amount),
        money=0 if gained(moves) in fair else money,
    )
    return True


def _payments(round_: Round, bet: Bet, moves: Sequence[Move]) -> Iterator[Payment]:
    """Part the moves of one bet into payments; each of several bettors may be paid on his own, and at his own time."""
    if bet.is_apart:
        yield Payment.of(moves)
        return
    place = {id(move): i for i, move in enumerate(round_.moves)}
    run, names = [moves[0]], {moves[0].by}
    for before, move in pairwise(moves):
        goes_on = place[id(move)] == place[id(before)] + 1
        if goes_on or (move.by is not None and None not in names and move.by not in names):
            run.append(move)
        else:
            yield Payment.of(run)
            run = [move]
        names.add(move.by)
    yield Payment.of(run)


def _comes_to(payment: Payment, fair: Sequence[int]) -> bool:
    """Whether a payment comes to one of these gains; leaving a bet that is lost or won is no payment."""
    return gained(payment.moves) in fair


def _second_time(payment: Payment, fair: Sequence[int]) -> Move | None:
    """Return the move by which a bet that had got what it should got more of the same."""
    if gained(payment.moves) in fair or len({move.verb for move in payment.moves}) > 1:
        return None
    for total, following in zip(
        accumulate(gained([m]) for m in payment.moves), payment.moves[1:], strict=False
    ):
        if total in fair:
            return following
    return None


def _judge_untouched(round_: Round, bet: Bet, log: FindingLog) -> None:
    if not round_.cleared_at or not bet.is_decided or bet.outcome == "void":
        return
    expected = round_.write_move(bet.due[0], bet.bet, bet.due[1])
    log.add(
        untouched(bet), round_.cleared_at, bet.bet, expected=expected, seen="d clear", money=-(bet.net or 0)
    )


def untouched(bet: Bet) -> str:
    """Return the code of a decided bet that nothing was done with when the cards were cleared."""
    if bet.outcome in PAID and bet.kind in ("side", "bonus"):
        return f"{'side-bet' if bet.kind == 'side' else 'bonus'}-missed"
    return "cleared-unsettled"


def wrong_payment(round_: Round, bet: Bet, payment: Payment) -> str:
    """Return the code of what is wrong with a payment of a decided bet that does not come to what is due."""
    verb = bet.due[0]
    if bet.outcome == "surrender":
        return "surrender-wrong-amount"
    if bet.kind == "insurance":
        return "insurance-mispaid"
    if payment.verb != verb:
        if bet.kind == "side" and bet.outcome in PAID:
            return "side-bet-missed"
        return "bonus-missed" if bet.kind == "bonus" else _WRONG_SIDE[verb, payment.verb]
    if verb == "pay" and bet.kind in ("side", "bonus") and payment.amount in _other_tiers(round_, bet):
        return f"{'side-bet' if bet.kind == 'side' else 'bonus'}-wrong-tier"
    return "overpaid" if gained(payment.moves) > (bet.net or 0) else "underpaid"


def _other_tiers(round_: Round, bet: Bet) -> set[int]:
    return {
        amount for ratio in _prices(round_, bet) for amount in ratio.fair(bet.stake, round_.profile.rounding)
    }


def _prices(round_: Round, bet: Bet) -> Sequence[Ratio]:
    if bet.kind == "bonus":
        return [bonus.pays for bonus in round_.profile.bonuses]
    return [ratio for side_bet in round_.profile.side_bets for ratio in side_bet.pays.values()]


def _is_share_due(bet: Bet, verb: str, amount: int) -> bool:
    due = sum(share.net or 0 for share in bet.shares if share.outcome in PAID)
    return verb == "pay" and 0 < amount <= due


def _is_out(round_: Round, bet: Bet) -> bool:
    """Whether a main bet is out of the round, for its hand got no cards: it keeps its stake."""
    hand = round_.hand(bet.bet) if bet.kind == "main" else None
    return hand is not None and hand.out and not hand.late


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
    if (
        len(dealer.cards) < 2
        or dealer.hole_down
        or any(_is_still_to_ask(round_, hand) for hand in round_.hands())
    ):
        return True
    return surely_must_draw(round_, dealer.totals)


def _is_still_to_ask(round_: Round, hand: Hand) -> bool:
    """Whether a hand surely has to decide; one that the dealer passed over when he played may never be asked."""
    was_passed_over = hand.ref in round_.waiting or (round_.last_dealer_card and hand.ref in round_.overtaken)
    return not was_passed_over and must_decide(round_, hand)
