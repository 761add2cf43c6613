"""The whole training, from drawn cards to models that can be shipped: scenes, finder, mining, reader, temperature.

Every stage goes on where it was stopped. Without a time limit each stage does its steps, as suits a CPU. With one, the
stages share it: scenes are drawn on all cores while the finder already learns from them on the GPU.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import torch

from vision.detect.networks import Model
from vision.errors import ArtError
from vision.read.classify import IndexReader
from vision.synth.art import HELD_OUT, deck_names
from vision.training import export, train_crops, train_index
from vision.training.checkpoint import device
from vision.training.loop import Plan, train
from vision.training.makers import look_at, make_scenes, scenes_in_the_making
from vision.training.quantize import finder_inputs, quantize, reader_inputs
from vision.training.scene_shards import SCENES_PER_SHARD
from vision.training.temperature import fitted_temperature, readings, reliability_of

LEAST_DECKS = 3
"""Fewer decks than this teach a network the decks, not the cards."""
SHARDS_IN_TIME = 4000
"""More than any machine draws in the time that a limited run has."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much of everything.

    Attributes:
        shards: of scenes for training.
        shard_size: scenes in a shard.
        held_out_shards: of scenes with decks that are not trained on.
        finder, reader: how the two networks are trained.
        minutes: for all of it, shared by the stages; None for as long as the plans' steps take.
        workers: processes that draw, look and feed.
    """

    shards: int = 48
    shard_size: int = SCENES_PER_SHARD
    held_out_shards: int = 2
    finder: Plan = train_index.PLAN
    reader: Plan = train_crops.PLAN
    minutes: float | None = None
    workers: int = 1

    def in_time(self, minutes: float, cores: int) -> Recipe:
        """Return the recipe that shares a limited time among the stages; on a GPU with large batches."""
        finder, reader = (self.finder, self.reader)
        if has_gpu():
            finder, reader = replace(finder, batch=96), replace(reader, batch=512)
        return replace(
            self,
            minutes=minutes,
            workers=cores,
            shards=SHARDS_IN_TIME,
            finder=_in_time(finder, workers=max(1, cores // 5)),
            reader=_in_time(reader, workers=max(1, cores - 2)),
        )


def _in_time(plan: Plan, *, workers: int) -> Plan:
    """A plan whose rate comes down by the time that its minutes are over, with each batch used four times."""
    return replace(plan, steps=10**9, deadline=True, workers=workers, uses=4, save_every_s=60.0)


TRIAL = Recipe(
    shards=1,
    shard_size=24,
    held_out_shards=1,
    finder=Plan(steps=20, batch=4, workers=1, uses=2),
    reader=Plan(steps=20, batch=16, workers=1, uses=2),
)
"""Everything in miniature, to see that it runs; the models cannot read."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a training keeps what it makes."""

    root: Path

    @property
    def scenes(self) -> Path:
        """Shards to train on."""
        return self.root / "scenes"

    @property
    def held_out(self) -> Path:
        """Shards with decks that are not trained on."""
        return self.root / "scenes-held-out"

    def checkpoint(self, model: str) -> Path:
        """Where the training of a model is saved."""
        return self.root / f"{model}.pt"

    def model(self, model: str) -> Path:
        """Where a model is exported to."""
        return self.root / "models" / model


def run(folders: Folders, recipe: Recipe, say: Callable[[str], None] = print) -> None:
    """Make both models.

    Args:
        folders: where everything is kept; what is there already is used.
        recipe: how much of everything.
        say: told what is going on.

    Raises:
        ArtError: if there are too few decks to learn from.
    """
    _check_art()
    clock = _Clock(recipe.minutes)
    cv2.setNumThreads(1)
    say(f"training on {device()}, {recipe.workers} workers" + clock.told())
    make_scenes(
        folders.held_out,
        range(recipe.held_out_shards),
        recipe.workers,
        size=recipe.shard_size,
        held_out=_held_out(),
    )
    _make_finder(folders, recipe, clock, say)
    shards = _shards(folders.held_out) + _shards(folders.scenes)
    say(f"looking at {len(shards)} shards with the finder" + clock.told())
    look_at(folders.model("index-finder"), shards, recipe.workers, minutes=clock.until(0.65))
    _make_reader(folders, recipe, clock, say)
    say(f"models: {folders.root / 'models'}" + clock.told())


def _make_finder(folders: Folders, recipe: Recipe, clock: _Clock, say: Callable[[str], None]) -> None:
    task, checkpoint = train_index.task(folders.scenes), folders.checkpoint("index-finder")
    if recipe.minutes is None:
        say("drawing scenes")
        make_scenes(folders.scenes, range(recipe.shards), recipe.workers, size=recipe.shard_size)
        train(task, checkpoint, recipe.finder, say)
    else:
        with scenes_in_the_making(
            folders.scenes, range(recipe.shards), recipe.workers, size=recipe.shard_size
        ):
            _wait_for_scenes(folders.scenes, minutes=clock.until(0.5))
            say("training the finder" + clock.told())
            train(task, checkpoint, replace(recipe.finder, minutes=clock.until(0.55)), say)
    export.export_finder(checkpoint, folders.model("index-finder"))
    quantize(folders.model("index-finder"), finder_inputs(_shards(folders.scenes)[:2]))


def _make_reader(folders: Folders, recipe: Recipe, clock: _Clock, say: Callable[[str], None]) -> None:
    say("training the reader" + clock.told())
    task, checkpoint = train_crops.task(folders.scenes, folders.held_out), folders.checkpoint("index-reader")
    train(task, checkpoint, replace(recipe.reader, minutes=clock.until(0.93)), say)
    folder = folders.model("index-reader")
    export.export_reader(checkpoint, folder)
    quantize(folder, reader_inputs(folders.scenes))
    read = readings(IndexReader(Model("index-reader", 0, folder)), _shards(folders.held_out)[:1])
    temperature = fitted_temperature(read)
    export.set_temperature(folder, temperature)
    error = reliability_of(read, temperature).ece or 0.0
    say(f"temperature {temperature}, calibration error {error:.4f} on held-out decks (n={len(read.cards)})")


class _Clock:
    """How much of a limited time is gone."""

    def __init__(self, minutes: float | None) -> None:
        self._minutes = minutes
        self._began = time.monotonic()

    def until(self, share: float) -> float:
        """Minutes until a share of the whole time is gone; endless without a limit."""
        gone = (time.monotonic() - self._began) / 60
        return math.inf if self._minutes is None else max(0.05, self._minutes * share - gone)

    def told(self) -> str:
        return f" ({(time.monotonic() - self._began) / 60:.1f} min)"


def _check_art() -> None:
    decks = set(deck_names()) - HELD_OUT
    if len(decks) < LEAST_DECKS:
        raise ArtError(
            f"expected at least {LEAST_DECKS} decks to train with, got {len(decks)}: run `make art` first"
        )


def _held_out() -> list[str]:
    return sorted(HELD_OUT & set(deck_names()))


def _wait_for_scenes(folder: Path, *, minutes: float) -> None:
    end = time.monotonic() + 60 * minutes
    while not _shards(folder):
        if time.monotonic() > end:
            raise RuntimeError(f"no scene was drawn into {folder} within {minutes:.1f} minutes")
        time.sleep(0.5)


def _shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("scenes-????.npz"))


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_gpu() -> bool:
    """Whether PyTorch sees a GPU."""
    return bool(torch.cuda.is_available())
