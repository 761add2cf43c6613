"""`pitwatch read`: the same cards from every kind of picture file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from api.cli import run
from tracker.cards import DECK, Card
from vision.sightings import F32, U8
from vision.synth.art import load_deck

SHOWN = ("Th", "4c", "Qs")
ROTATED = 6
ORIENTATION = 0x0112


@pytest.fixture(scope="module")
def spread() -> U8:
    """Three cards side by side on green, 900 x 420."""
    faces = load_deck().faces
    image = np.full((420, 900, 3), (60, 110, 30), np.uint8)
    for k, name in enumerate(SHOWN):
        card = cv2.resize(faces[DECK.index(Card.parse(name))], (200, 280), interpolation=cv2.INTER_AREA)
        image[70:350, 60 + 280 * k : 260 + 280 * k] = card
    return image


def pil(image: U8) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(image[:, :, ::-1]))


def files(spread: U8, folder: Path) -> Iterator[Path]:
    """The spread in every kind of file."""
    picture = pil(spread)
    exif = Image.Exif()
    exif[ORIENTATION] = ROTATED
    picture.save(folder / "rotated.jpg", exif=exif, quality=92)
    picture.convert("CMYK").save(folder / "cmyk.jpg", quality=92)
    picture.convert("RGBA").save(folder / "alpha.png")
    picture.convert("L").save(folder / "grey.png")
    picture.save(folder / "moving.webp", save_all=True, append_images=[Image.new("RGB", picture.size)])
    picture.save(folder / "moving.gif", save_all=True, append_images=[Image.new("RGB", picture.size)])
    cv2.imwrite(str(folder / "sixteen.png"), spread.astype(np.uint16) * 257)
    cv2.imwrite(
        str(folder / "sixteen-grey.tif"), cv2.cvtColor(spread, cv2.COLOR_BGR2GRAY).astype(np.uint16) * 16
    )
    yield from sorted(folder.iterdir())


def centre(quad: list[list[float]]) -> F32:
    return np.array(quad, np.float32).mean(axis=0)


def test_every_kind_of_file_shows_the_same_cards_at_the_same_pixels(
    spread: U8, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = list(files(spread, tmp_path))
    assert run(["read", "--json", *map(str, paths)]) == 0
    told = json.loads(capsys.readouterr().out)["images"]
    assert [Path(one["image"]) for one in told] == paths
    for one in told:
        assert (one["width"], one["height"]) == (900, 420), one["image"]
        cards = {card["card"]: card for card in one["cards"]}
        assert set(cards) == set(SHOWN), one["image"]
        for k, name in enumerate(SHOWN):
            assert centre(cards[name]["quad"]) == pytest.approx([160 + 280 * k, 210], abs=14), one["image"]


def test_corners_of_a_shrunk_picture_are_in_pixels_of_the_file(
    spread: U8, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    huge = np.zeros((5040, 10_800, 3), np.uint8)
    huge[:] = cv2.resize(spread, (10_800, 5040), interpolation=cv2.INTER_NEAREST)
    path = tmp_path / "huge.jpg"
    cv2.imwrite(str(path), huge)
    assert run(["read", "--json", str(path)]) == 0
    (one,) = json.loads(capsys.readouterr().out)["images"]
    assert (one["width"], one["height"]) == (10_800, 5040)
    cards = {card["card"]: card for card in one["cards"]}
    assert set(cards) == set(SHOWN)
    for k, name in enumerate(SHOWN):
        assert centre(cards[name]["quad"]) == pytest.approx([(160 + 280 * k) * 12, 2520], abs=170)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (3000, 1), (1, 3000)])
def test_a_picture_too_small_for_a_card_shows_none(
    size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.new("RGB", size, (255, 255, 255)).save(tmp_path / "small.png")
    assert run(["read", "--json", str(tmp_path / "small.png")]) == 0
    (one,) = json.loads(capsys.readouterr().out)["images"]
    assert one["cards"] == []


@pytest.mark.parametrize("name", ["empty.jpg", "text.png", "cut.jpg", "missing.jpg"])
def test_what_cannot_be_read_is_one_clear_line(
    spread: U8, name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.jpg"
    cv2.imwrite(str(good), spread)
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.png").write_text("four of clubs")
    (tmp_path / "cut.jpg").write_bytes(good.read_bytes()[:4000])
    assert run(["read", "--json", str(good), str(tmp_path / name)]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    assert name in printed.err
