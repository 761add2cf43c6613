"""Which hand a card belongs to, by where it lies.

A hand is a row of slots (the table file: first card, step to the next). A card belongs to the hand whose slot is
nearest, unless another hand's is nearly as near: then nobody knows yet. Cards already on the table help: a card that
lies on the cards of a hand is that hand's, and a hand whose elder brother is empty is unlikely to begin (split hands
take the next free place).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vision.layout.pose import Pose
from vision.table import CardRow, Spot, Table

AHEAD = 2
"""A hand is looked for one place before its first card and up to so many after its last: one may have been missed."""
REACH_MM = 55.0
"""A card farther than this from every slot lies between zones."""
CARDS_IN_ROW = 7
"""So many cards of a hand are sure to have a place; longer hands hardly occur."""
SAME_PLACE = 0.7
MOST_SAME_PLACE_MM = 35.0
MARGIN_MM = 12.0
"""A hand must be nearer than the next one by this much."""
_ON_ITS_CARDS_MM = -18.0
_BEFORE_ITS_ELDER_MM = 14.0
_SKIPPED_MM = 20.0
_ASKEW_MM_PER_DEG = 0.4


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that was given its place before."""

    place: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a card belongs: a place as in facts (`1.2`, `d`), whether it lies across its row, and as which card of it.

    `slot` counts from 1; it is 0 for a card that lies before the first.
    """

    place: str
    sideways: bool
    slot: int


class Places:
    """The hands of a table and the zones where cards are not in play."""

    def __init__(self, table: Table) -> None:
        self._rows = rows_of(table)
        self._idle = (table.tray, table.shoe)
        self._card_mm = table.card_mm

    def is_idle(self, pose: Pose) -> bool:
        """Whether a card lies in the tray or the shoe's mouth, out of play."""
        return any(_within(pose, spot) for spot in self._idle)

    def seat(self, pose: Pose, lying: Iterable[Lying] = ()) -> Seat | None:
        """The hand that a card belongs to; None while that is open.

        Args:
            pose: where the card lies.
            lying: the other cards on the table that have a place.
        """
        if self.is_idle(pose):
            return None
        others = list(lying)
        held = Counter(card.place for card in others)
        offers = sorted(self._offers(pose, others, held))
        best = offers[0]
        rival = next((offer.cost for offer in offers if offer.place != best.place), math.inf)
        if best.apart_mm > REACH_MM or rival - best.cost < MARGIN_MM:
            return None
        return Seat(best.place, best.sideways, best.slot)

    def misfit_mm(self, pose: Pose, lying: Iterable[Lying] = ()) -> float:
        """How far a card lies from where the nearest hand has its next one; a slot passed over counts as distance.

        Args:
            pose: where the card lies.
            lying: the other cards on the table that have a place.
        """
        others = list(lying)
        held = Counter(card.place for card in others)
        return min(offer.misfit_mm for offer in self._offers(pose, others, held))

    def free_misfit_mm(self, pose: Pose, lying: Iterable[Lying]) -> float:
        """How far a card lies from the nearest slot of a hand that is free, up to the one after its next.

        A hand that has no card yet has a slot if the one before it in its box has.

        Args:
            pose: where the card lies.
            lying: the cards on the table that have a place.
        """
        others = list(lying)
        held = Counter(card.place for card in others)
        return min(
            math.hypot(pose.x - x, pose.y - y) + _askew_mm(pose, row, sideways=sideways)
            for place, row in self._rows.items()
            if self._may_begin(place, held)
            for k in range(held[place] + 2)
            for sideways, (x, y) in ((False, row.card_at(k)), (True, row.sideways_at(k)))
            if all(math.hypot(c.pose.x - x, c.pose.y - y) >= self.same_place_mm(place) for c in others)
        )

    @staticmethod
    def _may_begin(place: str, held: Counter[str]) -> bool:
        """Whether a card may be laid to a hand: a box's hands begin one after the other, in the deal and by splits."""
        box, _, number = place.partition(".")
        return number in ("", "1") or held[place] > 0 or held[f"{box}.{int(number) - 1}"] > 0

    def reach_mm(self, pose: Pose) -> float:
        """How far a card lies from the nearest place that any card may have; 0 in the tray and the shoe's mouth."""
        if self.is_idle(pose):
            return 0.0
        slots = (row.card_at(k) for row in self._rows.values() for k in range(-1, CARDS_IN_ROW))
        return min(math.hypot(pose.x - x, pose.y - y) for x, y in slots)

    def same_place_mm(self, place: str) -> float:
        """A card nearer than this to where another of the hand lay took its place: fans step farther."""
        return min(SAME_PLACE * math.hypot(*self._rows[place].fan_mm), MOST_SAME_PLACE_MM)

    def along(self, place: str, pose: Pose) -> float:
        """How far along its hand's row a card lies, in steps from the first slot.

        A card before the first one came second: a hole card laid to the other side of the upcard.
        """
        row = self._rows[place]
        (x, y), (dx, dy) = row.at_mm, row.fan_mm
        step = dx * dx + dy * dy
        steps = ((pose.x - x) * dx + (pose.y - y) * dy) / step if step else 0.0
        return steps if steps > -0.5 else 0.6

    def _offers(self, pose: Pose, others: list[Lying], held: Counter[str]) -> Iterator[_Offer]:
        """How near each hand is to a card that lies like this."""
        for place, row in self._rows.items():
            favour = self._favour(place, pose, others, held)
            sideways = pose.turn_deg(Pose(0.0, 0.0, row.angle_deg)) > 45.0
            askew = _askew_mm(pose, row, sideways=sideways)
            lies = held[place]
            slots = [(row.card_at(k), k) for k in range(-1, lies + AHEAD)]
            if sideways:
                slots += [(row.sideways_at(k), k) for k in range(1, lies + AHEAD)]
            cost, apart, k = min(
                (apart + _SKIPPED_MM * max(0, k - lies), apart, k)
                for (x, y), k in slots
                for apart in (math.hypot(pose.x - x, pose.y - y),)
            )
            yield _Offer(cost + askew + favour, place, sideways, k + 1, apart, cost + askew)

    def _favour(self, place: str, pose: Pose, others: list[Lying], held: Counter[str]) -> float:
        """By how many mm the cards that lie already bring a hand nearer (below 0) or take it away."""
        if any(c.place == place and pose.distance_mm(c.pose) < max(self._card_mm) for c in others):
            return _ON_ITS_CARDS_MM
        box, _, hand = place.partition(".")
        if hand and hand != "1" and not held[f"{box}.{int(hand) - 1}"]:
            return _BEFORE_ITS_ELDER_MM
        return 0.0


def _askew_mm(pose: Pose, row: CardRow, *, sideways: bool) -> float:
    """How far a card is turned from how its row lies, in millimetres that count as much."""
    turn = pose.turn_deg(Pose(0.0, 0.0, row.angle_deg))
    return _ASKEW_MM_PER_DEG * (abs(90.0 - turn) if sideways else turn)


@dataclass(frozen=True, slots=True, order=True)
class _Offer:
    cost: float
    place: str
    sideways: bool
    slot: int
    apart_mm: float
    misfit_mm: float


def _within(pose: Pose, spot: Spot) -> bool:
    return math.hypot(pose.x - spot.at_mm[0], pose.y - spot.at_mm[1]) <= spot.radius_mm


def rows_of(table: Table) -> dict[str, CardRow]:
    """Every place of a table with the row its cards lie in."""
    rows: dict[str, CardRow] = {"d": table.dealer}
    for box in table.boxes:
        rows |= {f"{box.no}.{n}": hand for n, hand in enumerate(box.hands, start=1)}
    return rows
