"""What people at the table said or entered, in the words of the notation."""

from __future__ import annotations

from tracker.actions import Action, parse_action
from tracker.errors import NotationError
from tracker.facts import Said
from tracker.interpret.opening import open_round
from tracker.interpret.scene import Draft, Hand, Scene
from tracker.interpret.turns import turn_reaches


def said(scene: Scene, body: Said) -> None:
    """Tell what was said, and expect to see it done without telling it twice."""
    try:
        action = parse_action(body.action, scene.minor_units)
    except NotationError as error:
        scene.doubt(f"what was said is no action: {error.reason}")
        return
    if action.verb == "nmb":
        scene.announced["d", "nmb"] = _tell(scene, action)
        scene.drafts.pop()
        open_round(scene)
        scene.drafts.append(scene.announced["d", "nmb"])
    elif action.verb in ("bet", "side"):
        _bet(scene, action)
    elif action.verb in ("pay", "take", "push"):
        _settle(scene, action)
    elif action.verb in ("hit", "stand", "double", "split", "surrender", "switch"):
        _decide(scene, action)
    elif action.verb == "insure":
        scene.announced["insure", action.actor.partition(".")[0]] = _tell(scene, action)
    else:
        _tell(scene, action)


def _tell(scene: Scene, action: Action) -> Draft:
    draft = scene.emit_seen(action.actor, action.verb, *action.args)
    draft.by = action.by
    return draft


def _bet(scene: Scene, action: Action) -> None:
    """An amount that was typed in: it stands for the chips of a table without a chip feed."""
    draft = _tell(scene, action)
    amount = action.args[-1]
    names = [f"{action.actor}.side"] if action.verb == "side" else _main_spots(scene, action.actor)
    for name in names:
        spot = scene.spot(name)
        scene.announced["bet", name] = draft
        spot.facts.append(scene.now.id)
        spot.pts_us = scene.now.pts_us
        if isinstance(amount, int):
            spot.amount = spot.stake = spot.amount + amount if action.by else amount


def _main_spots(scene: Scene, actor: str) -> list[str]:
    if "." in actor:
        return [actor]
    return [f"{actor}.{n}" for n in range(1, scene.profile.hands_per_box + 1)]


def _settle(scene: Scene, action: Action) -> None:
    _tell(scene, action)
    spot = scene.spot(str(action.args[0]))
    spot.settled = {"pay": "paid", "take": "taken", "push": "pushed"}[action.verb]  # type: ignore[assignment]


def _decide(scene: Scene, action: Action) -> None:
    hand = scene.hands.get(action.actor) or _first_of(scene, action.actor)
    if hand is not None:
        turn_reaches(scene, hand)
    draft = _tell(scene, action)
    scene.announced[action.verb, action.actor] = draft
    if hand is None:
        return
    if action.verb == "stand":
        hand.stood = True
    elif action.verb == "surrender":
        hand.surrendered = True
    elif action.verb == "double":
        hand.double = draft


def _first_of(scene: Scene, box: str) -> Hand | None:
    return next(iter(scene.turns.get(box, [])), None)
