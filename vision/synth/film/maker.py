"""Films of dealt rounds, with the truth written beside them (docs/architecture.md, "A simulated session on disk")."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from tracker.actions import Action
from tracker.cards import Card
from tracker.facts import CardPlaced, Fact
from tracker.notation import History, format_bjh
from tracker.profile import load_profile
from tracker.simulate import Pace, Performance, Session, perform
from tracker.simulate.perfect_facts import FEED, Where
from vision.errors import VisionError
from vision.synth.art import Deck
from vision.synth.film.director import write_script
from vision.synth.film.encode import FilmWriter
from vision.synth.film.eye import Eye
from vision.synth.film.look import FilmLook
from vision.synth.film.play import Player
from vision.synth.film.room import empty_table
from vision.synth.film.script import Script, frame_at, pts_of
from vision.synth.film.stage import Stage
from vision.table import Table
from vision.table_file import write_table

FILM_PACE = Pace(
    between_rounds_us=1_600_000,
    bet_us=320_000,
    announce_us=720_000,
    card_us=520_000,
    decision_us=480_000,
    move_us=480_000,
    chips_us=400_000,
    turn_us=600_000,
    money_us=360_000,
    clear_us=400_000,
    collect_us=240_000,
)
"""A quick dealer: about half a second a card, a round of one to three boxes in a quarter to half a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A film that was made: its file, and what was physically to be seen, dated to its frames."""

    video: Path
    facts: tuple[Fact, ...]
    frames: int
    fps: int


def make_film(
    session: Session,
    table: Table,
    deck: Deck,
    folder: Path,
    *,
    seed: int,
    pace: Pace = FILM_PACE,
    look: FilmLook | None = None,
    fps: int = 25,
    progress: Callable[[int, int], None] | None = None,
) -> Film:
    """Film rounds on a table, and write the truth beside the film.

    Args:
        session: what is done, round by round, and the errors in it; times are replaced by the film's.
        table: where everything lies, and how each camera sees it; its picture size is the film's.
        deck: the cards' art.
        folder: gets session.mp4 (and session-2.mp4 of the table's second camera), session.bjh, truth.json,
            table.toml, truth.facts.jsonl and chips.facts.jsonl.
        seed: the same seed, session, table and deck give the same film.
        pace: how fast is dealt.
        look: how room, camera and recorder treat the picture.
        fps: frames for a second.
        progress: is told after each frame how many are done, of how many.

    Raises:
        VisionError: if the history cannot be dealt on this table.
        OSError: if the folder cannot be written.
    """
    look = look or FilmLook()
    laying, acting, room, noise = (np.random.default_rng((seed, part)) for part in range(4))
    show = _performance(session.history, table, pace, look, laying)
    script = write_script(show, table, look, fps, acting)
    folder.mkdir(parents=True, exist_ok=True)
    views = [table.seen_by(name) for name in table.camera_names]
    videos = [folder / video_name(no) for no in range(1, len(views) + 1)]
    for no, (view, video) in enumerate(zip(views, videos, strict=True)):
        done = _part_of(progress, no, len(views))
        size = (view.camera.width, view.camera.height)
        with FilmWriter(video, size, fps, look, noise, frames=script.frames) as writer:
            # Every camera sees the same room: what is drawn by chance is drawn alike.
            _player(script, view, deck, look, deepcopy(room)).play(writer, done)
    (folder / "session.bjh").write_text(format_bjh(_dated(show.history, fps)), encoding="utf-8")
    (folder / "truth.json").write_text(
        json.dumps(
            {"seed": seed, "deck": deck.name, "planted": [error.to_json() for error in session.planted]},
            indent=1,
        )
        + "\n",
        encoding="utf-8",
    )
    write_table(table, folder / "table.toml")
    _write_facts(script.facts, folder / "truth.facts.jsonl")
    _write_facts((fact for fact in script.facts if fact.source == FEED), folder / "chips.facts.jsonl")
    return Film(video=videos[0], facts=tuple(script.facts), frames=script.frames, fps=fps)


def video_name(camera: int) -> str:
    """The file that camera 1, 2, ... of a table writes."""
    return "session.mp4" if camera == 1 else f"session-{camera}.mp4"


def _part_of(
    progress: Callable[[int, int], None] | None, no: int, of: int
) -> Callable[[int, int], None] | None:
    """Progress of one film as a part of `of` equally long ones."""
    if progress is None:
        return None
    return lambda done, frames: progress(no * frames + done, of * frames)


def _performance(history: History, table: Table, pace: Pace, look: FilmLook, rng: Generator) -> Performance:
    if history.profile != table.profile:
        raise VisionError(f"expected rounds of {table.profile} for table {table.name}, got {history.profile}")
    show = perform(
        replace(history, table=table.name),
        load_profile(history.profile, history.rules),
        pace=pace,
        where=_places(table, look, rng),
    )
    for fact in show.facts:
        if (
            isinstance(fact.body, CardPlaced)
            and fact.body.face_up
            and not Card.parse(fact.body.card).is_known
        ):
            raise VisionError(f"cannot film a card that nobody read: {fact.body.card} to {fact.body.place}")
    return show


def _dated(history: History, fps: int) -> History:
    """The history with each action dated to the frame that shows it done."""

    def dated(action: Action) -> Action:
        return replace(
            action, pts_us=None if action.pts_us is None else pts_of(frame_at(action.pts_us, fps), fps)
        )

    rounds = (replace(r, actions=tuple(dated(action) for action in r.actions)) for r in history.rounds)
    return replace(history, rounds=tuple(rounds))


def _player(script: Script, table: Table, deck: Deck, look: FilmLook, rng: Generator) -> Player:
    eye = Eye(table, look)
    stage = Stage(empty_table(eye, look, rng))
    return Player(script, stage, eye, deck, rng)


def _places(table: Table, look: FilmLook, rng: Generator) -> Where:
    """Where the dealer's hand lays each card: its place on the table, not quite exactly."""

    def where(place: str, k: int, sideways: bool) -> tuple[float, float]:
        if place == "tray":
            return table.tray.at_mm
        row = table.row(place)
        x, y = row.sideways_at(k) if sideways else row.card_at(k)
        dx, dy = rng.normal(0, look.disorder_mm, 2)
        return (round(x + float(dx), 1), round(y + float(dy), 1))

    return where


def _write_facts(facts: Iterable[Fact], path: Path) -> None:
    lines = (json.dumps(fact.to_json(), ensure_ascii=False) + "\n" for fact in facts)
    path.write_text("".join(lines), encoding="utf-8")
