"""Look at training scenes with a trained finder, so that the index reader learns from what it will be given: indices as
roughly framed as the finder frames them, and everything else that the finder takes for one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.detect.indices import FoundIndex, IndexFinder
from vision.detect.networks import Model
from vision.sightings import F32, U8
from vision.training.scene_shards import StoredScene, read_shard

LEAST_HEAT = 0.12
SCALES = (1.0, 0.6, 1.7)
"""The finder looks at a photograph at several scales, so the reader meets what it sees at the wrong ones."""
SCALE_SHARES = (1.0, 0.4, 0.15)
"""How many of the scenes are looked at at each scale."""
READABLE, HIDDEN = 0.8, 0.4
"""Least share of an index that shows for it to be read; most that shows where it must be rejected."""
REJECT, UNUSED = 13, -1


def mined_path(shard: Path) -> Path:
    """Return where what was found in a shard of scenes is kept."""
    return shard.with_name(shard.name.replace("scenes-", "found-"))


def mine(finder: IndexFinder, shards: Sequence[Path]) -> None:
    """Find indices in every shard that was not looked at yet."""
    for shard in shards:
        if mined_path(shard).exists():
            continue
        rng = np.random.default_rng(int(shard.stem[-4:]))
        rows = [
            [scene_no, *index.quad.ravel(), *what_it_shows(index, scene)]
            for scene_no, scene in enumerate(read_shard(shard))
            for index in _found(rng, finder, scene.image)
        ]
        part = mined_path(shard).with_suffix(".part.npz")
        np.savez(part, found=np.array(rows, np.float32).reshape(-1, 11))
        part.rename(mined_path(shard))
        print(f"{mined_path(shard).name}: {len(rows)}", flush=True)


def read_mined(shard: Path) -> F32 | None:
    """Return what was found in a shard, float32 `(n, 11)`: number of the scene, quad (8), rank 0..12 or `REJECT` or
    `UNUSED`, suit; None where it was not looked at."""
    if not mined_path(shard).exists():
        return None
    with np.load(mined_path(shard)) as file:
        return np.asarray(file["found"], dtype=np.float32)


def _found(rng: np.random.Generator, finder: IndexFinder, image: U8) -> list[FoundIndex]:
    found: list[FoundIndex] = []
    for scale, share in zip(SCALES, SCALE_SHARES, strict=True):
        if rng.random() < share:
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            picture = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
            found += [
                index.scaled(1 / scale) for index in finder.find(np.asarray(picture, np.uint8), LEAST_HEAT)
            ]
    return found


def what_it_shows(index: FoundIndex, scene: StoredScene) -> tuple[int, int]:
    """Return rank and suit of the index that a quad frames, by the scene's labels.

    Returns:
        `(REJECT, 0)` where it frames none; `(UNUSED, 0)` where one cannot say: half hidden, badly framed.
    """
    quads = scene.indices[:, :8].reshape(-1, 4, 2)
    if not len(quads):
        return REJECT, 0
    centres = quads.mean(axis=1)
    ups = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    heights = np.linalg.norm(ups, axis=1) + 1e-6
    apart = np.linalg.norm(centres - index.centre, axis=1) / heights
    nearest = int(apart.argmin())
    aligned = float(ups[nearest] @ index.up) / float(heights[nearest])
    size = index.height / float(heights[nearest])
    visible, card = float(scene.indices[nearest, 9]), int(scene.indices[nearest, 8])
    framed = apart[nearest] < 0.25 and aligned > 0.85 and 0.7 < size < 1.45
    if framed and visible > READABLE:
        number = int(scene.cards[card, 8])
        return number % 13, number // 13
    if apart[nearest] > 0.6 or visible < HIDDEN or aligned < 0:
        return REJECT, 0
    return UNUSED, 0


def main(argv: Sequence[str] | None = None) -> None:
    """Look at scene shards with a finder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("finder", type=Path, help="model folder, such as models/index-finder/2")
    parser.add_argument("folder", type=Path, help="scene shards")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    finder = IndexFinder(Model("index-finder", 0, args.finder), threads=args.threads)
    mine(finder, sorted(args.folder.glob("scenes-????.npz")))


if __name__ == "__main__":
    main()
