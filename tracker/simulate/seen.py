"""What comes of planted errors by way of facts: a perfect camera and chip feed, their interpretation, the referee.

Much of a round cannot be seen: that a hand stood, that a double was offered, that a bet was pushed. What was lost that
way is counted here kind by kind: told as it was, told as something else, not told, or left in doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tracker.actions import Action
from tracker.findings import Finding
from tracker.interpret import Interpreter, ToldRound
from tracker.notation import History
from tracker.profile import Profile, override
from tracker.referee import judge_round
from tracker.simulate.perfect_facts import perform
from tracker.simulate.session import Planted, simulate
from tracker.simulate.slips import kinds_for
from tracker.statistics.intervals import rule_of_three, wilson

CHUNK: Final = 100
FOUND, OTHERWISE, SILENT, DOUBTFUL = "found", "otherwise", "silent", "doubtful"
_NEEDS_EARS: Final = {"offers_heard": False}


@dataclass(slots=True)
class SeenProof:
    """What came through.

    Attributes:
        game: the profile's name.
        heard: whether what was said was reported too.
        kinds: for each kind of error (code, what was done) how many were found, told otherwise, silent, doubtful.
        observable: the kinds that positions of cards and amounts on spots should show.
        more: findings beyond the planted one in rounds in which that was found.
        clean: rounds without an error, and
        false: findings in them.
    """

    game: str
    heard: bool
    kinds: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    observable: set[tuple[str, str]] = field(default_factory=set)
    more: int = 0
    clean: int = 0
    false: int = 0

    def note(self, planted: Planted, outcome: str) -> None:
        """Note what came of an error."""
        self.kinds.setdefault((planted.code, planted.kind), Counter())[outcome] += 1

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "game": self.game,
            "heard": self.heard,
            "observable": self._sum(self.observable),
            "other": self._sum(self.kinds.keys() - self.observable),
            "more": self.more,
            "clean": {
                "rounds": self.clean,
                "false": self.false,
                "false_a_round_at_most_95": self._most_false(),
            },
            "kinds": [
                {"code": code, "kind": title, "observable": (code, title) in self.observable, **counts}
                for (code, title), counts in sorted(self.kinds.items())
            ],
        }

    def _sum(self, kinds: set[tuple[str, str]]) -> dict[str, Any]:
        counts = sum((self.kinds.get(kind, Counter()) for kind in kinds), Counter[str]())
        n = counts.total()
        return {
            "n": n,
            **{outcome: counts[outcome] for outcome in (FOUND, OTHERWISE, SILENT, DOUBTFUL)},
            "found_95": [round(end, 4) for end in wilson(counts[FOUND], n)],
        }

    def _most_false(self) -> float:
        return wilson(self.false, self.clean)[1] if self.false else rule_of_three(self.clean)


def prove_seen(
    profile: Profile,
    *,
    rounds: int,
    clean: int,
    seed: int = 1,
    heard: bool = False,
    progress: Callable[[float], None] = lambda _: None,
) -> SeenProof:
    """Deal rounds, show them to a perfect camera, tell and judge them.

    Args:
        profile: the game.
        rounds: with an error each, every kind as often as any other.
        clean: without.
        seed: of the first session.
        heard: report what was said too.
        progress: is told how much is done, 0..1.
    """
    proof = SeenProof(profile.name, heard)
    proof.observable = {
        (kind.code, kind.title)
        for kind in kinds_for(profile, observable=False)
        if kind.is_observable(profile)
    }
    done = 0
    for planted, count in ((True, rounds), (False, clean)):
        for start in range(0, count, CHUNK):
            size = min(CHUNK, count - start)
            _one_session(proof, profile, size, seed, with_errors=planted)
            seed, done = seed + 1, done + size
            progress(done / (rounds + clean))
    return proof


def _one_session(proof: SeenProof, profile: Profile, rounds: int, seed: int, *, with_errors: bool) -> None:
    # The first round is clean: an untouched bet means something only once some bet was seen to be settled.
    session = simulate(
        profile,
        rounds=rounds + 1,
        seed=seed,
        errors=rounds if with_errors else 0,
        observable=False,
        clean_start=1,
    )
    planted = {error.round: error for error in session.planted}
    proof.clean += rounds + 1 - len(planted)
    for no, told, findings in _told(session.history, profile, heard=proof.heard):
        error = planted.get(no)
        if error is None:
            proof.false += len(findings) if told.is_certain else 0
            continue
        outcome = _outcome(error, told, findings)
        proof.note(error, outcome)
        proof.more += len(findings) - 1 if outcome == FOUND else 0


def _outcome(error: Planted, told: ToldRound, findings: tuple[Finding, ...]) -> str:
    if not told.is_certain:
        return DOUBTFUL
    if any((finding.code, finding.subject) == (error.code, error.subject) for finding in findings):
        return FOUND
    return OTHERWISE if findings else SILENT


def _told(
    history: History, profile: Profile, *, heard: bool
) -> Iterator[tuple[int, ToldRound, tuple[Finding, ...]]]:
    """Yield the number of each round that was told, how it was told, and what the referee finds in that."""
    show = perform(history, profile, speech=heard)
    numbers = {_first_card_us(record.actions): record.no for record in show.history.rounds}
    interpreter = Interpreter(profile, minor_units=history.minor_units)
    for fact in show.facts:
        interpreter.feed(fact)
    rules = profile if heard else override(profile, _NEEDS_EARS)
    for told in interpreter.rounds:
        actions = told.recorded().actions
        no = numbers.get(_first_card_us(actions))
        if no is not None:
            verdict = judge_round(rules, actions, minor_units=history.minor_units, no=no)
            yield no, told, verdict.findings


def _first_card_us(actions: Sequence[Action]) -> int | None:
    return next((action.pts_us for action in actions if action.verb == "deal"), None)
