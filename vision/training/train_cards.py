"""Train the card detector with Ultralytics: oriented outlines of cards, face up and face down.

It sees whole cards where the index finder sees corners: cards that lie face down, and a second opinion on
outlines. Scene
shards are written out once in the form that Ultralytics reads. No weights are downloaded; a run that was
stopped goes on.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.training.export import write_manifest
from vision.training.scene_shards import StoredScene, read_shard

CLASSES = ("face-up", "face-down")
SIZE_PX = 416
LEAST_VISIBLE = 0.12
ARCHITECTURE = """\
# YOLO11-OBB, narrow: one scale of card needs no deep pyramid
nc: 2
scales:
  n: [0.34, 0.125, 512]
backbone:
  - [-1, 1, Conv, [64, 3, 2]]
  - [-1, 1, Conv, [128, 3, 2]]
  - [-1, 2, C3k2, [256, False, 0.25]]
  - [-1, 1, Conv, [256, 3, 2]]
  - [-1, 2, C3k2, [512, False, 0.25]]
  - [-1, 1, Conv, [512, 3, 2]]
  - [-1, 2, C3k2, [512, True]]
  - [-1, 1, Conv, [1024, 3, 2]]
  - [-1, 2, C3k2, [1024, True]]
  - [-1, 1, SPPF, [1024, 5]]
head:
  - [-1, 1, nn.Upsample, [None, 2, nearest]]
  - [[-1, 6], 1, Concat, [1]]
  - [-1, 2, C3k2, [512, False]]
  - [-1, 1, nn.Upsample, [None, 2, nearest]]
  - [[-1, 4], 1, Concat, [1]]
  - [-1, 2, C3k2, [256, False]]
  - [-1, 1, Conv, [256, 3, 2]]
  - [[-1, 12], 1, Concat, [1]]
  - [-1, 2, C3k2, [512, False]]
  - [[15, 18], 1, OBB, [nc, 1]]
"""


def write_dataset(shards: Sequence[Path], folder: Path, part: str) -> None:
    """Write the scenes of shards as pictures and label files."""
    images, labels = folder / "images" / part, folder / "labels" / part
    for where in (images, labels):
        where.mkdir(parents=True, exist_ok=True)
    for shard in shards:
        for number, scene in enumerate(read_shard(shard)):
            name = f"{shard.stem}-{number:03d}"
            if not (labels / f"{name}.txt").exists():
                cv2.imwrite(str(images / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
                (labels / f"{name}.txt").write_text(_label_lines(scene))


def _label_lines(scene: StoredScene) -> str:
    size = scene.image.shape[0]
    lines = []
    for row in scene.cards:
        quad = row[:8].reshape(4, 2) / size
        inside = (quad.mean(axis=0) > 0).all() and (quad.mean(axis=0) < 1).all()
        if row[9] >= LEAST_VISIBLE and inside:
            corners = " ".join(f"{v:.5f}" for v in np.clip(quad, 0, 1).ravel())
            lines.append(f"{int(row[8] < 0)} {corners}")
    return "\n".join(lines) + "\n"


def train(
    shards: Path,
    check: Path,
    folder: Path,
    *,
    epochs: int,
    epoch_share: float,
    threads: int,
    start: Path | None = None,
) -> Path:
    """Train, or go on with a run that was stopped; return the last weights.

    Args:
        shards: scenes to train on.
        check: scenes of held-out decks.
        folder: where the run lives.
        epochs: how many, each over `epoch_share` of the scenes.
        epoch_share: 0..1.
        threads: of the CPU.
        start: weights of an earlier run of one's own to begin with.
    """
    import torch  # noqa: PLC0415
    from ultralytics import YOLO, settings  # noqa: PLC0415

    settings.update({"sync": False})
    torch.set_num_threads(threads)
    write_dataset(sorted(shards.glob("scenes-????.npz")), folder / "data", "train")
    write_dataset(sorted(check.glob("scenes-????.npz")), folder / "data", "val")
    data, architecture = folder / "data.yaml", folder / "yolo11n-cards-obb.yaml"
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(CLASSES))
    data.write_text(
        f"path: {(folder / 'data').resolve()}\ntrain: images/train\nval: images/val\nnames:\n{names}"
    )
    architecture.write_text(ARCHITECTURE)
    last = folder / "runs" / "cards" / "weights" / "last.pt"
    if last.exists():
        YOLO(last).train(resume=True)
    else:
        model = YOLO(architecture, task="obb")
        if start is not None:
            model.load(start)
        model.train(
            data=str(data), epochs=epochs, fraction=epoch_share, imgsz=SIZE_PX, batch=8, seed=0, pretrained=False,
            optimizer="AdamW", lr0=0.002, lrf=0.02, cos_lr=True, warmup_epochs=1, amp=False, workers=1, mosaic=0.0,
            close_mosaic=0, fliplr=0.0, flipud=0.0, degrees=0.0, scale=0.15, translate=0.05, erasing=0.0, hsv_h=0.02,
            hsv_s=0.4, hsv_v=0.3, val=False, plots=False, conf=0.05, project=str((folder / "runs").resolve()),
            name="cards", exist_ok=True, verbose=False,
        )  # fmt: skip
    return last


def export(weights: Path, folder: Path) -> None:
    """Export to ONNX with raw outputs: the runtime does its own selection, without PyTorch."""
    from ultralytics import YOLO  # noqa: PLC0415

    made = Path(YOLO(weights).export(format="onnx", imgsz=SIZE_PX, dynamic=False, simplify=True, opset=17))
    folder.mkdir(parents=True, exist_ok=True)
    shutil.move(made, folder / "model.onnx")
    write_manifest(
        folder,
        {
            "name": "card-detector",
            "input": f"float32 (1, 3, {SIZE_PX}, {SIZE_PX}) RGB/255, cards 50 to 105 px wide",
            "output": "float32 (1, 7, n): centre x y, width, height in px, one score a class, angle in radians",
            "classes": list(CLASSES),
            "recipe": "vision/training: scene_shards, train_cards (Ultralytics YOLO11-OBB, from scratch)",
        },
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Train the card detector."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("check", type=Path, help="shards of held-out decks")
    parser.add_argument("folder", type=Path, help="where the run lives; it goes on from there")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--epoch-share", type=float, default=0.1, help="share of the scenes in an epoch")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier run of one's own to begin with")
    parser.add_argument("--export", type=Path, help="model folder to write, such as models/card-detector/1")
    args = parser.parse_args(argv)
    weights = train(
        args.shards,
        args.check,
        args.folder,
        epochs=args.epochs,
        epoch_share=args.epoch_share,
        threads=args.threads,
        start=args.start,
    )
    if args.export:
        export(weights, args.export)


if __name__ == "__main__":
    main()
