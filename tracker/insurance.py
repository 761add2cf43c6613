"""Insurance: what of a box can be insured for how much, and who has insured what: half, each bettor for himself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tracker.ratio import HALF
from tracker.shares import put_by, sums
from tracker.state import Box, Hand, Round


def can_be_insured(round_: Round, hand: Hand) -> bool:
    """Whether insurance can be taken on the hand: not on a blackjack that is paid at once."""
    if hand.out or hand.even_money:
        return False
    return not (hand.is_natural and round_.profile.natural_pays == "at-once")


def insurable(round_: Round, box: Box, hand: Hand | None = None, by: str | None = None) -> tuple[int, ...]:
    """Return the amounts, in minor units, that are exactly half of what can still be insured; the whole first.

    An odd half that the profile does not round may be put either way; a hand that may be a blackjack, as far as its
    cards were read, may be in it or not.

    Args:
        round_: the round.
        box: the box.
        hand: only this hand of it.
        by: only this one of its several bettors.
    """
    open_hands = [h for h in _uninsured(box, hand) if can_be_insured(round_, h)]
    doubtful = [h for h in open_hands if h.may_be_natural and round_.profile.natural_pays == "at-once"]
    amounts: dict[int, None] = {}
    for count in range(len(doubtful) + 1):
        for paid in combinations(doubtful, count):
            amounts |= dict.fromkeys(_halves_of(round_, box, [h for h in open_hands if h not in paid], by))
    return tuple(amounts)


def _halves_of(round_: Round, box: Box, open_hands: Sequence[Hand], by: str | None) -> tuple[int, ...]:
    if len(box.bettors) < 2:
        low, high = _halves(round_, [h.stake for h in open_hands])
        return tuple(range(low, high + 1))
    stakes = _stakes_by(box, open_hands)
    for name in insured_by(round_, box):
        stakes.pop(name, None)
    if by is not None:
        return HALF.fair(stakes.get(by, 0), round_.profile.rounding)
    low, high = _halves(round_, stakes.values())
    whole = HALF.of(sum(stakes.values()), round_.profile.rounding)
    amounts = dict.fromkeys(range(min(low, whole), max(high, whole) + 1))
    for way in (0, -1):
        halves = {name: HALF.fair(stake, round_.profile.rounding)[way] for name, stake in stakes.items()}
        amounts |= dict.fromkeys(sums(halves, with_first=False))
    return tuple(amounts)


def insured_by(round_: Round, box: Box) -> dict[str, int]:
    """Say who has insured how much; what nobody named is taken to be the halves of some of the bettors."""
    stakes = _stakes_by(box, [hand for hand in box.hands if can_be_insured(round_, hand)])
    halves = {by: HALF.of(stake, round_.profile.rounding) for by, stake in stakes.items()}
    parts: dict[str, int] = {}
    for insurance in box.insurance:
        named = {insurance.by or "": insurance.amount}
        put = (
            named
            if insurance.by is not None or not halves
            else put_by(insurance.amount, halves, with_first=False)
        )
        for by, amount in put.items():
            parts[by] = parts.get(by, 0) + amount
    return parts


def _uninsured(box: Box, hand: Hand | None) -> list[Hand]:
    """Hands (all, or the one) that no insurance was taken on; with several bettors each insures apart."""
    hands = box.hands if hand is None else [hand]
    if len(box.bettors) > 1:
        return hands
    if any(insurance.hand is None for insurance in box.insurance):
        return []
    insured = {insurance.hand for insurance in box.insurance}
    return [h for h in hands if h.ref not in insured]


def _stakes_by(box: Box, hands: Sequence[Hand]) -> dict[str, int]:
    stakes = {by: sum(h.stakes.get(by, 0) for h in hands if by not in h.evened) for by in box.bettors}
    return {by: stake for by, stake in stakes.items() if stake}


def _halves(round_: Round, stakes: Iterable[int]) -> tuple[int, int]:
    fair = [HALF.fair(stake, round_.profile.rounding) for stake in stakes]
    return sum(half[0] for half in fair), sum(half[-1] for half in fair)
