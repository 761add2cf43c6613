"""What lies on and around a table besides cards: felt, wood, chips, hands, drinks, and what `printing` adds."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import F32
from vision.synth.camera import smooth_noise
from vision.synth.printing import NO_PRINTS, Prints, cut_card, page, placard, print_line_or_letters, stamp

Mask = np.ndarray
"""int16 `(h, w)`: which card shows at each pixel (its number from 1), 0 ground, -1 something that lies on top."""
ON_TOP = -1
_LIGHT, _DARK = (235, 235, 235), (20, 20, 20)
_SKIN = (
    (140, 170, 225),
    (90, 120, 180),
    (50, 75, 120),
    (170, 190, 235),
    (40, 40, 45),
    (230, 230, 230),
    (60, 30, 20),
)


def ground(rng: Generator, size: int, prints: Prints = NO_PRINTS) -> F32:
    """Draw felt, wood, cloth or something busy, with print on it: float32 `(size, size, 3)` BGR.

    Args:
        rng: source of every random choice.
        size: of the picture's sides.
        prints: lettering to print with.
    """
    scene = np.ones((size, size, 3), np.float32) * _ground_colour(rng)
    for cells, strength in ((3, 0.25), (9, 0.12), (40, 0.06)):
        scene *= (1 + strength * (smooth_noise(rng, size, size, cells) - 0.5))[..., None]
    kind = rng.random()
    if kind < 0.45:
        scene += rng.standard_normal((size, size, 1), dtype=np.float32) * np.float32(rng.uniform(2, 9))
    elif kind < 0.65:
        rings = (
            smooth_noise(rng, size, size, 6) * 4
            + np.linspace(0, rng.uniform(8, 40), size, dtype=np.float32)[:, None]
        )
        grain = np.sin(rings * 3.1)
        scene += (grain.T if rng.random() < 0.5 else grain)[..., None] * np.float32(rng.uniform(5, 25))
    elif kind < 0.8:
        busy = smooth_noise(rng, size, size, int(rng.integers(10, 60))) - 0.5
        scene += busy[..., None] * np.float32(rng.uniform(20, 120))
    printed = scene.clip(0, 255).astype(np.uint8)
    for _ in range(rng.poisson(3)):
        print_line_or_letters(rng, printed)
    scene = printed.astype(np.float32)
    for _ in range(rng.poisson(2)):
        at = (float(rng.uniform(0, size)), float(rng.uniform(0, size)))
        stamp(rng, scene, prints, at=at, angle_deg=rng.uniform(0, 360), height=rng.uniform(10, 60))
    return scene


def _ground_colour(rng: Generator) -> F32:
    kind = int(rng.integers(6))
    if kind == 0:
        colour = [rng.integers(20, 90), rng.integers(60, 150), rng.integers(10, 70)]
    elif kind == 1:
        colour = [rng.integers(60, 150), rng.integers(30, 90), rng.integers(10, 60)]
    elif kind == 2:
        colour = [rng.integers(10, 60), rng.integers(10, 50), rng.integers(70, 150)]
    elif kind == 3:
        colour = list(rng.integers(10, 245, 3))
    elif kind == 4:
        colour = list(rng.integers(120, 245, 3) * np.array([0.8, 0.9, 1]))
    else:
        colour = [rng.integers(5, 45)] * 3
    return np.array(colour, np.float32)


def lay_on_top(rng: Generator, scene: F32, mask: Mask, card_width: float, prints: Prints = NO_PRINTS) -> None:
    """Put chips, hands, papers, glasses and cut cards over the cards; `scene` and `mask` are changed in place."""
    for _ in range(rng.poisson(1.3)):
        chips(rng, scene, mask, card_width * rng.uniform(0.22, 0.34) + 2, prints)
    if rng.random() < 0.25:
        hand(rng, scene, mask, card_width * rng.uniform(0.6, 1.2))
    if rng.random() < 0.12:
        glass(rng, scene, mask, card_width * rng.uniform(0.4, 0.7))


def lay_beneath(
    rng: Generator, scene: F32, mask: Mask, card_width: float, prints: Prints = NO_PRINTS
) -> None:
    """Put placards, papers, phones and cut cards on the ground before the cards are dealt."""
    for _ in range(rng.poisson(0.8)):
        placard(rng, scene, card_width, prints)
    if prints.pages and rng.random() < 0.3:
        page(rng, scene, prints.pages)
    if rng.random() < 0.1:
        cut_card(rng, scene, card_width)


def chips(rng: Generator, scene: F32, mask: Mask, radius: float, prints: Prints = NO_PRINTS) -> None:
    """Draw a stack of one to five chips with edge spots and, often, a number or a suit in the middle."""
    size = scene.shape[0]
    x, y = rng.uniform(0, size, 2)
    colour = rng.integers(0, 256, 3).astype(np.float32)
    squash = rng.uniform(0.6, 1)
    axes = (int(radius), int(radius * squash))
    for level in range(int(rng.integers(1, 6))):
        centre = (int(x + rng.normal(0, 0.5)), int(y - level * radius * 0.22))
        cv2.ellipse(scene, centre, axes, 0, 0, 360, (colour * 0.7).tolist(), -1, cv2.LINE_AA)
        for angle in range(0, 360, 60):
            spot = max(1, int(radius * 0.18))
            cv2.ellipse(scene, centre, axes, 0, angle, angle + 25, _LIGHT, spot, cv2.LINE_AA)
        inner = (int(radius * 0.7), int(radius * 0.7 * squash))
        cv2.ellipse(scene, centre, inner, 0, 0, 360, colour.tolist(), -1, cv2.LINE_AA)
        cv2.ellipse(mask, centre, axes, 0, 0, 360, ON_TOP, -1)
    if rng.random() < 0.7:
        _mark(rng, scene, _Chip(centre, radius, squash, colour), prints)


@dataclass(frozen=True, slots=True)
class _Chip:
    """The uppermost chip of a stack: centre and radius in px, how much flatter it looks than a circle, colour."""

    centre: tuple[int, int]
    radius: float
    squash: float
    colour: F32


def _mark(rng: Generator, scene: F32, chip: _Chip, prints: Prints) -> None:
    """Put a number or a suit on the uppermost chip."""
    radius, centre = chip.radius, chip.centre
    ink = _LIGHT if chip.colour.mean() < 128 else _DARK
    if rng.random() < 0.5:
        inlay = (int(radius * 0.5), int(radius * 0.5 * chip.squash))
        cv2.ellipse(scene, centre, inlay, 0, 0, 360, _LIGHT, -1, cv2.LINE_AA)
        ink = _DARK
    if prints.stamps and rng.random() < 0.6:
        height = radius * rng.uniform(0.4, 0.9)
        stamp(rng, scene, prints, at=centre, angle_deg=rng.uniform(0, 360), height=height)
        return
    text = str(rng.choice(["1", "5", "10", "25", "50", "100", "500"]))
    where = (int(centre[0] - radius * 0.2 * len(text)), int(centre[1] + radius * 0.2))
    lettered = scene.clip(0, 255).astype(np.uint8)
    font, scale, thick = int(rng.integers(0, 4)), radius / (14 + 9 * len(text)), max(1, int(radius / 14))
    cv2.putText(lettered, text, where, font, scale, ink, thick, cv2.LINE_AA)
    scene[:] = lettered


def hand(rng: Generator, scene: F32, mask: Mask, width: float) -> None:
    """Draw an arm in a sleeve or bare that comes in from an edge, with fingers."""
    size = scene.shape[0]
    colour = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float32) * np.float32(rng.uniform(0.7, 1.1))
    shape = np.zeros((size, size), np.uint8)
    palm = rng.uniform(0, size, 2)
    out = palm - size / 2
    out /= np.linalg.norm(out) + 1e-6
    start = tuple(int(v) for v in palm)
    cv2.line(shape, start, tuple(int(v) for v in palm + out * size), 255, int(width * rng.uniform(0.6, 1.1)))
    for angle in rng.normal(0, 0.5, int(rng.integers(1, 6))):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        tip = palm - turn @ out * width * rng.uniform(0.5, 1.3)
        cv2.line(shape, start, tuple(int(v) for v in tip), 255, max(3, int(width * 0.2)), cv2.LINE_AA)
    soft = (cv2.GaussianBlur(shape, (5, 5), 0).astype(np.float32) / 255)[..., None]
    shade = (1 + 0.35 * (smooth_noise(rng, size, size, 8) - 0.5))[..., None]
    scene[:] = scene * (1 - soft) + colour * shade * soft
    mask[shape > 127] = ON_TOP


def glass(rng: Generator, scene: F32, mask: Mask, radius: float) -> None:
    """Draw a drink seen from above."""
    centre = tuple(int(v) for v in rng.uniform(0, scene.shape[0], 2))
    drink = tuple(float(v) for v in rng.integers(20, 220, 3))
    cv2.circle(scene, centre, int(radius), (210, 210, 205), -1, cv2.LINE_AA)
    cv2.circle(scene, centre, int(radius * 0.85), drink, -1, cv2.LINE_AA)
    cv2.ellipse(
        scene, centre, (int(radius * 0.6), int(radius * 0.6)), 0, 200, 260, (245, 245, 245), 2, cv2.LINE_AA
    )
    cv2.circle(mask, centre, int(radius), ON_TOP, -1)
