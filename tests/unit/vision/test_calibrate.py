"""Calibrating: points, tags, the table file, and what a camera can read."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.calibrate.advice import Accuracy, Band, advise, shipped_accuracy, tilt_deg
from vision.calibrate.camera import Camera
from vision.calibrate.click_page import click_page
from vision.calibrate.points import (
    calibrated,
    fit_of,
    named_spots,
    parse_point,
    updated_text,
)
from vision.calibrate.tags import TAG_MM, find_tags, places_of, points_from, sheets
from vision.errors import TableFileError
from vision.felt import Mm
from vision.sightings import U8
from vision.synth.art import load_deck
from vision.synth.film.look import FilmLook
from vision.synth.film.still import table_still
from vision.synth.table import standard_table
from vision.table import CalibrationPoint, Table, parse_table
from vision.table_file import format_table

MEASURED = Accuracy(
    "pitwatch evaluate", ("reader@0",),
    (Band(0, 12, 10, 100), Band(12, 20, 90, 100), Band(20, 1000, 99, 100)),
    (Band(0, 60, 99, 100), Band(60, 90, 50, 100)),
)  # fmt: skip
CARDS = {"1.1": ("Th", "4c"), "2.1": ("Qs",), "d": ("9s",)}


@pytest.fixture(scope="module")
def table() -> Table:
    return standard_table("russian-blackjack", camera=Camera(elevation_deg=70))


def seen_at(table: Table, names: list[str]) -> list[CalibrationPoint]:
    """Points where the camera really sees the spots."""
    spots = named_spots(table)
    px = table.to_picture([spots[name] for name in names])
    return [
        CalibrationPoint(mm=spots[name], px=(round(float(x), 2), round(float(y), 2)))
        for name, (x, y) in zip(names, px, strict=True)
    ]


def lay_tag(image: U8, table: Table, no: int, at: Mm, turn: float, side_mm: float = TAG_MM) -> None:
    """Draw a printed tag on the felt, white border included, turned by `turn` radians."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    paper = np.full((250, 250), 255, np.uint8)
    paper[25:225, 25:225] = cv2.aruco.generateImageMarker(dictionary, no, 200)
    half = side_mm * 250 / 200 / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    rotate = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    quad = table.to_picture(corners @ rotate.T + at).astype(np.float32)
    to_picture = cv2.getPerspectiveTransform(
        np.array([[0, 0], [250, 0], [250, 250], [0, 250]], np.float32), quad
    )
    size = (image.shape[1], image.shape[0])
    seen = cv2.warpPerspective(
        cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR), to_picture, size, flags=cv2.INTER_AREA
    )
    mask = cv2.warpPerspective(np.full_like(paper, 255), to_picture, size)
    image[mask > 127] = seen[mask > 127]


@pytest.mark.parametrize(
    ("text", "mm", "px"),
    [
        ("-500,0=312.5,140", (-500.0, 0.0), (312.5, 140.0)),
        ("tray=10,20.5", "tray", (10.0, 20.5)),
        ("2.bet=900,700", "2.bet", (900.0, 700.0)),
    ],
)
def test_a_point_is_typed_in_millimetres_or_by_its_spots_name(
    table: Table, text: str, mm: Mm | str, px: Mm
) -> None:
    point = parse_point(text, table)
    assert point.px == px
    assert point.mm == (named_spots(table)[mm] if isinstance(mm, str) else mm)


@pytest.mark.parametrize("text", ["", "1,2", "1,2=3", "1,2,3=4,5", "nowhere=1,2", "1,2=a,b", "1.2.3,4=5,6"])
def test_what_is_no_point_is_one_clear_line(table: Table, text: str) -> None:
    with pytest.raises(TableFileError, match="expected"):
        parse_point(text, table)


def test_points_give_the_camera_back(table: Table) -> None:
    moved = standard_table("russian-blackjack", camera=Camera(elevation_deg=50, azimuth_deg=20))
    points = seen_at(moved, ["d", "tray", "shoe", "1.bet", "3.bet", "5.bet"])
    found = calibrated(table, points, 1920, 1080)
    spots = [(x, y) for x in (-400.0, 0.0, 400.0) for y in (50.0, 300.0, 550.0)]
    assert found.to_picture(spots) == pytest.approx(moved.to_picture(spots), abs=0.2)
    fit = fit_of(found)
    assert fit.is_checked and fit.rms_px < 0.05
    assert found.boxes == table.boxes


