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
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from pydantic_core import CoreSchema, core_schema

from tracker.actions import RULINGS
from tracker.cards import Card
from tracker.fact_bodies import (
    REVIEWS,
    SHOWS,
    STEPS,
    CameraBack,
    CameraBlind,
    CameraIn,
    CameraOut,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    ChipsSeen,
    Correction,
    DealerChanged,
    DeskBody,
    EvidenceViewed,
    FactBody,
    FindingHandled,
    FindingRuled,
    FloorCalled,
    RecordingEnded,
    Retracted,
    ReviewModeSet,
    RoundReviewed,
    Said,
    SpotSeen,
)
from tracker.house_bodies import HOUSE_BODIES

__all__ = [
    "BODIES",
    "CameraBack",
    "CameraBlind",
    "CameraIn",
    "CameraOut",
    "CardMoved",
    "CardPlaced",
    "CardRead",
    "CardTaken",
    "ChipsSeen",
    "Correction",
    "DealerChanged",
    "DeskBody",
    "Evidence",
    "EvidenceViewed",
    "Fact",
    "FactBody",
    "FindingHandled",
    "FindingRuled",
    "FloorCalled",
    "RecordingEnded",
    "Retracted",
    "ReviewModeSet",
    "RoundReviewed",
    "Said",
    "SpotSeen",
    "body_from_json",
    "body_to_json",
    "fact_from_json",
]

_BODIES: Final[tuple[type[FactBody], ...]] = (
    CardPlaced, CardRead, CardMoved, CardTaken, ChipsSeen, SpotSeen, Said, CameraBlind, CameraBack, CameraOut, CameraIn,
    RecordingEnded,
    Correction, Retracted, DealerChanged, FindingHandled, FindingRuled, EvidenceViewed, FloorCalled,
    ReviewModeSet, RoundReviewed, *HOUSE_BODIES,
)  # fmt: skip
BODIES: Final[dict[str, type[FactBody]]] = {body.kind: body for body in _BODIES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a fact can be seen: a quad in pixels of the source picture, clockwise from the card's top left."""

    pts_us: int
    quad_px: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One line of the journal: what, where from, when.

    `seq` is the source's own running number, from 1 and without gaps, so that a lost fact is noticed; 0 where the
    source does not count. It happened at `pts_us` or up to `slack_us` earlier: what a hand covers is seen late.
    """

    table: str
    source: str
    pts_us: int
    body: FactBody
    evidence: Evidence | None = None
    seq: int = 0
    slack_us: int = 0
    id: str = field(default="")

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self._digest())

    def _digest(self) -> str:
        content = self.to_json()
        del content["id"]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> CoreSchema:
        """Let pydantic write and read facts, wherever they stand, as `to_json` and `fact_from_json` do."""
        return core_schema.no_info_plain_validator_function(
            fact_from_json, serialization=core_schema.plain_serializer_function_ser_schema(cls.to_json)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the fact as plain JSON values; `fact_from_json` reads it back equal."""
        out: dict[str, Any] = {
            "id": self.id,
            "table": self.table,
            "source": self.source,
            "pts_us": self.pts_us,
            **body_to_json(self.body),
        }
        if self.seq:
            out["seq"] = self.seq
        if self.slack_us:
            out["slack_us"] = self.slack_us
        if self.evidence is not None:
            out["evidence"] = {
                "pts_us": self.evidence.pts_us,
                "quad_px": [list(p) for p in self.evidence.quad_px],
            }
        return out


_ENVELOPE: Final = {"id", "table", "source", "pts_us", "kind", "evidence", "seq", "slack_us"}
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "bool": (bool,),
    "Mapping[str, Any]": (Mapping,),
}
_SHARED: Final = {"place", "card", "spot", "shows"}
_PLACE: Final = re.compile(r"[1-7]\.[1-9][0-9]?|d|tray|shoe")
_SPOT: Final = re.compile(r"[1-7]\.(side|insurance|[1-9][0-9]?(\.bonus)?)")


def body_to_json(body: FactBody) -> dict[str, Any]:
    """Return a fact's body as plain JSON values; `body_from_json` reads it back equal."""
    return {"kind": body.kind, **asdict(body)}


def body_from_json(data: Mapping[str, Any]) -> FactBody:
    """Read a fact's body from its JSON form.

    Raises:
        ValueError: if the kind is unknown, a field is missing or foreign, or a value is not what the field holds.
    """
    kind = data.get("kind")
    body = BODIES.get(str(kind))
    if body is None:
        raise ValueError(f"expected a fact kind of {sorted(BODIES)}, got {kind!r}")
    given = {k: _once(k, v) for k, v in data.items() if k not in _ENVELOPE}
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


def _once(name: str, value: Any) -> Any:
    """A value that many facts share, held in memory once; any other as it is."""
    return sys.intern(value) if name in _SHARED and type(value) is str else value


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
    elif name == "shows" and value not in SHOWS:
        raise ValueError(f"fact {kind!r}: expected it to show {', '.join(SHOWS)}, got {value!r}")
    elif name == "step" and value not in STEPS:
        raise ValueError(f"fact {kind!r}: expected a step of {', '.join(STEPS)}, got {value!r}")
    elif name == "verdict" and value not in REVIEWS:
        raise ValueError(f"fact {kind!r}: expected a verdict of {', '.join(REVIEWS)}, got {value!r}")
    elif name == "ruling" and value not in RULINGS:
        raise ValueError(f"fact {kind!r}: expected a ruling of {', '.join(RULINGS)}, got {value!r}")
    elif name == "amount" and value < 0:
        raise ValueError(f"fact {kind!r}: expected an amount from 0, got {value!r}")


def fact_from_json(data: Mapping[str, Any]) -> Fact:
    """Read a fact from its JSON form.

    Raises:
        ValueError: if something in it is not as `Fact.to_json` writes it.
    """
    try:
        return Fact(
            table=sys.intern(str(data["table"])),
            source=sys.intern(str(data["source"])),
            pts_us=int(data["pts_us"]),
            body=body_from_json(data),
            evidence=_evidence_from_json(data.get("evidence")),
            seq=int(data.get("seq", 0)),
            slack_us=int(data.get("slack_us", 0)),
            id=str(data.get("id", "")),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a fact: {error!r} in {dict(data)!r}") from error


def _evidence_from_json(seen: Any) -> Evidence | None:
    if seen is None:
        return None
    quad = tuple((float(x), float(y)) for x, y in seen["quad_px"])
    return Evidence(pts_us=int(seen["pts_us"]), quad_px=quad)
