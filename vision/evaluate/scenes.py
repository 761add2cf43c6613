"""Measure the reader on scenes drawn on the fly, of which everything is known: which card lies where, how high its
index stands, how much of it is covered and how obliquely it is seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tracker.cards import DECK
from vision.evaluate.outcomes import CLEARLY, Outcome, Shown, quad_height, reading_of
from vision.sightings import F32, U8, Sighting
from vision.synth.paint import PaintDeck
from vision.synth.scene import CardLabel, IndexLabel, SceneKind, make_scene

ReadPicture = Callable[[U8], Sequence[Sighting]]
SCENES = SceneKind(size=640, card_width=(32.0, 280.0), tilt_rad=1.05)
"""Index heights from 6 to 80 px, seen from straight above to 60 degrees off it."""
SAME_INDEX = 0.6
"""An index that was read is the one that lies within so many heights of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A drawn scene: its number, the deck it shows and how tall that deck's cards are for their width, uint8
    `(h, w, 3)` BGR, and its labels."""

    number: int
    deck: str
    aspect: float
    image: U8
    labels: tuple[CardLabel, ...]


def draw_scenes(
    decks: Sequence[PaintDeck], count: int, seed: int, kind: SceneKind = SCENES
) -> Iterator[Scene]:
    """Draw scenes, each of one deck in turn; a scene follows from its number and the seed alone."""
    for number in range(count):
        yield draw_scene(decks[number % len(decks)], number, seed, kind)


def draw_scene(deck: PaintDeck, number: int, seed: int, kind: SceneKind = SCENES) -> Scene:
    """Draw one scene again."""
    image, labels = make_scene(np.random.default_rng((seed, number)), [deck], kind)
    return Scene(number, deck.name, deck.aspect, image, tuple(labels))


def outcomes_of(scene: Scene, sightings: Sequence[Sighting]) -> list[Outcome]:
    """Pair what a scene shows with what was read in it, by where it lies, the surest reading first.

    A card is shown if any part of it lies face up in the picture; one with no visible index at all is left out unless
    it was read.
    """
    cards = [label for label in scene.labels if label.card_no >= 0]
    unread = list(cards)
    rows: list[tuple[CardLabel | None, Sighting | None]] = []
    for sighting in sorted(sightings, key=lambda s: -s.p):
        if sighting.face == "up":
            label = _label_under(sighting, unread)
            if label is not None:
                unread.remove(label)
            rows.append((label, sighting))
    rows += [(label, None) for label in unread if any(index.visible > 0 for index in label.indices)]
    return [
        Outcome(
            picture=str(scene.number),
            group=scene.deck,
            shown=None if label is None else shown_by(label, scene.aspect),
            read=None if sighting is None else reading_of(sighting),
        )
        for label, sighting in rows
    ]


def shown_by(label: CardLabel, aspect: float) -> Shown:
    """Measure a labelled card: its clearest index, and how obliquely it is seen."""
    best = max(label.indices, key=lambda index: (round(index.visible, 2), quad_height(index.quad)))
    return Shown(
        card=DECK[label.card_no],
        index_height_px=quad_height(best.quad),
        index_visible=best.visible,
        clear_indices=sum(index.visible >= CLEARLY.index_visible for index in label.indices),
        tilt_deg=tilt_deg(label.quad, aspect),
        quad=label.quad,
        index=best.quad,
    )


def tilt_deg(quad: F32, aspect: float) -> float:
    """Return the angle between the line of sight and the normal of a card, from its corners `(4, 2)` in the picture.

    Near its centre a card's picture is an affine one, and the ratio of its two stretches is the angle's cosine.

    Args:
        quad: clockwise from the card's top left.
        aspect: the card's height over its width.
    """
    card = np.array([[0, 0], [1, 0], [1, aspect], [0, aspect]], np.float32)
    to_picture = cv2.getPerspectiveTransform(card, quad.astype(np.float32))
    around = np.array([[(0.5, aspect / 2), (0.51, aspect / 2), (0.5, aspect / 2 + 0.01)]], np.float64)
    centre, right, down = cv2.perspectiveTransform(around, to_picture)[0]
    greater, less = np.linalg.svd(np.column_stack([right - centre, down - centre]), compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(less) / max(float(greater), 1e-9))))


def _label_under(sighting: Sighting, labels: Sequence[CardLabel]) -> CardLabel | None:
    """The card to which a sighting belongs: one of its indices lies where the sighting's surest does."""
    if not sighting.indices:
        return _nearest_card(sighting, labels)
    at = sighting.indices[0].mean(axis=0)
    near = [
        (_apart(at, index), label)
        for label in labels
        for index in label.indices
        if _apart(at, index) < SAME_INDEX * quad_height(index.quad) and index.visible > 0
    ]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _nearest_card(sighting: Sighting, labels: Sequence[CardLabel]) -> CardLabel | None:
    """The same for a card that was read by its outline."""
    centre = sighting.centre
    near = [(float(np.hypot(*(label.quad.mean(axis=0) - centre))), label) for label in labels]
    close = [
        (apart, label)
        for apart, label in near
        if apart < 0.3 * float(np.linalg.norm(label.quad[1] - label.quad[0]))
    ]
    return min(close, key=lambda pair: pair[0])[1] if close else None


def _apart(point: F32, index: IndexLabel) -> float:
    return float(np.hypot(*(index.quad.mean(axis=0) - point)))
