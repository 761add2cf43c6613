"""Basic strategy: the best decision by what a player sees at a glance, worked out for a profile's own rules.

Two cards are told apart by their total, hard or soft, and as a pair; those that can still earn a bonus of three ranks
each for themselves, of one suit or not. Later hands are told apart by their total, and whether one card more makes the
number of cards that a bonus asks for. The decisions of a row are ranked by what they are worth on average over the
hands that it stands for; the player takes the first one that is legal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, Literal, NamedTuple, TypeAlias

from tracker.cards import Card
from tracker.hands import BUST_OVER, suited
from tracker.odds.bonuses import BonusOdds
from tracker.odds.dealers import Dealers
from tracker.odds.hand_table import hand_table
from tracker.odds.play import BEST, Decision, Play, Player, TwoCards
from tracker.odds.shoe import VALUES, Shoe, full_shoe, value_of_rank, without
from tracker.odds.splits import most_hands, split_worth
from tracker.profile import Profile

SAMPLE_SIZES: Final = (3, 4)
"""Sizes of the hands that stand for later decisions: few cards, and many where a bonus counts them."""


class Row(NamedTuple):
    """What a player sees of his hand.

    Attributes:
        kind: `pair`, `hard` or `soft` on two cards; `cards` where these very cards matter; `later` from three cards on.
        number: the total; for `pair` the cards' value; for `cards` the hand's number in the table.
        flag: soft for `later`, of one suit for `cards`.
        many: whether one card more makes the number of cards that a bonus asks for.
    """

    kind: Literal["pair", "hard", "soft", "cards", "later"]
    number: int
    flag: bool = False
    many: bool = False


Ranking: TypeAlias = tuple[Decision, ...]


@dataclass(frozen=True)
class BasicStrategy:
    """A profile's basic strategy.

    Attributes:
        rankings: decisions, best first, by what the player sees and the upcard's value (index 0 is the ace).
        two_cards: what two cards that are no blackjack are worth, by hand and upcard: for the choice to switch.
    """

    rankings: Mapping[tuple[Row, int], Ranking]
    two_cards: Mapping[tuple[int, int], float]
    rows: _Rows

    def choose(self, hand: int, suited: bool, up: int, worth: Collection[Decision]) -> Decision:
        """Return the chart's decision for a hand of the table among what is legal, whatever it is worth just there."""
        for decision in self.rankings.get((self.rows.of(hand, suited), up), ("stand",)):
            if decision in worth:
                return decision
        return "stand"

    def decide(self, legal: Collection[str], cards: Sequence[Card], up: Card) -> str:
        """Return the decision among what is legal: `surrender`, `split`, `double`, `hit` or `stand`.

        Args:
            legal: verbs.
            cards: the hand's, all known, 21 or less.
            up: the dealer's upcard, known.
        """
        decisions: list[Decision] = [verb for verb in _DECISIONS if verb in legal]
        return self.choose(_hand_of(cards), bool(suited(cards)), value_of_rank(up.rank), decisions)

    def switches(self, one: TwoCards, two: TwoCards, up: int, gain: float = 0.0) -> bool:
        """Return whether two hands are worth more with their second cards changed, other cards apart."""
        kept = self._worth(one, up) + self._worth(two, up)
        return self._worth((one[0], two[1]), up) + self._worth((two[0], one[1]), up) > kept

    def would_switch(self, one: Sequence[Card], two: Sequence[Card], up: Card) -> bool:
        """Return whether two hands of two cards, all known, are worth more with their second cards changed."""
        (a, b), (c, d) = ([value_of_rank(card.rank) for card in cards] for cards in (one, two))
        return self.switches((a, b), (c, d), value_of_rank(up.rank))

    def _worth(self, cards: TwoCards, up: int) -> float:
        return self.two_cards[hand_table().hand(*cards), up]


_DECISIONS: Final[tuple[Decision, ...]] = ("stand", "hit", "double", "split", "surrender")


