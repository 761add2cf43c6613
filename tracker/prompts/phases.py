"""Which prompts there are in each phase of a round, what comes first in front.

A prompt whose action is the dealer's is done, and leads on when it was. One that asks leads on when a player has chosen
or declined. One without actions is said, and the next follows at once. A dealer who does no more and no less than this
makes no error. While a card that matters is not read there is one prompt, which asks for it, and no amount.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tracker.bets import breaches
from tracker.chips import ChipSet
from tracker.dealing import next_in_deal
from tracker.followers import may_follow
from tracker.hands import BUST_OVER
from tracker.insurance import insurable, insured_by
from tracker.legality import can_insure, can_switch, can_take_even_money, must_offer_insurance
from tracker.next_actions import active_hand, is_offer_due, is_peek_due
from tracker.order import is_closed
from tracker.prompts.money import money_prompts
from tracker.prompts.prompt import Prompt, call_of, name_of
from tracker.state import Box, Hand, Round
from tracker.verdict import RoundVerdict

_BREACHES: Final = {
    "bet-below-minimum": "raise-bet",
    "bet-above-maximum": "lower-bet",
    "bets-unequal": "level-bets",
    "side-bet-without-bet": "refuse-side-bet",
    "too-many-bettors": "refuse-bettor",
    "too-many-boxes": "refuse-box",
}
"""What the dealer does about a rule that the bets break."""
_GIVING: Final = {"double": "give-double-card", "split": "give-split-card"}


WAITING: Final = (Prompt("wait", {}),)
"""What the dealer is told while nobody knows how the table stands."""


def prompts_of(round_: Round, verdict: RoundVerdict, chips: ChipSet | None = None) -> tuple[Prompt, ...]:
    """Return what the dealer should say and do now, what comes first in front.

    Args:
        round_: the table as it stands.
        verdict: the verdict on it, asked for after the same action.
        chips: the house's chips; without them payouts name amounts only.
    """
    unread = _unread(round_, verdict)
    if unread:
        places = " ".join(dict.fromkeys(name_of(round_, place) for place in unread))
        return (Prompt("confirm-cards", {"hands": places}),)
    return tuple(_prompts(round_, verdict, chips)) or WAITING


def _prompts(round_: Round, verdict: RoundVerdict, chips: ChipSet | None) -> Iterator[Prompt]:
    if round_.cleared_at:
        yield Prompt("open-bets", {})
        return
    match verdict.state:
        case "betting":
            yield from _betting(round_)
        case "dealing":
            yield from _dealing(round_)
        case "void":
            yield Prompt("void-round", {}, ("d clear",))
        case _:
            yield from _called_total(round_)
            if verdict.state == "settling":
                yield from _ending(round_)
            yield from money_prompts(round_, verdict, chips)
            yield from _playing(round_, verdict)


def _playing(round_: Round, verdict: RoundVerdict) -> Iterator[Prompt]:
    match verdict.state:
        case "insurance":
            yield from _insurance(round_)
        case "playing":
            if is_peek_due(round_):
                yield Prompt("peek", {}, ("d peek",))
            hand = active_hand(round_)
            if hand is not None:
                yield from _turn(round_, hand, verdict.next)
        case "dealer":
            yield from _dealer(round_, verdict.next)
        case "settling" | "settled":
            if verdict.next == ("d clear",):
                if len(round_.dealer.cards) < 2 or round_.dealer.hole_down:
                    yield Prompt("take-no-card", {})
                yield Prompt("clear", {}, ("d clear",))


def _betting(round_: Round) -> Iterator[Prompt]:
    wrong = list(breaches(round_))
    for breach in wrong:
        fields = {"bet": breach.subject, "amount": breach.limit, "number": breach.limit}
        yield Prompt(_BREACHES[breach.code], fields)
    if not any(box.has_bet for box in round_.boxes.values()):
        yield Prompt("open-bets", {})
    elif not wrong:
        yield Prompt("close-bets", {}, ("d nmb",))


def _dealing(round_: Round) -> Iterator[Prompt]:
    seat = next_in_deal(round_)
    if round_.burn_due:
        yield Prompt("burn-card", {}, ("d burn",))
    elif seat == "d":
        down = round_.dealer.hole == len(round_.dealer.cards)
        yield Prompt("deal-dealer-down" if down else "deal-dealer", {}, ("d deal d",))
    elif seat:
        yield Prompt("deal-card", {"hand": name_of(round_, seat)}, (f"d deal {seat}",))


def _insurance(round_: Round) -> Iterator[Prompt]:
    if must_offer_insurance(round_) and not round_.insurance_offered:
        yield Prompt("offer-insurance", {}, ("d offer insurance",))
    else:
        yield Prompt("close-insurance", {}, ("d insurance-closed",))
    for no in sorted(round_.boxes):
        box = round_.boxes[no]
        if round_.stakes_seen:
            yield from _insurance_of(round_, box)
        if any(can_take_even_money(round_, hand) for hand in box.hands):
            yield Prompt("ask-even-money", {"bet": str(no)}, (f"{no} even-money",))


def _insurance_of(round_: Round, box: Box) -> Iterator[Prompt]:
    if len(box.bettors) < 2:
        if can_insure(round_, box):
            amount = round_.say(insurable(round_, box)[0])
            fields = {"bet": str(box.no), "amount": amount}
            yield Prompt("ask-insurance", fields, (f"{box.no} insure {amount}",))
        return
    insured = insured_by(round_, box)
    for name in (name for name in box.bettors if name and name not in insured):
        if half := insurable(round_, box, by=name)[0]:
            fields = {"by": name, "bet": str(box.no), "amount": round_.say(half)}
            yield Prompt("ask-bettor", fields, (f"{box.no} insure {round_.say(half)} by {name}",))


def _turn(round_: Round, hand: Hand, actions: Sequence[str]) -> Iterator[Prompt]:
    deal = next((action for action in actions if action.startswith("d deal ")), None)
    if deal is not None:
        yield from _giving(round_, hand, deal)
        return
    if can_switch(round_, round_.boxes[hand.box]):
        yield Prompt("ask-switch", {"bet": str(hand.box)}, (f"{hand.box} switch",))
    fields = {"hand": name_of(round_, hand.ref), "total": call_of(hand.totals)}
    if is_offer_due(round_, hand):
        yield Prompt("offer-double", fields, (f"d offer double {hand.ref}",))
    else:
        yield Prompt("ask-hand", fields, tuple(act for act in actions if act.startswith(f"{hand.ref} ")))


def _giving(round_: Round, hand: Hand, deal: str) -> Iterator[Prompt]:
    """The hand waits for a card; before a double's or a split's the other bettors may follow."""
    verb = "double" if hand.is_doubled else "split"
    for name, amount in may_follow(round_, hand).items():
        fields = {"by": name, "hand": name_of(round_, hand.ref), "amount": round_.say(amount)}
        if name:
            yield Prompt("ask-follower", fields, (f"{hand.ref} {verb} {round_.say(amount)} by {name}",))
    seat = deal.removeprefix("d deal ")
    owing = round_.hand(seat)
    code = _GIVING.get(owing.owed if owing else "", "give-card")
    yield Prompt(code, {"hand": name_of(round_, seat)}, (deal,))


def _called_total(round_: Round) -> Iterator[Prompt]:
    """The card that just came closed its hand without a bust: its total is called."""
    number, seat = round_.last_card
    hand = round_.hand(seat) if number == round_.number and seat[:1].isdigit() else None
    if hand is None or not round_.play_started or not is_closed(round_, hand):
        return
    if hand.totals.exact and hand.totals.high <= BUST_OVER:
        yield Prompt("call-total", {"hand": name_of(round_, seat), "total": call_of(hand.totals)})


def _dealer(round_: Round, actions: Sequence[str]) -> Iterator[Prompt]:
    plays = [action for action in actions if not action.startswith(("d pay", "d take", "d push"))]
    if plays[0].startswith("d turn"):
        yield Prompt("turn-hole", {}, (plays[0],))
    else:
        yield Prompt("must-draw", {"total": call_of(round_.dealer.totals)}, (plays[0],))


def _ending(round_: Round) -> Iterator[Prompt]:
    """The dealer is done: what he has is called once, before money moves."""
    dealer, last = round_.dealer, round_.last_dealer_card
    exact = dealer.totals.exact
    if exact is None or not last or len(dealer.cards) < 2 or dealer.stood_at > last:
        return
    if any(move.number > last for move in round_.moves):
        return
    total = {"total": call_of(dealer.totals)}
    if len(dealer.cards) == 2 and exact.value == BUST_OVER:
        yield Prompt("call-blackjack", {})
    elif exact.value == 22 and round_.profile.dealer_22 == "push":
        yield Prompt("call-22", {})
    elif exact.value > BUST_OVER:
        yield Prompt("call-too-many", total)
    elif exact.value >= 17:
        yield Prompt("must-stand", total, ("d stand",))


def _unread(round_: Round, verdict: RoundVerdict) -> list[str]:
    """Places whose unread cards matter now."""
    dealer = round_.dealer
    match verdict.state:
        case _ if round_.cleared_at:
            return []
        case "uncertain":
            places = ["d"] if any(not card.is_known for card in dealer.cards) else []
            return places + [h.ref for h in round_.hands() if any(not card.is_known for card in h.cards)]
        case "insurance" | "playing" if dealer.up_rank == "?":
            return ["d"]
        case "playing":
            hand = active_hand(round_)
            return [hand.ref] if hand is not None and "?" in hand.ranks else []
        case "dealer" if "d stand" in verdict.next:
            return ["d"]
    return []
