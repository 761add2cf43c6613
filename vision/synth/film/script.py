"""What moves in a film: when, from where, to where.

Times are frame numbers. A step that lasts from `start` to `end` shows its thing in motion in the frames between and at
rest in frame `end`, which is the frame that its fact is dated to.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tracker.facts import Fact
from vision.felt import Mm


@dataclass(frozen=True, slots=True)
class Pose:
    """A card's centre (felt mm), its direction, and what it shows: None is its back."""

    at: Mm
    angle_deg: float
    card: str | None


@dataclass(frozen=True, slots=True)
class CardStep:
    """A card moves; `target` None is out of play. It is turned over if what it shows changes."""

    track: int
    start: int
    end: int
    source: Pose
    target: Pose | None
    way_out: Mm


@dataclass(frozen=True, slots=True)
class ChipStep:
    """Chips come to a spot or leave it; `elsewhere` is where they come from or go to."""

    spot: str
    at: Mm
    before: int
    after: int
    start: int
    end: int
    elsewhere: Mm


@dataclass(frozen=True, slots=True)
class HandKey:
    """Where a hand's fingertips are in a frame."""

    frame: int
    at: Mm


@dataclass(frozen=True, slots=True)
class Visit:
    """A player's hand comes in, does something and goes.

    Attributes:
        who: his box.
        keys: its way.
        height_mm: above the felt; None is low over it.
        covers: whether it rests on cards, from its second key to the third.
    """

    who: int
    keys: tuple[HandKey, ...]
    height_mm: float | None = None
    covers: bool = False


@dataclass(slots=True)
class Script:
    """Everything that moves in a film, and the facts dated to its frames."""

    cards: list[CardStep] = field(default_factory=list)
    chips: list[ChipStep] = field(default_factory=list)
    dealer: list[HandKey] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    frames: int = 0


def frame_at(pts_us: int, fps: int) -> int:
    """The first frame at or after a media time."""
    return -(-pts_us * fps // 1_000_000)


def pts_of(frame: int, fps: int) -> int:
    """A frame's media time."""
    return frame * 1_000_000 // fps
