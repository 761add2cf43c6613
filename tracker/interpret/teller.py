"""Telling one chapter of facts as a round of actions. A pure function of the chapter: the same facts tell the same."""

from __future__ import annotations

from tracker.facts import ChipsSeen, Said
from tracker.interpret.chapters import Chapter
from tracker.interpret.explanations import likeliest
from tracker.interpret.scene import Scene
from tracker.interpret.told import ToldAction, ToldRound
from tracker.profile import Profile


def tell(chapter: Chapter, profile: Profile, *, no: int, minor_units: int) -> ToldRound:
    """Tell a chapter.

    Args:
        chapter: the facts of one round, so far.
        profile: the game.
        no: the round's number.
        minor_units: of the currency.
    """
    return _told(likeliest(chapter, profile, minor_units), no)


def _told(scene: Scene, no: int) -> ToldRound:
    chapter = scene.chapter
    times = [fact.pts_us for fact in chapter.facts]
    actions = tuple(
        ToldAction(action=draft.action(), facts=tuple(dict.fromkeys(draft.facts)), inferred=draft.inferred)
        for draft in scene.drafts
    )
    return ToldRound(
        no=no,
        actions=actions,
        doubts=tuple(scene.doubts),
        chips=any(isinstance(fact.body, ChipsSeen) for fact in chapter.facts) or bool(chapter.opening),
        speech=chapter.speaks or any(isinstance(fact.body, Said) for fact in chapter.facts),
        complete=chapter.cleared,
        start_us=min(times, default=0),
        end_us=max(times, default=0),
    )
