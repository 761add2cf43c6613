"""A disk that fills up and a clock that jumps are journalled once each, and shown for as long as they last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.store.house_journal import HouseJournal
from api.store.journal import read_entries
from api.upkeep.watchman import TOLD_S, Machine, Watchman
from tracker.house_bodies import ClockJumped, DiskState

MB = 1_000_000


class Fake:
    """A machine whose clocks and disk a test sets."""

    def __init__(self) -> None:
        self.wall, self.steady, self.free = 1_000_000.0, 500.0, 50_000 * MB

    def passes(self, seconds: float, *, jumps: float = 0.0) -> None:
        self.wall += seconds + jumps
        self.steady += seconds


@pytest.fixture
def fake() -> Fake:
    return Fake()


@pytest.fixture
def watchman(tmp_path: Path, fake: Fake) -> Iterator[Watchman]:
    journal = HouseJournal(tmp_path / "house.db")
    machine = Machine(lambda: fake.wall, lambda: fake.steady, lambda _: fake.free)
    yield Watchman(tmp_path, journal, machine)
    journal.close()


def told(tmp_path: Path) -> list[object]:
    return [entry.fact.body for entry in read_entries(tmp_path / "house.db")]


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 5.0])
def test_a_clock_that_jumps_is_told_once_and_shown_for_an_hour(
    watchman: Watchman, fake: Fake, tmp_path: Path, jump: float
) -> None:
    fake.passes(2)
    watchman.look()
    assert watchman.standing() == []
    fake.passes(2, jumps=jump)
    watchman.look()
    fake.passes(2)
    watchman.look()
    assert told(tmp_path) == [ClockJumped(seconds=jump)]
    (alarm,) = watchman.standing()
    assert (alarm.code, f"{jump:+.0f} s" in alarm.text) == ("clock-jumped", True)
    fake.passes(TOLD_S + 1)
    watchman.look()
    assert watchman.standing() == []


def test_a_clock_that_is_kept_right_has_not_jumped(watchman: Watchman, fake: Fake, tmp_path: Path) -> None:
    for _ in range(50):
        fake.passes(2, jumps=0.1)
        watchman.look()
    assert told(tmp_path) == [] and watchman.standing() == []


def test_a_disk_that_fills_up_is_told_at_each_step_and_when_there_is_room_again(
    watchman: Watchman, fake: Fake, tmp_path: Path
) -> None:
    for free_mb, codes in ((50_000, []), (1500, ["disk-low"]), (1400, ["disk-low"]), (10, ["disk-full"])):
        fake.free = free_mb * MB
        watchman.look()
        assert [alarm.code for alarm in watchman.standing()] == codes
    fake.free = 9_000 * MB
    watchman.look()
    assert watchman.standing() == []
    states = [(body.state, body.free_mb) for body in told(tmp_path) if isinstance(body, DiskState)]
    assert states == [("low", 1500), ("full", 10), ("ok", 9000)]


def test_the_real_machine_is_asked_without_harm(tmp_path: Path) -> None:
    journal = HouseJournal(tmp_path / "house.db")
    watchman = Watchman(tmp_path, journal)
    watchman.start()
    watchman.look()
    watchman.stop()
    watchman.join(5)
    assert not watchman.is_alive()
    journal.close()
