"""Which sighting is which card: by where it lies, and by what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from vision.layout.pose import Pose, SeenCard
from vision.sightings import F32
from vision.tracks.card_track import CardTrack, Phase

NEAR_MM = 40.0
NEAR_DEG = 25.0
_SIGMA_MM = 6.0
_SIGMA_ONE_INDEX_MM = 10.0
"""A card of which one index is seen is placed by that index alone, and decks print them at different distances."""
_SIGMA_DEG = 8.0
_FLOOR = 0.002
_OTHER_CARD = -6.0
_WORST = -6.5
_TURNED_UP = -1.0
_TURNED_DOWN = -4.0
SURE = 0.9
LIKELY = 0.6
OTHER_CARD = -1.5
"""A card that is sure and a likely reading that one card explains so badly are two cards, if the picture changed."""
FAR_BETTER = 2.0
"""A card that vanished elsewhere and explains a reading so much better, as log-likelihood, has come here."""
SAME_CARD = 2.0
"""Log-likelihood ratio from which two sightings are believed to show one card: e**2, against 52 in the best case."""
MOVED_MM = 225.0
"""Cards are moved within their box; the same card farther away is another copy of it, dealt as this one is taken with
its hand. A card that leaves others of its hand behind was moved, however far: nobody takes a single card."""
NUDGED_MM = 60.0
TURNED_MM = 120.0
TWIN_MM = 12.0
SAME_INDEX_MM = 4.0
"""So near to where a card lay no other one is laid; its own index, half covered, is read there."""
BOTH_ENDS_MM = 35.0
"""So far apart along the card may its two indices place it, ..."""
BOTH_ENDS_ASIDE_MM = 9.0
"""... and so far across; cards in a fan lie farther aside. ..."""
NO_FAN_MM = 14.0
"""Nearer than this no two cards of a fan lie: what reads the same at both ends there is one card. ..."""
BOTH_ENDS_MM_PER_DEG = 0.95
"""Each degree by which two of one rank disagree moves where one places the centre so far: it is half a diagonal
away."""

OPPOSITE = 0.2
"""An index stands opposite to another one of its card within this part of the card's width."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Sightings with their tracks, sightings of no track, and tracks whose place now shows another card."""

    found: list[tuple[CardTrack, SeenCard]]
    strangers: list[SeenCard]
    replaced: list[CardTrack]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What the picture tells besides what is read in it.

    Attributes:
        changed: cards whose picture is not the one of their last sighting.
        disturbed: cards over which something moved since then.
        same_place_mm: a card nearer than this to where another lay took its place.
        copies: sightings with cards that read the same and yet are others.
    """

    changed: Set[CardTrack]
    disturbed: Set[CardTrack]
    same_place_mm: Callable[[CardTrack], float]
    copies: Set[tuple[SeenCard, CardTrack]] = frozenset()


def without_twins(seen: Iterable[SeenCard]) -> list[SeenCard]:
    """Make one of two sightings of one card.

    Two cards never lie so near that their outlines are alike, if it is not their indices that show two; and two indices
    of one card that were taken for two cards read the same, head to head.
    """
    left = sorted(seen, key=lambda c: -c.sighting.p)
    kept: list[SeenCard] = []
    while left:
        card = left.pop(0)
        ends = [other for other in left if _both_ends(card, other)]
        if ends:
            other = min(ends, key=lambda one: one.pose.distance_mm(card.pose))
            left.remove(other)
            card = _joined(card, other)
        left = [other for other in left if not _same_card_twice(card, other)]
        kept.append(card)
    return kept


def by_pose(seen: Sequence[SeenCard], tracks: Sequence[CardTrack], signs: Signs) -> Matches:
    """Match sightings with the cards that lie where they are seen.

    Args:
        seen: sightings of one look.
        tracks: the cards known so far.
        signs: what else the picture tells of them.
    """
    offers = []
    replaced: list[tuple[int, CardTrack]] = []
    for k, card in enumerate(seen):
        for track in tracks:
            if (card, track) in signs.copies:
                continue
            distance = track.pose.distance_mm(card.pose)
            if distance > NEAR_MM or track.pose.turn_deg(card.pose) > NEAR_DEG:
                continue
            if _reads_otherwise(track, card) and distance > max(TWIN_MM, signs.same_place_mm(track)):
                continue  # however unsurely it is read: beside it lies the next card of the fan
            other = track in signs.changed and _contradicts(track, card)
            if other and _may_be_another_index(track, card, seen, tracks):
                continue
            if other or (track in signs.disturbed and _has_come_from_elsewhere(track, card, tracks)):
                if distance < signs.same_place_mm(track):
                    replaced.append((k, track))
                continue
            score = _score(track, card)
            if score > _WORST:
                offers.append((score, k, track))
    offers.sort(key=lambda offer: -offer[0])
    nudged = sorted(_nudged(seen, tracks, signs), key=lambda offer: -offer[0])
    return _take_best(seen, tracks, [*offers, *nudged], replaced, signs)


def reads_as(track: CardTrack, card: SeenCard) -> bool:
    """Whether a sighting reads as a card that is known."""
    return card.is_up and track.posterior.same_card(card.sighting.probs) >= SAME_CARD


def same_card(lost: CardTrack, found: CardTrack, *, left_others: bool) -> float | None:
    """How likely a card that turned up is the one that vanished elsewhere; None if that is not believed.

    Args:
        lost: the card that vanished.
        found: the card that turned up.
        left_others: whether other cards of its hand still lie where they lay.
    """
    distance = lost.pose.distance_mm(found.pose)
    if distance > MOVED_MM and not left_others:
        return None
    if lost.face_up and found.face_up:
        score = lost.posterior.same_card(found.posterior.probs)
        return score if score >= SAME_CARD else None
    if not lost.face_up:
        reach = TURNED_MM if found.face_up else NUDGED_MM
        return SAME_CARD - distance / reach if distance < reach else None
    return None


def _take_best(
    seen: Sequence[SeenCard],
    tracks: Iterable[CardTrack],
    offers: list[tuple[float, int, CardTrack]],
    replaced: list[tuple[int, CardTrack]],
    signs: Signs,
) -> Matches:
    found: dict[int, CardTrack] = {}
    for _, k, track in offers:
        if k not in found and track not in found.values():
            found[k] = track
    # A card of the fan that lies where it lay before takes nobody's place.
    gone = list(
        {
            t: None
            for k, t in replaced
            if t not in found.values() and (k not in found or _has_come(found[k], seen[k], t))
        }
    )
    there = {track for track in tracks if track.phase is not Phase.LOST}.difference(gone)
    strangers = [
        card
        for k, card in enumerate(seen)
        if k not in found and not any(_shows_no_other(card, track, signs) for track in there)
    ]
    return Matches([(track, seen[k]) for k, track in found.items()], strangers, gone)


def _has_come(track: CardTrack, card: SeenCard, there: CardTrack) -> bool:
    """Whether a card is seen where another one lay, and lay farther away itself."""
    moved_mm = track.pose.distance_mm(card.pose)
    return moved_mm > TWIN_MM and there.pose.distance_mm(card.pose) < moved_mm


def _shows_no_other(card: SeenCard, track: CardTrack, signs: Signs) -> bool:
    """Whether a sighting that is left over shows a card that lies there: no two cards lie so near each other.

    A little farther away it is the card's other end, if it reads the same: each end alone places it unsurely.
    """
    if (card, track) in signs.copies or not (card.is_up and track.face_up):
        return False
    if track.pose.turn_deg(card.pose) >= NEAR_DEG:
        return False
    distance = track.pose.distance_mm(card.pose)
    return distance < TWIN_MM or (reads_as(track, card) and distance < signs.same_place_mm(track))


def _nudged(
    seen: Sequence[SeenCard], tracks: Iterable[CardTrack], signs: Signs
) -> list[tuple[float, int, CardTrack]]:
    """Offers of cards that are not where they lay, to the same card seen close by."""
    return [
        (score - distance / NUDGED_MM, k, track)
        for k, card in enumerate(seen)
        for track in tracks
        if track in signs.changed
        and (card, track) not in signs.copies
        and track.face_up
        and card.is_up
        and (distance := track.pose.distance_mm(card.pose)) < NUDGED_MM
        and (score := track.posterior.same_card(card.sighting.probs)) >= SAME_CARD
    ]


def _score(track: CardTrack, card: SeenCard) -> float:
    """Log-likelihood, up to a constant, that the sighting shows this card."""
    distance, turn = track.pose.distance_mm(card.pose), track.pose.turn_deg(card.pose)
    sigma = _SIGMA_ONE_INDEX_MM if len(card.sighting.indices) == 1 else _SIGMA_MM
    near = -((distance / sigma) ** 2 + (turn / _SIGMA_DEG) ** 2) / 2
    if track.face_up and card.is_up:
        return near + max(_OTHER_CARD, track.posterior.same_card(card.sighting.probs))
    if track.face_up == card.is_up:
        return near
    return near + (_TURNED_UP if card.is_up else _TURNED_DOWN)


def _contradicts(track: CardTrack, card: SeenCard) -> bool:
    if not track.face_up or (known := track.posterior.reading(SURE)) is None:
        return False
    if not card.is_up:
        return card.sighting.score >= SURE
    if known[0].rank == card.sighting.card.rank and _is_half_seen_there(track, card):
        return False
    return card.sighting.p >= LIKELY and track.posterior.same_card(card.sighting.probs) < OTHER_CARD


def _is_half_seen_there(track: CardTrack, card: SeenCard) -> bool:
    """Whether one index is read exactly where a card lay: another card of its rank is laid less exactly, and the suit
    of an index that the next card half covers is read wrongly."""
    return len(card.sighting.indices) == 1 and track.pose.distance_mm(card.pose) < TWIN_MM / 2


def _may_be_another_index(
    track: CardTrack, card: SeenCard, seen: Sequence[SeenCard], tracks: Sequence[CardTrack]
) -> bool:
    """Whether what is read in a card's place may be a neighbour's index, or its own of which little is left to see.

    Not if such a card is missing elsewhere; one that is missing explains one of two readings, the surer one.
    """
    beside = [other for other in seen if _is_read_beside(card, other)]
    if not beside and not _is_its_index(track, card):
        return False
    missing = sum(lost.phase is Phase.LOST and lost.face_up and reads_as(lost, card) for lost in tracks)
    return missing <= sum(other.sighting.p > card.sighting.p for other in beside)


def _is_its_index(track: CardTrack, card: SeenCard) -> bool:
    """Whether one index of its suit is read just where a card's own stood: no two cards are laid so alike."""
    if len(card.sighting.indices) != 1 or track.pose.distance_mm(card.pose) >= SAME_INDEX_MM:
        return False
    return track.posterior.best()[0].suit == card.sighting.card.suit


