"""Say what each found index shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detect.indices import FoundIndex
from vision.detect.networks import Model, compile_network
from vision.read.crops import CROP_H, CROP_W, cut, grown, not_too_narrow
from vision.sightings import F32, U8

GROWTHS = (1.2, 1.4)
"""Each index is read with two widths of room around it, and the two readings are averaged."""
BATCHES = (4, 16)
"""So many crops are read at once: the smallest batch that holds what is left, or the largest."""
_REJECT = 13


class IndexReader:
    """The crop network: index quads to probabilities over the 52 cards."""

    def __init__(self, model: Model, *, backend: str | None = None, threads: int = 1) -> None:
        self._runs = {
            batch: compile_network(model, (batch, 3, CROP_H, CROP_W), backend=backend, threads=threads)
            for batch in BATCHES
        }
        self._temperature = float(model.manifest.get("temperature", 1.0))

    def read(self, image: U8, indices: Sequence[FoundIndex]) -> F32:
        """Read indices from the source picture.

        Args:
            image: uint8 `(h, w, 3)` BGR at full resolution.
            indices: in pixels of `image`.

        Returns:
            float32 `(len(indices), 52)` in the order of `tracker.cards.DECK`; what is missing to 1 is "no
            readable index".
        """
        if not indices:
            return np.zeros((0, 52), np.float32)
        return self.cards_of(self.logits(image, indices) / np.float32(self._temperature))

    def logits(self, image: U8, indices: Sequence[FoundIndex]) -> F32:
        """Return what the network says of each index at each width of room, float32 `(len(indices), g, 18)`: 14 rank
        logits, the last "no readable index", then 4 suit logits."""
        quads = [grown(not_too_narrow(index.quad), growth) for index in indices for growth in GROWTHS]
        crops = np.stack([cut(image, quad) for quad in quads]).transpose(0, 3, 1, 2).astype(np.float32)
        return self._of_crops(crops).reshape(len(indices), len(GROWTHS), -1)

    @staticmethod
    def cards_of(logits: F32) -> F32:
        """Turn logits `(n, g, 18)` into probabilities `(n, 52)`, averaged over the widths of room."""
        ranks, suits = _softmax(logits[..., :14]), _softmax(logits[..., 14:])
        cards = suits[..., :, None] * ranks[..., None, :13]
        return np.asarray(cards.reshape(*logits.shape[:2], 52).mean(axis=1), dtype=np.float32)

    def _of_crops(self, crops: F32) -> F32:
        outs: list[F32] = []
        start = 0
        while start < len(crops):
            batch = next((b for b in BATCHES if b >= len(crops) - start), BATCHES[-1])
            part = crops[start : start + batch]
            padded = np.zeros((batch, *crops.shape[1:]), np.float32)
            padded[: len(part)] = part
            outs.append(self._runs[batch](padded)[: len(part)])
            start += batch
        return np.concatenate(outs)


def _softmax(logits: F32) -> F32:
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(exp / exp.sum(axis=-1, keepdims=True), dtype=np.float32)
