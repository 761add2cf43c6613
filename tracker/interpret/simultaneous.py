"""Cards whose order was not seen, put into the order in which the game deals them.

A folder of photographs shows many new cards at once, and a hand that lies over a card lets it be seen late. Where
nobody saw which came first, the order that the rules prescribe is assumed: being seen together, or late, never looks
like a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from itertools import groupby
from typing import Final

from tracker.facts import (
    CameraBack,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    ChipsSeen,
    Fact,
    SpotSeen,
)
from tracker.profile import Profile

_Key = tuple[int, int, int, int]
HAND_LAG_US: Final = 690_000
"""Chips and cards have clocks of their own; and a source that does not say how late it sees may be so late."""


def by_time(facts: Iterable[Fact]) -> list[Fact]:
    """Order facts by time; at one moment: the camera comes back, cards leave, the rest, the dealer's cards come."""
    return sorted(facts, key=lambda fact: (fact.pts_us, _precedence(fact)))


def _precedence(fact: Fact) -> int:
    match fact.body:
        case CameraBack():
            return 0
        case CardTaken():
            return 1
        case CardPlaced(place="d"):
            return 3
        case _:
            return 2


def money_after_the_draw(facts: Iterable[Fact], *, lag_us: int = HAND_LAG_US) -> list[Fact]:
    """Let a card of the dealer's come before chips that moved when it may have lain there: his hand was on it.

    Who pays while he draws is accused only if the draw was seen to come later than that. Half a stake that went then
    was a surrender, which comes before the dealer plays.

    Args:
        facts: in order of time.
        lag_us: so late may a card be seen that says less.
    """
    ordered: list[Fact] = []
    dealers: set[int] = set()
    stakes: dict[str, int] = {}
    halved: set[str] = set()
    for fact in facts:
        at = len(ordered)
        if isinstance(fact.body, ChipsSeen):
            if is_half(fact.body.amount, stakes.get(fact.body.spot, 0)):
                halved.add(fact.id)
            stakes[fact.body.spot] = fact.body.amount
        if isinstance(fact.body, CardPlaced) and fact.body.place == "d":
            dealers.add(fact.body.track)
        if isinstance(fact.body, (CardPlaced, CardRead)) and fact.body.track in dealers:
            at = _before_its_money(ordered, fact, max(lag_us, fact.slack_us), halved)
        ordered.insert(at, fact)
    return ordered


def is_half(amount: int, stake: int) -> bool:
    """Whether half of a stake is left; an odd half goes either way."""
    return amount > 0 and abs(stake - 2 * amount) <= 1


def _before_its_money(ordered: list[Fact], card: Fact, late_us: int, halved: Set[str]) -> int:
    """Where the first of the chips lies that moved when a card may have lain there; cards that left do not matter, nor
    does what a spot looks like.

    Args:
        ordered: the facts before it.
        card: shows the card.
        late_us: so much earlier it may have lain there.
        halved: the facts that told half a stake gone.
    """
    at = len(ordered)
    earliest_us = card.pts_us - late_us
    for number in range(len(ordered) - 1, -1, -1):
        other = ordered[number]
        if other.pts_us <= earliest_us or other.id in halved:
            break
        if isinstance(other.body, ChipsSeen) and other.source != card.source:
            at = number
        elif not isinstance(other.body, (CardTaken, SpotSeen)):
            break
    return at


def in_slot_order(facts: Iterable[Fact]) -> list[Fact]:
    """Put a card that was noticed late before those of its hand that lie farther along, if it may have lain there then.

    A hand or an unknown letter lets a card be believed after the next one, which shows where it lies: the fan tells the
    order. A card that has left the hand tells none: where it lay another one may lie since.
    """
    ordered: list[Fact] = []
    for fact in facts:
        ordered.insert(_before_its_successors(ordered, fact), fact)
    return ordered


def _before_its_successors(ordered: list[Fact], card: Fact) -> int:
    at = len(ordered)
    if not isinstance(card.body, CardPlaced) or card.body.slot < 1:
        return at
    left: set[int] = set()
    for number in range(len(ordered) - 1, -1, -1):
        other = ordered[number]
        if other.pts_us < card.pts_us - card.slack_us:
            break
        match other.body:
            case CardTaken(track=track):
                left.add(track)
            case CardMoved(track=track, place=place) if place != card.body.place:
                left.add(track)
            case CardPlaced(track=track, place=card.body.place, slot=slot):
                if slot > card.body.slot and track not in left:
                    at = number
    return at


