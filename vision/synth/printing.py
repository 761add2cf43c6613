"""What is printed on a table and on what lies there besides cards: felt print, signs, papers, cut cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import F32, U8

_LETTERS = list("ABCDEFGHJKQT1023456789 BLACKJACK PAYS 3 TO 2 INSURANCE")


@dataclass(frozen=True, slots=True)
class Prints:
    """Lettering that may be printed on anything but a card, as ink: uint8 `(h, w)`, 255 where it is full.

    Attributes:
        stamps: a number, a word or a suit each.
        pages: lines of small print.
    """

    stamps: Sequence[U8] = ()
    pages: Sequence[U8] = ()


NO_PRINTS = Prints()


def stamp(
    rng: Generator, scene: F32, prints: Prints, *, at: tuple[float, float], angle_deg: float, height: float
) -> None:
    """Print a stamp in a random colour, its centre at `at`; `height` is that of the letters in pixels."""
    if not prints.stamps:
        return
    ink = prints.stamps[int(rng.integers(len(prints.stamps)))]
    size = scene.shape[1::-1]
    h, w = ink.shape
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), angle_deg, height / h)
    turn[:, 2] += at[0] - w / 2, at[1] - h / 2
    alpha = cv2.warpAffine(ink, turn, size, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    scene[:] = scene * (1 - alpha) + _ink_colour(rng) * alpha


def _ink_colour(rng: Generator) -> F32:
    if rng.random() < 0.5:
        return rng.integers(0, 256, 3).astype(np.float32)
    return np.full(3, rng.integers(0, 40) if rng.random() < 0.5 else 240, np.float32)


def print_line_or_letters(rng: Generator, scene: U8) -> None:
    """Print a line, an arc, lettering or a patch on the ground."""
    size = scene.shape[0]
    colour = tuple(float(v) for v in rng.integers(0, 256, 3))
    a, b = (tuple(int(v) for v in rng.integers(0, size, 2)) for _ in range(2))
    thick = int(rng.integers(1, 6))
    kind = rng.random()
    if kind < 0.2:
        cv2.line(scene, a, b, colour, thick, cv2.LINE_AA)
    elif kind < 0.45:
        axes = (int(rng.integers(10, 200)), int(rng.integers(10, 200)))
        cv2.ellipse(scene, a, axes, float(rng.integers(0, 180)), 0, 360, colour, thick, cv2.LINE_AA)
    elif kind < 0.75:
        text = "".join(rng.choice(_LETTERS, int(rng.integers(1, 12))))
        font, scale = int(rng.integers(0, 6)), float(rng.uniform(0.4, 2.2))
        _turned(
            rng, scene, lambda layer: cv2.putText(layer, text, a, font, scale, colour, thick, cv2.LINE_AA)
        )
    else:
        corners = np.array(a) + rng.standard_normal((int(rng.integers(3, 6)), 2)) * size * 0.12
        cv2.fillPoly(scene, [corners.astype(np.int32)], colour, cv2.LINE_AA)


def _turned(rng: Generator, scene: U8, draw: Callable[[U8], object]) -> None:
    """Draw on the ground turned by a quarter, a half or not at all."""
    turn = int(rng.integers(4))
    layer = np.ascontiguousarray(np.rot90(scene, turn))
    draw(layer)
    scene[:] = np.rot90(layer, -turn)


def placard(rng: Generator, scene: F32, card_width: float, prints: Prints = NO_PRINTS) -> None:
    """Draw a white or coloured sign with numbers and words: card-like, but no card."""
    size = scene.shape[0]
    w, h = (int(card_width * rng.uniform(0.8, 3.0)) for _ in range(2))
    paper = tuple(
        float(v) for v in (rng.integers(200, 256, 3) if rng.random() < 0.6 else rng.integers(0, 256, 3))
    )
    sign = np.full((h, w, 3), paper, np.uint8)
    ink = tuple(float(v) for v in rng.integers(0, 120, 3)) if sum(paper) > 380 else (240.0, 240.0, 240.0)
    for line in range(int(rng.integers(1, 6))):
        text = "".join(rng.choice(_LETTERS, int(rng.integers(1, 10))))
        where = (int(w * rng.uniform(0, 0.4)), int(h * (line + 1) / 6 + h * 0.1))
        cv2.putText(
            sign,
            text,
            where,
            int(rng.integers(0, 6)),
            float(rng.uniform(0.3, 1.4)),
            ink,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    lettered = sign.astype(np.float32)
    for _ in range(int(rng.integers(0, 5))):
        at = (w * rng.uniform(0.1, 0.9), h * rng.uniform(0.1, 0.9))
        angle, height = float(rng.choice([0, 0, 0, 90, 180])), card_width * rng.uniform(0.12, 0.5)
        stamp(rng, lettered, prints, at=at, angle_deg=angle, height=height)
    _paste(rng, scene, lettered, size)


def page(rng: Generator, scene: F32, pages: Sequence[U8]) -> None:
    """Lay down a paper with small print: a newspaper, a letter, the back of a book."""
    ink = pages[int(rng.integers(len(pages)))].astype(np.float32)[..., None] / 255
    paper, print_ = rng.uniform(170, 255, 3), rng.uniform(0, 90, 3)
    if rng.random() < 0.2:
        paper, print_ = print_, paper
    sheet = (paper * (1 - ink) + print_ * ink).astype(np.float32)
    scale = rng.uniform(0.4, 1.6)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    sized = cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=how)
    _paste(rng, scene, np.asarray(sized, dtype=np.float32), scene.shape[0])


def cut_card(rng: Generator, scene: F32, card_width: float) -> None:
    """Draw the plain coloured card that marks the end of the shoe."""
    colour = ((30, 220, 235), (40, 40, 220), (60, 180, 60))[int(rng.integers(3))]
    card = np.ones((int(card_width * 1.4), int(card_width), 3), np.float32) * np.array(colour, np.float32)
    _paste(rng, scene, card, scene.shape[0])


def _paste(rng: Generator, scene: F32, patch: F32, size: int) -> None:
    h, w = patch.shape[:2]
    angle, (x, y) = rng.uniform(0, 360), rng.uniform(0, size, 2)
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), angle, 1.0)
    turn[:, 2] += [x - w / 2, y - h / 2]
    alpha = cv2.warpAffine(np.ones((h, w), np.float32), turn, (size, size))[..., None]
    scene[:] = scene * (1 - alpha) + cv2.warpAffine(patch, turn, (size, size)) * alpha