def test_four_points_fit_whatever_they_are_and_say_so(table: Table) -> None:
    found = calibrated(table, seen_at(table, ["d", "tray", "1.bet", "5.bet"]), 1920, 1080)
    assert not fit_of(found).is_checked


def test_a_point_that_was_missed_shows_in_the_error(table: Table) -> None:
    points = seen_at(table, ["d", "tray", "shoe", "1.bet", "3.bet", "5.bet"])
    x, y = points[3].px
    points[3] = CalibrationPoint(mm=points[3].mm, px=(x + 9, y))
    fit = fit_of(calibrated(table, points, 1920, 1080))
    assert 1 < fit.rms_px < 9
    assert fit.off_mm.max() > 1


def test_points_that_cannot_be_are_refused(table: Table) -> None:
    good = seen_at(table, ["d", "tray", "shoe", "1.bet", "5.bet"])
    with pytest.raises(TableFileError, match="at least 4 points, got 3"):
        calibrated(table, good[:3], 1920, 1080)
    with pytest.raises(TableFileError, match="inside of the picture"):
        calibrated(table, good, 640, 360)
    mirrored = [CalibrationPoint(mm=p.mm, px=(1920 - p.px[0], p.px[1])) for p in good]
    with pytest.raises(TableFileError, match="mirrors"):
        calibrated(table, mirrored, 1920, 1080)
    line = [CalibrationPoint(mm=(100.0 * k, 0.0), px=(300.0 * k, 10.0)) for k in range(5)]
    with pytest.raises(TableFileError, match="on a line"):
        calibrated(table, line, 1920, 1080)
    more = seen_at(table, ["d", "tray", "shoe", "1.bet", "2.bet", "3.bet", "5.bet"])
    wrong = [*more[:6], CalibrationPoint(mm=more[6].mm, px=(500.0, 500.0))]
    with pytest.raises(TableFileError, match="calibration point"):
        calibrated(table, wrong, 1920, 1080)


def test_a_table_file_keeps_what_people_wrote_in_it(table: Table) -> None:
    text = format_table(table)
    text = text.replace("[dealer]", "# the dealer's row, measured on Monday\n[dealer]")
    text = text.replace("width = 1920", "width = 1920       # our dome camera")
    points = seen_at(table, ["d", "tray", "shoe", "1.bet", "3.bet"])
    changed = calibrated(table, points, 1921, 1081)
    new = updated_text(text, changed)
    assert parse_table(new) == changed
    assert "# the dealer's row, measured on Monday" in new
    assert "width = 1921       # our dome camera" in new
    assert new.count("[[calibration.point]]") == 5
    assert updated_text(new, changed) == new


@pytest.mark.parametrize("elevation", [85.0, 50.0])
def test_tags_that_lie_on_the_spots_calibrate_the_table(elevation: float) -> None:
    seen = standard_table("russian-blackjack", camera=Camera(elevation_deg=elevation))
    image = table_still(seen, load_deck(), {}, seed=1)
    for no, at in places_of(seen).items():
        lay_tag(image, seen, no, at, turn=0.7 * no)
    image = cv2.GaussianBlur(image, (0, 0), 0.7)
    points = points_from(image, places_of(seen))
    assert len(points) == 8
    off = np.linalg.norm(seen.to_picture([p.mm for p in points]) - [p.px for p in points], axis=1)
    assert off.max() < 0.6
    spots = [(x, y) for x in (-500.0, 0.0, 500.0) for y in (50.0, 550.0)]
    found = calibrated(seen, points, 1920, 1080)
    assert np.linalg.norm(found.to_picture(spots) - seen.to_picture(spots), axis=1).max() < 1.0


