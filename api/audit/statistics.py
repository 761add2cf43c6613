"""The statistics of an audit: all rounds that were told for certain, with what may be told of them."""

from __future__ import annotations

from api.audit.run import Audit
from tracker.statistics import Report, Statistics


def statistics_of(audit: Audit) -> Report:
    """Fold the rounds of an audit. Amounts count where a chip feed told them; what the camera alone sees has none."""
    fold = Statistics(audit.job.profile, minor_units=audit.job.table.minor_units)
    for judged in audit.session.rounds:
        fold.take(
            judged.told.recorded(),
            judged.verdict,
            findings=[proven.finding for proven in judged.findings],
            certain=judged.told.is_certain,
            amounts=judged.told.chips,
        )
    return fold.report()
