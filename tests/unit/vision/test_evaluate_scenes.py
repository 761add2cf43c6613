from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tracker.cards import DECK
from vision.calibrate.camera import Camera
from vision.evaluate.scenes import Scene, draw_scene, draw_scenes, outcomes_of, tilt_deg
from vision.sightings import F32, Sighting
from vision.synth.art import load_deck
from vision.synth.paint import PaintDeck, paint_deck
from vision.synth.scene import CardLabel, IndexLabel


@pytest.fixture(scope="module")
def deck() -> PaintDeck:
    return paint_deck(load_deck())


def square(x: float, y: float, side: float = 20.0) -> F32:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def label(card_no: int, x: float, visible: tuple[float, float] = (1.0, 1.0)) -> CardLabel:
    indices = (IndexLabel(square(x, 0), visible[0]), IndexLabel(square(x + 60, 80), visible[1]))
    quad = np.array([[x, 0], [x + 80, 0], [x + 80, 112], [x, 112]], np.float32)
    return CardLabel(quad, card_no, 1.0, indices)


def sighting(card_no: int, x: float, y: float, p: float = 0.9) -> Sighting:
    probs = np.zeros(52, np.float32)
    probs[card_no] = p
    return Sighting(quad=square(x, y, 80), face="up", probs=probs, score=p, indices=(square(x, y),))


def scene(*labels: CardLabel) -> Scene:
    return Scene(7, "deck", 1.4, np.zeros((8, 8, 3), np.uint8), labels)


def test_readings_belong_to_the_card_whose_index_lies_where_they_were_read() -> None:
    shown = scene(label(3, 0), label(3, 200), label(9, 400, (0.0, 0.4)), label(-1, 600))
    read = [sighting(3, 1, 2), sighting(5, 199, 0), sighting(3, 62, 80, p=0.5), sighting(8, 600, 0)]
    told = [(o.shown and str(o.shown.card), o.read and str(o.read.card)) for o in outcomes_of(shown, read)]
    first, second, ninth = str(DECK[3]), str(DECK[5]), str(DECK[9])
    assert sorted(told, key=str) == sorted(
        [(first, first), (first, second), (None, first), (None, str(DECK[8])), (ninth, None)], key=str
    )


def test_a_card_without_a_visible_index_is_only_counted_if_it_is_read() -> None:
    assert outcomes_of(scene(label(3, 0, (0.0, 0.0))), []) == []


def test_a_card_is_measured_by_its_clearest_index() -> None:
    (row,) = outcomes_of(scene(label(3, 0, (0.2, 0.97))), [])
    assert row.shown is not None
    assert (row.shown.index_visible, row.shown.clear_indices) == (0.97, 1)
    assert row.shown.index_height_px == pytest.approx(20.0)


@pytest.mark.parametrize("elevation", [90.0, 60.0, 35.0])
@pytest.mark.parametrize("roll", [0.0, 33.0])
def test_tilt_is_the_angle_off_the_cards_normal(elevation: float, roll: float) -> None:
    camera = replace(Camera(), elevation_deg=elevation, roll_deg=roll, look_at_mm=(31.5, 44.0))
    card = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
    quad = camera.to_picture(card).astype(np.float32)
    assert tilt_deg(quad, 88 / 63) == pytest.approx(90 - elevation, abs=1.0)


def test_a_drawn_scene_follows_from_its_number_and_the_seed(deck: PaintDeck) -> None:
    third = list(draw_scenes([deck], 3, 5))[2]
    again = draw_scene(deck, 2, 5)
    assert np.array_equal(third.image, again.image)
    assert not np.array_equal(draw_scene(deck, 2, 6).image, again.image)


def test_heights_of_indices_are_those_of_the_drawn_ink(deck: PaintDeck) -> None:
    """A card cut out upright by its label's quad has its index where the deck says, at the height that is told."""
    checked = 0
    for drawn in draw_scenes([deck], 6, 3):
        for outcome in outcomes_of(drawn, []):
            assert outcome.shown is not None and outcome.shown.quad is not None
            height = float(np.linalg.norm(outcome.shown.quad[3] - outcome.shown.quad[0]))
            box = deck.index_boxes[DECK.index(outcome.shown.card)]
            assert outcome.shown.index_height_px == pytest.approx((box[3] - box[1]) * height, rel=0.25)
            checked += cv2.contourArea(outcome.shown.quad, oriented=True) > 0
    assert checked > 10
