"""Whether cards lie as a table file says: dealt on one table, seen through the files of all."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.unit.vision.world import sighting
from tracker.cards import DECK
from tracker.facts import CardMoved, CardPlaced, CardTaken
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from vision.calibrate.camera import Camera
from vision.layout.fit import FeltFit, Standing
from vision.layout.places import Lying, Places
from vision.layout.pose import Pose
from vision.layout.whole_pictures import WholePictures
from vision.sightings import Sighting
from vision.synth.film.maker import FILM_PACE
from vision.synth.table import standard_table
from vision.table import Table

SWITCH, RUSSIAN = "blackjack-switch", "russian-blackjack"
TABLES = {
    "switch": standard_table(SWITCH),
    "switch-4": standard_table(SWITCH, boxes=4),
    "switch-low": standard_table(SWITCH, camera=Camera(elevation_deg=45)),
    "switch-aside": standard_table(SWITCH, camera=Camera(elevation_deg=55, azimuth_deg=35)),
    "russian": standard_table(RUSSIAN),
    "russian-7": standard_table(RUSSIAN, boxes=7),
    "russian-3": standard_table(RUSSIAN, boxes=3),
    "russian-behind": standard_table(RUSSIAN, camera=Camera(azimuth_deg=180)),
}
INDEX = ((0.1, 0.145), (0.9, 0.855))
"""Where a deck has its indices, as fractions of the card."""


@cache
def dealt(name: str, disorder_mm: float, rounds: int = 4) -> tuple[tuple[int, np.ndarray | None], ...]:
    """Tracks of cards as they come to rest on a table, with their corners in the picture; None when they leave."""
    table, rng = TABLES[name], np.random.default_rng(3)
    profile = load_profile(table.profile)
    boxes = [box.no for box in table.boxes][: profile.max_boxes]
    history = simulate(profile, rounds=rounds, seed=3, boxes=boxes, table=table.name).history

    def where(place: str, k: int, sideways: bool) -> tuple[float, float]:
        if place == "tray":
            return table.tray.at_mm
        row = table.row(place)
        x, y = row.sideways_at(k) if sideways else row.card_at(k)
        dx, dy = rng.normal(0, disorder_mm, 2)
        return (x + float(dx), y + float(dy))

    out: list[tuple[int, np.ndarray | None]] = []
    for fact in perform(history, profile, pace=FILM_PACE, where=where).facts:
        body = fact.body
        if isinstance(body, CardTaken):
            out.append((body.track, None))
        elif isinstance(body, (CardPlaced, CardMoved)) and body.place not in ("tray", "shoe"):
            angle = table.row(body.place).angle_deg + (90 if body.sideways else 0) + float(rng.normal(0, 5))
            corners = table.card_quad_mm((body.x_mm, body.y_mm), angle)
            out.append((body.track, table.to_picture(corners)))
    return tuple(out)


def weigh(cards: Iterable[tuple[int, np.ndarray | None]], file: Table, fit: FeltFit | None = None) -> FeltFit:
    """Watch cards through a table file, as the eyes do."""
    fit, places = fit or FeltFit(file), Places(file)
    lying: dict[int, Lying] = {}
    for track, quad_px in cards:
        if quad_px is None:
            lying.pop(track, None)
            continue
        pose = pose_of(quad_px, file)
        others = [card for other, card in lying.items() if other != track]
        if places.is_idle(pose):
            continue
        if track not in lying:
            fit.cards_rested([places.misfit_mm(pose, others)])
        if (seat := places.seat(pose, others)) is not None:
            lying[track] = Lying(seat.place, pose)
    return fit


def pose_of(quad_px: np.ndarray, file: Table) -> Pose:
    corners = file.to_felt(quad_px)
    x, y = corners.mean(axis=0)
    down = corners[3] + corners[2] - corners[0] - corners[1]
    return Pose(float(x), float(y), math.degrees(math.atan2(-down[0], down[1])) % 360.0)


@pytest.mark.parametrize("disorder_mm", [2.0, 12.0, 20.0])
@pytest.mark.parametrize("name", TABLES)
def test_the_right_table_file_fits_however_careless_the_dealer(name: str, disorder_mm: float) -> None:
    assert weigh(dealt(name, disorder_mm), TABLES[name]).standing is Standing.FITS


WRONG = [
    ("switch", "russian-7"), ("switch", "switch-4"), ("switch", "switch-aside"), ("switch", "russian-behind"),
    ("switch-4", "switch"), ("switch-aside", "switch"), ("russian", "switch-aside"), ("russian", "russian-behind"),
    ("russian-7", "russian"), ("russian-7", "switch"), ("russian-3", "russian-7"), ("russian-behind", "russian"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "file"), WRONG)
def test_another_tables_file_is_found_out(true: str, file: str) -> None:
    fit = weigh(dealt(true, 4.0, 8), TABLES[file])
    assert fit.standing is Standing.WRONG_TABLE
    assert f"table {TABLES[file].name}" in fit.reason


def test_a_camera_that_is_pushed_in_the_middle_was_moved_and_is_no_wrong_table() -> None:
    table = TABLES["switch"]
    pushed = [(n, quad if quad is None else np.add(quad, (90.0, 60.0))) for n, quad in dealt("switch", 4.0)]
    fit = weigh(dealt("switch", 4.0), table)
    assert weigh(pushed, table, fit).standing is Standing.MOVED
    assert weigh(dealt("switch", 4.0), table, fit).standing is Standing.FITS


def test_a_few_cards_are_no_witnesses() -> None:
    fit = weigh(dealt("switch", 4.0)[:5], TABLES["russian-7"])
    assert fit.standing is Standing.OPEN


def shown(quad_px: np.ndarray, number: int) -> Sighting:
    """A card with both indices on view, as a reader sees it that knows no table."""
    across, down = quad_px[1] - quad_px[0], quad_px[3] - quad_px[0]
    ends = []
    for (u, v), turn in zip(INDEX, (1, -1), strict=True):
        centre = quad_px[0] + u * across + v * down
        wide, tall = turn * 0.04 * across, turn * 0.09 * down
        corners = [centre - wide - tall, centre + wide - tall, centre + wide + tall, centre - wide + tall]
        ends.append(np.array(corners, np.float32))
    return replace(sighting(quad_px, str(DECK[number]), 0.99, up=True), indices=tuple(ends))


def whole_pictures(true: str, file: str) -> WholePictures:
    pictures = WholePictures(TABLES[file])
    quads = [quad for _, quad in dealt(true, 4.0) if quad is not None]
    for number, quad in enumerate(quads[:20]):
        pictures.take([shown(quad, number)])
    return pictures


@pytest.mark.parametrize("name", TABLES)
def test_whole_pictures_say_nothing_against_the_right_file(name: str) -> None:
    assert whole_pictures(name, name).contradiction == ""


def test_whole_pictures_show_that_cards_are_too_large_for_the_file() -> None:
    assert "times as large as table" in whole_pictures("switch", "russian-7").contradiction


def test_whole_pictures_show_cards_where_the_file_has_no_place() -> None:
    table = TABLES["switch"]
    pictures = WholePictures(table)
    for number in range(10):
        at = (-500.0 + 100.0 * number, 720.0)
        pictures.take([shown(table.to_picture(table.card_quad_mm(at, 0.0)), number)])
    assert "no place for any" in pictures.contradiction


def test_one_card_that_is_seen_again_and_again_is_one_witness() -> None:
    table = TABLES["switch"]
    card = shown(table.to_picture(table.card_quad_mm((0.0, 250.0), 0.0)), 5)
    pictures = WholePictures(table)
    for _ in range(50):
        pictures.take([card])
    assert pictures.contradiction == ""
