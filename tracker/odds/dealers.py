"""The dealer's results from many shoes that differ in a few cards: what every solver asks, thousands of times.

The probabilities change smoothly with the cards that are gone, so that Newton's series in the numbers of missing cards
gives them from the shoes that lack up to `ORDER` cards: exact for those, and for more missing cards as good as the
series' next term is small (docs/odds.md has the measure). Small shoes are worked out one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from operator import mul, sub
from typing import Final

from tracker.odds.dealer import RESULTS, Outcomes, blackjack_hole, dealer_odds, without_blackjack
from tracker.odds.shoe import ACE, TEN, VALUES, Shoe, without
from tracker.profile import Profile

ORDER: Final = 2
"""Order of the series."""
NOTHING: Final[Outcomes] = (0.0,) * len(RESULTS)
LARGE_SHOE: Final = 100
"""Fewer cards than this change too much when some are gone."""


class Dealers:
    """The dealer's results for one upcard, by the shoe they are drawn from.

    Args:
        profile: the rules.
        up: value of the upcard.
        shoe: what is left with the upcard gone; the shoes asked about lack some more of these cards.
        exact: work every shoe out, however large.
    """

    def __init__(self, profile: Profile, up: int, shoe: Shoe, *, exact: bool = False) -> None:
        self.up = up
        self.peeked = up in {"none": (), "ace": (ACE,), "ace-ten": (ACE, TEN)}[profile.peek]
        self._odds = dealer_odds(profile.soft17, up)
        self._shoe = shoe
        self._known: dict[Shoe, Outcomes] = {}
        self._series = None if exact or sum(shoe) < LARGE_SHOE else self._differences()

    def outcomes(self, shoe: Shoe) -> Outcomes:
        """Return the results of a dealer who has no blackjack if he looked."""
        known = self._known.get(shoe)
        if known is None:
            known = self._work_out(shoe) if self._series is None else self._sum_series(self._series, shoe)
            self._known[shoe] = known
        return known

    def blackjack(self, shoe: Shoe) -> float:
        """Return how likely the dealer's second card makes a blackjack."""
        hole = blackjack_hole(self.up)
        return shoe[hole] / sum(shoe) if hole is not None else 0.0

    def _work_out(self, shoe: Shoe) -> Outcomes:
        odds = self._odds.outcomes(shoe)
        return without_blackjack(odds) if self.peeked else odds

    def _differences(self) -> Mapping[tuple[int, ...], Outcomes]:
        """Return the differences of the results by which cards are missing, up to `ORDER` of them."""
        series: dict[tuple[int, ...], Outcomes] = {}
        for size in range(ORDER + 1):
            for missing in combinations_with_replacement(VALUES, size):
                if any(self._shoe[value] < missing.count(value) for value in missing):
                    continue
                shoe = without(self._shoe, *missing)
                lower = self._sum_series(series, shoe)
                series[missing] = tuple(map(sub, self._work_out(shoe), lower))
        return series

    def _sum_series(self, series: Mapping[tuple[int, ...], Outcomes], shoe: Shoe) -> Outcomes:
        missing = tuple(map(sub, self._shoe, shoe))
        values = [value for value in VALUES if missing[value]]
        some = [cards for size in range(ORDER + 1) for cards in combinations_with_replacement(values, size)]
        known = [cards for cards in some if cards in series]
        ways = [_ways(missing, cards) for cards in known]
        terms = zip(*(series[cards] for cards in known), strict=True)
        return tuple([sum(map(mul, ways, term)) for term in terms]) or NOTHING


def _ways(missing: Shoe, some: tuple[int, ...]) -> int:
    """Return in how many ways some cards can be chosen out of the missing ones."""
    match some:
        case ():
            return 1
        case (value,):
            return missing[value]
        case (first, second) if first == second:
            return missing[first] * (missing[first] - 1) // 2
        case (first, second):
            return missing[first] * missing[second]
    raise ValueError(f"expected up to {ORDER} cards, got {some}")
