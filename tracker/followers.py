"""Several bettors on one hand: the first decides, the others follow his double or split with their stakes or not.

`1.1 double 100` is the whole amount that is seen beside the bet, whoever put it; `1.1 double 60 by Bob` is one bettor's
part, and may be repeated for each until the card comes. Who does not follow a split stays on the hand that was split.
"""

from __future__ import annotations

from collections.abc import Mapping

from tracker.shares import put_by, sums
from tracker.state import Box, Hand, Round


def amounts_due(round_: Round, hand: Hand, by: str | None) -> tuple[int, ...]:
    """Return the amounts, in minor units, that are right for a double or split; everybody's first.

    Args:
        round_: the round.
        hand: the hand that is doubled or split.
        by: the bettor who puts it; None for an amount that nobody named.
    """
    if by is not None:
        return (due_from(hand, by),)
    if len(hand.stakes) < 2 or round_.profile.followers_must_match:
        return (hand.stake,)
    return sums(hand.stakes, with_first=True)


def due_from(hand: Hand, by: str | None) -> int:
    """Return what a bettor (None: the hand) has to put for a double or split: exactly the stake."""
    return hand.stake if by is None or len(hand.stakes) < 2 else hand.stakes.get(by, 0)


def put_parts(hand: Hand, amount: int, by: str | None) -> dict[str, int]:
    """Say who put which part of an amount for a double or split."""
    if len(hand.stakes) < 2:
        return {next(iter(hand.stakes), by or ""): amount}
    return put_by(amount, hand.stakes, with_first=True) if by is None else {by: amount}


def follows_double(hand: Hand, by: str | None) -> bool:
    """Whether a double by this bettor follows one that the hand has made already."""
    return by is not None and len(hand.stakes) > 1 and hand.is_doubled and by not in hand.doubles


def follow_double(round_: Round, hand: Hand, amount: int, by: str | None) -> None:
    """A bettor puts his part to a double. After the card it is too late, and does not count."""
    if hand.owed != "double":
        _find_late(round_, hand, amount)
        return
    if amount != due_from(hand, by):
        _find_amount(round_, "double", hand, due_from(hand, by), amount)
    hand.put_double({**hand.doubles, by or "": amount})


def may_follow(round_: Round, hand: Hand) -> dict[str, int]:
    """Return what each other bettor may still put to the hand's double or split, while its card has not come."""
    if len(hand.stakes) < 2:
        return {}
    if hand.owed == "double":
        put = hand.doubles
    elif (halves := _halves(round_.boxes[hand.box], hand)) is not None and halves[0] is hand:
        put = halves[1].stakes
    else:
        return {}
    return {by: stake for by, stake in hand.stakes.items() if by not in put}


def followed_split(box: Box, hand: Hand, by: str | None) -> Hand | None:
    """Return the new hand of the split that this bettor follows; None where he splits anew."""
    if by is None or len(hand.stakes) < 2 or not hand.was_split:
        return None
    half = box.hands[box.hands.index(hand) + 1]
    decides = by == next(iter(hand.stakes))
    return None if by in half.stakes or (decides and not _awaits_card(hand, half)) else half


def follow_split(round_: Round, hand: Hand, half: Hand, amount: int, by: str | None) -> None:
    """A bettor puts his stake on the new hand of a split. After its card it is too late, and does not count."""
    if not _awaits_card(hand, half):
        _find_late(round_, half, amount)
        return
    if amount != due_from(hand, by):
        _find_amount(round_, "split", hand, due_from(hand, by), amount)
    half.bet(amount, by or "")


def find_odd_followers(round_: Round, hand: Hand) -> None:
    """The card comes: who decided must have put his own stake, and where the house says so everybody."""
    if len(hand.stakes) < 2 and not hand.from_split:
        return
    if hand.owed == "double":
        _find_missing(round_, "double", hand, hand.doubles)
    elif (halves := _halves(round_.boxes[hand.box], hand)) is not None:
        _find_missing(round_, "split", halves[0], halves[1].stakes)


def _find_missing(round_: Round, verb: str, hand: Hand, put: Mapping[str, int]) -> None:
    """Find stakes that somebody had to put for a double or a split of a hand and did not."""
    if not hand.stakes:
        return
    first = next(iter(hand.stakes))
    obliged = hand.stakes if round_.profile.followers_must_match else (first,)
    missing = sum(hand.stakes[by] for by in obliged if by not in put)
    code, amount = f"{verb}-wrong-amount", sum(put.values())
    if missing and all((f.code, f.subject) != (code, hand.ref) for f in round_.log.found):
        _find_amount(round_, verb, hand, amount + missing, amount)


def _halves(box: Box, hand: Hand) -> tuple[Hand, Hand] | None:
    """Return the hand that was split and the new one, where this one is of them and neither has its card yet."""
    at = box.hands.index(hand)
    for split, half in zip(box.hands[max(at - 1, 0) : at + 1], box.hands[max(at, 1) : at + 2], strict=False):
        if split.was_split and _awaits_card(split, half):
            return split, half
    return None


def _awaits_card(hand: Hand, half: Hand) -> bool:
    return hand.owed == "split" and half.owed == "split"


def _find_amount(round_: Round, verb: str, hand: Hand, due: int, amount: int) -> None:
    expected, seen = (f"{hand.ref} {verb} {round_.say(part)}" for part in (due, amount))
    round_.find(f"{verb}-wrong-amount", hand.ref, expected=expected, seen=seen)


def _find_late(round_: Round, hand: Hand, amount: int) -> None:
    expected, seen = (
        f"{hand.ref} chips {round_.say(part)}" for part in (hand.whole_stake, hand.whole_stake + amount)
    )
    round_.find("bet-changed", hand.ref, expected=expected, seen=seen)
