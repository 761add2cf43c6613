"""What a whole game is worth: the player's expectation for each unit of his initial bet, over all deals.

One hand a box: all pairs of cards against all upcards. Two hands that may switch: all four cards of a box against all
upcards, each hand judged by all five cards that lie there, as far as the precision asked for lets it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from tracker.odds.bonuses import BonusOdds
from tracker.odds.dealers import Dealers
from tracker.odds.deals import Deals
from tracker.odds.play import BEST, Player, Strategy, TwoCards
from tracker.odds.shoe import ACE, TEN, VALUES, Shoe, full_shoe, without
from tracker.profile import Profile

Precision: TypeAlias = Literal["quick", "close", "exact"]
"""`exact`: everything is worked out for each shoe. `close`: the dealer's results come from a series, and what the cards
of a box's other hand change from the parts of each. `quick`: what they change is left out."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The player's gain for each unit of his initial bet; negative is the house's edge.

    Attributes:
        player: over all upcards.
        by_upcard: the part that each upcard's rounds add, by value (index 0 is the ace); they sum to `player`.
    """

    player: float
    by_upcard: tuple[float, ...]


def expectation(
    profile: Profile,
    shoe: Shoe | None = None,
    strategy: Strategy = BEST,
    *,
    insures: bool = True,
    precision: Precision = "close",
) -> Expectation:
    """Return what a game is worth to a player of that strategy, side bets apart.

    Args:
        profile: the rules.
        shoe: what is dealt from; by default the profile's full shoe.
        strategy: the player's, by default the best one by the cards that lie there.
        insures: whether he takes insurance and even money where they gain; else never.
        precision: how much is worked out.
    """
    cards = shoe or full_shoe(profile.decks)
    bonuses = BonusOdds(profile)
    parts = []
    for up in VALUES:
        if not cards[up]:
            parts.append(0.0)
            continue
        left = without(cards, up)
        player = Player(profile, Dealers(profile, up, left, exact=precision == "exact"), bonuses, strategy)
        deals = Deals(player, insures=insures)
        worth = _switch_box(player, deals, left, precision) if profile.switch else _single_hand(deals, left)
        parts.append(cards[up] / sum(cards) * worth)
    return Expectation(sum(parts), tuple(parts))


def _single_hand(deals: Deals, shoe: Shoe) -> float:
    worth = 0.0
    for cards, chance in _dealt(shoe, 2):
        first, second = cards
        if first <= second:
            worth += chance * (1 if first == second else 2) * deals.worth(first, second, shoe)
    return worth


def _switch_box(player: Player, deals: Deals, shoe: Shoe, precision: Precision) -> float:
    """Return what one unit on each of two hands is worth, for each of the two."""
    profile, up = player.profile, player.dealers.up
    hands = _SwitchHands(deals, shoe, precision)

    def box(one: TwoCards, two: TwoCards, *, switched: bool) -> float:
        may_split = [(True, True)] if profile.rs1_scope == "hand" else [(True, False), (False, True)]
        return max(
            hands.worth(one, two, switched, first) + hands.worth(two, one, switched, second)
            for first, second in may_split
        )

    worth = 0.0
    for (a, b, c, d), chance in _dealt(shoe, 4):
        one, two = (a, b), (c, d)
        value = box(one, two, switched=False)
        if not (profile.natural_locks_switch and {ACE, TEN} in ({a, b}, {c, d})):
            gain = box((a, d), (c, b), switched=True) - value
            value += gain if player.strategy.switches(one, two, up, gain) else 0.0
        worth += chance * value
    return worth / 2


class _SwitchHands:
    """Worth of one hand of a box whose other hand's two cards are known to be gone.

    What a missing card changes is nearly the same whatever else is missing, so that the parts of both may be added.
    """

    def __init__(self, deals: Deals, shoe: Shoe, precision: Precision) -> None:
        self._deals = deals
        self._shoe = shoe
        self._precision = precision
        self._known: dict[tuple[TwoCards, tuple[int, ...], bool, bool], float] = {}

    def worth(self, hand: TwoCards, gone: TwoCards, switched: bool, may_split: bool) -> float:
        """Return what a hand is worth while `gone` are the other hand's cards."""
        if self._precision == "exact":
            return self._worth(hand, gone, switched, may_split)
        if self._precision == "quick":
            return self._worth(hand, (), switched, may_split)
        first, second = (self._worth(hand, (card,), switched, may_split) for card in gone)
        return first + second - self._worth(hand, (), switched, may_split)

    def _worth(self, hand: TwoCards, gone: tuple[int, ...], switched: bool, may_split: bool) -> float:
        first, second = sorted(hand)
        key = ((first, second), tuple(sorted(gone)), switched and {first, second} == {ACE, TEN}, may_split)
        if key not in self._known:
            shoe = without(self._shoe, *gone)
            self._known[key] = self._deals.worth(first, second, shoe, switched=switched, may_split=may_split)
        return self._known[key]


def _dealt(shoe: Shoe, count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield every order of so many values, and how likely the shoe deals it."""
    cards = sum(shoe)
    for values in product(VALUES, repeat=count):
        chance = 1.0
        for k, value in enumerate(values):
            chance *= max(shoe[value] - values[:k].count(value), 0) / (cards - k)
        if chance:
            yield values, chance
