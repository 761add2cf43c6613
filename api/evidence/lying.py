"""Which cards lie where in the picture, folded from facts: what is drawn on the pictures of findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from api.evidence.cameras import Quad, Views, camera_of
from api.evidence.pictures import Mark
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, Correction, Fact


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the table: the number that facts give it, its hand, what it is, its corners in pixels if told.

    `fact` is the id of the fact that says what it is: a correction names it. The corners are in `camera`'s picture.
    """

    fact: str
    track: int
    place: str
    card: str
    face_up: bool
    quad_px: Quad
    camera: str = ""


class LyingCards:
    """The cards on one table after the facts that were taken in."""

    def __init__(self, before: LyingCards | None = None) -> None:
        """Begin with the cards that lay there before; None: none."""
        self._cards: dict[int, LyingCard] = {} if before is None else dict(before._cards)

    @classmethod
    def of(cls, cards: Iterable[LyingCard]) -> LyingCards:
        """Return cards that lie already."""
        lying = cls()
        lying._cards = {card.track: card for card in cards}
        return lying

    def take(self, fact: Fact) -> None:
        """Take in one fact."""
        quad, camera = (fact.evidence.quad_px if fact.evidence else ()), camera_of(fact)
        match fact.body:
            case CardPlaced(track=track, place=place, card=card, face_up=face_up):
                self._cards[track] = LyingCard(fact.id, track, place, card, face_up, quad, camera)
            case CardRead(track=track, card=card) if track in self._cards:
                known = _seen_at(self._cards[track], quad, camera)
                self._cards[track] = replace(known, fact=fact.id, card=card, face_up=True)
            case CardMoved(track=track, place=place) if track in self._cards:
                self._cards[track] = replace(_seen_at(self._cards[track], quad, camera), place=place)
            case CardTaken(track=track):
                self._cards.pop(track, None)
            case Correction(corrects=corrects, body=body):
                for track, known in self._cards.items():
                    if known.fact == corrects and "card" in body:
                        self._cards[track] = replace(known, card=str(body["card"]), face_up=True)
            case _:
                pass

    @property
    def cards(self) -> tuple[LyingCard, ...]:
        """The cards, in the order in which they came."""
        return tuple(self._cards.values())

    def marks(self, meant: Iterable[int] = (), *, views: Views | None = None, camera: str = "") -> list[Mark]:
        """Return the cards for drawing; the tracks in `meant` stand out.

        Args:
            meant: numbers of cards.
            views: the table's cameras; None: there is one.
            camera: in whose picture is drawn.
        """
        stand_out = set(meant)
        return [
            Mark(
                card.card,
                card.quad_px if views is None else views.quad_in(card.quad_px, card.camera, camera),
                card.place,
                face_down=not card.face_up,
                meant=card.track in stand_out,
            )
            for card in self._cards.values()
            if card.quad_px
        ]


def _seen_at(card: LyingCard, quad_px: Quad, camera: str) -> LyingCard:
    """The card where a fact shows it; as it was known where the fact shows nothing."""
    return replace(card, quad_px=quad_px, camera=camera) if quad_px else card


def lying_at(facts: Iterable[Fact], pts_us: int, before: LyingCards | None = None) -> LyingCards:
    """Return the cards that lay on the table at a media time, microseconds, from facts in order of time.

    Args:
        facts: up to that time, or longer.
        pts_us: the time.
        before: the cards that lay there before the first of the facts; None: none.
    """
    cards = LyingCards(before)
    for fact in facts:
        if fact.pts_us > pts_us:
            break
        cards.take(fact)
    return cards
