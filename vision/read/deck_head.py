"""What was learnt of one deck: a correction to what the crop network says, linear in what its head sees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.sightings import F32


@dataclass(frozen=True, slots=True, eq=False)
class DeckHead:
    """A deck's correction to the crop network.

    Attributes:
        model_id: the network that it corrects.
        middle: float32 `(f,)`, the mean of the features.
        scale: by what they are divided.
        weights: float32 `(f + 1, 18)`; the last row is the bias.
        temperature: what the corrected logits are divided by.
    """

    model_id: str
    middle: F32
    scale: float
    weights: F32
    temperature: float

    def apply(self, logits: F32, features: F32) -> F32:
        """Correct logits `(n, 18)` by features `(n, f)`."""
        return np.asarray(
            logits + normal(features, self.middle, self.scale) @ self.weights[:-1] + self.weights[-1],
            dtype=np.float32,
        )


def normal(features: F32, middle: F32, scale: float) -> F32:
    """Return features `(n, f)` about their mean, at a common scale."""
    return np.asarray((features - middle) / np.float32(scale), dtype=np.float32)
