"""From the results of the films to shares with intervals, for each setting of each dial and for all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, Final

from api.testrange.plan import MIXED, SWEEPS
from api.testrange.results import FilmRow
from vision.evaluate.shares import Share

GOALS: Final = {"cards": 0.998, "rounds": 0.97, "doubted": 0.8, "errors": 0.95}
"""The least share of each measure that is asked of the films of all dials together."""
MOST_FALSE: Final = 1 / 200
"""False findings for a round, at most."""
NAMES: Final = {
    "cards": "cards right",
    "rounds": "rounds whole",
    "doubted": "of the others told as uncertain",
    "errors": "planted errors found",
}


@dataclass(frozen=True, slots=True)
class Point:
    """What was measured at one setting.

    Attributes:
        value: what the dial was set to; empty for all dials together.
        films: how many.
        cards: read as what they are, of all whose face was to be seen.
        rounds: with every card, place and order right, of all.
        doubted: told as uncertain, of the rounds that are not right.
        errors: found in their round with their code, of those planted.
        false: findings that nothing planted explains.
        misread, invented: cards told as others, or where there was none.
        from_doubt: findings in uncertain rounds.
        lost: rounds that were not told.
    """

    value: str
    films: int
    cards: Share
    rounds: Share
    doubted: Share
    errors: Share
    false: int
    misread: int
    invented: int
    from_doubt: int
    lost: int

    @property
    def shares(self) -> dict[str, Share]:
        """The measured shares by name."""
        return {"cards": self.cards, "rounds": self.rounds, "doubted": self.doubted, "errors": self.errors}

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "value": self.value,
            "films": self.films,
            **{name: share.to_json() for name, share in self.shares.items()},
            "false": self.false,
            "false_share": Share(min(self.false, self.rounds.of), self.rounds.of).to_json(),
            "misread": self.misread,
            "invented": self.invented,
            "from_doubt": self.from_doubt,
            "lost": self.lost,
        }


def point_of(value: str, rows: Sequence[FilmRow]) -> Point:
    """Measure some films together; at least one."""
    score = reduce(add, (row.score for row in rows))
    tracked = [row.tracked for row in rows]
    not_right = score.rounds - score.right
    return Point(
        value=value,
        films=len(rows),
        cards=Share(sum(one.right for one in tracked), sum(one.cards for one in tracked)),
        rounds=Share(score.right, score.rounds),
        doubted=Share(not_right - score.wrong - score.lost, not_right),
        errors=Share(score.found, score.planted),
        false=score.false,
        misread=sum(one.wrong for one in tracked),
        invented=sum(one.invented for one in tracked),
        from_doubt=score.from_doubt,
        lost=score.lost,
    )


def curves(rows: Sequence[FilmRow]) -> dict[str, list[Point]]:
    """Return the points of each part that has films, in the order of the dial's settings."""
    told: dict[str, list[Point]] = {}
    for part, values in {MIXED: ("",), **SWEEPS}.items():
        for value in map(str, values):
            here = [row for row in rows if (row.part, row.value) == (part, value)]
            if here:
                told.setdefault(part, []).append(point_of(value, here))
    return told


def verdict(mixed: Point) -> dict[str, bool]:
    """Return which of the goals the films of all dials together reach."""
    reached = {name: (mixed.shares[name].value or 0.0) >= goal for name, goal in GOALS.items()}
    if not mixed.doubted.of:
        reached["doubted"] = True
    return reached | {
        "false": mixed.false <= MOST_FALSE * mixed.rounds.of,
        "from_doubt": not mixed.from_doubt,
    }


def kinds(rows: Iterable[FilmRow]) -> dict[str, int]:
    """Count the differences by kind: doubts by their words without numbers, cards, findings by code."""
    counted = Counter(_kind(line) for row in rows for line in row.differences)
    return dict(counted.most_common())


def _kind(line: str) -> str:
    what = line.partition(": ")[2]
    if ": dealt " in what:
        return "cards told otherwise"
    return "".join("#" if letter.isdigit() else letter for letter in what)


def document(rows: Sequence[FilmRow], command: str, models: Sequence[str]) -> dict[str, Any]:
    """Return everything that was measured, as plain JSON values."""
    told = curves(rows)
    mixed = told.get(MIXED, [])
    return {
        "command": command,
        "models": list(models),
        "films": len(rows),
        "goals": {**GOALS, "false_a_round": MOST_FALSE},
        "reached": verdict(mixed[0]) if mixed else None,
        "parts": {part: [point.to_json() for point in points] for part, points in told.items()},
        "kinds": kinds(rows),
        "differences": {row.name: list(row.differences) for row in rows if row.differences},
    }
