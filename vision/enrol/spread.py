"""The cards of a deck on a photograph of it spread face up: found by their indices, named by what they are read as and
by each being there once."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tracker.cards import DECK, RANKS, SUITS
from vision.detect.indices import FoundIndex
from vision.enrol.assignment import F64, assign
from vision.read.planes import PicturePlane, mean_up, right_of
from vision.sightings import F32

ONE_CARD = 0.4
"""Indices belong to one card if the centres that they predict lie within this of its width."""
ALIKE = (0.55, 1.8)
"""On one photograph the indices of a deck stand so high, as a part of the usual height."""
OPPOSITE = -0.8
"""Greatest cosine between the directions of the two indices of one card."""
AGREEING = 0.2
"""Two indices predict one centre when both predictions lie so near to their middle, as a part of their distance."""
SAME = 0.9
"""Readings that say no less of one card are of one card, which lies on a photograph once."""
AS_HIGH = (0.75, 1.33)
"""The indices of one card stand so high, as a part of each other's height."""
AS_USUAL = 0.2
"""Two indices are one card's that stand to each other as those of other cards do, up to this part of their distance."""
PAIRS_TELL = 3
"""So many cards tell how the indices of a deck stand to each other."""
LEAST_P = 1e-4
"""No reading says less of any card: the network does not know this deck."""
OFFER, OFFERS = 1.5, 6
"""A name that no photograph shows is offered to cards of both indices so much cheaper each time, so often: less than
what tells apart cards that the network knows."""
UNNAMED = 5.3
"""What it costs to leave an index without a name, as a surprise: what is read with less than p = 0.005 is no card."""
_NEVER = 1e4


