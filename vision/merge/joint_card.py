"""One physical card as several cameras tell of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from tracker.cards import DECK, UNKNOWN, UNREAD, Card
from vision.felt import F64, Mm
from vision.layout.places import Seat
from vision.tracks.posterior import name_of

READ_P = 0.9
"""A card is called by its name from this probability on."""
SAYS_OTHERWISE_P = 0.8
"""Cameras that name two cards at least so surely contradict each other."""
WITNESS = 0.85
"""What a camera's evidence counts beside another's: both see the same worn corner, by models that err alike."""
_DOUBT = 1e-6


@dataclass(slots=True, eq=False)
class Claim:
    """What one camera says of a card.

    Attributes:
        camera: its name.
        track: the number that it gives the card.
        seat: the hand, and how the card lies in it.
        at: its centre, felt mm.
        face_up: whether its face was seen.
        probs: float64 `(52,)` over `tracker.cards.DECK`.
        p: how sure the camera is of what it calls the card.
        since_us: when it came to rest there.
        slack_us: so much earlier it may have come.
        seen_us: time of the picture in which it was last seen.
        quad_px: its corners in that picture.
        gone_us: when it left; None while it lies there.
        covered: whether something hides it from this camera.
    """

    camera: str
    track: int
    seat: Seat
    at: Mm
    face_up: bool
    probs: F64
    p: float
    since_us: int
    slack_us: int = 0
    seen_us: int = 0
    quad_px: tuple[tuple[float, float], ...] = ()
    gone_us: int | None = None
    covered: bool = False

    @property
    def named(self) -> Card:
        """The card that it is likeliest to be; `??` where that is not sure."""
        told = name_of(self.probs, SAYS_OTHERWISE_P) if self.face_up else None
        return told[0] if told else UNKNOWN

    def contradicts(self, other: Claim) -> bool:
        """Whether two cameras surely name different cards."""
        mine, theirs = self.named, other.named
        return mine.is_known and theirs.is_known and mine != theirs


@dataclass(frozen=True, slots=True)
class Told:
    """What the facts say of a card so far."""

    seat: Seat
    card: Card
    face_up: bool


@dataclass(slots=True, eq=False)
class JointCard:
    """A card; `number` is the one in facts.

    Attributes:
        claims: by camera.
        told: None until it is told.
        ready_us: when it may be told though other cameras have not spoken.
        parted_us: since when cameras say that it lies in different places; None while they agree.
        taken_us: when it was told to have left; None while it lies there.
    """

    number: int
    claims: dict[str, Claim] = field(default_factory=dict)
    told: Told | None = None
    ready_us: int = 0
    parted_us: int | None = None
    taken_us: int | None = None

    @property
    def lying(self) -> list[Claim]:
        """What the cameras say that have not seen it leave."""
        return [claim for claim in self.claims.values() if claim.gone_us is None]

    def reading(self) -> tuple[Card, float]:
        """The card and its probability by all cameras' evidence together; `??` where they leave it open."""
        faces = [claim.probs for claim in self.lying if claim.face_up]
        if not faces:
            return UNKNOWN, 0.0
        probs = joined(faces)
        return name_of(probs, READ_P) or (UNKNOWN, float(probs.max()))

    @property
    def is_disputed(self) -> bool:
        """Whether two cameras surely name different cards."""
        claims = self.lying
        return any(a.contradicts(b) for k, a in enumerate(claims) for b in claims[k + 1 :])


def joined(readings: list[F64]) -> F64:
    """One distribution, float64 `(52,)`, from several witnesses' of one card: their log-probabilities add up.

    A single witness counts whole; each of several counts a little less, for they are not independent.
    """
    weight = 1.0 if len(readings) == 1 else WITNESS
    log = weight * np.sum([np.log(probs + _DOUBT) for probs in readings], axis=0)
    weights = np.exp(log - log.max())
    return np.asarray(weights / weights.sum(), np.float64)


def probs_of(card: Card, p: float) -> F64:
    """The distribution, float64 `(52,)`, that a name with its probability stands for; flat for `??`."""
    meant = np.array([card.rank == one.rank and card.suit in (UNREAD, one.suit) for one in DECK])
    if not meant.any():
        return np.full(52, 1 / 52)
    p = min(max(p, 1 / 52), 1 - 1e-4)
    return np.asarray(np.where(meant, p / meant.sum(), (1 - p) / (52 - meant.sum())), np.float64)


def same_card(a: F64, b: F64) -> float:
    """Log of how much more likely one card explains both distributions than two dealt at random do."""
    return math.log(52.0 * float(a @ b) + 1e-6)


def turned_up(told: Told, card: Card) -> Told:
    """What is told once a card was read."""
    return replace(told, card=card, face_up=True)
