"""What the trials break things with must really break them: networks, disks, clocks."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

import pytest

from api.store.journal import utc_now
from api.trials.clocks import SteppedClock
from api.trials.disks import FileLimit, SmallDisk, disk_for
from api.trials.namespaces import Namespace, NoNamespaces, delete_namespace, make_namespace, sweep_namespaces
from api.trials.switch import FAIR, Switch, Weather

PACKETS = 200
MY_NETWORK = Path("/proc/thread-self/ns/net")


@pytest.fixture
def ends() -> Iterator[tuple[Switch, Namespace, Namespace]]:
    """Two namespaces with a switch between them."""
    sweep_namespaces()
    with ExitStack() as stack:
        try:
            here, there = (make_namespace(f"t{no}", f"10.213.8.{no}") for no in (1, 2))
        except NoNamespaces as error:
            pytest.skip(str(error))
        stack.callback(delete_namespace, here)
        stack.callback(delete_namespace, there)
        switch = Switch(seed=5)
        switch.plug_in(here)
        switch.plug_in(there)
        yield stack.enter_context(switch), here, there


def sent_through(here: Namespace, there: Namespace) -> list[int]:
    """Send numbered packets and return the numbers that come, in the order in which they do."""
    with there.inside():
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with here.inside():
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with receiver, sender:
        receiver.bind((there.address, 5000))
        receiver.settimeout(0.7)
        for number in range(PACKETS):
            sender.sendto(number.to_bytes(2, "big"), (there.address, 5000))
            time.sleep(0.0005)
        came = []
        try:
            while True:
                came.append(int.from_bytes(receiver.recv(16), "big"))
        except TimeoutError:
            return came


def test_a_cable_carries_loses_doubles_reorders_and_can_be_pulled(
    ends: tuple[Switch, Namespace, Namespace],
) -> None:
    switch, here, there = ends
    assert sent_through(here, there) == list(range(PACKETS))

    switch.set_weather(there, Weather(delay_s=0.01, jitter_s=0.02, loss=0.2, doubled=0.3))
    came = sent_through(here, there)
    assert came != sorted(came), "packets overtake each other"
    assert len(set(came)) < PACKETS - 10, "some are lost"
    assert len(came) > len(set(came)) + 10, "some come twice"

    switch.set_weather(there, Weather(cut=True))
    assert sent_through(here, there) == []
    switch.set_weather(there, FAIR)
    assert sent_through(here, there) == list(range(PACKETS))


def test_a_namespace_is_left_as_it_was_entered(ends: tuple[Switch, Namespace, Namespace]) -> None:
    before = MY_NETWORK.readlink()
    with ends[1].inside():
        assert MY_NETWORK.readlink() != before
    assert MY_NETWORK.readlink() == before


def test_a_filled_disk_takes_nothing_until_it_is_freed(tmp_path: Path) -> None:
    with disk_for(tmp_path / "data") as disk:
        assert isinstance(disk, SmallDisk) or os.geteuid()
        _fills(disk, tmp_path / "data" / "file")


def test_a_limit_on_files_stands_in_for_a_disk_of_its_own(tmp_path: Path) -> None:
    _fills(FileLimit(), tmp_path / "file")


def _fills(disk: SmallDisk | FileLimit | object, file: Path) -> None:
    assert isinstance(disk, (SmallDisk, FileLimit))
    disk.fill(os.getpid())
    try:
        with pytest.raises(OSError, match=r"No space left|File too large"):
            file.write_bytes(b"x" * 20_000)
    finally:
        disk.free(os.getpid())
    file.write_bytes(b"x" * 20_000)


def _tell_times(path: Path, told: object) -> None:
    from api.floor import host  # noqa: PLC0415  (bound before the clock is worn, as in a server)

    SteppedClock(path).wear()
    told.put((host.time(), utc_now().timestamp(), time.monotonic()))  # type: ignore[attr-defined]


def test_a_stepped_clock_is_wrong_for_the_process_that_wears_it_alone(tmp_path: Path) -> None:
    clock = SteppedClock(tmp_path / "clock")
    clock.step(-1800.0)
    context = get_context("spawn")
    told = context.SimpleQueue()
    process = context.Process(target=_tell_times, args=(tmp_path / "clock", told))
    process.start()
    wall, journalled, steady = told.get()
    process.join()
    assert wall - time.time() == pytest.approx(-1800, abs=60)
    assert journalled - time.time() == pytest.approx(-1800, abs=60)
    assert steady == pytest.approx(time.monotonic(), abs=60)
