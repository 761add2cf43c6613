"""Which decisions are legal: `verify_x` names the rule that one breaks, `can_x` asks whether there is none.

A verdict rests on what was read: an act that would be illegal only if an unread card were so is not illegal.
The most specific rule is named; one mistake gives one code.
"""

from __future__ import annotations

from typing import Final

from tracker.cards import UNREAD
from tracker.followers import amounts_due
from tracker.hands import BUST_OVER, NATURAL, Total, Totals, surely_unlike
from tracker.insurance import can_be_insured, insurable
from tracker.order import can_split_aces_again, is_closed, relatives
from tracker.profile import Profile
from tracker.state import Box, Hand, Round

TWO_CARDS = 2
NEVER: Final[frozenset[Total]] = frozenset()
MOST_TO_DOUBLE = 11
"""The greatest total to double on, in games that do not allow every one."""


def verify_double(round_: Round, hand: Hand, amount: int, by: str | None = None) -> str | None:
    """Return the code of the rule that this double breaks, or None (DOA, DAS; exactly the stake more)."""
    profile = round_.profile
    if len(hand.cards) != TWO_CARDS:
        return "double-not-on-two-cards"
    if (hand.from_split or hand.was_split) and not profile.double_after_split:
        return "double-after-split-forbidden"
    if not may_double_on(profile, hand.totals):
        return "double-not-allowed-on-total"
    if amount not in amounts_due(round_, hand, by) and round_.stakes_seen:
        return "double-wrong-amount"
    return None


def may_double_on(profile: Profile, totals: Totals) -> bool:
    """Whether the game allows a double on a hand's total, as far as it was read: any, or hard 9 (or 10) to 11."""
    least = least_to_double(profile)
    return least is None or any(least <= total.value <= MOST_TO_DOUBLE for total in totals.possible)


def least_to_double(profile: Profile) -> int | None:
    """Return the least hard total on which the game allows a double, up to 11; None where any two cards may."""
    return {"any": None, "9-11": 9, "10-11": 10}[profile.double]


def can_double(round_: Round, hand: Hand) -> bool:
    """Whether the hand may be doubled for its stake now."""
    if is_closed(round_, hand) or hand.owed or verify_double(round_, hand, hand.stake):
        return False
    return not (hand.split_ace and round_.profile.split_aces_one_card)


def verify_split(  # noqa: PLR0911 one line a rule
    round_: Round, hand: Hand, amount: int, by: str | None = None
) -> str | None:
    """Return the code of the rule that this split breaks, or None (two alike cards, the limits, NSAI)."""
    profile = round_.profile
    if len(hand.cards) != TWO_CARDS:
        return "split-not-on-two-cards"
    first, second = hand.cards
    if surely_unlike(first, second, profile.split_by):
        return "split-unlike-cards"
    if hand.stood or hand.surrendered or hand.is_doubled:
        return "decision-out-of-turn"
    aces = hand.split_ace or hand.ranks == "AA"
    if aces and profile.split_aces_one_card and not can_split_aces_again(round_, hand):
        return "split-aces-over-limit"
    if not _splits_left(round_, hand):
        return "split-over-limit"
    if round_.boxes[hand.box].insurance and not profile.split_after_insurance:
        return "split-after-insurance"
    if amount not in amounts_due(round_, hand, by) and round_.stakes_seen:
        return "split-wrong-amount"
    return None


def can_split(round_: Round, hand: Hand) -> bool:
    """Whether the hand may be split for its stake now."""
    return not is_closed(round_, hand) and not hand.owed and not verify_split(round_, hand, hand.stake)


def verify_surrender(round_: Round, hand: Hand) -> str | None:
    """Return the code of the rule that this surrender breaks, or None."""
    profile = round_.profile
    if profile.surrender == "none":
        return "surrender-not-offered-by-game"
    if len(hand.cards) != TWO_CARDS:
        return "surrender-not-on-two-cards"
    if (hand.from_split or hand.was_split) and not profile.surrender_after_split:
        return "surrender-after-split"
    if is_closed(round_, hand) or (hand.acted_at and not hand.was_split) or hand.is_doubled:
        return "surrender-out-of-turn"
    if round_.dealer.up_rank == "A" and not profile.surrender_vs_ace:
        return "surrender-against-ace"
    return None


def can_surrender(round_: Round, hand: Hand) -> bool:
    """Whether the hand may be given up for half of its stake now."""
    return not hand.owed and verify_surrender(round_, hand) is None


def verify_switch(round_: Round, box: Box, cards: tuple[int, int]) -> str | None:  # noqa: PLR0911 one line a rule
    """Return the code of the rule that this switch breaks, or None.

    Args:
        round_: the round.
        box: the box that switches.
        cards: which card of hand 1 goes against which of hand 2, from 1; the rule says (2, 2).
    """
    profile = round_.profile
    if not profile.switch:
        return "switch-not-offered-by-game"
    if profile.natural_locks_switch and any(hand.is_natural for hand in box.hands):
        return "switch-on-blackjack"
    if box.switched:
        return "switch-twice"
    if any(hand.acted_at for hand in box.hands):
        return "switch-after-action"
    if box.insurance and not profile.switch_after_insurance:
        return "switch-after-insurance"
    if cards != (2, 2):
        return "switch-wrong-cards"
    return None


def can_switch(round_: Round, box: Box) -> bool:
    """Whether the box may switch its second cards now."""
    two = len(box.hands) == 2 and all(len(hand.cards) == TWO_CARDS for hand in box.hands)
    return two and verify_switch(round_, box, (2, 2)) is None


