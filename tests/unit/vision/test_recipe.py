"""The whole training in miniature: by steps, then on against the clock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make test-train")

from vision.detect.networks import Model  # noqa: E402
from vision.errors import ArtError  # noqa: E402
from vision.read.classify import IndexReader  # noqa: E402
from vision.synth.art import HELD_OUT, deck_names  # noqa: E402
from vision.training import recipe  # noqa: E402
from vision.training.temperature import Labelled, fitted_temperature, reliability_of  # noqa: E402

ROOT = Path(__file__).parents[3]
pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]  # PyTorch warns about its own plans


def logits_of(p: float, right: int, of: int) -> Labelled:
    """`of` readings that claim the ace of clubs with `p`; `right` of them are one, the others show no index."""
    logits = np.full((of, 2, 18), -20, np.float32)
    logits[..., 0], logits[..., 13], logits[..., 14] = np.log(p), np.log(1 - p), 20
    return Labelled(logits, np.array([0] * right + [-1] * (of - right)))


def test_the_temperature_makes_overconfident_readings_as_sure_as_they_are_right() -> None:
    read = logits_of(0.99, right=80, of=100)
    temperature = fitted_temperature(read)
    assert temperature > 1.5
    before, after = reliability_of(read, 1.0).ece, reliability_of(read, temperature).ece
    assert before is not None
    assert after is not None
    assert before == pytest.approx(0.19, abs=0.01)
    assert after < 0.12


def test_readings_that_are_as_sure_as_they_are_right_keep_their_temperature() -> None:
    assert fitted_temperature(logits_of(0.9, right=90, of=100)) == pytest.approx(1.0, abs=0.05)


def test_where_nothing_was_read_the_temperature_is_one() -> None:
    assert fitted_temperature(Labelled(np.zeros((0, 2, 18), np.float32), np.zeros(0, int))) == 1.0


@pytest.mark.skipif(len(set(deck_names()) - HELD_OUT) < recipe.LEAST_DECKS, reason="needs decks: make art")
def test_one_command_leads_from_drawn_cards_to_models_and_against_the_clock_goes_on(tmp_path: Path) -> None:
    folders, small = recipe.Folders(tmp_path), recipe.TRIAL
    train(tmp_path)
    steps = steps_of(folders)
    assert steps == {"index-finder": small.finder.steps, "index-reader": small.reader.steps}
    assert IndexReader(Model("index-reader", 0, folders.model("index-reader"))).read(
        np.zeros((9, 9, 3), np.uint8), []
    ).shape == (0, 52)
    made = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("scenes-*.npz")}
    train(tmp_path, "--minutes", "1")
    assert made.items() <= {path: path.stat().st_mtime_ns for path in tmp_path.rglob("scenes-*.npz")}.items()
    assert all(more > steps[name] for name, more in steps_of(folders).items())


def train(folder: Path, *limits: str) -> None:
    """Run the command as its user does: going on is the next process's work."""
    command = [
        sys.executable,
        "-m",
        "api",
        "train",
        "--trial",
        "--workers",
        "1",
        "--out",
        str(folder),
        *limits,
    ]
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=ROOT, env=one_thread, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def steps_of(folders: recipe.Folders) -> dict[str, int]:
    """How many steps the exported models have seen; their weights are what their manifests say."""
    models = [Model(name, 0, folders.model(name)) for name in ("index-finder", "index-reader")]
    assert all(model.weights() for model in models)
    return {model.name: model.manifest["steps"] for model in models}


def test_too_few_decks_are_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITWATCH_ART", str(tmp_path))
    with pytest.raises(ArtError, match="make art"):
        recipe.run(recipe.Folders(tmp_path / "runs"), recipe.TRIAL)
    assert not (tmp_path / "runs").exists()


def test_training_tells_nobody_what_it_is_used_for() -> None:
    """Both libraries report over the network by default; what stands in for that is a mock, and no network is used."""
    script = (
        "from vision.training import plain_predict, quantize\n"
        "from nncf.telemetry.wrapper import telemetry\n"
        "from ultralytics.utils import ONLINE\n"
        "print(type(telemetry).__name__, ONLINE)"
    )
    free = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NNCF_", "YOLO_", "PYTEST_"))
    }
    told = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=free, capture_output=True, text=True, check=True
    )
    assert told.stdout.split()[-2:] == ["MagicMock", "False"]
