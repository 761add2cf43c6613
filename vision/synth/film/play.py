"""Plays a script on a stage, frame by frame."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable

from numpy.random import Generator

from vision.felt import Mm
from vision.synth.art import Deck
from vision.synth.film.cards import CardSprites, turning
from vision.synth.film.chips import ChipSprites
from vision.synth.film.encode import FilmWriter
from vision.synth.film.eye import Eye
from vision.synth.film.hands import HEIGHT_MM, dealer_arm, player_arm
from vision.synth.film.script import CardStep, ChipStep, HandKey, Script, Visit
from vision.synth.film.sprites import Sprite, mixed
from vision.synth.film.stage import Stage
from vision.synth.table import FRONT_MM

SMEAR_PX = 2.5
"""Between two moments of an open shutter that are drawn, at most so far."""
MOMENTS = 4
DEALER_BACK_MM = -520.0
PLAYER_BACK_MM = FRONT_MM + 420.0


class Player:
    """Draws a script's frames in order."""

    def __init__(self, script: Script, stage: Stage, eye: Eye, deck: Deck, rng: Generator) -> None:
        self._script, self._stage, self._eye = script, stage, eye
        self._cards = CardSprites(deck, eye)
        self._chips = ChipSprites(eye, eye.table.minor_units, rng)
        self._dealer = dealer_arm(eye, rng)
        self._players = {box.no: player_arm(eye, rng) for box in eye.table.boxes}
        self._card_steps = sorted(script.cards, key=lambda step: step.start)
        self._chip_steps = sorted(script.chips, key=lambda step: step.start)
        self._visits = sorted(script.visits, key=lambda visit: visit.keys[0].frame)
        self._key_frames = [key.frame for key in script.dealer]
        self._running: list[CardStep | ChipStep] = []
        self._guests: list[Visit] = []

    def play(self, writer: FilmWriter, progress: Callable[[int, int], None] | None = None) -> None:
        """Write every frame; `progress` is told how many are done, of how many."""
        for frame in range(self._script.frames):
            self._advance(frame)
            self._stage.show(self._moving(frame), writer)
            if progress is not None:
                progress(frame + 1, self._script.frames)

    def _advance(self, frame: int) -> None:
        """Bring to rest what ends in this frame, lift what starts."""
        for step in [step for step in self._running if step.end <= frame]:
            self._running.remove(step)
            self._rest(step)
        for steps in (self._card_steps, self._chip_steps):
            while steps and steps[0].start <= frame:
                step = steps.pop(0)
                self._lift(step)
                self._running.append(step)
        while self._visits and self._visits[0].keys[0].frame <= frame:
            self._guests.append(self._visits.pop(0))
        self._guests = [visit for visit in self._guests if visit.keys[-1].frame > frame]

    def _lift(self, step: CardStep | ChipStep) -> None:
        if isinstance(step, CardStep):
            self._stage.take(step.track)
        elif step.after < step.before:
            self._stage.put(step.spot, self._chips.stack(step.after, step.at))

    def _rest(self, step: CardStep | ChipStep) -> None:
        if isinstance(step, ChipStep):
            self._stage.put(step.spot, self._chips.stack(step.after, step.at))
        elif step.target is not None:
            pose = step.target
            self._stage.put(step.track, self._cards.lying(pose.card, pose.at, pose.angle_deg))

    def _moving(self, frame: int) -> list[Sprite]:
        seen: list[Sprite | None] = []
        for step in self._running:
            draw = self._card_sprite if isinstance(step, CardStep) else self._chip_sprite
            seen.append(self._smeared(step, frame, draw))
        for visit in self._guests:
            tip = _between(visit.keys, [key.frame for key in visit.keys], frame)
            arm, shoulder = self._players[visit.who], (tip[0] * 1.15, PLAYER_BACK_MM)
            height_mm = HEIGHT_MM if visit.height_mm is None else visit.height_mm
            seen.append(arm.reaching(tip, shoulder, height_mm))
        tip = _between(self._script.dealer, self._key_frames, frame)
        seen.append(self._dealer.reaching(tip, (0.45 * tip[0] + 40, DEALER_BACK_MM)))
        return [sprite for sprite in seen if sprite is not None]

    def _smeared(
        self, step: CardStep | ChipStep, frame: int, draw: Callable[..., Sprite | None]
    ) -> Sprite | None:
        """Draw a step at several moments while the shutter is open, if it moves fast enough to smear."""
        open_for = self._eye.look.exposure
        path = math.dist(_at(step, frame), _at(step, frame - open_for)) * self._eye.px_per_mm(
            _at(step, frame)
        )
        moments = min(MOMENTS, 1 + int(path / SMEAR_PX))
        sprites = [draw(step, frame - open_for * k / moments) for k in range(moments)]
        return mixed([sprite for sprite in sprites if sprite is not None]) if all(sprites) else sprites[0]

    def _card_sprite(self, step: CardStep, time: float) -> Sprite | None:
        done = _progress(step, time)
        target = step.target
        angle = step.source.angle_deg
        card, width = step.source.card, 1.0
        if target is not None:
            angle += ((target.angle_deg - angle + 180) % 360 - 180) * done
            if target.card != card:
                width = turning(done)
                card = target.card if done > 0.5 else card
        return self._cards.moving(card, _at(step, time), angle, turn=width)

    def _chip_sprite(self, step: ChipStep, time: float) -> Sprite | None:
        return self._chips.stack(abs(step.after - step.before), _at(step, time), moving=True)


def _progress(step: CardStep | ChipStep, time: float) -> float:
    return _eased((time - step.start) / (step.end - step.start))


def _at(step: CardStep | ChipStep, time: float) -> Mm:
    if isinstance(step, CardStep):
        ends = (step.source.at, step.way_out if step.target is None else step.target.at)
    else:
        ends = (step.elsewhere, step.at) if step.after > step.before else (step.at, step.elsewhere)
    return _mix(ends[0], ends[1], _progress(step, time))


def _between(keys: list[HandKey] | tuple[HandKey, ...], frames: list[int], frame: float) -> Mm:
    """Where a hand is between its keys."""
    after = bisect_right(frames, frame)
    if after == 0:
        return keys[0].at
    if after == len(keys):
        return keys[-1].at
    a, b = keys[after - 1], keys[after]
    return _mix(a.at, b.at, _eased((frame - a.frame) / (b.frame - a.frame)))


def _eased(part: float) -> float:
    part = min(max(part, 0.0), 1.0)
    return part * part * (3 - 2 * part)


def _mix(a: Mm, b: Mm, part: float) -> Mm:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
