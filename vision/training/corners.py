"""Corners of cards drawn one by one, each in an index style of its own: font, letters, suits, colours, size and place.

A scene shares a few dozen decks among thousands of indices; here every single index is another deck's. It is seen from
8 to 70 px high, up to 60 degrees off its normal, on pieces of drawn scenes, often with a neighbour's edge beside it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from tracker.cards import DECK
from vision.read.crops import cut
from vision.sightings import F32, U8
from vision.synth.art import Deck
from vision.synth.bend import bent
from vision.synth.camera import photograph
from vision.synth.lying import CORNERS, BentLie, FlatLie, Lie, Spot, TableCamera, rotation, rounded, worn
from vision.training.crop_net import REJECT
from vision.training.drawn_decks import whole_decks
from vision.training.framing import as_found, beside
from vision.training.index_ink import Ink, Lettering, index_of, set_ink
from vision.training.lettering import index_fonts

HEIGHT_PX = (8.0, 70.0)
TILT_DEG = 60.0
OWN_SHARE, LETTERED_SHARE = 0.25, 0.55
"""How many corners keep the index of the art, and get a new one of letters; the rest get another deck's."""
BESIDE_SHARE = 0.06
NEIGHBOUR_SHARE = 0.5
BENT_SHARE = 0.3
_LETTER_SHARES = (0.84, 0.08, 0.04, 0.04)
_ROOM = 4
"""Side of the picture that is drawn, in heights of the index."""


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """The upper left part of a card: picture float32 `(h, w, 3)` BGR, the index's box in it, px."""

    picture: F32
    box: F32
    card_no: int


