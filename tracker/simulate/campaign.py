"""The proof of the referee: many simulated rounds with errors planted, and many without, all judged.

Every planted error must be found with its code, action and subject, and nothing else may be found: not in rounds
without an error, nor where some cards were not read. Rounds with two errors are counted beside that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal, TypeAlias

from tracker.notation import History, RecordedRound, format_actions
from tracker.profile import Profile
from tracker.referee import judge_history
from tracker.simulate.session import Session, simulate
from tracker.simulate.unread import leave_unread
from tracker.statistics.intervals import rule_of_three, wilson
from tracker.verdict import RoundVerdict

Part: TypeAlias = Literal["planted", "clean", "unread", "pairs"]
Shown: TypeAlias = tuple[int, str, str]
"""What an error or finding is told by: action, code, subject."""

CHUNK: Final = 200
"""Rounds in a session; each has a seed of its own, so that one can be dealt again alone."""
UNREAD_PART: Final = 0.1
_PLAYERS: Final = ("human", "random", "basic")
_SHOWN_WRONG: Final = 20
"""So many rounds that went wrong are kept whole."""


@dataclass(frozen=True, slots=True)
class WrongRound:
    """A round in which the verdict was not what was planted.

    Attributes:
        part: of which part of the campaign.
        seed: of its session.
        no: its number there.
        planted: what should have been found.
        found: what was.
        actions: the round, in the notation.
    """

    part: Part
    seed: int
    no: int
    planted: tuple[Shown, ...]
    found: tuple[Shown, ...]
    actions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "part": self.part,
            "seed": self.seed,
            "round": self.no,
            "planted": [list(shown) for shown in self.planted],
            "found": [list(shown) for shown in self.found],
            "actions": list(self.actions),
        }


@dataclass(slots=True)
class Proof:
    """What a campaign showed for one game.

    Attributes:
        game: the profile's name.
        rounds: rounds judged, by part.
        planted: errors planted, by code.
        found: those that were found with code, action and subject, by code.
        false: findings that nothing planted explains, by part.
        pairs: of rounds with two errors: how many were told `exact`, errors `planted` in them and `found`.
        wrong: some of the rounds that went wrong.
    """

    game: str
    rounds: Counter[str] = field(default_factory=Counter)
    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)
    wrong: list[WrongRound] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether all that was planted was found, and nothing else; two errors in a round may look like another one."""
        return self.planted == self.found and self.false.total() == self.false["pairs"]

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; shares with 95 % intervals."""
        planted, found = self.planted.total(), self.found.total()
        return {
            "game": self.game,
            "holds": self.holds,
            "planted": {
                "rounds": self.rounds["planted"],
                "errors": planted,
                "found": found,
                "found_95": [round(end, 6) for end in wilson(found, planted)],
                "false": self.false["planted"],
                "codes": {
                    code: {"planted": n, "found": self.found[code]}
                    for code, n in sorted(self.planted.items())
                },
            },
            **{part: self._silent(part) for part in ("clean", "unread")},
            "pairs": self._pairs(),
            "wrong": [one.to_json() for one in self.wrong],
        }

    def _silent(self, part: str) -> dict[str, Any]:
        rounds, false = self.rounds[part], self.false[part]
        most = wilson(false, rounds)[1] if false else rule_of_three(rounds)
        return {"rounds": rounds, "false": false, "false_a_round_at_most_95": most}

    def _pairs(self) -> dict[str, Any]:
        rounds, exact = self.rounds["pairs"], self.pairs["exact"]
        return {
            "rounds": rounds,
            "exact": exact,
            "exact_95": [round(end, 5) for end in wilson(exact, rounds)],
            "errors": self.pairs["planted"],
            "found": self.pairs["found"],
            "more": self.false["pairs"],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is dealt.

    Attributes:
        planted: rounds with an error each.
        clean: rounds without.
        unread: rounds without, of which some cards were not read.
        pairs: rounds with up to two errors.
        seed: of the first session.
    """

    planted: int
    clean: int
    unread: int = 0
    pairs: int = 0
    seed: int = 1

    def chunks(self) -> Iterator[tuple[Part, int, int]]:
        """Yield part, seed and number of rounds of each session."""
        seed = self.seed
        parts: Mapping[Part, int] = {
            "planted": self.planted,
            "clean": self.clean,
            "unread": self.unread,
            "pairs": self.pairs,
        }
        for part, rounds in parts.items():
            for start in range(0, rounds, CHUNK):
                yield part, seed, min(CHUNK, rounds - start)
                seed += 1


def prove(profile: Profile, plan: Plan, progress: Callable[[float], None] = lambda _: None) -> Proof:
    """Deal and judge a campaign under one profile.

    Args:
        profile: the game, with the limits of a table if bets outside them should be planted.
        plan: how much.
        progress: is told how much is done, 0..1.
    """
    proof = Proof(profile.name)
    total = plan.planted + plan.clean + plan.unread + plan.pairs
    done = 0
    for part, seed, rounds in plan.chunks():
        session = deal(profile, part, seed, rounds)
        count(proof, profile, part, seed, session)
        done += rounds
        progress(done / total)
    return proof


def deal(profile: Profile, part: Part, seed: int, rounds: int) -> Session:
    """Deal one session of a campaign: any number of boxes and bettors, any legal manner, one of three players."""
    session = simulate(
        profile,
        rounds=rounds,
        seed=seed,
        errors=rounds if part in ("planted", "pairs") else 0,
        errors_a_round=2 if part == "pairs" else 1,
        boxes=range(1, profile.max_boxes + 1),
        observable=False,
        player=_PLAYERS[seed % len(_PLAYERS)],
        bettors=profile.max_bettors,
        any_manner=True,
    )
    if part != "unread":
        return session
    rng = Random(seed)
    hidden = tuple(leave_unread(record, profile, UNREAD_PART, rng) for record in session.history.rounds)
    return Session(_with(session.history, hidden), session.planted)


def _with(history: History, rounds: tuple[RecordedRound, ...]) -> History:
    return History(
        profile=history.profile,
        table=history.table,
        currency=history.currency,
        minor_units=history.minor_units,
        rounds=rounds,
    )


def count(proof: Proof, profile: Profile, part: Part, seed: int, session: Session) -> None:
    """Judge a session and count what was found of what was planted, and what else."""
    planted: dict[int, list[Shown]] = {}
    for error in session.planted:
        planted.setdefault(error.round, []).append((error.action, error.code, error.subject))
    verdicts = judge_history(session.history, profile).rounds
    proof.rounds[part] += len(verdicts)
    for record, verdict in zip(session.history.rounds, verdicts, strict=True):
        _compare(proof, part, seed, record, verdict, planted.get(record.no, []))


def _compare(  # noqa: PLR0917 (one call)
    proof: Proof, part: Part, seed: int, record: RecordedRound, verdict: RoundVerdict, planted: list[Shown]
) -> None:
    wanted = Counter(planted)
    seen = Counter((finding.action, finding.code, finding.subject) for finding in verdict.findings)
    if part == "pairs":
        proof.pairs.update(exact=int(wanted == seen), planted=wanted.total(), found=(wanted & seen).total())
    else:
        proof.planted.update(code for _, code, _ in planted)
        proof.found.update(code for _, code, _ in (wanted & seen).elements())
    proof.false[part] += (seen - wanted).total()
    if wanted != seen and part != "pairs" and len(proof.wrong) < _SHOWN_WRONG:
        actions = tuple(format_actions(record.actions))
        proof.wrong.append(
            WrongRound(part, seed, record.no, tuple(planted), tuple(sorted(seen.elements())), actions)
        )
