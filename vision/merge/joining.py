"""Which card a camera speaks of: the one that lies where it says, unless that one's name speaks against it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from vision.merge.joint_card import Claim, JointCard, same_card

SIGMA_MM = 10.0
"""How far apart two cameras see one card (sigma): each places it by the index that it sees, through its own
calibration."""
LEAST = -2.5
"""From this log-likelihood on it is the same card: unread ones nearer than 22 mm, ones that read alike nearer than
30 mm; cards in a fan lie some 23 mm apart, and read otherwise."""
ALIKE, OTHERWISE = 2.0, -1.5
"""Bounds of what the names say: one camera may be wrong about a name, and sure."""


APART_US = 200_000
"""A card that came to rest so shortly before another one left took its place."""


def score(card: JointCard, claim: Claim) -> float:
    """Log-likelihood, up to a constant, that a camera speaks of this card; -inf where it cannot."""
    others = [other for other in card.claims.values() if other.camera != claim.camera]
    if not others or all(other.seat.sideways != claim.seat.sideways for other in others):
        return -math.inf
    return max(_alike(other, claim) for other in others)


def _alike(a: Claim, b: Claim) -> float:
    near = -((math.dist(a.at, b.at) / SIGMA_MM) ** 2) / 2
    names = same_card(a.probs, b.probs) if a.face_up and b.face_up else 0.0
    return near + min(max(names, OTHERWISE), ALIKE)


def card_of(claim: Claim, cards: Iterable[JointCard]) -> JointCard | None:
    """The card that a claim is about, among those of which its camera has not spoken; None if it is a new one."""
    best, most = None, LEAST
    for card in cards:
        if card.taken_us is not None and claim.since_us > card.taken_us - APART_US:
            continue  # it came after that one had left
        own = card.claims.get(claim.camera)
        if own is not None and (own.gone_us is None or own.contradicts(claim)):
            continue
        found = score(card, claim)
        if found > most:
            best, most = card, found
    return best
