"""A kind of dealing error and one that was made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from tracker.profile import Profile
from tracker.simulate.game import Game


class Slip(NamedTuple):
    """A mistake that was made: the number of the action that shows it, its finding code, whom it is about."""

    action: int
    code: str
    subject: str


Attempt: TypeAlias = "Callable[[Game], Slip | None]"
"""Makes the mistake if this moment of the round offers itself for it."""


def _any_game(_: Profile) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of dealing error.

    Attributes:
        code: finding code that it must lead to.
        attempt: makes it.
        when: while the bets are made, or at any time after.
        observable: whether positions of cards and amounts on spots show it; else it takes ears.
        fits: whether a game offers it at all.
    """

    code: str
    attempt: Attempt
    when: Literal["bets", "play"] = "play"
    observable: bool = True
    fits: Callable[[Profile], bool] = _any_game
