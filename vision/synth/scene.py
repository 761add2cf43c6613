"""Still scenes for training and evaluation: cards on a table as a camera sees them, with full labels.

Cards lie singly, staggered as at a blackjack box, in columns, in fans and scattered, face up or down, worn, flat or
bent, partly under each other and under clutter, seen from straight above to about 50 degrees off it. Never mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.sightings import F32, U8
from vision.synth import clutter
from vision.synth.bend import bent
from vision.synth.camera import photograph
from vision.synth.lying import (
    CORNERS,
    BentLie,
    FlatLie,
    Lie,
    Spot,
    TableCamera,
    box_of,
    rotation,
    rounded,
    worn,
)
from vision.synth.paint import PaintDeck
from vision.synth.printing import NO_PRINTS, Prints


@dataclass(frozen=True, slots=True, eq=False)
class IndexLabel:
    """One index in a scene.

    Attributes:
        quad: float32 `(4, 2)` pixels, clockwise from the index's own top left (as its rank reads upright).
        visible: share of its pixels that nothing covers, 0..1.
    """

    quad: F32
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class CardLabel:
    """One card in a scene.

    Attributes:
        quad: float32 `(4, 2)` pixels, amodal, clockwise from the card's top left.
        card_no: position in `tracker.cards.DECK`; -1 for a card that lies face down.
        visible: share of its pixels that nothing covers, 0..1.
        indices: its indices; none for a card that lies face down.
    """

    quad: F32
    card_no: int
    visible: float
    indices: tuple[IndexLabel, ...]


@dataclass(frozen=True, slots=True)
class SceneKind:
    """Which scenes to make: picture side in pixels, card widths in pixels (drawn log-uniformly), the camera's greatest
    angle to the vertical, the shares of scenes without cards and of cards that are bent, and how many cards may lie
    together (all alike likely). By default no card is bent, and a scene is the same as before any were."""

    size: int = 416
    card_width: tuple[float, float] = (50.0, 105.0)
    tilt_rad: float = 0.9
    empty: float = 0.06
    bent: float = 0.0
    groups: tuple[int, ...] = (1, 1, 2, 2, 3, 4, 5)


@dataclass(slots=True)
class _Laid:
    """A card on the scene: how it lies, and which it is."""

    lie: Lie
    card_no: int
    deck: PaintDeck


def make_scene(
    rng: Generator, decks: Sequence[PaintDeck], kind: SceneKind, prints: Prints = NO_PRINTS
) -> tuple[U8, list[CardLabel]]:
    """Draw a scene.

    Args:
        rng: source of every random choice.
        decks: to deal with.
        kind: size and camera.
        prints: lettering for signs, papers, chips and felt, besides OpenCV's own.

    Returns:
        uint8 `(size, size, 3)` BGR; the label of each card, in the order in which they were laid.
    """
    size = kind.size
    scene = clutter.ground(rng, size, prints)
    mask = np.zeros((size, size), np.int16)
    width = float(np.exp(rng.uniform(*np.log(kind.card_width))))
    clutter.lay_beneath(rng, scene, mask, width, prints)
    dealing = _Dealing(rng, decks, width, kind)
    laid: list[_Laid] = []
    for spot in _places(rng, kind, width, dealing.decks[0].aspect):
        card = _lay(scene, mask, len(laid) + 1, spot, dealing)
        if card is not None:
            laid.append(card)
    clutter.lay_on_top(rng, scene, mask, width, prints)
    labels = [_label(card, mask, number) for number, card in enumerate(laid, start=1)]
    return photograph(rng, scene), labels


def _camera(rng: Generator, kind: SceneKind) -> TableCamera:
    size = kind.size
    tilt = rng.uniform(0, kind.tilt_rad) if rng.random() < 0.7 else 0.0
    roll, focal = rng.uniform(0, 2 * np.pi), rng.uniform(0.9, 2.5) * size
    cr, sr, ct, st = np.cos(roll), np.sin(roll), np.cos(tilt), np.sin(tilt)
    turned = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]]) @ np.array(
        [[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]]
    )
    plane = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, focal]])
    lens = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1]])
    return TableCamera(lens @ plane, -lens @ turned[:, 2])


def _places(rng: Generator, kind: SceneKind, width: float, aspect: float) -> list[Spot]:
    """Where cards go: singly, staggered, in columns, in fans and scattered."""
    if rng.random() < kind.empty:
        return []
    most = int(np.clip((kind.size / width) ** 2 * 0.4, 3, 18))
    left = int(rng.integers(1, most + 1))
    places: list[Spot] = []
    while left > 0:
        count = min(left, int(rng.choice(kind.groups)))
        places += _group(rng, kind.size, width, width * aspect, count)
        left -= count
    return places


def _group(rng: Generator, size: int, width: float, height: float, count: int) -> list[Spot]:
    origin, turn = rng.uniform(-0.46 * size, 0.46 * size, 2), rng.uniform(0, 2 * np.pi)
    rotate = rotation(turn)
    step, side, rise = rng.uniform(0.18, 0.5), float(rng.choice([-1, 1])), rng.uniform(0.2, 1)
    spread, manner = rng.uniform(0.12, 0.3), rng.random()
    group = []
    for k in range(count):
        angle = turn + rng.normal(0, 0.05)
        if manner < 0.45:
            offset = np.array([step * width * k * side, -step * width * k * rise])
        elif manner < 0.65:
            offset = np.array([0, step * 0.9 * width * k])
        elif manner < 0.8:
            bend = (k - (count - 1) / 2) * spread
            offset, angle = (
                np.array([np.sin(bend) * height * 0.9, (1 - np.cos(bend)) * height * 0.9]),
                turn + bend,
            )
        elif manner < 0.88:
            offset = np.array([(width * rng.uniform(1.02, 1.15)) * k * side, 0])
        else:
            offset, angle = rng.normal(0, 0.9 * width, 2), rng.uniform(0, 2 * np.pi)
        if k == count - 1 and count > 2 and rng.random() < 0.15:
            angle += np.pi / 2
        group.append(Spot((origin + rotate @ offset).astype(np.float32), float(angle)))
    return group


class _Dealing:
    """What the cards of one scene have in common: decks, size, camera, light."""

    def __init__(self, rng: Generator, decks: Sequence[PaintDeck], width: float, kind: SceneKind) -> None:
        self.rng = rng
        camera = _camera(rng, kind)
        self.decks = [decks[int(rng.integers(len(decks)))] for _ in range(1 if rng.random() < 0.7 else 2)]
        self.width = width
        self.camera = camera
        self.shadow = np.float32(rng.uniform(0, 0.6))
        self.drift = rng.standard_normal(2) * 0.04
        self.back_share = 0.1 if rng.random() < 0.8 else 0.5
        self.bent_share = kind.bent
        if kind.bent > 0:
            self.light = rotation(rng.uniform(0, 2 * np.pi)) @ np.array(
                [rng.uniform(0.1, 0.7), 0], np.float32
            )

    def lie_of(self, spot: Spot, deck: PaintDeck) -> Lie:
        """How a card of a deck lies at a spot."""
        size = (self.width, self.width * deck.aspect)
        if self.bent_share > 0 and self.rng.random() < self.bent_share:
            slant = float(np.hypot(*self.camera.shift(spot.centre[None])[0]))
            return BentLie(spot, size, bent(self.rng, *size, slant), self.camera)
        corners = ((CORNERS - 0.5) * size) @ rotation(spot.angle).T + spot.centre
        quad = cv2.perspectiveTransform(corners[None].astype(np.float64), self.camera.plane)[0]
        return FlatLie(quad.astype(np.float32))


def _lay(scene: F32, mask: clutter.Mask, number: int, spot: Spot, dealing: _Dealing) -> _Laid | None:
    """Paint one card; None if it lies wholly outside of the picture."""
    rng, width = dealing.rng, dealing.width
    deck = dealing.decks[int(rng.integers(len(dealing.decks)))]
    lie = dealing.lie_of(spot, deck)
    box = box_of(lie, scene.shape[0])
    if box is None:
        return None
    face_down = rng.random() < dealing.back_share
    card_no = -1 if face_down else int(rng.integers(52))
    top_left, top_right = lie.seen(CORNERS[:2])
    art = _art(rng, deck, card_no, float(np.linalg.norm(top_right - top_left)))
    height, art_width = art.shape[:2]
    outline = rounded(art_width, height, art_width * rng.uniform(0.03, 0.07))
    alpha = lie.warped(outline, box, border=cv2.BORDER_CONSTANT)
    painted = worn(rng, lie.warped(art, box, border=cv2.BORDER_REPLICATE))
    if isinstance(lie, BentLie):
        painted *= 1 + lie.lit(box, dealing.light)[..., None]
    shift = (int(dealing.drift[1] * width) + 1, int(dealing.drift[0] * width) + 1)
    shade = cv2.GaussianBlur(np.roll(alpha, shift, (0, 1)), (0, 0), max(0.6, width * 0.02))
    x0, y0, x1, y1 = box
    cell = scene[y0:y1, x0:x1]
    cell *= 1 - dealing.shadow * shade[..., None]
    cell[:] = cell * (1 - alpha[..., None]) + painted * alpha[..., None]
    mask[y0:y1, x0:x1][alpha > 0.5] = number
    return _Laid(lie, card_no, deck)


def _art(rng: Generator, deck: PaintDeck, card_no: int, shown_width: float) -> F32:
    """The card's picture at a size near the one shown; backs are sometimes dyed."""
    levels = deck.backs if card_no < 0 else deck.levels
    level = 0
    while level < 3 and levels[level].shape[2] > shown_width * 1.8:
        level += 1
    pictures = levels[level]
    art = pictures[int(rng.integers(len(pictures)))] if card_no < 0 else pictures[card_no]
    art = art.astype(np.float32)
    if card_no < 0 and rng.random() < 0.6:
        art = art[..., rng.permutation(3)]
    return np.asarray(art, dtype=np.float32)