def test_too_few_tags_or_one_tag_twice_are_one_clear_line(table: Table) -> None:
    image = np.full((1080, 1920, 3), 90, np.uint8)
    with pytest.raises(TableFileError, match="at least four tags"):
        points_from(image, places_of(table))
    for no, at in places_of(table).items():
        lay_tag(image, table, no, at, turn=0.2)
    lay_tag(image, table, 3, (0.0, 300.0), turn=0.0)
    with pytest.raises(TableFileError, match="tag 3 is seen 2 times"):
        points_from(image, places_of(table))


def test_the_printed_sheets_show_every_tag_at_its_size() -> None:
    numbers = []
    for page in sheets():
        for tag in find_tags(cv2.cvtColor(page, cv2.COLOR_GRAY2BGR)):
            numbers.append(tag.no)
            side = float(np.linalg.norm(tag.corners[1] - tag.corners[0]))
            assert side == pytest.approx(TAG_MM / 25.4 * 200, abs=2)
    assert sorted(numbers) == list(range(10))
    with pytest.raises(TableFileError, match="tags of 20 to"):
        sheets(120)


def test_the_page_for_clicking_names_every_spot_and_the_command(table: Table) -> None:
    page = click_page(np.zeros((108, 192, 3), np.uint8), table, "pitwatch calibrate 'a b.toml' <still>")
    for name in named_spots(table):
        assert f'value="{name}"' in page
    assert "data:image/jpeg;base64," in page
    assert "<still>" not in page, "what a file is called is not part of the page's code"


def test_a_good_camera_is_told_so(table: Table) -> None:
    advice = advise(table_still(table, load_deck(), CARDS, seed=1), table, MEASURED)
    assert advice.is_fit, advice
    assert {place.place for place in advice.places} == {"d", "1.1", "2.1", "3.1", "4.1", "5.1"} | {
        f"{box.no}.{n}" for box in table.boxes for n in range(1, len(box.hands) + 1)
    }


@pytest.mark.parametrize(
    ("camera", "look", "faults"),
    [
        (Camera(width=960, height=540), FilmLook(), {"far"}),
        (Camera(elevation_deg=24), FilmLook(), {"far", "oblique"}),
        (Camera(elevation_deg=70), FilmLook(blur_px=2.5), {"blurred"}),
        (Camera(elevation_deg=70), FilmLook(light=0.12), {"dark"}),
        (Camera(elevation_deg=70), FilmLook(light=0.5, noise=20), {"noisy"}),
    ],
)
def test_what_is_wrong_with_a_camera_is_named(camera: Camera, look: FilmLook, faults: set[str]) -> None:
    table = standard_table("russian-blackjack", camera=camera)
    advice = advise(table_still(table, load_deck(), CARDS, seed=1, look=look), table, MEASURED)
    named = {*advice.faults, *(fault for place in advice.places for fault in place.faults)}
    assert named == faults, advice


def test_a_lamp_on_the_felt_is_glare_and_white_cards_are_none(table: Table) -> None:
    image = table_still(table, load_deck(), CARDS, seed=1)
    bright = np.asarray((image.astype(int) * 13 // 10).clip(0, 255), np.uint8)
    assert (bright >= 254).any()
    assert "glare" not in advise(bright, table, MEASURED).faults
    cv2.ellipse(bright, (960, 700), (220, 120), 10, 0, 360, (255, 255, 255), -1)
    assert "glare" in advise(bright, table, MEASURED).faults


def test_the_tilt_at_a_place_is_that_of_the_camera() -> None:
    table = standard_table(
        "russian-blackjack", camera=Camera(elevation_deg=55, distance_mm=9000, focal_px=9000)
    )
    assert tilt_deg(table, table.row("3.1")) == pytest.approx(35, abs=5)


def test_what_a_height_gave_is_looked_up_in_what_was_measured() -> None:
    found = [MEASURED.at_height(px) for px in (15.9, 999.0, 5000.0)]
    assert [band and band.right for band in found] == [90, 99, None]
    shipped = shipped_accuracy()
    assert shipped.command.startswith("pitwatch evaluate --scenes")
    assert all(band.n >= 20 for band in shipped.heights)
    assert shipped.at_height(18.0) is not None
    assert all(0 <= band.right <= band.n and band.low < band.high for band in shipped.heights)
