"""Tiny runs of the whole training: make scenes, train a few steps, stop, go on, export, read."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make test-train")

from tracker.cards import Card  # noqa: E402
from vision.detect.indices import FoundIndex, IndexFinder  # noqa: E402
from vision.detect.networks import Model, open_model  # noqa: E402
from vision.read.classify import IndexReader  # noqa: E402
from vision.synth.art import load_deck  # noqa: E402
from vision.synth.paint import paint_deck  # noqa: E402
from vision.synth.scene import SceneKind  # noqa: E402
from vision.training import drawn_decks, export, mine, scene_shards, train_crops, train_index  # noqa: E402
from vision.training.corners import Corners  # noqa: E402
from vision.training.feed import replayed  # noqa: E402
from vision.training.index_ink import Lettering, squared  # noqa: E402
from vision.training.lettering import index_fonts  # noqa: E402
from vision.training.loop import Plan, train  # noqa: E402
from vision.training.train_index import VIEW_PX  # noqa: E402
from vision.training.views import Indices, index_targets, random_views  # noqa: E402

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]  # PyTorch warns about its own plans


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    scene_shards.write_shards(folder, [0], SceneKind(), size=24, held_out=["kennard"])
    return folder


def test_a_shard_follows_from_its_number_and_is_not_made_twice(shards: Path) -> None:
    path = shards / "scenes-0000.npz"
    before = path.stat().st_mtime_ns
    scene_shards.write_shards(shards, [0], SceneKind(), held_out=["kennard"])
    assert path.stat().st_mtime_ns == before
    scenes = list(scene_shards.read_shard(path))
    assert len(scenes) == 24
    assert sum(len(scene.indices) for scene in scenes) > 40


@pytest.fixture(scope="module")
def views(shards: Path) -> tuple[Any, Indices]:
    torch.manual_seed(1)
    scenes = list(scene_shards.read_shard(shards / "scenes-0000.npz"))
    pictures, *where = train_index.stacked(scenes)
    return random_views(pictures, Indices(*where), VIEW_PX)


def test_targets_say_where_the_clear_indices_of_a_view_are(views: tuple[Any, Indices]) -> None:
    _, indices = views
    targets = index_targets(indices, VIEW_PX, 4)
    centres = indices.quads.mean(2)
    inside = ((centres > 2) & (centres < VIEW_PX - 2)).all(2) & (indices.visible >= 0.85)
    assert inside.sum() > 20
    for picture, y, x in (targets.heat == 1).nonzero().tolist():
        dx, dy, ux, uy, log_h = targets.geometry[picture, :5, y, x].tolist()
        found = torch.tensor([x + 0.5 + dx, y + 0.5 + dy]) * 4
        off = (centres[picture] - found).abs().sum(1)
        off[~inside[picture]] = 1e9
        nearest = int(off.argmin())
        assert off[nearest] < 1e-2
        quad = indices.quads[picture, nearest]
        up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
        assert torch.tensor([ux, uy]).allclose(up / up.norm(), atol=1e-4)
        assert 24 * np.exp(log_h) == pytest.approx(float(up.norm()), rel=1e-4)
    for picture, row in inside.nonzero().tolist():
        x, y = (centres[picture, row] / 4 - 0.5).round().long().clamp(0, VIEW_PX // 4 - 1).tolist()
        assert targets.heat[picture, y, x] == 1


def test_a_view_shows_at_its_labels_what_the_scene_shows_at_its_own() -> None:
    scene = torch.zeros((6, 3, 416, 416), dtype=torch.uint8)
    quad = torch.tensor([[100.0, 150], [110, 150], [110, 180], [100, 180]]).expand(6, 1, 4, 2)
    scene[:, :, 150:153, 100:103] = 255
    torch.manual_seed(2)
    for _ in range(8):
        pictures, moved = random_views(scene, Indices(quad, quad.mean(2), torch.ones(6, 1)), VIEW_PX)
        for picture, corner in zip(pictures, moved.quads[:, 0, 0], strict=True):
            if ((corner > 8) & (corner < VIEW_PX - 8)).all():
                bright = (picture[0] > 0.5 * picture[0].max()).nonzero().float().mean(0).flip(0)
                assert (bright - corner).norm() < 3.5


def test_a_batch_is_used_as_often_as_asked_and_not_at_once() -> None:
    made = ((torch.tensor([n]),) for n in itertools.count())
    seen = [int(batch[0]) for batch in itertools.islice(
        replayed(made, torch.device("cpu"), uses=3, kept=8, seed=0), 300)]  # fmt: skip
    counts = Counter(seen)
    assert max(counts.values()) == 3
    assert sum(count == 3 for count in counts.values()) > 80
    assert sum(a == b for a, b in itertools.pairwise(seen)) < 60


def test_what_the_finder_finds_is_labelled_by_what_it_frames(shards: Path) -> None:
    scene = max(
        scene_shards.read_shard(shards / "scenes-0000.npz"), key=lambda s: (s.indices[:, 9] > 0.95).sum()
    )
    row = scene.indices[scene.indices[:, 9] > 0.95][0]
    quad = row[:8].reshape(4, 2)
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    height = float(np.linalg.norm(up))
    index = FoundIndex(quad.mean(axis=0), up / height, height, height / 2, np.zeros(2, np.float32), 0.9)
    card_no = int(scene.cards[int(row[8]), 8])
    assert mine.what_it_shows(index, scene) == (card_no % 13, card_no // 13)
    assert mine.what_it_shows(replace(index, up=-index.up), scene) == (mine.REJECT, 0)
    assert mine.what_it_shows(replace(index, height=2 * height), scene) == (mine.UNUSED, 0)
    far = replace(index, centre=np.array([-500, -500], np.float32))
    assert mine.what_it_shows(far, scene) == (mine.REJECT, 0)


def test_the_finder_trains_goes_on_where_it_was_and_runs_when_exported(shards: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "index.pt"
    for steps in (2, 3):
        train(train_index.task(shards), checkpoint, Plan(steps=steps, batch=2, uses=2))
    assert torch.load(checkpoint, weights_only=True)["step"] == 3
    export.main(["index-finder", str(checkpoint), str(tmp_path / "m")])
    finder = IndexFinder(Model("index-finder", 1, tmp_path / "m"))
    assert isinstance(finder.find(np.zeros((200, 300, 3), np.uint8), 0.9), list)


def test_the_reader_trains_goes_on_where_it_was_and_runs_when_exported(shards: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "crops.pt"
    for steps, check in ((2, shards), (3, None)):
        train(train_crops.task(shards, check), checkpoint, Plan(steps=steps, batch=8))
    assert torch.load(checkpoint, weights_only=True)["step"] == 3
    export.main(["index-reader", str(checkpoint), str(tmp_path / "m")])
    assert IndexReader(Model("index-reader", 1, tmp_path / "m")).read(
        np.zeros((9, 9, 3), np.uint8), []
    ).shape == (0, 52)


needs_fonts = pytest.mark.skipif(
    not all(index_fonts()), reason="no font with the four suits is installed (fonts-dejavu-core)"
)


@needs_fonts
def test_decks_are_drawn_anew_with_whole_indices() -> None:
    deck = load_deck("kennard")
    drawn = drawn_decks._lettered(random.Random(3), "drawn", deck)
    again = drawn_decks._lettered(random.Random(3), "drawn", deck)
    assert np.array_equal(drawn.levels[0], again.levels[0])
    assert not np.array_equal(drawn.levels[0], paint_deck(deck).levels[0])
    assert ((drawn.index_boxes >= 0) & (drawn.index_boxes < 0.5)).all()


@needs_fonts
def test_a_lettering_writes_each_rank_in_its_language() -> None:
    russian = Lettering(random.Random(1), index_fonts(), (0, 1, 0, 0), 336)
    english = Lettering(random.Random(1), index_fonts(), (1, 0, 0, 0), 336)
    queen, seven = Card.parse("Qh"), Card.parse("7h")
    assert russian.ink_of(queen).parts[0].shape != english.ink_of(queen).parts[0].shape
    assert np.array_equal(russian.ink_of(seven).parts[1], russian.ink_of(queen).parts[1])


def test_a_squared_glyph_reaches_into_its_corners() -> None:
    disc = np.zeros((41, 41), np.uint8)
    cv2.circle(disc, (20, 20), 20, 255, -1)
    assert np.array_equal(squared(disc, 0.0), disc)
    assert squared(disc, 1.0)[3, 3] > 200 > disc[3, 3]


@needs_fonts
def test_corners_show_the_index_that_they_are_labelled_with() -> None:
    ground = np.full((300, 300, 3), (60, 110, 30), np.uint8)
    made = list(Corners(5, [load_deck("kennard")]).crops(200, ground))
    crops, ranks, suits = (np.array(part) for part in zip(*made, strict=True))
    assert crops.shape == (200, 48, 32, 3)
    logits, _ = IndexReader(open_model("index-reader")).outputs(crops)
    shown = ranks < 13
    assert 170 < shown.sum() < 200
    right = (logits[:, :13].argmax(1) == ranks) & (logits[:, 14:].argmax(1) == suits)
    assert right[shown].mean() > 0.6, "the rest is blurred or dark"
    assert (logits[~shown, :14].argmax(1) == 13).mean() > 0.6
