"""The player's side: what a hand is worth against an upcard, and which decision is best.

A hand is judged by all cards that are known to be gone: its own, the dealer's upcard and those taken out of the shoe
beforehand. Expectations are in units of the hand's original stake.

After a split each half is played by its own cards alone (a zero-memory strategy), which makes the halves alike, so that
one half's worth is enough: exact for a pair that is split once. Where hands may be split again the number of hands is
exact and what one of them is worth is taken as if two were played (see `splits`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul, sub
from typing import Final, Literal, Protocol, TypeAlias

from tracker.hands import BUST_OVER
from tracker.odds.bonuses import BonusOdds
from tracker.odds.dealer import BLACKJACK, BUST, STANDS_ON, TWENTY_TWO, blackjack_hole
from tracker.odds.dealers import Dealers
from tracker.odds.hand_table import BUST as BUST_HAND
from tracker.odds.hand_table import hand_table
from tracker.odds.shoe import ACE, Shoe
from tracker.profile import Profile

Decision: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]
TwoCards: TypeAlias = tuple[int, int]
"""Values of a dealt hand's cards, in the order in which they came."""

TWO_CARDS: Final = 2
SURE_HIT: Final = 11
"""Up to this hard total a card cannot hurt."""
DOUBLE_TOTALS: Final = {"any": (0, BUST_OVER), "9-11": (9, 11), "10-11": (10, 11)}


class Strategy(Protocol):
    """How a player decides; upcards are values."""

    def choose(self, hand: int, suited: bool, up: int, worth: Mapping[Decision, float]) -> Decision:
        """Choose for a hand of the table, of one suit or not, among what is legal, knowing what each is worth."""

    def switches(self, one: TwoCards, two: TwoCards, up: int, gain: float) -> bool:
        """Choose whether two hands change their second cards, knowing what that gains."""


class Best:
    """Always does what is worth most; the plainer where two are worth the same."""

    def choose(self, hand: int, suited: bool, up: int, worth: Mapping[Decision, float]) -> Decision:
        """Choose the decision that is worth most."""
        return max(worth, key=lambda decision: worth[decision])

    def switches(self, one: TwoCards, two: TwoCards, up: int, gain: float) -> bool:
        """Switch if that gains."""
        return gain > 0


BEST: Final = Best()


@dataclass(frozen=True)
class Player:
    """A player of one strategy under one game's rules, against one upcard.

    Attributes:
        profile: the rules.
        dealers: the dealer's results for the upcard.
        bonuses: what the profile's bonuses are worth.
        strategy: how he decides.
    """

    profile: Profile
    dealers: Dealers
    bonuses: BonusOdds
    strategy: Strategy = BEST


