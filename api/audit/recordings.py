"""Auditing a recording from the file to the finished folder, and telling whether that was done already."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from api.audit.documents import findings_document, read_findings, write_documents
from api.audit.form import Form
from api.audit.manifest import verify_path, write_manifest
from api.audit.record import TABLE_FILE, read_record, write_record
from api.audit.report import write_report
from api.audit.run import Job, audit
from api.audit.staging import staged_folder
from api.errors import ApiError, InputError
from api.store.journal import utc_now
from tracker.prompts import Language
from vision.read import Reader
from vision.sources import open_recording
from vision.table_file import format_table

EPOCH: Final = "SOURCE_DATE_EPOCH"
"""Seconds since 1970 that an audit takes for the wall clock, so that the same recording gives the same bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One recording to audit.

    Attributes:
        job: what is to be audited.
        target: the folder to be.
        form: the report's header.
        language: the report's.
        at: the wall clock's time for all of it; None: what it shows.
    """

    job: Job
    target: Path
    form: Form = field(default_factory=Form)
    language: Language = "en"
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Audited:
    """A recording that was audited.

    Attributes:
        recording: its file or folder.
        target: the folder of the results.
        document: what `findings.json` holds.
        anew: whether it was audited now; else it was done already.
    """

    recording: Path
    target: Path
    document: dict[str, Any]
    anew: bool = True


def audit_recording(
    task: Task, reader: Reader, progress: Callable[[float], None] = lambda _: None
) -> Audited:
    """Audit a recording into its folder, which is there whole or not at all.

    Args:
        task: the recording.
        reader: reads the cards; what it read before does not matter to the result.
        progress: is told how much is done, 0..1.

    Raises:
        VisionError: if nothing of the recording can be read.
        ApiError: if the results cannot be written.
    """
    with staged_folder(task.target) as stage:
        result = audit(
            task.job,
            open_recording(task.job.recording),
            reader,
            stage,
            models=reader.model_ids,
            progress=progress,
            clock=utc_now if (at := task.at) is None else lambda: at,
        )
        write_documents(result, stage, language=task.language)
        write_report(result, stage, language=task.language, form=task.form)
        write_record(result, stage)
        write_manifest(stage, result.head)
    return Audited(task.job.recording, task.target, findings_document(result))


def finished(task: Task, models: tuple[str, ...]) -> Audited | None:
    """Return the audit that a task's folder holds, if it is whole and of the same recording, table, rules and models.

    Facts of other sources are not written down with an audit: with them nothing counts as done.
    """
    try:
        record = read_record(task.target)
        same = (
            not task.job.feed
            and record.same_recording(task.job.recording)
            and record.same_others(task.job.others)
            and record.models == models
            and record.judged_by == task.job.profile
            and (task.target / TABLE_FILE).read_text(encoding="utf-8") == format_table(task.job.table)
            and verify_path(task.target).whole
        )
        document = read_findings(task.target) if same else {}
    except (ApiError, OSError):
        return None
    return Audited(task.job.recording, task.target, document, anew=False) if same else None


def fixed_time() -> datetime | None:
    """Return the time that the environment fixes for audits; None if it fixes none.

    Raises:
        InputError: if it says something else than seconds.
    """
    fixed = os.environ.get(EPOCH)
    if fixed is None:
        return None
    try:
        return datetime.fromtimestamp(int(fixed), UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(f"expected {EPOCH} in seconds since 1970, got {fixed!r}") from error
