from __future__ import annotations

import cv2
import numpy as np
import pytest

from tracker.cards import DECK
from vision.errors import ArtError
from vision.synth.art import HELD_OUT, SHIPPED_DECK, load_deck
from vision.synth.paint import PaintDeck, paint_deck
from vision.synth.scene import SceneKind, make_scene


@pytest.fixture(scope="module")
def deck() -> PaintDeck:
    return paint_deck(load_deck(SHIPPED_DECK))


def test_the_shipped_deck_is_whole_and_held_out() -> None:
    art = load_deck(SHIPPED_DECK)
    assert art.faces.shape[0] == 52
    assert SHIPPED_DECK in HELD_OUT
    assert len({face.tobytes() for face in art.faces}) == 52
    assert (art.index_boxes[:, 2:] > art.index_boxes[:, :2]).all()


def test_red_suits_are_red_in_the_order_of_the_deck() -> None:
    art = load_deck(SHIPPED_DECK)
    for number, card in enumerate(DECK):
        h, w = art.faces.shape[1:3]
        x0, y0, x1, y1 = (art.index_boxes[number] * [w, h, w, h]).astype(int)
        index = art.faces[number, y0:y1, x0:x1].astype(int)
        ink = index[index.min(axis=-1) < 110]
        assert (ink[:, 2].mean() > ink[:, 0].mean() + 60) == (card.suit in "dh"), card


def test_a_scene_follows_from_its_seed(deck: PaintDeck) -> None:
    first, labels = make_scene(np.random.default_rng(5), [deck], SceneKind())
    again, _ = make_scene(np.random.default_rng(5), [deck], SceneKind())
    other, _ = make_scene(np.random.default_rng(6), [deck], SceneKind())
    assert first.shape == (416, 416, 3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert all(0 <= card.visible <= 1 for card in labels)


def test_labels_say_where_indices_lie_and_cards_are_never_mirrored(deck: PaintDeck) -> None:
    seen = 0
    for seed in range(12):
        _, labels = make_scene(np.random.default_rng(seed), [deck], SceneKind())
        for card in labels:
            assert cv2.contourArea(card.quad, oriented=True) > 0
            for index in card.indices:
                seen += 1
                assert cv2.contourArea(index.quad, oriented=True) > 0
                centre = tuple(float(v) for v in index.quad.mean(axis=0))
                assert cv2.pointPolygonTest(card.quad, centre, measureDist=False) > 0
                assert 0 <= index.visible <= 1
            assert len(card.indices) == (0 if card.card_no < 0 else 2)
    assert seen > 50


def test_an_unknown_deck_is_one_clear_line() -> None:
    with pytest.raises(ArtError, match="no deck 'nosuch'"):
        load_deck("nosuch")
