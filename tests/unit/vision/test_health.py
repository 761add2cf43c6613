from __future__ import annotations

import numpy as np

from vision.health import CameraHealth, HealthChange

RNG = np.random.default_rng(1)
TABLE = RNG.integers(40, 160, (160, 400)).astype(np.uint8)


def run(pictures: list[np.ndarray], *, tells_frozen: bool = True) -> list[HealthChange]:
    health = CameraHealth(tells_frozen=tells_frozen)
    return [change for n, picture in enumerate(pictures) for change in health.see(picture, n * 200_000)]


def live(count: int, base: np.ndarray = TABLE) -> list[np.ndarray]:
    return [np.clip(base + RNG.normal(0, 2, base.shape), 0, 255).astype(np.uint8) for _ in range(count)]


def test_live_pictures_are_healthy_even_when_cards_come() -> None:
    cards = TABLE.copy()
    cards[20:120, 50:350] = 240
    assert run([*live(20), *live(20, cards), *live(20)]) == []


def test_dark_is_told_after_a_second_with_the_time_it_began() -> None:
    dark = [np.full(TABLE.shape, 3, np.uint8)] * 10
    changes = run([*live(10), *dark, *live(5)])
    assert [(c.pts_us, c.is_blind, c.reason) for c in changes] == [
        (2_000_000, True, "dark"),
        (4_000_000, False, ""),
    ]


def test_short_darkness_is_not_told() -> None:
    assert run([*live(10), *[np.full(TABLE.shape, 3, np.uint8)] * 3, *live(5)]) == []


def test_covered_lens_is_told() -> None:
    palm = [
        np.full(TABLE.shape, 150, np.uint8) + RNG.integers(0, 4, TABLE.shape).astype(np.uint8)
        for _ in range(10)
    ]
    changes = run([*live(10), *palm])
    assert [(c.is_blind, c.reason) for c in changes] == [(True, "covered")]


def test_frozen_picture_is_told_and_stills_are_never_frozen() -> None:
    assert [c.reason for c in run([TABLE] * 25)] == ["frozen"]
    assert run([TABLE] * 25, tells_frozen=False) == []
