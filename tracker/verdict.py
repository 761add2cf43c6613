"""The verdict on a round: state, hands, bets, findings, what is legal next; and its JSON form (NOTATION section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.actions import format_amount
from tracker.cards import Card
from tracker.dealer_play import dealer_blackjack, find_short_stand
from tracker.findings import Finding, FindingLog
from tracker.hands import Totals
from tracker.next_actions import next_actions, phase_of
from tracker.order import find_turns
from tracker.outcomes import Bet, Share
from tracker.payments import judge_money
from tracker.settle import settle_round
from tracker.state import Hand, Round


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """Cards and total of a hand or of the dealer; total and soft are None where unread cards leave them open."""

    cards: tuple[Card, ...]
    total: int | None
    soft: bool | None
    blackjack: bool | None

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        cards = [str(card) for card in self.cards]
        return {"cards": cards, "total": self.total, "soft": self.soft, "blackjack": self.blackjack}


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """What the referee says about a round as it stands.

    Attributes:
        no: the round's number.
        state: `betting`, `dealing`, `insurance`, `playing`, `dealer`, `settling`, `settled`, `uncertain` or `void`.
        dealer: the dealer's hand.
        hands: hands with a stake by reference, in the order of play.
        bets: every bet, in minor units.
        findings: in the order of the actions that show them.
        next: legal actions in order of turn.
        minor_units: the currency's smallest units in one.
    """

    no: int
    state: str
    dealer: HandVerdict
    hands: dict[str, HandVerdict]
    bets: tuple[Bet, ...]
    findings: tuple[Finding, ...]
    next: tuple[str, ...]
    minor_units: int

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; amounts are decimal strings in major units."""
        units = self.minor_units
        return {
            "no": self.no,
            "state": self.state,
            "dealer": self.dealer.to_json(),
            "hands": {ref: hand.to_json() for ref, hand in self.hands.items()},
            "bets": [bet_json(bet, units) for bet in self.bets],
            "findings": [finding_json(finding, units) for finding in self.findings],
            "next": list(self.next),
        }


@dataclass(frozen=True, slots=True)
class HistoryVerdict:
    """The verdicts on a hand history."""

    profile: str
    rounds: tuple[RoundVerdict, ...]


def verdict_of(round_: Round, no: int, minor_units: int) -> RoundVerdict:
    """Judge a round as it stands; the round is not changed."""
    bets = settle_round(round_)
    phase = phase_of(round_, bets)
    return RoundVerdict(
        no=no,
        state=phase,
        dealer=_dealer_verdict(round_),
        hands={hand.ref: _hand_verdict(hand) for hand in round_.hands()},
        bets=tuple(bets),
        findings=tuple(sorted(_findings(round_, bets), key=lambda finding: finding.action)),
        next=tuple(next_actions(round_, bets, phase, minor_units)),
        minor_units=minor_units,
    )


def verdict_json(files: Iterable[tuple[str, HistoryVerdict]]) -> dict[str, Any]:
    """Return the document that `pitwatch judge --json` prints."""
    return {
        "format": "verdict",
        "version": 1,
        "files": [
            {
                "file": file,
                "profile": verdict.profile,
                "rounds": [round_.to_json() for round_ in verdict.rounds],
            }
            for file, verdict in files
        ],
    }


def bet_json(bet: Bet, minor_units: int) -> dict[str, Any]:
    """Return a bet as plain JSON values; what is undecided is null."""
    out: dict[str, Any] = {
        "bet": bet.bet,
        "stake": format_amount(bet.stake, minor_units),
        "outcome": bet.outcome,
        "ratio": None if bet.ratio is None else str(bet.ratio),
        "pays": None if bet.pays is None else format_amount(bet.pays, minor_units),
        "net": None if bet.net is None else format_amount(bet.net, minor_units),
    }
    if bet.name is not None:
        out["name"] = bet.name
    if bet.shares:
        out["shares"] = [_share_json(share, minor_units) for share in bet.shares]
    return out


def _share_json(share: Share, minor_units: int) -> dict[str, Any]:
    return {
        "by": share.by,
        "stake": format_amount(share.stake, minor_units),
        "outcome": share.outcome,
        "pays": None if share.pays is None else format_amount(share.pays, minor_units),
        "net": None if share.net is None else format_amount(share.net, minor_units),
    }


def finding_json(finding: Finding, minor_units: int) -> dict[str, Any]:
    """Return a finding as plain JSON values."""
    return {
        "code": finding.code,
        "action": finding.action,
        "subject": finding.subject,
        "expected": finding.expected,
        "seen": finding.seen,
        "severity": finding.severity,
        "money": format_amount(finding.money, minor_units),
        "rule": finding.rule,
    }


def _findings(round_: Round, bets: Sequence[Bet]) -> list[Finding]:
    log = FindingLog(round_.profile, list(round_.log.found))
    if round_.void:
        return log.found
    find_turns(round_, log)
    stood_short = find_short_stand(round_, log)
    judge_money(round_, bets, log, stood_short=stood_short)
    return log.found


def _hand_verdict(hand: Hand) -> HandVerdict:
    blackjack = True if hand.is_natural else None if hand.may_be_natural else False
    if len(hand.cards) < 2:
        blackjack = False
    return _verdict(hand.cards, hand.totals, blackjack)


def _dealer_verdict(round_: Round) -> HandVerdict:
    dealer = round_.dealer
    blackjack = dealer_blackjack(round_) if len(dealer.cards) > 1 else False
    return _verdict(dealer.cards, dealer.totals, blackjack)


def _verdict(cards: Sequence[Card], totals: Totals, blackjack: bool | None) -> HandVerdict:
    exact = totals.exact
    if exact is None:
        return HandVerdict(tuple(cards), None, None, blackjack)
    return HandVerdict(tuple(cards), exact.value, exact.soft, blackjack)


def count_codes(verdicts: Iterable[RoundVerdict]) -> Counter[str]:
    """Count findings by code over rounds."""
    return Counter(finding.code for verdict in verdicts for finding in verdict.findings)
