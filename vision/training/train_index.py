"""Train the index network on scene shards."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.training.feed import Batch
from vision.training.index_net import STRIDE, IndexNet, index_loss
from vision.training.loop import Losses, Plan, Task, add_plan_options, plan_from, train
from vision.training.scene_shards import StoredScene, read_shard
from vision.training.views import Indices, index_targets, random_views

VIEW_PX = 320
PLAN = Plan(steps=5000, batch=8, weight_decay=1e-4)


def scenes_forever(folder: Path, rng: random.Random) -> Iterator[StoredScene]:
    """Yield scenes without end, shard by shard in random order; shards that appear meanwhile are taken in."""
    while True:
        paths = sorted(folder.glob("scenes-????.npz"))
        rng.shuffle(paths)
        for path in paths:
            scenes = list(read_shard(path))
            rng.shuffle(scenes)
            yield from scenes


def batches(folder: Path, seed: int, size: int) -> Iterator[Batch]:
    """Yield `size` scenes each: pictures, and `quads`, `cards`, `visible` as in `vision.training.views.Indices`."""
    scenes = scenes_forever(folder, random.Random(seed))
    while True:
        yield stacked([next(scenes) for _ in range(size)])


def stacked(scenes: Sequence[StoredScene]) -> Batch:
    """Stack scenes of one size and their indices; places that a scene does not fill are marked as empty."""
    most = max(1, *(len(scene.indices) for scene in scenes))
    quads = np.zeros((len(scenes), most, 4, 2), np.float32)
    cards = np.zeros((len(scenes), most, 2), np.float32)
    visible = np.full((len(scenes), most), -1, np.float32)
    for number, scene in enumerate(scenes):
        rows, count = scene.indices, len(scene.indices)
        quads[number, :count] = rows[:, :8].reshape(-1, 4, 2)
        centres = scene.cards[:, :8].reshape(-1, 4, 2).mean(axis=1)
        cards[number, :count] = centres[rows[:, 8].astype(int)]
        visible[number, :count] = rows[:, 9]
    pictures = np.stack([scene.image.transpose(2, 0, 1) for scene in scenes])
    return tuple(torch.from_numpy(array) for array in (pictures, quads, cards, visible))


def losses(net: nn.Module, batch: Batch) -> Losses:
    """Return the parts of the loss on a batch as `batches` yields them."""
    scenes, *where = batch
    pictures, indices = random_views(scenes, Indices(*where), VIEW_PX)
    focal, off = index_loss(net(pictures / 255 - 0.5), index_targets(indices, VIEW_PX, STRIDE))
    return {"heat": focal, "geometry": off}


def task(folder: Path) -> Task:
    """Return the training of the index network on the scenes of a folder."""
    return Task(IndexNet, losses, partial(batches, folder))


def main(argv: Sequence[str] | None = None) -> None:
    """Train the index network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="scene shards")
    parser.add_argument("out", type=Path, help="checkpoint; training goes on from it if it is there")
    add_plan_options(parser, PLAN)
    args = parser.parse_args(argv)
    train(task(args.folder), args.out, plan_from(args, PLAN))


if __name__ == "__main__":
    main()