def _label(card: _Laid, mask: clutter.Mask, number: int) -> CardLabel:
    quad = card.lie.seen(CORNERS)
    visible = float((mask == number).sum()) / max(1, int(cv2.contourArea(quad)))
    sites = card.deck.index_sites(card.card_no) if card.card_no >= 0 else []
    quads = [card.lie.seen(site) for site in sites]
    indices = tuple(IndexLabel(index, _visible_share(index, mask, number)) for index in quads)
    return CardLabel(quad, card.card_no, min(1.0, visible), indices)


def _visible_share(quad: F32, mask: clutter.Mask, number: int) -> float:
    """Share of a quad that shows the card `number`; what lies outside of the picture counts as covered."""
    low, high = np.floor(quad.min(axis=0)).astype(int), np.ceil(quad.max(axis=0)).astype(int) + 1
    inside = np.zeros(high[::-1] - low[::-1], np.uint8)
    cv2.fillConvexPoly(inside, (quad - low).round().astype(np.int32), 1)
    total = int(inside.sum())
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(high, mask.shape[::-1])
    if total == 0 or x1 <= x0 or y1 <= y0:
        return 0.0
    shown = (mask[y0:y1, x0:x1] == number) & (
        inside[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]] > 0
    )
    return float(shown.sum()) / total
