"""What a profile costs whom: the edge of the game as it is dealt, and of its side bets, for a player who plays best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tracker.odds.expectation import Precision, expectation
from tracker.paytables import side_bet_expectation
from tracker.profile import Profile


@dataclass(frozen=True, slots=True)
class HouseEdge:
    """What the house gains on average, for each unit of an initial bet; negative where the player gains.

    Attributes:
        game: on the main bet, from a fresh shoe, against a player who does always what is worth most.
        side_bets: on each side bet by its name, exactly.
    """

    game: float
    side_bets: Mapping[str, Fraction]


def house_edge(profile: Profile, precision: Precision = "quick") -> HouseEdge:
    """Work out a profile's house edge (some seconds; see docs/odds.md for how near each precision comes).

    Args:
        profile: the rules.
        precision: how much is worked out.

    Raises:
        ValueError: if the game has a bonus on ten-valued ranks, which a solver by values cannot tell.
    """
    sides = {bet.name: -side_bet_expectation(bet, profile.decks) for bet in profile.side_bets}
    return HouseEdge(-expectation(profile, precision=precision).player, sides)
