from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.read.crops import CROP_H, CROP_W, cut, grown, not_too_narrow

SQUARE = np.array([[10, 10], [20, 10], [20, 30], [10, 30]], np.float32)


def test_a_crop_is_upright_whatever_the_direction_of_the_index() -> None:
    picture = np.zeros((120, 120, 3), np.uint8)
    cv2.rectangle(picture, (50, 40), (69, 49), (255, 255, 255), -1)
    upright = np.array([[50, 40], [70, 40], [70, 70], [50, 70]], np.float32)
    assert cut(picture, upright)[: CROP_H // 4].mean() > 250
    assert cut(picture, np.roll(upright, 2, axis=0))[: CROP_H // 4].mean() < 5
    assert cut(picture, upright).shape == (CROP_H, CROP_W, 3)


def test_growing_keeps_the_centre() -> None:
    big = grown(SQUARE, 1.5)
    assert big.mean(axis=0) == pytest.approx(SQUARE.mean(axis=0))
    assert big[2] - big[0] == pytest.approx((SQUARE[2] - SQUARE[0]) * 1.5)


def test_a_slim_index_gets_room_beside_it() -> None:
    slim = np.array([[10, 10], [14, 10], [14, 30], [10, 30]], np.float32)
    wide = not_too_narrow(slim)
    assert wide[1, 0] - wide[0, 0] == pytest.approx(10)
    assert wide.mean(axis=0) == pytest.approx(slim.mean(axis=0))
    assert not_too_narrow(SQUARE) is SQUARE
