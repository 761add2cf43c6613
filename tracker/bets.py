"""The betting phase: stakes, side bets, several bettors, limits, and what changes when it should not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tracker.state import Box, Hand, Round, SideStake

UNNAMED: Final = ""
"""The bettor of a bet that was recorded without a name."""


class Breach(NamedTuple):
    """A rule that the bets break as they lie, with the finding's code, subject and words; and the limit alone."""

    code: str
    subject: str
    expected: str
    seen: str
    limit: str = ""


def place_bet(round_: Round, actor: str, amount: int, by: str | None) -> None:
    """Put a main bet on a box (on each of its starting hands) or on one hand."""
    late = _is_late(round_, "bet-late")
    if round_.betting_closed:
        round_.find("bet-late", actor, expected="no bet after d nmb", seen=f"{actor} bet")
    round_.stakes_seen = True
    box = round_.box(int(actor[0]))
    for n in (int(actor[2:]),) if len(actor) > 1 else range(1, round_.profile.hands_per_box + 1):
        hand = box.hand(n)
        if hand is None:
            hand = add_hand(round_, box, n)
            hand.late = late
        elif late:
            continue
        _put(box, hand, amount, by or UNNAMED)


def place_side_bet(round_: Round, box_no: int, name: str, amount: int, by: str | None) -> None:
    """Put a side bet on a box."""
    late = _is_late(round_, "side-bet-late")
    if round_.betting_closed:
        round_.find(
            "side-bet-late", f"{box_no}.side", expected="no side bet after d nmb", seen=f"{box_no} side"
        )
    box = round_.box(box_no)
    box.sides.append(SideStake(name, amount, late, by or UNNAMED))


def see_chips(round_: Round, ref: str, amount: int) -> None:
    """Take note of what a bet spot holds now; once betting is closed it must be what was bet."""
    hand = round_.hand(ref)
    if not round_.betting_closed:
        _chips_while_betting(round_, ref, hand, amount)
        return
    settled = any(move.bet == ref for move in round_.moves)
    held = hand.whole_stake if hand else 0
    if amount != held and not settled:
        round_.find(
            "bet-changed",
            ref,
            expected=f"{ref} chips {round_.say(held)}",
            seen=f"{ref} chips {round_.say(amount)}",
        )
        if hand is not None and hand.acted_at == [] and round_.stands("bet-changed"):
            hand.restake(amount)


def add_hand(round_: Round, box: Box, n: int) -> Hand:
    """Give a box the starting hand N."""
    hand = Hand(ref=f"{box.no}.{n}", box=box.no, n=n, root=n)
    box.hands.append(hand)
    box.hands.sort(key=lambda other: other.n)
    round_.line_up()
    return hand


def close_betting(round_: Round) -> None:
    """No more bets: judge the bets as they lie now, once."""
    if round_.betting_closed:
        return
    round_.betting_closed = True
    for breach in breaches(round_):
        round_.find(breach.code, breach.subject, expected=breach.expected, seen=breach.seen)


def breaches(round_: Round) -> Iterator[Breach]:
    """Yield every rule that the bets break as they lie now."""
    most = round_.profile.max_boxes
    boxes = [box for box in round_.boxes.values() if box.has_bet]
    if len(boxes) > most:
        extra = sorted(boxes, key=lambda box: box.no)[most]
        yield Breach(
            "too-many-boxes", str(extra.no), f"at most {most} boxes", f"{len(boxes)} boxes", str(most)
        )
    for box in round_.boxes.values():
        yield from _main_breaches(round_, box)
        yield from _side_breaches(round_, box)


def _main_breaches(round_: Round, box: Box) -> Iterator[Breach]:
    profile, limits, subject = round_.profile, round_.limits, str(box.no)
    bettors, most = len(box.bettors), profile.max_bettors
    if bettors > most:
        yield Breach("too-many-bettors", subject, f"at most {most} bettors", f"{bettors} bettors", str(most))
    stakes = [hand.stake for hand in box.hands]
    if not stakes:
        return
    if len(set(stakes)) > 1 or len(stakes) < profile.hands_per_box:
        seen = " and ".join(round_.say(stake) for stake in stakes)
        yield Breach("bets-unequal", subject, "one stake on each hand", seen)
    for amount in stakes if profile.stake_scope == "hand" else [sum(stakes)]:
        if limits.minimum is not None and amount < limits.minimum:
            limit = round_.say(limits.minimum)
            yield Breach("bet-below-minimum", subject, f"at least {limit}", round_.say(amount), limit)
            return
        if limits.maximum is not None and amount > limits.maximum:
            limit = round_.say(limits.maximum)
            yield Breach("bet-above-maximum", subject, f"at most {limit}", round_.say(amount), limit)
            return


def _side_breaches(round_: Round, box: Box) -> Iterator[Breach]:
    subject, most = f"{box.no}.side", round_.limits.side_maximum
    if box.sides and not box.has_bet:
        yield Breach("side-bet-without-bet", subject, f"{box.no} bet", "no main bet")
    amount = sum(side.amount for side in box.sides)
    if most is not None and amount > most:
        limit = round_.say(most)
        yield Breach("bet-above-maximum", subject, f"at most {limit}", round_.say(amount), limit)


def _put(box: Box, hand: Hand, amount: int, by: str) -> None:
    hand.bet(amount, by)
    if by not in box.bettors:
        box.bettors.append(by)


def _chips_while_betting(round_: Round, ref: str, hand: Hand | None, amount: int) -> None:
    round_.stakes_seen = True
    box = round_.box(int(ref[0]))
    if hand is None:
        if amount:
            _put(box, add_hand(round_, box, int(ref[2:])), amount, UNNAMED)
        return
    if amount:
        hand.restake(amount)
    else:
        box.hands.remove(hand)
        round_.line_up()
    box.bettors = list(dict.fromkeys(by for hand in box.hands for by in hand.stakes))


def _is_late(round_: Round, code: str) -> bool:
    return round_.betting_closed and not round_.stands(code)
