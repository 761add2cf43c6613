"""Lettering in the fonts of this machine: indices of drawn decks, and print on signs, papers, chips and felt."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.sightings import U8
from vision.synth.printing import Prints

_SUIT_FONTS = (
    "DejaVuSans.",
    "DejaVuSans-Bold.",
    "FreeSans.",
    "FreeSerif.",
    "FreeSansBold.",
    "FreeSerifBold.",
)
_NUMBERS = [
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "21",
    "25",
    "50",
    "100",
    "500",
    "1000",
    "17",
    "3:2",
    "6:5",
]
_WORDS = [
    *"ABDEGHJKLMPQRSTW",
    "MIN",
    "MAX",
    "PAYS",
    "BLACKJACK",
    "INSURANCE",
    "VIP",
    "EUR",
    "JOKER",
    "No 7",
    "OK",
]
_STAMP_PX = 40
_LETTER_FREQUENCIES = (12, 9, 8, 8, 7, 7, 6, 6, 6, 4, 4, 3, 3, 2, 2, 2, 2, 2, 1, 2, 2, 1, 1, 1, 1, 1)
_NOT_FOR_INDICES = [
    "italic",
    "oblique",
    "symbol",
    "mono",
    "hairline",
    "thin",
    "light",
    "chancery",
    "z003",
    "d050000l",
    "initial",
    "keyboard",
    "math",
    "fallback",
    "biolinum_k.",  # key caps
    "libertine_i.",  # initials
    "libertine_m.",
]


@cache
def index_fonts(folder: Path = Path("/usr/share/fonts")) -> tuple[list[Path], list[Path]]:
    """Return the fonts on this machine that suit an index, and those that also have the four suits."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".ttf", ".otf", ".t1"})
    latin = [f for f in files if not any(word in f.name.lower() for word in _NOT_FOR_INDICES)]
    usable = [f for f in latin if f.suffix != ".t1" and "noto" not in str(f).lower()]
    return usable, [f for f in usable if f.name.startswith(_SUIT_FONTS)]


def prints(rng: random.Random, stamps: int = 150, pages: int = 24) -> Prints:
    """Return what may be printed on anything but a card."""
    return Prints(_stamps(rng, stamps), tuple(_page(rng) for _ in range(pages)))


def _stamps(rng: random.Random, count: int) -> tuple[U8, ...]:
    """Numbers, words and single suits: no index, because its rank or its suit is missing."""
    fonts, suit_fonts = index_fonts()
    stamps = []
    for _ in range(count):
        kind = rng.random()
        if kind < 0.25:
            text, font = rng.choice("♣♦♥♠"), rng.choice(suit_fonts)
        else:
            font = rng.choice(fonts)
            text = rng.choice(_NUMBERS) if kind < 0.65 else rng.choice(_WORDS)
        stamps.append(glyph(text, font, _STAMP_PX, rng.uniform(0.7, 1.2)))
    return tuple(stamps)


@cache
def draws(font: Path, letter: str) -> bool:
    """Whether a font has a letter; what it has not, it draws like a code that no font has."""
    face = ImageFont.truetype(str(font), 40)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\uffff"))


def glyph(text: str, font: Path, height: int, stretch: float = 1.0) -> U8:
    """Return the ink of `text`, uint8 `(height, w)`, 255 where it is full."""
    drawing = Image.new("L", (height * (3 + 2 * len(text)), height * 4), 0)
    ImageDraw.Draw(drawing).text(
        (height * 0.6, height * 0.6), text, font=ImageFont.truetype(str(font), int(height * 1.6)), fill=255
    )
    ink = np.asarray(drawing)
    ys, xs = np.where(ink > 60)
    if len(ys) == 0:
        return np.zeros((height, height), np.uint8)
    ink = ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = max(3, round(ink.shape[1] * height / ink.shape[0] * stretch))
    return np.asarray(cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _page(rng: random.Random) -> U8:
    """A column of a newspaper, a letter, a label: lines of words, now and then a heading."""
    width, height = rng.randint(160, 420), rng.randint(120, 420)
    page = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(page)
    font, y = rng.choice(index_fonts()[0]), 4.0
    size = rng.uniform(9, 22)
    while y < height - 8:
        line_size = size * rng.uniform(1.5, 3) if rng.random() < 0.08 else size
        face = ImageFont.truetype(str(font), int(line_size))
        draw.text((4, y), " ".join(_word(rng) for _ in range(rng.randint(1, 12))), font=face, fill=255)
        y += line_size * rng.uniform(1.1, 1.4)
    return np.asarray(page, dtype=np.uint8)


def _word(rng: random.Random) -> str:
    if rng.random() < 0.2:
        return str(rng.randrange(2000))
    word = "".join(rng.choices("etaoinshrdlucmfwypvbgkjqxz", _LETTER_FREQUENCIES, k=rng.randint(1, 10)))
    return word.upper() if rng.random() < 0.2 else word.capitalize() if rng.random() < 0.2 else word
