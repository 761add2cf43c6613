"""Learn a deck's correction to the crop network from patches of its indices.

The network stays as it is. Its last layer gets a correction, linear in the features, that reads this deck's indices as
they look from far away, and is held small: what the network knows of other decks still counts. Whether it helps is
tried on indices that it was not learnt from; where it does not, the deck is read as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from vision.enrol.patches import HEIGHTS_PX, IndexPatch, from_afar
from vision.read.classify import GROWTHS, IndexReader, crops_of, softmax
from vision.read.deck_head import DeckHead, normal
from vision.sightings import F32, U8

VIEWS = 2600
"""So many views of all patches together are learnt from."""
STEPS = 120
SMALL = 1e-4
"""Weight of the squared correction against the mean loss."""
RATE = 0.05
CHECKED = 0.2
"""Share of the patches on which a correction is tried after it was learnt from the others."""
TEMPERATURES = np.geomspace(0.6, 3.0, 25)
_REJECT = 13


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A deck's correction, and what it was worth on views of indices that it had not seen.

    Attributes:
        head: the correction; it changes nothing if it did not help.
        helps: whether it did.
        right_before, right_after: share of these views read right without and with it.
        views: how many there were.
    """

    head: DeckHead
    helps: bool
    right_before: float
    right_after: float
    views: int


def fit_head(
    reader: IndexReader, patches: Sequence[IndexPatch], *, seed: int = 0, views: int = VIEWS
) -> Fitted:
    """Learn a correction.

    Args:
        reader: gives logits and features.
        patches: of indices, and of what is none.
        seed: the same seed and patches give the same correction.
        views: how many views are made of all patches together.

    Raises:
        ModelError: if the reader's network gives no features.
    """
    rng = np.random.default_rng(seed)
    crops, cards = _views(rng, patches, views)
    logits, features = reader.outputs(crops)
    middle = np.asarray(features.mean(axis=0), np.float32)
    scale = float(np.sqrt(((features - middle) ** 2).sum(axis=1).mean())) + 1e-6
    ones = np.ones((len(features), 1), np.float32)
    inputs = np.concatenate([normal(features, middle, scale), ones], axis=1)
    checked = _held_out(rng, patches, views)

    def learnt(from_these: np.ndarray) -> F32:
        both = np.repeat(from_these, len(GROWTHS))
        return _learnt(inputs[both], logits[both], np.repeat(cards[from_these], len(GROWTHS)))

    plain = logits.reshape(len(cards), len(GROWTHS), -1)
    corrected = np.asarray(logits + inputs @ learnt(~checked), np.float32).reshape(plain.shape)
    before = _Reading(plain[checked], cards[checked])
    after = _Reading(corrected[checked], cards[checked])
    temperature = after.best_temperature()
    helps = after.surprise(temperature) < before.surprise(before.best_temperature())
    weights = (
        learnt(np.ones(len(cards), bool))
        if helps
        else np.zeros((inputs.shape[1], logits.shape[1]), np.float32)
    )
    head = DeckHead(reader.model_id, middle, scale, weights, temperature if helps else reader.temperature)
    return Fitted(head, helps, before.right(), after.right(), int(checked.sum()))


def _held_out(rng: Generator, patches: Sequence[IndexPatch], views: int) -> np.ndarray:
    """Which views a correction is tried on: those of some patches whose card has another one to learn from, as every
    card has once a deck is learnt. If no card has two, some views of each."""
    left = Counter(patch.card_no for patch in patches)
    held = np.zeros(len(patches), bool)
    for number in rng.permutation(len(patches)):
        card_no = patches[number].card_no
        if left[card_no] > 1 and held.sum() < CHECKED * len(patches):
            held[number] = True
            left[card_no] -= 1
    if not any(held[number] and patch.card_no >= 0 for number, patch in enumerate(patches)):
        return rng.random(views) < CHECKED
    return held[np.arange(views) % len(patches)]


def _views(rng: Generator, patches: Sequence[IndexPatch], count: int) -> tuple[U8, np.ndarray]:
    """Crops `(2 * count, 48, 32, 3)` of views of each patch in turn, and the card that each view shows."""
    low, high = np.log(HEIGHTS_PX)
    crops, cards = [], []
    for number in range(count):
        patch = patches[number % len(patches)]
        picture, quad = from_afar(rng, patch, float(np.exp(rng.uniform(low, high))))
        crops.append(crops_of(picture, [quad])[0])
        cards.append(patch.card_no)
    return np.concatenate(crops), np.array(cards)


def _learnt(inputs: F32, logits: F32, cards: np.ndarray) -> F32:
    """Minimise the cross entropy of rank and, where there is an index, of suit, by Adam on all views at once."""
    wanted = np.zeros_like(logits)
    rows = np.arange(len(cards))
    shown = cards >= 0
    wanted[rows, np.where(shown, cards % 13, _REJECT)] = 1
    wanted[rows[shown], 14 + cards[shown] // 13] = 1
    weights = np.zeros((inputs.shape[1], logits.shape[1]), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        said = logits + inputs @ weights
        error = np.concatenate([softmax(said[:, :14]), softmax(said[:, 14:])], axis=1) - wanted
        error[~shown, 14:] = 0
        slope = inputs.T @ error / len(inputs) + SMALL * weights
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope**2 - square)
        weights -= RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-3)
    return weights


class _Reading:
    """Logits `(n, g, 18)` of views and the cards that they show, below 0 for none."""

    def __init__(self, logits: F32, cards: np.ndarray) -> None:
        self._logits = logits
        self._cards = cards

    def surprise(self, temperature: float) -> float:
        """Mean -log p of what the views show."""
        probs = IndexReader.cards_of(self._logits / np.float32(temperature))
        own = probs[np.arange(len(self._cards)), np.maximum(self._cards, 0)]
        said = np.where(self._cards >= 0, own, 1 - probs.sum(axis=1))
        return float(-np.log(np.maximum(said, 1e-6)).mean()) if len(said) else 0.0

    def best_temperature(self) -> float:
        """What to divide by, so that what the views show is as probable as can be."""
        return float(min(TEMPERATURES, key=self.surprise))

    def right(self) -> float:
        """Share of the views of a card that are read right."""
        shown = self._cards >= 0
        said = IndexReader.cards_of(self._logits[shown]).argmax(axis=1)
        return float((said == self._cards[shown]).mean()) if shown.any() else 0.0
