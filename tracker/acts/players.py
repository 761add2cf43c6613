"""What players could do: each decision of each hand, each choice of each box, and why one is refused."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.acts.act import Act, Refusal, refused_by
from tracker.acts.moment import BEFORE_PLAY, CLOSED, Moment, why_closed
from tracker.insurance import insurable
from tracker.legality import (
    can_take_even_money,
    even_money_hand,
    verify_card,
    verify_double,
    verify_even_money,
    verify_insurance,
    verify_split,
    verify_surrender,
    verify_switch,
)
from tracker.order import may_be_overtaken, relatives
from tracker.state import Box, Hand


def box_acts(at: Moment, box: Box) -> Iterator[Act]:
    """Yield what a box chooses as a whole: switch, insurance, even money."""
    yield Act(f"{box.no} switch", _refuse_switch(at, box))
    amount = next(iter(insurable(at.round_, box)), 0)
    yield Act(f"{box.no} insure {at.round_.say(amount)}", _refuse_insurance(at, box, amount))
    yield Act(f"{box.no} even-money", _refuse_even_money(at, box))


def hand_acts(at: Moment, hand: Hand) -> Iterator[Act]:
    """Yield what a hand decides: hit, stand, double, split, surrender."""
    round_, stake = at.round_, at.round_.say(hand.stake)
    not_now = why_not_now(at, hand)
    no_card = None if hand.owed else verify_card(round_, hand)
    # A double that cannot be is ignored until its card comes.
    no_double = no_card if _gets_no_card(at, hand) else verify_double(round_, hand, hand.stake)
    yield Act(f"{hand.ref} hit", _refuse(not_now, no_card))
    yield Act(f"{hand.ref} stand", not_now)
    yield Act(f"{hand.ref} double {stake}", _refuse(not_now, no_double))
    yield Act(
        f"{hand.ref} split {stake}", _refuse_split(hand, not_now, verify_split(round_, hand, hand.stake))
    )
    yield Act(f"{hand.ref} surrender", _refuse_surrender(at, hand))


def why_not_now(at: Moment, hand: Hand) -> Refusal | None:
    """Say why a hand cannot decide anything now."""
    if at.is_over or at.phase in BEFORE_PLAY:
        return at.not_yet()
    if (closed := why_closed(at.round_, hand)) is not None:
        return Refusal(closed)
    if (not_yet := at.not_yet()) is not None:
        return not_yet
    line = at.round_.line
    if at.in_turn is None or line.index(hand) < line.index(at.in_turn):
        return Refusal("turn-passed")
    if hand is not at.in_turn:
        overtakes = may_be_overtaken(at.round_, at.in_turn)
        return Refusal("not-its-turn", "decision-out-of-turn" if overtakes else "")
    return _refuse_before_its_card(at, hand)


def _refuse_before_its_card(at: Moment, hand: Hand) -> Refusal | None:
    """Say what card has to come before the hand in turn decides."""
    if len(hand.cards) < 2:
        found = hand.missing_found or at.round_.boxes[hand.box].skipped
        code = "split-missing-card" if hand.owed == "split" else "card-missing"
        return Refusal("awaits-card", "" if found else code)
    if hand.owed:
        return Refusal("awaits-card")
    half_waits = any(other.owed == "split" for other in relatives(at.round_, hand))
    if half_waits and at.round_.profile.split_deal == "both":
        return Refusal("awaits-card", "dealt-out-of-order")
    return None


def _gets_no_card(at: Moment, hand: Hand) -> bool:
    is_split_ace = hand.split_ace and at.round_.profile.split_aces_one_card
    return is_split_ace or why_closed(at.round_, hand) is not None


def _refuse(not_now: Refusal | None, code: str | None) -> Refusal | None:
    """Say why not now, or which rule is broken; what a closed hand does all the same is found by that rule."""
    if not_now is None:
        return refused_by(code)
    return Refusal(not_now.reason, code) if code and not_now.reason in CLOSED else not_now


def _refuse_split(hand: Hand, not_now: Refusal | None, code: str | None) -> Refusal | None:
    """One more split of aces breaks the rule of aces, whosever turn it is."""
    if not_now is not None and not_now.reason == "awaits-card" and len(hand.cards) > 1:
        return Refusal("awaits-card")
    if not_now is not None and hand.split_ace and code and not_now.code:
        return Refusal(not_now.reason, code)
    return _refuse(not_now, code)


def _refuse_surrender(at: Moment, hand: Hand) -> Refusal | None:
    """A hand may be given up as long as its turn has not passed, even before it comes."""
    not_now = why_not_now(at, hand)
    if not_now is not None and not_now.reason == "not-its-turn":
        not_now = None
    elif not_now is not None and not_now.reason == "awaits-card":
        not_now = Refusal("awaits-card")
    return _refuse(not_now, verify_surrender(at.round_, hand))


def _refuse_switch(at: Moment, box: Box) -> Refusal | None:
    code = verify_switch(at.round_, box, (2, 2))
    if code == "switch-not-offered-by-game":
        return Refusal(code, code)
    not_now = at.not_yet() or (None if at.phase == "playing" else Refusal("turn-passed"))
    return not_now or refused_by(code)


def _refuse_insurance(at: Moment, box: Box, amount: int) -> Refusal | None:
    if at.is_over or at.phase in BEFORE_PLAY:
        return at.not_yet()
    broken = verify_insurance(at.round_, box, None, amount, None)
    if broken is None and at.round_.stakes_seen and not amount:
        return Refusal("nothing-to-insure")
    return refused_by(broken)


def _refuse_even_money(at: Moment, box: Box) -> Refusal | None:
    if at.is_over or at.phase in BEFORE_PLAY:
        return at.not_yet()
    hand = even_money_hand(box)
    if hand is None or can_take_even_money(at.round_, hand):
        return None if hand is not None else Refusal("out-of-round")
    if (broken := verify_even_money(at.round_, hand)) is not None:
        return refused_by(broken)
    if at.round_.profile.natural_pays == "at-once":
        return Refusal("paid-at-once")
    return Refusal("took-even-money" if hand.even_money else "turn-passed")
