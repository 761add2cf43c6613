from __future__ import annotations

import numpy as np

from tests.unit.vision.world import sighting, small_table
from vision.layout.pose import Pose
from vision.overlay import draw
from vision.watch import TableCard

TABLE = small_table()


def test_outlines_and_labels_are_drawn_on_a_copy() -> None:
    image = np.full((540, 960, 3), 40, np.uint8)
    quad = Pose(*TABLE.row("1.1").at_mm, 0.0).quad_px(TABLE)
    card = TableCard(track=1, quad_px=quad, card="Th", p=0.98, face_up=True, place="1.1")
    out = draw(
        image, [card, sighting(quad - 200, "5c", 0.7, up=True), sighting(quad - 300, "5c", 0.7, up=False)]
    )
    assert (image == 40).all() and out.shape == image.shape
    for corner in quad:
        x, y = corner.astype(int)
        assert (out[y - 4 : y + 5, x - 4 : x + 5] != 40).any()


def test_card_at_the_border_is_drawn_without_an_error() -> None:
    quad = np.array([[-20, -30], [30, -30], [30, 40], [-20, 40]], float)
    card = TableCard(track=1, quad_px=quad, card="??", p=0.5, face_up=True, place="")
    assert draw(np.zeros((60, 80, 3), np.uint8), [card]).any()
