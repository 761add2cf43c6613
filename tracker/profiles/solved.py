"""What a house's own game is worth, worked out by the solver of `tracker.odds`: seconds to a minute for each game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.errors import ProfileError
from tracker.odds.expectation import expectation
from tracker.profile import Profile, override
from tracker.profiles.effect import idle_rules
from tracker.profiles.prices import USUAL, Price


@dataclass(frozen=True, slots=True)
class Solved:
    """A game worked out.

    Attributes:
        percent: what a good player gains, in percent of the initial bet; side bets apart.
        prices: what each reading is worth that is not the usual one.
    """

    percent: float
    prices: tuple[Price, ...]


def solve(profile: Profile, tell: Callable[[float], None] = lambda part: None) -> Solved:
    """Work a game out, and what its unusual readings are worth.

    Args:
        profile: the rules.
        tell: is told how much of the work is done, 0..1.

    Raises:
        ProfileError: if the solver cannot play these rules.
    """
    idle = idle_rules(profile)
    unusual = [name for name, usual in USUAL.items() if name not in idle and getattr(profile, name) != usual]
    percent = _percent(profile)
    prices = []
    for done, name in enumerate(unusual, 1):
        tell(done / (1 + len(unusual)))
        points = percent - _percent(override(profile, {name: USUAL[name]}))
        prices.append(Price(name, USUAL[name], points, 0.0, ""))
    return Solved(percent, tuple(prices))


def _percent(profile: Profile) -> float:
    try:
        return 100 * expectation(profile).player
    except ValueError as error:
        raise ProfileError(f"{profile.name}: cannot be solved: {error}") from error
