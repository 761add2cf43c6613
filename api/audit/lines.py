"""Rounds and findings as lines of plain text, for terminals."""

from __future__ import annotations

from collections.abc import Iterator

from api.audit.run import Audit
from api.live.views import phrasebook
from api.phrases import cards_in_words
from api.store.projections import JudgedRound
from tracker.actions import format_amount
from tracker.codes import CODES
from tracker.verdict import HandVerdict


def round_lines(audit: Audit) -> Iterator[tuple[str, str, str, str]]:
    """Yield each round's number, state, dealer and hands."""
    for judged in audit.session.rounds:
        state = judged.state if judged.told.is_certain else f"uncertain: {'; '.join(judged.told.doubts)}"
        yield str(judged.told.no), state, _cards(judged.verdict.dealer), "   ".join(_hands(judged))


def finding_lines(audit: Audit) -> Iterator[tuple[str, str, str, str, str, str, str]]:
    """Yield each finding's round, severity, place, title, what was expected, what was seen, and its money."""
    book = phrasebook(audit.job.table, audit.job.profile)
    for proven in audit.findings:
        finding = proven.finding
        yield (
            str(proven.round_no or ""),
            finding.severity,
            book.place(finding.subject, "en"),
            CODES[finding.code].en,
            book.words(finding.expected, finding.code).en,
            book.words(finding.seen, finding.code).en,
            book.amount(finding.money) if finding.money else "",
        )


def _hands(judged: JudgedRound) -> Iterator[str]:
    bets = {bet.bet: bet for bet in judged.verdict.bets} if judged.told.is_certain else {}
    for ref, hand in judged.verdict.hands.items():
        bet = bets.get(ref)
        result = ""
        if bet is not None:
            net = (
                ""
                if bet.net is None or not judged.told.chips
                else f" {format_amount(bet.net, judged.verdict.minor_units)}"
            )
            result = f", {bet.outcome}{net}"
        yield f"{ref}: {_cards(hand)}{result}"


def _cards(hand: HandVerdict) -> str:
    total = "?" if hand.total is None else str(hand.total)
    return f"{cards_in_words(' '.join(map(str, hand.cards)), 'en')} = {total}"
