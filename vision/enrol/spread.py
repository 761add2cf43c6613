"""The cards of a deck on a photograph of it spread face up: found by their indices, named by what they are read as and
by each being there once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect.indices import FoundIndex
from vision.enrol.assignment import assign
from vision.read.planes import PicturePlane
from vision.sightings import F32

ONE_CARD = 0.4
"""Indices belong to one card if the centres that they predict lie within this of its width."""
ALIKE = (0.55, 1.8)
"""On one photograph the indices of a deck stand so high, as a part of the usual height."""
OPPOSITE = -0.8
"""Greatest cosine between the directions of the two indices of one card."""
LEAST_P = 1e-4
"""No reading says less of any card: the network does not know this deck."""
UNNAMED = 5.3
"""What it costs to leave an index without a name, as a surprise: what is read with less than p = 0.005 is no card."""


@dataclass(frozen=True, slots=True, eq=False)
class SpreadCard:
    """A card on a photograph.

    Attributes:
        indices: the indices that were found on it.
        probs: float32 `(n, 52)`, what each is read as.
    """

    indices: tuple[FoundIndex, ...]
    probs: F32

    @property
    def surprise(self) -> F32:
        """float32 `(52,)`, how surprising the readings are if it is this card, -log p."""
        return np.asarray(-np.log(np.maximum(self.probs, LEAST_P)).sum(axis=0), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class NamedCard:
    """A card with its name.

    Attributes:
        card: the card.
        card_no: its number in `DECK`.
        p: how probable that is, given its own readings alone.
    """

    card: SpreadCard
    card_no: int
    p: float


def cards_on(found: Sequence[FoundIndex], probs: F32) -> list[SpreadCard]:
    """Put indices together that lie on one card, whatever they are read as.

    Args:
        found: indices of one photograph.
        probs: float32 `(len(found), 52)`, what each is read as.
    """
    usual = float(np.median([index.height for index in found])) if found else 0.0
    keep = [k for k, index in enumerate(found) if ALIKE[0] < index.height / usual < ALIKE[1]]
    found, probs = [found[k] for k in keep], probs[keep]
    plane = PicturePlane()
    lies = [plane.lie_of(index) for index in found]
    order = np.argsort([-index.score for index in found])
    groups: list[list[int]] = []
    for k in order:
        for group in groups:
            first = lies[group[0]]
            apart = float(np.hypot(*(first.centre - lies[k].centre)))
            if apart < ONE_CARD * max(first.width, lies[k].width):
                group.append(int(k))
                break
        else:
            groups.append([int(k)])
    chosen = (_opposite(group, found) for group in groups)
    return [SpreadCard(tuple(found[k] for k in group), probs[group]) for group in chosen]


def _opposite(group: Sequence[int], found: Sequence[FoundIndex]) -> list[int]:
    """The two of a group's indices that stand at opposite corners, the surest; one alone if no two do.

    What else was found on the card is a pip, a piece of a picture or, on some decks, the same index again.
    """
    pairs = [
        (found[a].score + found[b].score, a, b)
        for number, a in enumerate(group)
        for b in group[number + 1 :]
        if float(found[a].up @ found[b].up) < OPPOSITE and _middle_apart(found[a], found[b]) < ONE_CARD
    ]
    if not pairs:
        return [max(group, key=lambda k: found[k].score)]
    _, a, b = max(pairs)
    return [a, b]


def _middle_apart(a: FoundIndex, b: FoundIndex) -> float:
    """How far the middle of two indices lies from the centres that they predict, as a part of their distance."""
    middle = (a.centre + b.centre) / 2
    off = max(float(np.hypot(*(i.centre + i.to_card - middle))) for i in (a, b))
    return off / (float(np.hypot(*(a.centre - b.centre))) + 1e-6)


def named(cards: Sequence[SpreadCard]) -> list[NamedCard]:
    """Name the cards of one photograph, each name at most once, so that all readings together surprise the least.

    What is like no card that is left gets no name and is left out.
    """
    if not cards:
        return []
    surprises = np.array([card.surprise for card in cards], np.float64)
    nameless = np.tile(UNNAMED * np.array([[len(card.indices)] for card in cards]), len(cards))
    columns = assign(np.concatenate([surprises, nameless], axis=1))
    return [
        NamedCard(card, int(column), _probability(surprise, int(column)))
        for card, surprise, column in zip(cards, surprises, columns, strict=True)
        if column < surprises.shape[1]
    ]


def _probability(surprise: np.ndarray, column: int) -> float:
    likely = np.exp(surprise.min() - surprise)
    return float(likely[column] / likely.sum())
