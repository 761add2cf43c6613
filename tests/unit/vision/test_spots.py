"""Whether chips lie on a bet spot, seen in films whose chips are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
import pytest

from tracker.facts import ChipsSeen, SpotSeen
from tracker.notation import parse_bjh
from tracker.simulate import Session
from vision.calibrate.camera import Camera
from vision.sightings import U8
from vision.sources import Frame, open_recording
from vision.synth.art import load_deck
from vision.synth.film import Film, FilmLook, make_film
from vision.synth.table import scaled, standard_table
from vision.table import Table
from vision.tracks.spots import REST_US, SpotWatch, spots_of

ROUND = """
format = "bjh"
version = 1
profile = "russian-blackjack"
[[round]]
no = 1
actions = ["1 bet 100", "2 bet 5", "3 bet 40", "d nmb", "d deal 1.1 Th", "d deal 2.1 9c", "3.1 chips 145",
  "d offer insurance", "d take 1.1 100", "d nmb", "d nmb", "d nmb"]
"""


@pytest.fixture(scope="module")
def table() -> Table:
    return standard_table("russian-blackjack", boxes=3, camera=scaled(Camera(), 1280, 720))


@dataclass(frozen=True)
class Lit:
    """A film, and whether it was dark."""

    film: Film
    is_dim: bool


@pytest.fixture(scope="module", params=[0.95, 0.5], ids=["well lit", "dim"])
def film(request: pytest.FixtureRequest, table: Table, tmp_path_factory: pytest.TempPathFactory) -> Lit:
    look = FilmLook(light=request.param, noise=2.0, occlusion=1.0)
    folder = tmp_path_factory.mktemp("spots")
    made = make_film(Session(parse_bjh(ROUND), ()), table, load_deck(), folder, seed=4, look=look, fps=10)
    return Lit(made, request.param < 0.9)


def seen_in(frames: Iterable[Frame], table: Table) -> dict[str, list[tuple[int, str]]]:
    """What each spot was told to show, and when."""
    watch = SpotWatch(table)
    told: dict[str, list[tuple[int, str]]] = {}
    for frame in frames:
        for happening in watch.see(frame):
            assert isinstance(happening.body, SpotSeen)
            assert happening.pts_us == happening.since_us <= frame.pts_us
            told.setdefault(happening.body.spot, []).append((frame.pts_us, happening.body.shows))
    return told


def test_chips_are_seen_to_come_to_change_and_to_go(film: Lit, table: Table) -> None:
    told = seen_in(open_recording(film.film.video), table)
    certain = {
        spot: [shows for shows, _ in groupby(shows for _, shows in row if shows != "unsure")]
        for spot, row in told.items()
    }
    truth = {
        "1.1": ["empty", "chips", "empty"],
        "2.1": ["empty", "chips"],
        "3.1": ["empty", "chips", "changed"],
    }
    if film.is_dim:  # what the dark hides is not told, and nothing else
        assert all(is_part_of(row, truth.get(spot, ["empty"])) for spot, row in certain.items())
        assert told["2.1"][-1][1] != "empty"
    else:
        assert certain == {spot: truth.get(spot, ["empty"]) for spot in certain}


def is_part_of(row: list[str], whole: list[str]) -> bool:
    left = iter(whole)
    return all(item in left for item in row)


def test_they_are_told_soon_and_never_before(film: Lit, table: Table) -> None:
    told = seen_in(open_recording(film.film.video), table)
    for fact in film.film.facts:
        if isinstance(fact.body, ChipsSeen):
            after = [pts_us for pts_us, shows in told[fact.body.spot] if pts_us >= fact.pts_us]
            assert after and after[0] - fact.pts_us < REST_US + 1_500_000


class Picture:
    """A frame that is drawn."""

    def __init__(self, pts_us: int, image: U8) -> None:
        self.pts_us = pts_us
        self._image = image

    def luma(self) -> U8:
        return np.asarray(cv2.cvtColor(self._image, cv2.COLOR_BGR2GRAY), np.uint8)

    def image(self) -> U8:
        return self._image


def felt(table: Table) -> U8:
    return np.full((table.camera.height, table.camera.width, 3), (70, 110, 30), np.uint8)


def lasting(images: list[U8], seconds: float = 4.0) -> list[Frame]:
    """Each picture for a while, one after the other."""
    step = 100_000
    count = int(seconds * 1e6) // step
    return [Picture(step * (count * n + k), image) for n, image in enumerate(images) for k in range(count)]


def test_a_shadow_and_other_light_are_no_chips(table: Table) -> None:
    bare = felt(table)
    shadow = bare.copy()
    x, y = (round(float(v)) for v in table.to_picture(spots_of(table)["2.1"]))
    shadow[y - 40 : y + 40, x - 60 : x + 60] = (bare[0, 0] * 0.6).astype(np.uint8)
    dim = (bare * 0.75).astype(np.uint8)
    told = seen_in(lasting([bare, shadow, bare, dim]), table)
    assert {shows for row in told.values() for _, shows in row} == {"empty", "unsure"}
    assert all(row[-1][1] == "empty" for row in told.values())


def test_an_arm_over_a_spot_is_unsure_and_takes_nothing_away(table: Table) -> None:
    bare = felt(table)
    x, y = (round(float(v)) for v in table.to_picture(spots_of(table)["2.1"]))
    chips = bare.copy()
    cv2.circle(chips, (x, y), round(19 * table.px_per_mm_at(spots_of(table)["2.1"])), (40, 40, 200), -1)
    arm = chips.copy()
    cv2.line(arm, (x, y - 10), (x + 40, table.camera.height), (130, 160, 215), 60)
    told = seen_in(lasting([bare, chips, arm, chips, bare]), table)
    assert [shows for _, shows in told["2.1"]] == ["empty", "chips", "unsure", "chips", "empty"]
