"""Score an audit of a filmed session against what was really done in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from api.errors import InputError
from api.films import TRUTH
from api.store.projections import JudgedRound, Session
from tracker.errors import TrackerError
from tracker.notation import parse_bjh
from tracker.profile import Profile
from tracker.referee import judge_round
from tracker.simulate import Planted
from tracker.statistics.intervals import wilson
from tracker.verdict import RoundVerdict

Hands = dict[str, tuple[str, ...]]
"""The cards of each hand and of the dealer (`d`), in order, at the end of a round."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What was done in a filmed session: the cards of every round at its end, and the planted errors."""

    hands: tuple[Hands, ...]
    planted: tuple[Planted, ...]


@dataclass(frozen=True, slots=True)
class FilmScore:
    """How well a film was told.

    Attributes:
        rounds: dealt; `right` with every card in its hand and order; `wrong` not right though told as certain.
        cards, cards_right: dealt, and told in their hand and place.
        planted, found: errors dealt, and found in their round with their code.
        false: findings that nothing planted explains.
    """

    rounds: int
    right: int
    wrong: int
    cards: int
    cards_right: int
    planted: int
    found: int
    false: int

    def __add__(self, other: FilmScore) -> FilmScore:
        mine, theirs = asdict(self), asdict(other)
        return FilmScore(**{name: mine[name] + theirs[name] for name in mine})

    def to_json(self) -> dict[str, int | float | list[float]]:
        """Return counts and shares with 95 % intervals."""
        shares = {
            "rounds": (self.right, self.rounds),
            "cards": (self.cards_right, self.cards),
            "planted": (self.found, self.planted),
        }
        out: dict[str, int | float | list[float]] = dict(asdict(self))
        for name, (right, total) in shares.items():
            out[f"{name}_share"] = round(right / total, 4) if total else 1.0
            out[f"{name}_95"] = [round(v, 4) for v in wilson(right, total)]
        return out


def read_truth(folder: Path, profile: Profile) -> Truth:
    """Read a filmed session's `session.bjh` and `truth.json`.

    Raises:
        InputError: if one of them is missing or not as the film maker writes it.
    """
    try:
        history = parse_bjh(
            (folder / "session.bjh").read_text(encoding="utf8"), file=str(folder / "session.bjh")
        )
        planted = [
            Planted(**row) for row in json.loads((folder / TRUTH).read_text(encoding="utf8"))["planted"]
        ]
    except OSError as error:
        raise InputError(f"not a filmed session: {error.filename}: {error.strerror}") from error
    except (TrackerError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"not a filmed session: {folder}: {error}") from error
    verdicts = (judge_round(profile, [*recorded.actions]) for recorded in history.rounds)
    return Truth(tuple(hands_of(verdict) for verdict in verdicts), tuple(planted))


def hands_of(verdict: RoundVerdict) -> Hands:
    """Return the cards of each hand and of the dealer."""
    rows = {ref: tuple(map(str, hand.cards)) for ref, hand in verdict.hands.items()}
    return {**rows, "d": tuple(map(str, verdict.dealer.cards))}


def score_film(truth: Truth, session: Session) -> FilmScore:
    """Compare what was told with the truth, round by round in order."""
    told = list(session.rounds)
    right = wrong = cards = cards_right = 0
    for number, hands in enumerate(truth.hands):
        judged = told[number] if number < len(told) else None
        seen = hands_of(judged.verdict) if judged else {}
        right += seen == hands
        wrong += seen != hands and judged is not None and judged.state != "uncertain"
        cards += sum(map(len, hands.values()))
        cards_right += sum(_same(row, seen.get(place, ())) for place, row in hands.items())
    found, false = _match(truth.planted, told)
    return FilmScore(len(truth.hands), right, wrong, cards, cards_right, len(truth.planted), found, false)


def _same(row: Sequence[str], seen: Sequence[str]) -> int:
    return sum(a == b for a, b in zip(row, seen, strict=False))


def _match(planted: Iterable[Planted], told: Sequence[JudgedRound]) -> tuple[int, int]:
    """Match errors and findings by round and code; returns how many were found, and how many findings are left."""
    wanted = Counter((error.round, error.code) for error in planted)
    seen = Counter(
        (number, f.finding.code) for number, judged in enumerate(told, start=1) for f in judged.findings
    )
    found = sum((wanted & seen).values())
    return found, sum(seen.values()) - found
