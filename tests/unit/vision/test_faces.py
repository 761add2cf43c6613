"""What a card's whole face says of its rank."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tracker.cards import DECK, Card
from vision.read.faces import DeckFaces, face_in, inside, less_like, likeness
from vision.sightings import F32, U8, Sighting
from vision.synth.art import Deck, load_deck

PLACE = (0.12, 0.16)
EIGHT, KNAVE = DECK.index(Card("8", "c")), DECK.index(Card("J", "c"))


@pytest.fixture(scope="module")
def deck() -> Deck:
    return load_deck()


@pytest.fixture(scope="module")
def faces(deck: Deck) -> DeckFaces:
    return DeckFaces.of([face_in(art, inside(outline(art), PLACE)) for art in deck.faces], ranks())


def ranks() -> list[int]:
    return [number % 13 for number in range(52)]


def outline(art: U8) -> F32:
    height, width = art.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def lying(deck: Deck, number: int, *, covered: bool = False) -> tuple[U8, Sighting]:
    """A small picture of a card that lies crooked and somewhat dark on cloth, and a sighting of it as an eight."""
    quad = np.array([[40, 30], [104, 42], [88, 130], [24, 118]], np.float32)
    art = deck.faces[number]
    if covered:
        art = art.copy()
        art[round(0.3 * art.shape[0]) :] = 255
    picture = cv2.warpPerspective(
        (art * 0.6).astype(np.uint8), cv2.getPerspectiveTransform(outline(art), quad), (140, 160),
        flags=cv2.INTER_AREA, borderValue=(60, 95, 45),
    )  # fmt: skip
    probs = np.zeros(52, np.float32)
    probs[EIGHT], probs[KNAVE] = 0.9, 0.02
    return np.asarray(picture, np.uint8), Sighting(quad=quad, face="up", probs=probs, score=0.9)


def test_faces_of_one_rank_are_alike(faces: DeckFaces) -> None:
    like = likeness(list(faces.faces), list(faces.ranks))
    less = np.array([less_like(one) for one in like])
    assert (less[np.arange(52), ranks()] < 0.1).all(), "also where pictures of one rank differ"
    knaves, eights = np.array(ranks()) == 10, np.array(ranks()) == 7
    assert (less[knaves, 7] > 0.1).all()
    assert (less[eights, 10] > 0.1).all()


def test_a_face_says_nothing_of_a_rank_that_no_face_is_known_of(faces: DeckFaces) -> None:
    known = [None if rank == 10 else rank for rank in ranks()]
    like = likeness(list(faces.faces), known)
    assert np.isnan(like[:, 10]).all()
    assert (np.array([less_like(one) for one in like])[:, 10] == 0).all()


@pytest.mark.parametrize("upside_down", [False, True])
def test_a_knave_that_is_surely_read_as_an_eight_is_a_knave(
    deck: Deck, faces: DeckFaces, upside_down: bool
) -> None:
    picture, seen = lying(deck, KNAVE)
    if upside_down:
        seen = replace(seen, quad=np.roll(seen.quad, 2, axis=0))
    judged = faces.judge(picture, seen, PLACE)
    assert (str(judged.card), judged.p > 0.9) == ("Jc", True)
    assert judged.probs.sum() == pytest.approx(seen.probs.sum(), abs=1e-3), (
        "as sure as before that it is a card"
    )
    picture, seen = lying(deck, EIGHT)
    assert faces.judge(picture, seen, PLACE).card == Card("8", "c")


def test_a_face_that_is_covered_says_nothing(deck: Deck, faces: DeckFaces) -> None:
    picture, seen = lying(deck, KNAVE, covered=True)
    assert faces.judge(picture, seen, PLACE) is seen


def test_a_back_and_a_deck_without_faces_are_left_as_they_are(deck: Deck, faces: DeckFaces) -> None:
    picture, seen = lying(deck, KNAVE)
    assert DeckFaces.of([], []).judge(picture, seen, PLACE) is seen
    back = replace(seen, face="down", probs=np.zeros(52, np.float32))
    assert faces.judge(picture, back, PLACE) is back
