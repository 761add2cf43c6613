"""What became of each film of the range: a line of JSON each, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from api.audit.against_truth import FilmScore
from api.audit.film_evaluation import FilmResult
from api.errors import InputError, OutputError
from api.testrange.plan import FilmPlan
from vision.evaluate.outcomes import Outcome

RESULTS: Final = "range.jsonl"


@dataclass(frozen=True, slots=True)
class Tracked:
    """The cards that lay on the table, as they were tracked.

    Attributes:
        cards: whose face the film shows.
        right, wrong: read as what they are, and as something else; the rest were left unread or not noticed.
        invented: told where there was none.
    """

    cards: int
    right: int
    wrong: int
    invented: int

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Tracked:
        """Count a film's cards."""
        rows = list(outcomes)
        both = [row for row in rows if row.shown is not None and row.read is not None]
        right = sum(row.shown.card == row.read.card for row in both if row.shown and row.read)
        return cls(
            cards=sum(row.shown is not None for row in rows),
            right=right,
            wrong=len(both) - right,
            invented=sum(row.shown is None for row in rows),
        )


@dataclass(frozen=True, slots=True)
class FilmRow:
    """One film with its score.

    Attributes:
        name, part, value: the film's, as in its plan.
        score: rounds, cards and errors.
        tracked: its cards.
        differences: what was told otherwise than dealt.
        seconds: of one core, for filming and for auditing.
    """

    name: str
    part: str
    value: str
    score: FilmScore
    tracked: Tracked
    differences: tuple[str, ...]
    seconds: tuple[float, float]


def row_of(plan: FilmPlan, result: FilmResult, seconds: tuple[float, float]) -> FilmRow:
    """Return what became of a film."""
    return FilmRow(
        plan.name,
        plan.part,
        plan.value,
        result.score,
        Tracked.of(result.outcomes),
        result.differences,
        (round(seconds[0], 1), round(seconds[1], 1)),
    )


class ResultsFile:
    """The results of a range so far, in its folder.

    Raises:
        OutputError: if it cannot be written.
        InputError: if it holds something else.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / RESULTS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.path.touch()
        except OSError as error:
            raise OutputError(f"cannot write into {str(folder)!r}: {error.strerror}") from error

    def rows(self) -> list[FilmRow]:
        """Every film that is done; a last line that was cut off when the run was killed is not."""
        return [self._row(line, number) for number, line in self._lines()]

    def films(self) -> list[tuple[FilmPlan, FilmRow]]:
        """Every film that is done, with its plan."""
        return [(self._plan(line, number), self._row(line, number)) for number, line in self._lines()]

    def add(self, plan: FilmPlan, row: FilmRow) -> None:
        """Write a film's line to the disk."""
        line = json.dumps({**asdict(row), "plan": plan.to_json()}, ensure_ascii=False) + "\n"
        with self.path.open("rb+") as file:
            whole = file.read()
            file.seek(whole.rfind(b"\n") + 1)
            file.write(line.encode())
            file.truncate()
            file.flush()
            os.fsync(file.fileno())

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The whole lines with their numbers, from 1."""
        return enumerate(self.path.read_text(encoding="utf8").split("\n")[:-1], start=1)

    def _plan(self, line: str, number: int) -> FilmPlan:
        try:
            return FilmPlan.from_json(json.loads(line)["plan"])
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{self.path}:{number}: expected the plan of a film ({error})") from error

    def _row(self, line: str, number: int) -> FilmRow:
        try:
            data: dict[str, Any] = json.loads(line)
            return FilmRow(
                data["name"],
                data["part"],
                data["value"],
                FilmScore(**data["score"]),
                Tracked(**data["tracked"]),
                tuple(data["differences"]),
                (data["seconds"][0], data["seconds"][1]),
            )
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError(f"{self.path}:{number}: expected a film of the test range ({error})") from error


def rows_for(plans: Sequence[FilmPlan], rows: Iterable[FilmRow]) -> list[FilmRow]:
    """Return the rows of the films of a plan that are done."""
    wanted = {plan.name for plan in plans}
    return [row for row in rows if row.name in wanted]