def verify_insurance(round_: Round, box: Box, hand: Hand | None, amount: int, by: str | None) -> str | None:
    """Return the code of the rule that this insurance breaks, or None (IOA; exactly half)."""
    profile = round_.profile
    if round_.dealer.up_rank not in ("A", UNREAD):
        return "insurance-without-ace"
    hands = [hand] if hand is not None else box.hands
    if not profile.insure_after_split and any(h.from_split or h.was_split for h in hands):
        return "insurance-after-split"
    if _is_too_late_to_insure(round_, box):
        return "insurance-late"
    if round_.stakes_seen and amount not in insurable(round_, box, hand, by):
        return "insurance-wrong-amount"
    return None


def _is_too_late_to_insure(round_: Round, box: Box) -> bool:
    """Whether insurance is over: play has begun, or, where a box may insure after a split, it did more than split."""
    if round_.insurance_closed or not round_.play_started:
        return round_.insurance_closed
    if not round_.profile.insure_after_split or not any(hand.was_split for hand in box.hands):
        return True
    return bool(round_.last_dealer_card) or any(
        hand.acted_at and hand.acted_at[-1] > hand.split_at for hand in box.hands
    )


def can_insure(round_: Round, box: Box) -> bool:
    """Whether the box may take insurance on its whole stake now; several bettors may go on one by one."""
    if round_.dealer.up_rank != "A" or box.insurance or not box.has_bet:
        return False
    amount = insurable(round_, box)[0]
    return (amount > 0 or not round_.stakes_seen) and verify_insurance(
        round_, box, None, amount, None
    ) is None


def even_money_hand(box: Box) -> Hand | None:
    """Return the hand for which a box asks even money: its blackjack, else one that may be one, else its first."""
    hands = sorted(box.hands, key=lambda hand: (not hand.is_natural, not hand.may_be_natural))
    return hands[0] if hands else None


def verify_even_money(round_: Round, hand: Hand) -> str | None:
    """Return the code of the rule that even money breaks, or None."""
    if not hand.may_be_natural:
        return "even-money-without-blackjack"
    if round_.dealer.up_rank not in (*round_.profile.even_money_upcards, UNREAD):
        return "even-money-without-ace"
    return None


def can_take_even_money(round_: Round, hand: Hand) -> bool:
    """Whether the hand is a blackjack that waits for the dealer's second card and may take 1:1 instead."""
    if (
        round_.profile.natural_pays == "at-once"
        or round_.insurance_closed
        or hand.even_money
        or not hand.is_natural
        or round_.dealer.up_rank == UNREAD
    ):
        return False
    return verify_even_money(round_, hand) is None


def verify_card(round_: Round, hand: Hand) -> str | None:  # noqa: PLR0911 one line a rule
    """Return the code of the rule that one more card to this hand breaks, or None."""
    profile = round_.profile
    totals = hand.totals
    if hand.surrendered:
        return "card-after-surrender"
    if hand.is_natural or hand.even_money:
        return "card-on-blackjack"
    if totals.surely_bust:
        return "card-after-bust"
    if hand.is_doubled:
        return "card-after-double"
    if hand.split_ace and profile.split_aces_one_card and len(hand.cards) >= TWO_CARDS:
        return "card-on-split-ace"
    if hand.stood:
        return "card-after-stand"
    if profile.stand_on_21 and totals.surely(21):
        return "card-on-21"
    return None


def may_have_ended_on(round_: Round, hand: Hand) -> frozenset[Total]:
    """Return totals on which the hand gets no more cards and that it may have, as far as its cards were read."""
    if hand.was_natural is None and not round_.stands("card-on-blackjack"):
        return hand.totals.possible
    if UNREAD not in hand.ranks:
        return NEVER
    one_card = round_.profile.split_aces_one_card
    is_perhaps_finished_ace = one_card and hand.split_ace is None and len(hand.cards) == TWO_CARDS
    no_more = set[Total]()
    for total in hand.totals.possible:
        if total.value > BUST_OVER:
            code = "card-after-bust"
        elif total == NATURAL and hand.may_be_natural and len(hand.cards) == TWO_CARDS:
            code = "card-on-blackjack"
        elif total.soft and is_perhaps_finished_ace:
            code = "card-on-split-ace"
        elif total.value == BUST_OVER and round_.profile.stand_on_21:
            code = "card-on-21"
        else:
            continue
        if not round_.stands(code):
            no_more.add(total)
    return frozenset(no_more)


def can_hit(round_: Round, hand: Hand) -> bool:
    """Whether the hand may take a card now."""
    return not is_closed(round_, hand) and not hand.owed and verify_card(round_, hand) is None


def must_offer_double(round_: Round, hand: Hand) -> bool:
    """Whether the dealer has to offer this hand a double: two cards of hard 9, 10 or 11."""
    if "double-9-10-11" not in round_.profile.must_offer or len(hand.cards) != TWO_CARDS:
        return False
    exact = hand.totals.exact
    return exact is not None and not exact.soft and 9 <= exact.value <= 11 and can_double(round_, hand)


def must_offer_insurance(round_: Round, *, surely: bool = False) -> bool:
    """Whether the dealer has to offer insurance: an ace up and a bet that can (surely) be insured."""
    if "insurance" not in round_.profile.must_offer or round_.dealer.up_rank != "A":
        return False
    paid_at_once = surely and round_.profile.natural_pays == "at-once"
    hands = (hand for hand in round_.hands() if not (paid_at_once and hand.may_be_natural))
    return any(can_be_insured(round_, hand) for hand in hands)


def _splits_left(round_: Round, hand: Hand) -> bool:
    limit = round_.profile.max_split_hands
    if not limit:
        return True
    if round_.profile.rs1_scope == "hand":
        return len(relatives(round_, hand)) < limit
    return sum(other.from_split for other in round_.boxes[hand.box].hands) < limit - 1
