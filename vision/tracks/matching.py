"""Which sighting is which card: by where it lies, and by what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vision.layout.pose import Pose, SeenCard
from vision.tracks.card_track import CardTrack

NEAR_MM = 30.0
NEAR_DEG = 25.0
_SIGMA_MM = 6.0
_SIGMA_DEG = 8.0
_WORST = -6.5
_TURNED_UP = -1.0
_TURNED_DOWN = -4.0
SURE = 0.9
"""Two readings as sure as this that disagree are two cards, if the picture changed between them."""
SAME_PLACE_MM = 16.0
"""A card this near to where another lay took its place: cards of one hand lie farther apart."""
SAME_CARD = 2.0
"""Log-likelihood ratio from which two sightings are believed to show one card: e**2, against 52 in the best case."""
NUDGED_MM = 60.0
TURNED_MM = 120.0
TWIN_MM = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Sightings with their tracks, sightings of no track, and tracks whose place now shows another card."""

    found: list[tuple[CardTrack, SeenCard]]
    strangers: list[SeenCard]
    replaced: list[CardTrack]


def without_twins(seen: Iterable[SeenCard]) -> list[SeenCard]:
    """Drop the weaker of two sightings of one card: two cards never lie so near with their outlines alike."""
    kept: list[SeenCard] = []
    for card in sorted(seen, key=lambda c: -c.sighting.p):
        if not any(_same_outline(card.pose, other.pose) for other in kept):
            kept.append(card)
    return kept


def by_pose(seen: Sequence[SeenCard], tracks: Sequence[CardTrack], changed: set[CardTrack]) -> Matches:
    """Match sightings with the cards that lie where they are seen.

    Args:
        seen: sightings of one look.
        tracks: the cards known so far.
        changed: those of them whose picture is not the one of their last sighting.
    """
    offers = []
    replaced: list[CardTrack] = []
    for k, card in enumerate(seen):
        for track in tracks:
            distance = track.pose.distance_mm(card.pose)
            if distance > NEAR_MM or track.pose.turn_deg(card.pose) > NEAR_DEG:
                continue
            if track in changed and _contradicts(track, card):
                if distance < SAME_PLACE_MM:
                    replaced.append(track)
                continue
            score = _score(track, card)
            if score > _WORST:
                offers.append((score, k, track))
    return _take_best(seen, offers, replaced)


def same_card(lost: CardTrack, found: CardTrack) -> float | None:
    """How likely a card that turned up is the one that vanished elsewhere; None if that is not believed."""
    distance = lost.pose.distance_mm(found.pose)
    if lost.face_up and found.face_up:
        score = lost.posterior.same_card(found.posterior.probs)
        return score if score >= SAME_CARD else None
    if not lost.face_up:
        reach = TURNED_MM if found.face_up else NUDGED_MM
        return SAME_CARD - distance / reach if distance < reach else None
    return None


def _take_best(
    seen: Sequence[SeenCard], offers: list[tuple[float, int, CardTrack]], replaced: list[CardTrack]
) -> Matches:
    found: list[tuple[CardTrack, SeenCard]] = []
    taken_tracks: set[CardTrack] = set()
    taken_seen: set[int] = set()
    for _, k, track in sorted(offers, key=lambda offer: -offer[0]):
        if k not in taken_seen and track not in taken_tracks:
            found.append((track, seen[k]))
            taken_seen.add(k)
            taken_tracks.add(track)
    strangers = [card for k, card in enumerate(seen) if k not in taken_seen]
    return Matches(found, strangers, [track for track in replaced if track not in taken_tracks])


def _score(track: CardTrack, card: SeenCard) -> float:
    """Log-likelihood, up to a constant, that the sighting shows this card."""
    distance, turn = track.pose.distance_mm(card.pose), track.pose.turn_deg(card.pose)
    near = -((distance / _SIGMA_MM) ** 2 + (turn / _SIGMA_DEG) ** 2) / 2
    if track.face_up and card.is_up:
        return near + max(-4.0, track.posterior.same_card(card.sighting.probs))
    if track.face_up == card.is_up:
        return near
    return near + (_TURNED_UP if card.is_up else _TURNED_DOWN)


def _contradicts(track: CardTrack, card: SeenCard) -> bool:
    if not track.face_up:
        return False
    known, p = track.posterior.best()
    if p < SURE:
        return False
    if not card.is_up:
        return card.sighting.score >= SURE
    return card.sighting.p >= SURE and card.sighting.card != known


def _same_outline(a: Pose, b: Pose) -> bool:
    return a.distance_mm(b) < TWIN_MM and a.turn_deg(b) < NEAR_DEG
