"""Running the range: one film after the other is made, audited, compared with its truth and thrown away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from api.audit.film_evaluation import FilmResult, evaluate_film
from api.films import TABLE, film_session
from api.testrange.decks import RangeDecks
from api.testrange.plan import FilmPlan
from api.testrange.results import FilmRow, ResultsFile, row_of, rows_for
from tracker.profile import load_profile
from tracker.simulate import Session, simulate
from vision.table import load_table
from vision.table_file import write_table
from vision.watch import TableReader


def run_range(
    plans: Sequence[FilmPlan],
    results: ResultsFile,
    reader: TableReader,
    *,
    decks: RangeDecks | None = None,
    progress: Callable[[float, str], None] = lambda _part, _name: None,
    minutes: float | None = None,
) -> list[FilmRow]:
    """Make and score every film that has no result yet.

    Args:
        plans: the films.
        results: gets a line for each that is done.
        reader: reads the cards.
        decks: enrols the decks of the films that want it.
        progress: is told how much of the range is done, 0..1, and which film is being made.
        minutes: begin no film after so many minutes of this process's CPU time; None: all of them.

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
        results.add(plan, _film_and_score(plan, reader))
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


def _film_and_score(plan: FilmPlan, reader: TableReader) -> FilmRow:
    with TemporaryDirectory(prefix="pitwatch-range-") as folder:
        began = process_time()
        film_session(deal(plan), Path(folder), seed=plan.seed, dials=plan.dials, progress=lambda _: None)
        if plan.enrolled:
            _name_deck(Path(folder) / TABLE, plan.dials.deck)
        filmed = process_time()
        result: FilmResult = evaluate_film(Path(folder), reader, progress=lambda _: None)
        return row_of(plan, result, (filmed - began, process_time() - filmed))


def _name_deck(path: Path, deck: str) -> None:
    """Let a table file say which enrolled deck its table deals."""
    write_table(load_table(path).model_copy(update={"deck": deck}), path)
