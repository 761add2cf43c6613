"""Train the crop network on the indices of scene shards, and on what is no index."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.read.crops import cut, grown, not_too_narrow
from vision.sightings import F32, U8
from vision.training.corners import Corners
from vision.training.crop_net import REJECT, CropNet, accuracy, crop_loss
from vision.training.feed import Batch
from vision.training.framing import CROP_GROWTH, as_found, beside
from vision.training.loop import Losses, Plan, Task, add_plan_options, plan_from, train
from vision.training.mine import UNUSED, read_mined
from vision.training.scene_shards import StoredScene, read_shard

PLAN = Plan(steps=10_000, batch=96, weight_decay=0.02)
POOL = 24
"""How many batches lie ready, so that the crops of one scene are spread over many."""
COARSE_SHARE, GREY_SHARE = 0.2, 0.05
CORNERS_PER_CROP = 0.8
"""Corners drawn one by one for each crop of a scene."""
Labelled = tuple[U8, int, int]
"""A crop, its rank 0..12 or `REJECT`, its suit 0..3 (0 where rejected)."""


def crops_of(rng: np.random.Generator, scene: StoredScene, found: F32 | None = None) -> Iterator[Labelled]:
    """Cut crops out of a scene: its visible indices, framed as the finder did or as it might, and crops without one.

    Args:
        rng: source of every random choice.
        scene: the scene.
        found: what the finder found in it, float32 `(n, 10)`: quad (8), rank, suit (see `vision.training.mine`).
    """
    light = rng.uniform(0.8, 1.2, 3) * rng.uniform(0.7, 1.25)
    image = np.clip(scene.image * light + rng.uniform(-10, 15), 0, 255).astype(np.uint8)
    if found is not None:
        yield from _found_crops(rng, image, found)
    size = image.shape[0]
    for row in scene.indices:
        quad, visible = row[:8].reshape(4, 2), float(row[9])
        card_no = int(scene.cards[int(row[8]), 8])
        if not (quad.mean(axis=0) > 0).all() or not (quad.mean(axis=0) < size).all():
            continue
        if visible > 0.8:
            yield cut(image, as_found(rng, quad)), card_no % 13, card_no // 13
            if rng.random() < 0.3:
                yield cut(image, beside(rng, quad)), REJECT, 0
        elif visible < 0.45 and rng.random() < 0.4:
            yield cut(image, as_found(rng, quad)), REJECT, 0
    for _ in range(2):
        yield cut(image, _anywhere(rng, scene)), REJECT, 0


def _found_crops(rng: np.random.Generator, image: U8, found: F32) -> Iterator[Labelled]:
    for row in found:
        rank, suit = int(row[8]), int(row[9])
        if rank == UNUSED:
            continue
        quad = not_too_narrow(row[:8].reshape(4, 2))
        yield cut(image, grown(quad, float(rng.uniform(*CROP_GROWTH)))), rank, suit


def _anywhere(rng: np.random.Generator, scene: StoredScene) -> F32:
    """A crop from any place, mostly on a card's body or a back."""
    size = scene.image.shape[0]
    centre = rng.uniform(0, size, 2)
    if len(scene.cards) and rng.random() < 0.6:
        quad = scene.cards[int(rng.integers(len(scene.cards))), :8].reshape(4, 2)
        a, b = rng.uniform(0.25, 0.75, 2)
        centre = quad[0] + (quad[1] - quad[0]) * a + (quad[3] - quad[0]) * b
    height = rng.uniform(12, 45)
    box = np.array([[-0.3, -0.5], [0.3, -0.5], [0.3, 0.5], [-0.3, 0.5]]) * height
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(box @ turn.T + centre, dtype=np.float32)


def batches(folder: Path, seed: int, size: int) -> Iterator[Batch]:
    """Yield `(crops, ranks, suits)`, mixed over many scenes."""
    rng = np.random.default_rng(seed)
    pool: list[Labelled] = []
    corners = Corners(seed)
    for scene, found in mined_scenes_forever(folder, random.Random(seed)):
        own = list(crops_of(rng, scene, found))
        pool += own
        pool += corners.crops(round(len(own) * CORNERS_PER_CROP), scene.image)
        while len(pool) > POOL * size:
            chosen = sorted(rng.choice(len(pool), size, replace=False), reverse=True)
            yield tensors([pool.pop(i) for i in chosen])


