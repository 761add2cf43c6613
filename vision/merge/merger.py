"""Joins what several cameras tell of one table into one stream of facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tracker.cards import Card
from tracker.facts import (
    CameraBack,
    CameraBlind,
    CameraIn,
    CameraOut,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    Fact,
    RecordingEnded,
    SpotSeen,
)
from vision.layout.places import Seat
from vision.look import Covered, Look
from vision.merge.joining import card_of
from vision.merge.joint_card import Claim, JointCard, probs_of
from vision.merge.settling import UNHEARD_US, Settler, wait_us
from vision.merge.telling import Teller
from vision.merge.witness import Witness
from vision.table import Table

Item = Fact | Look | Covered
ENDED_US = 500_000
"""Recordings of one session end a little apart: only one that ends earlier than that leaves the others alone."""
REMEMBER_US = 60_000_000
"""So long a card that left is remembered."""
BEFORE = " before"
"""What a camera is called whose connection was lost: what it said then stands until somebody says otherwise."""


class Merger:
    """Takes in what each camera tells, on the table's clock, and tells what happened on the table.

    Args:
        table: where everything lies; its cameras in the order in which their pictures are preferred.
        last_us: time of the last fact of the table told before.
        seqs: last running number of each source before.
        last_track: highest number of a card before.
    """

    def __init__(
        self,
        table: Table,
        *,
        last_us: int = 0,
        seqs: Mapping[str, int] | None = None,
        last_track: int = 0,
    ) -> None:
        self.witnesses = {name: Witness(name) for name in table.camera_names}
        self._teller = Teller(table.name, last_us=last_us, seqs=seqs)
        self._settler = Settler(self._teller, self._sees, self._clock, table.camera_names)
        self._cards: list[JointCard] = []
        """Those on the table, and those that left lately: a camera that lags behind tells of them still."""
        self._numbers = last_track
        self._now_us = last_us
        self._spots: dict[str, str] = {}

    def take(self, camera: str, item: Item) -> list[Fact]:
        """Take in what a camera tells; what is certain now, in order of time."""
        witness = self.witnesses[camera]
        self._now_us = max(self._now_us, item.pts_us)
        witness.now_us = max(witness.now_us, item.pts_us)
        match item:
            case Fact():
                self._hear(witness, item)
            case Look():
                self._look(witness, item)
            case Covered():
                self._cover(witness, item.tracks)
        return self._teller.flush()

    def advance(self, camera: str, now_us: int) -> list[Fact]:
        """What time alone has made certain, now that a camera's pictures have come so far."""
        self._now_us = max(self._now_us, now_us)
        witness = self.witnesses[camera]
        witness.now_us = max(witness.now_us, now_us)
        for card in list(self._cards):
            if card.taken_us is not None and self._now_us - card.taken_us > REMEMBER_US:
                self._cards.remove(card)
            elif card.told is None or card.parted_us is not None or not _is_agreed(card):
                self._settle(card)
            elif self._is_forsaken(card) and now_us - card.ready_us > UNHEARD_US:
                self._dismiss(card)
        for witness in self.witnesses.values():
            if witness.ended_us is not None and now_us - witness.ended_us > ENDED_US:
                self._tell_ended(witness)
        return self._teller.flush()

    def lose(self, camera: str, reason: str) -> list[Fact]:
        """Take note that a camera does not see the table any more, or why else it does not."""
        self._turn(self.witnesses[camera], reason, self._now_us)
        return self._teller.flush()

    def reconnect(self, camera: str) -> list[Fact]:
        """Take note that a camera is there again; it numbers its cards anew."""
        witness = self.witnesses[camera]
        for card in set(witness.cards.values()):
            if (claim := card.claims.pop(camera, None)) is not None and claim.gone_us is None:
                card.claims[camera + BEFORE] = claim
                claim.camera, claim.covered, card.ready_us = camera + BEFORE, True, self._now_us
        witness.cards.clear()
        witness.covered, witness.ended_us = frozenset(), None
        self._turn(witness, "", self._now_us)
        return self._teller.flush()

    @property
    def shown(self) -> str:
        """The camera whose pictures show the table best: the first one that sees it."""
        return next((w.name for w in self.witnesses.values() if w.sees), next(iter(self.witnesses)))

    def joint_look(self, camera: str, look: Look) -> Look:
        """A camera's look with the cards numbered and named as in the facts; those not told yet are left out."""
        known = self.witnesses[camera].cards
        cards = []
        for seen in look.cards:
            card = known.get(seen.track)
            if card is not None and card.told is not None:
                name, p = (card.told.card, card.reading()[1]) if seen.face_up else (seen.card, seen.p)
                cards.append(replace(seen, track=card.number, card=str(name), p=p))
        return replace(look, cards=tuple(cards))

    # What cameras say

    def _hear(self, witness: Witness, fact: Fact) -> None:
        match fact.body:
            case CardPlaced() as body:
                self._placed(witness, fact, body)
            case CardRead(track=track, card=card, p=p) if claim := self._claim(witness, track):
                claim.face_up, claim.probs, claim.p = True, probs_of(Card.parse(card), p), p
                self._shown_by(claim, fact)
                told_by_us = self._now_us + wait_us(Card.parse(card), p, face_up=True)
                witness.cards[track].ready_us = min(witness.cards[track].ready_us, told_by_us)
                self._settle(witness.cards[track])
            case CardMoved(track=track) as body if claim := self._claim(witness, track):
                claim.seat, claim.at = (
                    Seat(body.place, body.sideways, body.slot),
                    (body.x_mm, body.y_mm),
                )
                self._shown_by(claim, fact)
                self._settle(witness.cards[track])
            case CardTaken(track=track) if claim := self._claim(witness, track):
                claim.gone_us = fact.pts_us
                self._settle(witness.cards.pop(track))
            case CameraBlind(reason=reason):
                self._turn(witness, reason, fact.pts_us, fact.slack_us)
            case CameraBack():
                self._turn(witness, "", fact.pts_us)
            case RecordingEnded(reason=reason):
                self._end(witness, reason, fact.pts_us)
            case SpotSeen(spot=spot, shows=shows):
                self._spot(witness, spot, shows, fact)
            case _:
                pass

    def _placed(self, witness: Witness, fact: Fact, body: CardPlaced) -> None:
        claim = Claim(
            camera=witness.name,
            track=body.track,
            seat=Seat(body.place, body.sideways, body.slot),
            at=(body.x_mm, body.y_mm),
            face_up=body.face_up,
            probs=probs_of(Card.parse(body.card), body.p),
            p=body.p,
            since_us=fact.pts_us,
        )
        self._shown_by(claim, fact)
        card = card_of(claim, self._cards)
        if card is None:
            card = self._new_card(wait_us(Card.parse(body.card), body.p, face_up=body.face_up))
        card.claims[witness.name] = claim
        witness.cards[body.track] = card
        self._settle(card)

    def _look(self, witness: Witness, look: Look) -> None:
        for seen in look.cards:
            claim = self._claim(witness, seen.track)
            if claim is None or claim.gone_us is not None or claim.covered:
                continue
            claim.seen_us = look.pts_us
            claim.quad_px = tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen.quad_px)
            if seen.pose is not None:
                claim.at = (seen.pose.x, seen.pose.y)
            if seen.probs is not None and claim.face_up:
                claim.probs, claim.p = seen.probs, seen.p
            self._settle(witness.cards[seen.track])

    def _cover(self, witness: Witness, tracks: frozenset[int]) -> None:
        changed = tracks ^ witness.covered
        witness.covered = tracks
        for track in sorted(changed):
            if (claim := self._claim(witness, track)) is not None:
                claim.covered = track in tracks
                self._settle(witness.cards[track])

    def _shown_by(self, claim: Claim, fact: Fact) -> None:
        claim.since_us, claim.slack_us = fact.pts_us, fact.slack_us
        claim.seen_us = fact.pts_us if fact.evidence is None else fact.evidence.pts_us
        claim.quad_px = () if fact.evidence is None else fact.evidence.quad_px

    def _claim(self, witness: Witness, track: int) -> Claim | None:
        card = witness.cards.get(track)
        return None if card is None else card.claims.get(witness.name)

    # What becomes of cards

    def _new_card(self, wait_us: int) -> JointCard:
        self._numbers += 1
        card = JointCard(self._numbers, ready_us=self._now_us + wait_us)
        self._cards.append(card)
        return card

    def _settle(self, card: JointCard) -> None:
        if card.taken_us is not None:
            self._watch_taken(card)
            return
        for claim in self._settler.parted(card):
            self._detach(card, claim, UNHEARD_US)
        self._settler.settle(card, self._now_us)
        if not card.lying and card.told is None:
            self._cards.remove(card)

    def _watch_taken(self, card: JointCard) -> None:
        """A card that left lies there still for a camera to which it was hidden then: it sees that, or is mistaken."""
        if self._settler.is_back(card):
            for claim in card.lying:
                self._detach(card, claim, 0)

    def _detach(self, card: JointCard, claim: Claim, wait_us: int) -> None:
        """Make a claim a card of its own."""
        del card.claims[claim.camera]
        other = self._new_card(wait_us)
        other.claims[claim.camera] = claim
        if claim.camera in self.witnesses:
            self.witnesses[claim.camera].cards[claim.track] = other
        self._settler.settle(other, self._now_us)

    def _is_forsaken(self, card: JointCard) -> bool:
        """Whether only a connection that was lost knew of a card, and its camera has had time to tell of it again."""
        names = [claim.camera for claim in card.lying]
        return (
            bool(names)
            and all(name not in self.witnesses for name in names)
            and all(self._sees(name.removesuffix(BEFORE)) for name in names)
        )

    def _dismiss(self, card: JointCard) -> None:
        claim = next(iter(card.claims.values()))
        self._teller.tell_of(CardTaken(track=card.number), claim, self._now_us, since_us=card.ready_us)
        self._cards.remove(card)

    # Who sees

    def _clock(self, camera: str) -> int:
        witness = self.witnesses.get(camera)
        return 0 if witness is None else witness.now_us

    def _sees(self, camera: str) -> bool:
        witness = self.witnesses.get(camera)
        return witness is not None and witness.sees

    def _turn(self, witness: Witness, reason: str, pts_us: int, slack_us: int = 0) -> None:
        """Take note of why a camera does not see, or that it does: blind is the table when no camera sees it."""
        saw, any_saw = witness.sees, self._anybody_sees()
        before, witness.reason = witness.reason, reason
        any_sees = self._anybody_sees()
        if saw == witness.sees and (saw or before == reason or any_sees):
            return
        body: CameraBack | CameraBlind | CameraIn | CameraOut
        if witness.sees:
            body = CameraIn() if any_saw else CameraBack()
        else:
            body = CameraOut(reason=reason) if any_sees else CameraBlind(reason=reason)
        self._teller.tell(body, witness.name, pts_us, since_us=pts_us - slack_us)
        for card in list(self._cards):
            self._settle(card)

    def _end(self, witness: Witness, reason: str, pts_us: int) -> None:
        witness.ended_us = pts_us
        if all(other.ended_us is not None for other in self.witnesses.values()):
            self._teller.tell(RecordingEnded(reason=reason), witness.name, pts_us)

    def _tell_ended(self, witness: Witness) -> None:
        """Tell that a recording ended before the others did."""
        if not witness.is_told_out:
            witness.is_told_out = True
            body = CameraOut(reason="ended") if self._anybody_sees() else CameraBlind(reason="ended")
            self._teller.tell(body, witness.name, witness.ended_us or self._now_us)

    def _anybody_sees(self) -> bool:
        return any(witness.sees for witness in self.witnesses.values())

    def _spot(self, witness: Witness, spot: str, shows: str, fact: Fact) -> None:
        """A bet spot is as the first camera says that sees it and is sure."""
        witness.spots[spot] = shows
        says = [w for w in self.witnesses.values() if w.sees and spot in w.spots]
        decides = next((w for w in says if w.spots[spot] != "unsure"), next(iter(says), None))
        if decides is None:
            return
        word = decides.spots[spot]
        if word != self._spots.get(spot) or (decides is witness and word == "changed"):
            self._spots[spot] = word
            evidence = fact.evidence if decides is witness else None
            self._teller.tell(SpotSeen(spot=spot, shows=word), decides.name, fact.pts_us, evidence=evidence)


def _is_agreed(card: JointCard) -> bool:
    """Whether no camera that is still to be waited for says otherwise than the facts."""
    gone = len(card.lying) < len(card.claims)
    return not card.lying if card.taken_us is not None else not gone
