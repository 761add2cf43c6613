"""Tiny runs of the whole training: make scenes, train a few steps, stop, go on, export, read."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make test-train")

from vision.detect.indices import IndexFinder  # noqa: E402
from vision.detect.networks import Model  # noqa: E402
from vision.read.classify import IndexReader  # noqa: E402
from vision.synth.art import load_deck  # noqa: E402
from vision.synth.paint import paint_deck  # noqa: E402
from vision.synth.scene import SceneKind  # noqa: E402
from vision.training import drawn_decks, export, scene_shards, train_crops, train_index  # noqa: E402
from vision.training.index_targets import index_targets, random_view  # noqa: E402

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]  # PyTorch warns about its own plans


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene_shards, "SCENES_PER_SHARD", 24)
        scene_shards.write_shards(folder, [0], SceneKind(), held_out=["kennard"])
    return folder


def test_a_shard_follows_from_its_number_and_is_not_made_twice(shards: Path) -> None:
    path = shards / "scenes-0000.npz"
    before = path.stat().st_mtime_ns
    scene_shards.write_shards(shards, [0], SceneKind(), held_out=["kennard"])
    assert path.stat().st_mtime_ns == before
    scenes = list(scene_shards.read_shard(path))
    assert len(scenes) == 24
    assert sum(len(scene.indices) for scene in scenes) > 40


def test_targets_stand_where_the_indices_are_in_a_turned_view(shards: Path) -> None:
    rng = np.random.default_rng(1)
    for scene in scene_shards.read_shard(shards / "scenes-0000.npz"):
        image, indices, cards = random_view(rng, scene, 320)
        targets = index_targets(indices, cards, 320, 4)
        assert image.shape == (320, 320, 3)
        for y, x in zip(*np.where(targets.heat == 1), strict=True):
            centre = np.array([x + 0.5 + targets.geometry[0, y, x], y + 0.5 + targets.geometry[1, y, x]]) * 4
            assert np.abs(indices[:, :8].reshape(-1, 4, 2).mean(axis=1) - centre).sum(axis=1).min() < 1
            assert np.hypot(*targets.geometry[2:4, y, x]) == pytest.approx(1, abs=1e-4)


def test_the_finder_trains_goes_on_where_it_was_and_runs_when_exported(shards: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "index.pt"
    train_index.train(shards, checkpoint, steps=2, batch=2, seed=0, minutes=5)
    train_index.train(shards, checkpoint, steps=3, batch=2, seed=0, minutes=5)
    assert torch.load(checkpoint, weights_only=True)["step"] == 3
    export.main(["index-finder", str(checkpoint), str(tmp_path / "m")])
    finder = IndexFinder(Model("index-finder", 1, tmp_path / "m"))
    assert isinstance(finder.find(np.zeros((200, 300, 3), np.uint8), 0.9), list)


def test_the_reader_trains_goes_on_where_it_was_and_runs_when_exported(shards: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "crops.pt"
    train_crops.train(shards, checkpoint, steps=2, batch=8, seed=0, minutes=5, check=shards)
    train_crops.train(shards, checkpoint, steps=3, batch=8, seed=0, minutes=5, check=None)
    assert torch.load(checkpoint, weights_only=True)["step"] == 3
    export.main(["index-reader", str(checkpoint), str(tmp_path / "m")])
    assert IndexReader(Model("index-reader", 1, tmp_path / "m")).read(
        np.zeros((9, 9, 3), np.uint8), []
    ).shape == (0, 52)


def test_decks_are_drawn_anew_with_whole_indices() -> None:
    fonts, suit_fonts = drawn_decks.index_fonts()
    if not suit_fonts:
        pytest.skip("no font with the four suits is installed (fonts-dejavu-core)")
    deck = load_deck("kennard")
    drawn = drawn_decks._lettered(random.Random(3), "drawn", deck, fonts[0], suit_fonts[0])
    again = drawn_decks._lettered(random.Random(3), "drawn", deck, fonts[0], suit_fonts[0])
    assert np.array_equal(drawn.levels[0], again.levels[0])
    assert not np.array_equal(drawn.levels[0], paint_deck(deck).levels[0])
    assert ((drawn.index_boxes >= 0) & (drawn.index_boxes < 0.5)).all()
