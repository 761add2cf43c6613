"""What a watched table's journal says besides its rounds: how far it goes, what lies there, what people did."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from api.evidence.lying import LyingCard, LyingCards
from api.evidence.recent import RecentFacts, RecentMemory
from api.store.desk import Desk, DeskMemory
from api.store.reviews import Reviews, ReviewsMemory
from tracker.facts import (
    CameraBack,
    CameraBlind,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    Fact,
    FactBody,
    RecordingEnded,
)

CAMERA = "camera:"


@dataclass(slots=True)
class CamerasTold:
    """What a table's cameras told so far: whoever watches on goes on from there.

    Attributes:
        until_us: media time of the last of it.
        seqs: how far each camera counted its facts, by source.
        last_track: the highest number of a card.
        is_broken_off: whether it ends in the middle of what a camera told.
    """

    until_us: int = 0
    seqs: dict[str, int] = field(default_factory=dict)
    last_track: int = 0
    is_broken_off: bool = False

    def take(self, fact: Fact) -> None:
        """Take in one fact; only a camera's are counted."""
        if not fact.source.startswith(CAMERA):
            return
        self.until_us = max(self.until_us, fact.pts_us)
        if fact.seq:
            self.seqs[fact.source] = max(self.seqs.get(fact.source, 0), fact.seq)
        self.last_track = max(self.last_track, track_of(fact.body))
        self.is_broken_off = not isinstance(fact.body, RecordingEnded)


@dataclass(frozen=True, slots=True)
class NotesMemory:
    """Everything that notes hold; see `Notes`."""

    pts_us: int
    told: CamerasTold
    blind_us: int
    blind_since_us: int | None
    desk: DeskMemory
    reviews: ReviewsMemory
    lying: tuple[LyingCard, ...]
    recent: RecentMemory


class Notes:
    """The fold of a table's facts, but for its rounds. Used by one thread at a time.

    Attributes:
        pts_us: media time of the newest fact.
        told: what the cameras told.
        desk: what people did about findings.
        reviews: their own verdicts on rounds.
        lying: the cards that lie on the table.
        recent: the newest facts.
    """

    def __init__(self) -> None:
        """Begin with an empty journal."""
        self.pts_us = 0
        self.told = CamerasTold()
        self.desk = Desk()
        self.reviews = Reviews()
        self.lying = LyingCards()
        self.recent = RecentFacts()
        self._blind_us = 0
        self._blind_since_us: int | None = None

    @property
    def blind_us(self) -> int:
        """For how long the cameras did not see the table, microseconds."""
        since = self.pts_us if self._blind_since_us is None else self._blind_since_us
        return self._blind_us + self.pts_us - since

    def take(self, fact: Fact) -> None:
        """Take in one fact."""
        self.pts_us = max(self.pts_us, fact.pts_us)
        match fact.body:
            case CameraBlind() if self._blind_since_us is None:
                self._blind_since_us = fact.pts_us
            case CameraBack() if self._blind_since_us is not None:
                self._blind_us += max(0, fact.pts_us - self._blind_since_us)
                self._blind_since_us = None
            case _:
                pass
        self.told.take(fact)
        self.desk.take(fact)
        self.reviews.take(fact)
        self.lying.take(fact)
        self.recent.take(fact)

    def memory(self, keep: int) -> NotesMemory:
        """Return what others have to know to go on as these notes do, with the newest `keep` facts."""
        return NotesMemory(
            pts_us=self.pts_us,
            told=replace(self.told, seqs=dict(self.told.seqs)),
            blind_us=self._blind_us,
            blind_since_us=self._blind_since_us,
            desk=self.desk.memory(),
            reviews=self.reviews.memory(),
            lying=self.lying.cards,
            recent=self.recent.memory(keep),
        )

    def go_on(self, memory: NotesMemory) -> None:
        """Go on from what others noted; nothing was taken in here yet."""
        self.pts_us, self.told = memory.pts_us, replace(memory.told, seqs=dict(memory.told.seqs))
        self._blind_us, self._blind_since_us = memory.blind_us, memory.blind_since_us
        self.desk.go_on(memory.desk)
        self.reviews.go_on(memory.reviews)
        self.lying = LyingCards.of(memory.lying)
        self.recent.go_on(memory.recent)


def track_of(body: FactBody) -> int:
    """Return the number of the card that a fact's body is about; 0 if it is about none."""
    return body.track if isinstance(body, CardPlaced | CardRead | CardMoved | CardTaken) else 0
