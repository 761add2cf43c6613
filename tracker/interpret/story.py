"""Walking through the facts of one chapter: what they show as actions, and why that may not be certain.

A pure function of the chapter: the same facts tell the same.
"""

from __future__ import annotations

from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, ChipsSeen, Fact, RecordingEnded, Said
from tracker.interpret.cards_told import card_moved, card_placed, card_read, card_taken
from tracker.interpret.chapters import Chapter
from tracker.interpret.chips_told import chips_seen, push_if_unsettled
from tracker.interpret.doubts import note_doubts
from tracker.interpret.opening import tell_bets
from tracker.interpret.scene import DEALER, Scene
from tracker.interpret.simultaneous import (
    HAND_LAG_US,
    hole_card_in_its_turn,
    in_dealing_order,
    in_slot_order,
    late_cards_in_their_turn,
    money_after_the_draw,
)
from tracker.interpret.turns import note_early_end
from tracker.interpret.words_told import said
from tracker.profile import Profile


def scene_of(chapter: Chapter, profile: Profile, minor_units: int, *, lag_us: int = HAND_LAG_US) -> Scene:
    """The table at the end of a chapter, with what was told on the way.

    Args:
        chapter: the facts of one round, so far.
        profile: the game.
        minor_units: of the currency.
        lag_us: so late may a dealer's card be seen that says less.
    """
    facts = hole_card_in_its_turn(money_after_the_draw(chapter.facts, lag_us=lag_us), profile)
    facts = late_cards_in_their_turn(in_slot_order(facts), profile)
    scene = Scene(profile, minor_units, chapter, in_dealing_order(facts, profile))
    _carry_over(scene)
    for fact in scene.walk():
        _tell_fact(scene, fact)
    _close(scene)
    note_doubts(scene)
    return scene


def _carry_over(scene: Scene) -> None:
    for name, fact in scene.chapter.opening.items():
        if isinstance(fact.body, ChipsSeen):
            spot = scene.spot(name)
            spot.amount = fact.body.amount
            spot.facts.append(fact.id)
            spot.pts_us = fact.pts_us


def _tell_fact(scene: Scene, fact: Fact) -> None:
    match fact.body:
        case CardPlaced() as body:
            card_placed(scene, body)
        case CardRead() as body:
            card_read(scene, body)
        case CardMoved() as body:
            card_moved(scene, body)
        case CardTaken() as body:
            note_early_end(scene)
            card_taken(scene, body)
        case ChipsSeen() as body:
            note_early_end(scene)
            chips_seen(scene, body)
        case Said() as body:
            said(scene, body)
        case _:
            pass


def _close(scene: Scene) -> None:
    """Tell the end: bets that nobody touched, the cards cleared. Before the first card, tell the bets so far."""
    if not scene.bets_closed and not any(isinstance(fact.body, RecordingEnded) for fact in scene.facts):
        tell_bets(scene, since=scene.facts[0].pts_us)
    if not scene.chapter.cleared:
        return
    for name in sorted(scene.spots):
        push_if_unsettled(scene, scene.spots[name])
    settles = any(draft.verb in ("pay", "take") for draft in scene.drafts)
    if not settles and not scene.chapter.money_moves:
        # A feed of bets alone, such as a tablet: that nothing changed says nothing about what was paid.
        scene.drafts = [draft for draft in scene.drafts if draft.verb != "push" or not draft.inferred]
    scene.emit_seen(DEALER, "clear")
