"""Say what each found index shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detect.indices import FoundIndex
from vision.detect.networks import Model, compile_outputs
from vision.errors import ModelError
from vision.read.crops import CROP_H, CROP_W, cut, grown, not_too_narrow
from vision.read.deck_head import DeckHead
from vision.sightings import F32, U8

GROWTHS = (1.2, 1.4)
"""Each index is read with two widths of room around it, and the two readings are averaged."""
BATCHES = (4, 16)
"""So many crops are read at once: the smallest batch that holds what is left, or the largest."""
_REJECT = 13


class IndexReader:
    """The crop network: index quads to probabilities over the 52 cards.

    Attributes:
        model_id: name and version of the network.
        temperature: what its logits are divided by.
    """

    def __init__(self, model: Model, *, backend: str | None = None, threads: int = 1) -> None:
        self._runs = {
            batch: compile_outputs(model, (batch, 3, CROP_H, CROP_W), backend=backend, threads=threads)
            for batch in BATCHES
        }
        self.model_id = model.id
        self.temperature = float(model.manifest.get("temperature", 1.0))

    def read(self, image: U8, indices: Sequence[FoundIndex], head: DeckHead | None = None) -> F32:
        """Read indices from the source picture.

        Args:
            image: uint8 `(h, w, 3)` BGR at full resolution.
            indices: in pixels of `image`.
            head: what was learnt of the deck; None for any deck.

        Returns:
            float32 `(len(indices), 52)` in the order of `tracker.cards.DECK`; what is missing to 1 is "no
            readable index".
        """
        if not indices:
            return np.zeros((0, 52), np.float32)
        if head is None:
            return self.cards_of(self.logits(image, indices) / np.float32(self.temperature))
        crops = crops_of(image, [index.quad for index in indices])
        logits = head.apply(*self.outputs(crops.reshape(-1, *crops.shape[2:])))
        return self.cards_of(logits.reshape(len(indices), len(GROWTHS), -1) / np.float32(head.temperature))

    def logits(self, image: U8, indices: Sequence[FoundIndex]) -> F32:
        """Return what the network says of each index at each width of room, float32 `(len(indices), g, 18)`: 14 rank
        logits, the last "no readable index", then 4 suit logits."""
        crops = crops_of(image, [index.quad for index in indices])
        (logits, *_) = self._run(crops.reshape(-1, *crops.shape[2:]))
        return logits.reshape(len(indices), len(GROWTHS), -1)

    def outputs(self, crops: U8) -> tuple[F32, F32]:
        """Return logits `(n, 18)` and features `(n, f)` of crops, uint8 `(n, 48, 32, 3)` BGR.

        Raises:
            ModelError: if the model gives no features.
        """
        logits, *features = self._run(crops)
        if not features:
            raise ModelError(f"model {self.model_id} cannot learn decks: it gives no features")
        return logits, features[0]

    @staticmethod
    def cards_of(logits: F32) -> F32:
        """Turn logits `(n, g, 18)` into probabilities `(n, 52)`, averaged over the widths of room."""
        ranks, suits = softmax(logits[..., :14]), softmax(logits[..., 14:])
        cards = suits[..., :, None] * ranks[..., None, :13]
        return np.asarray(cards.reshape(*logits.shape[:2], 52).mean(axis=1), dtype=np.float32)

    def _run(self, crops: U8) -> list[F32]:
        """All outputs of the network for crops `(n, 48, 32, 3)`."""
        inputs = crops.transpose(0, 3, 1, 2).astype(np.float32)
        parts: list[tuple[F32, ...]] = []
        start = 0
        while start < len(inputs):
            batch = next((b for b in BATCHES if b >= len(inputs) - start), BATCHES[-1])
            part = inputs[start : start + batch]
            padded = np.zeros((batch, *inputs.shape[1:]), np.float32)
            padded[: len(part)] = part
            parts.append(tuple(out[: len(part)] for out in self._runs[batch](padded)))
            start += batch
        return [np.concatenate(outs) for outs in zip(*parts, strict=True)]


def crops_of(image: U8, quads: Sequence[F32]) -> U8:
    """Cut indices out of a picture at each width of room, uint8 `(len(quads), g, 48, 32, 3)` BGR."""
    rows = [[cut(image, grown(not_too_narrow(quad), growth)) for growth in GROWTHS] for quad in quads]
    return np.array(rows, np.uint8)


def softmax(logits: F32) -> F32:
    """Return probabilities over the last axis."""
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(exp / exp.sum(axis=-1, keepdims=True), dtype=np.float32)
