"""Picture files that are odd or broken, through every command that takes one: read right, or one clear line."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from api.cli import run
from tracker.cards import DECK, Card
from vision.synth.art import load_deck

TABLE = Path(__file__).parents[3] / "docs" / "examples" / "casino-stills.table.toml"
SIZE = (1920, 1080)
"""What that table is calibrated on."""
ORIENTATION = 0x0112


def felt(size: tuple[int, int] = SIZE) -> Image.Image:
    return Image.new("RGB", size, (40, 110, 60))


def rotated(path: Path) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    felt().save(path, exif=exif)


def moving(path: Path) -> None:
    felt().save(path, save_all=True, append_images=[Image.new("RGB", SIZE, (0, 0, 90))])


def sixteen_bits(path: Path) -> None:
    Image.fromarray(np.full(SIZE[::-1], 30_000, np.uint16)).save(path)


def claims(side: int) -> Callable[[Path], None]:
    """A PNG whose header says that it is `side` pixels wide and high."""

    def save(path: Path) -> None:
        Image.new("1", (1, 1)).save(path)
        data = bytearray(path.read_bytes())
        data[16:24] = struct.pack(">II", side, side)
        data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
        path.write_bytes(data)

    return save


def cut_off(path: Path) -> None:
    Image.effect_noise((200, 200), 90).save(path)
    path.write_bytes(path.read_bytes()[:4000])


ODD: dict[str, Callable[[Path], object]] = {
    "cmyk.jpg": lambda path: felt().convert("CMYK").save(path),
    "rotated.jpg": rotated,
    "moving.webp": moving,
    "sixteen.png": sixteen_bits,
}
BROKEN: dict[str, Callable[[Path], object]] = {
    "empty.jpg": Path.touch,
    "text.png": lambda path: path.write_text("four of clubs"),
    "cut.jpg": cut_off,
    "bomb.png": claims(12_000),
}


def manifest(names: Sequence[str]) -> str:
    rows = [
        {"file": name, "source": "s", "use": "tune", "cards": ["4C"], "cards_complete": True}
        for name in names
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)


def command(name: str, folder: Path, picture: str) -> list[str]:
    """The command line that gives one picture of a folder to a command."""
    (folder / "manifest.jsonl").write_text(manifest([picture]))
    path = str(folder / picture)
    return {
        "read": ["read", path],
        "enrol": ["enrol", path, "--deck", "house", "--out", str(folder / "decks")],
        "calibrate": ["calibrate", str(TABLE), path, "--out", str(folder / "zones.png")],
        "evaluate": ["evaluate", "--photos", str(folder)],
    }[name]


@pytest.mark.parametrize("picture", BROKEN)
@pytest.mark.parametrize("name", ["read", "enrol", "calibrate", "evaluate"])
def test_a_broken_picture_is_one_clear_line_and_nothing_is_written(
    name: str, picture: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    BROKEN[picture](tmp_path / picture)
    arguments = command(name, tmp_path, picture)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert run(arguments) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    assert picture in printed.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(("name", "status"), [("read", 0), ("enrol", 1), ("calibrate", 0), ("evaluate", 0)])
def test_an_odd_picture_of_an_empty_table_shows_no_card(
    name: str, status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for picture, save in ODD.items():
        save(tmp_path / picture)
        assert run(command(name, tmp_path, picture)) == status, picture
        printed = capfd.readouterr()
        assert printed.err == "", picture
        if name == "read":
            assert "no cards" in printed.out
        if name == "enrol":
            assert "0 of 52 cards seen" in printed.out
            assert "no index was found" in printed.out


@pytest.mark.parametrize(("name", "status"), [("read", 0), ("enrol", 1), ("calibrate", 2), ("evaluate", 0)])
def test_a_picture_of_one_pixel_is_no_trouble(
    name: str, status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    felt((1, 1)).save(tmp_path / "dot.png")
    assert run(command(name, tmp_path, "dot.png")) == status
    assert len(capfd.readouterr().err.strip().splitlines()) == (status == 2)


def dealt() -> Image.Image:
    """Three cards on felt, 800 x 600."""
    picture, faces = felt((800, 600)), load_deck().faces
    for number, name in enumerate(DEALT):
        card = Image.fromarray(np.ascontiguousarray(faces[DECK.index(Card.parse(name))][..., ::-1]))
        picture.paste(card.resize((150, 210), Image.Resampling.LANCZOS), (60 + 250 * number, 200))
    return picture


def phone(path: Path) -> None:
    """As a phone stores it: lying on its side, with a note how to turn it."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    dealt().transpose(Image.Transpose.ROTATE_90).save(path, exif=exif, quality=95)


def deep(path: Path) -> None:
    cv2.imwrite(str(path), np.asarray(dealt())[..., ::-1].astype(np.uint16) * 257)


DEALT = ("Th", "4c", "Qs")
DEALT_AS: dict[str, Callable[[Path], object]] = {
    "plain.png": lambda path: dealt().save(path),
    "cmyk.jpg": lambda path: dealt().convert("CMYK").save(path, quality=95),
    "phone.jpg": phone,
    "sixteen.png": deep,
    "moving.webp": lambda path: dealt().save(
        path, save_all=True, append_images=[felt((800, 600))], quality=95
    ),
    "huge.jpg": lambda path: dealt().resize((11_600, 8_700), Image.Resampling.BILINEAR).save(path),
}


@pytest.mark.parametrize("picture", DEALT_AS)
def test_the_cards_of_an_odd_picture_are_read_right(
    picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    DEALT_AS[picture](tmp_path / picture)
    assert run(["read", str(tmp_path / picture), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["images"]
    assert sorted(card["card"] for card in told["cards"]) == sorted(DEALT)


def test_a_still_that_had_to_be_shrunk_calibrates_no_table(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    felt((8000, 6000)).save(tmp_path / "huge.png", compress_level=1)
    assert run(command("calibrate", tmp_path, "huge.png")) == 2
    assert "expected a camera's still of at most 40 megapixels, got 8000x6000" in capfd.readouterr().err
