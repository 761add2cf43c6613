from __future__ import annotations

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.chips import Chip
from vision.calibrate.camera import Camera
from vision.errors import TableFileError
from vision.synth.film.chips import DENOMINATIONS
from vision.synth.table import scaled, seen_also_by, standard_table
from vision.table import CardRow, Table, load_table, parse_table
from vision.table_file import format_table, write_table

SWITCH = "blackjack-switch"
RUSSIAN = "russian-blackjack"
VIEWS = [Camera(elevation_deg=e, azimuth_deg=a) for e, a in [(90, 0), (60, 0), (35, 0), (55, 170), (50, -60)]]
TEXT = format_table(standard_table(SWITCH))


@pytest.mark.parametrize("camera", VIEWS, ids=lambda c: f"{c.elevation_deg}-{c.azimuth_deg}")
@pytest.mark.parametrize(("profile", "boxes"), [(SWITCH, 1), (SWITCH, 3), (RUSSIAN, 5), (RUSSIAN, 7)])
def test_a_table_file_reads_back_equal(profile: str, boxes: int, camera: Camera, tmp_path: Path) -> None:
    table = standard_table(profile, boxes=boxes, camera=camera, name='quoted "name" \\ ü', minor_units=1000)
    write_table(table, tmp_path / "table.toml")
    assert load_table(tmp_path / "table.toml") == table


@pytest.mark.parametrize("camera", VIEWS, ids=lambda c: f"{c.elevation_deg}-{c.azimuth_deg}")
def test_calibration_finds_the_camera_that_made_it(camera: Camera) -> None:
    table = standard_table(SWITCH, camera=camera)
    points = np.random.default_rng(0).uniform((-500, 0), (500, 650), (50, 2))
    assert np.abs(table.to_felt(table.to_picture(points)) - points).max() < 1e-6
    inside = table.to_picture(points)
    assert (inside > 0).all() and (inside < (1920, 1080)).all()
    # The whole felt is seen from above: a card's corners run clockwise in the picture as on the felt.
    quad = table.to_picture(table.card_quad_mm((100.0, 300.0), 30.0))
    assert cv2.contourArea(quad.astype(np.float32), oriented=True) > 0


def test_px_per_mm_measures_a_card() -> None:
    table = standard_table(SWITCH, camera=Camera(elevation_deg=90))
    quad = table.to_picture(table.card_quad_mm((0.0, 300.0), 20.0))
    assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(63 * table.px_per_mm_at((0, 300)), rel=1e-3)
    assert 60 <= np.linalg.norm(quad[1] - quad[0]) <= 95


def test_a_cards_angle_is_where_its_top_points() -> None:
    table = standard_table(SWITCH)
    quad = table.card_quad_mm((0.0, 0.0), 90.0)
    top = quad[:2].mean(axis=0)
    assert top == pytest.approx((44.0, 0.0), abs=1e-9)


@pytest.mark.parametrize(("profile", "boxes"), [(SWITCH, 3), (SWITCH, 4), (RUSSIAN, 5), (RUSSIAN, 7)])
def test_fans_of_five_do_not_touch_their_neighbours(profile: str, boxes: int) -> None:
    table = standard_table(profile, boxes=boxes)
    rows = {f"{box.no}.{n}": hand for box in table.boxes for n, hand in enumerate(box.hands, 1)}
    hulls = {name: _hull(table, row, 5) for name, row in rows.items()} | {"d": _hull(table, table.dealer, 6)}
    for (one, a), (two, b) in combinations(hulls.items(), 2):
        area, _ = cv2.intersectConvexConvex(a, b)
        assert area == 0, f"{one} runs into {two}"


def test_indices_of_a_fan_and_of_a_doubled_hand_stay_free() -> None:
    table = standard_table(SWITCH)
    hand = table.row("1.1")
    below = [(hand.card_at(k), hand.angle_deg) for k in range(2)]
    for above in ((hand.card_at(2), hand.angle_deg), (hand.sideways_at(2), hand.angle_deg + 90)):
        cover = table.card_quad_mm(*above).astype(np.float32)
        for card in below:
            index = _index(table.card_quad_mm(*card)).astype(np.float32)
            assert cv2.intersectConvexConvex(cover, index)[0] == 0


