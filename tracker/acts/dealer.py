"""What the dealer could do: calls, cards to every seat, his own play, money on every bet; and why one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.acts.act import Act, Refusal, refused_by
from tracker.acts.moment import BEFORE_PLAY, Moment
from tracker.acts.players import why_not_now
from tracker.bets import breaches
from tracker.dealer_play import stood_short, verify_draw
from tracker.dealing import CARDS_IN_DEAL, next_in_deal
from tracker.decisions import is_half_out_of_order
from tracker.dues import dues
from tracker.legality import can_double, verify_card
from tracker.next_actions import is_peek_due, next_half
from tracker.order import may_be_overtaken
from tracker.outcomes import PAID, Bet
from tracker.payments import Payment, untouched, wrong_payment
from tracker.state import Hand, Move

MONEY: Final = ("pay", "take", "push")


def calls(at: Moment) -> Iterator[Act]:
    """Yield what the dealer says: no more bets, his offers, insurance closed."""
    yield Act("d nmb", _refuse_closing(at))
    insurance = _refuse_insurance_call(at)
    yield Act("d offer insurance", insurance)
    yield Act("d insurance-closed", insurance)
    for hand in at.round_.line:
        offers = hand is at.in_turn and can_double(at.round_, hand)
        yield Act(f"d offer double {hand.ref}", None if offers else Refusal("no-offer"))


def cards(at: Moment) -> Iterator[Act]:
    """Yield a card to every hand and to the dealer, his hole card turned, his look at it, his stand."""
    round_ = at.round_
    yield Act("d burn", _refuse_burn(at))
    for hand in round_.line:
        yield Act(f"d deal {hand.ref}", _refuse_card(at, hand))
    yield Act("d deal d", _refuse_dealer_card(at))
    yield Act(f"d turn {(round_.dealer.hole or 0) + 1}", _refuse_turn(at))
    peek = None if at.phase == "playing" and is_peek_due(round_) else Refusal("no-peek")
    yield Act("d peek", peek)
    yield Act("d stand", _refuse_stand(at))


def money(at: Moment) -> Iterator[Act]:
    """Yield what is due on every bet and what is not, and the table's clearing."""
    due = {(one.bet.bet, one.verb): one for one in dues(at.round_, at.bets)}
    for bet in at.bets:
        for verb in MONEY:
            if (one := due.get((bet.bet, verb))) is not None:
                yield Act(one.action(at.round_.minor_units), _refuse_when_over(at))
            else:
                yield Act(at.round_.write_move(verb, bet.bet, bet.stake), _refuse_money(at, bet, verb))
    yield Act("d clear", _refuse_clearing(at))


def _refuse_when_over(at: Moment) -> Refusal | None:
    return Refusal("round-over") if at.round_.cleared_at else None


def _refuse_closing(at: Moment) -> Refusal | None:
    if at.phase != "betting":
        return Refusal("round-over" if at.is_over else "bets-closed")
    return next((Refusal(breach.code, breach.code) for breach in breaches(at.round_)), None)


def _refuse_insurance_call(at: Moment) -> Refusal | None:
    if at.is_over or at.phase in BEFORE_PLAY:
        return at.not_yet()
    if at.phase == "insurance":
        return None
    return Refusal("insurance-late" if at.round_.dealer.up_rank == "A" else "no-offer")


def _refuse_burn(at: Moment) -> Refusal | None:
    if at.round_.burn_due and at.phase in BEFORE_PLAY:
        return None
    return Refusal("round-over" if at.is_over else "deal-over" if at.round_.dealing_started else "no-offer")


def _refuse_card(at: Moment, hand: Hand) -> Refusal | None:
    round_ = at.round_
    if at.is_over:
        return Refusal("round-over")
    if at.phase in BEFORE_PLAY:
        return _refuse_in_deal(at, hand.ref, has_all=len(hand.cards) >= CARDS_IN_DEAL)
    if hand.owed == "split":
        is_due = hand.ref == next_half(round_, at.in_turn)
        return None if is_due or not is_half_out_of_order(round_, hand) else refused_by("dealt-out-of-order")
    if hand.owed:
        return None
    if (code := verify_card(round_, hand)) is not None:
        return Refusal(code, code)
    not_now = why_not_now(at, hand)
    return not_now if not_now is None or not_now.reason != "awaits-card" else not_now._replace(code="")


