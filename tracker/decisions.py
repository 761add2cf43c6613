"""What players decide: each function does it, legal or not, and finds what was wrong with it."""

from __future__ import annotations

from tracker.allowed import allowed
from tracker.cards import UNREAD, Card
from tracker.dealing import end_deal
from tracker.followers import (
    due_from,
    find_odd_followers,
    follow_double,
    follow_split,
    followed_split,
    follows_double,
    put_parts,
)
from tracker.insurance import insurable
from tracker.legality import (
    even_money_hand,
    least_to_double,
    may_have_ended_on,
    must_offer_double,
    must_offer_insurance,
    verify_card,
    verify_double,
    verify_even_money,
    verify_insurance,
    verify_split,
    verify_surrender,
    verify_switch,
)
from tracker.order import is_closed, may_be_closed, note_turn, relatives
from tracker.state import Box, Hand, Insurance, Owed, Round


def hit(round_: Round, hand: Hand) -> None:
    """The hand asks for a card; whether it may have one is judged when it gets it."""
    _decide(round_, hand)
    _find_missing_offer(round_, hand)
    if not is_closed(round_, hand) and not hand.owed:
        hand.owed = "hit"


def stand(round_: Round, hand: Hand) -> None:
    """The hand wants no more cards."""
    _decide(round_, hand)
    _find_missing_offer(round_, hand)
    if hand.owed == "hit":
        hand.owed = ""
    hand.stood = True


def double(round_: Round, hand: Hand, amount: int, by: str | None = None) -> None:
    """The hand (or one of its bettors) puts an amount beside its stake for one card; it counts as it was put."""
    if follows_double(hand, by):
        follow_double(round_, hand, amount, by)
        return
    _decide(round_, hand)
    if is_closed(round_, hand) or (hand.split_ace and round_.profile.split_aces_one_card):
        return  # the card that follows shows the mistake
    hand.double_unsure = may_be_closed(round_, hand)
    if (code := verify_double(round_, hand, amount, by)) and not hand.double_unsure:
        least = least_to_double(round_.profile)
        expected = allowed(code, hand=hand.ref, stake=round_.say(due_from(hand, by)), least=least)
        on = f"{len(hand.cards)} cards"
        if code == "double-not-allowed-on-total" and hand.totals.exact is not None:
            on = str(hand.totals.exact)
        seen = f"{hand.ref} double {round_.say(amount)} on {on}"
        round_.find(code, hand.ref, expected=expected, seen=seen)
    if round_.undoes(code):
        hand.acted_at.pop()
        return
    hand.is_doubled = True
    hand.put_double(put_parts(hand, amount, by))
    hand.owed = "double"


def split(round_: Round, hand: Hand, amount: int, by: str | None = None) -> None:
    """The hand's second card begins a new hand, which is played right after it; bettors who follow put theirs."""
    box = round_.boxes[hand.box]
    if (half := followed_split(box, hand, by)) is not None:
        follow_split(round_, hand, half, amount, by)
        return
    code = verify_split(round_, hand, amount, by)
    _decide(round_, hand, in_turn=not (hand.split_ace and code))
    if code:
        seen = f"{hand.ref} split {round_.say(amount)} on {' '.join(map(str, hand.cards)) or 'no card'}"
        expected = allowed(code, hand=hand.ref, stake=round_.say(due_from(hand, by)))
        round_.find(code, hand.ref, expected=expected, seen=seen)
    if round_.undoes(code):
        hand.acted_at.pop()
        return
    if len(hand.cards) < 2:
        return
    n = max(other.n for other in box.hands) + 1
    new = Hand(ref=f"{box.no}.{n}", box=box.no, n=n, root=hand.root, from_split=True, late=hand.late)
    for name, part in put_parts(hand, amount, by).items():
        new.bet(part, name)
    cards = hand.cards
    new.put([cards[-1]])
    hand.put(cards[:-1])
    hand.was_split = True
    hand.stood = False
    for half in (hand, new):
        half.owed = "split" if len(half.cards) == 1 else ""
        half.split_ace = None if half.ranks == UNREAD else half.ranks == "A"
        half.split_at = round_.number
    box.hands.insert(box.hands.index(hand) + 1, new)
    round_.line_up()


