"""The dealer's own play: when he needs a card, when he must draw or stand, and what he did instead."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from tracker.cards import UNREAD, Card
from tracker.decisions import begin_play, find_missing_cards
from tracker.findings import FindingLog
from tracker.hands import BUST_OVER, Total, Totals
from tracker.legality import NEVER
from tracker.order import must_decide, note_dealer, peeks
from tracker.state import Hand, Round

STANDS_ON = 17
SOFT_17: Final = Total(17, soft=True)


def dealer_blackjack(round_: Round) -> bool | None:
    """Whether the dealer has a blackjack; None while that is open or unread."""
    dealer = round_.dealer
    natural = dealer.totals.natural
    if len(dealer.cards) > 1 and (natural is False or not dealer.hole_down):
        return natural
    up = dealer.up_rank
    if up != UNREAD and up not in "ATJQK":
        return False
    looks = peeks(round_) or (up == UNREAD and round_.profile.peek == "ace-ten")
    looked = dealer.peeked or (round_.play_started and not dealer.upcard_late)
    if dealer.hole_down and looked and looks:
        return False
    return None


def surely_must_draw(round_: Round, totals: Totals) -> bool:
    """Whether the dealer must draw whatever his unread cards are (S17 or H17)."""
    return _duty(totals.possible, round_.profile.soft17 == "hit") == "draw"


def surely_must_stand(round_: Round, totals: Totals) -> bool:
    """Whether the dealer must stand whatever his unread cards are."""
    return _duty(totals.possible, round_.profile.soft17 == "hit") == "stand"


def needs_dealer_total(round_: Round) -> bool:
    """Whether some bet is compared with the dealer's total, so that he plays his hand out."""
    return any(_is_live(hand) and not hand.is_natural for hand in round_.hands())


def surely_compared(round_: Round) -> bool:
    """Whether some bet surely is compared with the dealer's total, whatever the unread cards are."""
    live = (hand for hand in round_.hands() if _is_live(hand))
    return any(hand.totals.high <= BUST_OVER and not hand.may_be_natural for hand in live)


def needs_second_card(round_: Round) -> bool:
    """Whether some bet waits for the dealer's second card: a live hand, insurance, a blackjack that is not safe."""
    if needs_dealer_total(round_):
        return True
    if dealer_blackjack(round_) is not None:
        return False
    if any(box.insurance for box in round_.boxes.values()):
        return True
    waits = round_.profile.natural_pays == "when-safe"
    return waits and any(_is_live(hand) and hand.is_natural for hand in round_.hands())


def is_played_out(round_: Round) -> bool:
    """Whether the dealer surely takes no further card by the rules."""
    dealer = round_.dealer
    if len(dealer.cards) < 2 or dealer.hole_down:
        return not needs_second_card(round_)
    return surely_must_stand(round_, dealer.totals) or not needs_dealer_total(round_)


def draw(round_: Round, card: Card) -> None:
    """The dealer gives himself a card in play; one on 17 or more is burned and does not count."""
    dealer = round_.dealer
    begin_play(round_)
    find_missing_cards(round_)
    round_.last_dealer_card = round_.number
    waiting = any(must_decide(round_, hand) for hand in round_.hands())
    code = verify_draw(round_, waiting=waiting)
    if waiting:
        note_dealer(round_, turned=False)
    if code is not None:
        total = dealer.totals
        seen = f"d deal d {card} on {'soft ' if all(t.soft for t in total.possible) else ''}{total.low}"
        round_.find(code, "d", expected="d stand", seen=seen)
        if round_.in_effect(code) != "stands":
            round_.set_aside(code, card, dealer.burned)
            return
    dealer.add_unless_ended(card, _may_have_had_to_stand_on(round_))


def _may_have_had_to_stand_on(round_: Round) -> frozenset[Total]:
    """Return totals that the dealer may have, as far as his cards were read, and on which a further card is burned."""
    dealer = round_.dealer
    if len(dealer.cards) < 2 or UNREAD not in dealer.ranks:
        return NEVER
    hits_soft17 = round_.profile.soft17 == "hit"
    return frozenset(
        total
        for total in dealer.totals.possible
        if not _draws_on(total, hits_soft17) and not round_.stands(_drew_on(total))
    )


def _drew_on(total: Total) -> str:
    return "dealer-drew-on-soft-17" if total == SOFT_17 else "dealer-drew-on-17-or-more"


def stood_short(round_: Round) -> str | None:
    """Return the code for a dealer who would have to go on, if he is done now; None if he need not or it is unread."""
    dealer = round_.dealer
    if len(dealer.cards) < 2:
        waits = dealer.up_rank != UNREAD and not needs_dealer_total(round_) and needs_second_card(round_)
        return "dealer-card-missing" if waits or surely_compared(round_) else None
    if dealer.hole_down or not surely_must_draw(round_, dealer.totals) or not surely_compared(round_):
        return None
    soft17 = all(total == SOFT_17 for total in dealer.totals.possible)
    return "dealer-stood-on-soft-17" if soft17 else "dealer-stood-below-17"


def find_short_stand(round_: Round, log: FindingLog) -> bool:
    """Find a dealer who stopped too early: he said so, cleared, or money moved on his unfinished hand.

    Returns:
        Whether that is so: then the bets were settled as the cards lie, and not early.
    """
    code = stood_short(round_)
    if code is None:
        return False
    dealer = round_.dealer
    undecided = [m.number for m in round_.moves if not m.decided and m.number > round_.last_dealer_card]
    if dealer.stood_at > round_.last_dealer_card:
        at = dealer.stood_at
    elif undecided and (code != "dealer-card-missing" or round_.cleared_at):
        at = undecided[0]
    elif round_.cleared_at:
        at = round_.cleared_at
    else:
        return False
    if not any(finding.code == code == "dealer-card-missing" for finding in round_.log.found):
        soft = "soft " if all(total.soft for total in dealer.totals.possible) else ""
        log.add(code, at, "d", expected="d deal d", seen=f"stood on {soft}{dealer.totals.low}")
    return True


def verify_draw(round_: Round, *, waiting: bool) -> str | None:
    """Return the code of the rule that one more card of the dealer breaks, or None.

    Args:
        round_: the round.
        waiting: hands have still to decide, so that it is not known yet whether a bet needs the card.
    """
    dealer = round_.dealer
    totals = dealer.totals
    if len(dealer.cards) >= 2 and surely_must_stand(round_, totals):
        soft17 = all(total == SOFT_17 for total in totals.possible)
        return "dealer-drew-on-soft-17" if soft17 else "dealer-drew-on-17-or-more"
    if waiting:
        return None
    needed = needs_second_card(round_) if len(dealer.cards) < 2 else needs_dealer_total(round_)
    return None if needed else "dealer-drew-without-need"


@lru_cache(maxsize=4096)
def _duty(possible: frozenset[Total], hits_soft17: bool) -> Literal["draw", "stand", "unread"]:
    """What the dealer has to do on these totals; `unread` where that depends on a card that was not read."""
    draws = {_draws_on(total, hits_soft17) for total in possible}
    if len(draws) > 1:
        return "unread"
    return "draw" if draws.pop() else "stand"


def _draws_on(total: Total, hits_soft17: bool) -> bool:
    return total.value < STANDS_ON or (hits_soft17 and total == SOFT_17)


def _is_live(hand: Hand) -> bool:
    if hand.out or hand.void or hand.surrendered or hand.even_money:
        return False
    return hand.totals.low <= BUST_OVER
