"""The deal: two cards to each hand and the dealer's first ones, in order.

Every seat has an index in the ideal order of the deal: first cards of all hands, the dealer's first, second cards of
all. A card that comes after one with a higher index is late. If a later *hand* had already got its card when the dealer
took his, the late hand was passed over; it is completed after the others and no fault is found again.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.bets import add_hand, close_betting
from tracker.cards import Card
from tracker.order import note_dealer
from tracker.state import Box, Hand, Round

CARDS_IN_DEAL = 2


def begin_deal(round_: Round) -> None:
    """The first card is out: betting is over."""
    if round_.dealing_started:
        return
    close_betting(round_)
    round_.dealing_started = True
    if round_.burn_due:
        round_.find("burn-missing", "d", expected="d burn", seen="a card in play")
        round_.burn_due = False


def lacking(round_: Round) -> Iterator[Hand]:
    """Dealt hands that do not have their two cards yet."""
    return (hand for hand in round_.line if _lacks(hand))


def next_in_deal(round_: Round) -> str | None:
    """Return the seat that the next card of the deal belongs to; None when the deal is complete."""
    due: list[tuple[int, str]] = []
    for index, hand in enumerate(round_.hands()):
        if _lacks(hand):
            due.append((_index(round_, len(hand.cards), index), hand.ref))
    dealt = len(round_.dealer.cards)
    if dealt < round_.dealer.dealt:
        due.append((_index(round_, dealt, None), "d"))
    # Hands that were passed over are completed after all others (South Dakota 20:18:15:28).
    if not due:
        return None
    in_order = [(index, seat) for index, seat in due if seat == "d" or not round_.boxes[int(seat[0])].skipped]
    return min(in_order or due)[1]


def is_dealing(round_: Round) -> bool:
    """Whether cards of the deal are still to come (hands that were passed over apart) and nobody has played."""
    if round_.play_started:
        return False
    if len(round_.dealer.cards) < round_.dealer.dealt:
        return True
    return any(_lacks(hand) and not round_.boxes[hand.box].skipped for hand in round_.line)


def seat_for(round_: Round, ref: str) -> Hand | None:
    """Return the hand that a card goes to; None (and a finding) where there is none."""
    hand = round_.hand(ref)
    if hand is not None:
        return hand
    box_no = int(ref[0])
    box = round_.boxes.get(box_no)
    if not round_.stakes_seen and (box is None or not box.has_bet):
        box = round_.box(box_no)
        for n in range(1, round_.profile.hands_per_box + 1):
            add_hand(round_, box, n)
        if (hand := box.hand(int(ref[2:]))) is not None:
            return hand
    subject = ref if box is not None and box.has_bet else str(box_no)
    if subject not in round_.stray_seats:
        round_.stray_seats.add(subject)
        code = "card-extra" if subject == ref else "card-to-empty-box"
        round_.find(code, subject, expected="no card", seen=f"d deal {ref}")
    return None


def deal_first_card(round_: Round, hand: Hand, card: Card) -> None:
    """Give a hand one of its two cards of the deal."""
    pass_no = len(hand.cards)
    # A late bet is its own mistake: its cards come when they come.
    if not (round_.boxes[hand.box].skipped or round_.play_started or hand.late):
        _check_order(round_, hand, pass_no)
    hand.add(card)
    if pass_no == 1 and round_.dealer.cards and not round_.play_started:
        _declare_skipped(round_, 0, everyone=True)
    if pass_no + 1 == CARDS_IN_DEAL and round_.profile.side_bets:
        _note_first_cards(round_.boxes[hand.box])


def deal_extra_card(round_: Round, hand: Hand, card: Card) -> None:
    """A hand got a third card while the deal went on: it is found, and burned unless otherwise ruled."""
    round_.find("card-extra", hand.ref, expected="two cards", seen=f"d deal {hand.ref}")
    if round_.in_effect("card-extra") == "stands":
        hand.add(card)
    else:
        round_.set_aside("card-extra", card, hand.burned)


def deal_dealer_card(round_: Round, card: Card, *, face_up: bool) -> None:
    """Give the dealer a card of the deal."""
    dealer = round_.dealer
    index = len(dealer.cards)
    if index >= dealer.dealt:
        round_.find("dealer-card-early", "d", expected=f"d deal {next_in_deal(round_)}", seen="d deal d")
        dealer.add(card)
        return
    if not round_.play_started:
        _check_dealer_order(round_, index)
    dealer.add(card)
    _declare_skipped(round_, index)
    if index == dealer.hole and (face_up or card.rank != "?" or card.suit != "?"):
        dealer.hole_shown = True
        if not round_.play_started:
            round_.find(
                "hole-card-exposed", "d", expected="d deal d ??", seen=f"d deal d {card}{' up' * face_up}"
            )


def end_deal(round_: Round) -> None:
    """Somebody acts: hands that others overtook were passed over, those without any card are out of the round."""
    for pass_no in range(CARDS_IN_DEAL):
        _declare_skipped(round_, pass_no)
    for hand in lacking(round_):
        hand.out = not hand.cards and round_.dealing_started
    if round_.dealing_started and len(round_.dealer.cards) < round_.dealer.dealt:
        round_.find("dealer-card-missing", "d", expected="d deal d", seen="play began")


def turn_card(round_: Round, number: int, card: Card) -> None:
    """The dealer's card of that number (from 1) is turned up, or read at last."""
    dealer = round_.dealer
    if number > len(dealer.cards):
        return
    index = number - 1
    if index == dealer.hole and dealer.hole_down:
        dealer.turn(index, card)
        dealer.hole_shown = True
        round_.last_dealer_card = round_.number
        _check_turn(round_)
        return
    hidden = dealer.cards[index].rank == "?"
    dealer.turn(index, card)
    if hidden and dealer.hole is not None and index < dealer.dealt and round_.play_started:
        dealer.upcard_late = True
        exposed = any(finding.code == "hole-card-exposed" for finding in round_.log.found)
        if not exposed:
            round_.find("upcard-not-shown", "d", expected="an upcard before play", seen=f"d turn {number}")