def _reads_otherwise(track: CardTrack, card: SeenCard) -> bool:
    """Whether a sighting reads, surely or not, as another card than one of which the rank at least is surely known."""
    if not (track.face_up and card.is_up) or (known := track.posterior.reading(SURE)) is None:
        return False
    return card.sighting.card.rank != known[0].rank or (known[0].is_known and card.sighting.card != known[0])


def _is_read_beside(card: SeenCard, other: SeenCard) -> bool:
    """Whether the same is read beside a card: of a fan, a neighbour's index may be read for the card's own."""
    return (
        other is not card
        and other.is_up
        and card.is_up
        and other.sighting.card == card.sighting.card
        and other.pose.distance_mm(card.pose) < NEAR_MM
    )


def _has_come_from_elsewhere(track: CardTrack, card: SeenCard, tracks: Iterable[CardTrack]) -> bool:
    """Whether a card that vanished nearby explains a sighting far better than the card that lay where it is seen.

    Cards that change places (a switch) look alike from afar and may be read alike: an eight is a six to some.
    """
    if not (track.face_up and card.is_up) or card.sighting.p < LIKELY:
        return False
    here = track.posterior.same_card(card.sighting.probs)
    return any(
        lost.phase is Phase.LOST
        and lost is not track
        and lost.face_up
        and lost.pose.distance_mm(card.pose) < MOVED_MM
        and lost.posterior.same_card(card.sighting.probs) >= max(SAME_CARD, here + FAR_BETTER)
        for lost in tracks
    )


