"""Splitting: how many hands it makes, and what they are worth together.

A half whose second card makes a pair again is split again while the limits allow it; the number of hands follows
exactly from how many such cards are left. Each hand is worth what it would be worth if only two were played: with more
of them a few more cards of that value are gone, which changes little (docs/odds.md has the measure).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from tracker.odds.hand_table import hand_table
from tracker.odds.play import Play, Player
from tracker.odds.shoe import ACE, TEN, Shoe, without
from tracker.profile import Profile

MANY_HANDS: Final = 12
"""Hands that no pair comes to in practice: stands for `no limit`."""


def split_worth(player: Player, shoe: Shoe, value: int) -> float:
    """Return what splitting two cards of a value is worth, in units of the original stake.

    Args:
        player: who splits.
        shoe: what is left with the upcard gone and the pair still in it.
        value: the pair's.
    """
    profile = player.profile
    half = _Half(player, without(shoe, value), value)
    resplits = most_hands(profile, value) - 2
    if resplits <= 0:
        return 2 * half.worth
    pair_cards = without(shoe, value, value)[value] * same_rank(profile, value, dealt=2)
    chance = half.chance_of_pair * same_rank(profile, value, dealt=2)
    if not chance:
        return 2 * half.worth
    pair, other = half.pair, (half.worth - chance * half.pair) / (1 - chance)
    cards = pair_cards / chance

    @cache
    def hands(waiting: int, resplits: int, pairs_out: int, others_out: int) -> float:
        """Return what hands of one card are worth when so many second cards have come already."""
        if not waiting:
            return 0.0
        chance = max(pair_cards - pairs_out, 0.0) / (cards - pairs_out - others_out)
        if resplits:
            again = hands(waiting + 1, resplits - 1, pairs_out + 1, others_out)
        else:
            again = pair + hands(waiting - 1, 0, pairs_out + 1, others_out)
        return chance * again + (1 - chance) * (
            other + hands(waiting - 1, resplits, pairs_out, others_out + 1)
        )

    return hands(2, resplits, 0, 0)


def most_hands(profile: Profile, value: int) -> int:
    """Return how many hands one dealt hand may become by splitting cards of a value."""
    limit = profile.max_split_hands or MANY_HANDS
    if value == ACE and profile.split_aces_one_card:
        return min(limit, profile.max_ace_hands or MANY_HANDS)
    return limit


def same_rank(profile: Profile, value: int, *, dealt: int) -> float:
    """Return how likely one more card of a value is alike: ten-valued ones need the same rank in some games.

    Args:
        profile: the rules.
        value: the cards'.
        dealt: how many cards of one rank lie there already.
    """
    if value != TEN or profile.split_by == "value":
        return 1.0
    return max(4 * profile.decks - dealt, 0) / (16 * profile.decks - dealt)


class _Half:
    """One half of a split pair, played by its own cards."""

    def __init__(self, player: Player, shoe: Shoe, value: int) -> None:
        play, bonuses = Play(player, shoe, split_of=value), player.bonuses
        first = hand_table().hand(value)
        self.worth = 0.0
        self.pair = 0.0
        self.chance_of_pair = 0.0
        for second, chance in play.draws(first):
            hand = hand_table().child[first][second]
            worth = play.worth(hand)
            if bonuses.asks_suit(hand):
                same = bonuses.chance_suited(first, second)
                worth += same * (play.worth(hand, suited=True) - worth)
            self.worth += chance * worth
            if second == value:
                self.pair, self.chance_of_pair = worth, chance
