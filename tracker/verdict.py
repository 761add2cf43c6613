"""The verdict on a round: state, hands, bets, findings, what is legal next; and its JSON form (NOTATION section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tracker.actions import Action, format_amount
from tracker.cards import Card
from tracker.dealer_play import dealer_blackjack
from tracker.findings import Finding
from tracker.hands import Totals
from tracker.judging import findings_of, voided_by_the_house, without_money
from tracker.next_actions import next_actions, phase_of
from tracker.outcomes import Bet, Share
from tracker.proof import shown_by
from tracker.rulings import PUTS_RIGHT, Ruled
from tracker.settle import settle_round
from tracker.state import Hand, Round


class HandVerdict(NamedTuple):
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
        rulings: what the floor ruled in this round, by finding code.
    """

    no: int
    state: str
    dealer: HandVerdict
    hands: dict[str, HandVerdict]
    bets: tuple[Bet, ...]
    findings: tuple[Finding, ...]
    next: tuple[str, ...]
    minor_units: int
    rulings: Mapping[str, Ruled] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; amounts are decimal strings in major units."""
        units = self.minor_units
        rulings = [{"code": code, "ruling": one.ruling, "by": one.by} for code, one in self.rulings.items()]
        return {
            "no": self.no,
            "state": self.state,
            "dealer": self.dealer.to_json(),
            "hands": {ref: hand.to_json() for ref, hand in self.hands.items()},
            "bets": [bet_json(bet, units) for bet in self.bets],
            "findings": [finding_json(finding, units) for finding in self.findings],
            "next": list(self.next),
            **({"rulings": rulings} if rulings else {}),
        }


@dataclass(frozen=True, slots=True)
class HistoryVerdict:
    """The verdicts on a hand history."""

    profile: str
    rounds: tuple[RoundVerdict, ...]


def verdict_of(round_: Round, no: int, minor_units: int, actions: Sequence[Action] = ()) -> RoundVerdict:
    """Judge a round as it stands; the round is not changed.

    Args:
        round_: the round.
        no: its number.
        minor_units: the currency's smallest units in one.
        actions: what was done, for the findings' evidence.
    """
    found = findings_of(round_, settle_round(round_))
    if not round_.profile.rulings:
        return _verdict_of(round_, no, minor_units, actions, found)
    with voided_by_the_house(round_, found):
        kept = without_money(found) if round_.void else found
        return _verdict_of(round_, no, minor_units, actions, kept)


def _verdict_of(
    round_: Round, no: int, minor_units: int, actions: Sequence[Action], found: Sequence[Finding]
) -> RoundVerdict:
    bets = settle_round(round_)
    in_order = sorted(found, key=lambda finding: finding.action)
    findings = tuple(_told(finding, round_, actions) for finding in in_order)
    phase = phase_of(round_, bets)
    return RoundVerdict(
        no=no,
        state=phase,
        dealer=_dealer_verdict(round_),
        hands={hand.ref: _hand_verdict(hand) for hand in round_.hands()},
        bets=bets,
        findings=findings,
        next=(*put_right(findings, minor_units), *next_actions(round_, bets, phase, minor_units)),
        minor_units=minor_units,
        rulings=dict(round_.rulings),
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
        "ruling": finding.ruling or None,
        "ruled": finding.ruled or None,
        "ruled_by": finding.ruled_by or None,
        "evidence": list(finding.evidence),
    }


def put_right(findings: Iterable[Finding], minor_units: int) -> list[str]:
    """Return the money that the floor has ordered to move, as actions: what is wrong is paid or taken."""
    actions = []
    for finding in findings:
        if finding.ruled in PUTS_RIGHT and finding.money:
            verb, amount = ("take", finding.money) if finding.money > 0 else ("pay", -finding.money)
            actions.append(f"d {verb} {finding.subject} {format_amount(amount, minor_units)}")
    return actions


def _told(finding: Finding, round_: Round, actions: Sequence[Action]) -> Finding:
    """Add to a finding what the floor ruled on it, and which actions show it."""
    evidence = shown_by(finding, actions)
    ruled = round_.rulings.get(finding.code)
    if ruled is None:
        return finding._replace(evidence=evidence)
    return finding._replace(evidence=evidence, ruled=ruled.ruling, ruled_by=ruled.by)


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
    if exact is not None:
        return HandVerdict(tuple(cards), exact.value, exact.soft, blackjack)
    total = totals.low if totals.low == totals.high else None
    softs = {total.soft for total in totals.possible}
    return HandVerdict(tuple(cards), total, softs.pop() if len(softs) == 1 else None, blackjack)


def count_codes(verdicts: Iterable[RoundVerdict]) -> Counter[str]:
    """Count findings by code over rounds."""
    return Counter(finding.code for verdict in verdicts for finding in verdict.findings)
