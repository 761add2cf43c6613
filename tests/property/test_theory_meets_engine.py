"""The referee's payouts and the solver's expectation are the same game.

From a small shoe every round of a player of one strategy goes through the referee, with its exact chance: what it pays
on average must be what the solver says, to the last digit. From the full shoe rounds are sampled.
"""

import os
from collections.abc import Mapping
from random import Random
from statistics import fmean, stdev

import pytest

from tests.property.perft import STAKE, Walk, begin, shoe_of
from tracker.cards import DECK
from tracker.odds.expectation import expectation
from tracker.odds.shoe import Shoe, value_of_rank
from tracker.odds.strategy import BasicStrategy, basic_strategy
from tracker.profile import Profile, load_profile

SWITCH, RUSSIAN, PEEK = "blackjack-switch", "russian-blackjack", "blackjack-s17-peek"
# Suits are dealt from whole packs only, so that small shoes need rules under which they do not matter. A pair is split
# once, for that is where the solver is exact.
ONCE = {"max_split_hands": 2}
BONUSES = [
    {"name": "six-seven-eight", "ranks": "678", "pays": "3:1"},
    {"name": "five", "min_cards": 5, "pays": "3:1"},
]
MIXED = {**ONCE, "suited_blackjack_pays": "3:2", "bonuses": BONUSES}
DEEP_ROUNDS = 100_000
deep = pytest.mark.skipif(not os.environ.get("DEEP"), reason="an hour long: DEEP=1 runs it")


def policy(walk: Walk, strategy: BasicStrategy) -> str:
    """What the player does: he never insures, switches and plays by the chart."""
    if "d insurance-closed" in walk.choices:
        return "d insurance-closed"
    round_ = walk.referee.round
    up = round_.dealer.cards[1 if round_.dealer.hole == 0 else 0]
    if "1 switch" in walk.choices:
        one, two = (hand.cards for hand in round_.hands()[:2])
        if strategy.would_switch(one, two, up):
            return "1 switch"
    options = {choice.split()[1]: choice for choice in walk.choices if "." in choice.split()[0]}
    hand = round_.hand(next(iter(options.values())).split()[0])
    assert hand is not None
    return options[strategy.decide(options, hand.cards, up)]


def average(walk: Walk, shoe: Mapping[str, int], strategy: BasicStrategy) -> float:
    """What the player gains on average from here."""
    if walk.choices:
        return average(walk.then(policy(walk, strategy)), shoe, strategy)
    if walk.card_for is None:
        assert {finding.code for finding in walk.verdict.findings} <= {
            "card-count-exceeded"
        }  # no whole packs
        return sum(walk.nets.values())
    left = sum(shoe.values())
    assert left, "the shoe ran dry"
    return sum(
        count / left * average(walk.dealt(card), {**shoe, card: count - 1}, strategy)
        for card, count in shoe.items()
        if count
    )


def counts(shoe: Mapping[str, int]) -> Shoe:
    values = [0] * 10
    for card, count in shoe.items():
        values[value_of_rank(card[0])] += count
    return tuple(values)


@pytest.mark.parametrize(
    ("name", "cards", "rules"),
    [
        (RUSSIAN, "6s*2 7h*3 8d*2 Tc*4", MIXED),
        (RUSSIAN, "As*2 Th*9 6d*9", MIXED),
        (RUSSIAN, "As*2 5d*16", {**MIXED, "surrender": "none"}),
        (PEEK, "As*2 Th*9 8d*6", ONCE),
        (PEEK, "As*2 Th*6 6d*9", {**ONCE, "soft17": "hit", "dealer_22": "push", "double_after_split": False}),
        (SWITCH, "Ts*9 6d*9", {"split_by": "value"}),
        pytest.param(
            SWITCH, "As*2 Th*9 8d*9", {"split_by": "value", "surrender_after_split": False}, marks=deep
        ),
    ],
)
def test_what_the_referee_pays_from_a_small_shoe_is_what_the_solver_expects(
    name: str, cards: str, rules: dict[str, object]
) -> None:
    profile, shoe = load_profile(name, rules), shoe_of(cards)
    strategy = basic_strategy(profile, counts(shoe))
    expected = expectation(profile, counts(shoe), strategy, insures=False, precision="exact")
    start = begin(name, profile=profile)
    paid = average(start, shoe, strategy) / (STAKE * profile.hands_per_box)
    assert paid == pytest.approx(expected.player, abs=1e-12)


def play(profile: Profile, strategy: BasicStrategy, dice: Random) -> float:
    """What one round from a fresh shoe pays for each unit of the initial bet."""
    shoe = [str(card) for card in DECK * profile.decks]
    walk = begin(profile.name, profile=profile)
    while walk.choices or walk.card_for is not None:
        if walk.choices:
            walk.decide(policy(walk, strategy))
        else:
            walk.take(shoe.pop(dice.randrange(len(shoe))))
    return sum(walk.nets.values()) / (STAKE * profile.hands_per_box)


@deep
@pytest.mark.parametrize("name", [SWITCH, RUSSIAN, PEEK])
def test_what_the_referee_pays_from_the_full_shoe_is_what_the_solver_expects(name: str) -> None:
    profile = load_profile(name)
    strategy = basic_strategy(profile)
    dice = Random(20261130)
    gains = [play(profile, strategy, dice) for _ in range(DEEP_ROUNDS)]
    interval = 3.3 * stdev(gains) / len(gains) ** 0.5
    expected = expectation(profile, strategy=strategy, insures=False).player
    print(f"{name}: {fmean(gains):.5f} +- {interval:.5f} (n = {len(gains)}), solver {expected:.5f}")
    assert fmean(gains) == pytest.approx(expected, abs=interval)
