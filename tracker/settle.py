"""Settlement: what becomes of every bet, exactly, as far as the cards that were read decide it.

Both games' settlement follows RULES sections 1 to 3; amounts are minor units. A bet of a box with several bettors is
settled on their sum, and shared out (`tracker.shares`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tracker.cards import UNREAD
from tracker.dealer_play import dealer_blackjack, is_played_out, surely_must_draw
from tracker.hands import BUST_OVER, Total, Totals, suited, totals_of_ranks
from tracker.insurance import insured_by
from tracker.order import all_closed
from tracker.outcomes import Bet, OutcomeName
from tracker.paytables import bonus_tiers, side_bet_categories
from tracker.pricing import Parts, joined, priced, undecided, void
from tracker.ratio import EVENS, Ratio
from tracker.state import Box, Hand, Round, SideStake

End: TypeAlias = tuple[OutcomeName, Ratio]
"""One way in which a bet may end, and the price that it then has."""

_VOID: Final[frozenset[End]] = frozenset({("void", EVENS)})
_SURRENDER: Final[frozenset[End]] = frozenset({("surrender", EVENS)})
_EVEN_MONEY: Final[frozenset[End]] = frozenset({("even-money", EVENS)})
_OPEN: Final[End] = ("open", EVENS)


class DealerResult(NamedTuple):
    """One possible end of the dealer's hand."""

    value: int
    blackjack: bool


def settle_round(round_: Round) -> tuple[Bet, ...]:
    """Return every bet of the round, box by box: hands as played with their bonuses, side bet, insurance.

    Money that moves changes no outcome, so what was settled once holds until something else is done.
    """
    if round_.settled is None:
        round_.settled = _settle(round_)
    return round_.settled


def settle_bet(round_: Round, ref: str) -> Bet | None:
    """Return one bet by its reference, or None if there is no such bet."""
    return next((bet for bet in settle_round(round_) if bet.bet == ref), None)


def _settle(round_: Round) -> tuple[Bet, ...]:
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
    return tuple(bets)


def may_be_decided(round_: Round, bet: Bet) -> bool:
    """Whether a bet that is open as far as the cards were read may be decided by one that was not read."""
    hand = round_.hand(bet.bet) if bet.kind == "main" else None
    if hand is not None and (hand.totals.high > BUST_OVER or _may_be_paid_natural(round_, hand)):
        return True
    if hand is not None and _may_be_played_out(round_):
        return True
    waits_for_second_card = bet.kind == "insurance" or (hand is not None and hand.may_be_natural)
    dealer = round_.dealer
    second_is_open = len(dealer.cards) > 1 and not dealer.hole_down
    return waits_for_second_card and (second_is_open or dealer.up_rank == UNREAD)


def _may_be_played_out(round_: Round) -> bool:
    """Whether the dealer may take no more cards for all that was read: one of his was not, and nobody is to decide."""
    dealer = round_.dealer
    is_open = len(dealer.cards) > 1 and not dealer.hole_down and UNREAD in dealer.ranks
    return is_open and all_closed(round_) and not surely_must_draw(round_, dealer.totals)


def _may_be_paid_natural(round_: Round, hand: Hand) -> bool:
    """Whether the hand may be a blackjack, and one that is paid by now whatever the dealer gets."""
    profile = round_.profile
    at_once = profile.natural_pays == "at-once" or profile.blackjack_vs_blackjack == "win"
    return hand.may_be_natural and (at_once or dealer_blackjack(round_) is False)


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
    results = _results(dealer.totals.possible, len(dealer.cards) == 2 or dealer.totals.natural is True)
    may_have_drawn_on_blackjack = len(dealer.cards) > 2 and dealer.totals.natural is None
    return results | {DealerResult(BUST_OVER, True)} if may_have_drawn_on_blackjack else results


@lru_cache(maxsize=1024)
def _results(possible: frozenset[Total], blackjack_on_21: bool) -> frozenset[DealerResult]:
    return frozenset(DealerResult(t.value, blackjack_on_21 and t.value == BUST_OVER) for t in possible)


