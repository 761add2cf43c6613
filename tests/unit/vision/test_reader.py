"""The reader on a drawn table: regions are read as the whole picture is, at any scale."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tracker.cards import DECK, Card
from vision.calibrate.camera import Camera
from vision.detect.indices import TILES_PX, tile_for
from vision.read import Reader
from vision.read.layout_memory import DeckLayout
from vision.read.reader import _whole_tile
from vision.sightings import U8
from vision.synth.art import load_deck
from vision.synth.table import standard_table
from vision.table import Table

DEALT = {"1.1": "Th", "2.1": "4c", "3.1": "Qs", "4.1": "7d", "5.1": "Ah", "d": "9s"}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module", params=[1280, 1920, 2560], ids=["720p", "1080p", "1440p"])
def table(request: pytest.FixtureRequest) -> Table:
    width = int(request.param)
    return standard_table(
        "russian-blackjack", camera=Camera(width=width, height=width * 9 // 16, elevation_deg=70)
    )


@pytest.fixture(scope="module")
def picture(table: Table) -> U8:
    image = np.full((table.camera.height, table.camera.width, 3), (60, 110, 30), np.uint8)
    faces = load_deck().faces
    height, width = faces.shape[1:3]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for place, name in DEALT.items():
        row = table.row(place)
        quad = table.to_picture(table.card_quad_mm(row.at_mm, row.angle_deg)).astype(np.float32)
        size = (image.shape[1], image.shape[0])
        to_picture = cv2.getPerspectiveTransform(corners, quad)
        small = cv2.GaussianBlur(faces[DECK.index(Card.parse(name))], (0, 0), 1.0)
        card = cv2.warpPerspective(small, to_picture, size, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), to_picture, size)
        image[mask > 127] = card[mask > 127]
    return image


def centre_of(table: Table, place: str) -> tuple[int, int]:
    x, y = table.to_picture(table.row(place).at_mm)
    return int(x), int(y)


def test_all_cards_of_a_table_are_read_where_they_lie(reader: Reader, table: Table, picture: U8) -> None:
    read = {str(s.card): s.centre for s in reader.read_table(picture, table)}
    assert set(read) == set(DEALT.values())
    for place, name in DEALT.items():
        assert read[name] == pytest.approx(
            centre_of(table, place), abs=0.12 * table.px_per_mm_at((0, 300)) * 88
        )


@pytest.mark.parametrize("place", ["1.1", "3.1", "d"])
def test_a_region_is_read_as_the_whole_picture_is(
    reader: Reader, table: Table, picture: U8, place: str
) -> None:
    x, y = centre_of(table, place)
    half = int(90 * table.px_per_mm_at((0, 300)))
    region = (max(0, x - half), max(0, y - half), x + half, y + half)
    whole = {str(s.card): s for s in reader.read_table(picture, table)}
    there = {str(s.card): s for s in reader.read_table(picture, table, [region])}
    name = DEALT[place]
    assert name in there
    seen, turned = there[name].quad, np.roll(there[name].quad, 2, axis=0)  # either end may be its top
    off = min(np.abs(quad - whole[name].quad).max() for quad in (seen, turned))
    assert off < 4
    assert there[name].p == pytest.approx(whole[name].p, abs=0.2)  # at 720p the indices are some 13 px high


def test_nothing_is_read_in_no_region(reader: Reader, table: Table, picture: U8) -> None:
    assert reader.read_table(picture, table, []) == []


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.3])
@pytest.mark.parametrize(
    "region", [(0, 0, 100, 90), (1700, 1000, 1920, 1080), (300, 300, 1100, 500), (900, 500, 901, 501)]
)
def test_a_region_is_grown_to_the_tile_that_holds_it(region: tuple[int, int, int, int], scale: float) -> None:
    image = np.zeros((1080, 1920, 3), np.uint8)
    x0, y0, x1, y1 = _whole_tile(region, scale, image)
    assert 0 <= x0 <= region[0] and region[2] <= x1 <= 1920
    assert 0 <= y0 <= region[1] and region[3] <= y1 <= 1080
    side = tile_for(max(region[2] - region[0], region[3] - region[1]) * scale)
    assert side in TILES_PX
    for low, high in ((x0, x1), (y0, y1)):
        assert (high - low + 1) * scale >= min(side, 1080 * scale)
    if max(region[2] - region[0], region[3] - region[1]) * scale <= TILES_PX[-1]:
        assert max(x1 - x0, y1 - y0) * scale <= side


def test_what_one_table_showed_changes_nothing_at_the_next(reader: Reader, table: Table, picture: U8) -> None:
    fresh = Reader().read_table(picture, table)
    odd_deck = DeckLayout()
    odd_deck.learn([(0.16, 0.2)] * 9)
    reader.read_table(picture, table, layout=odd_deck)
    again = reader.read_table(picture, table)
    assert [s.quad.tolist() for s in again] == [s.quad.tolist() for s in fresh]
