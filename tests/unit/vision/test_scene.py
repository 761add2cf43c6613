from __future__ import annotations

import cv2
import numpy as np
import pytest

from tracker.cards import DECK
from vision.errors import ArtError
from vision.synth.art import HELD_OUT, SHIPPED_DECK, find_index_boxes, load_deck
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


@pytest.mark.parametrize(("rank_height", "rank_width"), [(0.09, 0.1), (0.24, 0.17)])
def test_an_index_is_found_whole_small_or_jumbo(rank_height: float, rank_width: float) -> None:
    """A rank with its suit beneath, and pips that do not belong to it."""
    height, width = 336, 240
    face = np.full((height, width, 3), 255, np.uint8)
    suit_top = 0.04 + rank_height + 0.02
    for x0, y0, x1, y1 in (
        (0.05, 0.04, 0.05 + rank_width, 0.04 + rank_height),
        (0.06, suit_top, 0.04 + rank_width, suit_top + 0.09),
        (0.4, 0.2, 0.55, 0.3),
    ):
        face[round(y0 * height) : round(y1 * height), round(x0 * width) : round(x1 * width)] = 0
    boxes = find_index_boxes(np.repeat(face[None], 52, axis=0))
    assert boxes[7] == pytest.approx([0.05, 0.04, 0.05 + rank_width, suit_top + 0.09], abs=0.01)


def test_a_scene_without_bent_cards_is_what_it_was_before_there_were_any(deck: PaintDeck) -> None:
    """So figures that were measured on flat cards stay comparable."""
    _, labels = make_scene(np.random.default_rng(5), [deck], SceneKind())
    assert [card.card_no for card in labels] == [27, 39, 22, 49, 27, 25, 10, 51, 27, 21, 22, 22]
    assert labels[0].quad[0] == pytest.approx([256.9, 221.8], abs=0.1)


def test_bent_cards_are_other_pictures_with_labels_of_their_own(deck: PaintDeck) -> None:
    kind = SceneKind(bent=1.0)
    picture, labels = make_scene(np.random.default_rng(5), [deck], kind)
    again, _ = make_scene(np.random.default_rng(5), [deck], kind)
    assert np.array_equal(picture, again)
    assert len(labels) > 3
    for card in labels:
        assert cv2.contourArea(card.quad, oriented=True) > 0
        assert all(cv2.contourArea(index.quad, oriented=True) > 0 for index in card.indices)


def test_up_to_eight_cards_lie_in_one_fan(deck: PaintDeck) -> None:
    kind = SceneKind(groups=(8,), card_width=(50, 60), empty=0, tilt_rad=0)
    turned = []
    for seed in range(30):
        _, labels = make_scene(np.random.default_rng(seed), [deck], kind)
        ups = [(card.quad[0] - card.quad[3]).astype(float) for card in labels[:8]]
        angles = np.unwrap([np.arctan2(y, x) for x, y in ups])
        steps = np.diff(angles)
        turned.append(len(steps) == 7 and (np.abs(steps - steps[0]) < 0.02).all() and abs(steps[0]) > 0.1)
    assert any(turned), "each card of a fan is turned as far from the last as that one from the one before"
