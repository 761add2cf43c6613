"""Money prompts: what to take and pay now, in the house's order, with amounts, reasons, chips and shares.

Side bets are settled first, right after the deal, then insurance; the other bets from the last box to the first, one
box at a time, taking before paying.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.chips import ChipSet
from tracker.dues import Due, dues, gained, moves_by_bet
from tracker.errors import ChipError
from tracker.outcomes import PAID, Bet
from tracker.pricing import fair_nets
from tracker.prompts.prompt import Prompt, call_of, name_of
from tracker.rulings import LETS_STAND
from tracker.state import Round
from tracker.verdict import RoundVerdict

_KINDS: Final = {"side": 0, "insurance": 1}
_VERBS: Final = {"take": 0, "push": 1, "pay": 2}


def money_prompts(round_: Round, verdict: RoundVerdict, chips: ChipSet | None) -> Iterator[Prompt]:
    """Yield what is to be put right, and what is due."""
    yield from _corrections(round_, verdict)
    for due in sorted(dues(round_, verdict.bets), key=_in_house_order):
        yield _prompt(round_, due, chips)


def _in_house_order(due: Due) -> tuple[int, int, int]:
    return _KINDS.get(due.bet.kind, 2), -due.bet.box, _VERBS[due.verb]


def _prompt(round_: Round, due: Due, chips: ChipSet | None) -> Prompt:
    bet, action = due.bet, due.action(round_.minor_units)
    fields = {"bet": name_of(round_, bet.bet)} | _reason(round_, due)
    if bet.outcome == "void":
        return Prompt("return-bet", fields, (action,))
    if due.verb == "push":
        return Prompt("push", fields, (action,))
    fields["amount"] = round_.say(due.amount)
    if due.verb == "take":
        return Prompt(_taking(round_, bet), fields, (action,))
    fields["ratio"] = str(bet.ratio)
    check_from = round_.limits.check_from
    if check_from is not None and due.amount >= check_from:
        fields["check"] = "call"
    shares = _shares(round_, due, chips)
    if not shares and (pile := _in_chips(round_, chips, due.amount, bet.stake)):
        fields["chips"] = pile
    return Prompt(_paying(due), fields, (action,), shares)


def _taking(round_: Round, bet: Bet) -> str:
    if bet.outcome == "surrender":
        return "take-half"
    hand = round_.hand(bet.bet) if bet.kind == "main" else None
    return "take-too-many" if hand is not None and hand.totals.surely_bust else "take"


def _paying(due: Due) -> str:
    share = due.bet.share_of(due.by or "") if due.by is not None else None
    outcome = share.outcome if share is not None else due.bet.outcome
    return f"pay-{outcome}" if outcome in ("blackjack", "even-money") else "pay"


def _reason(round_: Round, due: Due) -> dict[str, str]:
    """Say why: the tier, or the two totals that were compared."""
    bet, dealer = due.bet, round_.dealer
    if bet.name is not None:
        return {"tier": bet.name}
    hand = round_.hand(bet.bet) if bet.kind == "main" else None
    compared = bet.outcome in ("win", "lose", "push") and round_.last_dealer_card
    if hand is None or not compared or hand.totals.surely_bust or "?" in hand.ranks + dealer.ranks:
        return {}
    return {"total": call_of(hand.totals), "dealer": call_of(dealer.totals)}


def _shares(round_: Round, due: Due, chips: ChipSet | None) -> tuple[tuple[str, str], ...]:
    """Say what each of several bettors gets, and in which chips."""
    out = []
    for share in due.bet.shares:
        if share.pays and due.by in (None, share.by):
            pile = _in_chips(round_, chips, share.pays, share.stake)
            out.append((share.by, f"{round_.say(share.pays)} ({pile})" if pile else round_.say(share.pays)))
    return tuple(out)


def _in_chips(round_: Round, chips: ChipSet | None, amount: int, stake: int) -> str:
    """Write a payout in chips; the stake is taken to lie there in the fewest. Empty where the chips cannot make it."""
    if chips is None:
        return ""
    try:
        return chips.payout(amount, chips.fewest(stake)).written(round_.minor_units)
    except ChipError:
        return ""


def _corrections(round_: Round, verdict: RoundVerdict) -> Iterator[Prompt]:
    """Yield what puts right a decided bet on which the wrong money moved, unless the floor let it stand."""
    moves = moves_by_bet(round_.moves)
    stand = {finding.subject for finding in verdict.findings if finding.ruled in LETS_STAND}
    for bet in verdict.bets:
        done = moves.get(bet.bet)
        if not done or bet.bet in stand or not bet.is_decided or bet.is_apart or bet.outcome == "void":
            continue
        fair, got = fair_nets(bet, round_.profile.rounding), gained(done)
        if got in fair:
            continue
        missing = fair[0] - got
        code, verb = _putting_right(missing, got, bet)
        fields = {"bet": name_of(round_, bet.bet), "amount": round_.say(abs(missing)), "floor": "call"}
        yield Prompt(code, fields, (round_.write_move(verb, bet.bet, abs(missing)),))


def _putting_right(missing: int, got: int, bet: Bet) -> tuple[str, str]:
    if missing > 0:
        return "pay-more", "pay"
    return ("take-back" if got > 0 or bet.outcome in PAID else "take-more"), "take"
