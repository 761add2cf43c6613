"""Running the range: one film after the other is made, audited, compared with its truth and thrown away, or kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from api.audit.film_evaluation import FilmResult, evaluate_film
from api.audit.staging import staged_folder
from api.films import TABLE, TRUTH, film_session
from api.testrange.decks import RangeDecks
from api.testrange.plan import FilmPlan
from api.testrange.results import FilmRow, ResultsFile, row_of, rows_for
from tracker.profile import load_profile
from tracker.simulate import Session, simulate
from vision.table import load_table
from vision.table_file import write_table
from vision.watch import TableReader

FILMS: Final = "films"


def run_range(
    plans: Sequence[FilmPlan],
    results: ResultsFile,
    reader: TableReader,
    *,
    decks: RangeDecks | None = None,
    progress: Callable[[float, str], None] = lambda _part, _name: None,
    minutes: float | None = None,
    keep: FilmsFolder | None = None,
) -> list[FilmRow]:
    """Make and score every film that has no result yet.

    Args:
        plans: the films.
        results: gets a line for each that is done.
        reader: reads the cards.
        decks: enrols the decks of the films that want it.
        progress: is told how much of the range is done, 0..1, and which film is being made.
        minutes: begin no film after so many minutes of this process's CPU time; None: all of them.
        keep: where the films are kept; None: nowhere.

    Returns:
        The results of all films of the plan that are done.
    """
    done = {row.name for row in results.rows()}
    began = process_time()
    for number, plan in enumerate(plans):
        progress(number / len(plans), plan.name)
        if plan.name in done:
            continue
        if minutes is not None and process_time() - began > 60 * minutes:
            break
        if plan.enrolled:
            if decks is None:
                raise ValueError(f"expected decks to enrol {plan.dials.deck} from, got none")
            decks.enrol(plan.dials.deck)
        results.add(plan, _film_and_score(plan, reader, keep))
    return rows_for(plans, results.rows())


def deal(plan: FilmPlan) -> Session:
    """Deal a film's rounds."""
    return simulate(
        load_profile(plan.game),
        rounds=plan.rounds,
        seed=plan.seed,
        error_rate=plan.error_rate,
        boxes=range(1, plan.boxes + 1),
    )


class FilmsFolder:
    """Where the films of a range are kept, a folder each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FILMS

    @property
    def is_there(self) -> bool:
        """Whether any film was kept."""
        return self._folder.is_dir()

    def of(self, plan: FilmPlan) -> Path:
        """The folder of a film."""
        return self._folder / plan.name

    def holds(self, plan: FilmPlan) -> bool:
        """Whether a film was kept."""
        return (self.of(plan) / TRUTH).is_file()


def _film_and_score(plan: FilmPlan, reader: TableReader, keep: FilmsFolder | None) -> FilmRow:
    if keep is None:
        with TemporaryDirectory(prefix="pitwatch-range-") as folder:
            return score(plan, Path(folder), reader, filmed_s=_film(plan, Path(folder)))
    filmed_s = 0.0
    if not keep.holds(plan):  # it may have been filmed when the run was stopped
        with staged_folder(keep.of(plan), mark=TRUTH) as stage:
            filmed_s = _film(plan, stage)
    return score(plan, keep.of(plan), reader, filmed_s=filmed_s)


def _film(plan: FilmPlan, folder: Path) -> float:
    """Make a film; returns how many seconds of one core it took."""
    began = process_time()
    film_session(deal(plan), folder, seed=plan.seed, dials=plan.dials, progress=lambda _: None)
    if plan.enrolled:
        _name_deck(folder / TABLE, plan.dials.deck)
    return process_time() - began


def score(plan: FilmPlan, folder: Path, reader: TableReader, *, filmed_s: float) -> FilmRow:
    """Audit a film and compare what is told with its truth."""
    began = process_time()
    result: FilmResult = evaluate_film(folder, reader, progress=lambda _: None)
    return row_of(plan, result, (filmed_s, process_time() - began))


def _name_deck(path: Path, deck: str) -> None:
    """Let a table file say which enrolled deck its table deals."""
    write_table(load_table(path).model_copy(update={"deck": deck}), path)
