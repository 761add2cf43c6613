from __future__ import annotations

import pytest

from tests.unit.vision.world import sighting, small_table
from vision.layout.places import Lying, Places, rows_of
from vision.layout.pose import Pose, seen_on_felt
from vision.synth.table import standard_table
from vision.table import Table


@pytest.mark.parametrize("profile", ["blackjack-switch", "russian-blackjack"])
def test_every_slot_of_every_hand_is_that_hands(profile: str) -> None:
    table = standard_table(profile)
    places = Places(table)
    for place, row in rows_of(table).items():
        lying: list[Lying] = []
        box, _, hand = place.partition(".")
        lying += [
            Lying(f"{box}.{n}", Pose(*table.row(f"{box}.{n}").at_mm, 0)) for n in range(1, int(hand or 1))
        ]
        for k in range(6):
            pose = Pose(*row.card_at(k), row.angle_deg)
            seat = places.seat(pose, lying)
            assert seat is not None and (seat.place, seat.sideways, seat.slot) == (place, False, k + 1)
            lying.append(Lying(place, pose))
        across = Pose(*row.sideways_at(2), row.angle_deg + 90)
        seat = places.seat(across, lying)
        assert seat is not None and (seat.place, seat.sideways, seat.slot) == (place, True, 3)


def test_card_turned_around_is_not_sideways() -> None:
    table = small_table()
    row = table.row("1.1")
    seat = Places(table).seat(Pose(*row.at_mm, row.angle_deg + 178))
    assert seat is not None and not seat.sideways


def test_far_from_every_hand_is_nowhere() -> None:
    table = small_table()
    assert Places(table).seat(Pose(60.0, 175.0, 0.0)) is None


def test_card_that_lies_on_the_cards_of_a_hand_is_that_hands() -> None:
    table = small_table()
    places = Places(table)
    (xa, ya), (xb, yb) = table.row("2.1").at_mm, table.row("2.2").at_mm
    between = Pose((xa + xb) / 2 - 15, (ya + yb) / 2, 0)
    assert places.seat(between) is None
    seat = places.seat(between, [Lying("2.2", Pose(between.x - 60, between.y, 0))])
    assert seat is not None and seat.place == "2.2"


def test_tray_and_shoe_are_out_of_play() -> None:
    table = small_table()
    places = Places(table)
    for spot in (table.tray, table.shoe):
        assert places.is_idle(Pose(*spot.at_mm, 0)) and places.seat(Pose(*spot.at_mm, 0)) is None


def test_hole_card_laid_before_the_upcard_came_second() -> None:
    table = small_table()
    places, row = Places(table), table.dealer
    (x, y), (dx, dy) = row.at_mm, row.fan_mm
    order = [places.along("d", Pose(x + k * dx, y + k * dy, 0)) for k in (0, -1, 1, 2)]
    assert order == sorted(order)


class TestPose:
    table: Table = small_table()

    def test_quad_and_pose_are_inverse(self) -> None:
        for angle in (0.0, 37.0, 180.0, 301.0):
            pose = Pose(120.0, 430.0, angle)
            seen = seen_on_felt(sighting(pose.quad_px(self.table), "Th", 0.9, up=True), self.table)
            assert seen is not None
            assert seen.pose.distance_mm(pose) < 1.5 and seen.pose.turn_deg(pose) < 1.5
            assert abs((seen.pose.angle_deg - angle + 180) % 360 - 180) < 1.5

    @pytest.mark.parametrize("scale", [0.5, 1.45])
    def test_outline_of_another_size_is_no_card(self, scale: float) -> None:
        quad = Pose(120.0, 430.0, 10.0).quad_px(self.table)
        grown = quad.mean(axis=0) + scale * (quad - quad.mean(axis=0))
        assert seen_on_felt(sighting(grown, "Th", 0.9, up=True), self.table) is None

    def test_averaging_takes_the_short_way_round(self) -> None:
        middle = Pose(0, 0, 355).towards(Pose(10, 0, 5), 0.5)
        assert middle.x == 5 and middle.turn_deg(Pose(0, 0, 0)) < 1e-6
        assert Pose(0, 0, 179).towards(Pose(0, 0, 1), 0.5).turn_deg(Pose(0, 0, 0)) < 1e-6


def test_a_box_without_cards_has_no_free_place_for_its_second_hand() -> None:
    table = small_table()
    places = Places(table)
    first, second = (Pose(*table.row(place).at_mm, table.row(place).angle_deg) for place in ("2.1", "2.2"))
    assert places.free_misfit_mm(first, []) < 1.0
    assert places.free_misfit_mm(second, []) > 30.0
    assert places.free_misfit_mm(second, [Lying("2.1", first)]) < 1.0
