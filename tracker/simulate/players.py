"""Players: one who plays basic strategy, one who does anything that is legal, one like people at a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Final, Protocol, TypeAlias

from tracker.actions import Action
from tracker.cards import UNKNOWN, Card
from tracker.odds.strategy import BasicStrategy, basic_strategy
from tracker.profile import Profile
from tracker.simulate.chart import Chart

WHIM: Final = 0.08
"""How often people decide at random, so that every kind of decision comes up."""
_TEN: Final = Card("T", "s")


class Strategy(Protocol):
    """What a player goes by; all cards are known."""

    def decide(self, legal: Collection[str], cards: Sequence[Card], up: Card) -> str:
        """Return the decision of a hand among what is legal."""

    def would_switch(self, one: Sequence[Card], two: Sequence[Card], up: Card) -> bool:
        """Return whether the second cards of two hands should change places."""


class Player:
    """Decides for every box of a round.

    Args:
        strategy: what he goes by.
        whim: how often he decides at random among what is legal instead, 0..1.
    """

    def __init__(self, strategy: Strategy, whim: float) -> None:
        self._strategy = strategy
        self._whim = whim

    def decide(self, options: Mapping[str, Action], cards: Sequence[Card], up: Card, rng: Random) -> Action:
        """Choose what a hand does.

        Args:
            options: what is legal, by verb.
            cards: the hand's, all known.
            up: the dealer's upcard; one that nobody sees is taken for a ten.
            rng: chance.
        """
        if len(options) == 1 or rng.random() < self._whim:
            return options[rng.choice(sorted(options))]
        wish = self._strategy.decide(options.keys(), cards, _seen(up))
        return options.get(wish) or options[sorted(options)[0]]

    def switches(self, one: Sequence[Card], two: Sequence[Card], up: Card, rng: Random) -> bool:
        """Choose whether the second cards of two hands change places."""
        if rng.random() < self._whim:
            return rng.random() < 0.5
        return self._strategy.would_switch(one, two, _seen(up))


def _seen(up: Card) -> Card:
    return _TEN if up == UNKNOWN else up


_worked_out: dict[str, BasicStrategy] = {}


def _basic(profile: Profile) -> BasicStrategy:
    """Return the profile's basic strategy, worked out once: it takes seconds."""
    rules = profile.model_dump_json()
    if rules not in _worked_out:
        _worked_out[rules] = basic_strategy(profile)
    return _worked_out[rules]


PlayerMaker: TypeAlias = Callable[[Profile], Player]

PLAYERS: Final[Mapping[str, PlayerMaker]] = {
    "basic": lambda profile: Player(_basic(profile), whim=0.0),
    "random": lambda _: Player(Chart(), whim=1.0),
    "human": lambda _: Player(Chart(), whim=WHIM),
}
"""By the names of `pitwatch simulate --player`; the profile's own basic strategy takes seconds to work out."""
