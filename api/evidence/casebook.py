"""The cases of a house: who looks into what, with which footage. Folded from the house's journal."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from api.errors import FactRefused, InputError
from api.evidence.pins import write_pin
from api.evidence.viewings import Viewings
from api.evidence.witness import Witness
from api.store.house_journal import HouseJournal
from tracker.facts import EvidenceViewed, Fact
from tracker.house_bodies import (
    CaseClosed,
    CaseHeld,
    CaseNoted,
    CaseOpened,
    CasePersonSet,
    CasePinned,
    PackageMade,
)

CASES: Final = "cases"
"""Where a data folder keeps the pinned footage."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was written into a case; microseconds since 1970."""

    text: str
    by: str
    at_us: int


@dataclass(frozen=True, slots=True)
class PinOf:
    """A pin of a case: its number, what it shows, and the hash of its manifest."""

    no: str
    source: str
    finding: str
    from_us: int
    until_us: int
    sha256: str
    by: str


@dataclass(frozen=True, slots=True)
class Case:
    """A case.

    Attributes:
        id: year and number.
        closed_us: when it was closed, microseconds since 1970; None while it is open.
        held: whether its footage must not go however old it is.
        people: who belongs to it, and as what.
        packages: hashes of the packages that were made of it.
    """

    id: str
    title: str
    by: str
    opened_us: int
    closed_us: int | None = None
    held: bool = False
    notes: tuple[Note, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict)
    pins: tuple[PinOf, ...] = ()
    packages: tuple[str, ...] = ()