class Play:
    """One hand's play from a shoe.

    Args:
        player: who plays, by which rules, against which upcard.
        shoe: what is left before the hand's own cards are taken out; the upcard and others that are known are gone.
        split_of: value of the card that the hand began with, if it is half of a pair that was split.
    """

    def __init__(self, player: Player, shoe: Shoe, split_of: int | None = None) -> None:
        profile = player.profile
        self._profile = profile
        self._dealers = player.dealers
        self._bonuses = player.bonuses
        self._strategy = player.strategy
        self._shoe = shoe
        self._split_of = split_of
        self._table = hand_table()
        self._payoffs = _payoffs(profile, lost_to_blackjack=self._lost_to_blackjack(doubled=False))
        self._double_payoffs = _payoffs(profile, lost_to_blackjack=self._lost_to_blackjack(doubled=True) / 2)
        self._pays_bonus = bool(profile.bonuses) and (split_of is None or profile.bonus_after_split)
        self._known: tuple[dict[int, float], dict[int, float]] = ({}, {})  # of mixed suits, of one suit

    def worth(self, hand: int, *, suited: bool = False, split: float | None = None) -> float:
        """Return what a hand of two cards is worth when it is its turn.

        Args:
            hand: its number.
            suited: whether its cards are of one suit, where that matters.
            split: what splitting it is worth, or None where that is not allowed.
        """
        options = self.options(hand, suited=suited, split=split)
        return options[self._strategy.choose(hand, suited, self._dealers.up, options)]

    def options(
        self, hand: int, *, suited: bool = False, split: float | None = None
    ) -> dict[Decision, float]:
        """Return what each legal decision on two cards is worth."""
        if self._table.total[hand] == BUST_OVER and self._profile.stand_on_21:
            return {"stand": self._stand(hand)}
        options: dict[Decision, float] = {"stand": self._stand(hand)}
        if self._split_of == ACE and self._profile.split_aces_one_card:
            return options
        options["hit"] = self._hit(hand, suited)
        low, high = DOUBLE_TOTALS[self._profile.double]
        if (self._split_of is None or self._profile.double_after_split) and low <= self._table.total[
            hand
        ] <= high:
            options["double"] = self._double(hand, suited)
        if split is not None:
            options["split"] = split
        if self._may_surrender():
            options["surrender"] = -0.5
        return options

    def later_options(self, hand: int, *, suited: bool = False) -> dict[Decision, float]:
        """Return what standing and one more card are worth on a hand of three cards or more."""
        return {"stand": self._stand(hand), "hit": self._hit(hand, suited)}

    def draws(self, hand: int) -> list[tuple[int, float]]:
        """Return the values that the hand's next card may have, each with its probability."""
        weights = self._weights(hand)
        whole = sum(weights)
        return [(value, weight / whole) for value, weight in enumerate(weights) if weight]

    def _weights(self, hand: int) -> Sequence[float]:
        """Return how likely each value is to be drawn, up to a common factor."""
        left = self._left(hand)
        hole = blackjack_hole(self._dealers.up) if self._dealers.peeked else None
        if hole is None:
            return left
        # The card that lies face down is none of `hole`: what is drawn is so much likelier to be one.
        others = sum(left) - left[hole]
        return [count * (others if value == hole else others - 1) for value, count in enumerate(left)]

    def _stand(self, hand: int) -> float:
        odds = self._dealers.outcomes(self._left(hand))
        worth: float = sum(map(mul, odds, self._payoffs[self._table.total[hand]]))
        return worth

    def _hit(self, hand: int, suited: bool) -> float:
        return self._drawn(hand, suited, self._reached, -1.0)

    def _double(self, hand: int, suited: bool) -> float:
        return self._drawn(hand, suited, self._doubled, -2.0)

    def _drawn(self, hand: int, suited: bool, worth: Callable[[int, bool], float], bust: float) -> float:
        """Return what one card more is worth, when `worth` says what the hand is worth that it makes."""
        gain = whole = 0.0
        for value, (child, weight) in enumerate(
            zip(self._table.child[hand], self._weights(hand), strict=True)
        ):
            if not weight:
                continue
            whole += weight
            if child == BUST_HAND:
                gain += weight * bust
            elif suited and self._bonuses.asks_suit(child):
                same = self._bonuses.chance_suited(hand, value)
                gain += weight * (same * worth(child, True) + (1 - same) * worth(child, False))
            else:
                gain += weight * worth(child, False)
        return gain / whole if whole else bust  # nobody asks for a card that is not there

    def _reached(self, hand: int, suited: bool) -> float:
        """Return what a hand is worth that just got a card and may only hit or stand, with the bonus that it earns."""
        worth = self._known[suited].get(hand)
        if worth is None:
            worth = self._play_on(hand, suited) + self._bonus(hand, suited)
            self._known[suited][hand] = worth
        return worth

    def _doubled(self, hand: int, suited: bool) -> float:
        """Return what a doubled hand is worth that just got its card."""
        odds = self._dealers.outcomes(self._left(hand))
        worth: float = 2 * sum(map(mul, odds, self._double_payoffs[self._table.total[hand]]))
        return worth + (self._bonus(hand, suited) if self._profile.bonus_after_double else 0.0)

    def _bonus(self, hand: int, suited: bool) -> float:
        return self._bonuses.paid(hand, suited=suited) if self._pays_bonus else 0.0

    def _play_on(self, hand: int, suited: bool) -> float:
        total, soft = self._table.total[hand], self._table.soft[hand]
        if total == BUST_OVER and self._profile.stand_on_21:
            return self._stand(hand)
        if total <= SURE_HIT and not soft:
            return self._hit(hand, suited)
        options = self.later_options(hand, suited=suited)
        return options[self._strategy.choose(hand, suited, self._dealers.up, options)]

    def _left(self, hand: int) -> Shoe:
        return tuple(map(sub, self._shoe, self._table.counts[hand]))

    def _may_surrender(self) -> bool:
        profile = self._profile
        if profile.surrender == "none" or (self._dealers.up == ACE and not profile.surrender_vs_ace):
            return False
        return self._split_of is None or profile.surrender_after_split

    def _lost_to_blackjack(self, *, doubled: bool) -> float:
        """Return what a hand loses to a dealer's blackjack; only one half of a pair, if only original bets are lost."""
        if self._profile.original_bets_only:
            return 1.0 if self._split_of is None else 0.5
        return 2.0 if doubled else 1.0


def _payoffs(profile: Profile, *, lost_to_blackjack: float) -> list[tuple[float, ...]]:
    """Return for each total what it wins against each of the dealer's results."""
    tie = -1.0 if profile.ties == "lose" else 0.0
    table: list[tuple[float, ...]] = []
    for total in range(BUST_OVER + 1):
        row = [1.0] * (BLACKJACK + 1)
        for result in range(BUST_OVER - STANDS_ON + 1):
            dealer = STANDS_ON + result
            row[result] = 1.0 if total > dealer else tie if total == dealer else -1.0
        row[TWENTY_TWO] = 0.0 if profile.dealer_22 == "push" else 1.0
        row[BUST] = 1.0
        row[BLACKJACK] = -lost_to_blackjack
        table.append(tuple(row))
    return table
