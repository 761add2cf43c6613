"""What people did about findings: who saw one, who is on it, how it ended, and whether it was right. A pure fold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from tracker.facts import Fact, FindingHandled, FindingRuled

State = Literal["open", "acknowledged", "assigned", "resolved"]
Opinion = Literal["right", "wrong", "unsure"]

REASONS: Final = (
    "corrected",
    "repaid",
    "taken-back",
    "ruled",
    "coached",
    "no-error",
    "not-seen",
    "duplicate",
)
"""Reason codes with which a finding can be resolved."""

_AFTER: Final[dict[str, State]] = {
    "acknowledge": "acknowledged",
    "assign": "assigned",
    "resolve": "resolved",
    "reopen": "open",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step that was taken with a finding: by whom, when (media time), and what they wrote."""

    step: str
    by: str
    value: str
    note: str
    pts_us: int


@dataclass(frozen=True, slots=True)
class Handling:
    """How a finding stands with the people.

    Attributes:
        state: where it is on its way.
        owner: who is on it; empty: nobody.
        reason: reason code with which it was resolved; empty while it is not.
        opinions: what each person said of whether it is right.
        steps: everything that was done with it, in order.
    """

    state: State = "open"
    owner: str = ""
    reason: str = ""
    opinions: dict[str, Opinion] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


UNTOUCHED: Final = Handling()


@dataclass(frozen=True, slots=True)
class DeskMemory:
    """Everything that a desk knows: how findings stand, by their ids, and the newest rulings."""

    handlings: dict[str, Handling]
    rulings: tuple[FindingRuled, ...]


class Desk:
    """The fold of what people did. A step with a finding that is not there (any more) is kept all the same."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self._handlings: dict[str, Handling] = {}
        self._rulings: dict[tuple[int, str], FindingRuled] = {}

    def take(self, fact: Fact) -> None:
        """Take in one fact; those that are about something else change nothing."""
        match fact.body:
            case FindingHandled() as handled:
                before = self.handling(handled.finding)
                self._handlings[handled.finding] = _after(before, handled, fact.pts_us)
            case FindingRuled(round=no, code=code) as ruled:
                self._rulings[no, code] = ruled
            case _:
                pass

    def memory(self) -> DeskMemory:
        """Return what another desk has to know to go on as this one does."""
        return DeskMemory(dict(self._handlings), tuple(self._rulings.values()))

    def go_on(self, memory: DeskMemory) -> None:
        """Go on from what another desk knew; this one has taken in nothing yet."""
        self._handlings = dict(memory.handlings)
        self._rulings = {(ruled.round, ruled.code): ruled for ruled in memory.rulings}

    def handling(self, finding_id: str) -> Handling:
        """Return how a finding stands."""
        return self._handlings.get(finding_id, UNTOUCHED)

    def ruling(self, round_no: int, code: str) -> FindingRuled | None:
        """Return the floor's newest ruling on the findings of a code in a round."""
        return self._rulings.get((round_no, code))


def _after(before: Handling, handled: FindingHandled, pts_us: int) -> Handling:
    done = Step(handled.step, handled.by, handled.value, handled.note, pts_us)
    steps = (*before.steps, done)
    match handled.step:
        case "right" | "wrong" | "unsure" as opinion:
            return replace(before, opinions={**before.opinions, handled.by: opinion}, steps=steps)
        case "assign":
            return replace(before, state="assigned", owner=handled.value, steps=steps)
        case "acknowledge" if before.state != "open":
            return replace(before, steps=steps)  # seeing what somebody is on already takes nothing from them
    state = _AFTER[handled.step]
    reason = handled.value if state == "resolved" else ""
    return replace(before, state=state, owner=before.owner or handled.by, reason=reason, steps=steps)
