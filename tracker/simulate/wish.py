"""Cards that a round is wished to begin with, so that what is rare comes up: the shoe is arranged for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tracker.cards import DECK, Card
from tracker.profile import Profile
from tracker.simulate.shoe import Shoe

TENS: Final = "TJQK"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Ranks that some first cards should have; each text holds the ranks of which one is wished, empty for any.

    Attributes:
        hand: the two cards of some hand.
        up, hole: the dealer's cards.
        every_copy: whether the deal should hold all copies of one card, where each round has a fresh shoe.
    """

    hand: tuple[str, str] = ("", "")
    up: str = ""
    hole: str = ""
    every_copy: bool = False


NO_WISH: Final = Wish()


def arrange(shoe: Shoe, wish: Wish, profile: Profile, boxes: Sequence[int], rng: Random) -> None:
    """Arrange the shoe before the first card of a round, as far as its cards allow.

    Args:
        shoe: stands before the first card of the deal.
        wish: what should come.
        profile: the game, for the order of the deal.
        boxes: those that bet.
        rng: chooses the hand.
    """
    places: dict[int, Callable[[Card], bool]] = {}
    hands = len(boxes) * profile.hands_per_box
    if wish.every_copy and profile.fresh_shoe:
        seen = [*range(hands), *range(hands + 1, 2 * hands)]
        card = rng.choice(DECK)
        if len(seen) >= profile.decks:
            places = dict.fromkeys(rng.sample(seen, profile.decks), card.__eq__)
    for position, ranks in _ranks(wish, profile, hands, rng.randrange(hands)).items():
        if ranks:
            places[position] = _of(ranks)
    # From the first card to the last: a card is fetched from behind its place, and what lies before stays.
    for position in sorted(places):
        shoe.bring_forward(position, places[position])


def _ranks(wish: Wish, profile: Profile, hands: int, seat: int) -> dict[int, str]:
    """Return the ranks that are wished at each position of the deal, from 0: one round, the dealer, another round."""
    first, second = hands, 2 * hands + 1
    up, hole = (first, second) if profile.up_card == "first" else (second, first)
    ranks = {seat: wish.hand[0], hands + 1 + seat: wish.hand[1], up: wish.up}
    return ranks | {hole: wish.hole} if profile.hole_card else ranks


def _of(ranks: str) -> Callable[[Card], bool]:
    return lambda card: card.rank in ranks
