"""Find whole cards, face up and face down, with the detector that Ultralytics trained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.detect.networks import Model, compile_network
from vision.detect.tiles import Region, tiles
from vision.sightings import F32, U8

TILE_PX = 416
OVERLAP_PX = 128
"""A card lies whole in some tile."""
SAME_CARD_IOU = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card's outline in pixels of the picture that the detector was given.

    Attributes:
        quad: float32 `(4, 2)`, clockwise from the left end of a short side: which of its two ends is the top is open.
        face: which side it shows.
        score: 0..1.
    """

    quad: F32
    face: Literal["up", "down"]
    score: float

    def scaled(self, factor: float, offset: tuple[float, float] = (0.0, 0.0)) -> FoundCard:
        """Return the card in a picture `factor` times as large, moved by `offset`."""
        quad = np.asarray(self.quad * np.float32(factor) + np.array(offset, np.float32), dtype=np.float32)
        return FoundCard(quad, self.face, self.score)


class CardFinder:
    """The card detector over tiles of a picture."""

    def __init__(self, model: Model, *, backend: str | None = None, threads: int = 1) -> None:
        self._run = compile_network(model, (1, 3, TILE_PX, TILE_PX), backend=backend, threads=threads)

    def find(self, picture: U8, least: float, regions: Sequence[Region] | None = None) -> list[FoundCard]:
        """Find cards.

        Args:
            picture: uint8 `(h, w, 3)` BGR in which cards are about 50 to 105 pixels wide.
            least: lowest score to report.
            regions: where to look; everywhere by default.
        """
        found: list[FoundCard] = []
        for tile, corner in tiles(picture, TILE_PX, OVERLAP_PX, regions):
            blob = np.ascontiguousarray(tile[:, :, ::-1].transpose(2, 0, 1)[None], dtype=np.float32)
            out = self._run(np.asarray(blob / 255, dtype=np.float32))[0]
            found += [card.scaled(1.0, corner) for card in _cards(out, least)]
        return _without_doubles(found)


def _cards(out: F32, least: float) -> list[FoundCard]:
    """Decode `(7, n)`: centre, sides, a score for face up and face down, angle in radians."""
    scores = out[4:6].max(axis=0)
    cards = []
    for column in out[:, scores > least].T:
        x, y, w, h, up, down, angle = (float(v) for v in column)
        corners = cv2.boxPoints(((x, y), (w, h), float(np.degrees(angle))))
        cards.append(FoundCard(_short_side_first(corners), "up" if up > down else "down", max(up, down)))
    return cards


def _short_side_first(corners: F32) -> F32:
    quad = np.asarray(corners, dtype=np.float32)
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = quad[::-1]
    if np.linalg.norm(quad[1] - quad[0]) > np.linalg.norm(quad[2] - quad[1]):
        quad = np.roll(quad, -1, axis=0)
    return np.ascontiguousarray(quad)


def _without_doubles(found: Sequence[FoundCard]) -> list[FoundCard]:
    """Keep the best of those that are one card: outlines that cover each other and show the same side."""
    kept: list[FoundCard] = []
    for card in sorted(found, key=lambda c: -c.score):
        if all(card.face != other.face or _iou(card.quad, other.quad) < SAME_CARD_IOU for other in kept):
            kept.append(card)
    return kept


def _iou(a: F32, b: F32) -> float:
    if np.hypot(*(a.mean(axis=0) - b.mean(axis=0))) > max(np.ptp(a, axis=0).max(), np.ptp(b, axis=0).max()):
        return 0.0
    common, _ = cv2.intersectConvexConvex(a, b)
    return float(common / (cv2.contourArea(a) + cv2.contourArea(b) - common + 1e-6))
