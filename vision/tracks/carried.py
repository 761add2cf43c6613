"""Which cards are read on their way, in a hand, and which lie under what moves."""

from __future__ import annotations

from collections.abc import Sequence

from vision.layout.pose import SeenCard
from vision.tracks.card_track import CardTrack, Phase
from vision.tracks.matching import reads_as
from vision.tracks.presence import Presences
from vision.tracks.view import View

CARRIED = 0.3
"""A card on whose place more than this part moves is in a hand or on its way, ..."""
SAME_SPOT_MM = 4.0
SAME_SPOT_DEG = 5.0
APART_US = 80_000
LATELY_US = 600_000
"""... unless it is new to the table and was read on the same spot a moment ago, too, so long before that it would have
moved on, ..."""
LAY_MM = 8.0
"""... or something lay there that could not be read."""


class Carried:
    """Tells cards on their way from cards that lie, over the looks at one table."""

    def __init__(self, presences: Presences) -> None:
        self._presences = presences
        self._lately: list[tuple[int, SeenCard]] = []

    def without(self, view: View, cards: Sequence[CardTrack]) -> list[SeenCard]:
        """Return what is seen without what is on its way.

        Args:
            view: a look.
            cards: the cards of the table before it.
        """
        self._lately = [(at, one) for at, one in self._lately if view.pts_us - at < LATELY_US]
        resting = []
        for card in view.seen:
            if not self._moves(card, view):
                resting.append(card)
                continue
            lies = self._was_here(card, view.pts_us) or _lay_here(card, cards)
            if lies and not _is_known(card, cards):
                resting.append(card)
            if card.is_up:
                self._lately.append((view.pts_us, card))
        return resting

    def _moves(self, card: SeenCard, view: View) -> bool:
        """Whether much of what shows a card moves."""
        where = self._presences.patch(card.pose, view).where
        return bool(where.any()) and float(view.moving[where].mean()) > CARRIED

    def _was_here(self, card: SeenCard, pts_us: int) -> bool:
        return any(
            pts_us - at >= APART_US
            and before.sighting.card == card.sighting.card
            and before.pose.distance_mm(card.pose) < SAME_SPOT_MM
            and before.pose.turn_deg(card.pose) < SAME_SPOT_DEG
            for at, before in self._lately
        )


def _is_known(card: SeenCard, cards: Sequence[CardTrack]) -> bool:
    """Whether it reads as a card that lay somewhere on the table: that one may be on its way."""
    return any(other.phase is not Phase.NEW and reads_as(other, card) for other in cards)


def _lay_here(card: SeenCard, cards: Sequence[CardTrack]) -> bool:
    """Whether something lies where a card is read, of which nothing is known but that it rests."""
    return card.is_up and any(
        other.phase is Phase.NEW
        and other.rests
        and not other.reading[0].is_known
        and other.pose.distance_mm(card.pose) < LAY_MM
        for other in cards
    )
