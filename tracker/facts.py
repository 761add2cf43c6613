"""Facts: what was physically seen or entered at a table, before anybody says what it means.

A fact is immutable. Everything else (rounds, verdicts, findings, prompts) is derived from the journal of facts and
can be derived again. Places are written as in the notation: `1.2` is hand 2 of box 1, `d` the dealer, `tray` the
discard tray. Bets are `1.1`, `1.side`, `1.insurance`, `1.1.bonus`. Times are microseconds on the media clock of the
source. Amounts are integers in the currency's minor units.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar, Final

from tracker.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class FactBody:
    """What happened; each subclass is one kind of physical event."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlaced(FactBody):
    """A card came to rest at a place. `card` is `??` while it lies face down or unread."""

    kind: ClassVar[str] = "card-placed"
    track: int
    place: str
    card: str
    p: float
    face_up: bool
    sideways: bool = False
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


BODIES: dict[str, type[FactBody]] = {
    body.kind: body
    for body in (
        CardPlaced, CardRead, CardMoved, CardTaken, ChipsSeen, Said, CameraBlind, CameraBack, RecordingEnded,
        Correction, Retracted,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a fact can be seen: a quad in pixels of the source picture, clockwise from the card's top left."""

    pts_us: int
    quad_px: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One line of the journal: what, where from, when.

    `seq` is the source's own running number, from 1 and without gaps, so that a lost fact is noticed; 0 where the
    source does not count.
    """

    table: str
    source: str
    pts_us: int
    body: FactBody
    evidence: Evidence | None = None
    seq: int = 0
    id: str = field(default="")

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self._digest())

    def _digest(self) -> str:
        content = self.to_json()
        del content["id"]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """Return the fact as plain JSON values; `fact_from_json` reads it back equal."""
        out: dict[str, Any] = {
            "id": self.id,
            "table": self.table,
            "source": self.source,
            "pts_us": self.pts_us,
            "kind": self.body.kind,
            **asdict(self.body),
        }
        if self.seq:
            out["seq"] = self.seq
        if self.evidence is not None:
            out["evidence"] = {
                "pts_us": self.evidence.pts_us,
                "quad_px": [list(p) for p in self.evidence.quad_px],
            }
        return out


_ENVELOPE: Final = {"id", "table", "source", "pts_us", "kind", "evidence", "seq"}
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "bool": (bool,),
    "Mapping[str, Any]": (Mapping,),
}
_PLACE: Final = re.compile(r"[1-7]\.[1-9][0-9]?|d|tray|shoe")
_SPOT: Final = re.compile(r"[1-7]\.(side|insurance|[1-9][0-9]?(\.bonus)?)")


def body_from_json(data: Mapping[str, Any]) -> FactBody:
    """Read a fact's body from its JSON form.

    Raises:
        ValueError: if the kind is unknown, a field is missing or foreign, or a value is not what the field holds.
    """
    kind = data.get("kind")
    body = BODIES.get(str(kind))
    if body is None:
        raise ValueError(f"expected a fact kind of {sorted(BODIES)}, got {kind!r}")
    given = {k: v for k, v in data.items() if k not in _ENVELOPE}
    types = {f.name: _TYPES[str(f.type)] for f in fields(body)}
    foreign = set(given) - set(types)
    if foreign:
        raise ValueError(f"fact {kind!r} has no field {sorted(foreign)}")
    for name, value in given.items():
        _check_value(str(kind), name, value, types[name])
    if body is Correction:
        body_from_json(given.get("body", {}))
    try:
        return body(**given)
    except TypeError as error:
        raise ValueError(f"fact {kind!r}: {error}") from error


def _check_value(kind: str, name: str, value: Any, types: tuple[type, ...]) -> None:
    right_type = isinstance(value, types) and (bool in types or not isinstance(value, bool))
    if not right_type:
        raise ValueError(f"fact {kind!r}: expected {name} to be {types[-1].__name__}, got {value!r}")
    if name == "card":
        Card.parse(value)
    elif name == "place" and not _PLACE.fullmatch(value):
        raise ValueError(f"fact {kind!r}: expected a place such as 1.2, d, tray or shoe, got {value!r}")
    elif name == "spot" and not _SPOT.fullmatch(value):
        raise ValueError(f"fact {kind!r}: expected a spot such as 1.1, 1.side or 1.insurance, got {value!r}")
    elif name == "amount" and value < 0:
        raise ValueError(f"fact {kind!r}: expected an amount from 0, got {value!r}")


def fact_from_json(data: Mapping[str, Any]) -> Fact:
    """Read a fact from its JSON form.

    Raises:
        ValueError: if something in it is not as `Fact.to_json` writes it.
    """
    try:
        return Fact(
            table=str(data["table"]),
            source=str(data["source"]),
            pts_us=int(data["pts_us"]),
            body=body_from_json(data),
            evidence=_evidence_from_json(data.get("evidence")),
            seq=int(data.get("seq", 0)),
            id=str(data.get("id", "")),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a fact: {error!r} in {dict(data)!r}") from error


def _evidence_from_json(seen: Any) -> Evidence | None:
    if seen is None:
        return None
    quad = tuple((float(x), float(y)) for x, y in seen["quad_px"])
    return Evidence(pts_us=int(seen["pts_us"]), quad_px=quad)
