"""Everything that was wrong with a round so far: what showed at once, and what only the whole round tells."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.dealer_play import find_short_stand
from tracker.findings import Finding, FindingLog
from tracker.order import find_turns
from tracker.outcomes import Bet
from tracker.payments import judge_money
from tracker.state import Round


def findings_of(round_: Round, bets: Sequence[Bet]) -> list[Finding]:
    """Return the findings of a round as it stands; the round is not changed. Of a void round no money is judged."""
    log = FindingLog(round_.profile, list(round_.log.found))
    if round_.void:
        return log.found
    find_turns(round_, log)
    stood_short = find_short_stand(round_, log)
    judge_money(round_, bets, log, stood_short=stood_short)
    return log.found
