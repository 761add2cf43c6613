"""`session.json`: what an audit must remember of its recording, so that it can be played and judged again later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ValidationError

from api.audit.manifest import file_sha256
from api.errors import InputError
from tracker import __version__
from tracker.profile import Profile
from vision.table_file import write_table

if TYPE_CHECKING:
    from api.audit.run import Audit

RECORD: Final = "session.json"
TABLE_FILE: Final = "table.toml"


class OtherRecording(BaseModel, frozen=True, extra="forbid"):
    """What another camera of the table recorded at the same time.

    Attributes:
        camera: its name in the table file.
        recording: the file.
        offset_us: media time of the first camera at which it begins; None: the cards tell.
        sha256: the file's hash when it was audited; empty before that.
    """

    camera: str
    recording: Path
    offset_us: int | None = None
    sha256: str = ""


class Record(BaseModel, frozen=True, extra="forbid"):
    """What `session.json` holds.

    Attributes:
        recording: absolute path of the file or folder as it was audited.
        sha256: the file's hash then; empty for a folder of stills.
        sees_order: whether it shows what comes first; stills do not.
        end_reason, complete: how it ended, and whether all of it could be read.
        last_us, duration_us: media time of the last frame; length that the recording declares.
        rounds, uncertain, findings: what the audit found, before anybody corrected anything.
        judged_by: the rules, as they were then.
        others: what the table's other cameras recorded, where they were watched too.
    """

    format: str = "pitwatch-session"
    version: int = 1
    recording: Path
    sha256: str
    sees_order: bool
    end_reason: str
    complete: bool
    last_us: int
    duration_us: int | None
    models: tuple[str, ...]
    program: str
    began_at: datetime
    ended_at: datetime
    rounds: int
    uncertain: int
    findings: int
    judged_by: Profile
    others: tuple[OtherRecording, ...] = ()

    def is_of_same_film(self, other: Record) -> bool:
        """Whether another audit is of the same recording: the same file, or one of the same content."""
        return self.recording == other.recording or (bool(self.sha256) and self.sha256 == other.sha256)

    def same_others(self, others: Sequence[OtherRecording]) -> bool:
        """Whether these are the other cameras' recordings that were audited."""
        known = {(other.camera, other.sha256) for other in self.others}
        return known == {(other.camera, file_sha256(other.recording)) for other in others}

    def same_recording(self, path: Path) -> bool:
        """Whether a file is the recording that was audited; of a folder of stills nobody can tell."""
        return path.is_file() and path.absolute() == self.recording and file_sha256(path) == self.sha256


def write_record(audit: Audit, folder: Path) -> None:
    """Write `session.json`, and the table file beside it."""
    recording, totals = audit.job.recording.absolute(), audit.session.totals
    record = Record(
        recording=recording,
        sha256=file_sha256(recording) if recording.is_file() else "",
        sees_order=audit.sees_order,
        end_reason=audit.end.reason,
        complete=audit.end.complete,
        last_us=audit.last_us,
        duration_us=audit.duration_us,
        models=audit.models,
        program=__version__,
        began_at=audit.began_at,
        ended_at=audit.ended_at,
        rounds=totals.rounds,
        uncertain=totals.uncertain,
        findings=len(audit.findings),
        judged_by=audit.job.profile,
        others=tuple(_as_audited(other) for other in audit.job.others),
    )
    (folder / RECORD).write_text(record.model_dump_json(indent=1) + "\n", encoding="utf-8")
    write_table(audit.job.table, folder / TABLE_FILE)


def _as_audited(other: OtherRecording) -> OtherRecording:
    path = other.recording.absolute()
    return other.model_copy(update={"recording": path, "sha256": file_sha256(path) if path.is_file() else ""})


def read_record(folder: Path) -> Record:
    """Read a folder's `session.json`.

    Raises:
        InputError: if there is none, or it is not as an audit writes it.
    """
    path = folder / RECORD
    try:
        return Record.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(
            f"expected an audit's folder with {RECORD}, cannot read {str(path)!r}: {error.strerror}"
        ) from error
    except ValidationError as error:
        raise InputError(f"{str(path)!r} is no record of an audit: {error.errors()[0]['msg']}") from error