def mined_scenes_forever(folder: Path, rng: random.Random) -> Iterator[tuple[StoredScene, F32 | None]]:
    """Yield scenes without end with what the finder found in each (see `vision.training.mine`), None where it has not
    looked; shards that appear meanwhile are taken in."""
    while True:
        shards = sorted(folder.glob("scenes-????.npz"))
        rng.shuffle(shards)
        for shard in shards:
            found = read_mined(shard)
            scenes = [
                (scene, None if found is None else found[found[:, 0] == number, 1:])
                for number, scene in enumerate(read_shard(shard))
            ]
            rng.shuffle(scenes)
            yield from scenes


def tensors(crops: Sequence[Labelled]) -> Batch:
    """Stack labelled crops for the network."""
    pictures = np.stack([crop for crop, _, _ in crops]).transpose(0, 3, 1, 2)
    ranks, suits = (torch.tensor([c[k] for c in crops]) for k in (1, 2))
    return torch.from_numpy(np.ascontiguousarray(pictures)), ranks, suits


def augmented(crops: Tensor) -> Tensor:
    """Vary crops `(n, 3, 48, 32)`, 0..255: place, sharpness, colour cast, contrast, noise; some without colour."""
    count, on = len(crops), crops.device
    shift = tuple(int(v) for v in torch.randint(-2, 3, (2,)))
    out = torch.roll(crops.float(), shift, (2, 3))
    coarse = torch.rand(count, device=on) < COARSE_SHARE
    if coarse.any():
        factor = float(torch.empty(1).uniform_(0.3, 0.8))
        small = functional.interpolate(out[coarse], scale_factor=factor, mode="area")
        out[coarse] = functional.interpolate(small, size=out.shape[2:], mode="bilinear")
    grey = (torch.rand((count, 1, 1, 1), device=on) < GREY_SHARE).float()
    out = out * (1 - grey) + out.mean(1, keepdim=True) * grey
    cast = 0.8 + 0.4 * torch.rand((count, 3, 1, 1), device=on)
    noise = 8 * torch.rand((count, 1, 1, 1), device=on)
    return (out * cast + torch.randn_like(out) * noise).clamp(0, 255)


def losses(net: nn.Module, batch: Batch) -> Losses:
    """Return the parts of the loss on a batch as `batches` yields them."""
    crops, ranks, suits = batch
    rank, suit = crop_loss(net(augmented(crops)), ranks, suits)
    return {"rank": rank, "suit": suit}


def task(folder: Path, check: Path | None) -> Task:
    """Return the training of the crop network on the scenes of a folder, checked on those of another."""
    return Task(
        CropNet,
        losses,
        partial(batches, folder),
        _Check(check) if check else lambda net: "",
    )


class _Check:
    """Says how well the crops of held-out decks are read."""

    def __init__(self, folder: Path) -> None:
        rng = np.random.default_rng(1)
        shards = sorted(folder.glob("scenes-????.npz"))
        crops = [crop for shard in shards for scene in read_shard(shard) for crop in crops_of(rng, scene)]
        self._crops, self._ranks, self._suits = tensors(crops)

    def __call__(self, net: nn.Module) -> str:
        on = next(net.parameters()).device
        with torch.no_grad():
            out = torch.cat([net(part.to(on).float()).cpu() for part in self._crops.split(512)])
        right, none = accuracy(out, self._ranks, self._suits)
        return (
            f"held-out decks: {right:.4f} of indices right, {none:.4f} of other crops rejected (n={len(out)})"
        )


def main(argv: Sequence[str] | None = None) -> None:
    """Train the crop network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="scene shards, best looked at by vision.training.mine")
    parser.add_argument("out", type=Path, help="checkpoint; training goes on from it if it is there")
    parser.add_argument("--check", type=Path, help="shards of held-out decks to report on")
    add_plan_options(parser, PLAN)
    args = parser.parse_args(argv)
    train(task(args.folder, args.check), args.out, plan_from(args, PLAN))


if __name__ == "__main__":
    main()