def _both_ends(a: SeenCard, b: SeenCard) -> bool:
    """Whether two sightings are one card, each placed by one of its two indices."""
    if not len(a.sighting.indices) == len(b.sighting.indices) == 1:
        return False
    if _is_overruled(a, b) or _is_overruled(b, a):
        return False
    facing = abs((a.pose.angle_deg - b.pose.angle_deg) % 360.0 - 180.0)
    same = a.sighting.card == b.sighting.card
    # The suit of a half-covered index may be any; its rank is seen.
    one_rank = a.sighting.card.rank == b.sighting.card.rank
    more_mm = BOTH_ENDS_MM_PER_DEG * facing if one_rank else 0.0
    near = _in_line(a.pose, b.pose, more_mm) or (same and a.pose.distance_mm(b.pose) < NO_FAN_MM)
    return facing < NEAR_DEG and near


def _is_overruled(card: SeenCard, other: SeenCard) -> bool:
    """Whether one reading is so unsure, and another so sure and of another rank, that they are not of one card."""
    if not (card.is_up and other.is_up) or card.sighting.card.rank == other.sighting.card.rank:
        return False
    return card.sighting.p < LIKELY and other.sighting.p >= SURE


def _same_card_twice(a: SeenCard, b: SeenCard) -> bool:
    if _is_index_of(a, b):
        return True
    if a.pose.turn_deg(b.pose) > NEAR_DEG:
        return False
    one_name = a.is_up and b.is_up and a.sighting.card == b.sighting.card
    alike = a.pose.distance_mm(b.pose) < TWIN_MM or (one_name and _in_line(a.pose, b.pose))
    return alike and not _are_two(a, b)


