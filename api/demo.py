"""The demonstration: two filmed sessions, one of each game, made on this machine and kept in the user's cache."""

from __future__ import annotations

import os
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from typing import Final

from api.audit.staging import staged_folder
from api.errors import ApiError
from api.films import TRUTH, VIDEO, film_session
from tracker import __version__
from tracker.profile import load_profile
from tracker.simulate import simulate

RECIPE: Final = 3
"""Counts up when the same seeds would give other films: older ones in the cache are then not used."""
REPORT_S: Final = 0.3


@dataclass(frozen=True, slots=True)
class Scene:
    """A filmed session of the demonstration: its table, game, seed, number of rounds and of dealing errors in them."""

    table: str
    profile: str
    seed: int
    rounds: int
    errors: int


SCENES: Final = (
    Scene("BJ-05", "blackjack-switch", 2026, 6, 3),
    Scene("BJ-07", "russian-blackjack", 1129, 8, 4),
)


def demo_films(
    progress: Callable[[float], None] = lambda _: None,
    *,
    scenes: Sequence[Scene] = SCENES,
    cache: Path | None = None,
) -> list[Path]:
    """Return the folders of the demonstration's films; what is not in the cache is filmed, a process for each.

    Args:
        progress: is told how much is filmed, 0..1.
        scenes: which films.
        cache: where they are kept; the user's cache folder if None.
    """
    folders = _folders(scenes, cache)
    missing = [
        (scene, folder)
        for scene, folder in zip(scenes, folders, strict=True)
        if not (folder / VIDEO).is_file()
    ]
    if missing:
        _film(missing, progress)
    return folders


def demo_is_filmed(*, scenes: Sequence[Scene] = SCENES, cache: Path | None = None) -> bool:
    """Whether all films are in the cache."""
    return all((folder / VIDEO).is_file() for folder in _folders(scenes, cache))


def _folders(scenes: Sequence[Scene], cache: Path | None) -> list[Path]:
    around = (cache or user_cache()) / f"demo-{__version__}-{RECIPE}"
    return [around / f"{scene.table}-{scene.seed}-{scene.rounds}" for scene in scenes]


def user_cache() -> Path:
    """Return the user's cache folder for pitwatch."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitwatch"


def _film(missing: Sequence[tuple[Scene, Path]], progress: Callable[[float], None]) -> None:
    # Fresh processes: the threads of OpenCV and PyAV do not survive a fork.
    context = get_context("spawn")
    parts = context.Array("d", len(missing))
    workers = [
        context.Process(target=_film_one, args=(scene, folder, parts, number))
        for number, (scene, folder) in enumerate(missing)
    ]
    for worker in workers:
        worker.start()
    try:
        while any(worker.is_alive() for worker in workers):
            wait([worker.sentinel for worker in workers if worker.is_alive()], timeout=REPORT_S)
            progress(sum(parts[:]) / len(missing))
    finally:
        for worker in workers:
            worker.terminate()
    if any(worker.exitcode for worker in workers):
        raise ApiError("the demonstration's films could not be made; what went wrong stands above")


def _film_one(scene: Scene, folder: Path, parts: MutableSequence[float], number: int) -> None:
    session = simulate(
        load_profile(scene.profile),
        rounds=scene.rounds,
        seed=scene.seed,
        errors=scene.errors,
        table=scene.table,
    )

    def done(part: float) -> None:
        parts[number] = part

    with staged_folder(folder, mark=TRUTH) as stage:
        film_session(session, stage, seed=scene.seed, progress=done)