class _Rows:
    """Tells which row of the chart a hand belongs to."""

    def __init__(self, profile: Profile, bonuses: BonusOdds) -> None:
        self._bonuses = bonuses
        counted = [bonus.min_cards for bonus in profile.bonuses if bonus.min_cards]
        self._many = min(counted, default=BUST_OVER + 1) - 1

    def of(self, hand: int, one_suit: bool) -> Row:
        """Return the row of a hand."""
        table = hand_table()
        size, total, soft = table.size[hand], table.total[hand], table.soft[hand]
        if size > 2:
            return Row("later", total, soft, size >= self._many)
        if self._bonuses.asks_suit(hand):
            return Row("cards", hand, one_suit)
        values = [value for value, count in enumerate(table.counts[hand]) for _ in range(count)]
        if values[0] == values[1]:
            return Row("pair", values[0])
        return Row("soft" if soft else "hard", total)


def basic_strategy(profile: Profile, shoe: Shoe | None = None) -> BasicStrategy:
    """Work out a profile's basic strategy (some seconds).

    Args:
        profile: the rules.
        shoe: what is dealt from; by default the profile's full shoe.
    """
    cards = shoe or full_shoe(profile.decks)
    bonuses = BonusOdds(profile)
    rows = _Rows(profile, bonuses)
    rankings: dict[tuple[Row, int], Ranking] = {}
    two_cards: dict[tuple[int, int], float] = {}
    for up in VALUES:
        if not cards[up]:
            continue
        left = without(cards, up)
        chart = _Upcard(profile, up, left, bonuses, rows)
        rankings |= {(row, up): ranking for row, ranking in chart.rankings().items()}
        two_cards |= {(hand, up): worth for hand, worth in chart.two_cards.items()}
    return BasicStrategy(rankings, two_cards, rows)


class _Upcard:
    """The chart's column for one upcard."""

    def __init__(self, profile: Profile, up: int, shoe: Shoe, bonuses: BonusOdds, rows: _Rows) -> None:
        self._player = Player(profile, Dealers(profile, up, shoe), bonuses)
        self._play = Play(self._player, shoe)
        self._shoe = shoe
        self._rows = rows
        self._sums: dict[Row, dict[Decision, float]] = defaultdict(lambda: defaultdict(float))
        self.two_cards: dict[int, float] = {}

    def rankings(self) -> dict[Row, Ranking]:
        """Return each row's decisions, best first."""
        for hand, ways in self._hands(2):
            self._add_two_cards(hand, ways)
        for size in SAMPLE_SIZES:
            for hand, ways in self._hands(size):
                row = self._rows.of(hand, False)
                if size == SAMPLE_SIZES[0] or row.many:
                    self._add(row, self._play.later_options(hand), ways)
        return {
            row: tuple(sorted(sums, key=lambda decision: -sums[decision])) for row, sums in self._sums.items()
        }

    def _add_two_cards(self, hand: int, ways: float) -> None:
        first, second = (v for v, count in enumerate(hand_table().counts[hand]) for _ in range(count))
        split = None
        if first == second and most_hands(self._player.profile, first) > 1:
            split = split_worth(self._player, self._shoe, first)
        for one_suit in (False, True) if self._player.bonuses.asks_suit(hand) else (False,):
            options = self._play.options(hand, suited=one_suit, split=split)
            self._add(self._rows.of(hand, one_suit), options, ways)
            if not one_suit:
                self.two_cards[hand] = options[BEST.choose(hand, one_suit, self._player.dealers.up, options)]

    def _add(self, row: Row, options: Mapping[Decision, float], ways: float) -> None:
        for decision, worth in options.items():
            self._sums[row][decision] += ways * worth

    def _hands(self, size: int) -> Iterator[tuple[int, float]]:
        """Yield hands of so many cards, 21 at most, and in how many ways the shoe gives them."""
        table = hand_table()
        for values in combinations_with_replacement(VALUES, size):
            hand = table.find(*values)
            ways = prod(comb(self._shoe[v], values.count(v)) for v in set(values))
            if hand is not None and ways:
                yield hand, ways


def _hand_of(cards: Sequence[Card]) -> int:
    return hand_table().hand(*(value_of_rank(card.rank) for card in cards))
