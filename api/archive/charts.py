"""A session as lines and dots for the replayer: players' bets against the count, errors and pace over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from api.archive.replayed import Replayed
from api.archive.schemas import BetSeries, RoundTime, SessionCharts
from api.audit.statistics import fold_rounds
from api.store.projections import JudgedRound
from tracker.statistics.bets import BetsOnCount
from tracker.statistics.errors import is_error
from tracker.statistics.thresholds import Thresholds

DIGITS: Final = 2
BREAK_S: Final = Thresholds().break_s
"""From one round's beginning to the next's; after a longer time the table is taken to have paused."""


def charts_of(recorded: Replayed) -> SessionCharts:
    """Return what the replayer draws of a whole session, as it is judged now."""
    rounds = recorded.rounds
    report = fold_rounds(rounds, recorded.session.profile, minor_units=recorded.minor_units)
    return SessionCharts(
        bets=tuple(_series(bets) for bets in report.bets),
        rounds=tuple(_times(rounds)),
    )


def _series(bets: BetsOnCount) -> BetSeries:
    return BetSeries(
        player=bets.player,
        counts=tuple(round(count, DIGITS) for count, _ in bets.points),
        bets=tuple(round(bet, DIGITS) for _, bet in bets.points),
        slope=round(bets.line.slope, DIGITS + 2) if bets.line else None,
        intercept=round(bets.line.intercept, DIGITS + 2) if bets.line else None,
    )


def _times(rounds: Sequence[JudgedRound]) -> Iterator[RoundTime]:
    starts = [judged.told.start_us for judged in rounds]
    cycles = [(after - start) / 1e6 for start, after in pairwise(starts)]
    for judged, seconds in zip(rounds, [*cycles, 0.0], strict=True):
        yield RoundTime(
            no=judged.told.no,
            start_us=judged.told.start_us,
            seconds=round(seconds, DIGITS) if 0 < seconds <= BREAK_S else None,
            errors=sum(is_error(proven.finding) for proven in judged.findings),
        )
