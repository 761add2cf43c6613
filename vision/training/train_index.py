"""Train the index network on scene shards."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training.checkpoint import Run, device
from vision.training.index_net import STRIDE, IndexNet, index_loss
from vision.training.index_targets import index_targets, random_view
from vision.training.scene_shards import StoredScene, read_shard

VIEW_PX = 320
PEAK_RATE = 2e-3


def scenes_forever(folder: Path, rng: random.Random) -> Iterator[StoredScene]:
    """Yield scenes without end, shard by shard in random order; shards that appear meanwhile are taken in."""
    while True:
        paths = sorted(folder.glob("scenes-????.npz"))
        rng.shuffle(paths)
        for path in paths:
            scenes = list(read_shard(path))
            rng.shuffle(scenes)
            yield from scenes


def batches(folder: Path, seed: int, size: int) -> Iterator[tuple[torch.Tensor, ...]]:
    """Yield `(pictures, heat, ignore, geometry, weight)` tensors of `size` views each."""
    rng = np.random.default_rng(seed)
    scenes = scenes_forever(folder, random.Random(seed))
    while True:
        views = [random_view(rng, next(scenes), VIEW_PX) for _ in range(size)]
        targets = [index_targets(indices, cards, VIEW_PX, STRIDE) for _, indices, cards in views]
        pictures = (
            np.stack([image for image, _, _ in views]).transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5
        )
        maps = [
            np.stack([getattr(t, name) for t in targets]) for name in ("heat", "ignore", "geometry", "weight")
        ]
        yield tuple(torch.from_numpy(array) for array in (pictures, *maps))


def train(folder: Path, out: Path, *, steps: int, batch: int, seed: int, minutes: float) -> None:
    """Train until `steps` are done or `minutes` are over; writes checkpoints to `out` every two minutes."""
    torch.manual_seed(seed)
    on = device()
    run = Run.start(IndexNet().to(on), rate=PEAK_RATE, weight_decay=1e-4)
    run.average.to(on)
    run.resume(out)
    source = batches(folder, seed + run.step, batch)
    began = saved = time.monotonic()
    first, sums = run.step, np.zeros(2)
    run.net.train()
    while run.step < steps and time.monotonic() - began < minutes * 60:
        run.set_rate(PEAK_RATE, steps)
        pictures, *maps = (tensor.to(on) for tensor in next(source))
        focal, off = index_loss(run.net(pictures), *maps)
        run.advance(focal + off)
        sums = sums * 0.98 + 0.02 * np.array([focal.item(), off.item()])
        if time.monotonic() - saved > 120 or run.step == steps:
            saved = time.monotonic()
            run.save(out)
            rate = (run.step - first) * batch / (saved - began)
            print(
                f"step {run.step}/{steps} {rate:.1f} views/s heat {sums[0]:.3f} geometry {sums[1]:.3f}",
                flush=True,
            )
    run.save(out)


def main(argv: Sequence[str] | None = None) -> None:
    """Train the index network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="scene shards")
    parser.add_argument("out", type=Path, help="checkpoint; training goes on from it if it is there")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    train(args.folder, args.out, steps=args.steps, batch=args.batch, seed=args.seed, minutes=args.minutes)


if __name__ == "__main__":
    main()
