"""All cards of a table over time: which are seen, which are hidden, which are gone."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from vision.layout.places import Places, rows_of
from vision.layout.pose import SeenCard
from vision.table import Table
from vision.tracks.card_track import RELOOK_US, CardTrack, Phase
from vision.tracks.carried import Carried
from vision.tracks.deciding import Decider
from vision.tracks.doubts import Doubts
from vision.tracks.gate import Box
from vision.tracks.matching import NEAR_MM, TWIN_MM, Matches, Signs, by_pose, reads_as, without_twins
from vision.tracks.outlines import card_outlines
from vision.tracks.patience import Patience
from vision.tracks.presence import Presence, Presences
from vision.tracks.thumbnail import Grid
from vision.tracks.view import Happening, View

SLOT_MM = 25.0
"""What is seen for a moment only is a card if it lies so near to a free slot of a hand."""
OVERDUE_US = 1_000_000
"""So long a look that is due waits for what moves there to go."""
STUTTER_US = 450_000
"""Recorders repeat a picture for so long: what was on its way seems to rest, and so does everything else."""


class CardTracks:
    """The cards on one table."""

    def __init__(self, table: Table, grid: Grid, patience: Patience) -> None:
        self.cards: list[CardTrack] = []
        self._table = table
        self._grid = grid
        self._places = Places(table)
        self._patience = patience
        self._presences = Presences(table, grid, hold_us=patience.felt_us)
        self._carried = Carried(self._presences)
        self._doubts = Doubts(grid, _card_samples(table, grid))
        self._decider = Decider(table, self.cards, self._places, self._presences, patience)
        self._view: View | None = None
        self._numbers = 0

    def update(self, view: View) -> list[Happening]:
        """Take in a look; what happened on the table, in order of time."""
        view = self._presences.in_usual_light(view)
        self._presences.note_covered(view)
        seen = self._seen(view)
        changed = {card for card in self.cards if not self._presences.is_unchanged(card, view)}
        disturbed = {card for card in self.cards if view.rest_us(self._box(card, 0.0)) > card.sighted_us}
        seen, copies = self._without_unclear(seen, changed, view)
        signs = Signs(
            changed=changed,
            disturbed=disturbed,
            same_place_mm=self._same_place_mm,
            copies=copies,
        )
        matches = by_pose(seen, self.cards, signs)
        for card, sighting in matches.found:
            self._observe(card, sighting, view, changed=card in changed)
        covers = self._presences.covered_by((one.pose for one in seen), scale=1.0)
        gone = [card for card in matches.replaced if not self._presences.is_covered(card, view, covers)]
        contested = [card for card in gone if self._is_contested(card, seen, matches, changed)]
        for card in gone:
            if card not in contested:
                self._lose(card, view.pts_us)
        for sighting in matches.strangers:
            if not any(self._lies_in(sighting, card) for card in contested):
                self._begin(sighting, view)
        self._judge_missing(view, {card for card, _ in matches.found})
        for card in contested:
            card.contest(view.pts_us)
        lying = [card.pose for card in self.cards if card.seen_us == view.pts_us]
        unexplained = self._presences.unexplained(view, lying)
        self._doubts.note(unexplained, view.read, view.changed, view.pts_us)
        self._presences.learn_felt(view, [card.pose for card in self.cards if card.phase is not Phase.LOST])
        self._view = view
        return self._decider.decide(view)

    def settle(self, pts_us: int) -> list[Happening]:
        """What time alone has made certain since the last look."""
        return self._decider.decide(replace(self._view, pts_us=pts_us)) if self._view else []

    def finish(self, pts_us: int) -> list[Happening]:
        """What is left to tell when there will be no further look."""
        return self._decider.decide_at_end(replace(self._view, pts_us=pts_us)) if self._view else []

    def fresh_misfits_mm(self) -> Iterator[float]:
        """How far each card that became surely known since the last call lies from where the table file expects one."""
        for card in self.cards:
            if not card.weighed and card.phase is not Phase.LOST and card.is_surely_read:
                card.weighed = True
                yield self._places.misfit_mm(card.pose, self._decider.lying(card))

    def relooks(self, pts_us: int, is_busy: Callable[[Box], bool]) -> list[Box]:
        """Boxes that another look may tell more about, in pixels; each one is asked for now and then.

        Args:
            pts_us: the time now.
            is_busy: whether something moves in a box of the picture: a back that it may hide is looked at when it has
                gone, but it is not waited for for ever.
        """
        boxes = self._doubts.due(pts_us)
        for card in self.cards:
            overdue_us = pts_us - card.next_look_us
            if overdue_us < 0 or not card.wants_look:
                continue
            # An index is read beside a hand, too; an outline is whole or none.
            if card.face_up or overdue_us >= OVERDUE_US or not is_busy(self._box(card, 0.0)):
                card.put_off_look(pts_us)
                boxes.append(self._box(card, 0.35))
        return boxes

    def hidden(self, is_unread: Callable[[Box], bool]) -> frozenset[int]:
        """The numbers of the cards that are not seen now, or may not be: hidden, or gone.

        Args:
            is_unread: whether something changed in a box of the picture and was not read since.
        """
        return frozenset(
            card.number
            for card in self.cards
            if card.phase is Phase.LOST or card.hidden_us or is_unread(self._box(card, 0.0))
        )

    @property
    def is_unsettled(self) -> bool:
        """Whether time alone may make something certain."""
        return any(card.phase is not Phase.PLACED for card in self.cards)

    def _seen(self, view: View) -> list[SeenCard]:
        """What was read, and outlines of cards where nothing was read; in play only."""
        resting = self._carried.without(view, self.cards)
        in_play = (card for card in resting if not self._places.is_idle(card.pose))
        read = without_twins(card for card in in_play if not self._is_bare(card, view))
        up = [card.pose for card in read if card.is_up]
        up += [card.pose for card in self.cards if card.face_up and card.phase is not Phase.LOST]
        unexplained, known = self._presences.unexplained(view, up), view.read & ~view.busy
        outlines = card_outlines(view.samples, unexplained, known, self._table, self._grid)
        return without_twins([*read, *(c for c in outlines if not self._places.is_idle(c.pose))])

    def _without_unclear(
        self, seen: Sequence[SeenCard], changed: Collection[CardTrack], view: View
    ) -> tuple[list[SeenCard], set[tuple[SeenCard, CardTrack]]]:
        """Tell copies of cards from the cards themselves, nudged, where one is read beside the place of another.

        Returns:
            What was seen without what cannot be told yet, and the sightings that are copies, each with the card that
            it reads as and lies on.
        """
        unclear: set[SeenCard] = set()
        copies: set[tuple[SeenCard, CardTrack]] = set()
        for one in (one for one in seen if one.is_up and len(one.sighting.indices) > 1):
            for card in changed:
                if not TWIN_MM < card.pose.distance_mm(one.pose) < NEAR_MM or not reads_as(card, one):
                    continue
                lies_under = self._presences.lies_under(card, one.pose, view)
                if lies_under:
                    copies.add((one, card))
                elif lies_under is None:
                    unclear.add(one)
                    card.owe_look(view.pts_us + RELOOK_US)
        return [one for one in seen if one not in unclear], copies

    def _is_bare(self, card: SeenCard, view: View) -> bool:
        """Whether the felt shows where a card is read, as far as no other card hides it."""
        known = [other.pose for other in self.cards if other.phase is not Phase.LOST]
        surer = [other.pose for other in view.seen if other.sighting.p > card.sighting.p]
        reach_mm = math.hypot(*self._table.card_mm)
        others = (*known, *surer) if self._patience.trusts_felt else ()
        beside = (pose for pose in others if SLOT_MM < pose.distance_mm(card.pose) < reach_mm)
        return self._presences.is_bare(card.pose, view, self._presences.covered_by(beside))

    def _is_laid(self, card: SeenCard) -> bool:
        """Whether a card lies where one of a hand is laid, and not as a hand may hold it above the table."""
        return self._places.free_misfit_mm(card.pose, self._decider.lying()) < SLOT_MM

    def _observe(self, card: CardTrack, sighting: SeenCard, view: View, *, changed: bool) -> None:
        if card.face_up != sighting.is_up:
            card.since_us = card.hidden_us or self._presences.stirred_us(card.pose, view)
        card.observe(sighting, view.pts_us, self._presences.patch(sighting.pose, view), changed=changed)
        card.rests |= self._rests(card, view)
        if card.phase is Phase.LOST:
            card.phase = Phase.PLACED

    def _begin(self, sighting: SeenCard, view: View) -> None:
        self._numbers += 1
        patch = self._presences.patch(sighting.pose, view)
        card = CardTrack(
            self._numbers, sighting.pose, sighting.is_up, view.pts_us, patch, read_p=self._patience.read_p
        )
        card.observe(sighting, view.pts_us, patch, changed=False)
        card.rest_us = min(view.pts_us, view.rest_us(self._box(card, 0.0)))
        card.rests = self._rests(card, view) or self._is_laid(sighting)
        if not card.rests:
            card.owe_look(view.pts_us + STUTTER_US)
        card.since_us = self._presences.came_us(sighting.pose, view)
        self.cards.append(card)

    def _rests(self, card: CardTrack, view: View) -> bool:
        """Whether a card that is seen surely lies: where everything stopped with it, the recorder may but stutter."""
        stopped_with_all = view.rest_us(self._box(card, 0.0)) >= view.stopped_us
        return not view.fleeting and not (stopped_with_all and view.pts_us - view.stopped_us < STUTTER_US)

    def _judge_missing(self, view: View, found: set[CardTrack]) -> None:
        """Lose the cards whose place is seen bare; forget what was never clear and is not there any more."""
        lying = [c for c in self.cards if c.seen_us == view.pts_us or self._presences.is_unchanged(c, view)]
        for card in [c for c in self.cards if c not in found and c.phase is not Phase.LOST]:
            if not (card.patch.where & view.read).any() or card.first_us == view.pts_us:
                continue
            beneath = [other for other in lying if other in found and _lies_beneath(other, card)]
            others = (other for other in lying if other is not card and other not in beneath)
            presence = self._presences.judge(
                card,
                view,
                self._presences.covered_by(other.pose for other in others),
                self._presences.covered_by(other.pose for other in beneath),
            )
            # What a hand moves over may be gone when it is: nothing else would have it looked at again.
            moving = bool((card.patch.where & view.busy).any())
            card.look_again(view.pts_us, soon=presence is Presence.HIDDEN and moving)
            if presence is Presence.UNCHANGED:
                card.seen_us, card.hidden_us = view.pts_us, 0
            elif presence is Presence.BARE or self._was_mistaken(card, moving=moving):
                self._lose(card, view.pts_us)
            elif not card.hidden_us:
                card.hidden_us = self._presences.stirred_us(card.pose, view)

    def _was_mistaken(self, card: CardTrack, *, moving: bool) -> bool:
        """Whether what was taken for a card, and is not seen any more, was none: a back may be under what moves."""
        return card.phase is Phase.NEW and not card.is_clear and (card.face_up or not moving)

    def _lose(self, card: CardTrack, pts_us: int) -> None:
        if card.phase is Phase.NEW:
            self.cards.remove(card)
        elif card.phase is Phase.PLACED:
            card.phase, card.lost_us = Phase.LOST, pts_us

    def _is_contested(
        self, card: CardTrack, seen: Sequence[SeenCard], matches: Matches, changed: Collection[CardTrack]
    ) -> bool:
        """Whether one look alone says that another card lies in the place of one that is surely known.

        It is more than one look's word if that card is missing elsewhere, or this one turned up there.
        """
        if not self._patience.second_look or not card.is_surely_read or card.contested:
            return False
        found = {other for other, _ in matches.found}
        unseen = (c for c in self.cards if c is not card and c.face_up and c not in found)
        missing = [c for c in unseen if c.phase is Phase.LOST or c in changed]
        here = [sighting for sighting in seen if self._lies_in(sighting, card)]
        came = any(reads_as(other, sighting) for other in missing for sighting in here)
        return not came and not any(reads_as(card, other) for other in seen if other not in here)

    def _lies_in(self, sighting: SeenCard, card: CardTrack) -> bool:
        return card.pose.distance_mm(sighting.pose) < self._same_place_mm(card)

    def _same_place_mm(self, card: CardTrack) -> float:
        return self._places.same_place_mm(card.seat.place) if card.seat else TWIN_MM

    def _box(self, card: CardTrack, margin: float) -> Box:
        """Box around a card in the picture, wider by a part of its size on each side."""
        quad = card.pose.quad_px(self._table)
        (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
        grow = margin * max(x1 - x0, y1 - y0)
        return (float(x0 - grow), float(y0 - grow), float(x1 + grow), float(y1 + grow))


def _lies_beneath(other: CardTrack, card: CardTrack) -> bool:
    """Whether another card of its hand was laid before a card, which lies on it."""
    if other.seat is None or card.seat is None:
        return False
    return other.seat.place == card.seat.place and 0 < other.seat.slot < card.seat.slot


def _card_samples(table: Table, grid: Grid) -> float:
    """Samples on a card where cards look smallest."""
    scale = min(table.px_per_mm_at(row.at_mm) for row in rows_of(table).values()) / grid.stride
    return table.card_mm[0] * table.card_mm[1] * scale * scale
