"""Why a round cannot be told for certain. What was not seen is never told as not done: it is a doubt."""

from __future__ import annotations

from typing import Final

from tracker.cards import UNREAD
from tracker.codes import CODES
from tracker.facts import CameraBack, CameraBlind, CardPlaced, Fact
from tracker.hands import totals_of
from tracker.interpret.chapters import AWAY
from tracker.interpret.scene import DEALER, Scene
from tracker.interpret.turns import is_closed
from tracker.referee import judge_round

SETTLING_US: Final = 1_000_000
"""A card that is seen sooner than this after the camera began to see may have lain there before."""
_NOBODY_STOPS_BELOW: Final = 12
_STOOD_SHORT: Final = ("dealer-stood-below-17", "dealer-stood-on-soft-17", "dealer-card-missing")
_FIRST_LOOK_US: Final = 3_000_000
"""Several cards at once so soon after the camera began to see did lie there before."""


def note_doubts(scene: Scene) -> None:
    """Add the doubts that only the whole chapter shows."""
    if not scene.chapter.dealt:
        return
    _sight(scene)
    if scene.chapter.lost:
        scene.doubt(f"a fact from {scene.chapter.lost} was lost")
    _unsure_stakes(scene)
    _halves_of_switches(scene)
    _one_card_hands(scene)
    _dealer(scene)
    _short_stand(scene)


def _cards(scene: Scene) -> list[Fact]:
    return [f for f in scene.facts if isinstance(f.body, CardPlaced) and f.body.place not in AWAY]


def _sight(scene: Scene) -> None:
    """The camera must have seen from before the first card to the end; cards that lay there before began no round."""
    cards = _cards(scene)
    first_us = cards[0].pts_us
    blind = scene.chapter.blind
    since_us = scene.chapter.sees_since_us
    for fact in scene.facts:
        if isinstance(fact.body, CameraBlind):
            blind = fact.body.reason
        elif isinstance(fact.body, CameraBack):
            since_us = fact.pts_us if fact.pts_us <= first_us else since_us
            blind = blind if fact.pts_us > first_us else None
    if blind is not None:
        scene.doubt(f"the camera was blind: {blind}")
    at_once = sum(fact.pts_us == first_us for fact in cards) > 1
    if since_us is not None and first_us - since_us < (_FIRST_LOOK_US if at_once else SETTLING_US):
        scene.doubt("cards lay there when the camera began to see")


def _unsure_stakes(scene: Scene) -> None:
    """A box that is dealt in without a known bet, after a chip fact was lost, may have had one all the while."""
    for hand in scene.hands.values():
        if hand.box in scene.chapter.unsure and not scene.is_in_play(hand):
            scene.doubt(f"the stake of hand {hand.place} is not known since a fact was lost")


def _halves_of_switches(scene: Scene) -> None:
    for hand in scene.hands.values():
        for laid in hand.cards:
            if laid.place != hand.place:
                scene.doubt(f"a card moved from {hand.place} to {laid.place} and none was seen to come back")


def _one_card_hands(scene: Scene) -> None:
    """A hand with one card when the play is over: its second was dealt unseen, or really not; nobody can tell."""
    if not (scene.dealer_played or scene.chapter.cleared):
        return
    for hand in scene.hands.values():
        if len(hand.cards) == 1 and scene.is_in_play(hand):
            scene.doubt(f"only one card of hand {hand.place} was seen")
        elif hand.double is not None and len(hand.cards) == 2:
            scene.doubt(f"no card was seen to come to hand {hand.place} after its double")


def _short_stand(scene: Scene) -> None:
    """A dealer who seems to have stopped too early may have drawn a card that was not seen.

    It came and went between two photographs that are seconds apart, or the money fits other cards than his.
    """
    if not scene.chapter.cleared or scene.doubts:
        return
    actions = scene.actions()
    findings = judge_round(scene.profile, actions, minor_units=scene.minor_units).findings
    # A dealer's card that came late in the deal did come.
    if not any(f.code in _STOOD_SHORT and actions[f.action - 1].verb != "deal" for f in findings):
        return
    cards = _cards(scene)
    total = totals_of(laid.card for laid in scene.dealer)
    if total.high < _NOBODY_STOPS_BELOW:
        scene.doubt(f"nobody stops on {total.high}: a card of the dealer may not have been seen")
    elif len({fact.pts_us for fact in cards}) < len(cards):
        scene.doubt("the end of the round was not seen")
    elif any(CODES[finding.code].evidence == "money" for finding in findings):
        scene.doubt(
            "the dealer stopped too early and the money does not fit his cards: one may not have been seen"
        )


def _dealer(scene: Scene) -> None:
    if not scene.chapter.cleared:
        return
    unread = any(laid.card.rank == UNREAD for laid in scene.dealer)
    if len(scene.dealer) < scene.initial(DEALER):
        scene.doubt("not every card of the dealer was seen")
    elif unread and len(scene.dealer) > 2:
        scene.doubt("whether the dealer was due his last card depends on one that was not read")
    elif not scene.dealer_played and any(
        scene.is_in_play(hand) and not is_closed(scene, hand) for hand in scene.hands.values()
    ):
        scene.doubt("the dealer's play was not seen")
