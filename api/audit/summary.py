"""One report over many audited recordings: what each holds, what all of them hold, by kind of error."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from api.audit.many import Failed, Outcome
from api.audit.recordings import Audited
from api.audit.report import REPORT
from api.audit.tables import write_csv
from api.strings import Vocabulary
from tracker import __version__
from tracker.codes import CODES
from tracker.prompts import Language
from vision.pages import filled

SUMMARY: Final = "audits.json"
SUMMARY_PAGE: Final = "audits.html"
SUMMARY_CSV: Final = "audits.csv"


@dataclass(frozen=True, slots=True)
class Line:
    """One recording in numbers; amounts in major units.

    Attributes:
        name: the recording's.
        folder: of its audit, from the summary's folder; empty where it could not be audited.
        rounds, uncertain, findings: counted.
        gained, lost: what players wrongly gained and lost.
        trouble: why it could not be audited, or not to its end.
    """

    name: str
    folder: str = ""
    rounds: int = 0
    uncertain: int = 0
    findings: int = 0
    gained: Decimal = Decimal(0)
    lost: Decimal = Decimal(0)
    trouble: str = ""


def summary_document(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return what `audits.json` holds: every recording's findings document, and why others failed."""
    return {
        "audits": [{"out": str(o.target), **o.document} for o in outcomes if isinstance(o, Audited)],
        "failed": [
            {"recording": str(o.recording), "reason": o.reason} for o in outcomes if isinstance(o, Failed)
        ],
    }


def write_summary(outcomes: Sequence[Outcome], folder: Path, *, language: Language) -> None:
    """Write audits.json, audits.csv and audits.html into the folder around the audits."""
    text = json.dumps(summary_document(outcomes), ensure_ascii=False, indent=1, allow_nan=False)
    (folder / SUMMARY).write_text(text + "\n", encoding="utf-8")
    lines = [_line(outcome, folder) for outcome in outcomes]
    header = ("recording", "rounds", "uncertain", "findings", "gained", "lost", "folder", "trouble")
    write_csv(
        folder / SUMMARY_CSV,
        header,
        ((x.name, x.rounds, x.uncertain, x.findings, x.gained, x.lost, x.folder, x.trouble) for x in lines),
    )
    (folder / SUMMARY_PAGE).write_text(_page(outcomes, lines, language), encoding="utf-8")


def _page(outcomes: Sequence[Outcome], lines: Sequence[Line], language: Language) -> str:
    kinds = Counter(f["code"] for o in outcomes if isinstance(o, Audited) for f in o.document["findings"])
    return filled(
        Path(__file__).parent / "templates",
        "audits.html",
        t=Vocabulary(language),
        lines=lines,
        whole=_sum(lines),
        kinds=[(getattr(CODES[code], language), count) for code, count in kinds.most_common()],
        page=REPORT,
        version=__version__,
    )


def _line(outcome: Outcome, folder: Path) -> Line:
    if isinstance(outcome, Failed):
        return Line(outcome.recording.name, trouble=outcome.reason)
    document, target = outcome.document, outcome.target
    money = [Decimal(finding["money"]) for finding in document["findings"]]
    return Line(
        name=document["recording"],
        folder=str(target.relative_to(folder)) if target.is_relative_to(folder) else str(target),
        rounds=document["rounds"],
        uncertain=len(document["uncertain"]),
        findings=len(document["findings"]),
        gained=sum((m for m in money if m > 0), Decimal(0)),
        lost=-sum((m for m in money if m < 0), Decimal(0)),
        trouble="" if document["end"]["complete"] else document["end"]["reason"],
    )


def _sum(lines: Sequence[Line]) -> Line:
    return Line(
        name="",
        rounds=sum(x.rounds for x in lines),
        uncertain=sum(x.uncertain for x in lines),
        findings=sum(x.findings for x in lines),
        gained=sum((x.gained for x in lines), Decimal(0)),
        lost=sum((x.lost for x in lines), Decimal(0)),
    )