def settle_hand(round_: Round, hand: Hand, results: frozenset[DealerResult] | None) -> Bet:
    """Settle a hand's main bet, its double included."""
    parts = hand.whole_stakes if _is_shared(round_, hand) else None
    if parts is None or hand.takes_even_money or not hand.evened:
        return _settle_main(round_, hand, results, hand.whole_stake, parts)
    even = {by: part for by, part in parts.items() if by in hand.evened}
    others = {by: part for by, part in parts.items() if by not in hand.evened}
    return joined(
        _settle_main(round_, hand, results, sum(others.values()), others),
        priced(
            round_.profile.rounding,
            hand.ref,
            "main",
            sum(even.values()),
            "even-money",
            ratio=EVENS,
            parts=even,
            is_proven=not hand.even_money_unsure,
        ),
        tuple(parts),
    )


def settle_bonus(round_: Round, hand: Hand) -> Bet | None:
    """Settle a hand's bonus, on its original stake; None where it has none."""
    profile = round_.profile
    if not profile.bonuses:
        return None
    split = hand.from_split or hand.was_split
    if round_.void or not hand.counts or (split and not profile.bonus_after_split):
        return None
    if hand.is_doubled and not profile.bonus_after_double:
        return None
    tiers = bonus_tiers(profile, hand.cards)
    if tiers == [None]:
        return None
    ref = f"{hand.ref}.bonus"
    parts = hand.stakes if _is_shared(round_, hand) else None
    if len(tiers) > 1 or tiers[0] is None:
        return undecided(ref, "bonus", hand.stake, "unknown", parts=parts)
    bonus = tiers[0]
    bet = priced(
        profile.rounding, ref, "bonus", hand.stake, "win", ratio=bonus.pays, name=bonus.name, parts=parts
    )
    return bet._replace(is_proven=False) if hand.is_unsure else bet


def settle_side(round_: Round, box: Box) -> Bet:
    """Settle a box's side bet on its first cards as dealt, without what was put too late or on another game's."""
    ref = f"{box.no}.side"
    profile = round_.profile
    counted = [side for side in box.sides if not side.late and profile.side_bet(side.name)]
    stake = sum([side.amount for side in counted or box.sides])
    shared = _side_parts(box, counted)
    bet = profile.side_bet(counted[0].name) if counted else None
    if bet is None or round_.void or not _has_hands_in_play(box):
        return void(ref, "side", stake, parts=shared)
    if not box.first_ranks:
        return undecided(ref, "side", stake, "unknown" if round_.cleared_at else "open", parts=shared)
    categories = side_bet_categories(box.first_ranks)
    name, *others = categories
    ratio = bet.pays.get(name or "")
    if others:
        if any(bet.pays.get(other or "") != ratio for other in others):
            return undecided(ref, "side", stake, "unknown", parts=shared)
        name = None
    if ratio is None:
        return priced(profile.rounding, ref, "side", stake, "lose", ratio=EVENS, lost=stake, parts=shared)
    return priced(profile.rounding, ref, "side", stake, "win", ratio=ratio, name=name, parts=shared)


def settle_insurance(round_: Round, box: Box) -> Bet:
    """Settle a box's insurance: 2:1 against a dealer's blackjack, else lost."""
    ref = f"{box.no}.insurance"
    stake = sum(insurance.amount for insurance in box.insurance)
    price = round_.profile.insurance_pays
    parts = insured_by(round_, box) if len(box.bettors) > 1 else None
    if round_.void or not _has_hands_in_play(box):
        return void(ref, "insurance", stake, ratio=price, parts=parts)
    blackjack = dealer_blackjack(round_)
    if blackjack is None:
        open_or_unknown: OutcomeName = "unknown" if round_.cleared_at else "open"
        return undecided(ref, "insurance", stake, open_or_unknown, ratio=price, parts=parts)
    outcome: OutcomeName = "win" if blackjack else "lose"
    return priced(
        round_.profile.rounding, ref, "insurance", stake, outcome, ratio=price, lost=stake, parts=parts
    )


