"""Settlement: what becomes of every bet, exactly, as far as the cards that were read decide it.

An outcome is `open` while play can still change it and `unknown` where a card that matters was never read. Both games'
settlement follows RULES sections 1 to 3; amounts are minor units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from tracker.cards import UNREAD
from tracker.dealer_play import dealer_blackjack, is_played_out
from tracker.hands import BUST_OVER, suited
from tracker.order import all_closed
from tracker.paytables import bonus_tiers, side_bet_categories
from tracker.ratio import EVENS, HALF, Ratio
from tracker.state import Box, Hand, Round

OutcomeName = Literal[
    "win", "lose", "push", "blackjack", "surrender", "even-money", "void", "open", "unknown"
]
Kind = Literal["main", "side", "insurance", "bonus"]
PAID = ("win", "blackjack", "even-money")
UNDECIDED = ("open", "unknown")


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet and what becomes of it.

    Attributes:
        bet: reference as in `d pay BET`: `1.1`, `1.side`, `1.insurance`, `1.1.bonus`.
        kind: what sort of bet it is.
        stake: whole stake, a double included.
        outcome: see the module.
        ratio: the price at which it pays, None where unread cards leave it open.
        pays: winnings without the stake; None while undecided.
        net: the player's gain or loss; None while undecided.
        name: tier of a side bet or bonus.
    """

    bet: str
    kind: Kind
    stake: int
    outcome: OutcomeName
    ratio: Ratio | None
    pays: int | None
    net: int | None
    name: str | None = None

    @property
    def is_decided(self) -> bool:
        """Whether nothing can change the outcome any more."""
        return self.outcome not in UNDECIDED

    @property
    def due(self) -> tuple[str, int]:
        """What the dealer has to do: `pay`, `take` or `push`, and how much; `""` while undecided."""
        if self.net is None:
            return "", 0
        if self.outcome in PAID:
            return "pay", self.net
        return ("take", -self.net) if self.net < 0 else ("push", 0)


class DealerResult(NamedTuple):
    """One possible end of the dealer's hand."""

    value: int
    blackjack: bool


def settle_round(round_: Round) -> list[Bet]:
    """Return every bet of the round, box by box: hands as played with their bonuses, side bet, insurance."""
    results = dealer_results(round_)
    bets: list[Bet] = []
    for no in sorted(round_.boxes):
        box = round_.boxes[no]
        for hand in box.hands:
            bets.append(settle_hand(round_, hand, results))
            if bonus := settle_bonus(round_, hand):
                bets.append(bonus)
        if box.sides:
            bets.append(settle_side(round_, box))
        if box.insurance:
            bets.append(settle_insurance(round_, box))
    return bets


def settle_bet(round_: Round, ref: str) -> Bet | None:
    """Return one bet by its reference, or None if there is no such bet."""
    box = round_.boxes.get(int(ref[0]))
    if box is None:
        return None
    if ref[2:] == "side":
        return settle_side(round_, box) if box.sides else None
    if ref[2:] == "insurance":
        return settle_insurance(round_, box) if box.insurance else None
    n, _, bonus = ref[2:].partition(".")
    hand = box.hand(int(n))
    if hand is None:
        return None
    return settle_bonus(round_, hand) if bonus else settle_hand(round_, hand, dealer_results(round_))


def may_be_decided(round_: Round, bet: Bet) -> bool:
    """Whether a bet that is open as far as the cards were read may be decided by one that was not read."""
    hand = round_.hand(bet.bet) if bet.kind == "main" else None
    if hand is not None and hand.totals.high > BUST_OVER:
        return True
    waits_for_second_card = bet.kind == "insurance" or (hand is not None and hand.may_be_natural)
    dealer = round_.dealer
    second_is_open = len(dealer.cards) > 1 and not dealer.hole_down
    return waits_for_second_card and (second_is_open or dealer.up_rank == UNREAD)


def is_final(round_: Round) -> bool:
    """Whether the cards lie as they will be settled: all is played, or the dealer said so or cleared."""
    dealer = round_.dealer
    if round_.cleared_at or dealer.stood_at > round_.last_dealer_card:
        return True
    return all_closed(round_) and is_played_out(round_)


def dealer_results(round_: Round) -> frozenset[DealerResult] | None:
    """Return the dealer's possible results; None while he (or a player) is still to play."""
    if not is_final(round_):
        return None
    dealer = round_.dealer
    two = len(dealer.cards) == 2
    values = {total.value for total in dealer.totals.possible}
    return frozenset(DealerResult(value, two and value == BUST_OVER) for value in values)


def settle_hand(round_: Round, hand: Hand, results: frozenset[DealerResult] | None) -> Bet:
    """Settle a hand's main bet, its double included."""
    ends = _hand_ends(round_, hand, results)
    if len(ends) > 1:
        undecided: OutcomeName = "open" if ("open", EVENS) in ends else "unknown"
        return Bet(hand.ref, "main", hand.whole_stake, undecided, None, None, None)
    outcome, ratio = ends.pop()
    if outcome == "lose" and _keeps_split_stake(round_, hand):
        outcome = "push"
    return _priced(round_, hand.ref, "main", hand.whole_stake, outcome, ratio=ratio, lost=_lost(round_, hand))


