"""Learn a deck from photographs of it spread face up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from tracker.cards import DECK, RANKS, Card
from vision.detect.indices import FoundIndex
from vision.enrol.deck_file import EnrolledDeck
from vision.enrol.faces import faces_of
from vision.enrol.fit import VIEWS, Fitted, fit_head
from vision.enrol.patches import IndexPatch, patch_around
from vision.enrol.spread import NamedCard, SpreadCard, cards_on, named
from vision.read import Reader
from vision.read.deck_head import DeckHead
from vision.read.faces import UNLIKE, DeckFaces, less_like, likeness
from vision.read.learnt_deck import LearntDeck
from vision.sightings import F32, U8

LEAST_INDEX_PX = 14.0
"""Nothing is learnt from indices that stand less high."""
SURE = 0.5
"""A card whose own readings say less than this for its name is doubtful; with one index alone it is none."""
ROUNDS = 2
"""The cards are named again after something was learnt of the deck."""
LEAD = 3.0
"""A card whose name leads by this is named right, on drawn decks whose letters the network does not know too: its face
tells what its rank looks like."""
NOTHING_PER_CARD = 3
"""So many places beside each card's indices teach what is no index."""


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """What came of photographs of a deck.

    Attributes:
        deck: what was learnt; None if a card is missing.
        seen: for each card that was seen how probable its name is in the end, at best.
        missing: cards that no photograph shows.
        doubtful: cards whose own readings hardly say what they are.
        index_px: how high the indices stand, the median, for each photograph.
        too_small: photographs in which indices stand too low to learn from, numbers from 0.
        fitted: what the correction was worth; None if nothing could be learnt.
    """

    deck: EnrolledDeck | None
    seen: dict[Card, float]
    missing: tuple[Card, ...]
    doubtful: tuple[Card, ...]
    index_px: tuple[float, ...]
    too_small: tuple[int, ...]
    fitted: Fitted | None