def test_places_and_spots_by_name() -> None:
    table = standard_table(SWITCH)
    assert table.row("d") is table.dealer
    assert table.row("2.3") is table.box(2).hands[2]
    assert table.bet_at("2.1.bonus") == table.bet_at("2.1") != table.bet_at("2.2")
    assert table.bet_at("1.side")[0] > table.bet_at("3.side")[0], "box 1 is at first base"
    for wrong in ("4.1", "1.9", "tray", "1"):
        with pytest.raises(TableFileError):
            table.row(wrong)


def test_another_picture_size_is_the_wrong_table() -> None:
    table = standard_table(SWITCH, camera=scaled(Camera(), 640, 360))
    table.check_size(640, 360)
    with pytest.raises(TableFileError, match=r"^wrong table for the camera: BJ-05 .*640x360.*1920x1080$"):
        table.check_size(1920, 1080)


BROKEN = {
    "not TOML": (TEXT, "]]", "not TOML"),
    "foreign field": ("no = 1\n", "no = 1\ncolour = 3\n", "box.1.colour: unknown field"),
    "missing field": ('currency = "EUR"\n', "", "currency: missing"),
    "not a number": ("radius_mm = 75.0", 'radius_mm = "wide"', "tray.radius_mm: .*got 'wide'"),
    "out of range": ("radius_mm = 75.0", "radius_mm = -1.0", "tray.radius_mm: .*got -1.0"),
    "other version": ("schema_version = 1", "schema_version = 2", "schema_version: .*got 2"),
    "box twice": ("no = 2", "no = 1", "each box number once"),
    "no amount": ('value = "0.5"', 'value = "half"', "expected an amount such as 100 or 7.50, got 'half'"),
    "too precise": ('value = "0.5"', 'value = "0.005"', "more precise than 1/100"),
    "no value": ('value = "0.5"', "value = true", "chip.7.value: .*string"),
    "negative": ('value = "0.5"', "value = -5", "expected an amount .*got '-5'"),
    "colour twice": ('colour = "red"', 'colour = "green"', "each colour of chips once"),
    "not finite": ("radius_mm = 75.0", "radius_mm = nan", "tray.radius_mm: .*got nan"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_bad_table_file_gives_one_clear_line(kind: str, tmp_path: Path) -> None:
    old, new, reason = BROKEN[kind]
    assert old in TEXT
    path = tmp_path / "bad.toml"
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(TableFileError, match=reason) as caught:
        load_table(path)
    assert str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([((0, 0), (0, 0)), ((1, 0), (9, 0)), ((2, 0), (20, 0)), ((3, 0), (31, 0))], "not on a line"),
        ([((0, 0), (9, 9)), ((9, 0), (0, 9)), ((9, 9), (0, 99)), ((0, 9), (9, 99))], "mirrors"),
        (
            [
                ((x, y), (10 * x + (300 if x == y == 0 else 0), 10 * y))
                for x in (0, 9, 20)
                for y in (0, 9, 20)
            ],
            r"point 1 \(mm \[0.0, 0.0\]",
        ),
        ([((0, 0), (0, 0)), ((9, 0), (90, 0)), ((9, 9), (90, 90))], "at least 4"),
    ],
)
def test_a_calibration_that_cannot_be_is_refused(points: list[tuple[object, object]], reason: str) -> None:
    data = standard_table(SWITCH).model_dump(by_alias=True)
    data["calibration"] = {"point": [{"mm": mm, "px": px} for mm, px in points]}
    with pytest.raises(ValueError, match=reason):
        Table.model_validate(data)


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"none\.toml: cannot read"):
        load_table(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TableFileError, match="UTF-8"):
        load_table(tmp_path / "binary.toml")


def test_too_many_boxes_have_no_room() -> None:
    with pytest.raises(ValueError, match="1 to 4 boxes"):
        standard_table(SWITCH, boxes=5)


