"""When what was seen becomes a fact: cards placed, moved, read and taken."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.cards import UNKNOWN
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, FactBody
from vision.layout.places import Lying, Places, Seat
from vision.table import Table
from vision.tracks.card_track import CardTrack, Phase
from vision.tracks.matching import SAME_CARD, TWIN_MM, same_card
from vision.tracks.patience import Patience
from vision.tracks.presence import Presences
from vision.tracks.view import Happening, View


class Decider:
    """Decides over the cards of a table; it gives new ones their place and removes those that are gone.

    Args:
        table: the table.
        cards: its cards; the list is shared with who finds them.
        places: the hands of the table.
        presences: what the places of cards look like.
        patience: how long to wait.
    """

    def __init__(
        self, table: Table, cards: list[CardTrack], places: Places, presences: Presences, patience: Patience
    ) -> None:
        self._table = table
        self._cards = cards
        self._places = places
        self._presences = presences
        self._patience = patience

    def decide(self, view: View) -> list[Happening]:
        """What has become certain by now, in the order in which it is to be told.

        `view` is the last look, with the present time.
        """
        happened = [*self._sweep(view.pts_us)] if self._patience.sweeps else []
        moves = self._moves()
        happened += self._take(view.pts_us, {lost for lost, _ in moves})
        for lost, card in moves:
            happened += self._move(lost, card)
        self._join_twins()
        happened += self._place_new(view)
        for card in self._cards:
            happened += self._read(card)
        return happened

    def decide_at_end(self, view: View) -> list[Happening]:
        """What is certain when there will be no further look: nothing that is lost turns up any more."""
        happened = self.decide(view)
        lost = [c for c in self._cards if c.phase is Phase.LOST]
        return happened + [self._gone(c, c.lost_us) for c in lost]

    def _sweep(self, pts_us: int) -> Iterator[Happening]:
        """Take all cards where some are gone, none of the others is seen, and a new one is."""
        old = [c for c in self._cards if c.phase is not Phase.NEW]
        new = [c for c in self._cards if c.phase is Phase.NEW and c.is_believed]
        gone = any(c.phase is Phase.LOST for c in old)
        if new and gone and all(c.seen_us < pts_us for c in old):
            for card in old:
                self._cards.remove(card)
                yield self._gone(card, card.lost_us or pts_us)

    def _moves(self) -> list[tuple[CardTrack, CardTrack]]:
        """Pairs of a card that vanished and one that turned up and is the same, the likeliest first."""
        resting = (c for c in self._cards if c.phase is Phase.NEW and c.rests and c.is_believed)
        new = [c for c in resting if self._seat(c) is not None]
        offers = [
            (score, lost, found)
            for lost in self._cards
            if lost.phase is Phase.LOST
            for found in new
            if (score := same_card(lost, found, left_others=self._left_others(lost))) is not None
        ]
        moves: list[tuple[CardTrack, CardTrack]] = []
        for _, lost, found in sorted(offers, key=lambda offer: -offer[0]):
            if all(lost is not a and found is not b for a, b in moves):
                moves.append((lost, found))
        return moves

    def _left_others(self, lost: CardTrack) -> bool:
        """Whether other cards of a lost card's hand still lie there."""
        return lost.seat is not None and any(
            c.phase is Phase.PLACED and c.seat is not None and c.seat.place == lost.seat.place
            for c in self._cards
        )

    def _move(self, lost: CardTrack, found: CardTrack) -> Iterator[Happening]:
        seat = self._seat(found)
        assert seat is not None
        before = lost.seat
        lost.become(found, seat)
        self._cards.remove(found)
        if seat != before:
            yield self._happening(lost, found.rest_us, found.since_us, _moved(lost, seat))

    def _join_twins(self) -> None:
        """Take a card that reads as one in nearly the same place for that one: it was placed unsurely at first."""
        for card in [c for c in self._cards if c.phase is Phase.NEW and c.face_up]:
            copies = (other for other in self._cards if _is_copy(other, card))
            twin = next((other for other in copies if other.pose.distance_mm(card.pose) < TWIN_MM), None)
            if twin is not None and twin.seat is not None:
                twin.become(card, twin.seat)
                self._cards.remove(card)

    def _place_new(self, view: View) -> list[Happening]:
        """Place what can be placed; a card on its hand's last one has a place when that one has."""
        happened: list[Happening] = []
        while True:
            new = sorted((c for c in self._cards if c.phase is Phase.NEW), key=self._order)
            placed = next((said for card in new if (said := list(self._place(card, view)))), None)
            if placed is None:
                return happened
            happened += placed

    def _place(self, card: CardTrack, view: View) -> Iterator[Happening]:
        seat = self._seat(card)
        if seat is None or not card.rests or not card.is_believed or self._awaits_twin(card, view):
            return
        if seat.slot == 0 and card.looks < self._patience.odd_looks:
            return
        card.phase, card.seat = Phase.PLACED, seat
        card.told, card.told_p = card.reading
        yield self._happening(card, card.rest_us, card.since_us, _placed(card, seat))

    def _awaits_twin(self, card: CardTrack, view: View) -> bool:
        """Whether the same card lay elsewhere and cannot be seen there now: perhaps it is on its way."""
        if not card.face_up or view.pts_us - card.first_us >= self._patience.twin_us:
            return False
        return any(
            _is_copy(other, card)
            and not self._presences.is_unchanged(other, view)
            and not self._presences.lies_under(other, card.pose, view)
            for other in self._cards
        )

    def _read(self, card: CardTrack) -> Iterator[Happening]:
        """Tell a card's reading when it became known or another one; never take a reading back."""
        if card.phase is not Phase.PLACED or not card.face_up:
            return
        now, p = card.reading
        says_no_more = not now.is_known and now.rank == card.told.rank
        if now in (UNKNOWN, card.told) or says_no_more:
            return
        since_us = card.since_us if card.told == UNKNOWN else card.seen_us
        card.told, card.told_p = now, p
        body = CardRead(track=card.number, card=str(now), p=round(p, 4))
        yield self._happening(card, card.seen_us, since_us, body)

    def _take(self, pts_us: int, moving: set[CardTrack]) -> Iterator[Happening]:
        lost = [c for c in self._cards if c.phase is Phase.LOST and c not in moving]
        cleared = all(c.phase is not Phase.PLACED for c in self._cards)
        for card in lost:
            single = self._left_others(card)
            wait_us = self._patience.single_us if single else self._patience.taken_us
            if cleared or pts_us - card.lost_us >= wait_us:
                self._cards.remove(card)
                yield self._gone(card, card.lost_us)

    def lying(self, besides: CardTrack | None = None) -> list[Lying]:
        """The cards on the table that have a place, without one."""
        return [
            Lying(c.seat.place, c.pose)
            for c in self._cards
            if c.phase is Phase.PLACED and c.seat is not None and c is not besides
        ]

    def _seat(self, card: CardTrack) -> Seat | None:
        return self._places.seat(card.pose, self.lying(card))

    def _order(self, card: CardTrack) -> tuple[int, str, float]:
        """Order in which cards that are found in one look came: by when they came to rest, then along their hand."""
        seat = self._seat(card)
        if seat is None:
            return (card.rest_us, "", 0.0)
        return (card.rest_us, seat.place, self._places.along(seat.place, card.pose))

    def _gone(self, card: CardTrack, gone_us: int) -> Happening:
        """A card was taken, perhaps as soon as something hid it."""
        return self._happening(card, gone_us, card.hidden_us or gone_us, CardTaken(track=card.number))

    def _happening(self, card: CardTrack, pts_us: int, since_us: int, body: FactBody) -> Happening:
        return Happening(pts_us, min(since_us, pts_us), body, card.pose.quad_px(self._table))


def _is_copy(placed: CardTrack, new: CardTrack) -> bool:
    """Whether a card that has its place reads as a new one does."""
    lies_open = placed.phase is Phase.PLACED and placed.face_up
    return lies_open and placed.posterior.same_card(new.posterior.probs) >= SAME_CARD


def _placed(card: CardTrack, seat: Seat) -> CardPlaced:
    return CardPlaced(
        track=card.number,
        place=seat.place,
        card=str(card.told),
        p=round(card.told_p, 4),
        face_up=card.face_up,
        sideways=seat.sideways,
        slot=seat.slot,
        x_mm=round(card.pose.x, 1),
        y_mm=round(card.pose.y, 1),
    )


def _moved(card: CardTrack, seat: Seat) -> CardMoved:
    return CardMoved(
        track=card.number,
        place=seat.place,
        sideways=seat.sideways,
        slot=seat.slot,
        x_mm=round(card.pose.x, 1),
        y_mm=round(card.pose.y, 1),
    )
