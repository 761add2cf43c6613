"""What the reader saw in one picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tracker.cards import DECK, UNKNOWN, Card

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sighting:
    """One card in one picture.

    Attributes:
        quad: float32 `(4, 2)`, the card's corners in pixels of the picture as stored, clockwise, from the top left of
            the card as it reads upright. Amodal: hidden corners are where the card's outline continues.
        face: `up` or `down`.
        probs: float32 `(52,)`, calibrated probability of each card of `DECK`; what is missing to 1 is "no card". For a
            card that lies face down all are 0.
        score: how sure the reader is that this is a card at all, 0..1; for a face, its clearest index.
        indices: the index boxes that were read, each float32 `(4, 2)` like `quad`; one or two.
    """

    quad: F32
    face: Literal["up", "down"]
    probs: F32
    score: float
    indices: tuple[F32, ...] = field(default=())

    @property
    def card(self) -> Card:
        """The most probable card; `??` if it lies face down."""
        return UNKNOWN if self.face == "down" else DECK[int(self.probs.argmax())]

    @property
    def p(self) -> float:
        """Probability of `card`; for a card that lies face down, that it is one."""
        return self.score if self.face == "down" else float(self.probs.max())

    @property
    def centre(self) -> F32:
        """float32 `(2,)`, the quad's centre in pixels."""
        return np.asarray(self.quad.mean(axis=0), dtype=np.float32)
