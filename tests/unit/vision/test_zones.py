from __future__ import annotations

import numpy as np
import pytest

from vision.calibrate.camera import Camera
from vision.calibrate.zones import draw_zones, index_height_px
from vision.errors import TableFileError
from vision.synth.table import standard_table


def test_zones_are_drawn_where_the_table_puts_them_and_the_still_is_left_alone() -> None:
    table = standard_table("blackjack-switch", camera=Camera(elevation_deg=45))
    still = np.full((1080, 1920, 3), 90, np.uint8)
    drawn = draw_zones(still, table)
    assert (still == 90).all()
    for box in table.boxes:
        for hand in box.hands:
            quad = table.to_picture(table.card_quad_mm(hand.at_mm, hand.angle_deg))
            for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
                x, y = np.round((a + b) / 2).astype(int)
                assert (drawn[y - 2 : y + 3, x - 2 : x + 3] != 90).any()
    assert (drawn[5:40, 5:40] == 90).all()


def test_a_still_of_another_size_is_refused() -> None:
    with pytest.raises(TableFileError, match="wrong table for the camera"):
        draw_zones(np.zeros((360, 640, 3), np.uint8), standard_table("russian-blackjack"))


def test_an_index_is_lower_where_the_camera_sees_the_felt_at_a_slant() -> None:
    above, slanted = (standard_table("blackjack-switch", camera=Camera(elevation_deg=e)) for e in (90, 40))
    high, low = (index_height_px(table, table.row("2.1")) for table in (above, slanted))
    assert high == pytest.approx(0.18 * 88 * above.px_per_mm_at(above.row("2.1").at_mm), rel=0.02)
    assert 0.5 < low / high < 0.8
