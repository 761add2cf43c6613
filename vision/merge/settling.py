"""When what the cameras say of a card becomes a fact: placed, moved, read, taken.

A card lies where a camera sees it lie. It has left when one camera sees the felt in its place and none sees it there:
whoever cannot see the place says nothing. Its name is what all evidence makes of it; cameras that surely name different
cards leave it unread.
"""

from __future__ import annotations

from collections.abc import Callable

from tracker.cards import UNKNOWN, Card
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken
from vision.merge.joint_card import Claim, JointCard, Told, turned_up
from vision.merge.telling import Teller

HEAR_US = 200_000
"""A card of which one camera is not sure waits so long for what the others say."""
UNREAD_US = 2_500_000
"""What one camera alone sees and cannot read may be no card: it waits so long for a name, or another camera."""
SURE_P = 0.97
PARTED_US = 1_500_000
"""So long cameras may say that a card lies in different places before the one that saw it move is believed."""
LAG_US = 1_500_000
"""So long a camera is waited for that has not come to the time at which another one saw a card leave."""
BACK_US = 700_000
"""A card that was told to have left, and is seen to lie there so long after, is there."""
UNHEARD_US = 2_000_000
"""So long a claim waits that was believed no more."""


def wait_us(card: Card, p: float, *, face_up: bool) -> int:
    """How long a card that one camera tells of waits for what the others say."""
    if card == UNKNOWN:
        return UNREAD_US
    return HEAR_US if face_up and p < SURE_P else 0


class Settler:
    """Decides over the cards that several cameras tell of.

    Args:
        teller: is told what is certain.
        sees: whether a camera of this name sees the table now.
        clock: how far a camera of this name has come, on the table's clock.
        order: the names of all cameras, the one whose pictures are shown first; evidence is taken from the first that
            has it.
    """

    def __init__(
        self,
        teller: Teller,
        sees: Callable[[str], bool],
        clock: Callable[[str], int],
        order: tuple[str, ...],
    ) -> None:
        self._teller = teller
        self._sees = sees
        self._clock = clock
        self._order = order

    def settle(self, card: JointCard, now_us: int) -> None:
        """Tell what has become certain of a card that was not told to have left."""
        if card.told is None:
            self._place(card, now_us)
            return
        seeing = self.seeing(card)
        if gone := self._seen_to_leave(card):
            first = min(gone, key=lambda claim: claim.gone_us or 0)
            gone_us = first.gone_us or now_us
            if not any(self._may_contradict(claim, gone_us, now_us) for claim in seeing):
                card.taken_us = gone_us
                self._teller.tell_of(CardTaken(track=card.number), first, gone_us)
                return
        if seeing:
            self._move(card, seeing, now_us)
        self._read(card, now_us)

    def seeing(self, card: JointCard) -> list[Claim]:
        """What those cameras say that see the card right now, in order of the cameras."""
        claims = [claim for claim in card.lying if not claim.covered and self._sees(claim.camera)]
        return sorted(claims, key=self._rank)

    def is_back(self, card: JointCard) -> bool:
        """Whether a card that was told to have left is seen to lie where it lay, after that."""
        return card.taken_us is not None and any(
            self._clock(claim.camera) - card.taken_us > BACK_US for claim in self.seeing(card)
        )

    def parted(self, card: JointCard) -> list[Claim]:
        """The claims that must be another card's: a camera saw this one move away, and they say it lies there still."""
        if card.told is None or card.parted_us is None:
            return []
        stay = [claim for claim in card.lying if _where(claim) == _told_where(card.told)]
        return [claim for claim in stay if self._clock(claim.camera) - card.parted_us >= PARTED_US]

    def _may_contradict(self, claim: Claim, gone_us: int, now_us: int) -> bool:
        """Whether a camera that sees a card may still say that it lies there: it has come so far, or soon will."""
        return self._clock(claim.camera) >= gone_us or now_us - gone_us < LAG_US

    def _rank(self, claim: Claim) -> int:
        return self._order.index(claim.camera) if claim.camera in self._order else len(self._order)

    def _seen_to_leave(self, card: JointCard) -> list[Claim]:
        return [c for c in card.claims.values() if c.gone_us is not None and self._sees(c.camera)]

    def _place(self, card: JointCard, now_us: int) -> None:
        claims = sorted(card.lying, key=self._rank)
        all_spoke = all(name in card.claims for name in self._order if self._sees(name))
        if not claims or (now_us < card.ready_us and not all_spoke):
            return
        shown = next(iter(self.seeing(card)), claims[0])
        name, p = card.reading()
        face_up = any(claim.face_up for claim in claims)
        rested_us = min(claim.since_us for claim in claims)
        since_us = max(claim.since_us - claim.slack_us for claim in claims)
        card.told = Told(shown.seat, name, face_up)
        body = CardPlaced(
            track=card.number,
            place=shown.seat.place,
            card=str(name),
            p=round(max(claim.p for claim in claims) if name == UNKNOWN else p, 4),
            face_up=face_up,
            sideways=shown.seat.sideways,
            slot=shown.seat.slot,
            x_mm=round(shown.at[0], 1),
            y_mm=round(shown.at[1], 1),
        )
        self._teller.tell_of(body, shown, rested_us, since_us=min(since_us, rested_us))

    def _move(self, card: JointCard, seeing: list[Claim], now_us: int) -> None:
        assert card.told is not None
        moved = [claim for claim in seeing if _where(claim) != _told_where(card.told)]
        if not moved:
            card.parted_us = None
            return
        if len({_where(claim) for claim in seeing}) > 1:
            card.parted_us = now_us if card.parted_us is None else card.parted_us
            return
        card.parted_us = None
        claim = moved[0]
        card.told = Told(claim.seat, card.told.card, card.told.face_up)
        body = CardMoved(
            track=card.number,
            place=claim.seat.place,
            sideways=claim.seat.sideways,
            slot=claim.seat.slot,
            x_mm=round(claim.at[0], 1),
            y_mm=round(claim.at[1], 1),
        )
        self._teller.tell_of(body, claim, claim.since_us, since_us=claim.since_us - claim.slack_us)

    def _read(self, card: JointCard, now_us: int) -> None:
        """Tell a name when it became known or another one; take it back only where cameras contradict each other."""
        told = card.told
        faces = [claim for claim in sorted(card.lying, key=self._rank) if claim.face_up]
        if told is None or not faces:
            return
        name, p = card.reading()
        says_no_more = not name.is_known and name.rank == told.card.rank
        taken_back = name == UNKNOWN and not (told.face_up and card.is_disputed)
        if name == told.card or says_no_more or taken_back:
            return
        shown = next((claim for claim in self.seeing(card) if claim.face_up), faces[0])
        since_us = None if told.face_up else max(c.since_us - c.slack_us for c in faces)
        at_us = min(claim.since_us for claim in faces) if not told.face_up else now_us
        card.told = turned_up(told, name)
        self._teller.tell_of(
            CardRead(track=card.number, card=str(name), p=round(p, 4)), shown, at_us, since_us=since_us
        )


def _where(claim: Claim) -> tuple[str, bool]:
    return (claim.seat.place, claim.seat.sideways)


def _told_where(told: Told) -> tuple[str, bool]:
    return (told.seat.place, told.seat.sideways)