def surrender(round_: Round, hand: Hand) -> None:
    """The hand is given up for half of its stake."""
    if code := verify_surrender(round_, hand):
        seen = f"surrender on {len(hand.cards)} cards"
        round_.find(code, hand.ref, expected=allowed(code), seen=seen)
    # The turn is not judged here: a hand may be given up as long as its turn has not passed.
    begin_play(round_)
    if round_.undoes(code):
        return
    hand.acted_at.append(round_.number)
    hand.surrendered = True
    hand.owed = ""


def switch(round_: Round, box: Box, cards: tuple[int, int]) -> None:
    """Cards of the box's two hands change places."""
    begin_play(round_)
    code = verify_switch(round_, box, cards)
    if code:
        seen = f"{box.no} switch {cards[0]} {cards[1]}"
        round_.find(code, str(box.no), expected=allowed(code, box=box.no), seen=seen)
    if round_.undoes(code):
        return
    one, two = box.hand(1), box.hand(2)
    i, j = cards[0] - 1, cards[1] - 1
    if one is None or two is None or i >= len(one.cards) or j >= len(two.cards):
        return
    for hand in (one, two):
        # Where the house lets a blackjack be switched it is given up for better hands, unless it was paid already.
        paid = any(move.bet == hand.ref and move.verb == "pay" for move in round_.moves)
        if round_.profile.natural_locks_switch or paid:
            hand.was_natural = hand.natural
        hand.switched_at = round_.number
    mine, theirs = list(one.cards), list(two.cards)
    mine[i], theirs[j] = theirs[j], mine[i]
    one.put(mine)
    two.put(theirs)
    box.switched = True


def insure(round_: Round, box: Box, hand: Hand | None, amount: int, by: str | None) -> None:
    """A box, a hand or one bettor takes insurance; it counts as it was put."""
    if code := verify_insurance(round_, box, hand, amount, by):
        half = " or ".join(round_.say(part) for part in insurable(round_, box, hand, by)[:3])
        seen = f"insure {round_.say(amount)}"
        round_.find(code, f"{box.no}.insurance", expected=allowed(code, half=half), seen=seen)
        if round_.undoes(code):
            return
    box.insurance.append(Insurance(amount, hand.ref if hand else None, by))


def take_even_money(round_: Round, box: Box, by: str | None = None) -> None:
    """A blackjack (or one bettor's share of it) takes 1:1 at once; asked for on anything else it changes nothing."""
    hand = even_money_hand(box)
    if hand is None:
        return
    code = verify_even_money(round_, hand)
    if code:
        round_.find(code, hand.ref, expected=allowed(code), seen=" ".join(map(str, hand.cards)))
    if hand.may_be_natural and round_.profile.natural_pays != "at-once" and not round_.undoes(code):
        names = box.bettors if by is None or len(box.bettors) < 2 else [by]
        hand.evened = tuple(dict.fromkeys((*hand.evened, *(name for name in names if name in hand.stakes))))
        hand.even_money_unsure = not hand.is_natural
        hand.even_money = hand.is_natural and len(hand.evened) == len(hand.stakes)


def give_card(round_: Round, hand: Hand, card: Card) -> None:
    """A card comes to a hand in play: one that it is owed, or a hit that nobody noted; else it is extra and burned."""
    if hand.owed == "split" or (hand.owed == "double" and hand.is_doubled):
        find_odd_followers(round_, hand)
        if hand.owed == "split" and is_half_out_of_order(round_, hand):
            expected = f"{hand.ref} before"
            round_.find("dealt-out-of-order", hand.ref, expected=expected, seen=f"d deal {hand.ref}")
        hand.owed = ""
        hand.add_unless_ended(card, may_have_ended_on(round_, hand))
        return
    if code := verify_card(round_, hand):
        begin_play(round_)
        seen = f"{card} on {hand.totals.low}" if hand.totals.exact else str(card)
        round_.find(code, hand.ref, expected=f"no card to {hand.ref}", seen=seen)
        if round_.in_effect(code) == "stands":
            hand.add(card)
        else:
            round_.set_aside(code, card, hand.burned)
        return
    if hand.owed != "hit":
        _decide(round_, hand)
        _find_missing_offer(round_, hand)
    hand.owed = ""
    hand.add_unless_ended(card, may_have_ended_on(round_, hand))


