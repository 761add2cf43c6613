"""The reader: a picture in, sightings of cards out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detect.indices import FoundIndex, IndexFinder, Region
from vision.detect.networks import open_model
from vision.read.classify import IndexReader
from vision.read.joining import ReadIndex, sightings_of
from vision.sightings import F32, U8, Sighting

CANONICAL_CARD_PX = 75.0
"""Card width at which the index network was trained (50 to 105)."""
LEAST_HEAT = 0.25
LEAST_P = 0.6
"""A card is reported when its reading is at least this sure; tables that see a card many times ask for less."""
PHOTO_LEVELS_PX = (1400, 780, 430, 240)
"""Longer side of the picture at each level of the pyramid for photographs of unknown scale."""


class Reader:
    """Reads cards with the shipped models; make one and keep it."""

    def __init__(self, *, backend: str | None = None, threads: int = 1) -> None:
        finder, reader = open_model("index-finder"), open_model("index-reader")
        self.model_ids = (finder.id, reader.id)
        self._finder = IndexFinder(finder, backend=backend, threads=threads)
        self._reader = IndexReader(reader, backend=backend, threads=threads)

    def read(self, image: U8, *, least_p: float = LEAST_P) -> list[Sighting]:
        """Read a photograph of unknown scale.

        Args:
            image: uint8 `(h, w, 3)` BGR.
            least_p: lowest probability of a card that is reported.
        """
        longer = max(image.shape[:2])
        found: list[FoundIndex] = []
        for side in PHOTO_LEVELS_PX:
            found += self._at_scale(image, min(side / longer, 2.0), None)
        return self._read(image, found, least_p)

    def read_scaled(
        self, image: U8, card_px: float, regions: Sequence[Region] | None = None, *, least_p: float = LEAST_P
    ) -> list[Sighting]:
        """Read a picture in which cards are known to be about `card_px` pixels wide, everywhere or in some regions."""
        scale = CANONICAL_CARD_PX / card_px
        return self._read(
            image, self._at_scale(image, 1.0 if 0.75 < scale < 1.3 else scale, regions), least_p
        )

    def _at_scale(self, image: U8, scale: float, regions: Sequence[Region] | None) -> list[FoundIndex]:
        if scale == 1.0:
            return self._finder.find(image, LEAST_HEAT, regions)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8)
        scaled = (
            [tuple(round(v * scale) for v in region) for region in regions] if regions is not None else None
        )
        found = self._finder.find(picture, LEAST_HEAT, scaled)  # type: ignore[arg-type]
        return [index.scaled(1 / scale) for index in found]

    def _read(self, image: U8, found: Sequence[FoundIndex], least_p: float) -> list[Sighting]:
        probs: F32 = self._reader.read(image, found)
        read = [ReadIndex(index, p) for index, p in zip(found, probs, strict=True) if p.max() > 0.15]
        cards = sightings_of(_strongest(read))
        return [card for card in _one_size(cards) if card.p >= least_p]


def _strongest(read: Sequence[ReadIndex]) -> list[ReadIndex]:
    """Keep the surest of readings that lie on one another (found at several scales or directions)."""
    kept: list[ReadIndex] = []
    for r in sorted(read, key=lambda r: -r.p):
        reach = 0.5 * r.index.height
        if all(np.hypot(*(r.index.centre - k.index.centre)) > max(reach, 0.5 * k.index.height) for k in kept):
            kept.append(r)
    return kept


def _one_size(cards: Sequence[Sighting]) -> list[Sighting]:
    """Drop what is far larger or smaller than the cards that are surest: cards on one table are alike."""
    sure = [card for card in cards if card.p > 0.9]
    if not sure:
        return list(cards)
    usual = float(np.median([np.linalg.norm(card.quad[1] - card.quad[0]) for card in sure]))
    return [card for card in cards if 0.45 < np.linalg.norm(card.quad[1] - card.quad[0]) / usual < 2.2]
