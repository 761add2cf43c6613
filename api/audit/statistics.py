"""The statistics of an audit, of the whole table and of each dealer: all rounds that were told for certain."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from api.audit.run import Audit
from api.store.projections import JudgedRound
from tracker.facts import DealerChanged
from tracker.findings import Finding
from tracker.profile import Profile
from tracker.statistics import Report, Statistics
from tracker.statistics.errors import PATRONS, is_error

DealerOf = Callable[[JudgedRound], str]


def statistics_of(audit: Audit) -> Report:
    """Fold the rounds of an audit. Amounts count where a chip feed told them; what the camera alone sees has none."""
    return _fold(audit, audit.session.rounds, dealers_of(audit))


def statistics_by_dealer(audit: Audit) -> dict[str, Report]:
    """Fold the rounds of each dealer who is named for themselves, in the order in which they came."""
    dealer_of = dealers_of(audit)
    rounds: dict[str, list[JudgedRound]] = {}
    for judged in audit.session.rounds:
        if dealer := dealer_of(judged):
            rounds.setdefault(dealer, []).append(judged)
    return {dealer: _fold(audit, dealt, dealer_of) for dealer, dealt in rounds.items()}


def dealers_of(audit: Audit) -> DealerOf:
    """Return who dealt a round: as the facts tell, before the first of them as the job says; empty if nobody does."""
    changes = [(f.pts_us, f.body.dealer) for f in audit.facts if isinstance(f.body, DealerChanged)]
    times = [pts_us for pts_us, _ in changes]

    def dealer_of(judged: JudgedRound) -> str:
        at = bisect_right(times, judged.told.start_us)
        return changes[at - 1][1] if at else audit.job.dealer

    return dealer_of


def error_by(finding: Finding) -> Literal["dealer", "patron", ""]:
    """Return whose error a finding is; empty for what is to be looked at or noted only."""
    if not is_error(finding):
        return ""
    return "patron" if finding.code in PATRONS else "dealer"


def _fold(audit: Audit, rounds: Sequence[JudgedRound], dealer_of: DealerOf) -> Report:
    return fold_rounds(
        rounds, audit.job.profile, minor_units=audit.job.table.minor_units, dealer_of=dealer_of
    )


def fold_rounds(
    rounds: Sequence[JudgedRound],
    profile: Profile,
    *,
    minor_units: int,
    dealer_of: DealerOf = lambda _: "",
) -> Report:
    """Fold rounds into statistics.

    Args:
        rounds: in the order in which they were dealt.
        profile: the game.
        minor_units: the currency's smallest units in one.
        dealer_of: says who dealt a round.
    """
    fold = Statistics(profile, minor_units=minor_units)
    for judged in rounds:
        fold.take(
            judged.told.recorded(),
            judged.verdict,
            findings=[proven.finding for proven in judged.findings],
            certain=judged.told.is_certain,
            amounts=judged.told.chips,
            dealer=dealer_of(judged),
        )
    return fold.report()


def money_by_code(audit: Audit, dealer: str | None = None) -> Counter[str]:
    """Sum up what players wrongly gained (+) and lost (-) by the code of the finding, minor units.

    Args:
        audit: what was found.
        dealer: only of this dealer's rounds; None: of all.
    """
    dealer_of = dealers_of(audit)
    sums: Counter[str] = Counter()
    for judged in audit.session.rounds:
        if dealer is None or dealer_of(judged) == dealer:
            for proven in judged.findings:
                sums[proven.finding.code] += proven.finding.money
    return sums
