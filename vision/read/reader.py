"""The reader: a picture in, sightings of cards out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detect.indices import FoundIndex, IndexFinder, tile_for
from vision.detect.networks import open_model
from vision.detect.tiles import Region
from vision.read.classify import IndexReader
from vision.read.joining import ReadIndex, index_places, sightings_of
from vision.read.layout_memory import DeckLayout
from vision.read.learnt_deck import LearntDeck
from vision.read.planes import PicturePlane, Plane, TablePlane
from vision.sightings import F32, U8, Sighting
from vision.table import Table

CANONICAL_CARD_PX = 85.0
CANONICAL_INDEX_PX = 18.0
"""Card width and index height at which the index network reads best (it was trained on cards 50 to 105 px wide)."""
LEAST_HEAT = 0.25
LEAST_READING = 0.15
LEAST_P = 0.6
"""A card is reported when its reading is at least this sure."""
PHOTO_LEVELS_PX = (1400, 780, 430, 240)
"""Longer side of the picture at each level of the pyramid for photographs of unknown scale."""


class Reader:
    """Reads cards with the shipped models; make one and keep it.

    Attributes:
        model_ids: names and versions of the models.
        indices: reads what `find` finds.
    """

    def __init__(self, *, backend: str | None = None, threads: int = 1) -> None:
        finder, reader = open_model("index-finder"), open_model("index-reader")
        self.model_ids = (finder.id, reader.id)
        self._finder = IndexFinder(finder, backend=backend, threads=threads)
        self.indices = IndexReader(reader, backend=backend, threads=threads)
        self._decks: dict[str, LearntDeck] = {}

    def read(self, image: U8, *, deck: str | None = None, least_p: float = LEAST_P) -> list[Sighting]:
        """Read a photograph of unknown scale.

        Args:
            image: uint8 `(h, w, 3)` BGR.
            deck: name of the enrolled deck that it shows; None for any deck.
            least_p: lowest probability of a card that is reported.

        Raises:
            DeckError: if no such deck is enrolled.
        """
        found = self._look(image)
        learnt = self._learnt(deck)
        probs = self.indices.read(image, found, None if learnt is None else learnt.head)
        read = _read(found, probs, PicturePlane())
        cards = sightings_of(_strongest(read), PicturePlane())
        return [card for card in _one_size(cards) if card.p >= least_p]

    def find(self, image: U8) -> list[FoundIndex]:
        """Find the indices on a photograph of unknown scale, each once: at the scale that suited it best."""
        kept: list[FoundIndex] = []
        for index in sorted(self._look(image), key=lambda i: -i.score):
            if all(np.hypot(*(index.centre - k.centre)) > 0.5 * max(index.height, k.height) for k in kept):
                kept.append(index)
        return kept

    def _look(self, image: U8) -> list[FoundIndex]:
        """What is found on a photograph at each level of the pyramid."""
        longer = max(image.shape[:2])
        scales = [min(side / longer, 2.0) for side in PHOTO_LEVELS_PX]
        return [index for scale in scales for index in self._at_scale(image, scale, None)]

    def know(self, deck: str, learnt: LearntDeck) -> None:
        """Read a deck from now on with what was learnt of it, whatever the house's folder of decks holds."""
        self._decks[deck] = learnt

    def _learnt(self, deck: str | None) -> LearntDeck | None:
        """What was learnt of an enrolled deck, read once; learnt again if the network is a newer one."""
        if deck is None:
            return None
        if deck not in self._decks:
            # only a house that enrolled its deck needs this, and it reads with this package's own parts
            from vision.enrol.house import learnt_deck  # noqa: PLC0415

            self._decks[deck] = learnt_deck(deck, self.indices)
        return self._decks[deck]

    def read_table(
        self,
        image: U8,
        table: Table,
        regions: Sequence[Region] | None = None,
        *,
        layout: DeckLayout | None = None,
        least_p: float = LEAST_P,
    ) -> list[Sighting]:
        """Read a picture of a calibrated table, everywhere or in some regions.

        Args:
            image: uint8 `(h, w, 3)` BGR, of the size that the table was calibrated on.
            table: gives the size of a card in pixels, and the plane on which indices are joined to cards.
            regions: where to look, pixels of `image`.
            layout: what earlier pictures showed of this deck's indices, and is taught by this one; None: nothing.
            least_p: lowest probability of a card that is reported.

        Raises:
            DeckError: if the table names a deck that is not enrolled.
        """
        places = [table.dealer.at_mm, *(hand.at_mm for box in table.boxes for hand in box.hands)]
        card_px = table.card_mm[0] * float(table.plane.px_per_mm(places).mean())
        scale = CANONICAL_CARD_PX / card_px
        found = self._at_scale(image, 1.0 if 0.9 < scale < 1.15 else scale, regions)
        learnt = self._learnt(table.deck)
        probs = self.indices.read(image, found, None if learnt is None else learnt.head)
        deck = layout or DeckLayout()
        read = _read(found, probs, TablePlane(table.plane, table.card_mm, deck.index_place))
        deck.learn(index_places(read, TablePlane(table.plane, table.card_mm)))
        plane = TablePlane(table.plane, table.card_mm, deck.index_place)
        cards = sightings_of(_strongest(_read(found, probs, plane)), plane)
        if learnt is not None:
            cards = [learnt.faces.judge(image, card, deck.index_place) for card in cards]
        return [card for card in cards if card.p >= least_p]

    def _at_scale(self, image: U8, scale: float, regions: Sequence[Region] | None) -> list[FoundIndex]:
        """Look for indices in a picture `scale` times as large; only the regions are ever scaled."""
        height, width = image.shape[:2]
        whole = [(0, 0, width, height)]
        found: list[FoundIndex] = []
        for x0, y0, x1, y1 in whole if regions is None else [_whole_tile(r, scale, image) for r in regions]:
            part = _resized(image[y0:y1, x0:x1], scale)
            found += [index.scaled(1 / scale, (x0, y0)) for index in self._finder.find(part, LEAST_HEAT)]
        return found