def settle_bonus(round_: Round, hand: Hand) -> Bet | None:
    """Settle a hand's bonus, on its original stake; None where it has none."""
    profile = round_.profile
    split = hand.from_split or hand.was_split
    if not hand.counts or (split and not profile.bonus_after_split):
        return None
    if hand.is_doubled and not profile.bonus_after_double:
        return None
    tiers = bonus_tiers(profile, hand.cards)
    if tiers == [None]:
        return None
    ref = f"{hand.ref}.bonus"
    if len(tiers) > 1 or tiers[0] is None:
        return Bet(ref, "bonus", hand.stake, "unknown", None, None, None)
    bonus = tiers[0]
    return _priced(round_, ref, "bonus", hand.stake, "win", ratio=bonus.pays, name=bonus.name)


def settle_side(round_: Round, box: Box) -> Bet:
    """Settle a box's side bet on its first cards as dealt."""
    ref = f"{box.no}.side"
    stake = sum(side.amount for side in box.sides)
    bet = round_.profile.side_bet(box.sides[0].name)
    if bet is None or round_.void or not box.has_bet or any(side.late for side in box.sides):
        return Bet(ref, "side", stake, "void", None, 0, 0)
    if all(hand.out for hand in box.hands):
        return Bet(ref, "side", stake, "void", None, 0, 0)
    if not box.first_ranks:
        return Bet(ref, "side", stake, "unknown" if round_.cleared_at else "open", None, None, None)
    categories = side_bet_categories(box.first_ranks)
    if len({bet.pays.get(name or "") for name in categories}) > 1:
        return Bet(ref, "side", stake, "unknown", None, None, None)
    name = next(iter(categories))
    ratio = bet.pays.get(name or "")
    if ratio is None:
        return _priced(round_, ref, "side", stake, "lose", ratio=EVENS, lost=stake)
    return _priced(round_, ref, "side", stake, "win", ratio=ratio, name=name)


def settle_insurance(round_: Round, box: Box) -> Bet:
    """Settle a box's insurance: 2:1 against a dealer's blackjack, else lost."""
    ref = f"{box.no}.insurance"
    stake = sum(insurance.amount for insurance in box.insurance)
    price = round_.profile.insurance_pays
    if round_.void:
        return Bet(ref, "insurance", stake, "void", price, 0, 0)
    blackjack = dealer_blackjack(round_)
    if blackjack is None:
        undecided: OutcomeName = "unknown" if round_.cleared_at else "open"
        return Bet(ref, "insurance", stake, undecided, price, None, None)
    return _priced(round_, ref, "insurance", stake, "win" if blackjack else "lose", ratio=price, lost=stake)


def _hand_ends(
    round_: Round, hand: Hand, results: frozenset[DealerResult] | None
) -> set[tuple[OutcomeName, Ratio]]:
    if round_.void or not hand.counts:
        return {("void", EVENS)}
    if hand.surrendered:
        return {("surrender", EVENS)}
    if hand.even_money:
        return {("even-money", EVENS)}
    ends: set[tuple[OutcomeName, Ratio]] = set()
    if hand.may_be_natural:
        ends |= _natural_ends(round_, hand)
    if not hand.is_natural:
        for total in hand.totals.possible:
            ends |= _compared(round_, total.value, results)
    return ends


def _natural_ends(round_: Round, hand: Hand) -> set[tuple[OutcomeName, Ratio]]:
    profile = round_.profile
    mixed, one_suit = profile.natural_price
    is_suited = suited(hand.cards[:2])
    prices = {mixed, one_suit} if is_suited is None else {one_suit if is_suited else mixed}
    paid: set[tuple[OutcomeName, Ratio]] = {("blackjack", price) for price in prices}
    if profile.natural_pays == "at-once" or profile.blackjack_vs_blackjack == "win":
        return paid
    match dealer_blackjack(round_):
        case False:
            return paid
        case True:
            return {("push", EVENS)}
    return paid | {("push", EVENS)} if round_.cleared_at else {("open", EVENS)}


def _compared(
    round_: Round, total: int, results: frozenset[DealerResult] | None
) -> set[tuple[OutcomeName, Ratio]]:
    if total > BUST_OVER:
        return {("lose", EVENS)}
    if results is None:
        return {("open", EVENS)}
    return {(compare(round_, total, result), EVENS) for result in results}


def compare(round_: Round, total: int, dealer: DealerResult) -> OutcomeName:
    """Compare a hand of 21 or less, that is no blackjack, with a dealer's result."""
    profile = round_.profile
    if dealer.blackjack:
        return "lose"
    if dealer.value > BUST_OVER:
        return "push" if dealer.value == 22 and profile.dealer_22 == "push" else "win"
    if total == dealer.value:
        return "push" if profile.ties == "push" else "lose"
    return "win" if total > dealer.value else "lose"


def _keeps_split_stake(round_: Round, hand: Hand) -> bool:
    if not (round_.profile.original_bets_only and hand.from_split) or hand.totals.surely_bust:
        return False
    return dealer_blackjack(round_) is True


def _lost(round_: Round, hand: Hand) -> int:
    if round_.profile.original_bets_only and not hand.totals.surely_bust and dealer_blackjack(round_) is True:
        return hand.stake
    return hand.whole_stake


def _priced(
    round_: Round,
    ref: str,
    kind: Kind,
    stake: int,
    outcome: OutcomeName,
    *,
    ratio: Ratio,
    lost: int = 0,
    name: str | None = None,
) -> Bet:
    if outcome == "open":
        return Bet(ref, kind, stake, outcome, ratio, None, None, name)
    pays = ratio.of(stake, round_.profile.rounding) if outcome in PAID else 0
    net = pays
    if outcome == "lose":
        net = -lost
    elif outcome == "surrender":
        net = HALF.of(stake, round_.profile.rounding) - stake
    return Bet(ref, kind, stake, outcome, ratio, pays, net, name)
