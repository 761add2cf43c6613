"""What is legal now, in order of turn, as actions of the notation (NOTATION section 3, `next`)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.actions import format_amount
from tracker.dealer_play import surely_must_draw, surely_must_stand
from tracker.dealing import is_dealing, lacking, next_in_deal
from tracker.dues import dues
from tracker.followers import amounts_due, may_follow
from tracker.insurance import insurable
from tracker.legality import (
    can_double,
    can_hit,
    can_insure,
    can_split,
    can_surrender,
    can_switch,
    can_take_even_money,
    must_offer_double,
    must_offer_insurance,
)
from tracker.order import awaits_card, is_closed, must_decide, peeks
from tracker.outcomes import Bet
from tracker.settle import is_final
from tracker.state import Hand, Round


def phase_of(round_: Round, bets: Sequence[Bet]) -> str:  # noqa: PLR0911 one line a rule
    """Return the verdict's `state`."""
    if round_.void:
        return "void"
    if round_.cleared_at:
        return "uncertain" if any(bet.outcome == "unknown" for bet in bets) else "settled"
    if not round_.dealing_started:
        return "dealing" if round_.betting_closed else "betting"
    if not round_.play_started and (is_dealing(round_) or any(lacking(round_))):
        return "dealing"
    if is_insurance_time(round_):
        return "insurance"
    if active_hand(round_) is not None:
        return "playing"
    if not is_final(round_):
        return "dealer"
    if any(bet.outcome == "unknown" or not bet.is_proven for bet in bets):
        return "uncertain"
    moved = {move.bet for move in round_.moves}
    touched = all(bet.bet in moved for bet in bets)
    return "settled" if touched and not any(dues(round_, bets)) else "settling"


def is_insurance_time(round_: Round) -> bool:
    """Whether insurance can be taken now: an ace up, nobody has acted, not closed."""
    if round_.play_started or round_.insurance_closed or round_.dealer.up_rank != "A":
        return False
    open_to_all = must_offer_insurance(round_) or any(
        can_insure(round_, box) for box in round_.boxes.values()
    )
    return open_to_all or any(can_take_even_money(round_, hand) for hand in round_.hands())


def is_peek_due(round_: Round) -> bool:
    """Whether the dealer has to look at his hole card before play."""
    dealer = round_.dealer
    return not round_.play_started and not dealer.peeked and dealer.hole_down and peeks(round_)


def is_offer_due(round_: Round, hand: Hand) -> bool:
    """Whether the dealer has to offer the hand a double now."""
    return must_offer_double(round_, hand) and hand.ref not in round_.offered_double


def active_hand(round_: Round) -> Hand | None:
    """Return the hand whose turn it is, or None when the dealer is to play."""
    for hand in round_.hands():
        if is_closed(round_, hand):
            continue
        if not round_.last_dealer_card or awaits_card(hand) or must_decide(round_, hand):
            return hand
    return None


def next_actions(round_: Round, bets: Sequence[Bet], phase: str, minor_units: int) -> list[str]:  # noqa: PLR0911 one line a rule
    """Return the legal actions as text, with amounts filled in; cards are left out (`d deal 1.1`, `d turn 1`)."""
    match phase:
        case "betting":
            return ["d nmb"]
        case "dealing" if round_.burn_due:
            return ["d burn"]
        case "dealing":
            seat = next_in_deal(round_)
            return [f"d deal {seat}"] if seat else []
        case "void" | "settled":
            return [] if round_.cleared_at else ["d clear"]
        case "uncertain" if round_.cleared_at:
            return []
    actions = due_moves(round_, bets, minor_units)
    if phase == "insurance":
        return actions + _insurance_actions(round_, minor_units)
    if phase == "playing":
        if is_peek_due(round_):
            return [*actions, "d peek"]
        hand = active_hand(round_)
        return actions + (_hand_actions(round_, hand, minor_units) if hand else [])
    if phase == "dealer":
        return actions + _dealer_actions(round_)
    return actions or ["d clear"]


def next_half(round_: Round, hand: Hand | None) -> str | None:
    """Return which half of a split gets its card before the hand in turn decides, by reference."""
    if hand is None or (round_.profile.split_deal != "both" and hand.owed != "split"):
        return None
    return next((half.ref for half in round_.boxes[hand.box].hands if half.owed == "split"), None)


def due_moves(round_: Round, bets: Sequence[Bet], minor_units: int) -> list[str]:
    """Return the money that is due now, last box first, as the trade takes and pays."""
    return [due.action(minor_units) for due in sorted(dues(round_, bets), key=lambda due: -due.bet.box)]


def _insurance_actions(round_: Round, minor_units: int) -> list[str]:
    actions = [] if round_.insurance_offered else ["d offer insurance"]
    for no in sorted(round_.boxes):
        box = round_.boxes[no]
        if can_insure(round_, box):
            actions.append(f"{no} insure {format_amount(insurable(round_, box)[0], minor_units)}")
        if any(can_take_even_money(round_, hand) for hand in box.hands):
            actions.append(f"{no} even-money")
    return [*actions, "d insurance-closed"]


def _hand_actions(round_: Round, hand: Hand, minor_units: int) -> list[str]:
    if (half := next_half(round_, hand)) is not None:
        return [f"d deal {half}", *_followers(round_, hand)]
    if hand.owed or len(hand.cards) < 2:
        return [f"d deal {hand.ref}", *_followers(round_, hand)]
    box, stakes = round_.boxes[hand.box], [round_.say(due) for due in amounts_due(round_, hand, None)]
    actions = [f"d offer double {hand.ref}"] if is_offer_due(round_, hand) else []
    if can_switch(round_, box):
        actions.append(f"{box.no} switch")
    if can_hit(round_, hand):
        actions.append(f"{hand.ref} hit")
    actions.append(f"{hand.ref} stand")
    if can_double(round_, hand):
        actions += [f"{hand.ref} double {stake}" for stake in stakes]
    if can_split(round_, hand):
        actions += [f"{hand.ref} split {stake}" for stake in stakes]
    if can_surrender(round_, hand):
        actions.append(f"{hand.ref} surrender")
    return actions


def _followers(round_: Round, hand: Hand) -> list[str]:
    """What its other bettors may still put to a double or split before the card."""
    verb = "double" if hand.is_doubled else "split"
    return [
        f"{hand.ref} {verb} {round_.say(due)} by {name}" for name, due in may_follow(round_, hand).items()
    ]


def _dealer_actions(round_: Round) -> list[str]:
    dealer = round_.dealer
    if dealer.hole is not None and dealer.hole_down and len(dealer.cards) > dealer.hole:
        return [f"d turn {dealer.hole + 1}"]
    if len(dealer.cards) < 2 or surely_must_draw(round_, dealer.totals):
        return ["d deal d"]
    return ["d stand"] if surely_must_stand(round_, dealer.totals) else ["d deal d", "d stand"]
