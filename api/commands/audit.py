"""`pitwatch audit`: a recording and its table go in; journal, findings, rounds and a report come out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.commands.console import BAD_INPUT, DONE, FOUND, Json, emit_json, err, out, progress
from api.errors import InputError

if TYPE_CHECKING:
    from api.audit.many import Outcome, Workers
    from api.audit.recordings import Task
    from api.audit.run import Job

HEADER = "The report's header"


def audit(
    recordings: Annotated[
        list[Path],
        typer.Argument(
            help="Video files, or folders of stills in the order of their names.", show_default=False
        ),
    ],
    table: Annotated[Path, typer.Option(help="The table file (TOML).", show_default=False)],
    camera: Annotated[
        str, typer.Option(help="The table's camera that recorded it; by default the first one.")
    ] = "",
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            help="CAMERA=FILE: what another camera of the table recorded at the same time; may be repeated.",
            show_default=False,
        ),
    ] = None,
    offset: Annotated[
        list[str] | None,
        typer.Option(
            help="CAMERA=SECONDS on the first recording's clock at which the other one begins; without it the cards "
            "that both see tell.",
            show_default=False,
        ),
    ] = None,
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
    workers: Annotated[
        int, typer.Option(min=0, help="Recordings at once; 0: one a core of this machine.")
    ] = 0,
    ray: Annotated[
        str, typer.Option(help="Work on the Ray cluster at this address; `local` starts one for the run.")
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Leave out recordings that were audited already as they are now.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Audit recorded sessions; exit status 1 says that something was found."""
    from api.audit.form import Form
    from api.audit.other_cameras import other_recordings
    from api.audit.recordings import Task, fixed_time
    from api.audit.run import Job
    from api.audit.summary import summary_document, write_summary
    from api.profiles import find_profile
    from api.store.feeds import chip_feed
    from vision.table import load_table

    if facts and len(recordings) > 1:
        raise InputError("expected one recording with --facts, for their times are its own; got several")
    if data is not None and out_folder is not None:
        raise InputError("expected --out or --data, got both")
    at_table = load_table(table)
    if camera:
        at_table = at_table.seen_by(camera)
    others = other_recordings(at_table, beside or (), offset or ())
    if others and len(recordings) > 1:
        raise InputError("expected one recording with --with, for it is of one session; got several")
    rules = find_profile(profile or at_table.profile, beside=table.parent)
    feed = chip_feed(facts or (), at_table.name)
    jobs = [
        Job(recording=path, table=at_table, profile=rules, feed=feed, dealer=dealer, others=others)
        for path in recordings
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
    at = fixed_time()
    tasks = [
        Task(job=job, target=target, form=form, language=language, at=at)
        for job, target in zip(jobs, targets, strict=True)
    ]
    outcomes = _audit(tasks, workers=workers, ray=ray, resume=resume)
    if len(tasks) > 1:
        write_summary(outcomes, targets[0].parent, language=language)
    if as_json:
        emit_json(summary_document(outcomes))
    for outcome in outcomes:
        _print(outcome, only_failed=as_json)
    return _status(outcomes)


def _audit(tasks: list[Task], *, workers: int, ray: str, resume: bool) -> list[Outcome]:
    from api.audit.many import audit_all

    done = _done(tasks) if resume else {}
    left = [task for task in tasks if task.target not in done]
    label = f"Auditing {left[0].job.recording.name}" if len(left) == 1 else f"Auditing {len(left)} recordings"
    with progress(label) as gauge, _workers(ray, workers, len(left)) as at_work:
        made = audit_all(left, at_work, gauge.update) if left else []
    by_target = {task.target: outcome for task, outcome in zip(left, made, strict=True)} | done
    return [by_target[task.target] for task in tasks]


def _done(tasks: list[Task]) -> dict[Path, Outcome]:
    """What was audited already, as the recordings, tables, rules and models are now."""
    from api.audit.recordings import finished
    from vision.read import Reader

    models = Reader().model_ids
    return {task.target: audited for task in tasks if (audited := finished(task, models))}


@contextmanager
def _workers(ray: str, workers: int, tasks: int) -> Iterator[Workers]:
    from api.audit.many import Here, Pool, RayCluster

    if not ray:
        workers = min(workers or available_cores(), tasks)
        yield Pool(workers) if workers > 1 else Here()
        return
    cluster = RayCluster(ray, workers or None)
    try:
        yield cluster
    finally:
        cluster.close()


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0))


def _status(outcomes: list[Outcome]) -> int:
    from api.audit.many import Failed

    if any(isinstance(outcome, Failed) for outcome in outcomes):
        return BAD_INPUT
    return FOUND if any(outcome.document["findings"] for outcome in outcomes) else DONE  # type: ignore[union-attr]


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
        seen = [(job.table.camera.name, job.recording), *((o.camera, o.recording) for o in job.others)]
        for camera, recording in seen:
            source = open_recording(recording)
            try:
                job.table.seen_by(camera).check_size(source.width, source.height)
            finally:
                source.close()


def _print(outcome: Outcome, *, only_failed: bool) -> None:
    from api.audit.many import Failed

    if isinstance(outcome, Failed):
        err().print(f"pitwatch: {outcome.recording}: {outcome.reason}", markup=False)
        return
    if only_failed:
        return
    console, document = out(), outcome.document
    if not outcome.anew:
        console.print(f"{document['recording']} was audited already", markup=False)
    if not document["end"]["complete"]:
        console.print(
            f"The recording could not be read to its end: {document['end']['reason']}", markup=False
        )
    console.print(
        f"{document['recording']}: {document['rounds']} rounds, {len(document['uncertain'])} of them uncertain; "
        f"{len(document['findings'])} findings",
        markup=False,
    )
    for finding in document["findings"]:
        where = f"round {finding['round']} {finding['subject']}"
        console.print(f"  {finding['severity']:<5}  {where:<16} {finding['title']['en']}", markup=False)
    console.print(f"Report: {outcome.target / 'report.html'}", markup=False)
