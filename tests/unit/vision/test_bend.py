"""Bent cards: what is drawn and what the labels say follow from one surface."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.sightings import F32
from vision.synth.bend import CURL_RAD, Curl, bent
from vision.synth.lying import CORNERS, BentLie, FlatLie, Spot, TableCamera

WIDTH, HEIGHT = 80.0, 112.0
SEEDS = range(40)


def grid() -> F32:
    """Points all over a card, px from its middle."""
    x, y = np.meshgrid(np.linspace(-WIDTH / 2, WIDTH / 2, 17), np.linspace(-HEIGHT / 2, HEIGHT / 2, 23))
    return np.column_stack([x.ravel(), y.ravel()]).astype(np.float32)


def curls() -> list[Curl]:
    return [bent(np.random.default_rng(seed), WIDTH, HEIGHT, 0.0) for seed in SEEDS]


def camera(tilt: float) -> TableCamera:
    """A camera 600 px over the middle of a table, its picture 400 px wide."""
    plane = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt), 600]])
    lens = np.array([[600.0, 0, 200], [0, 600, 200], [0, 0, 1]])
    return TableCamera(lens @ plane, lens @ np.array([0, np.sin(tilt), -np.cos(tilt)]))


@pytest.mark.parametrize("curl", curls())
def test_paper_bends_but_does_not_stretch(curl: Curl) -> None:
    """Along a line across the bend the pieces between points keep their length."""
    line = np.linspace(-curl.length, curl.length, 400, dtype=np.float32)[:, None] * curl.across
    places, heights = curl.raised(line)
    steps = np.hypot(np.hypot(*np.diff(places, axis=0).T), np.diff(heights))
    assert steps.sum() == pytest.approx(2 * curl.length, rel=1e-3)
    assert heights.min() >= -1e-3, "it does not sink into the table"
    assert heights.max() > 0.002 * HEIGHT, "it is bent"


@pytest.mark.parametrize("curl", curls())
def test_each_kind_rises_where_it_is_bent(curl: Curl) -> None:
    _, heights = curl.raised(grid())
    along = grid() @ curl.across - curl.start
    if not curl.is_bowed:
        assert (heights[along < 0] == 0).all()
        assert heights.argmax() == along.argmax()
    else:
        middle = np.abs(along).argmin()
        assert heights[middle] == pytest.approx(heights.max() if curl.is_arched else 0, abs=0.05)


@pytest.mark.parametrize("tilt", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_drawn_at_a_place_is_what_the_labels_say_lies_there(seed: int, tilt: float) -> None:
    """The way from the card to the picture and the way back are worked out apart from each other."""
    eye, spot = camera(tilt), Spot(np.array([30, -20], np.float32), 0.7)
    slant = float(np.hypot(*eye.shift(spot.centre[None])[0]))
    curl = bent(np.random.default_rng(seed), WIDTH, HEIGHT, slant)
    lie = BentLie(spot, (WIDTH, HEIGHT), curl, eye)
    inside = np.array([[x, y] for x in (0.15, 0.5, 0.85) for y in (0.15, 0.5, 0.85)], np.float32)
    scale = 4
    for point in inside:
        art = np.zeros((int(HEIGHT * scale), int(WIDTH * scale)), np.float32)
        x, y = point * art.shape[::-1]
        cv2.circle(art, (round(float(x)), round(float(y))), 4 * scale, 1.0, -1)
        told = lie.seen(point[None])[0]
        x0, y0 = (int(v) - 16 for v in told)
        drawn = lie.warped(art, (x0, y0, x0 + 32, y0 + 32), border=cv2.BORDER_CONSTANT)
        assert drawn.sum() > 4
        ys, xs = np.mgrid[y0 : y0 + 32, x0 : x0 + 32]
        at = np.array([(drawn * xs).sum(), (drawn * ys).sum()]) / drawn.sum()
        assert at == pytest.approx(told, abs=0.6)


def test_a_raised_corner_is_displaced_away_from_where_it_would_lie_flat() -> None:
    curl = Curl(np.array([0.6, 0.8], np.float32), 20.0, 30.0, False, False, 68.8)
    eye, spot = camera(0.8), Spot(np.zeros(2, np.float32), 0.0)
    corner = np.array([[1.0, 1.0]], np.float32)
    bent_at = BentLie(spot, (WIDTH, HEIGHT), curl, eye).seen(corner)[0]
    places = ((CORNERS - 0.5) * (WIDTH, HEIGHT)).astype(np.float32)
    flat_at = FlatLie(eye.seen(places, np.zeros(4, np.float32))).seen(corner)[0]
    assert np.hypot(*(bent_at - flat_at)) > 8


def test_the_nearer_the_eye_the_larger() -> None:
    eye = camera(0.0)
    sides = [eye.seen(np.array([[0, 0], [10, 0]], np.float32), np.full(2, h, np.float32)) for h in (0, 100)]
    low, high = (float(np.hypot(*(side[1] - side[0]))) for side in sides)
    assert low == pytest.approx(10)
    assert high == pytest.approx(12)


def test_the_side_that_turns_to_the_light_is_brighter() -> None:
    curl = Curl(np.array([1, 0], np.float32), 0.0, 80.0, True, True, 40.0)
    light = curl.light(np.array([[-40, 0], [0, 0], [40, 0]], np.float32), np.array([1, 0], np.float32))
    assert light[0] < -0.3
    assert light[1] == 0
    assert light[2] > 0.3


def test_seen_from_aside_a_card_is_bent_less_so_that_it_hides_nothing_of_itself() -> None:
    steep = [bent(np.random.default_rng(seed), WIDTH, HEIGHT, 2.0) for seed in SEEDS]
    assert max(curl.length / curl.radius for curl in curls()) > CURL_RAD[0]
    for curl in steep:
        _, heights = curl.raised(grid())
        order = np.argsort(grid() @ curl.across)
        slopes = np.abs(np.diff(heights[order]) / np.maximum(np.diff((grid() @ curl.across)[order]), 0.5))
        assert slopes.max() < 0.6 / 2.0 * 1.2
