"""Audit filmed sessions and compare every card and round with what was really done in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from api.audit.against_truth import FilmScore, differences, read_truth, score_film
from api.audit.run import Job, audit
from api.films import CHIPS, TABLE, TRUE_FACTS, VIDEO
from api.profiles import find_profile
from api.store.feeds import chip_feed
from vision.evaluate.cases import Case, case_of, choose_worst
from vision.evaluate.evaluation import CASES, Section
from vision.evaluate.films import outcomes_of, read_true_facts, tracked_cards
from vision.evaluate.outcomes import Outcome
from vision.sources import open_recording
from vision.table import load_table
from vision.watch import TableReader

TOLD = 0.0
"""What an audit tells of a card is reported, however sure it says it is."""


@dataclass(frozen=True, slots=True)
class FilmResult:
    """What an audit told of a film, against the truth.

    Attributes:
        score: rounds, cards and planted errors.
        outcomes: what became of each card that lay on the table.
        differences: what was told otherwise than dealt, a line each.
    """

    score: FilmScore
    outcomes: tuple[Outcome, ...]
    differences: tuple[str, ...] = ()


def evaluate_film(folder: Path, reader: TableReader, *, progress: Callable[[float], None]) -> FilmResult:
    """Audit a filmed session.

    Raises:
        InputError: if the folder holds no filmed session.
        SourceError: if the film cannot be read.
        TableFileError: if its table file cannot be read.
    """
    table = load_table(folder / TABLE)
    profile = find_profile(table.profile, beside=folder)
    truth = read_truth(folder, profile)
    true_cards = tracked_cards(read_true_facts(folder / TRUE_FACTS))
    feed = chip_feed((folder / CHIPS,), table.name)
    job = Job(recording=folder / VIDEO, table=table, profile=profile, feed=feed)
    with TemporaryDirectory() as stage:
        result = audit(job, open_recording(job.recording), reader, Path(stage), progress=progress)
    rows = outcomes_of(folder.name, true_cards, tracked_cards(result.facts), table)
    return FilmResult(
        score_film(truth, result.session), tuple(rows), tuple(differences(truth, result.session))
    )


def films_section(films: Mapping[Path, FilmResult], *, cases: int = CASES) -> Section:
    """Measure the cards of all films together, and cut out the worst cases."""
    rows = tuple(row for result in films.values() for row in result.outcomes)
    chosen = choose_worst(rows, least_p=TOLD, count=cases)
    worst = [
        case for folder in films for case in _cases(folder, [o for o in chosen if o.group == folder.name])
    ]
    about = f"{len(rows)} tracked cards of {len(films)} filmed sessions: {', '.join(f.name for f in films)}"
    return Section("films", about, rows, len(films), TOLD, tuple(worst))


def _cases(folder: Path, rows: Sequence[Outcome]) -> list[Case]:
    """Cut the cases of one film, whose outcomes name the media time of their picture."""
    waiting = sorted(rows, key=lambda row: int(row.picture))
    cases: list[Case] = []
    if not waiting:
        return cases
    source = open_recording(folder / VIDEO)
    try:
        for frame in source:
            while waiting and frame.pts_us >= int(waiting[0].picture):
                cases.append(case_of(waiting.pop(0), frame.image()))
            if not waiting:
                break
    finally:
        source.close()
    return cases