class CaseBook:
    """The house's cases. Its methods may be called from any thread."""

    def __init__(self, journal: HouseJournal, folder: Path) -> None:
        """Fold what the journal holds.

        Args:
            journal: where everything about cases is written.
            folder: where pins lie: `CASE/PIN/`; it need not be there yet.
        """
        self.folder = folder
        self._journal = journal
        self._lock = threading.RLock()
        self._cases: dict[str, Case] = {}
        self._viewings = Viewings()
        journal.listen(self._take)

    def cases(self) -> list[Case]:
        """Return all cases, the newest first."""
        with self._lock:
            return list(reversed(self._cases.values()))

    def get(self, case_id: str) -> Case | None:
        """Return a case; None if there is none."""
        with self._lock:
            return self._cases.get(case_id)

    def open(self, title: str, *, by: str, key: str = "") -> Case:
        """Open a case; the same under the same key is opened once.

        Raises:
            FactRefused: if the key was used for something else.
        """
        with self._lock:
            year = self._journal.clock().year
            of_year = sum(1 for known in self._cases if known.startswith(f"{year}-"))
            source, before = f"person:{by}", self._journal.entered(f"person:{by}", key)
            known = before.body.case if before and isinstance(before.body, CaseOpened) else ""
            opened = CaseOpened(case=known or f"{year}-{of_year + 1:03}", title=title, by=by)
            self._journal.enter([opened], source=source, key=key)
            return self._cases[opened.case]

    def say(
        self, body: CaseNoted | CaseClosed | CaseHeld | CaseOpened | CasePersonSet, *, key: str = ""
    ) -> Case:
        """Write a fact about a case that is there, and return it as it is then; once under the same key.

        Raises:
            FactRefused: if the key was used for something else.
        """
        with self._lock:
            self._journal.enter([body], source=f"person:{body.by}", key=key)
            return self._cases[body.case]

    def pin(
        self,
        case: Case,
        witness: Witness,
        *,
        finding_id: str,
        from_us: int,
        until_us: int,
        by: str,
        key: str = "",
    ) -> PinOf:
        """Cut footage into a case. When this returns it is on disk, and stays whatever becomes of its source.

        The same under the same key is cut once.

        Raises:
            FactRefused: if the key was used for something else.
            InputError: if there is no such finding, or the time is none or too long.
            SourceError: if the footage is there and cannot be cut.
        """
        with self._lock:
            before = self._journal.entered(f"person:{by}", key)
            if before is not None:
                return self._same_pin(before, case, witness.source, finding_id, (from_us, until_us))
            home = self.folder / case.id
            home.mkdir(parents=True, exist_ok=True)
            number = str(len(self._cases[case.id].pins) + 1)
            stage = Path(tempfile.mkdtemp(prefix=".pin-", dir=home))
            try:
                sha256 = write_pin(
                    witness,
                    stage,
                    finding_id=finding_id,
                    from_us=from_us,
                    until_us=until_us,
                    by=by,
                    now=self._journal.clock(),
                )
                target = home / number
                shutil.rmtree(
                    target, ignore_errors=True
                )  # of a pin that was cut but, killed, never written down
                stage.chmod(0o755)
                stage.rename(target)
            finally:
                shutil.rmtree(stage, ignore_errors=True)
            pinned = CasePinned(
                case=case.id,
                pin=number,
                footage_of=witness.source,
                finding=finding_id,
                from_us=from_us,
                until_us=until_us,
                sha256=sha256,
                by=by,
            )
            self._journal.enter([pinned], source=f"person:{by}", key=key)
            return self._cases[case.id].pins[-1]

    def _same_pin(
        self, before: Fact, case: Case, source: str, finding_id: str, span_us: tuple[int, int]
    ) -> PinOf:
        """Return the pin that was cut before under a key; the time of a finding may have changed since."""
        body = before.body
        if not isinstance(body, CasePinned) or (body.case, body.footage_of, body.finding) != (
            case.id,
            source,
            finding_id,
        ):
            raise FactRefused("the key was used for something else")
        if not finding_id and (body.from_us, body.until_us) != span_us:
            raise FactRefused("the key was used for another time")
        return next(pin for pin in self._cases[case.id].pins if pin.no == body.pin)

    def packed(self, case: Case, sha256: str, *, by: str) -> None:
        """Take note that a package was made of a case."""
        with self._lock:
            self._journal.enter([PackageMade(case=case.id, sha256=sha256, by=by)], source=f"person:{by}")

    def viewed(self, what: str, *, by: str) -> None:
        """Take note of who looked at evidence; who looks at the same again soon looks at it once."""
        with self._lock:
            if self._viewings.is_new(what, by, self._journal.clock().timestamp()):
                self._journal.enter([EvidenceViewed(what=what, by=by)], source="screen")

    def pin_folder(self, case: Case, pin: str) -> Path:
        """Return where a pin lies.

        Raises:
            InputError: if the case has no such pin.
        """
        if pin not in {known.no for known in case.pins}:
            raise InputError(f"case {case.id} has no pin {pin!r}")
        return self.folder / case.id / pin

    def _take(self, fact: Fact) -> None:
        body = fact.body
        if isinstance(body, CaseOpened) and body.case not in self._cases:
            self._cases[body.case] = Case(body.case, body.title, body.by, fact.pts_us)
            return
        case = self._cases.get(getattr(body, "case", ""))
        if case is None:
            return
        self._cases[case.id] = _after(case, fact)


def _after(case: Case, fact: Fact) -> Case:
    at_us = fact.pts_us
    match fact.body:
        case CaseOpened(title=title):
            after = replace(case, title=title, closed_us=None)
        case CaseClosed(reason=reason, by=by):
            notes = (*case.notes, Note(reason, by, at_us)) if reason else case.notes
            after = replace(case, closed_us=at_us, notes=notes)
        case CaseHeld(held=held):
            after = replace(case, held=held)
        case CaseNoted(note=note, by=by):
            after = replace(case, notes=(*case.notes, Note(note, by, at_us)))
        case CasePersonSet(person=person, part=part, joins=joins):
            others = {name: role for name, role in case.people.items() if name != person}
            after = replace(case, people={**others, person: part} if joins else others)
        case CasePinned() as pin:
            made = PinOf(pin.pin, pin.footage_of, pin.finding, pin.from_us, pin.until_us, pin.sha256, pin.by)
            after = replace(case, pins=(*case.pins, made))
        case PackageMade(sha256=sha256):
            after = replace(case, packages=(*case.packages, sha256))
        case _:
            after = case
    return after


def refuse_no_title(title: str) -> None:
    """Check that a case has a title that can be read.

    Raises:
        InputError: if not.
    """
    if not title.strip() or not title.isprintable():
        raise InputError("expected a title of a case, in one line")
