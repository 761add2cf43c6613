"""Train the crop network on the indices of scene shards, and on what is no index."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.read.crops import cut, grown, not_too_narrow
from vision.sightings import F32, U8
from vision.training.checkpoint import Run, device
from vision.training.crop_net import REJECT, CropNet, accuracy, crop_loss
from vision.training.scene_shards import StoredScene, read_shard
from vision.training.train_index import scenes_forever

PEAK_RATE = 2e-3
CROP_GROWTH = (1.15, 1.5)
Labelled = tuple[U8, int, int]
"""A crop, its rank 0..12 or `REJECT`, its suit 0..3 (0 where rejected)."""


def crops_of(rng: np.random.Generator, scene: StoredScene) -> Iterator[Labelled]:
    """Cut crops out of a scene: every visible index, and about half as many crops that show none."""
    light = rng.uniform(0.8, 1.2, 3) * rng.uniform(0.7, 1.25)
    image = np.clip(scene.image * light + rng.uniform(-10, 15), 0, 255).astype(np.uint8)
    size = image.shape[0]
    for row in scene.indices:
        quad, visible = row[:8].reshape(4, 2), float(row[9])
        card_no = int(scene.cards[int(row[8]), 8])
        if not (quad.mean(axis=0) > 0).all() or not (quad.mean(axis=0) < size).all():
            continue
        if visible > 0.8:
            yield cut(image, _as_found(rng, quad)), card_no % 13, card_no // 13
            if rng.random() < 0.3:
                yield cut(image, _beside(rng, quad)), REJECT, 0
        elif visible < 0.45 and rng.random() < 0.4:
            yield cut(image, _as_found(rng, quad)), REJECT, 0
    for _ in range(2):
        yield cut(image, _anywhere(rng, scene)), REJECT, 0


def _as_found(rng: np.random.Generator, quad: F32) -> F32:
    """Vary an index's quad as a detector would: place, size, shape, direction, and how much room is left around it."""
    scale = float(np.linalg.norm(quad[3] - quad[0]))
    centre = quad.mean(axis=0)
    angle = rng.normal(0, 0.08)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (quad - centre) @ turn.T * np.exp(rng.normal(0, 0.08)) + centre + rng.normal(0, 0.05, 2) * scale
    if rng.random() < 0.5:
        moved = _without_slant(moved)
    moved = moved + rng.normal(0, 0.02, (4, 2)) * scale
    return grown(not_too_narrow(moved.astype(np.float32)), float(rng.uniform(*CROP_GROWTH)))


def _without_slant(quad: F32) -> F32:
    """The rectangle with the quad's centre, direction and sides: what the index network's output says."""
    centre = quad.mean(axis=0)
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 4
    width = float(np.linalg.norm(quad[1] + quad[2] - quad[0] - quad[3])) / 4
    right = np.array([-up[1], up[0]]) / (np.linalg.norm(up) + 1e-6) * width
    return np.array(
        [centre + up - right, centre + up + right, centre - up + right, centre - up - right], np.float32
    )


def _beside(rng: np.random.Generator, quad: F32) -> F32:
    """An index upside down, or so far beside that it cannot be read."""
    if rng.random() < 0.5:
        return np.roll(_as_found(rng, quad), 2, axis=0)
    down, across = quad[3] - quad[0], quad[1] - quad[0]
    if rng.random() < 0.5:
        step = down * rng.choice([-1, 1]) * rng.uniform(0.55, 1.1) + across * rng.normal(0, 0.3)
    else:
        step = across * rng.choice([-1, 1]) * rng.uniform(0.9, 1.6) + down * rng.normal(0, 0.3)
    return np.asarray(_as_found(rng, quad) + step, dtype=np.float32)


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


def batches(folder: Path, seed: int, size: int) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Yield `(crops, ranks, suits)`, mixed over many scenes."""
    rng = np.random.default_rng(seed)
    pool: list[Labelled] = []
    for scene in scenes_forever(folder, random.Random(seed)):
        pool += crops_of(rng, scene)
        while len(pool) > 24 * size:
            chosen = sorted(rng.choice(len(pool), size, replace=False), reverse=True)
            yield tensors([pool.pop(i) for i in chosen])


def tensors(crops: Sequence[Labelled]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Stack labelled crops for the network."""
    pictures = np.stack([crop for crop, _, _ in crops]).transpose(0, 3, 1, 2).astype(np.float32)
    ranks, suits = (torch.tensor([c[k] for c in crops]) for k in (1, 2))
    return torch.from_numpy(pictures), ranks, suits


def augmented(crops: torch.Tensor) -> torch.Tensor:
    """Shift by up to two pixels, vary contrast, add noise."""
    shift = tuple(int(v) for v in torch.randint(-2, 3, (2,)))
    out = torch.roll(crops, shift, (2, 3))
    contrast = 0.85 + 0.3 * torch.rand((len(out), 3, 1, 1), device=out.device)
    noise = 8 * torch.rand((len(out), 1, 1, 1), device=out.device)
    return (out * contrast + torch.randn_like(out) * noise).clamp(0, 255)


def train(
    folder: Path, out: Path, *, steps: int, batch: int, seed: int, minutes: float, check: Path | None
) -> None:
    """Train until `steps` are done or `minutes` are over; writes checkpoints to `out` every two minutes."""
    torch.manual_seed(seed)
    on = device()
    run = Run.start(CropNet().to(on), rate=PEAK_RATE, weight_decay=0.02)
    run.average.to(on)
    run.resume(out)
    rng = np.random.default_rng(1)
    held = (
        tensors([c for p in sorted(check.glob("*.npz")) for s in read_shard(p) for c in crops_of(rng, s)])
        if check
        else None
    )
    source = batches(folder, seed + run.step, batch)
    began = saved = time.monotonic()
    first, mean = run.step, 0.0
    run.net.train()
    while run.step < steps and time.monotonic() - began < minutes * 60:
        run.set_rate(PEAK_RATE, steps)
        crops, ranks, suits = (tensor.to(on) for tensor in next(source))
        loss = crop_loss(run.net(augmented(crops)), ranks, suits)
        run.advance(loss)
        mean = mean * 0.98 + 0.02 * loss.item()
        if time.monotonic() - saved > 120 or run.step == steps:
            saved = time.monotonic()
            run.save(out)
            rate = (run.step - first) * batch / (saved - began)
            print(
                f"step {run.step}/{steps} {rate:.0f} crops/s loss {mean:.3f} {_checked(run, held)}",
                flush=True,
            )
    run.save(out)


def _checked(run: Run, held: tuple[torch.Tensor, torch.Tensor, torch.Tensor] | None) -> str:
    if held is None:
        return ""
    with torch.no_grad():
        outs = torch.cat([run.average(part.to(device())).cpu() for part in held[0].split(512)])
    right, none = accuracy(outs, held[1], held[2])
    return f"held-out decks: {right:.4f} of indices right, {none:.4f} of other crops rejected (n={len(outs)})"


def main(argv: Sequence[str] | None = None) -> None:
    """Train the crop network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, help="scene shards")
    parser.add_argument("out", type=Path, help="checkpoint; training goes on from it if it is there")
    parser.add_argument("--check", type=Path, help="shards of held-out decks to report on")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    train(
        args.folder,
        args.out,
        steps=args.steps,
        batch=args.batch,
        seed=args.seed,
        minutes=args.minutes,
        check=args.check,
    )


if __name__ == "__main__":
    main()