@dataclass(frozen=True, slots=True, eq=False)
class SpreadCard:
    """A card on a photograph.

    Attributes:
        indices: the indices that were found on it.
        probs: float32 `(n, 52)`, what each is read as.
        unlike: float32 `(13,)`, how surprising its whole face would be for each rank.
    """

    indices: tuple[FoundIndex, ...]
    probs: F32
    unlike: F32 = field(default_factory=lambda: np.zeros(len(RANKS), np.float32))

    @property
    def pair(self) -> tuple[FoundIndex, FoundIndex] | None:
        """Two opposite indices of it, if both were found."""
        return (self.indices[0], self.indices[1]) if len(self.indices) > 1 else None

    @property
    def surprise(self) -> F32:
        """float32 `(52,)`, how surprising its indices and its face are if it is this card, -log p."""
        read = -np.log(np.maximum(self.probs, LEAST_P)).sum(axis=0)
        return np.asarray(read + np.tile(self.unlike, len(SUITS)), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class NamedCard:
    """A card with its name.

    Attributes:
        card: the card.
        card_no: its number in `DECK`.
        p: how probable that is, given its own readings alone.
        lead: how much more all readings of its photograph would surprise if it were any other card, or none. Below 0 it
            has a name that was only left over.
    """

    card: SpreadCard
    card_no: int
    p: float
    lead: float


def cards_on(found: Sequence[FoundIndex], probs: F32) -> list[SpreadCard]:
    """Put indices together that lie on one card, whatever they are read as.

    Cards whose indices predict one centre, or are surely read as one card (it lies on a photograph once), tell how far
    apart this deck has them; that distance joins the others. What else was found inside of a card is the same index
    again, if it is surely read as that card (a deck with four indices), and else a pip or a piece of a picture.

    Args:
        found: indices of one photograph.
        probs: float32 `(len(found), 52)`, what each is read as.
    """
    usual = float(np.median([index.height for index in found])) if found else 0.0
    keep = [k for k, index in enumerate(found) if ALIKE[0] < index.height / usual < ALIKE[1]]
    found, probs = [found[k] for k in keep], probs[keep]
    pairs = _pairs(found, probs)
    in_pairs = {k for pair in pairs for k in pair}
    alone = [
        k
        for k in np.argsort([-index.score for index in found]).tolist()
        if k not in in_pairs and not any(_lies_on(found[k], found[a], found[b]) for a, b in pairs)
    ]
    more = (_again_on(a, b, found, probs, in_pairs) for a, b in pairs)
    groups = [
        *([a, b, *again] for (a, b), again in zip(pairs, more, strict=True)),
        *([k] for k in _apart(alone, found)),
    ]
    return [SpreadCard(tuple(found[k] for k in group), probs[group]) for group in groups]


def _again_on(a: int, b: int, found: Sequence[FoundIndex], probs: F32, in_pairs: Set[int]) -> list[int]:
    """The other indices of the card whose opposite ones are `a` and `b`."""
    said = int((probs[a] * probs[b]).argmax())
    usual = (found[a].height + found[b].height) / 2
    return [
        k
        for k, index in enumerate(found)
        if k not in in_pairs
        and probs[k, said] >= SAME
        and AS_HIGH[0] < index.height / usual < AS_HIGH[1]
        and _lies_on(index, found[a], found[b])
    ]


def _pairs(found: Sequence[FoundIndex], probs: F32) -> list[tuple[int, int]]:
    """The indices that stand at opposite corners of one card, each card once."""
    opposite = [
        (a, b)
        for a in range(len(found))
        for b in range(a + 1, len(found))
        if float(found[a].up @ found[b].up) < OPPOSITE
    ]
    middles = [(_middle_apart(found[a], found[b]), a, b) for a, b in opposite]
    said = [int(one.argmax()) if one.max() >= SAME else -1 for one in probs]
    sure = _each_once(sorted(m for m in middles if m[0] < AGREEING or said[m[1]] == said[m[2]] >= 0), found)
    if len(sure) < PAIRS_TELL:
        return sure
    steps = np.array([_step(found[a], found[b]) for a, b in sure])
    one_way = (
        steps[:, 0] > 0
    )  # a deck with four indices has pairs that stand the other way, of the same cards
    usual = np.median(steps[one_way if 2 * one_way.sum() >= len(steps) else ~one_way], axis=0)
    off = [
        (max(_off(_step(found[a], found[b]), usual), _off(_step(found[b], found[a]), usual)), a, b)
        for a, b in opposite
    ]
    return _each_once(sorted(one for one in off if one[0] < AS_USUAL), found)


def _each_once(pairs: Sequence[tuple[float, int, int]], found: Sequence[FoundIndex]) -> list[tuple[int, int]]:
    """The first pairs of those that share an index or lie on one card."""
    kept: list[tuple[int, int]] = []
    for _, a, b in pairs:
        taken = any(a in pair or b in pair for pair in kept)
        if not taken and not any(_lies_on(found[a], found[c], found[d]) for c, d in kept):
            kept.append((a, b))
    return kept


def _apart(alone: Sequence[int], found: Sequence[FoundIndex]) -> list[int]:
    """Indices whose card shows no other one; of several that predict one centre the first."""
    plane = PicturePlane()
    kept: list[int] = []
    for k in alone:
        lie = plane.lie_of(found[k])
        others = [plane.lie_of(found[one]) for one in kept]
        if all(np.hypot(*(o.centre - lie.centre)) >= ONE_CARD * max(o.width, lie.width) for o in others):
            kept.append(k)
    return kept


def _step(a: FoundIndex, b: FoundIndex) -> tuple[float, float]:
    """How far `b` stands from `a`, to the side and down as `a` is read, in heights of an index."""
    step, size = b.centre - a.centre, (a.height + b.height) / 2
    across = float(step @ np.array([-a.up[1], a.up[0]], np.float32))
    return across / size, float(step @ -a.up) / size


def _off(step: tuple[float, float], usual: np.ndarray) -> float:
    return float(np.hypot(*(np.array(step) - usual)) / np.hypot(*usual))


def _lies_on(index: FoundIndex, a: FoundIndex, b: FoundIndex) -> bool:
    """Whether an index lies within the card whose opposite indices are `a` and `b`, or at one of its corners."""
    up = mean_up(a.up, b.up)
    right = right_of(up)
    off, half = index.centre - (a.centre + b.centre) / 2, (b.centre - a.centre) / 2
    room = 0.5 * index.height
    return bool(abs(off @ right) < abs(half @ right) + room and abs(off @ up) < abs(half @ up) + room)


def _middle_apart(a: FoundIndex, b: FoundIndex) -> float:
    """How far the middle of two indices lies from the centres that they predict, as a part of their distance."""
    middle = (a.centre + b.centre) / 2
    off = max(float(np.hypot(*(i.centre + i.to_card - middle))) for i in (a, b))
    return off / (float(np.hypot(*(a.centre - b.centre))) + 1e-6)


def named(spreads: Sequence[Sequence[SpreadCard]]) -> list[list[NamedCard]]:
    """Name the cards of some photographs of one deck, so that all readings together surprise the least.

    A name is given at most once in a photograph, and at least once in all of them if any card can have it: two cards
    that are read as one are told apart by the name that nobody has (a letter that the network never saw is read as
    something else on all of them). What is like no card that is left gets no name and is left out.
    """
    offered = np.zeros(len(DECK))
    best = [_named(cards, offered) for cards in spreads]
    now = best
    for _ in range(OFFERS):
        missing = _missing(now)
        if not missing:
            break
        offered[missing] += OFFER
        now = [_named(cards, offered) for cards in spreads]
        if len(_missing(now)) < len(_missing(best)):
            best = now
    return best


def _missing(photos: Sequence[Sequence[NamedCard]]) -> list[int]:
    seen = {one.card_no for cards in photos for one in cards}
    return [number for number in range(len(DECK)) if number not in seen]


def _named(cards: Sequence[SpreadCard], offered: np.ndarray) -> list[NamedCard]:
    """Name the cards of one photograph; `offered`, float64 `(52,)`, is how much each name may surprise for nothing.

    An index alone may be a pip or a scratch: nothing is offered to it.
    """
    if not cards:
        return []
    surprises = np.array([card.surprise for card in cards], np.float64)
    in_pairs = np.array([card.pair is not None for card in cards])
    nameless = np.tile(UNNAMED * np.array([[len(card.indices)] for card in cards]), len(cards))
    costs = np.concatenate([surprises, nameless], axis=1)
    columns = assign(np.concatenate([surprises - np.outer(in_pairs, offered), nameless], axis=1))
    leads = _leads(costs, columns)
    return [
        NamedCard(card, int(column), _probability(surprise, int(column)), lead)
        for card, surprise, column, lead in zip(cards, surprises, columns, leads, strict=True)
        if column < surprises.shape[1]
    ]


def _leads(costs: F64, columns: NDArray[np.int64]) -> list[float]:
    """How much dearer the best assignment is in which a row has not the column that it was given than the best one in
    which it has, for each row."""
    leads = []
    for row, column in enumerate(columns):
        others = np.arange(costs.shape[1]) != column
        leads.append(_cheapest(costs, row, ~others) - _cheapest(costs, row, others))
    return leads


def _cheapest(costs: F64, row: int, never: NDArray[np.bool_]) -> float:
    """What the best assignment costs in which a row has none of some columns."""
    left = costs.copy()
    left[row, never] = _NEVER
    return float(left[np.arange(len(left)), assign(left)].sum())


def _probability(surprise: np.ndarray, column: int) -> float:
    likely = np.exp(surprise.min() - surprise)
    return float(likely[column] / likely.sum())