def enrol(
    name: str,
    photos: Sequence[U8],
    reader: Reader,
    *,
    progress: Callable[[float], None] = lambda _: None,
) -> Enrolment:
    """Learn a deck.

    Args:
        name: what the deck is called.
        photos: each uint8 `(h, w, 3)` BGR; each card lies face up in at least one, at most once in any.
        reader: finds and reads indices.
        progress: is told how much is done, 0..1.

    Raises:
        ModelError: if the reader's network cannot learn decks.
    """
    spreads = []
    for number, photo in enumerate(photos, start=1):
        found = reader.find(photo)
        spreads.append((photo, found))
        progress(0.4 * number / len(photos))
    cards = _believed(reader, spreads, None)
    fitted: Fitted | None = None
    for last in range(1, ROUNDS + 1):
        patches = _patches([photo for photo, _ in spreads], cards)
        if not patches:
            break
        fitted = fit_head(reader.indices, patches, views=VIEWS if last == ROUNDS else VIEWS // 2)
        cards = _believed(reader, spreads, fitted.head)
        progress(0.4 + 0.6 * last / ROUNDS)
    return _told(name, photos, cards, fitted)


def _believed(
    reader: Reader, spreads: Sequence[tuple[U8, Sequence[FoundIndex]]], head: DeckHead | None
) -> list[list[NamedCard]]:
    """Name the cards on each photograph.

    A name that was only left over is not given to a single index: that may be a pip or a scratch. Two indices that
    belong to one card are a card, whatever this deck's letters are read as. Then the faces of those that are surely
    named count too.
    """
    read = [cards_on(found, reader.indices.read(photo, found, head)) for photo, found in spreads]
    cards = named(_with_faces([photo for photo, _ in spreads], read))
    return [[one for one in spread if one.p >= SURE or one.card.pair is not None] for spread in cards]


def _with_faces(photos: Sequence[U8], spreads: Sequence[Sequence[SpreadCard]]) -> list[list[SpreadCard]]:
    """The cards with how unlike each rank their faces are; of a card of which one index was found none is known."""
    sure = {one.card: _rank(one) for cards in named(spreads) for one in cards if one.lead >= LEAD}
    faces = _faces(photos, spreads)
    like = likeness(list(faces.values()), [sure.get(card) for card in faces])
    unlike = {card: UNLIKE * less_like(each) for card, each in zip(faces, like, strict=True)}
    return [
        [replace(card, unlike=unlike[card]) if card in unlike else card for card in cards]
        for cards in spreads
    ]


def _deck_faces(photos: Sequence[U8], spreads: Sequence[Sequence[NamedCard]]) -> DeckFaces:
    ranks = {one.card: _rank(one) for cards in spreads for one in cards}
    faces = _faces(photos, [[one.card for one in cards] for cards in spreads])
    return DeckFaces.of(list(faces.values()), [ranks[card] for card in faces])


def _faces(photos: Sequence[U8], spreads: Sequence[Sequence[SpreadCard]]) -> dict[SpreadCard, F32]:
    """The faces of the cards of which both indices were found."""
    cards = [
        (card, photo, card.pair)
        for photo, cards in zip(photos, spreads, strict=True)
        for card in cards
        if card.pair is not None
    ]
    faces = faces_of([(photo, pair) for _, photo, pair in cards])
    return {card: face for (card, _, _), face in zip(cards, faces, strict=True)}


def _rank(one: NamedCard) -> int:
    return one.card_no % len(RANKS)


def _told(
    name: str, photos: Sequence[U8], cards: Sequence[Sequence[NamedCard]], fitted: Fitted | None
) -> Enrolment:
    seen: dict[Card, float] = {}
    for one in (one for spread in cards for one in spread):
        card = DECK[one.card_no]
        seen[card] = max(seen.get(card, 0.0), one.p)
    heights = [
        float(np.median([i.height for one in spread for i in one.card.indices])) if spread else 0.0
        for spread in cards
    ]
    missing = tuple(card for card in DECK if card not in seen)
    patches = _patches(photos, cards)
    whole = fitted is not None and not missing
    return Enrolment(
        deck=(
            EnrolledDeck(name, tuple(patches), LearntDeck(fitted.head, _deck_faces(photos, cards)))
            if whole and fitted is not None
            else None
        ),
        seen=seen,
        missing=missing,
        doubtful=tuple(card for card, p in seen.items() if p < SURE),
        index_px=tuple(heights),
        too_small=tuple(n for n, height in enumerate(heights) if height < LEAST_INDEX_PX),
        fitted=fitted,
    )


def _patches(photos: Sequence[U8], cards: Sequence[Sequence[NamedCard]]) -> list[IndexPatch]:
    """Pieces around every index that is high enough, and around places that are none."""
    rng = np.random.default_rng(0)
    patches = []
    for photo, spread in zip(photos, cards, strict=True):
        at = np.array([i.centre for one in spread for i in one.card.indices]).reshape(-1, 2)
        for one in spread:
            for index in one.card.indices:
                if index.height >= LEAST_INDEX_PX:
                    patches.append(patch_around(photo, index.quad, one.card_no))
            patches += [patch_around(photo, quad, -1) for quad in _nothing(rng, photo, one, at)]
    return patches


def _nothing(rng: Generator, photo: U8, one: NamedCard, indices: F32) -> list[F32]:
    """Quads of the size of a card's index on and around it where no index lies."""
    index = one.card.indices[0]
    height, width = photo.shape[:2]
    quads: list[F32] = []
    for _ in range(4 * NOTHING_PER_CARD):
        shift = index.to_card + rng.normal(0, 1.2, 2).astype(np.float32) * np.float32(index.height)
        centre = index.centre + shift
        inside = 0 <= centre[0] < width and 0 <= centre[1] < height
        if inside and np.hypot(*(indices - centre).T).min() > index.height and index.height >= LEAST_INDEX_PX:
            quads.append(np.asarray(index.quad + shift, dtype=np.float32))
        if len(quads) == NOTHING_PER_CARD:
            break
    return quads
