"""Picture files of every kind: the right pixels or one clear line."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.errors import SourceError
from vision.sightings import U8
from vision.sources.pictures import read_picture

ROTATED = 6
"""EXIF orientation of a phone held upright."""
ORIENTATION = 0x0112


@pytest.fixture(scope="module")
def colours() -> U8:
    """A smooth BGR picture, 96 x 64, so that lossy formats keep it."""
    corners = np.array([[[250, 30, 20], [20, 240, 60]], [[60, 40, 245], [230, 230, 235]]], np.uint8)
    return np.asarray(cv2.resize(corners, (96, 64), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def pil(image: U8) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(image[:, :, ::-1]))


def grey(image: U8) -> U8:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def animated(image: U8, path: Path) -> None:
    frames = [pil(255 - image) for _ in range(3)]
    pil(image).save(path, save_all=True, append_images=frames, duration=40)


def exif_rotated(image: U8, path: Path) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = ROTATED
    pil(image).save(path, exif=exif, quality=95)


SAVED: dict[str, Callable[[U8, Path], object]] = {
    "plain.jpg": lambda image, path: pil(image).save(path, quality=95),
    "progressive.jpg": lambda image, path: pil(image).save(path, quality=95, progressive=True),
    "cmyk.jpg": lambda image, path: pil(image).convert("CMYK").save(path, quality=95),
    "rotated.jpg": exif_rotated,
    "plain.png": lambda image, path: pil(image).save(path),
    "sixteen.png": lambda image, path: cv2.imwrite(str(path), image.astype(np.uint16) * 257),
    "sixteen.tif": lambda image, path: cv2.imwrite(str(path), image.astype(np.uint16) * 257),
    "opaque.png": lambda image, path: pil(image).convert("RGBA").save(path),
    "plain.webp": lambda image, path: pil(image).save(path, quality=95),
    "animated.webp": animated,
    "animated.gif": animated,
    "plain.bmp": lambda image, path: pil(image).save(path),
    "plain.tif": lambda image, path: pil(image).save(path),
    "cmyk.tif": lambda image, path: pil(image).convert("CMYK").save(path),
    "plain.ppm": lambda image, path: pil(image).save(path),
    "wrong-name.txt": lambda image, path: pil(image).save(path, format="PNG"),
}


@pytest.mark.parametrize("name", SAVED)
def test_every_kind_of_picture_gives_the_same_pixels(tmp_path: Path, colours: U8, name: str) -> None:
    SAVED[name](colours, tmp_path / name)
    picture = read_picture(tmp_path / name)
    assert picture.image.shape == colours.shape, "as stored: nobody turns it upright"
    assert (picture.stored_width, picture.stored_height, picture.shrunk) == (96, 64, 1)
    off = np.abs(picture.image.astype(int) - colours)
    assert off.mean() < 8


@pytest.mark.parametrize(
    ("name", "depth"), [("grey.png", 8), ("grey.png", 10), ("grey.png", 12), ("grey.tif", 16)]
)
def test_brightness_of_any_depth_fills_eight_bits(tmp_path: Path, colours: U8, name: str, depth: int) -> None:
    brightness = grey(colours)
    stored = brightness if depth == 8 else brightness.astype(np.uint16) << (depth - 8)
    cv2.imwrite(str(tmp_path / name), stored)
    image = read_picture(tmp_path / name).image
    assert np.array_equal(image[..., 0], image[..., 2])
    assert np.abs(image[..., 0].astype(int) - brightness).max() <= 1


def test_what_is_transparent_is_grey_whatever_lies_beneath(tmp_path: Path, colours: U8) -> None:
    clear = pil(colours).convert("RGBA")
    clear.putalpha(Image.fromarray(np.repeat([[0, 255]], 64, axis=0).repeat(48, axis=1).astype(np.uint8)))
    clear.save(tmp_path / "clear.png")
    image = read_picture(tmp_path / "clear.png").image
    assert (image[:, :48] == 128).all()
    assert np.array_equal(image[:, 48:], colours[:, 48:])


def test_palette_colours_with_a_transparent_one(tmp_path: Path, colours: U8) -> None:
    pil(colours).quantize(16).save(tmp_path / "palette.gif", transparency=3)
    assert read_picture(tmp_path / "palette.gif").image.shape == colours.shape


def test_the_smallest_picture_is_one(tmp_path: Path) -> None:
    Image.new("1", (1, 1), 1).save(tmp_path / "dot.png")
    assert read_picture(tmp_path / "dot.png").image.tolist() == [[[255, 255, 255]]]


@pytest.mark.parametrize("name", ["plain.jpg", "plain.png", "plain.webp", "plain.bmp", "plain.tif"])
def test_a_file_cut_off_is_one_clear_line(tmp_path: Path, colours: U8, name: str) -> None:
    path = tmp_path / name
    SAVED[name](colours, path)
    whole = path.read_bytes()
    for length in (1, 3, 10, len(whole) // 3, len(whole) * 2 // 3):
        path.write_bytes(whole[:length])
        with pytest.raises(SourceError) as trouble:
            read_picture(path)
        assert name in str(trouble.value)
        assert "\n" not in str(trouble.value)


@pytest.mark.parametrize("name", sorted(SAVED))
def test_a_damaged_file_is_a_picture_or_one_clear_line(tmp_path: Path, colours: U8, name: str) -> None:
    path = tmp_path / name
    SAVED[name](colours, path)
    whole, rng = path.read_bytes(), random.Random(7)
    for _ in range(25):
        damaged = bytearray(whole)
        for _ in range(rng.choice([1, 3, 30])):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        try:
            image = read_picture(path).image
        except SourceError as error:
            assert "\n" not in str(error)
        else:
            assert image.ndim == 3 and image.dtype == np.uint8


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "an empty file"), (b"hello", "something else"), (b"%!PS-Adobe-3.0 EPSF-3.0\n", "something else")],
)
def test_what_is_no_picture_is_one_clear_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "x.jpg"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=f"expected a picture .*got {words}"):
        read_picture(path)


def test_a_missing_picture_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        read_picture(tmp_path / "nothing.jpg")


@pytest.mark.parametrize(("side", "got"), [(12_000, "12000x12000, 144 megapixels"), (20_000, "far more")])
def test_a_bomb_is_refused_before_it_is_decoded(tmp_path: Path, side: int, got: str) -> None:
    Image.new("1", (1, 1)).save(tmp_path / "bomb.png")
    data = bytearray((tmp_path / "bomb.png").read_bytes())
    header = slice(12, 29)  # the kind and the 13 bytes of the first chunk; its checksum follows
    data[16:24] = struct.pack(">II", side, side)
    data[29:33] = struct.pack(">I", zlib.crc32(data[header]))
    (tmp_path / "bomb.png").write_bytes(data)
    with pytest.raises(SourceError, match=f"expected at most 120 megapixels, got {got}"):
        read_picture(tmp_path / "bomb.png")


_READ_HUGE = """
import resource, sys
from pathlib import Path
from vision.sources.pictures import read_picture
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
picture = read_picture(Path(sys.argv[1]))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(*picture.image.shape[:2], picture.shrunk, picture.stored_width, (after - before) // 1024)
"""


@pytest.mark.parametrize(("name", "most_mib"), [("huge.jpg", 260), ("huge.png", 600)])
def test_a_huge_picture_is_shrunk_and_memory_stays_bounded(tmp_path: Path, name: str, most_mib: int) -> None:
    Image.new("RGB", (10_000, 10_000), (30, 90, 200)).save(tmp_path / name, compress_level=1)
    told = subprocess.run(
        [sys.executable, "-c", _READ_HUGE, str(tmp_path / name)], capture_output=True, text=True, check=True
    )
    height, width, shrunk, stored, mib = map(int, told.stdout.split())
    assert (height, width, shrunk, stored) == (5000, 5000, 2, 10_000)
    assert mib < most_mib