def late_cards_in_their_turn(facts: Iterable[Fact], profile: Profile) -> list[Fact]:
    """Put a card of the deal that was seen late before the cards of later turns, if it may have lain there by then."""
    ordered: list[Fact] = []
    keys: dict[str, _Key] = {}
    counts: dict[str, int] = {}
    for fact in facts:
        place, at = _place(fact), len(ordered)
        if place:
            key = keys[fact.id] = _key(place, counts.get(place, 0), profile)
            counts[place] = counts.get(place, 0) + 1
            at = _before_later_turns(ordered, fact, keys) if _is_of_the_deal(key) else at
        ordered.insert(at, fact)
    return ordered


def _before_later_turns(ordered: list[Fact], card: Fact, keys: dict[str, _Key]) -> int:
    at = len(ordered)
    for number in range(len(ordered) - 1, -1, -1):
        other = ordered[number]
        if other.pts_us <= card.pts_us - card.slack_us or _place(other) == _place(card):
            break
        if _place(other) and keys[other.id] > keys[card.id]:
            at = number
    return at


def _is_of_the_deal(key: _Key) -> bool:
    return key[0] == 0


def hole_card_in_its_turn(facts: list[Fact], profile: Profile) -> list[Fact]:
    """Put a hole card that was noticed after the upcard where the game deals it, before the second cards.

    A face-down card shows nothing to read and is believed late; that it lies there at all says that it was dealt.
    """
    if not profile.hole_card or profile.up_card != "second":
        return facts
    dealers = [fact for fact in facts if _place(fact) == "d"][:2]
    if len(dealers) < 2 or not _is_face_up(dealers[0]) or _is_face_up(dealers[1]):
        return facts
    hole = dealers[1]
    others = [fact for fact in facts if fact is not hole]
    at = _first_second_card(others)
    return [*others[:at], hole, *others[at:]]


def _is_face_up(fact: Fact) -> bool:
    return isinstance(fact.body, CardPlaced) and fact.body.face_up


def _first_second_card(facts: list[Fact]) -> int:
    """Where the deal's second round begins: at the first card of a hand that has one already, or at the dealer's."""
    dealt: set[str] = set()
    for number, fact in enumerate(facts):
        place = _place(fact)
        if place == "d" or place in dealt:
            return number
        if place:
            dealt.add(place)
    return len(facts)


def in_dealing_order(facts: list[Fact], profile: Profile) -> list[Fact]:
    """Order the cards that came at one moment as the game deals them; everything else keeps its place.

    Args:
        facts: of one round, in order of time.
        profile: the game.
    """
    counts: dict[str, int] = {}
    ordered: list[Fact] = []
    for _, moment in groupby(facts, key=lambda fact: fact.pts_us):
        ordered += _order_moment(list(moment), counts, profile)
    return ordered


def _order_moment(moment: list[Fact], counts: dict[str, int], profile: Profile) -> list[Fact]:
    placed = [fact for fact in moment if isinstance(fact.body, CardPlaced)]
    if len(placed) > 1:
        keys = _keys(placed, counts, profile)
        dealt = iter(sorted(placed, key=lambda fact: keys[fact.id]))
        moment = [next(dealt) if isinstance(fact.body, CardPlaced) else fact for fact in moment]
    for fact in placed:
        place = _place(fact)
        counts[place] = counts.get(place, 0) + 1
    return moment


def _keys(placed: list[Fact], counts: dict[str, int], profile: Profile) -> dict[str, _Key]:
    """Rank each card: deal or play, round of the deal, seat (the dealer last), number in its hand."""
    keys: dict[str, _Key] = {}
    seen = dict(counts)
    for fact in sorted(placed, key=lambda fact: _shown_later(fact, profile)):
        place = _place(fact)
        k = seen.get(place, 0)
        seen[place] = k + 1
        keys[fact.id] = _key(place, k, profile)
    return keys


def _key(place: str, k: int, profile: Profile) -> _Key:
    if place == "d":
        return (0, k, 1000, k) if k < (2 if profile.hole_card else 1) else (1, 0, 1000, k)
    box, _, number = place.partition(".")
    if not number:
        return (1, 0, 2000, k)
    seat = 10 * int(box) + int(number)
    dealt = k < 2 and int(number) <= profile.hands_per_box
    return (0, k, seat, k) if dealt else (1, 0, seat, k)


def _shown_later(fact: Fact, profile: Profile) -> bool:
    """Of two cards that the dealer was dealt, tell the one that lies as the game's second card does after the other."""
    if not isinstance(fact.body, CardPlaced) or fact.body.place != "d" or not profile.hole_card:
        return False
    return fact.body.face_up is (profile.up_card == "second")


def _place(fact: Fact) -> str:
    return fact.body.place if isinstance(fact.body, CardPlaced) else ""
