"""A kind of dealing error: where it offers itself, what is done, what shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from tracker.profile import Profile
from tracker.simulate.game import CLEAR, Game
from tracker.simulate.slips.needs import ALWAYS, Need
from tracker.simulate.wish import NO_WISH, Wish


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that was made.

    Attributes:
        subject: the hand, bet, box or `d` that it is about.
        action: number of the action that shows it; 0 while that is still to come.
        shown_by: how that action begins, where it is still to come: the first such one after `since`.
        since: how many actions had been done when the mistake was made.
        holds: asked when the cards are cleared: whether it was this mistake, as the cards fell in the end.
        code, title: finding code that it must lead to, and what was done; its kind fills them in.
    """

    subject: str
    action: int = 0
    shown_by: tuple[str, ...] = ()
    since: int = 0
    holds: Callable[[Game], bool] | None = None
    code: str = ""
    title: str = ""


def shown_later(game: Game, subject: str, *by: str) -> Slip:
    """Return a mistake that an action shows which is still to come, and which begins like one of these."""
    return Slip(subject, shown_by=by, since=len(game.actions))


def shown_at_clear(game: Game, subject: str) -> Slip:
    """Return a mistake that only the cleared table shows."""
    return shown_later(game, subject, CLEAR)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of dealing error.

    Attributes:
        code: finding code that it must lead to.
        where: the precondition: with what (hands, boxes, bets) it could be done at this moment; nothing: not now.
        make: the effect: does it with one of them.
        title: what is done, in a few words; unique.
        when: while the bets are made, or at any time after.
        takes: how likely an opportunity is taken, so that the mistake does not always come at the first.
        need: what the game must have.
        observable: where positions of cards and amounts on spots show it; else it takes ears.
        wish: cards without which it hardly ever offers itself.
    """

    code: str
    title: str
    where: Callable[[Game], Sequence[Any]]
    make: Callable[[Game, Any], Slip]
    when: Literal["bets", "play"] = "play"
    takes: float = 1.0
    need: Need = field(default=ALWAYS)
    observable: Need = field(default=ALWAYS)
    wish: Wish = field(default=NO_WISH)

    def fits(self, profile: Profile) -> bool:
        """Whether the game offers it, and the house has not switched its code off."""
        return self.need.holds(profile) and profile.severity.get(self.code) != OFF

    def is_observable(self, profile: Profile) -> bool:
        """Whether positions of cards and amounts on spots show it in a game."""
        return self.observable.holds(profile)

    def attempt(self, game: Game) -> Slip | None:
        """Make the mistake if this moment of the round offers itself for it."""
        chances = self.where(game)
        if not chances or (self.takes < 1 and game.rng.random() >= self.takes):
            return None
        return replace(self.make(game, game.rng.choice(chances)), code=self.code, title=self.title)


OFF: Final = "off"
HERE: Final = (None,)
"""What `where` returns for a mistake that needs nobody in particular."""


def here(condition: bool) -> Sequence[None]:
    """Return `HERE` if the condition holds."""
    return HERE if condition else ()
