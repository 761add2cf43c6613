"""The likeliest explanation of a round in which something looks wrong.

Dealers err now and then. The eyes, too, see a card late or miss one. So before anybody is accused, the same facts are
told again as if what was seen late had come as early as it may have, or just before its money, as if a hole card that
was seen late had lain face down before, and as if one card had not been seen. Each way to tell a round is weighed by
how much must have gone wrong in it: an error of the dealer's counts one, a card that was not seen counts more, and
little where it left a gap in its row; so does one that was unsurely read and is none. What one unseen card explains at
once, or one card too many, is no accusation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tracker.cards import UNKNOWN
from tracker.codes import CODES
from tracker.facts import CardPlaced, Fact
from tracker.interpret.chapters import Chapter
from tracker.interpret.retellings import (
    as_early_as_may_be,
    cards_before_the_dealers,
    cards_before_their_money,
    hole_card_lay_down,
    split_card_was_dealt,
)
from tracker.interpret.scene import DEALER, Laid, Scene
from tracker.interpret.story import scene_of
from tracker.profile import Profile
from tracker.referee import judge_round

TOO_MANY: Final = 0.5
"""What a card that was no card counts for, in errors of the dealer's, ..."""
UNSURELY_READ: Final = 0.95
"""... where it was read with less than this probability."""
UNSEEN: Final = 1.5
"""What a card that was not seen counts for, in errors of the dealer's."""
UNSEEN_BY_THE_LOOKS: Final = 0.5
"""The same where the cards of its row leave a place for it, or their hand stood on what nobody stands on."""
_NOBODY_STANDS_ON: Final = 11
_NO_TRACK: Final = -1


def likeliest(chapter: Chapter, profile: Profile, minor_units: int) -> Scene:
    """Tell a chapter in the way in which the least went wrong; doubt it where another way is as likely."""
    scene = scene_of(chapter, profile, minor_units)
    errors = _errors(scene)
    for unseen in (hole_card_lay_down, split_card_was_dealt):
        told_so = unseen(chapter, profile) if scene.doubts or errors else None
        if told_so is not None:
            other = _errors(if_so := scene_of(told_so, profile, minor_units))
            if not if_so.doubts and other <= errors and (scene.doubts or other != errors):
                chapter, scene, errors = told_so, if_so, other
    if scene.doubts or not errors:
        return scene
    for sooner in (cards_before_their_money(chapter), cards_before_the_dealers(chapter)):
        other = _errors(if_so := scene_of(sooner, profile, minor_units))
        if not if_so.doubts and other.total() < errors.total():
            scene, errors = if_so, other
    early = scene_of(as_early_as_may_be(chapter), profile, minor_units, lag_us=0)
    other = _errors(early)
    if not early.doubts and other.total() < errors.total():
        scene, errors = early, other
    elif not early.doubts and other != errors and other.total() == errors.total():
        scene.doubt("the order of what was seen late decides what was wrong")
    missing = _missing_card(scene, errors.total())
    if missing is not None:
        scene.doubt(f"a card of {missing.place} may not have been seen")
    elif (place := _place_of_a_card_too_many(scene, errors.total())) is not None:
        scene.doubt(f"a card that was unsurely read at {place} may be none")
    return scene


def _errors(scene: Scene) -> Counter[tuple[str, str]]:
    """What went wrong as a round is told, by code and subject. What was not said is nothing that a card explains."""
    findings = judge_round(scene.profile, scene.actions(), minor_units=scene.minor_units).findings
    return Counter((f.code, f.subject) for f in findings if CODES[f.code].evidence != "gesture")


def _place_of_a_card_too_many(scene: Scene, errors: int) -> str | None:
    """Where a card was unsurely read without which less went wrong in the round.

    In stills cards are told that are read less surely, and each of them stands for itself.
    """
    facts = scene.chapter.facts if scene.chapter.sees_order else []
    for fact in facts:
        if isinstance(fact.body, CardPlaced) and fact.body.face_up and fact.body.p < UNSURELY_READ:
            track, place = fact.body.track, fact.body.place
            others = [other for other in facts if getattr(other.body, "track", None) != track]
            if not others:
                continue
            if_so = scene_of(replace(scene.chapter, facts=others), scene.profile, scene.minor_units)
            if not if_so.doubts and _errors(if_so).total() + TOO_MANY < errors:
                return place
    return None


@dataclass(frozen=True, slots=True)
class _Missing:
    """A card that may have come to a place.

    Attributes:
        place: where to.
        before: id of the fact before which it came at the latest; empty: it came just after `after`.
        after: id of the fact that shows the card of its row before it; empty for the first one.
        since_us: when it may have come at the earliest.
        by_the_looks: whether its row looks as if it came.
    """

    place: str
    before: str
    after: str
    since_us: int
    by_the_looks: bool

    @property
    def cost(self) -> float:
        return UNSEEN_BY_THE_LOOKS if self.by_the_looks else UNSEEN


def _missing_card(scene: Scene, errors: int) -> _Missing | None:
    """A card that, if it was not seen, explains the round with less that went wrong."""
    for missing in _candidates(scene):
        if missing.cost < errors:
            chapter = replace(scene.chapter, facts=list(_with(scene.chapter, missing)))
            if_so = scene_of(chapter, scene.profile, scene.minor_units)
            if _errors(if_so).total() + missing.cost < errors:
                return missing
    return None


def _candidates(scene: Scene) -> Iterator[_Missing]:
    rows = {hand.place: hand.cards for hand in scene.hands.values()}
    stood = (hand for hand in scene.hands.values() if hand.stood and hand.double is None)
    stands = {draft.actor: draft.facts[-1] for draft in scene.drafts if draft.verb == "stand" and draft.facts}
    low = {hand.place for hand in stood if hand.totals.high <= _NOBODY_STANDS_ON}
    for place, cards in {DEALER: scene.dealer, **rows}.items():
        since_us, after = scene.facts[0].pts_us, ""
        for number, laid in enumerate(cards):
            shown_by = laid.dealt.facts[0]
            yield _Missing(place, shown_by, after, since_us, _is_gap(cards, number))
            since_us, after = laid.dealt.pts_us, shown_by
        if cards:
            yield _Missing(place, stands.get(place, ""), after, since_us, place in low)


def _is_gap(cards: list[Laid], number: int) -> bool:
    """Whether a row has room for another card just before one of its cards."""
    slot, before = cards[number].slot, [laid.slot for laid in cards[:number]]
    unknown = sum(known == 0 for known in before)
    return slot - max(before, default=0) - unknown > 1


def _with(chapter: Chapter, missing: _Missing) -> Iterator[Fact]:
    """The facts with the missing card among them."""
    for fact in chapter.facts:
        body = CardPlaced(track=_NO_TRACK, place=missing.place, card=str(UNKNOWN), p=0.0, face_up=True)
        unseen = replace(fact, body=body, slack_us=max(0, fact.pts_us - missing.since_us), id="")
        if fact.id == missing.before:
            yield unseen
        yield fact
        if not missing.before and fact.id == missing.after:
            yield unseen
