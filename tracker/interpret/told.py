"""What the interpretation tells: rounds of actions, each with the facts that show it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.actions import Action, format_action
from tracker.notation import RecordedRound


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldAction:
    """One action and why it is told.

    Attributes:
        action: what was done; its media time is that of the fact that completed it.
        facts: ids of the facts that show it, in order of time.
        inferred: whether it was concluded from what happened next and not seen or said itself (a stand, a push).
    """

    action: Action
    facts: tuple[str, ...]
    inferred: bool

    def text(self, minor_units: int = 100) -> str:
        """Return the action in the notation, with its media time: `@15.480 d deal 1.1 Th`."""
        return format_action(self.action, minor_units)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRound:
    """One round as far as it was seen.

    Attributes:
        no: number from 1 in this recording or session.
        actions: what was done, in order.
        doubts: why the round cannot be told for certain; empty: it is certain. A doubtful round accuses nobody.
        chips: whether a chip feed told the amounts; without one the stakes are nominal and no money is told.
        speech: whether what was said is known, so that something unsaid may be missed.
        complete: whether its cards were cleared.
        start_us, end_us: media times of its first and last fact.
    """

    no: int
    actions: tuple[ToldAction, ...]
    doubts: tuple[str, ...]
    chips: bool
    speech: bool
    complete: bool
    start_us: int
    end_us: int

    @property
    def is_certain(self) -> bool:
        """Whether nothing about the round is in doubt."""
        return not self.doubts

    @property
    def state(self) -> str:
        """`certain` or `uncertain`."""
        return "certain" if self.is_certain else "uncertain"

    def recorded(self, *, timed: bool = True) -> RecordedRound:
        """Return the round for the referee and for `bjh`; the reasons for doubt go along as `_doubts`."""
        actions = (told.action if timed else replace(told.action, pts_us=None) for told in self.actions)
        extra = {"_doubts": list(self.doubts)} if self.doubts else {}
        return RecordedRound(no=self.no, actions=tuple(actions), extra=extra)
