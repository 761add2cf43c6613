"""Learn a deck's correction to the crop network from patches of its indices.

The network stays as it is. Its last layer gets a correction, linear in the features, that reads this deck's indices as
they look from far away, and is held small: what the network knows of other decks still counts.
"""

from __future__ import annotations

from collections.abc import Sequence

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
"""Share of the views from which nothing is learnt: they fit the temperature."""
TEMPERATURES = np.geomspace(0.6, 3.0, 25)
_REJECT = 13


def fit_head(
    reader: IndexReader, patches: Sequence[IndexPatch], *, seed: int = 0, views: int = VIEWS
) -> DeckHead:
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
    learnt = rng.random(len(cards)) >= CHECKED
    both = np.repeat(learnt, len(GROWTHS))
    middle = np.asarray(features[both].mean(axis=0), np.float32)
    scale = float(np.sqrt(((features[both] - middle) ** 2).sum(axis=1).mean())) + 1e-6
    ones = np.ones((len(features), 1), np.float32)
    inputs = np.concatenate([normal(features, middle, scale), ones], axis=1)
    weights = _learnt(inputs[both], logits[both], np.repeat(cards[learnt], len(GROWTHS)))
    corrected = np.asarray(logits + inputs @ weights, np.float32).reshape(len(cards), len(GROWTHS), -1)
    temperature = _temperature(reader, corrected[~learnt], cards[~learnt])
    return DeckHead(reader.model_id, middle, scale, weights, temperature)


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


def _temperature(reader: IndexReader, logits: F32, cards: np.ndarray) -> float:
    """What to divide corrected logits `(n, g, 18)` by, so that the checked views are as probable as can be."""
    shown = cards >= 0

    def surprise(temperature: float) -> float:
        probs = reader.cards_of(logits / np.float32(temperature))
        said = np.where(shown, probs[np.arange(len(cards)), cards], 1 - probs.sum(axis=1))
        return float(-np.log(np.maximum(said, 1e-6)).mean())

    return float(min(TEMPERATURES, key=surprise))