def _refuse_in_deal(at: Moment, seat: str, *, has_all: bool) -> Refusal | None:
    round_ = at.round_
    if at.phase == "betting":
        return Refusal("bets-open")
    if round_.burn_due:
        return Refusal("burn-missing", "burn-missing")
    if next_in_deal(round_) == seat:
        return None
    if has_all:
        code = "dealer-card-early" if seat == "d" else "card-extra"
        return Refusal(code, code)
    return Refusal("not-next-in-deal")


def _refuse_dealer_card(at: Moment) -> Refusal | None:
    round_, dealer = at.round_, at.round_.dealer
    if at.is_over:
        return Refusal("round-over")
    if at.phase in BEFORE_PLAY:
        return _refuse_in_deal(at, "d", has_all=len(dealer.cards) >= dealer.dealt)
    if (refusal := _refuse_before_hands(at, "dealer-card-early")) is not None:
        return refusal
    if dealer.hole_down and len(dealer.cards) > (dealer.hole or 0):
        return Refusal("turn-first")
    return refused_by(verify_draw(round_, waiting=False))


def _refuse_turn(at: Moment) -> Refusal | None:
    dealer = at.round_.dealer
    if at.is_over:
        return Refusal("round-over")
    if dealer.hole is None or dealer.hole_shown or len(dealer.cards) <= dealer.hole:
        return Refusal("no-card-to-turn")
    if at.phase in BEFORE_PLAY:
        return Refusal("deal-first", "hole-card-exposed")
    if at.phase == "playing" and dealer.peeked and not at.round_.play_started:
        return None  # he looked, and shows the blackjack that he saw
    if (refusal := _refuse_before_hands(at, "hole-card-exposed")) is not None:
        return refusal
    return None if at.phase == "dealer" else Refusal("dealer-drew-without-need")


def _refuse_stand(at: Moment) -> Refusal | None:
    if at.is_over or at.phase in BEFORE_PLAY:
        return at.not_yet()
    if (refusal := _refuse_before_hands(at, "dealer-card-early")) is not None:
        return refusal
    refusal = refused_by(stood_short(at.round_))
    has_stood = at.round_.dealer.stood_at > at.round_.last_dealer_card
    return refusal._replace(code="") if refusal and has_stood else refusal


def _refuse_before_hands(at: Moment, code: str) -> Refusal | None:
    """Say which hands come before the dealer, and what he is charged with where one of them surely has to decide."""
    untold = at.round_.dealer_early is None
    waits = untold and any(may_be_overtaken(at.round_, hand) for hand in at.round_.line)
    if at.phase == "insurance":
        return Refusal("insurance-open", code if waits else "")
    if at.phase == "playing":
        return Refusal("hands-to-play", code if waits else "")
    return None


def _refuse_money(at: Moment, bet: Bet, verb: str) -> Refusal | None:
    if at.round_.cleared_at:
        return Refusal("round-over")
    if bet.outcome in ("open", "unknown"):
        return Refusal("bet-open" if bet.outcome == "open" else "bet-unread")
    if bet.outcome == "void":
        return Refusal("bet-void")
    if any(move.bet == bet.bet for move in at.round_.moves):
        return Refusal("bet-settled")
    if not (at.round_.stakes_seen and bet.stake):
        return Refusal("bet-void")
    reason = "bet-won" if bet.outcome in PAID else "bet-even" if bet.due[0] == "push" else "bet-lost"
    done = Move(at.round_.number + 1, verb, bet.bet, 0 if verb == "push" else bet.stake, decided=True)
    return Refusal(reason, wrong_payment(at.round_, bet, Payment.of([done])))


def _refuse_clearing(at: Moment) -> Refusal | None:
    round_ = at.round_
    if round_.cleared_at:
        return Refusal("round-over")
    if at.phase in ("void", "settled"):
        return None
    if at.phase not in ("settling", "uncertain"):
        return Refusal("round-not-over")
    for due in dues(round_, at.bets):
        return Refusal("bets-unsettled", untouched(due.bet) if round_.moves else "")
    return None
