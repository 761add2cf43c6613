"""What an audit writes beside its report: findings as JSON, rounds as `bjh`, both as CSV."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from api.audit.run import STILLS, Audit
from api.audit.statistics import dealers_of, error_by, statistics_of
from api.audit.tables import write_csv
from api.errors import InputError
from api.store.proven import ProvenFinding
from tracker import __version__
from tracker.actions import format_amount
from tracker.codes import CODES
from tracker.notation import History, format_bjh
from tracker.prompts import Language

FINDINGS: Final = "findings.json"
ROUNDS: Final = "rounds.bjh"


def write_documents(audit: Audit, folder: Path, *, language: Language = "en") -> None:
    """Write findings.json, rounds.bjh, findings.csv and rounds.csv."""
    text = json.dumps(findings_document(audit), ensure_ascii=False, indent=1, allow_nan=False)
    (folder / FINDINGS).write_text(text + "\n", encoding="utf-8")
    (folder / ROUNDS).write_text(format_bjh(history_of(audit)), encoding="utf-8")
    _write_findings_csv(audit, folder / "findings.csv", language)
    _write_rounds_csv(audit, folder / "rounds.csv")


def findings_document(audit: Audit) -> dict[str, Any]:
    """Return what `findings.json` holds, plain JSON values."""
    totals = audit.session.totals
    return {
        "format": "pitwatch-findings",
        "version": 1,
        "recording": audit.job.recording.name,
        "table": audit.job.table.name,
        "profile": audit.job.profile.name,
        "models": list(audit.models),
        "program": __version__,
        "end": {"reason": audit.end.reason, "complete": audit.end.complete, "last_us": audit.last_us},
        "journal": {"rows": audit.head.seq, "head": audit.head.hash},
        "rounds": totals.rounds,
        "uncertain": [
            {"round": judged.told.no, "doubts": list(judged.told.doubts)}
            for judged in audit.session.rounds
            if judged.told.doubts
        ],
        "findings": [finding_document(finding, audit) for finding in audit.findings],
        "statistics": statistics_of(audit).to_json(),
    }


def read_findings(folder: Path) -> dict[str, Any]:
    """Read a folder's `findings.json`.

    Raises:
        InputError: if there is none that can be read.
    """
    path = folder / FINDINGS
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the findings in {str(path)!r}: {error}") from error
    if not isinstance(document, dict):
        raise InputError(f"expected an object in {str(path)!r}")
    return document


def finding_document(proven: ProvenFinding, audit: Audit) -> dict[str, Any]:
    """Return a finding as plain JSON values."""
    return {
        **proven.to_json(audit.job.table.minor_units),
        "action": proven.finding.action,
        "still": f"{STILLS}/{proven.id}.jpg" if proven.id in audit.stills else None,
    }


def history_of(audit: Audit) -> History:
    """Return the rounds as they were told, as a hand history."""
    table = audit.job.table
    return History(
        profile=audit.job.profile.name,
        currency=table.currency,
        minor_units=table.minor_units,
        table=table.name,
        rounds=tuple(judged.told.recorded() for judged in audit.session.rounds),
        extra={"_recording": audit.job.recording.name, "_models": list(audit.models)},
    )


def _write_findings_csv(audit: Audit, path: Path, language: Language) -> None:
    header = (
        "round",
        "time_s",
        "severity",
        "code",
        "title",
        "subject",
        "expected",
        "seen",
        "money",
        "currency",
        "rule",
        "error_by",
        "dealer",
    )
    dealer_of = dealers_of(audit)
    dealers = {judged.told.no: dealer_of(judged) for judged in audit.session.rounds}
    units, currency = audit.job.table.minor_units, audit.job.table.currency
    rows = (
        (
            proven.round_no,
            "" if proven.pts_us is None else f"{proven.pts_us / 1e6:.3f}",
            proven.finding.severity,
            proven.finding.code,
            CODES[proven.finding.code].ru if language == "ru" else CODES[proven.finding.code].en,
            proven.finding.subject,
            proven.finding.expected,
            proven.finding.seen,
            format_amount(proven.finding.money, units),
            currency,
            proven.finding.rule,
            error_by(proven.finding),
            dealers.get(proven.round_no, ""),
        )
        for proven in audit.findings
    )
    write_csv(path, header, rows)


def _write_rounds_csv(audit: Audit, path: Path) -> None:
    units = audit.job.table.minor_units
    rows: list[tuple[object, ...]] = []
    for judged in audit.session.rounds:
        when = f"{judged.told.start_us / 1e6:.3f}"
        hands = {"d": judged.verdict.dealer, **judged.verdict.hands}
        bets = {bet.bet: bet for bet in judged.verdict.bets} if judged.told.is_certain else {}
        for ref, hand in hands.items():
            bet = bets.get(ref)
            known = bet is not None and judged.told.chips
            rows.append(
                (
                    judged.told.no,
                    when,
                    judged.state,
                    ref,
                    " ".join(map(str, hand.cards)),
                    "" if hand.total is None else hand.total,
                    bet.outcome if bet else "",
                    format_amount(bet.stake, units) if bet and known else "",
                    format_amount(bet.net, units) if bet and known and bet.net is not None else "",
                )
            )
    write_csv(path, ("round", "time_s", "state", "hand", "cards", "total", "outcome", "stake", "net"), rows)
