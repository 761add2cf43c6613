"""What two dealt cards are worth against an upcard: blackjack and its price, insurance, and all play after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.odds.hand_table import hand_table
from tracker.odds.play import Play, Player
from tracker.odds.shoe import ACE, TEN, Shoe, value_of_rank
from tracker.odds.splits import most_hands, same_rank, split_worth
from tracker.ratio import Ratio

SUITED_BLACKJACKS: Final = 1 / 4
LOST: Final = -1.0
GIVEN_UP: Final = -0.5
EVEN_MONEY: Final = 1.0


class Deals:
    """Worth of dealt hands against one upcard, in units of a hand's stake.

    Args:
        player: who plays, by which rules, against which upcard.
        insures: whether he takes insurance and even money where they gain; else never.
    """

    def __init__(self, player: Player, *, insures: bool = True) -> None:
        profile = player.profile
        self._player = player
        self._profile = profile
        self._bonuses = player.bonuses
        self._dealers = player.dealers
        self._insures = insures
        self._table = hand_table()
        self._plays: dict[Shoe, Play] = {}  # hands that begin differently go on alike
        self._even_money = self._dealers.up in {value_of_rank(rank) for rank in profile.even_money_upcards}

    def worth(
        self, first: int, second: int, shoe: Shoe, *, switched: bool = False, may_split: bool = True
    ) -> float:
        """Return what a dealt hand is worth.

        Args:
            first: value of a card.
            second: value of the other.
            shoe: what is left with the upcard and all other known cards gone, these two still in it.
            switched: whether a card of it came by a switch, so that it is no blackjack.
            may_split: False where the box has used up its split.
        """
        if {first, second} == {ACE, TEN} and not switched:
            return self._natural(first, second, shoe)
        blackjack = self._blackjack(first, second, shoe)
        plain = self._play(first, second, shoe, may_split=may_split)
        insured = self._insurance_gain(blackjack)
        if insured and not self._profile.split_after_insurance:
            return max(plain, insured + self._play(first, second, shoe, may_split=False))
        return plain + insured

    def _play(self, first: int, second: int, shoe: Shoe, *, may_split: bool) -> float:
        hand = self._table.hand(first, second)
        play = self._plays.get(shoe)
        if play is None:
            play = self._plays[shoe] = Play(self._player, shoe)
        split = self._split(first, shoe) if first == second and may_split else None
        worth = sum(
            chance * play.worth(hand, suited=suited, split=split if alike else None)
            for chance, suited, alike in self._suits(first, second, hand)
        )
        if not self._dealers.peeked:
            return worth
        blackjack = self._blackjack(first, second, shoe)
        whole = blackjack * LOST + (1 - blackjack) * worth
        early = self._profile.surrender == "early" and (
            self._dealers.up != ACE or self._profile.surrender_vs_ace
        )
        return max(whole, GIVEN_UP) if early else whole

    def _split(self, value: int, shoe: Shoe) -> float | None:
        if most_hands(self._profile, value) < 2:
            return None
        return split_worth(self._player, shoe, value)

    def _suits(self, first: int, second: int, hand: int) -> Iterator[tuple[float, bool, bool]]:
        """Yield how likely a deal of these values is, whether its suits are alike, and whether its ranks are."""
        if self._bonuses.asks_suit(hand):
            suited = self._bonuses.chance_dealt_suited(first, second)
            yield suited, True, first == second
            yield 1 - suited, False, first == second
            return
        alike = same_rank(self._profile, first, dealt=1) if first == second else 0.0
        yield alike, False, True
        if alike < 1:
            yield 1 - alike, False, False

    def _natural(self, first: int, second: int, shoe: Shoe) -> float:
        mixed, suited = (_units(price) for price in self._profile.natural_price)
        return sum(
            chance * self._natural_at(price, self._blackjack(first, second, shoe))
            for chance, price in ((1 - SUITED_BLACKJACKS, mixed), (SUITED_BLACKJACKS, suited))
        )

    def _natural_at(self, price: float, blackjack: float) -> float:
        profile = self._profile
        if profile.natural_pays == "at-once":
            return price
        waits = price * (1 if profile.blackjack_vs_blackjack == "win" else 1 - blackjack)
        if not self._insures:
            return waits
        return max(waits + self._insurance_gain(blackjack), EVEN_MONEY if self._even_money else waits)

    def _blackjack(self, first: int, second: int, shoe: Shoe) -> float:
        own = self._table.counts[self._table.hand(first, second)]
        return self._dealers.blackjack(tuple([left - mine for left, mine in zip(shoe, own, strict=True)]))

    def _insurance_gain(self, blackjack: float) -> float:
        """Return what insurance for half of the stake gains, where it does."""
        if not self._insures or self._dealers.up != ACE:
            return 0.0
        return max(0.0, (blackjack * _units(self._profile.insurance_pays) - (1 - blackjack)) / 2)


def _units(price: Ratio) -> float:
    return price.pays / price.per