class Corners:
    """Draws corners of every deck that training may see, or of those given; none where there is no deck or font."""

    def __init__(self, seed: int, decks: Sequence[Deck] | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self._chance = random.Random(seed)
        self._decks = whole_decks() if decks is None else decks
        self._fonts = index_fonts()

    def crops(self, count: int, ground: U8) -> Iterator[tuple[U8, int, int]]:
        """Yield crops as the reader gets them, with rank and suit, on pieces of a picture."""
        if not self._decks or not all(self._fonts):
            return
        for _ in range(count):
            corner = self._corner()
            neighbour = self._corner().picture if self._chance.random() < NEIGHBOUR_SHARE else None
            picture, quad = _seen(self._rng, corner, neighbour, ground)
            if self._chance.random() < BESIDE_SHARE:
                yield cut(picture, beside(self._rng, quad)), REJECT, 0
            else:
                yield cut(picture, as_found(self._rng, quad)), corner.card_no % 13, corner.card_no // 13

    def _corner(self) -> Corner:
        chance = self._chance
        deck, number = chance.choice(self._decks), chance.randrange(52)
        face = deck.faces[number].astype(np.float32)
        height, width = face.shape[:2]
        old = deck.index_boxes[number] * np.array([width, height, width, height], np.float32)
        kind = chance.random()
        if kind < OWN_SHARE:
            return Corner(face, old, number)
        if kind < OWN_SHARE + LETTERED_SHARE:
            ink = Lettering(chance, self._fonts, _LETTER_SHARES, height).ink_of(DECK[number])
        else:
            donor = chance.choice(self._decks)
            ink = index_of(donor, number, chance.uniform(0.8, 1.9), chance.uniform(0.75, 1.15))
        return _with_index(chance, face, old, ink, number)


def _with_index(chance: random.Random, face: F32, old: F32, ink: Ink, number: int) -> Corner:
    """Put a new index where the old one was; `face` is changed in place."""
    height, width = face.shape[:2]
    left, top = chance.uniform(0.02, 0.06) * width, chance.uniform(0.02, 0.05) * height
    column = max(part.shape[1] for part in ink.parts)
    depth = sum(part.shape[0] for part in ink.parts) + ink.gap
    clear_x, clear_y = int(max(old[2] + 3, left + column + 2)), int(max(old[3] + 3, top + depth + 2))
    face[int(0.012 * height) : clear_y, int(0.015 * width) : clear_x] = 255
    return Corner(face, set_ink(face, ink, left + column / 2, top), number)


def _seen(rng: Generator, corner: Corner, neighbour: F32 | None, ground: U8) -> tuple[U8, F32]:
    """Photograph a corner: a picture and the index's quad in it."""
    x0, y0, x1, y1 = corner.box
    height = float(np.exp(rng.uniform(*np.log(HEIGHT_PX))))
    side = int(np.ceil(_ROOM * height))
    camera = _camera(rng, (float(x0 + x1) / 2, float(y0 + y1) / 2), height / float(y1 - y0), side)
    scene = _piece(rng, ground, side)
    lie = _lie(rng, corner.picture, camera)
    _paint(rng, scene, corner.picture, lie)
    if neighbour is not None:
        beside_it = camera.plane @ _beneath_or_beside(rng, corner, neighbour)
        _paint(rng, scene, neighbour, _flat(neighbour, beside_it))
    if rng.random() < 0.2:
        scene = cv2.GaussianBlur(scene, (0, 0), max(0.2, height * rng.uniform(0, 0.05)))
    box = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    return photograph(rng, scene), lie.seen(box / _size(corner.picture))


def _camera(rng: Generator, at: tuple[float, float], scale: float, side: int) -> TableCamera:
    """A camera far over a card: from the card's art to a picture in whose middle `at` lies."""
    turn, lean = rng.uniform(0, 2 * np.pi, 2)
    tilt = np.radians(rng.uniform(0, TILT_DEG)) if rng.random() < 0.7 else 0.0
    squeeze = rotation(lean) @ np.diag([1.0, float(np.cos(tilt))]) @ rotation(-lean)
    linear = squeeze @ rotation(turn) * scale
    whole = np.eye(3)
    whole[:2, :2] = linear
    whole[:2, 2] = side / 2 - linear @ np.array(at)
    up = rotation(lean) @ np.array([0, -np.sin(tilt)]) * scale
    return TableCamera(whole, np.append(up, 0.0))


def _lie(rng: Generator, card: F32, camera: TableCamera) -> Lie:
    """How a card lies: flat, or bent."""
    if rng.random() >= BENT_SHARE:
        return _flat(card, camera.plane)
    width, height = (float(v) for v in _size(card))
    middle = np.array([[width / 2, height / 2]], np.float32)
    slant = float(np.hypot(*camera.shift(middle)[0]))
    return BentLie(Spot(middle[0], 0.0), (width, height), bent(rng, width, height, slant), camera)


def _flat(card: F32, to_picture: np.ndarray) -> FlatLie:
    quad = cv2.perspectiveTransform((CORNERS * _size(card))[None].astype(np.float64), to_picture)[0]
    return FlatLie(quad.astype(np.float32))


def _size(card: F32) -> F32:
    """Width and height of a card's art, px."""
    return np.array(card.shape[1::-1], np.float32)


def _beneath_or_beside(rng: Generator, corner: Corner, neighbour: F32) -> np.ndarray:
    """Where a second card lies on the first one without covering its index: to the right of it or below."""
    x1, y1 = (float(v) for v in corner.box[2:])
    step = np.array([x1 + rng.uniform(1, 12), rng.uniform(-0.5, 0.5) * len(neighbour)])
    if rng.random() < 0.4:
        step = np.array([rng.uniform(-0.3, 0.5) * neighbour.shape[1], y1 + rng.uniform(1, 12)])
    whole = np.eye(3)
    whole[:2, :2] = rotation(rng.normal(0, 0.04))
    whole[:2, 2] = step
    return whole


def _paint(rng: Generator, scene: F32, card: F32, lie: Lie) -> None:
    side = len(scene)
    box = (0, 0, side, side)
    top_left, top_right = lie.seen(CORNERS[:2])
    ratio = float(np.hypot(*(top_right - top_left))) / card.shape[1]
    if ratio < 0.6:  # shrunk first, so that thin lines stay
        card = cv2.resize(card, None, fx=ratio * 1.2, fy=ratio * 1.2, interpolation=cv2.INTER_AREA)
    height, width = card.shape[:2]
    card = worn(rng, card)
    outline = rounded(width, height, width * rng.uniform(0.03, 0.07))
    cover = lie.warped(outline, box, border=cv2.BORDER_CONSTANT)[..., None]
    shade = cv2.GaussianBlur(cover[..., 0], (0, 0), max(0.6, side * 0.02))[..., None]
    scene *= 1 - np.float32(rng.uniform(0, 0.5)) * shade
    painted = lie.warped(card, box, border=cv2.BORDER_REPLICATE)
    if isinstance(lie, BentLie):
        light = rotation(rng.uniform(0, 2 * np.pi)) @ np.array([rng.uniform(0.1, 0.7), 0], np.float32)
        painted *= 1 + lie.lit(box, light)[..., None]
    scene[:] = scene * (1 - cover) + painted * cover


def _piece(rng: Generator, ground: U8, side: int) -> F32:
    """A piece of a picture, float32 `(side, side, 3)`."""
    own = int(rng.integers(40, min(ground.shape[:2])))
    y, x = (int(rng.integers(0, size - own + 1)) for size in ground.shape[:2])
    piece = cv2.resize(ground[y : y + own, x : x + own], (side, side), interpolation=cv2.INTER_LINEAR)
    return np.asarray(piece, dtype=np.float32)
