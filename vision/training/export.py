"""Export trained networks as shipped models: `model.onnx`, `manifest.toml`."""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import torch
from torch import nn

from vision.training.crop_net import CROP_H, CROP_W, CropNet
from vision.training.index_net import IndexNet

_SIDE = 384
RECIPE = "vision/training/recipe.py"


def export(
    net: nn.Module,
    shape: tuple[int, ...],
    dynamic: dict[int, str],
    folder: Path,
    manifest: Mapping[str, object],
    *,
    outputs: Sequence[str] = ("y",),
) -> None:
    """Write `model.onnx` and `manifest.toml` into a model's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.onnx"
    torch.onnx.export(
        net.eval(), (torch.zeros(shape),), str(path), input_names=["x"], output_names=[*outputs],
        dynamic_axes=dict.fromkeys(("x", *outputs), dynamic), opset_version=17, dynamo=False,
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


def export_finder(checkpoint: Path, folder: Path) -> None:
    """Export the index network's averaged weights from a checkpoint."""
    net = IndexNet()
    manifest = {
        "name": "index-finder",
        "steps": _load(net, checkpoint),
        "recipe": RECIPE,
        "input": "float32 (1, 3, h, w) BGR/255-0.5, h and w multiples of 16, cards 50 to 105 px wide",
        "classes": ["index"],
    }
    export(net, (1, 3, _SIDE, _SIDE), {2: "h", 3: "w"}, folder, manifest)


def export_reader(checkpoint: Path, folder: Path) -> None:
    """Export the crop network's averaged weights from a checkpoint, with a temperature of 1."""
    net = CropNet()
    manifest = {
        "name": "index-reader",
        "steps": _load(net, checkpoint),
        "recipe": RECIPE,
        "input": f"float32 (n, 3, {CROP_H}, {CROP_W}) BGR 0..255",
        "temperature": 1.0,
        "classes": [*"A23456789TJQK", "none", *"cdhs"],
    }
    shape = (1, 3, CROP_H, CROP_W)
    export(_WithFeatures(net), shape, {0: "n"}, folder, manifest, outputs=("y", "features"))


class _WithFeatures(nn.Module):
    """The crop network with what its head sees as a second output: a house's deck is learnt from that."""

    def __init__(self, net: CropNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.net.features(x)
        return self.net.head(features), features


def set_temperature(folder: Path, temperature: float) -> None:
    """Say in a model's manifest by what its logits are to be divided."""
    path = folder / "manifest.toml"
    text = path.read_text(encoding="utf8")
    path.write_text(re.sub(r"(?m)^temperature = .*$", f"temperature = {temperature}", text), encoding="utf8")


def _load(net: nn.Module, checkpoint: Path) -> int:
    """Load a checkpoint's averaged weights; returns its steps."""
    state = torch.load(checkpoint, weights_only=True, map_location="cpu")
    net.load_state_dict(state["average"])
    return int(state["step"])


def main(argv: Sequence[str] | None = None) -> None:
    """Export a checkpoint."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("what", choices=["index-finder", "index-reader"])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path, help="such as models/index-finder/2")
    parser.add_argument(
        "--temperature", type=float, default=1.0, help="of the reader, see training.temperature"
    )
    args = parser.parse_args(argv)
    {"index-finder": export_finder, "index-reader": export_reader}[args.what](args.checkpoint, args.folder)


if __name__ == "__main__":
    main()
