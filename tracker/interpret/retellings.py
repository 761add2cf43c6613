"""Other ways in which the facts of a chapter may have come about, where something was seen late or lay hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tracker.cards import UNKNOWN, UNREAD, Card
from tracker.facts import CardPlaced, CardRead, ChipsSeen, Fact
from tracker.interpret.chapters import Chapter
from tracker.interpret.scene import DEALER
from tracker.profile import Profile


def as_early_as_may_be(chapter: Chapter) -> Chapter:
    """The chapter as if what was seen late had come as early as it may have."""
    early = (replace(fact, pts_us=fact.pts_us - fact.slack_us, slack_us=0) for fact in chapter.facts)
    return replace(chapter, facts=sorted(early, key=lambda fact: fact.pts_us))


def cards_before_their_money(chapter: Chapter) -> Chapter:
    """The chapter as if chips had moved after the card that was seen late on their hand: paid, and no double."""
    moved_us: dict[str, list[int]] = {}
    for fact in chapter.facts:
        if isinstance(fact.body, ChipsSeen):
            moved_us.setdefault(fact.body.spot, []).append(fact.pts_us)
    return _cards_before(chapter, lambda card: moved_us.get(card.place, ()))


def cards_before_the_dealers(chapter: Chapter) -> Chapter:
    """The chapter as if the dealer had played after each hand's card that was seen late: he deals before he plays."""
    own = {
        fact.body.track
        for fact in chapter.facts
        if isinstance(fact.body, CardPlaced) and fact.body.place == DEALER
    }
    play_us = [
        fact.pts_us
        for fact in chapter.facts
        if isinstance(fact.body, (CardPlaced, CardRead)) and fact.body.track in own
    ]
    return _cards_before(chapter, lambda card: () if card.place == DEALER else play_us)


def _cards_before(chapter: Chapter, moments_us: Callable[[CardPlaced], Iterable[int]]) -> Chapter:
    """The chapter as if cards had come just before the first of some moments at which they may have lain there."""

    def sooner(fact: Fact) -> Fact:
        moments = moments_us(fact.body) if isinstance(fact.body, CardPlaced) else ()
        within = [time for time in moments if fact.pts_us - fact.slack_us <= time <= fact.pts_us]
        return replace(fact, pts_us=min(within) - 1, slack_us=0) if within else fact

    return replace(chapter, facts=sorted(map(sooner, chapter.facts), key=lambda fact: fact.pts_us))


def hole_card_lay_down(chapter: Chapter, profile: Profile) -> Chapter | None:
    """The chapter as if the hole card, first seen when it lay open, had lain face down since its turn in the deal.

    A back that the eyes do not know yet, or a hand over it, lets it be seen when it is turned.
    """
    first_two = [
        fact for fact in chapter.facts if isinstance(fact.body, CardPlaced) and fact.body.place == DEALER
    ][:2]
    if not profile.hole_card or len(first_two) < 2:
        return None
    hole = sorted(first_two, key=_slot)[0 if profile.up_card == "second" else 1]
    body = hole.body
    if not isinstance(body, CardPlaced) or not body.face_up or not hole.slack_us:
        return None
    down = replace(body, card=str(UNKNOWN), face_up=False)
    read = replace(hole, body=CardRead(track=body.track, card=body.card, p=body.p))
    at = chapter.facts.index(hole)
    return replace(
        chapter, facts=[*chapter.facts[:at], replace(hole, body=down), read, *chapter.facts[at + 1 :]]
    )


def split_card_was_dealt(chapter: Chapter, profile: Profile) -> Chapter | None:
    """The chapter as if the card that a split hand began with had been dealt to the hand that it was split from.

    A hand over it let it be seen only when it was moved off: the box had one card too few, and this one makes a pair.
    """
    dealt: dict[str, list[Fact]] = {}
    for at, fact in enumerate(chapter.facts):
        if not isinstance(fact.body, CardPlaced) or "." not in fact.body.place:
            continue
        box, _, number = fact.body.place.partition(".")
        if int(number) <= profile.hands_per_box:
            dealt.setdefault(fact.body.place, []).append(fact)
            continue
        rank = Card.parse(fact.body.card).rank
        parents = [place for place, row in dealt.items() if _is_half_of_pair(place, row, box, rank)]
        if len(parents) == 1:
            since_us = dealt[parents[0]][0].pts_us
            came = replace(fact.body, place=parents[0], slot=2, sideways=False)
            unseen = replace(fact, body=came, slack_us=fact.pts_us - since_us, id="")
            return replace(chapter, facts=[*chapter.facts[:at], unseen, *chapter.facts[at:]])
    return None


def _is_half_of_pair(place: str, row: list[Fact], box: str, rank: str) -> bool:
    """Whether a hand of a box got one card only, of a rank that was read."""
    body = row[0].body
    alone = len(row) == 1 and isinstance(body, CardPlaced) and Card.parse(body.card).rank == rank
    return alone and rank != UNREAD and place.partition(".")[0] == box


def _slot(fact: Fact) -> int:
    return fact.body.slot if isinstance(fact.body, CardPlaced) else 0
