"""What facts can say: each class is one kind of thing that was seen at a table, entered, or done about it by the house.

Places, bets, times and amounts are written as `tracker.facts` describes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class FactBody:
    """What happened; each subclass is one kind of physical event."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlaced(FactBody):
    """A card came to rest at a place. `card` is `??` while it lies face down or unread.

    `slot` says which of its row's cards it lies as, from 1: a card that lies as the third while only one is known shows
    that one was not seen; 0 where that cannot be told.
    """

    kind: ClassVar[str] = "card-placed"
    track: int
    place: str
    card: str
    p: float
    face_up: bool
    sideways: bool = False
    slot: int = 0
    x_mm: float = 0.0
    y_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRead(FactBody):
    """A card that lies on the table is read, turned up, or read better than before."""

    kind: ClassVar[str] = "card-read"
    track: int
    card: str
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMoved(FactBody):
    """A card that lay on the table came to rest at another place (a switch, a split, a misplaced card put right)."""

    kind: ClassVar[str] = "card-moved"
    track: int
    place: str
    sideways: bool = False
    slot: int = 0
    x_mm: float = 0.0
    y_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken(FactBody):
    """A card left the table."""

    kind: ClassVar[str] = "card-taken"
    track: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsSeen(FactBody):
    """A bet spot now holds this much (0: empty), from the tablet, an RFID table or vision."""

    kind: ClassVar[str] = "chips"
    spot: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotSeen(FactBody):
    """A picture shows that a bet spot is bare, holds chips, or holds other chips than before; how much, nobody knows.

    `shows` is one of `SHOWS`; `unsure` takes back what was seen before: something is there, and nobody can tell what.
    """

    kind: ClassVar[str] = "spot-seen"
    spot: str
    shows: str


SHOWS = ("empty", "chips", "changed", "unsure")
"""What a bet spot may be seen to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(FactBody):
    """Someone at the table said or entered an action, in the words of the notation (`d nmb`, `1.1 stand`)."""

    kind: ClassVar[str] = "said"
    action: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraBlind(FactBody):
    """The camera cannot see the table from now on."""

    kind: ClassVar[str] = "camera-blind"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraBack(FactBody):
    """The camera sees the table again."""

    kind: ClassVar[str] = "camera-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraOut(FactBody):
    """One of several cameras does not see the table from now on; the others do. The fact's source says which."""

    kind: ClassVar[str] = "camera-out"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraIn(FactBody):
    """One of several cameras sees the table again, as others did all the time."""

    kind: ClassVar[str] = "camera-in"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingEnded(FactBody):
    """A recording came to its end, or to the point up to which it can be read."""

    kind: ClassVar[str] = "recording-ended"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(FactBody):
    """A person says that an earlier fact should have been this body; the earlier one stays in the journal."""

    kind: ClassVar[str] = "correction"
    corrects: str
    body: Mapping[str, Any]
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted(FactBody):
    """Nothing: what a correction puts in place of something that never happened (a chip counted as a card)."""

    kind: ClassVar[str] = "retracted"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskBody(FactBody):
    """What the house's people do about a table. No card and no chip moves by it; only a ruling changes a verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChanged(DeskBody):
    """From now on this dealer deals; empty: nobody does."""

    kind: ClassVar[str] = "dealer-changed"
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingHandled(DeskBody):
    """Somebody took a step with a finding: saw it, gave it to somebody, closed it, said whether it is right.

    `step` is one of `STEPS`; `value` is whom it was assigned to, or the reason code with which it was resolved.
    """

    kind: ClassVar[str] = "finding-handled"
    finding: str
    step: str
    by: str
    value: str = ""
    note: str = ""


STEPS = ("acknowledge", "assign", "resolve", "reopen", "right", "wrong", "unsure")
"""The steps that `FindingHandled` knows; the last three say whether the finding itself is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRuled(DeskBody):
    """The floor rules on the findings of one code in one round (NOTATION: `f rule CODE RULING by NAME`)."""

    kind: ClassVar[str] = "finding-ruled"
    round: int
    code: str
    ruling: str
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceViewed(DeskBody):
    """Somebody looked at evidence: the address of what was shown."""

    kind: ClassVar[str] = "evidence-viewed"
    what: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCalled(DeskBody):
    """The dealer calls the floor to the table, or disputes what the screen says."""

    kind: ClassVar[str] = "floor-called"
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewModeSet(DeskBody):
    """Somebody reviews a recording blind from now on, or no longer: findings are kept from a blind reviewer."""

    kind: ClassVar[str] = "review-mode-set"
    by: str
    blind: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReviewed(DeskBody):
    """Somebody's own verdict on a round; `blind`: given before its findings were disclosed to them.

    `verdict` is one of `REVIEWS`; `codes` are the finding codes that they name, with spaces between them.
    """

    kind: ClassVar[str] = "round-reviewed"
    round: int
    verdict: str
    by: str
    blind: bool
    codes: str = ""
    note: str = ""


REVIEWS = ("clean", "error", "unsure")
"""What a reviewer can say of a round."""
