"""Everything that is derived, made again from the journals alone, and compared with what is there.

An audit wrote its findings and rounds once: they are made anew from the rows that it had then. A watched table keeps
its journal, and a snapshot of what its rows came to: rounds, findings and totals, folded fact by fact as screens ask
for them, and those that go on from the snapshot, are compared with those of one fold of the whole. Then the snapshot is
made anew; so is one that is missing or was made by other code, which a server would have to do when it starts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from api.archive.archive import AUDITS
from api.audit.documents import FINDINGS, ROUNDS, finding_document, history_of
from api.audit.manifest import JOURNAL, expired_files, read_manifest
from api.audit.record import RECORD, TABLE_FILE, read_record
from api.audit.run import STILLS, Audit, Job
from api.errors import InputError
from api.evidence.album import Album
from api.live.fold import Fold
from api.live.station import rules_of
from api.store.journal import Head, journal_head, read_entries
from api.store.projections import Session
from tracker.notation import format_bjh
from vision.sources import End
from vision.table import load_table

ASKED_EVERY: Final = 25
"""A table's fold is asked how it stands after so many facts."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was made again.

    Attributes:
        path: the audit's or table's folder.
        facts, rounds, findings: how many there are.
        different: what is not as it was, first things first; empty: all is equal.
    """

    path: Path
    facts: int
    rounds: int
    findings: int
    different: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether everything is as it was."""
        return not self.different

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**asdict(self), "path": str(self.path), "equal": self.equal}


def rebuild(path: Path) -> list[Rebuilt]:
    """Make everything again that is derived from the journals at a path.

    Args:
        path: the folder of an audit or a table, or a data folder, of which everything is made again.

    Raises:
        InputError: if there is none of these.
        JournalError: if a journal cannot be read.
        TableFileError: if a table file cannot be read.
    """
    if (path / RECORD).is_file():
        return [_audit(path)]
    if (path / JOURNAL).is_file() and (path / TABLE_FILE).is_file():
        return [_table(path)]
    tables = sorted(file.parent for file in path.glob(f"*/{JOURNAL}"))
    audits = sorted(file.parent for file in (path / AUDITS).glob(f"*/{RECORD}"))
    if not tables and not audits:
        raise InputError(f"expected a data folder, or the folder of an audit or a table, got {str(path)!r}")
    return [*map(_table, tables), *map(_audit, audits)]


def _audit(folder: Path) -> Rebuilt:
    record, table, manifest = read_record(folder), load_table(folder / TABLE_FILE), read_manifest(folder)
    session = Session(record.judged_by, minor_units=table.minor_units, sees_order=record.sees_order)
    # What people added later is theirs: the audit's own rows must give what the audit wrote.
    facts = [entry.fact for entry in islice(read_entries(folder / JOURNAL), manifest.journal_rows)]
    for fact in facts:
        session.take(fact)
    album, gone = Album(folder / STILLS), expired_files(folder / JOURNAL)
    stills = {f.id for f in session.findings if album.holds(f.id) or f"{STILLS}/{f.id}.jpg" in gone}
    audit = Audit(
        job=Job(recording=record.recording, table=table, profile=record.judged_by),
        session=session,
        facts=facts,
        stills=frozenset(stills),
        head=Head(manifest.journal_rows, manifest.journal_head),
        end=End(record.end_reason, record.complete),
        last_us=record.last_us,
        duration_us=record.duration_us,
        sees_order=record.sees_order,
        models=record.models,
        began_at=record.began_at,
        ended_at=record.ended_at,
    )
    return Rebuilt(
        folder, len(facts), len(session.rounds), len(session.findings), tuple(_unlike(audit, folder))
    )


def _unlike(audit: Audit, folder: Path) -> Iterator[str]:
    """Yield what of an audit's documents is not what its journal says."""
    try:
        told = json.loads((folder / FINDINGS).read_text(encoding="utf-8"))["findings"]
        rounds = (folder / ROUNDS).read_text(encoding="utf-8")
    except (OSError, ValueError, KeyError) as error:
        yield f"the audit's documents cannot be read: {error}"
        return
    if rounds != format_bjh(history_of(audit)):
        yield f"{ROUNDS} is not what the journal says"
    before = {row["id"]: row for row in told}
    now = {f.id: json.loads(json.dumps(finding_document(f, audit))) for f in audit.findings}
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) != now.get(name):
            yield f"{FINDINGS}: finding {name} is not what the journal says"


def _table(folder: Path) -> Rebuilt:
    table = load_table(folder / TABLE_FILE)
    profile = rules_of(table, folder)
    facts = [entry.fact for entry in read_entries(folder / JOURNAL)]

    def session() -> Session:
        return Session(profile, minor_units=table.minor_units, chips=table.chip_set)

    growing, whole = session(), session()
    for number, fact in enumerate(facts, start=1):
        growing.take(fact)
        if number % ASKED_EVERY == 0:
            _ = growing.totals
    for fact in facts:
        whole.take(fact)
    different = [*_unequal(growing, whole, "when it is folded at once")]
    head = journal_head(folder / JOURNAL)
    kept = Fold(table, profile, folder / JOURNAL)
    if kept.has_snapshot:
        kept.read(head)
        different += _unequal(kept.session, whole, "by the snapshot")
    Fold(table, profile, folder / JOURNAL).read(head, anew=True)
    return Rebuilt(folder, len(facts), len(whole.rounds), len(whole.findings), tuple(different))


def _unequal(one: Session, whole: Session, how: str) -> Iterator[str]:
    """Yield what a session, which may have let rounds go, says otherwise than one that has folded everything."""
    for told, right in zip(one.rounds, whole.rounds[one.gone :], strict=False):
        if told != right:
            yield f"round {right.told.no} is told otherwise {how}"
    if one.findings != whole.findings:
        yield f"the findings are others {how}"
    if one.totals != whole.totals:
        yield f"the totals are others {how}"