def _settle_main(
    round_: Round,
    hand: Hand,
    results: frozenset[DealerResult] | None,
    stake: int,
    parts: Parts | None,
) -> Bet:
    ends = _hand_ends(round_, hand, hand.natural, hand.totals, results)
    is_proven = len(ends) == 1 and (not hand.is_stake_unsure or ends in (_VOID, _SURRENDER))
    if not is_proven and (hand.is_unsure or round_.dealer.endings):
        ends = _ends_by_the_rules(round_, hand)
    if len(ends) > 1:
        outcome_so_far: OutcomeName = "open" if _OPEN in ends else "unknown"
        return undecided(hand.ref, "main", stake, outcome_so_far, parts=parts)
    ((outcome, ratio),) = ends
    lost, lost_parts = stake, parts
    if round_.profile.original_bets_only and _loses_original_stake(round_, hand):
        lost_parts = None if parts is None else {by: hand.stakes.get(by, 0) for by in parts}
        lost = hand.stake if lost_parts is None else sum(lost_parts.values())
        if lost != stake and any(total.value > BUST_OVER for total in hand.totals.possible):
            return undecided(hand.ref, "main", stake, "unknown", parts=parts)  # a bust loses all of it
        if outcome == "lose" and hand.from_split:
            outcome = "push"
    return priced(
        round_.profile.rounding,
        hand.ref,
        "main",
        stake,
        outcome,
        ratio=ratio,
        lost=lost,
        parts=parts,
        lost_parts=lost_parts,
        is_proven=is_proven,
    )


def _ends_by_the_rules(round_: Round, hand: Hand) -> frozenset[End]:
    """How a hand may end if every card that came was due, and every decision allowed."""
    dealer = round_.dealer
    results = None
    if is_final(round_):
        results = _results(totals_of_ranks(dealer.ranks).possible, len(dealer.cards) == 2)
    return _hand_ends(round_, hand, hand.natural_as_played, totals_of_ranks(hand.ranks), results)


def _is_shared(round_: Round, hand: Hand) -> bool:
    return len(round_.boxes[hand.box].bettors) > 1


def _side_parts(box: Box, sides: Sequence[SideStake]) -> Parts | None:
    """Return whose the side bet is, where the box has several bettors."""
    if len(sides) == 1 and box.bettors == [sides[0].by]:
        return None
    parts: dict[str, int] = {}
    for side in sides:
        parts[side.by] = parts.get(side.by, 0) + side.amount
    return parts if len({*parts, *box.bettors}) > 1 else None


def _hand_ends(
    round_: Round,
    hand: Hand,
    natural: bool | None,
    totals: Totals,
    results: frozenset[DealerResult] | None,
) -> frozenset[End]:
    if round_.void or not hand.counts:
        return _VOID
    if hand.surrendered:
        return _SURRENDER
    if hand.takes_even_money:
        return _EVEN_MONEY
    if natural:
        return _natural_ends(round_, hand)
    profile = round_.profile
    ends = _compared(profile.ties, profile.dealer_22, totals.possible, results)
    return ends if natural is False else ends | _natural_ends(round_, hand)


def _natural_ends(round_: Round, hand: Hand) -> frozenset[End]:
    profile = round_.profile
    mixed, one_suit = profile.natural_price
    is_suited = suited(hand.cards[:2])
    prices = {mixed, one_suit} if is_suited is None else {one_suit if is_suited else mixed}
    paid: frozenset[End] = frozenset(("blackjack", price) for price in prices)
    if profile.natural_pays == "at-once" or profile.blackjack_vs_blackjack == "win":
        return paid
    match dealer_blackjack(round_):
        case False:
            return paid
        case True:
            return frozenset({("push", EVENS)})
    return paid | {("push", EVENS)} if round_.cleared_at else frozenset({_OPEN})


@lru_cache(maxsize=4096)
def _compared(
    ties: str, dealer_22: str, totals: frozenset[Total], results: frozenset[DealerResult] | None
) -> frozenset[End]:
    """How a hand of these totals, that is no blackjack, may end against these results of the dealer."""
    ends: set[End] = set()
    for total in totals:
        if total.value > BUST_OVER:
            ends.add(("lose", EVENS))
        elif results is None:
            ends.add(_OPEN)
        else:
            ends |= {(_compare(ties, dealer_22, total.value, result), EVENS) for result in results}
    return frozenset(ends)


def _compare(ties: str, dealer_22: str, total: int, dealer: DealerResult) -> OutcomeName:
    if dealer.blackjack:
        return "lose"
    if dealer.value > BUST_OVER:
        return "push" if dealer.value == 22 and dealer_22 == "push" else "win"
    if total == dealer.value:
        return "push" if ties == "push" else "lose"
    return "win" if total > dealer.value else "lose"


def _loses_original_stake(round_: Round, hand: Hand) -> bool:
    """Whether a loss costs no doubled or split part: the dealer's blackjack took the bet, not a bust."""
    return not hand.totals.surely_bust and dealer_blackjack(round_) is True


def _has_hands_in_play(box: Box) -> bool:
    return any(not (hand.out or hand.void) for hand in box.hands)
