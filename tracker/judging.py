"""Everything that was wrong with a round so far: what showed at once, and what only the whole round tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tracker.codes import CODES
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
    judge_money(round_, [bet.as_proven() for bet in bets], log, stood_short=stood_short)
    return log.found


@contextmanager
def voided_by_the_house(round_: Round, found: Sequence[Finding]) -> Iterator[None]:
    """Take out, for as long as the context lasts, what the house voids for findings that only the whole round tells.

    What shows at once is void already (`Round.find`). The floor's word goes before the house's.
    """
    was_void, settled = round_.void, round_.settled
    void_hands = [hand for hand in round_.line if hand.void]
    for finding in found:
        if finding.code not in round_.rulings:
            round_.void_as_the_house_rules(finding.code, finding.subject)
    hands = [hand for hand in round_.line if hand.void and hand not in void_hands]
    try:
        yield
    finally:
        round_.void, round_.settled = was_void, settled
        for hand in hands:
            hand.void = False


def without_money(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings that a void round keeps."""
    return [finding for finding in found if CODES[finding.code].evidence != "money"]
