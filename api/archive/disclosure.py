"""What one person may be told of an audited recording: the one place where blind review is decided.

Whoever reviews an audit blind reviews its film blind: every audit of it. Until their own verdict on a round stands in
an audit's journal, nothing that the server answers them tells a finding of that round, and no case tells it either.
"""

from __future__ import annotations

from dataclasses import dataclass

from api.archive.archive import Archive
from api.archive.replayed import Replayed
from api.evidence.casebook import Case, CaseBook, PinOf
from api.evidence.pins import PIN, read_pin

_RECORDING = "recording/"
"""How a pin names its source where that is a recording."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What somebody may be told of one audit, as it stands now.

    Attributes:
        who: the person.
        blind: whether they review the film blind.
        judged: numbers of the audit's rounds that they have judged themselves.
    """

    who: str
    blind: bool
    judged: frozenset[int]

    def tells(self, round_no: int) -> bool:
        """Whether the findings of a round may be told; what concerns no round (0) is a camera's blackout."""
        return not self.blind or round_no == 0 or round_no in self.judged


def disclosure(recorded: Replayed, archive: Archive, who: str) -> Disclosure:
    """Return what somebody may be told of an audit."""
    film = (recorded, *archive.others_of_film(recorded))
    blind = any(audit.reviews.is_blind(who) for audit in film)
    return Disclosure(who, blind, recorded.reviews.judged_by(who))


def may_see_case(case: Case, book: CaseBook, archive: Archive | None, who: str) -> bool:
    """Whether a case tells somebody no finding that is withheld from them: title and notes may name what pins show."""
    return archive is None or all(_pin_is_told(case, pin, book, archive, who) for pin in case.pins)


def is_blind_in_case(case: Case, archive: Archive | None, who: str) -> bool:
    """Whether somebody reviews blind what a case has footage of, of whatever rounds."""
    if archive is None:
        return False
    seen = (_disclosure_of(pin, archive, who) for pin in case.pins)
    return any(told is not None and told.blind for told in seen)


def _pin_is_told(case: Case, pin: PinOf, book: CaseBook, archive: Archive, who: str) -> bool:
    told = _disclosure_of(pin, archive, who)
    if told is None or not told.blind:
        return True
    if not pin.finding and pin.by == who:
        return True  # a time that they chose themselves tells them nothing
    folder = book.pin_folder(case, pin.no)
    no = read_pin(folder).round if (folder / PIN).is_file() else 0
    return no > 0 and told.tells(no)


def _disclosure_of(pin: PinOf, archive: Archive, who: str) -> Disclosure | None:
    if not pin.source.startswith(_RECORDING):
        return None
    recorded = archive.get(pin.source.removeprefix(_RECORDING))
    return disclosure(recorded, archive, who) if recorded is not None else None
