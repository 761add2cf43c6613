"""One camera of several: whether it sees the table, and which joint card it means by which track."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.merge.joint_card import JointCard


@dataclass(slots=True, eq=False)
class Witness:
    """A camera.

    Attributes:
        name: as in the table file.
        now_us: how far its pictures have come, on the table's clock; it may lag behind the others.
        reason: why it does not see; empty while it does.
        ended_us: when its recording came to an end; None while it goes on.
        is_told_out: whether that was told.
        cards: what it calls which card.
        covered: the tracks that something hides from it.
        spots: what it last saw of each bet spot.
    """

    name: str
    now_us: int = 0
    reason: str = ""
    ended_us: int | None = None
    is_told_out: bool = False
    cards: dict[int, JointCard] = field(default_factory=dict)
    covered: frozenset[int] = frozenset()
    spots: dict[str, str] = field(default_factory=dict)

    @property
    def sees(self) -> bool:
        """Whether what it says counts."""
        return not self.reason and self.ended_us is None
