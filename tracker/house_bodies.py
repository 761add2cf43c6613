"""What the house itself can say in its journal: its cases, its packages of evidence, its footage, its machines.

These facts are of no table; their `table` is `HOUSE`. Times are microseconds since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from tracker.fact_bodies import DeskBody

HOUSE: Final = "house"
"""Stands where other facts name their table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened(DeskBody):
    """Somebody opened a case, or opened it again."""

    kind: ClassVar[str] = "case-opened"
    case: str
    title: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseClosed(DeskBody):
    """A case is closed: from now on the days count after which its footage may go."""

    kind: ClassVar[str] = "case-closed"
    case: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseHeld(DeskBody):
    """A case's footage must not go, however old it is (`held`), or may again."""

    kind: ClassVar[str] = "case-held"
    case: str
    held: bool
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseNoted(DeskBody):
    """Somebody wrote something into a case."""

    kind: ClassVar[str] = "case-noted"
    case: str
    note: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePersonSet(DeskBody):
    """Somebody belongs to a case from now on (`joins`), or no longer; `part` says as what: dealer, patron, auditor."""

    kind: ClassVar[str] = "case-person-set"
    case: str
    person: str
    part: str
    joins: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePinned(DeskBody):
    """Footage was cut into a case, where no retention reaches it.

    `footage_of` is `recording/NAME` or `table/NAME`; `sha256` the hash of the pin's manifest, which has
    the hashes of all of its files.
    """

    kind: ClassVar[str] = "case-pinned"
    case: str
    pin: str
    footage_of: str
    finding: str
    from_us: int
    until_us: int
    sha256: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageMade(DeskBody):
    """A case was exported; `sha256` is the hash of the package's manifest, which has all of its files'."""

    kind: ClassVar[str] = "package-made"
    case: str
    sha256: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceExpired(DeskBody):
    """Retention removed files, named with their folder, a line each; journals stay."""

    kind: ClassVar[str] = "evidence-expired"
    what: str
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockJumped(DeskBody):
    """The wall clock went `seconds` more (or, negative, less) than time itself did."""

    kind: ClassVar[str] = "clock-jumped"
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskState(DeskBody):
    """The disk that evidence is written to is `ok`, `low` or `full`."""

    kind: ClassVar[str] = "disk-state"
    state: str
    free_mb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorAlarm(DeskBody):
    """Something goes wrong on the floor of many tables (`raised`), or is well again.

    `code` is stable; `subject` is the host or table; `times` says how often it came since it was raised.
    """

    kind: ClassVar[str] = "floor-alarm"
    code: str
    subject: str
    text: str
    raised: bool
    times: int = 1


HOUSE_BODIES: Final[tuple[type[DeskBody], ...]] = (
    CaseOpened,
    CaseClosed,
    CaseHeld,
    CaseNoted,
    CasePersonSet,
    CasePinned,
    PackageMade,
    EvidenceExpired,
    ClockJumped,
    DiskState,
    FloorAlarm,
)
"""Every kind of fact of the house."""