def is_half_out_of_order(round_: Round, hand: Hand) -> bool:
    """Whether a half of a split gets its card at the wrong time.

    Where the house deals both at once it comes before the other half decides; where it deals in sequence, in turn.
    """
    others = [other for other in relatives(round_, hand) if other is not hand]
    match round_.profile.split_deal:
        case "both":
            decided = (other for other in others if len(other.cards) > 1 and other.acted_at)
            return any(other.acted_at[-1] > hand.split_at for other in decided)
        case "sequential":
            line = round_.line
            return any(other.owed == "split" and line.index(other) < line.index(hand) for other in others)
        case "any":
            return False


def move_card(round_: Round, source: Hand, number: int, target: Hand) -> None:
    """A card is moved from hand to hand, which no rule of the game lets anybody do."""
    round_.find(
        "cards-moved", source.ref, expected=f"cards stay at {source.ref}", seen=f"card to {target.ref}"
    )
    if number <= len(source.cards) and not round_.undoes("cards-moved"):
        cards = list(source.cards)
        target.add(cards.pop(number - 1))
        source.put(cards)


def find_missing_cards(round_: Round) -> None:
    """The dealer plays or clears: hands that still wait for a card never got it."""
    codes: dict[Owed, str] = {"double": "double-missing-card", "split": "split-missing-card"}
    for hand in round_.hands():
        if hand.missing_found or hand.out or hand.surrendered or not hand.cards:
            continue
        code = codes.get(hand.owed)
        if code is None and len(hand.cards) == 1 and not round_.boxes[hand.box].skipped:
            code = "card-missing"
        if code is None:
            continue
        hand.missing_found = True
        if not hand.double_unsure:  # a blackjack that doubled, as far as was read, gets no card
            round_.find(code, hand.ref, expected=f"d deal {hand.ref}", seen="no card")


def _decide(round_: Round, hand: Hand, *, in_turn: bool = True) -> None:
    begin_play(round_)
    if in_turn:
        note_turn(round_, hand)
    if len(hand.cards) == 1 and not hand.missing_found and not round_.boxes[hand.box].skipped:
        hand.missing_found = True
        code = "split-missing-card" if hand.owed == "split" else "card-missing"
        round_.find(code, hand.ref, expected=f"d deal {hand.ref}", seen="a decision on one card")
    hand.acted_at.append(round_.number)


def begin_play(round_: Round) -> None:
    """Somebody acts for the first time: the deal is over, and insurance should have been offered."""
    if round_.play_started:
        return
    end_deal(round_)
    find_unoffered_insurance(round_)
    round_.play_started = True


def find_unoffered_insurance(round_: Round) -> None:
    """It is too late for insurance (play begins, or the dealer looks at his hole card): it should have been offered."""
    due = (
        round_.profile.offers_heard and not round_.play_started and must_offer_insurance(round_, surely=True)
    )
    if due and not _insurance_came_up(round_):
        round_.insurance_offered = True
        round_.find("insurance-not-offered", "d", expected="d offer insurance", seen="play began")


def _insurance_came_up(round_: Round) -> bool:
    taken = any(box.insurance for box in round_.boxes.values()) or any(
        hand.even_money or hand.even_money_unsure for hand in round_.hands()
    )
    return round_.insurance_offered or taken


def _find_missing_offer(round_: Round, hand: Hand) -> None:
    if (
        not round_.profile.offers_heard
        or hand.ref in round_.offered_double
        or not must_offer_double(round_, hand)
    ):
        return
    round_.offered_double.add(hand.ref)
    round_.find("double-not-offered", hand.ref, expected=f"d offer double {hand.ref}", seen="no offer")
