"""Pinned footage: a clip with pre-roll cut out of its source, with everything that explains it, in one folder."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from api.errors import InputError
from api.evidence.excerpt import EXCERPT, write_excerpt
from api.evidence.listing import write_listing
from api.evidence.witness import Witness
from api.store.proven import ProvenFinding
from tracker import __version__
from tracker.notation import History, format_bjh
from vision.table_file import write_table

PRE_ROLL_US: Final = 8_000_000
POST_ROLL_US: Final = 4_000_000
LONGEST_US: Final = 15 * 60 * 1_000_000
"""A pin is evidence of something, not a copy of the shift."""
PIN, CLIP, STILL, SIGHTINGS, ROUND = "pin.json", "clip.mp4", "still.jpg", "sightings.json", "round.bjh"


class Pin(BaseModel, frozen=True, extra="forbid"):
    """What `pin.json` holds.

    Attributes:
        source: `recording/NAME` or `table/NAME`.
        from_us, until_us: what was asked for, media time.
        clip_from_us, clip_until_us: media times of the clip's first and last frame; None where no footage was kept. The
            frame that the clip shows at second s is that of media time `clip_from_us + s`.
        finding: as plain values, with its rule; empty where none was named.
        rows: how many rows of the journal were copied.
        recording, recording_sha256: file name and hash of the recording; empty for a table.
    """

    source: str
    table: str
    profile: str
    models: tuple[str, ...]
    program: str
    from_us: int
    until_us: int
    clip_from_us: int | None
    clip_until_us: int | None
    round: int
    finding: dict[str, Any]
    rows: int
    recording: str
    recording_sha256: str
    pinned_at: datetime
    pinned_by: str


def span_of(witness: Witness, finding_id: str) -> tuple[int, int]:
    """Return the time that shows a finding, microseconds: what proves it, with pre-roll and some time after.

    Raises:
        InputError: if there is no such finding.
    """
    proven = _proven(witness, finding_id)
    times = [fact.pts_us for fact in witness.facts if fact.id in proven.facts]
    judged = witness.round(proven.round_no)
    if not times and judged is not None:
        times = [judged.told.start_us, judged.told.end_us]
    if proven.pts_us is not None:
        times.append(proven.pts_us)
    if not times:
        raise InputError(f"nothing shows the finding {finding_id!r}")
    # What proves a finding may lie minutes apart; its end is what everybody wants to see.
    first = max(min(times), max(times) - LONGEST_US + PRE_ROLL_US + POST_ROLL_US)
    return max(0, first - PRE_ROLL_US), max(times) + POST_ROLL_US


def write_pin(
    witness: Witness, folder: Path, *, finding_id: str, from_us: int, until_us: int, by: str, now: datetime
) -> str:
    """Write a pin into an existing, empty folder; return the hash of its manifest.

    Raises:
        InputError: if there is no such finding, or the time is none or too long.
        SourceError: if the footage is there and cannot be cut.
        JournalError: if the journal cannot be read.
    """
    if not 0 <= from_us < until_us <= from_us + LONGEST_US:
        raise InputError(
            f"expected a time of at most {LONGEST_US // 60_000_000} minutes, got {from_us} to {until_us} us"
        )
    proven = _proven(witness, finding_id) if finding_id else None
    clip = witness.clip(from_us, until_us, folder / CLIP)
    still = witness.still(finding_id) if finding_id else None
    if still is not None:
        (folder / STILL).write_bytes(still)
    looks = [asdict(look) for look in witness.looks(from_us, until_us)]
    (folder / SIGHTINGS).write_text(json.dumps(looks, separators=(",", ":")) + "\n", encoding="utf-8")
    no = proven.round_no if proven else witness.round_at(until_us)
    judged = witness.round(no)
    start_us, end_us = (judged.told.start_us, judged.told.end_us) if judged else (from_us, until_us)
    seqs = witness.rows(min(from_us, start_us), max(until_us, end_us), proven)
    rows = write_excerpt(witness.journal, seqs, folder / EXCERPT)
    if judged is not None:
        table = witness.table
        history = History(
            profile=witness.profile.name,
            currency=table.currency,
            minor_units=table.minor_units,
            table=table.name,
            rounds=(judged.told.recorded(),),
            extra={"_models": list(witness.models)},
        )
        (folder / ROUND).write_text(format_bjh(history), encoding="utf-8")
    (folder / "profile.json").write_text(witness.profile.model_dump_json(indent=1) + "\n", encoding="utf-8")
    write_table(witness.table, folder / "table.toml")
    pin = Pin(
        source=witness.source,
        table=witness.table.name,
        profile=witness.profile.name,
        models=witness.models,
        program=__version__,
        from_us=from_us,
        until_us=until_us,
        clip_from_us=clip.start_us if clip else None,
        clip_until_us=clip.end_us if clip else None,
        round=no,
        finding=_document(proven, witness) if proven else {},
        rows=rows,
        recording=witness.recording[0],
        recording_sha256=witness.recording[1],
        pinned_at=now,
        pinned_by=by,
    )
    (folder / PIN).write_text(pin.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return write_listing(folder, "pitwatch-pin")


def read_pin(folder: Path) -> Pin:
    """Read a pin's `pin.json`."""
    return Pin.model_validate_json((folder / PIN).read_bytes())


def _proven(witness: Witness, finding_id: str) -> ProvenFinding:
    proven = witness.finding(finding_id)
    if proven is None:
        raise InputError(f"there is no finding {finding_id!r} in {witness.source}")
    return proven


def _document(proven: ProvenFinding, witness: Witness) -> dict[str, Any]:
    finding = proven.finding
    return {
        **proven.to_json(witness.table.minor_units),
        "proposed": finding.ruling,
        "ruled": finding.ruled,
        "ruled_by": finding.ruled_by,
    }