def test_the_example_of_the_contract_lacks_only_calibration_points() -> None:
    text = Path(__file__).parents[3].joinpath("docs/architecture.md").read_text()
    example = text.split("```toml\n")[1].split("```")[0]
    with pytest.raises(TableFileError, match=r"calibration.point: .*at least 4"):
        parse_table(example)
    point = "[[calibration.point]]\nmm = [{}, {}]\npx = [{}, {}]\n"
    more = "".join(point.format(x, y, 960 + x, 140 + y) for x, y in [(500, 0), (-500, 600), (500, 600)])
    full = example.replace("px = [312.5, 140.0]", "px = [460.0, 140.0]").replace(
        "[dealer]", more + "[dealer]"
    )
    assert parse_table(full).box(1).hands[0].bet_mm == (430.0, 420.0)


def test_the_chip_set_is_in_minor_units() -> None:
    without = TEXT.partition("[[chip]]")[0]
    two = '[[chip]]\ncolour = "pink"\nvalue = 2.5\n[[chip]]\ncolour = "red"\nvalue = 5\n'
    chips = parse_table(without + two).chip_set
    assert chips is not None
    assert chips.chips == (Chip("red", 500), Chip("pink", 250))
    assert parse_table(without).chip_set is None


def test_the_film_draws_the_chips_of_the_table() -> None:
    chips = standard_table(SWITCH, minor_units=100).chip_set
    assert chips is not None
    assert [chip.value for chip in chips.chips] == [value for value, _, _ in DENOMINATIONS]


def _hull(table: Table, row: CardRow, cards: int) -> np.ndarray:
    corners = np.vstack([table.card_quad_mm(row.card_at(k), row.angle_deg) for k in range(cards)])
    return cv2.convexHull(corners.astype(np.float32))


def _index(quad: np.ndarray) -> np.ndarray:
    """The top left corner of a card: a sixth of its width, a quarter of its height."""
    right, down = (quad[1] - quad[0]) / 6, (quad[3] - quad[0]) / 4
    return quad[0] + np.array([0 * right, right, right + down, down])


def test_the_scale_around_many_points_is_that_around_each() -> None:
    table = standard_table("blackjack-switch", camera=Camera(elevation_deg=40))
    spots = [box.bet_mm for box in table.boxes]
    assert table.plane.px_per_mm(spots) == pytest.approx([table.px_per_mm_at(spot) for spot in spots])


def _two_cameras() -> Table:
    table = standard_table(SWITCH, camera=Camera(elevation_deg=65))
    side = scaled(Camera(name="side", elevation_deg=60, azimuth_deg=60, roll_deg=-60), 1280, 720)
    return seen_also_by(table, side)


def test_a_table_of_two_cameras_reads_back_equal_and_each_sees_the_same_felt() -> None:
    table = parse_table(format_table(_two_cameras()))
    assert table == _two_cameras()
    assert table.camera_names == ("overhead", "side")
    side = table.seen_by("side")
    assert (side.camera.name, side.camera.width, side.other_cameras) == ("side", 1280, ())
    assert side.boxes == table.boxes
    assert table.seen_by("overhead").plane is table.plane
    spot = table.boxes[0].bet_mm
    assert side.to_felt(side.to_picture(spot)) == pytest.approx(spot, abs=1e-6)
    assert np.linalg.norm(side.to_picture(spot) - table.to_picture(spot)) > 100
    side.check_size(1280, 720)


def test_a_further_camera_is_refused_in_one_line() -> None:
    text = format_table(_two_cameras())
    for was, is_now, complaint in (
        ('name = "side"', 'name = "overhead"', "different names"),
        ("width = 1280", "wide = 1280", "other_camera.1.width: missing"),
    ):
        with pytest.raises(TableFileError, match=complaint):
            parse_table(text.replace(was, is_now))
    table = _two_cameras()
    points = table.other_cameras[0].points
    bent = points[0].model_copy(update={"px": (points[0].px[0] + 200.0, points[0].px[1])})
    side = table.other_cameras[0].model_copy(update={"points": (bent, *points[1:])})
    with pytest.raises(TableFileError, match="camera side: calibration point 1"):
        parse_table(format_table(table.model_copy(update={"other_cameras": (side,)})))
    with pytest.raises(TableFileError, match="no camera roof, only overhead, side"):
        table.seen_by("roof")
