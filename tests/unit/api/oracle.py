"""A reader that knows what lies on the table of a film: it stands in for the eyes where the house is tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from api.evidence.lying import lying_at
from api.store.feeds import read_facts
from tracker.cards import DECK, Card
from vision.sightings import Sighting
from vision.sources import End, Frame, Source
from vision.table import Table


class Oracle:
    """Reads from the truth beside a film; it must be told what time it is (`Clocked`)."""

    model_ids = ("oracle@1",)

    def __init__(self, truth: Path) -> None:
        self._facts = [fact for fact in read_facts(truth) if fact.source.startswith("camera:")]
        self.now_us = 0

    def read_table(
        self,
        image: object,
        table: Table,
        regions: Sequence[tuple[int, int, int, int]] | None = None,
        *,
        layout: object = None,
        least_p: float = 0.6,
    ) -> list[Sighting]:
        del image, table, layout, least_p
        return self._lying(regions)

    def read(self, image: object, *, least_p: float = 0.6) -> list[Sighting]:
        del image, least_p
        return self._lying(None)

    def _lying(self, regions: Sequence[tuple[int, int, int, int]] | None) -> list[Sighting]:
        seen = []
        for mark in lying_at(self._facts, self.now_us).marks():
            quad = np.asarray(mark.quad, np.float32)
            x, y = quad.mean(axis=0)
            if regions is None or any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in regions):
                seen.append(_sighting(quad, mark.card, face_down=mark.face_down))
        return seen


class Clocked:
    """A source that tells the oracle the time of each frame."""

    def __init__(self, source: Source, oracle: Oracle) -> None:
        self._source = source
        self._oracle = oracle
        self.name, self.width, self.height = source.name, source.width, source.height
        self.duration_us, self.is_stills = source.duration_us, source.is_stills
        self.end: End | None = None

    def __iter__(self) -> Iterator[Frame]:
        try:
            for frame in self._source:
                self._oracle.now_us = frame.pts_us
                yield frame
        finally:
            self.end = self._source.end

    def close(self) -> None:
        self._source.close()


def _sighting(quad: np.ndarray, card: str, *, face_down: bool) -> Sighting:
    probs = np.zeros(52, np.float32)
    if not face_down and Card.parse(card).is_known:
        probs[DECK.index(Card.parse(card))] = 0.99
    indices = () if face_down else (_corner(quad, 0), _corner(quad, 2))
    face: Literal["up", "down"] = "down" if face_down else "up"
    return Sighting(quad=quad, face=face, probs=probs, score=0.99, indices=indices)


def _corner(quad: np.ndarray, start: int) -> np.ndarray:
    """An index's quad: at the card's top left, or, upside down, at the opposite corner."""
    at, right, _, below = np.roll(quad, -start, axis=0)
    across, down = right - at, below - at
    parts = ((0.05, 0.07), (0.15, 0.07), (0.15, 0.22), (0.05, 0.22))
    return np.array([at + u * across + v * down for u, v in parts], np.float32)
