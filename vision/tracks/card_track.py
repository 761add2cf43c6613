"""One physical card on the felt, followed over time."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tracker.cards import UNKNOWN, Card
from vision.layout.places import Seat
from vision.layout.pose import Pose, SeenCard
from vision.sightings import Sighting
from vision.tracks.felt_memory import Patch
from vision.tracks.posterior import Posterior

SURE_P = 0.97
"""Below this a card is looked at again while it lies."""
CARD_SCORE = 0.6
"""A face-down card seen once is believed from this score on, ..."""
BACK_LOOKS = 2
"""... with a lower one after so many looks, ..."""
FACE_LOOKS = 3
FACE_SCORE = 0.75
"""... and a face that cannot be read after so many looks, if one look was at least so clear, ..."""
MISTAKEN = 0.05
"""... or if all looks at both its indices are mistaken together no more probably than this."""
POSE_P = 0.8
"""What is read less surely says nothing about how a card lies: its index is half covered, or none."""
SAME_POSE_MM = 15.0
SAME_POSE_DEG = 8.0
RELOOK_US = 200_000
"""A second look comes after this time, each further one after twice the time of the one before."""
HIDDEN_LOOK_US = 300_000
"""So soon a card is looked for again over which something moves."""
MAX_RELOOKS = 5
"""A card that has a name is not looked at more often while its picture stays as it is; one without a name is."""


class Phase(Enum):
    """A card is `NEW` until it has a place, and `LOST` when the felt shows where it lay."""

    NEW = "new"
    PLACED = "placed"
    LOST = "lost"


@dataclass(slots=True, eq=False)
class CardTrack:
    """A card; times in microseconds of the media clock.

    Attributes:
        number: the track's own, from 1; facts name it.
        pose: where it lies.
        face_up: whether its face was seen at the last sighting.
        first_us: when it was first seen.
        patch: what its place looked like when it was last seen.
        rest_us: since when nothing moved there.
        since_us: it came to lie there as it lies no earlier than that.
        seen_us: when it was last seen, or its place last looked as when it was.
        sighted_us: when it was last seen itself.
        hidden_us: since when something hides it; 0 while it is seen.
        lost_us: when the felt first showed in its place.
        seat: its hand.
        told: how the last fact calls it.
        told_p: the probability that the last fact gave.
        read_p: it is called by its name from this probability on.
        rests: whether it surely lies: what was seen for a moment only may be held by a hand on its way.
        weighed: whether its place was weighed against the table file.
        contested: whether another card was read in its place since it was last seen.
    """

    number: int
    pose: Pose
    face_up: bool
    first_us: int
    patch: Patch
    rest_us: int = 0
    since_us: int = 0
    seen_us: int = 0
    sighted_us: int = 0
    hidden_us: int = 0
    lost_us: int = 0
    next_look_us: int = 0
    phase: Phase = Phase.NEW
    seat: Seat | None = None
    told: Card = UNKNOWN
    told_p: float = 0.0
    read_p: float = 0.9
    rests: bool = False
    weighed: bool = False
    contested: bool = False
    posterior: Posterior = field(default_factory=Posterior)
    _score: float = 0.0
    _mistaken: float = 1.0
    _looks: int = 0
    _relooks: int = 0
    _owes_look: bool = False

    def observe(self, seen: SeenCard, pts_us: int, patch: Patch, *, changed: bool) -> None:
        """Take in a sighting; `changed` says that its place does not look as at the sighting before."""
        placed = not seen.is_up or seen.sighting.p >= POSE_P
        apart = placed and (
            self.pose.distance_mm(seen.pose) > SAME_POSE_MM or self.pose.turn_deg(seen.pose) > SAME_POSE_DEG
        )
        if apart or seen.is_up != self.face_up:
            self.posterior.new_pose()
        elif changed:
            self.posterior.new_picture()
        if apart or changed or seen.is_up != self.face_up:
            self._relooks = 0
        count = self.posterior.sightings
        if apart or (placed and not count):
            self.pose = seen.pose
        elif placed:
            self.pose = self.pose.towards(seen.pose, 1.0 / (count + 1))
        self.face_up = seen.is_up
        if seen.is_up:
            self.posterior.add(seen.sighting.probs, indices=len(seen.sighting.indices))
        self._score = max(self._score, _clearness(seen.sighting))
        self._mistaken *= _both_mistaken(seen.sighting)
        self._looks += 1
        self.seen_us = self.sighted_us = pts_us
        self.hidden_us = 0
        self._owes_look = self.contested = False
        self.patch = patch
        self.next_look_us = pts_us + RELOOK_US * 2**self._relooks

    def become(self, found: CardTrack, seat: Seat) -> None:
        """Go on as a card that turned up elsewhere and is this one."""
        self.posterior.absorb(found.posterior)
        self.pose, self.patch, self.face_up, self.seat = found.pose, found.patch, found.face_up, seat
        self.rest_us, self.seen_us, self.phase = found.rest_us, found.seen_us, Phase.PLACED
        self.since_us = found.since_us
        self.sighted_us = found.sighted_us
        self._relooks = 0
        self.next_look_us = found.next_look_us

    def look_again(self, pts_us: int, *, soon: bool) -> None:
        """Note whether it was hidden only by what moves, so that its place must be looked at once that has gone."""
        self._owes_look = soon
        if soon:
            self.next_look_us = pts_us + HIDDEN_LOOK_US

    def contest(self, pts_us: int) -> None:
        """Note that another card was read in its place, once: another look tells whether it took it."""
        self.contested = True
        self.owe_look(pts_us + RELOOK_US)

    def owe_look(self, at_us: int) -> None:
        """Note that it must be looked at again, at a time or when it can be."""
        self._owes_look = True
        self.next_look_us = at_us

    def put_off_look(self, pts_us: int) -> None:
        """Note that another look was asked for."""
        self._relooks = min(self._relooks + 1, MAX_RELOOKS)
        self.next_look_us = pts_us + RELOOK_US * 2**self._relooks

    @property
    def reading(self) -> tuple[Card, float]:
        """What may be said of it now: the card, its rank alone, or `??`, with a probability."""
        told = self.posterior.reading(self.read_p) if self.face_up else None
        return told or (UNKNOWN, self._score)

    @property
    def is_believed(self) -> bool:
        """Whether it is surely a card, and no chip, print or reflection."""
        if self.face_up:
            named = self.posterior.reading(self.read_p) is not None
            return self.is_clear and (named or self._looks >= FACE_LOOKS)
        return self._looks >= BACK_LOOKS or self._score >= CARD_SCORE

    @property
    def looks(self) -> int:
        """How often it was seen."""
        return self._looks

    @property
    def is_clear(self) -> bool:
        """Whether a look at its face showed it clearly, or two showed both its indices."""
        return self.face_up and (self._score >= FACE_SCORE or self._mistaken <= MISTAKEN)

    @property
    def is_surely_read(self) -> bool:
        """Whether its face is known so well that it is surely a card, and surely this one."""
        return self.face_up and self.is_believed and self.posterior.best()[1] >= SURE_P

    @property
    def wants_look(self) -> bool:
        """Whether another look may tell more."""
        sure = self.posterior.best()[1] >= SURE_P if self.face_up else self.is_believed
        patient = self._relooks < MAX_RELOOKS or self.told == UNKNOWN
        return self.phase is not Phase.LOST and (self._owes_look or (not sure and patient))


def _clearness(sighting: Sighting) -> float:
    """How clearly a look shows a card: what its clearest index says, or both where it shows two that agree.

    Print, or a piece of a pip, may be read as an index; but nothing stands at another corner of the card that it would
    be, and says the same.
    """
    return sighting.score if len(sighting.indices) < 2 else max(sighting.score, sighting.p)


def _both_mistaken(sighting: Sighting) -> float:
    """How likely two indices that agree, unsure as each may be of an unknown letter, are none."""
    return 1.0 if len(sighting.indices) < 2 else (1.0 - sighting.score) * (1.0 - sighting.p)
