"""Export trained networks as shipped models: `model.onnx`, `manifest.toml`."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import torch
from torch import nn

from vision.training.crop_net import CROP_H, CROP_W, CropNet
from vision.training.index_net import IndexNet

_SIDE = 384


def export(
    net: nn.Module,
    shape: tuple[int, ...],
    dynamic: dict[int, str],
    folder: Path,
    manifest: Mapping[str, object],
) -> None:
    """Write `model.onnx` and `manifest.toml` into a model's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.onnx"
    torch.onnx.export(
        net.eval(), (torch.zeros(shape),), str(path), input_names=["x"], output_names=["y"],
        dynamic_axes={"x": dynamic, "y": dynamic}, opset_version=17, dynamo=False,
    )  # fmt: skip
    write_manifest(folder, manifest)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


def write_manifest(folder: Path, manifest: Mapping[str, object]) -> None:
    """Write `manifest.toml` beside a `model.onnx`: what it is, when it was made, and its sha256."""
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    whole = {**manifest, "date": date.today().isoformat(), "licence": "AGPL-3.0-or-later", "sha256": digest}
    lines = [f"{key} = {_toml(value)}" for key, value in whole.items()]
    (folder / "manifest.toml").write_text("\n".join(lines) + "\n", encoding="utf8")


def _toml(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return str(value)


def main(argv: Sequence[str] | None = None) -> None:
    """Export a checkpoint."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("what", choices=["index-finder", "index-reader"])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path, help="such as models/index-finder/1")
    parser.add_argument("--temperature", type=float, default=1.0)
    args = parser.parse_args(argv)
    state = torch.load(args.checkpoint, weights_only=True)
    common: dict[str, object] = {
        "name": args.what,
        "steps": int(state["step"]),
        "recipe": "vision/training: scene_shards, train_index, train_crops",
    }
    if args.what == "index-finder":
        net: nn.Module = IndexNet()
        net.load_state_dict(state["average"])
        common |= {
            "input": "float32 (1, 3, h, w) BGR/255-0.5, h and w multiples of 16, cards 50 to 105 px wide"
        }
        common |= {"classes": ["index"]}
        export(net, (1, 3, _SIDE, _SIDE), {2: "h", 3: "w"}, args.folder, common)
    else:
        net = CropNet()
        net.load_state_dict(state["average"])
        common |= {"input": f"float32 (n, 3, {CROP_H}, {CROP_W}) BGR 0..255", "temperature": args.temperature}
        common |= {"classes": [*"A23456789TJQK", "none", *"cdhs"]}
        export(net, (1, 3, CROP_H, CROP_W), {0: "n"}, args.folder, common)


if __name__ == "__main__":
    main()