def _resized(image: U8, scale: float) -> U8:
    if scale == 1.0:
        return image
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=how), dtype=np.uint8)


def _whole_tile(region: Region, scale: float, image: U8) -> Region:
    """The region grown to the tile that will hold it: what lies around it is seen at no cost."""
    x0, y0, x1, y1 = region
    side = int(tile_for(max(x1 - x0, y1 - y0) * scale) / scale)
    left, right = _grown(x0, x1, side, image.shape[1])
    top, bottom = _grown(y0, y1, side, image.shape[0])
    return left, top, right, bottom


def _grown(low: int, high: int, least: int, size: int) -> tuple[int, int]:
    """A stretch of at least `least` around another one, inside of 0 to `size` where that has room."""
    start = min(low, max(0, min(low - (least - (high - low)) // 2, size - least)))
    return start, min(size, max(high, start + least))


def _read(found: Sequence[FoundIndex], probs: F32, plane: Plane) -> list[ReadIndex]:
    """Lay what was found and read onto a plane; what cannot be a card's index is left out."""
    read = (
        ReadIndex(f, p, plane.lie_of(f)) for f, p in zip(found, probs, strict=True) if p.max() > LEAST_READING
    )
    return [r for r in read if plane.is_card(r.lie)]


def _strongest(read: Sequence[ReadIndex]) -> list[ReadIndex]:
    """Keep one of those that lie on one another (found at several scales): the surest reading, and the geometry of
    the scale at which the card was nearest to the size that the finder knows."""
    kept: list[ReadIndex] = []
    for r in sorted(read, key=lambda r: -r.p):
        same = next((i for i, k in enumerate(kept) if _on_one_another(r, k)), None)
        if same is None:
            kept.append(r)
        elif r.p > 0.5 * kept[same].p and _misfit(r) < _misfit(kept[same]):
            kept[same] = ReadIndex(r.index, kept[same].probs, r.lie)
    return kept


def _on_one_another(a: ReadIndex, b: ReadIndex) -> bool:
    apart = float(np.hypot(*(a.index.centre - b.index.centre)))
    return apart < 0.5 * max(a.index.height, b.index.height)


def _misfit(r: ReadIndex) -> float:
    """How far the index was from the usual height when it was found, as a logarithm."""
    return abs(float(np.log(r.index.height * r.index.found_at / CANONICAL_INDEX_PX)))


def _one_size(cards: Sequence[Sighting]) -> list[Sighting]:
    """Drop what is far larger or smaller than the cards that are surest: cards on one table are alike."""
    sure = [card for card in cards if card.p > 0.9]
    if not sure:
        return list(cards)
    usual = float(np.median([_index_height(card) for card in sure]))
    return [card for card in cards if 0.4 < _index_height(card) / usual < 2.5]


def _index_height(card: Sighting) -> float:
    quad = card.indices[0]
    return float(np.linalg.norm(quad[3] - quad[0]))
