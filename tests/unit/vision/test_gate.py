from __future__ import annotations

import time

import numpy as np

from tests.unit.vision.world import small_table
from vision.layout.pose import Pose
from vision.synth.table import standard_table
from vision.tracks.gate import MotionGate, Settled, merged
from vision.tracks.thumbnail import CELL, grid_of

TABLE = small_table()


def felt(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(80, 2.0, (540, 960)), 0, 255).astype(np.uint8)


def with_card(picture: np.ndarray, x: float, y: float) -> np.ndarray:
    quad = Pose(x, y, 0).quad_px(TABLE)
    (x0, y0), (x1, y1) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
    picture[y0:y1, x0:x1] = 230
    return picture


def run(pictures: list[np.ndarray], step_us: int = 40_000) -> list[tuple[int, Settled]]:
    gate = MotionGate(grid_of(TABLE), margin_px=40)
    out = []
    for n, picture in enumerate(pictures):
        due = gate.see(picture, n * step_us)
        if due is not None:
            out.append((n, due))
    return out


def test_first_picture_is_read_and_noise_is_not() -> None:
    due = run([felt(n) for n in range(40)])
    assert [n for n, _ in due] == [0]


def test_card_is_due_once_when_it_has_rested() -> None:
    x, y = TABLE.row("1.1").at_mm
    due = run([felt(n) if n < 20 else with_card(felt(n), x, y) for n in range(60)])
    assert [n for n, _ in due][1:] == [26]
    ((x0, y0, x1, y1),) = due[1][1].boxes
    quad = Pose(x, y, 0).quad_px(TABLE)
    assert x0 < quad[:, 0].min() and x1 > quad[:, 0].max() and y0 < quad[:, 1].min() and y1 > quad[:, 1].max()
    assert x1 - x0 < 300


def test_what_keeps_moving_is_not_due_while_the_rest_is() -> None:
    xa, ya = TABLE.row("1.1").at_mm
    xb, yb = TABLE.row("3.1").at_mm

    def at(n: int) -> np.ndarray:
        picture = felt(n)
        if n >= 10:
            with_card(picture, xa, ya)
            with_card(picture, xb + 30 * (n % 5), yb)
        return picture

    due = run([at(n) for n in range(40)])[1:]
    assert due
    right = TABLE.to_picture([xb, yb])[0]
    assert all(x0 > right + 150 for _, settled in due for x0, *_ in settled.boxes)


def test_something_that_came_and_went_is_not_read_again() -> None:
    x, y = TABLE.row("1.1").at_mm
    assert len(run([with_card(felt(n), x, y) if 10 <= n < 12 else felt(n) for n in range(40)])) == 1


def test_outside_the_played_felt_nothing_is_due() -> None:
    def at(n: int) -> np.ndarray:
        picture = felt(n)
        x, y = (int(v) for v in TABLE.to_picture(TABLE.tray.at_mm))
        picture[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20] = 250 if n >= 10 else 80
        return picture

    assert len(run([at(n) for n in range(40)])) == 1


def test_grid_holds_every_card_of_every_hand() -> None:
    for table in (standard_table("blackjack-switch"), standard_table("russian-blackjack", boxes=7)):
        grid = grid_of(table)
        for box in table.boxes:
            for hand in box.hands:
                for k in range(6):
                    quad = Pose(*hand.card_at(k), hand.angle_deg).quad_px(table)
                    cells = grid.cells_of((*quad.min(axis=0), *quad.max(axis=0)))
                    assert cells.any()
                    x, y = ((quad.mean(axis=0) - (grid.left, grid.top)) / (CELL * grid.stride)).astype(int)
                    assert grid.inside[y, x]


def test_boxes_that_touch_are_joined() -> None:
    assert merged([(0, 0, 10, 10), (20, 0, 30, 10), (8, 5, 22, 8)]) == [(0, 0, 30, 10)]
    assert len(merged([(0, 0, 10, 10), (11, 0, 20, 10)])) == 2


def test_frame_with_nothing_new_costs_a_fraction_of_a_millisecond() -> None:
    table = standard_table("blackjack-switch")
    gate = MotionGate(grid_of(table), margin_px=60)
    picture = np.full((1080, 1920), 80, np.uint8)
    for n in range(20):
        gate.see(picture, n * 40_000)
    began = time.process_time()
    for n in range(20, 220):
        gate.see(picture, n * 40_000)
    assert (time.process_time() - began) / 200 < 0.002


def test_what_moved_and_was_not_read_may_have_come_then_whatever_moves_there_later() -> None:
    gate = MotionGate(grid_of(TABLE), margin_px=40)
    x, y = (int(v) for v in TABLE.to_picture(TABLE.row("1.1").at_mm))

    def at(n: int) -> np.ndarray:
        picture = felt(n)
        if n >= 10:
            picture[y - 8 : y + 8, x - 8 : x + 8] = 230 if n < 18 else 150  # a shadow falls on it
            picture[y - 20 : y + 20, x + 24 + 8 * (n % 2) : x + 60] = (
                230  # moves beside it: it is not read yet
            )
        return picture

    for n in range(19):
        settled = gate.see(at(n), n * 40_000)
        assert settled is None or n == 0
    came = gate.stirred_us[gate.grid.cells_of((x - 4.0, y - 4.0, x + 4.0, y + 4.0))]
    assert set(came.ravel().tolist()) == {400_000}
