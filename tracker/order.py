"""Who is to act: which hands are closed, who comes next, and what it means when someone acts before his turn."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.cards import UNREAD
from tracker.findings import FindingLog
from tracker.hands import BUST_OVER, may_be_natural
from tracker.state import Hand, Overtaking, Round


def is_closed(round_: Round, hand: Hand) -> bool:
    """Whether a hand surely takes no more decisions."""
    if hand.stood or hand.surrendered or hand.even_money or hand.out or hand.void or round_.void:
        return True
    if hand.is_doubled and not hand.owed:
        return True
    totals = hand.totals
    if totals.surely_bust or hand.is_natural or (round_.profile.stand_on_21 and totals.surely(BUST_OVER)):
        return True
    return is_finished_ace(round_, hand) or dealer_ended_round(round_)


def is_finished_ace(round_: Round, hand: Hand) -> bool:
    """Whether a split ace has the one card that it gets (and is no pair of aces that may be split again)."""
    if not (hand.split_ace and round_.profile.split_aces_one_card and len(hand.cards) > 1):
        return False
    return not (hand.ranks in ("AA", "A?") and can_split_aces_again(round_, hand))


def can_split_aces_again(round_: Round, hand: Hand) -> bool:
    """Whether the house gives one hand of aces more."""
    limit = round_.profile.max_ace_hands
    return not limit or len(relatives(round_, hand)) < limit


def relatives(round_: Round, hand: Hand) -> list[Hand]:
    """Return the hands that came out of the same dealt hand by splitting, itself included."""
    return [other for other in round_.boxes[hand.box].hands if other.root == hand.root]


def must_decide(round_: Round, hand: Hand) -> bool:
    """Whether a hand surely has a decision to make, so that passing it over is a mistake."""
    if len(hand.cards) < 2 or hand.owed == "double" or is_closed(round_, hand):
        return False
    if hand.may_be_natural or hand.totals.high >= BUST_OVER or dealer_may_have_ended_round(round_):
        return False
    return not (hand.split_ace is not False and round_.profile.split_aces_one_card)


def may_be_closed(round_: Round, hand: Hand) -> bool:
    """Whether a hand may take no more decisions for all that was read: a card of it, or of the dealer, was not."""
    is_unread = UNREAD in hand.ranks or hand.was_natural is None or dealer_may_have_ended_round(round_)
    return is_unread and not must_decide(round_, hand)


def open_hands(round_: Round) -> Iterator[Hand]:
    """Hands that may still decide, in the order of play."""
    return (hand for hand in round_.hands() if not is_closed(round_, hand))


def all_closed(round_: Round) -> bool:
    """Whether no hand can decide any more, as far as the cards tell; one that never got its card is passed over."""
    return not any(
        must_decide(round_, hand) or (awaits_card(hand) and not is_closed(round_, hand))
        for hand in round_.hands()
    )


def awaits_card(hand: Hand) -> bool:
    """Whether a hand is owed a card that may still come."""
    return bool(hand.owed) and not (hand.missing_found or hand.stood)


def dealer_ended_round(round_: Round) -> bool:
    """Whether a dealer who looks at his hole card has shown a blackjack before play."""
    dealer = round_.dealer
    return (
        peeks(round_) and not dealer.hole_down and len(dealer.ranks) == 2 and dealer.totals.surely(BUST_OVER)
    )


def dealer_may_have_ended_round(round_: Round) -> bool:
    """Whether a dealer who looks at his hole card may have shown a blackjack, as far as his cards were read."""
    dealer = round_.dealer
    if round_.profile.peek == "none" or dealer.hole_down or len(dealer.ranks) != 2:
        return False
    return (peeks(round_) or dealer.up_rank == UNREAD) and may_be_natural(dealer.ranks)


def peeks(round_: Round) -> bool:
    """Whether the dealer looks for a blackjack under his upcard."""
    up = round_.dealer.up_rank
    match round_.profile.peek:
        case "ace":
            return up == "A"
        case "ace-ten":
            return up in ("A", "T", "J", "Q", "K")
    return False


def may_be_overtaken(round_: Round, hand: Hand) -> bool:
    """Whether somebody who acts after this hand does so before his time, and that was not told of the hand yet."""
    return hand.ref not in round_.overtaken and must_decide(round_, hand)


def note_turn(round_: Round, hand: Hand) -> None:
    """Remember which hands before this one were still to decide when it acted."""
    for earlier in round_.hands():
        if earlier is hand:
            return
        if may_be_overtaken(round_, earlier):
            round_.overtaken[earlier.ref] = _overtaking(round_, hand.ref)


def note_dealer(round_: Round, *, turned: bool) -> None:
    """Remember which hands were still to decide when the dealer gave himself a card or turned one up."""
    if round_.dealer_early is not None:
        return
    waiting = tuple(hand.ref for hand in round_.hands() if may_be_overtaken(round_, hand))
    if waiting:
        round_.dealer_early = _overtaking(round_, "d")
        round_.hole_early = turned
        round_.waiting = waiting


def find_turns(round_: Round, log: FindingLog) -> None:
    """Find, in retrospect, decisions out of turn, cards before their time and hands that were never asked.

    A hand that still got its turn was overtaken; one that never did by the end was skipped (NOTATION, section 4).
    One that had acted and did not act again is taken as having stood.
    """
    skipped: dict[int, tuple[int, str]] = {}
    found_at: set[int] = set()
    for ref, overtaking in round_.overtaken.items():
        hand = round_.hand(ref)
        if hand is None:
            continue
        if _acted_after(hand, overtaking.number) or (not hand.acted_at and not _is_over(round_, hand)):
            if overtaking.number not in found_at:
                found_at.add(overtaking.number)
                log.add(
                    "decision-out-of-turn", overtaking.number, overtaking.by, expected=ref, seen=overtaking.by
                )
        elif not hand.acted_at:
            skipped.setdefault(hand.box, (overtaking.number, ref))
    _find_dealer_early(round_, log, skipped)
    for at, ref in skipped.values():
        log.add("box-skipped-in-play", at, ref, expected=f"{ref} decides", seen="passed over")


def _find_dealer_early(round_: Round, log: FindingLog, skipped: dict[int, tuple[int, str]]) -> None:
    early = round_.dealer_early
    if early is None:
        return
    hands = [hand for ref in round_.waiting if (hand := round_.hand(ref)) is not None]
    if any(_acted_after(h, early.number) or (not h.acted_at and not _is_over(round_, h)) for h in hands):
        code, seen = (
            ("hole-card-exposed", "d turn") if round_.hole_early else ("dealer-card-early", "d deal d")
        )
        log.add(code, early.number, "d", expected=f"{round_.waiting[0]} decides", seen=seen)
        return
    for hand in hands:
        if not hand.acted_at:
            skipped.setdefault(hand.box, (early.number, hand.ref))


def _acted_after(hand: Hand, number: int) -> bool:
    """Whether the hand was asked after all: it decided something, or its box switched."""
    return max([hand.switched_at, *hand.acted_at[-1:]]) > number


def _is_over(round_: Round, hand: Hand) -> bool:
    return bool(round_.cleared_at) or any(move.bet == hand.ref for move in round_.moves)


def _overtaking(round_: Round, by: str) -> Overtaking:
    return Overtaking(round_.number, by)
