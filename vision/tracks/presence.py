"""Whether a card that was not seen still lies there: its picture unchanged, hidden, or bare felt in its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.layout.pose import Pose
from vision.table import Table
from vision.tracks.card_track import CardTrack
from vision.tracks.felt_memory import FeltMemory, Mask, Patch
from vision.tracks.thumbnail import Grid
from vision.tracks.view import View

UNCHANGED = 0.85
"""A place looks as before when this part of its samples do."""
FREE = 0.6
"""A card is gone when this part of what can be seen of its place is bare felt."""
BARE = 0.8
"""What is read where so much of a card's place is bare felt is no card."""
BESIDE = 0.25
"""What reaches so far out from other cards, and shows felt there, is no card: a piece of their faces was read."""
VISIBLE = 0.15
"""Where less of a card's place can be seen, nothing is said about it, unless it shows the cards that it lay on."""
PEEKS = 0.05
"""A card that is covered is known by this part of it, if it looks as it did."""
_INNER = 0.86
_OUTER = 1.12


class Presence(Enum):
    """What the place of a card shows."""

    UNCHANGED = "unchanged"
    HIDDEN = "hidden"
    BARE = "bare"


class Presences:
    """Judges the places of cards against their last picture and the felt."""

    def __init__(self, table: Table, grid: Grid, *, hold_us: int) -> None:
        self._table = table
        self._grid = grid
        self._felt = FeltMemory(grid, hold_us=hold_us)

    def in_usual_light(self, view: View) -> View:
        """The look as if the light were as when the felt was learnt."""
        return replace(view, samples=self._felt.in_its_light(view.samples))

    def patch(self, pose: Pose, view: View) -> Patch:
        """What a card's place looks like now."""
        return Patch.of(view.samples, self._mask(pose, _INNER))

    def is_unchanged(self, card: CardTrack, view: View) -> bool:
        """Whether a card's place looks as when the card was last seen."""
        return card.patch.share_alike(view.samples) >= UNCHANGED

    def is_covered(self, card: CardTrack, view: View, covers: Mask) -> bool:
        """Whether enough of a card shows beside what lies on it, and looks as it did: it still lies there."""
        beside = ~covers & ~view.busy
        shows = (card.patch.where & beside).sum() >= PEEKS * card.patch.where.sum()
        return bool(shows and card.patch.share_alike(view.samples, beside) >= UNCHANGED)

    def lies_under(self, card: CardTrack, pose: Pose, view: View) -> bool | None:
        """Whether another card came to lie on a card: what is left to see of it looks as it did, and the rest does not.

        None where what moves hides it.
        """
        cover = self.covered_by([pose], scale=1.0)
        beside = card.patch.where & ~cover
        if (beside & ~view.busy).sum() < max(0.5 * beside.sum(), PEEKS * card.patch.where.sum()):
            return None
        looks_other = card.patch.share_alike(view.samples, cover & ~view.busy) < UNCHANGED
        return looks_other and self.is_covered(card, view, cover)

    def is_bare(self, pose: Pose, view: View, others: Mask) -> bool:
        """Whether the felt shows where a card is said to lie: print, a reflection or a piece of a face was read.

        Args:
            pose: of what was read.
            view: the look.
            others: samples on which other cards lie; what of its place is beside them must not be felt either.
        """
        place = self._mask(pose, _INNER)
        beside = place & ~others
        reaches_out = beside.sum() >= BESIDE * place.sum()
        return any(
            (free := self._felt.share_free(view.samples, where)) is not None and free >= BARE
            for where in ((place, beside) if reaches_out else (place,))
        )

    def judge(self, card: CardTrack, view: View, covers: Mask, beneath: Mask) -> Presence:
        """Say what became of a card that was not seen where it lay.

        Args:
            card: the card.
            view: the look in which it was not seen.
            covers: samples on which other cards lie now that may hide it.
            beneath: samples on which cards are seen now that it would hide if it still lay on them.
        """
        if self.is_unchanged(card, view):
            return Presence.UNCHANGED
        place = card.patch.where
        beside = place & ~covers & ~beneath & ~view.busy
        free = self._felt.share_free(view.samples, beside) or 0.0
        if beside.sum() >= VISIBLE * place.sum():
            return Presence.BARE if free >= FREE else Presence.HIDDEN
        upon = beneath & ~covers & ~view.busy
        shows_them = (upon & place).any() and card.patch.share_alike(view.samples, upon) < FREE
        if beside.sum() >= PEEKS * place.sum() and free >= BARE and shows_them:
            return Presence.BARE
        return Presence.HIDDEN

    def note_covered(self, view: View) -> None:
        """Remember since when no felt shows where it did."""
        self._felt.note_covered(view.samples, view.read, view.stirred_us)

    def came_us(self, pose: Pose, view: View) -> int:
        """The earliest time at which a card may have come to lie there."""
        return min(view.pts_us, self._felt.covered_us(self._mask(pose, _INNER), view.stirred_us))

    def stirred_us(self, pose: Pose, view: View) -> int:
        """When what moved last over a card began to move there."""
        stirred = view.stirred_us[self._mask(pose, _INNER)]
        return int(np.median(stirred)) if stirred.size else view.pts_us

    def covered_by(self, poses: Iterable[Pose], *, scale: float = _OUTER) -> Mask:
        """Samples on which cards lie: a little more than their outlines, or these at another scale."""
        mask = np.zeros((self._grid.height, self._grid.width), np.bool_)
        for pose in poses:
            mask |= self._mask(pose, scale)
        return mask

    def learn_felt(self, view: View, poses: Iterable[Pose]) -> None:
        """Take what nothing moves over and no card lies on for felt."""
        self._felt.learn(view.samples, ~view.busy & ~self.covered_by(poses), view.pts_us)

    def unexplained(self, view: View, poses: Iterable[Pose]) -> Mask:
        """Samples of the regions read that show neither felt nor one of these cards, and rest."""
        return view.read & ~view.busy & ~self.covered_by(poses) & self._felt.strange(view.samples)

    def _mask(self, pose: Pose, scale: float) -> NDArray[np.bool_]:
        corners = self._table.card_quad_mm((pose.x, pose.y), pose.angle_deg)
        centre = np.array([pose.x, pose.y])
        return self._grid.polygon(self._table.to_picture(centre + scale * (corners - centre))).astype(
            np.bool_
        )
