"""All cards of a table over time: what comes to rest, is read, moves and leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tracker.cards import UNKNOWN
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, FactBody
from vision.layout.places import Lying, Places, Seat, rows_of
from vision.layout.pose import SeenCard
from vision.table import Table
from vision.tracks.card_track import CardTrack, Phase
from vision.tracks.doubts import Doubts
from vision.tracks.gate import Box
from vision.tracks.matching import SAME_CARD, by_pose, same_card, without_twins
from vision.tracks.outlines import card_outlines
from vision.tracks.presence import Presence, Presences
from vision.tracks.thumbnail import Grid
from vision.tracks.view import Happening, View


CARRIED = 0.3
"""A card on whose place more than this part moves is in a hand or on its way."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait before something is believed, microseconds of the media clock.

    Attributes:
        taken_us: a card whose place is bare may turn up elsewhere for so long.
        twin_us: a card that may be one that cannot be seen right now waits so long for its place.
        felt_us: something that is no card is felt after lying so long.
        read_p: a card is called by its name from this probability on.
        sweeps: when a new card is seen and none of those before it, all of those are gone: what a hand hides of them
            would have been seen to go in a film, but not in stills.
    """

    taken_us: int = 1_000_000
    twin_us: int = 1_500_000
    felt_us: int = 20_000_000
    read_p: float = 0.9
    sweeps: bool = False


STILLS = Patience(taken_us=1_500_000, twin_us=0, felt_us=4_000_000, read_p=0.8, sweeps=True)
"""For pictures with unknown time between them: each one stands for itself."""


class CardTracks:
    """The cards on one table."""

    def __init__(self, table: Table, grid: Grid, patience: Patience) -> None:
        self.cards: list[CardTrack] = []
        self._table = table
        self._grid = grid
        self._places = Places(table)
        self._patience = patience
        self._presences = Presences(table, grid, hold_us=patience.felt_us)
        self._doubts = Doubts(grid, _card_samples(table, grid))
        self._numbers = 0

    def update(self, view: View) -> list[Happening]:
        """Take in a look; what happened on the table, in order of time."""
        view = self._presences.in_usual_light(view)
        seen = self._seen(view)
        changed = {card for card in self.cards if not self._presences.is_unchanged(card, view)}
        matches = by_pose(seen, self.cards, changed, self._same_place_mm)
        for card, sighting in matches.found:
            self._observe(card, sighting, view, changed=card in changed)
        for card in matches.replaced:
            self._lose(card, view.pts_us)
        for sighting in matches.strangers:
            self._begin(sighting, view)
        self._judge_missing(view, {card for card, _ in matches.found})
        lying = [card.pose for card in self.cards if card.seen_us == view.pts_us]
        unexplained = self._presences.unexplained(view, lying)
        self._doubts.note(unexplained, view.read, view.changed, view.pts_us)
        self._presences.learn_felt(view, [card.pose for card in self.cards if card.phase is not Phase.LOST])
        return self._settle(view)

    def settle(self, view: View) -> list[Happening]:
        """Say what has become certain without a new look: cards placed, moved, read, taken."""
        return self._settle(self._presences.in_usual_light(view))

    def _settle(self, view: View) -> list[Happening]:
        happened = [*self._sweep(view.pts_us)] if self._patience.sweeps else []
        moves = self._moves()
        happened += self._take(view.pts_us, {lost for lost, _ in moves})
        for lost, card in moves:
            happened += self._move(lost, card)
        happened += self._place_new(view)
        for card in self.cards:
            happened += self._read(card)
        return happened

    def finish(self, view: View) -> list[Happening]:
        """Say what is left to say when there will be no further look: nothing lost turns up any more."""
        happened = self.settle(view)
        lost = [c for c in self.cards if c.phase is Phase.LOST]
        return happened + [self._happening(c, c.lost_us, CardTaken(track=c.number)) for c in lost]

    def relooks(self, pts_us: int) -> list[Box]:
        """Boxes that another look may tell more about, in pixels; each one is asked for now and then."""
        boxes = self._doubts.due(pts_us)
        for card in self.cards:
            if card.wants_look and pts_us >= card.next_look_us:
                card.put_off_look(pts_us)
                boxes.append(self._box(card, 0.35))
        return boxes

    @property
    def is_unsettled(self) -> bool:
        """Whether time alone may make something certain."""
        return any(card.phase is not Phase.PLACED for card in self.cards)

    def _seen(self, view: View) -> list[SeenCard]:
        """What was read, and outlines of cards where nothing was read; in play only."""
        resting = (card for card in view.seen if not self._is_carried(card, view))
        in_play = (card for card in resting if not self._places.is_idle(card.pose))
        read = without_twins(card for card in in_play if not self._presences.is_bare(card.pose, view))
        up = [card.pose for card in read if card.is_up]
        up += [card.pose for card in self.cards if card.face_up and card.phase is not Phase.LOST]
        outlines = card_outlines(view.samples, self._presences.unexplained(view, up), self._table, self._grid)
        return without_twins([*read, *(c for c in outlines if not self._places.is_idle(c.pose))])

    def _is_carried(self, card: SeenCard, view: View) -> bool:
        """Whether a card was read on its way: much of what shows it moves."""
        where = self._presences.patch(card.pose, view).where
        return bool(where.any()) and float(view.moving[where].mean()) > CARRIED

    def _observe(self, card: CardTrack, sighting: SeenCard, view: View, *, changed: bool) -> None:
        card.observe(sighting, view.pts_us, self._presences.patch(sighting.pose, view), changed=changed)
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
        self.cards.append(card)

    def _judge_missing(self, view: View, found: set[CardTrack]) -> None:
        """Lose the cards whose place is seen bare; forget what was never believed and is not there any more."""
        lying = [c for c in self.cards if c.seen_us == view.pts_us or self._presences.is_unchanged(c, view)]
        for card in [c for c in self.cards if c not in found and c.phase is not Phase.LOST]:
            if not (card.patch.where & view.read).any() or card.first_us == view.pts_us:
                continue
            covers = self._presences.covered_by(other.pose for other in lying if other is not card)
            presence = self._presences.judge(card, view, covers)
            if presence is Presence.UNCHANGED:
                card.seen_us = view.pts_us
            elif card.phase is Phase.NEW:
                self.cards.remove(card)
            elif presence is Presence.BARE:
                self._lose(card, view.pts_us)

    def _lose(self, card: CardTrack, pts_us: int) -> None:
        if card.phase is Phase.NEW:
            self.cards.remove(card)
        elif card.phase is Phase.PLACED:
            card.phase, card.lost_us = Phase.LOST, pts_us

    def _moves(self) -> list[tuple[CardTrack, CardTrack]]:
        """Pairs of a card that vanished and one that turned up and is the same, the likeliest first."""
        new = [c for c in self.cards if c.phase is Phase.NEW and self._seat(c) is not None]
        offers = [
            (score, lost, found)
            for lost in self.cards
            if lost.phase is Phase.LOST
            for found in new
            if (score := same_card(lost, found)) is not None
        ]
        moves: list[tuple[CardTrack, CardTrack]] = []
        for _, lost, found in sorted(offers, key=lambda offer: -offer[0]):
            if all(lost is not a and found is not b for a, b in moves):
                moves.append((lost, found))
        return moves

    def _move(self, lost: CardTrack, found: CardTrack) -> Iterator[Happening]:
        seat = self._seat(found)
        assert seat is not None
        before = lost.seat
        lost.become(found, seat)
        self.cards.remove(found)
        if seat != before:
            body = CardMoved(
                track=lost.number,
                place=seat.place,
                sideways=seat.sideways,
                x_mm=round(lost.pose.x, 1),
                y_mm=round(lost.pose.y, 1),
            )
            yield self._happening(lost, found.rest_us, body)

    def _place_new(self, view: View) -> list[Happening]:
        """Place what can be placed; a card on its hand's last one has a place when that one has."""
        happened: list[Happening] = []
        while True:
            new = sorted((c for c in self.cards if c.phase is Phase.NEW), key=self._order)
            placed = next((said for card in new if (said := list(self._place(card, view)))), None)
            if placed is None:
                return happened
            happened += placed

    def _place(self, card: CardTrack, view: View) -> Iterator[Happening]:
        seat = self._seat(card)
        if seat is None or not card.is_believed or self._awaits_twin(card, view):
            return
        card.phase, card.seat = Phase.PLACED, seat
        card.told, card.told_p = card.reading
        body = CardPlaced(
            track=card.number,
            place=seat.place,
            card=str(card.told),
            p=round(card.told_p, 4),
            face_up=card.face_up,
            sideways=seat.sideways,
            x_mm=round(card.pose.x, 1),
            y_mm=round(card.pose.y, 1),
        )
        yield self._happening(card, card.rest_us, body)

    def _awaits_twin(self, card: CardTrack, view: View) -> bool:
        """Whether the same card lay elsewhere and cannot be seen there now: perhaps it is on its way."""
        if not card.face_up or view.pts_us - card.first_us >= self._patience.twin_us:
            return False
        return any(
            other.phase is Phase.PLACED
            and other.face_up
            and other.posterior.same_card(card.posterior.probs) >= SAME_CARD
            and not self._presences.is_unchanged(other, view)
            for other in self.cards
        )

    def _read(self, card: CardTrack) -> Iterator[Happening]:
        """Tell a card's reading when it became known or another one; never take a reading back."""
        if card.phase is not Phase.PLACED or not card.face_up:
            return
        now, p = card.reading
        says_no_more = not now.is_known and now.rank == card.told.rank
        if now in (UNKNOWN, card.told) or says_no_more:
            return
        card.told, card.told_p = now, p
        body = CardRead(track=card.number, card=str(now), p=round(p, 4))
        yield self._happening(card, card.seen_us, body)

    def _take(self, pts_us: int, moving: set[CardTrack]) -> Iterator[Happening]:
        lost = [c for c in self.cards if c.phase is Phase.LOST and c not in moving]
        cleared = all(c.phase is not Phase.PLACED for c in self.cards)
        for card in lost:
            if cleared or pts_us - card.lost_us >= self._patience.taken_us:
                self.cards.remove(card)
                yield self._happening(card, card.lost_us, CardTaken(track=card.number))

    def _sweep(self, pts_us: int) -> Iterator[Happening]:
        """Take all cards where some are gone, none of the others is seen, and a new one is."""
        old = [c for c in self.cards if c.phase is not Phase.NEW]
        new = [c for c in self.cards if c.phase is Phase.NEW and c.is_believed]
        gone = any(c.phase is Phase.LOST for c in old)
        if new and gone and all(c.seen_us < pts_us for c in old):
            for card in old:
                self.cards.remove(card)
                yield self._happening(card, card.lost_us or pts_us, CardTaken(track=card.number))

    def _seat(self, card: CardTrack) -> Seat | None:
        lying = [
            Lying(c.seat.place, c.pose)
            for c in self.cards
            if c.phase is Phase.PLACED and c.seat is not None and c is not card
        ]
        return self._places.seat(card.pose, lying)

    def _same_place_mm(self, card: CardTrack) -> float:
        return self._places.same_place_mm(card.seat.place) if card.seat else 0.0

    def _order(self, card: CardTrack) -> tuple[int, str, float]:
        """Order in which cards that are found in one look came: by when they came to rest, then along their hand."""
        seat = self._seat(card)
        if seat is None:
            return (card.rest_us, "", 0.0)
        return (card.rest_us, seat.place, self._places.along(seat.place, card.pose))

    def _box(self, card: CardTrack, margin: float) -> Box:
        """Box around a card in the picture, wider by a part of its size on each side."""
        quad = card.pose.quad_px(self._table)
        (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
        grow = margin * max(x1 - x0, y1 - y0)
        return (float(x0 - grow), float(y0 - grow), float(x1 + grow), float(y1 + grow))

    def _happening(self, card: CardTrack, pts_us: int, body: FactBody) -> Happening:
        return Happening(pts_us, body, card.pose.quad_px(self._table))


def _card_samples(table: Table, grid: Grid) -> float:
    """Samples on a card where cards look smallest."""
    scale = min(table.px_per_mm_at(row.at_mm) for row in rows_of(table).values()) / grid.stride
    return table.card_mm[0] * table.card_mm[1] * scale * scale
