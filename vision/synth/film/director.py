"""The director: from a performance's facts to a script of what moves on the table, and whose hands do it."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby

from numpy.random import Generator

from tracker.actions import Action
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, ChipsSeen, Evidence, Fact
from tracker.simulate.perfect_facts import Performance
from vision.felt import Mm
from vision.synth.film.eye import under_line_of_sight
from vision.synth.film.look import FilmLook
from vision.synth.film.props import shoe_mouth
from vision.synth.film.script import CardStep, ChipStep, HandKey, Pose, Script, Visit, frame_at, pts_of
from vision.synth.table import BET_V_MM, FRONT_MM
from vision.table import Table

RACK: Mm = (0.0, -50.0)
HOME: Mm = (150.0, -150.0)
HAND_ON_CARD_MM = 8.0
LINGER_S = 0.12
"""So long a hand stays where it put something."""
LEAVE_S = 0.36
"""So long it then takes to go home."""
REST_S = (0.5, 2.0)
"""So long a hand that covers cards stays on them."""
CLEAR_S = 0.5
"""So long before the dealer takes or moves cards a hand that lay on them is gone: he sees what he takes."""
HAND_MM = 150.0
"""A hand covers cards so far from its fingertips."""
BEYOND_MM = 55.0
"""How far beyond the middle of a card the fingers reach that cover it."""
HOVER_MM = 180.0
"""How high above the felt a hand rests in the air: what it hides from one camera another one sees past it."""


def write_script(show: Performance, table: Table, look: FilmLook, fps: int, rng: Generator) -> Script:
    """Stage a performance on a table.

    Args:
        show: the rounds in time; every card's place is on the table.
        table: where everything lies.
        look: how exactly cards are laid.
        fps: frames for a second.
        rng: source of every random choice.
    """
    return _Director(table, look, fps, rng).stage(show)


class _Director:
    def __init__(self, table: Table, look: FilmLook, fps: int, rng: Generator) -> None:
        self.table, self.look, self.fps, self.rng = table, look, fps, rng
        self.script = Script()
        self.poses: dict[int, Pose] = {}
        self.spots: dict[str, int] = {}
        self.actions: list[tuple[int, Action]] = []
        self.now = 0
        self._views = (
            [table.seen_by(name).plane for name in table.camera_names] if table.other_cameras else []
        )
        self.linger, self.leave, self.clear = (
            max(1, round(time_s * fps)) for time_s in (LINGER_S, LEAVE_S, CLEAR_S)
        )

    def stage(self, show: Performance) -> Script:
        facts = [self._dated(fact) for fact in show.facts]
        actions = [action for round_ in show.history.rounds for action in round_.actions]
        moments: list[tuple[int, int, Fact | Action]] = [(frame, 1, action) for frame, action in self.actions]
        moments += [(self._frame(fact.pts_us), 0, fact) for fact in facts]
        self.actions = [(self._frame(action.pts_us or 0), action) for action in actions]
        self.script.dealer.append(HandKey(0, HOME))
        for frame, group in groupby(sorted(moments, key=lambda m: m[:2]), key=lambda m: m[0]):
            together = [item for _, _, item in group]
            self._play(together, frame)
            self.now = max(self.now, frame)
        self.script.frames = self.now + 1
        self._dealer_goes(self.now + 2 * self.leave, HOME)
        return self.script

    def _frame(self, pts_us: int) -> int:
        return frame_at(pts_us, self.fps)

    def _dated(self, fact: Fact) -> Fact:
        return replace(fact, pts_us=pts_of(self._frame(fact.pts_us), self.fps), id="")

    def _play(self, together: list[Fact | Action], frame: int) -> None:
        facts = [item for item in together if isinstance(item, Fact)]
        for fact in facts:
            self._show(fact, frame)
        if not facts:
            for action in together:
                if isinstance(action, Action):
                    self._gesture(action, frame)

    def _show(self, fact: Fact, frame: int) -> None:
        match fact.body:
            case CardPlaced() as body:
                fact = self._deal(fact, body, frame)
            case CardMoved() as body:
                fact = self._move(fact, body, frame)
            case CardRead() as body:
                self._turn(body, frame)
            case CardTaken() as body:
                self._sweep(body, frame)
            case ChipsSeen() as body:
                self._chips(body, frame)
            case _:
                pass
        self.script.facts.append(fact)

    # Cards

    def _pose(self, at: Mm, place: str, sideways: bool, card: str | None) -> Pose:
        base = 0.0 if place == "tray" else self.table.row(place).angle_deg
        angle = base + (90 if sideways else 0) + float(self.rng.normal(0, self.look.disorder_deg))
        return Pose(at, angle, card)

    def _deal(self, fact: Fact, body: CardPlaced, frame: int) -> Fact:
        target = self._pose(
            (body.x_mm, body.y_mm), body.place, body.sideways, body.card if body.face_up else None
        )
        start = self._slot(frame, 0.4)
        mouth = shoe_mouth(self.table)
        source = Pose(mouth, 30.0, None if target.card is None else target.card)
        self._carry(body.track, start, frame, source, None if body.place == "tray" else target)
        self._cover(body, frame)
        return self._with_quad(fact, target)

    def _move(self, fact: Fact, body: CardMoved, frame: int) -> Fact:
        source = self.poses[body.track]
        target = self._pose((body.x_mm, body.y_mm), body.place, body.sideways, source.card)
        start = self._slot(frame, 0.35)
        self._uncover(source.at, start)
        self._carry(body.track, start, frame, source, target)
        return self._with_quad(fact, target)

    def _turn(self, body: CardRead, frame: int) -> None:
        source = self.poses[body.track]
        self._carry(body.track, self._slot(frame, 0.4), frame, source, replace(source, card=body.card))

    def _sweep(self, body: CardTaken, frame: int) -> None:
        start, source = self._slot(frame, 0.25), self.poses.pop(body.track)
        self._uncover(source.at, start)
        self._carry(body.track, start, frame, source, None)

    def _carry(self, track: int, start: int, end: int, source: Pose, target: Pose | None) -> None:
        out = self.table.tray.at_mm
        self.script.cards.append(CardStep(track, start, end, source, target, out))
        if target is not None:
            self.poses[track] = target
        self._dealer_carries(start, source.at, end, out if target is None else target.at)

    def _with_quad(self, fact: Fact, pose: Pose) -> Fact:
        quad = self.table.to_picture(self.table.card_quad_mm(pose.at, pose.angle_deg))
        corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)
        return replace(fact, evidence=Evidence(pts_us=fact.pts_us, quad_px=corners), id="")

    # Chips

    def _chips(self, body: ChipsSeen, frame: int) -> None:
        at = self.table.bet_at(body.spot)
        before = self.spots.get(body.spot, 0)
        self.spots[body.spot] = body.amount
        by_dealer = self._action_at(frame) in ("pay", "take")
        player_side = (at[0] * 1.05, FRONT_MM + 40)
        start = self._slot(frame, 0.3)
        elsewhere = RACK if by_dealer else player_side
        self.script.chips.append(ChipStep(body.spot, at, before, body.amount, start, frame, elsewhere))
        if by_dealer:
            ends = (elsewhere, at) if body.amount > before else (at, elsewhere)
            self._dealer_carries(start, ends[0], frame, ends[1])
        else:
            self._visit(at, start, frame)

    def _action_at(self, frame: int) -> str:
        """The verb of the action that is being done in a frame."""
        return next((action.verb for end, action in self.actions if end >= frame), "")

    # Hands

    def _slot(self, end: int, idle: float) -> int:
        """The frame in which a step that rests at `end` begins: it takes what the pace leaves, at most a second."""
        begin = max(self.now, end - self.fps)
        return min(begin + round(idle * (end - begin)), end - 1)

    def _dealer_carries(self, start: int, source: Mm, end: int, target: Mm) -> None:
        if self.script.dealer[-1].frame >= end:
            return  # Several cards in one sweep: the hand is on the first.
        self._dealer_goes(start, source)
        self.script.dealer.append(HandKey(end, _under_fingers(target)))

    def _dealer_goes(self, start: int, source: Mm) -> None:
        """Bring the dealer's hand to `source` by `start`, by way of home if there is time."""
        keys = self.script.dealer
        last = keys[-1]
        if start - last.frame > self.linger + 2 * self.leave and last.at != HOME:
            keys.append(HandKey(last.frame + self.linger, last.at))
            keys.append(HandKey(last.frame + self.linger + self.leave, HOME))
        last = keys[-1]
        if last.at == HOME and start - last.frame > self.leave:
            keys.append(HandKey(start - self.leave, HOME))
        if start > keys[-1].frame:
            keys.append(HandKey(start, _under_fingers(source)))

    def _visit(self, at: Mm, start: int, end: int, *, wave: float = 0.0) -> None:
        outside = (at[0] * 1.1, FRONT_MM + 330)
        keys = [HandKey(start - self.leave // 2, outside), HandKey(start, (at[0] * 1.05, FRONT_MM + 40))]
        reach = _under_fingers(at, from_player=True)
        if wave:
            middle = (start + end) // 2
            keys = [HandKey(start - self.leave // 2, outside), HandKey(middle, (reach[0] - wave, reach[1]))]
            reach = (reach[0] + wave, reach[1])
        keys += [
            HandKey(end, reach),
            HandKey(end + self.linger, reach),
            HandKey(end + self.linger + self.leave, outside),
        ]
        self.script.visits.append(Visit(self._player_of(at), tuple(keys)))

    def _cover(self, body: CardPlaced, frame: int) -> None:
        """Now and then a player's hand comes to rest on the cards of his box.

        Before several cameras it often rests in the air, in the line of sight of one of them.
        """
        chance = 0.0 if body.place in ("d", "tray") else self.look.occlusion
        if not chance or self.rng.random() >= chance:
            return
        dx, dy = self.rng.normal(0, 20, 2)
        tip = (body.x_mm + float(dx), body.y_mm + float(dy) - BEYOND_MM)
        height_mm = None
        if self._views and (view := int(self.rng.integers(len(self._views) + 1))) < len(self._views):
            height_mm = HOVER_MM
            tip = under_line_of_sight(self._views[view], tip, height_mm)
        outside = (tip[0] * 1.1, FRONT_MM + 330)
        comes = frame + self.linger + self.leave
        leaves = comes + max(1, round(float(self.rng.uniform(*REST_S)) * self.fps))
        keys = ((frame + self.linger, outside), (comes, tip), (leaves, tip), (leaves + self.leave, outside))
        self.script.visits.append(
            Visit(
                self._player_of(tip),
                tuple(HandKey(*key) for key in keys),
                height_mm,
                covers=height_mm is None,
            )
        )

    def _uncover(self, at: Mm, start: int) -> None:
        """Let a hand that rests on cards go, or not come, before the dealer takes them: none come from under a hand."""
        gone = start - self.clear
        leaves = gone - self.leave
        visits = []
        for visit in self.script.visits:
            *coming, rest, away = visit.keys
            if not visit.covers or away.frame <= gone or math.dist(rest.at, at) > HAND_MM:
                visits.append(visit)
            elif leaves > coming[-1].frame:
                left = (replace(rest, frame=leaves), replace(away, frame=gone))
                visits.append(replace(visit, keys=(*coming, *left)))
        self.script.visits[:] = visits

    def _player_of(self, at: Mm) -> int:
        """The box whose player this is: the nearest one."""
        return min(self.table.boxes, key=lambda box: abs(box.bet_mm[0] - at[0])).no

    def _gesture(self, action: Action, frame: int) -> None:
        start = self._slot(frame, 0.1)
        if action.verb in ("hit", "stand", "surrender"):
            x, y = self.table.row(action.actor).at_mm
            tap = (x + float(self.rng.normal(8, 14)), min(y + float(self.rng.normal(75, 12)), BET_V_MM + 10))
            self._visit(tap, start, frame, wave=0.0 if action.verb == "hit" else 38.0)
        elif action.verb == "nmb":
            self._dealer_carries(start, (330.0, 260.0), frame, (-330.0, 260.0))
        elif action.verb == "peek":
            self._dealer_carries(start, self.table.dealer.at_mm, frame, self.table.dealer.at_mm)


def _under_fingers(at: Mm, *, from_player: bool = False) -> Mm:
    """Where the fingertips are when they hold a thing at `at`."""
    return (at[0], at[1] + (-HAND_ON_CARD_MM if from_player else HAND_ON_CARD_MM))
