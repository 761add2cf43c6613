"""The table at one moment, for overlays: what lay where, and what of the picture was read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.layout.pose import Pose
from vision.table import Table
from vision.tracks.card_track import CardTrack
from vision.tracks.gate import Box


@dataclass(frozen=True, slots=True, eq=False)
class TableCard:
    """A card as it lies at the moment of a look.

    Attributes:
        track: the number that facts give it.
        quad_px: float64 `(4, 2)`, corners in the picture, clockwise from the card's top left.
        card: `Th`, `T?` or `??`.
        p: probability of `card`, or that it is a card if `??`.
        face_up: whether its face is seen.
        place: its hand; `""` while that is open.
        pose: how it lies on the felt.
        probs: float64 `(52,)` over `tracker.cards.DECK`, all evidence of its face so far; None for a back.
    """

    track: int
    quad_px: NDArray[np.float64]
    card: str
    p: float
    face_up: bool
    place: str
    pose: Pose | None = None
    probs: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The table after a scene was read.

    Attributes:
        pts_us: media time of the picture.
        cards: the cards on it.
        regions_px: what was read of it; empty for all.
    """

    pts_us: int
    cards: tuple[TableCard, ...]
    regions_px: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Covered:
    """From now on something hides these cards from a camera, or may: their tracks."""

    pts_us: int
    tracks: frozenset[int]


def table_card(card: CardTrack, table: Table) -> TableCard:
    """The card of a track as it lies now."""
    name, p = card.reading
    return TableCard(
        track=card.number,
        quad_px=card.pose.quad_px(table),
        card=str(name),
        p=p,
        face_up=card.face_up,
        place=card.seat.place if card.seat else "",
        pose=card.pose,
        probs=card.posterior.probs if card.face_up else None,
    )
