from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.detect.indices import CHANNELS, _peaks
from vision.detect.networks import Model, compile_network, open_model
from vision.detect.tiles import tiles
from vision.errors import ModelError


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (100, 80), (384, 384), (400, 1000)])
def test_tiles_cover_the_picture(width: int, height: int) -> None:
    picture = np.ones((height, width, 3), np.uint8)
    covered = np.zeros((height, width), bool)
    for tile, (x, y) in tiles(picture, 384, 48):
        assert tile.shape == (384, 384, 3)
        covered[y : y + 384, x : x + 384] = True
        assert tile.sum() == picture[y : y + 384, x : x + 384].sum()
    assert covered.all()


def test_a_picture_needs_few_tiles() -> None:
    assert len(list(tiles(np.zeros((700, 1800, 3), np.uint8), 384, 48))) == 6 * 2


def test_a_peak_becomes_an_index_where_the_network_says() -> None:
    out = np.zeros((CHANNELS, 20, 20), np.float32)
    out[0] = -9
    out[0, 7, 11] = 3
    out[1:, 7, 11] = [0.25, -0.25, 0.6, -0.8, np.log(2), 0.0, 1.0, 0.5]
    (index,) = _peaks(out, 0.5)
    assert index.centre == pytest.approx([47.0, 29.0])
    assert index.up == pytest.approx([0.6, -0.8], abs=1e-5)
    assert (index.height, index.width) == pytest.approx((48.0, 12.0))
    assert index.to_card == pytest.approx([50.0, 25.0])
    top = (index.quad[0] + index.quad[1]) / 2
    assert top == pytest.approx(index.centre + 24 * index.up)


@pytest.mark.parametrize("name", ["index-finder", "index-reader"])
def test_both_engines_agree_on_the_shipped_models(name: str) -> None:
    model = open_model(name)
    shape = (1, 3, 96, 96) if name == "index-finder" else (4, 3, 48, 32)
    x = np.random.default_rng(0).random(shape, dtype=np.float32)
    first, second = (
        compile_network(model, shape, backend=engine)(x) for engine in ("openvino", "onnxruntime")
    )
    rounding = 3e-2 if model.manifest.get("precision") == "int8" else 1e-5
    assert np.abs(first - second).max() < rounding * max(1.0, float(np.abs(first).max()))


def test_a_model_that_is_not_the_manifests_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"other")
    (tmp_path / "manifest.toml").write_text(f'sha256 = "{hashlib.sha256(b"this").hexdigest()}"\n')
    with pytest.raises(ModelError, match="not the file that the manifest names"):
        Model("x", 1, tmp_path).weights()


def test_an_unknown_model_or_engine_is_one_clear_line() -> None:
    with pytest.raises(ModelError, match="no model 'nosuch'"):
        open_model("nosuch")
    with pytest.raises(ModelError, match="expected a backend"):
        compile_network(open_model("index-reader"), (1, 3, 48, 32), backend="abacus")


_SIGNAL_AFTER_READING = """
import gc, os, signal
from vision.read import Reader
reader = Reader(backend="openvino")
del reader
gc.collect()
for number in (signal.SIGTERM, signal.SIGCHLD):
    signal.signal(number, lambda number, frame: print("handled", number, flush=True))
    os.kill(os.getpid(), number)
"""


def test_a_signal_that_comes_when_a_reader_is_gone_is_handled() -> None:
    """A service that is asked to end must end its work, not die of it."""
    done = subprocess.run(
        [sys.executable, "-c", _SIGNAL_AFTER_READING], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["handled", "15", "handled", "17"])
