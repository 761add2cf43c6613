"""Turn an exported model into INT8 by NNCF: half the time on a CPU, half the size or less (docs/vision.md, row 9)."""

from __future__ import annotations

import itertools
import logging
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import nncf
import numpy as np
import onnx

from vision.detect.indices import TILES_PX, normal
from vision.sightings import F32
from vision.training.export import write_manifest
from vision.training.scene_shards import read_shard
from vision.training.train_crops import batches

SIDE = TILES_PX[-1]
SAMPLES = 200
"""Inputs from which the ranges of the activations are taken."""
_WRITTEN_BY_EXPORT = ("date", "licence", "sha256")


def quantize(folder: Path, inputs: Sequence[F32]) -> None:
    """Replace `model.onnx` in a model's folder by its INT8 form and write the manifest anew.

    Args:
        folder: of an exported model in float32.
        inputs: what it will be given, float32 of its input's shape.
    """
    path = folder / "model.onnx"
    manifest = tomllib.loads((folder / "manifest.toml").read_text(encoding="utf8"))
    if manifest.get("precision") == "int8":
        return
    nncf.set_log_level(logging.ERROR)
    model = onnx.load(str(path))
    name = model.graph.input[0].name
    data = nncf.Dataset([{name: x} for x in inputs])
    kept_float = nncf.IgnoredScope(names=_outermost(model))
    small = nncf.quantize(model, data, subset_size=len(inputs), ignored_scope=kept_float)
    onnx.save(small, str(path))
    kept = {key: value for key, value in manifest.items() if key not in _WRITTEN_BY_EXPORT}
    write_manifest(folder, {**kept, "precision": "int8"})


def _outermost(model: onnx.ModelProto) -> list[str]:
    """The first layer and the last two: they cost little and lose most."""
    layers = [node.name for node in model.graph.node if node.op_type in ("Conv", "Gemm", "MatMul")]
    return [layers[0], *layers[-2:]]


def finder_inputs(shards: Sequence[Path]) -> list[F32]:
    """Return tiles of drawn scenes as the finder is given them."""
    scenes = (scene for shard in shards for scene in read_shard(shard))
    return [normal(scene.image[:SIDE, :SIDE]) for scene in itertools.islice(scenes, SAMPLES)]


def reader_inputs(scenes: Path) -> list[F32]:
    """Return crops of drawn scenes as the reader is given them, 16 at a time."""
    made: Iterator[F32] = (crops.numpy().astype(np.float32) for crops, _, _ in batches(scenes, 0, 16))
    return list(itertools.islice(made, SAMPLES // 4))
