"""Work for all cores: draw scenes and look at them with the finder, in processes of their own."""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import cv2

from vision.detect.indices import IndexFinder
from vision.detect.networks import Model
from vision.training.mine import mine
from vision.training.scene_shards import SHARDS_PER_DECK_SET, TRAINING_SCENES, write_shards


def make_scenes(
    folder: Path, numbers: Sequence[int], workers: int, *, size: int, held_out: Sequence[str] = ()
) -> None:
    """Draw the shards that are not there yet and wait for them."""
    for process in _started(folder, numbers, workers, (size, held_out)):
        process.join()
        _check(process)


@contextmanager
def scenes_in_the_making(folder: Path, numbers: Sequence[int], workers: int, *, size: int) -> Iterator[None]:
    """Draw shards while the block runs; what is half drawn at its end is left out."""
    processes = _started(folder, numbers, workers, (size, ()))
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.join()


def look_at(finder: Path, shards: Sequence[Path], workers: int, *, minutes: float = math.inf) -> None:
    """Find indices in shards with an exported finder, in order, shared among processes, until all is done or the time
    is over; scenes that were not looked at serve without it."""
    context = multiprocessing.get_context("spawn")
    parts = [shards[number::workers] for number in range(workers)]
    processes = [context.Process(target=_look, args=(finder, part), daemon=True) for part in parts if part]
    for process in processes:
        process.start()
    end = time.monotonic() + minutes * 60
    for process in processes:
        process.join(None if minutes == math.inf else max(0.0, end - time.monotonic()))
        if process.is_alive():
            process.terminate()
            process.join()
        else:
            _check(process)


def _started(
    folder: Path, numbers: Sequence[int], workers: int, kind: tuple[int, Sequence[str]]
) -> list[BaseProcess]:
    """Share shards among processes so that those drawn with one set of decks are drawn by one process."""
    context = multiprocessing.get_context("spawn")
    parts: list[list[int]] = [[] for _ in range(workers)]
    for number in numbers:
        parts[number // SHARDS_PER_DECK_SET % workers].append(number)
    processes: list[BaseProcess] = [
        context.Process(target=_draw, args=(folder, part, *kind), daemon=True) for part in parts if part
    ]
    for process in processes:
        process.start()
    return processes


def _draw(folder: Path, numbers: Sequence[int], size: int, held_out: Sequence[str]) -> None:
    cv2.setNumThreads(1)
    write_shards(folder, numbers, TRAINING_SCENES, size=size, held_out=held_out)


def _look(finder: Path, shards: Sequence[Path]) -> None:
    cv2.setNumThreads(1)
    mine(IndexFinder(Model("index-finder", 0, finder)), shards)


def _check(process: BaseProcess) -> None:
    if process.exitcode:
        raise RuntimeError(f"a worker of the training ended with exit status {process.exitcode}")