def _check_turn(round_: Round) -> None:
    if is_dealing(round_):
        round_.find("hole-card-exposed", "d", expected=f"d deal {next_in_deal(round_)}", seen="d turn")
    else:
        note_dealer(round_, turned=True)


def _lacks(hand: Hand) -> bool:
    if len(hand.cards) >= CARDS_IN_DEAL or hand.from_split or hand.was_split or hand.out or hand.void:
        return False
    return bool(hand.cards) or not hand.late


def _index(round_: Round, pass_no: int, hand_index: int | None) -> int:
    """Place in the ideal order; the dealer comes last in each pass."""
    width = 1 + len(round_.hands())
    return pass_no * width + (width - 1 if hand_index is None else hand_index)


def _check_order(round_: Round, hand: Hand, pass_no: int) -> None:
    hand_ahead = _is_hand_ahead(round_, pass_no, hand)
    # A card that the dealer took beyond those of the deal was found when it came.
    dealer_ahead = min(len(round_.dealer.cards), round_.dealer.dealt) > pass_no
    # What comes after a card out of order is late by the same mistake; the dealer's early card is one by itself.
    found = round_.order_found.setdefault(pass_no, set())
    if hand_ahead and not found - {"dealer-card-early"}:
        found.add("dealt-out-of-order")
        round_.find("dealt-out-of-order", hand.ref, expected=f"{hand.ref} before", seen=f"d deal {hand.ref}")
    elif dealer_ahead and not found:
        found.add("dealer-card-early")
        round_.find("dealer-card-early", "d", expected=f"{hand.ref} before", seen=f"d deal {hand.ref}")


def _check_dealer_order(round_: Round, pass_no: int) -> None:
    found = round_.order_found.setdefault(pass_no, set())
    if _is_hand_ahead(round_, pass_no, None) and not found:
        found.add("dealer-card-missing")
        round_.find("dealer-card-missing", "d", expected="d deal d before", seen="d deal d")


def _is_hand_ahead(round_: Round, pass_no: int, seat: Hand | None) -> bool:
    """Whether some hand has a card that belongs after this seat's (the dealer's: None) card of the pass.

    Hands of late bets are left out: their cards come when they come.
    """
    ahead_with = pass_no + 2
    for hand in round_.line:
        if hand is seat:
            ahead_with = pass_no + 1  # later hands are ahead with their card of this pass already
        elif len(hand.cards) >= ahead_with and not hand.late:
            return True
    return False


def _declare_skipped(round_: Round, pass_no: int, *, everyone: bool = False) -> None:
    """Find boxes whose hand lacks its card of this pass though a later hand (or the next pass) has come."""
    later_has_it = everyone
    for hand in reversed(round_.line):
        if hand.late:
            continue
        if len(hand.cards) > pass_no:
            later_has_it = True
        elif later_has_it and _lacks(hand):
            box = round_.boxes[hand.box]
            if not box.skipped:
                box.skipped = True
                round_.find(
                    "box-skipped-in-deal", hand.ref, expected=f"d deal {hand.ref}", seen="passed over"
                )


def _note_first_cards(box: Box) -> None:
    if all(len(hand.cards) == CARDS_IN_DEAL for hand in box.hands):
        box.first_ranks = "".join(hand.ranks for hand in box.hands)