def _is_index_of(card: SeenCard, other: SeenCard) -> bool:
    """Whether another sighting is but the second index of a card, half covered, so that it was read at a slant."""
    if not (card.is_up and other.is_up and len(other.sighting.indices) == 1 and card.sighting.indices):
        return False
    (half_seen,), quad = other.sighting.indices, card.sighting.quad
    apart = min(
        float(np.linalg.norm(2 * quad.mean(axis=0) - one.mean(axis=0) - half_seen.mean(axis=0)))
        for one in card.sighting.indices
    )
    return card.sighting.card == other.sighting.card and apart < OPPOSITE * float(
        np.linalg.norm(quad[1] - quad[0])
    )


def _are_two(a: SeenCard, b: SeenCard) -> bool:
    """Whether an index of one lies beside one of the other, nearer than any two of one card: they lie in a fan."""
    return any(
        0.5 * _height(one) < (apart := float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))))
        and apart < 0.5 * float(np.linalg.norm(a.sighting.quad[1] - a.sighting.quad[0]))
        for one in a.sighting.indices
        for other in b.sighting.indices
    )


def _height(index: F32) -> float:
    return float(np.linalg.norm(index[3] - index[0]))


def _in_line(a: Pose, b: Pose, more_aside_mm: float = 0.0) -> bool:
    aside, along = a.offset_to(b)
    return abs(aside) < BOTH_ENDS_ASIDE_MM + more_aside_mm and abs(along) < BOTH_ENDS_MM


def _joined(a: SeenCard, b: SeenCard) -> SeenCard:
    """One card seen by both of its indices: it lies in the middle, and both readings count."""
    sighting = replace(
        a.sighting,
        indices=a.sighting.indices + b.sighting.indices,
        probs=_both(a.sighting.probs, b.sighting.probs),
    )
    return SeenCard(sighting, a.pose.towards(b.pose, 0.5))


def _both(a: F32, b: F32) -> F32:
    """Probabilities of one card by two readings of it; they count for one and a half where they agree."""
    log = np.log(a.astype(np.float64) + _FLOOR) + np.log(b.astype(np.float64) + _FLOOR)
    weights = np.exp(0.75 * (log - log.max()))
    return np.asarray(max(a.sum(), b.sum()) * weights / weights.sum(), dtype=np.float32)
