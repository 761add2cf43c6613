"""`pitwatch audit`: a recording and its table go in; journal, findings, rounds and a report come out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from api.commands.console import DONE, FOUND, Json, emit_json, out, progress
from api.errors import InputError

if TYPE_CHECKING:
    from api.audit.form import Form
    from api.audit.run import Audit, Job
    from vision.read import Reader

HEADER = "The report's header"


def audit(
    recordings: Annotated[
        list[Path],
        typer.Argument(
            help="Video files, or folders of stills in the order of their names.", show_default=False
        ),
    ],
    table: Annotated[Path, typer.Option(help="The table file (TOML).", show_default=False)],
    facts: Annotated[
        list[Path] | None,
        typer.Option(help="Facts of other sources, such as a chip feed (JSON lines); may be repeated."),
    ] = None,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Folder for the results; by default RECORDING-audit here.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Keep the results in this data folder, where `pitwatch serve` finds them, and not in --out."
        ),
    ] = None,
    profile: Annotated[str | None, typer.Option(help="Judge by this profile instead of the table's.")] = None,
    language: Annotated[
        Literal["en", "ru"], typer.Option("--language", "--lang", help="Language of the report.")
    ] = "en",
    dealer: Annotated[str, typer.Option(help="Who deals, where no fact says so.")] = "",
    house: Annotated[str, typer.Option(help="Header: the house.", rich_help_panel=HEADER)] = "",
    area: Annotated[str, typer.Option(help="Header: part of the floor.", rich_help_panel=HEADER)] = "",
    requested_by: Annotated[str, typer.Option(help="Header: who asked for it.", rich_help_panel=HEADER)] = "",
    subject: Annotated[str, typer.Option(help="Header: what it is about.", rich_help_panel=HEADER)] = "",
    supervisor: Annotated[str, typer.Option(help="Header: who supervised.", rich_help_panel=HEADER)] = "",
    auditor: Annotated[str, typer.Option(help="Header: who answers for it.", rich_help_panel=HEADER)] = "",
    second_auditor: Annotated[
        str, typer.Option(help="Header: who answers for it, too.", rich_help_panel=HEADER)
    ] = "",
    remarks: Annotated[str, typer.Option(help="Header: remarks.", rich_help_panel=HEADER)] = "",
    as_json: Json = False,
) -> int:
    """Audit recorded sessions; exit status 1 says that something was found."""
    from api.audit.form import Form
    from api.audit.run import Job
    from api.profiles import find_profile
    from api.store.feeds import chip_feed
    from vision.read import Reader
    from vision.table import load_table

    if facts and len(recordings) > 1:
        raise InputError("expected one recording with --facts, for their times are its own; got several")
    if data is not None and out_folder is not None:
        raise InputError("expected --out or --data, got both")
    at_table = load_table(table)
    rules = find_profile(profile or at_table.profile, beside=table.parent)
    feed = chip_feed(facts or (), at_table.name)
    jobs = [
        Job(recording=path, table=at_table, profile=rules, feed=feed, dealer=dealer) for path in recordings
    ]
    targets = _targets(recordings, out_folder) if data is None else _kept(recordings, data)
    _check(jobs, targets)
    form = Form(
        property=house,
        area=area,
        requested_by=requested_by,
        subject=subject,
        supervisor=supervisor,
        auditor=auditor,
        second_auditor=second_auditor,
        remarks=remarks,
    )
    reader = Reader()
    results = [
        _audit_one(job, reader, target, form, language) for job, target in zip(jobs, targets, strict=True)
    ]
    if as_json:
        emit_json(
            {"audits": [_document(result, target) for result, target in zip(results, targets, strict=True)]}
        )
    else:
        for result, target in zip(results, targets, strict=True):
            _print(result, target)
    return FOUND if any(result.findings for result in results) else DONE


def _targets(recordings: list[Path], out_folder: Path | None) -> list[Path]:
    if len(recordings) == 1:
        return [out_folder or Path(f"{recordings[0].stem}-audit")]
    around = out_folder or Path()
    return _different([around / f"{path.stem}-audit" for path in recordings])


def _kept(recordings: list[Path], data: Path) -> list[Path]:
    from api.archive.archive import AUDITS

    return _different([data / AUDITS / path.stem for path in recordings])


def _different(targets: list[Path]) -> list[Path]:
    if len(set(targets)) < len(targets):
        raise InputError("expected recordings with different names, their results would overwrite each other")
    return targets


def _check(jobs: list[Job], targets: list[Path]) -> None:
    """Find what is wrong with any recording or target before an hour is spent on the first."""
    from api.audit.manifest import refuse_to_lose_rows
    from api.audit.staging import check_target
    from vision.sources import open_recording

    for job, target in zip(jobs, targets, strict=True):
        check_target(target)
        refuse_to_lose_rows(target)
        source = open_recording(job.recording)
        try:
            job.table.check_size(source.width, source.height)
        finally:
            source.close()


def _audit_one(job: Job, reader: Reader, target: Path, form: Form, language: Literal["en", "ru"]) -> Audit:
    from api.audit.documents import write_documents
    from api.audit.manifest import write_manifest
    from api.audit.record import write_record
    from api.audit.report import write_report
    from api.audit.run import audit as run_audit
    from api.audit.staging import staged_folder
    from vision.sources import open_recording

    with staged_folder(target) as stage:
        with progress(f"Auditing {job.recording.name}") as gauge:
            result = run_audit(
                job,
                open_recording(job.recording),
                reader,
                stage,
                models=reader.model_ids,
                progress=gauge.update,
            )
        write_documents(result, stage)
        write_report(result, stage, language=language, form=form)
        write_record(result, stage)
        write_manifest(stage, result.head)
    return result


def _document(audit: Audit, target: Path) -> dict[str, Any]:
    from api.audit.documents import findings_document

    return {"out": str(target), **findings_document(audit)}


def _print(audit: Audit, target: Path) -> None:
    from tracker.codes import CODES

    console, totals = out(), audit.session.totals
    if not audit.end.complete:
        console.print(f"The recording could not be read to its end: {audit.end.reason}", markup=False)
    console.print(
        f"{audit.job.recording.name}: {totals.rounds} rounds, {totals.uncertain} of them uncertain; "
        f"{len(audit.findings)} findings",
        markup=False,
    )
    for proven in audit.findings:
        finding = proven.finding
        where = f"round {proven.round_no} {finding.subject}"
        console.print(f"  {finding.severity:<5}  {where:<16} {CODES[finding.code].en}", markup=False)
    console.print(f"Report: {target / 'report.html'}", markup=False)
