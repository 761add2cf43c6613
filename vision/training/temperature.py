"""Temperature calibration: divide logits by one number, so that what is read with p = 0.9 is right nine times in ten.

The readings are those that the product makes: what the finder finds in scenes of decks that no training saw, cut and
averaged as at run time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.detect.indices import FoundIndex
from vision.evaluate.reliability import Reliability, reliability
from vision.read.classify import GROWTHS, IndexReader
from vision.sightings import F32
from vision.training.mine import REJECT, UNUSED, read_mined
from vision.training.scene_shards import read_shard

TEMPERATURES = np.round(np.geomspace(0.5, 2.5, 41), 3)


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Logits of indices and what they show.

    Attributes:
        logits: float32 `(n, g, 18)`, one row for each of the `g` widths of room at which an index is read.
        cards: int `(n,)`, number in `DECK`, or -1 where there is no index.
    """

    logits: F32
    cards: np.ndarray


def readings(reader: IndexReader, shards: Sequence[Path]) -> Labelled:
    """Read what was found in mined shards (see `vision.training.mine`)."""
    logits = [np.zeros((0, len(GROWTHS), 18), np.float32)]
    cards: list[int] = []
    for shard in shards:
        found = read_mined(shard)
        if found is None:
            continue
        for number, scene in enumerate(read_shard(shard)):
            rows = [row for row in found[found[:, 0] == number, 1:] if int(row[8]) != UNUSED]
            if rows:
                logits.append(reader.logits(scene.image, [_framed(row[:8].reshape(4, 2)) for row in rows]))
                cards += [-1 if int(row[8]) == REJECT else int(row[9]) * 13 + int(row[8]) for row in rows]
    return Labelled(np.concatenate(logits), np.array(cards))


def _framed(quad: F32) -> FoundIndex:
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    height, width = float(np.linalg.norm(up)), float(np.linalg.norm(quad[1] - quad[0]))
    return FoundIndex(quad.mean(axis=0), up / np.float32(height), height, width, np.zeros(2, np.float32), 1.0)


def fitted_temperature(read: Labelled) -> float:
    """Return the temperature that makes what was there most probable; 1 where nothing was read."""
    if not len(read.cards):
        return 1.0
    losses = [_surprise(read, float(t)) for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def reliability_of(read: Labelled, temperature: float) -> Reliability:
    """Compare what readings claim at a temperature with how often they are right."""
    probs = probabilities(read.logits, temperature)
    said = probs.argmax(axis=1)
    return reliability(zip(probs.max(axis=1).tolist(), (said == read.cards).tolist(), strict=True))


def probabilities(logits: F32, temperature: float) -> F32:
    """Return float32 `(n, 52)` from logits `(n, g, 18)`, averaged over the widths of room as the reader does."""
    return IndexReader.cards_of(logits / np.float32(temperature))


def _surprise(read: Labelled, temperature: float) -> float:
    probs = probabilities(read.logits, temperature)
    none = 1 - probs.sum(axis=1)
    there = np.where(read.cards < 0, none, probs[np.arange(len(probs)), np.maximum(read.cards, 0)])
    return float(-np.log(np.clip(there, 1e-6, 1)).mean())
