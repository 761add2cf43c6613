"""A live table that two cameras watch: one stream of facts, the right camera's pictures, and how each camera stands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from api.errors import InputError
from api.evidence.cameras import Views
from api.evidence.pictures import decode_jpeg
from api.live.arrival import WINDOW_US, ArrivalClock
from api.live.eyes import EyesHere
from api.live.feeder import Feeder
from api.live.hub import Hub
from api.live.orders import orders_for
from api.live.several import SeveralCameras
from api.live.table import LiveTable
from tests.unit.vision.test_merge import FRONT, SIDE, lay, over, two_cameras, two_worlds
from tests.unit.vision.world import World, WorldReader, WorldSource, small_table, told
from tracker.facts import CameraOut, CardPlaced, Fact, SpotSeen
from tracker.profile import load_profile
from vision.errors import SourceError


@contextmanager
def live_table(folder: Path) -> Iterator[LiveTable]:
    live = LiveTable(two_cameras(), load_profile("blackjack-switch"), folder, Hub())
    try:
        yield live
    finally:
        live.close()


def feeder(
    together: SeveralCameras, name: str, source: Callable[[int], WorldSource], *, comes_back: bool = False
) -> Feeder:
    camera = together.camera(name)

    class Opened(WorldReader):
        """Reads the source that was opened last."""

    first = source(0)
    reader = Opened(first.world, first)

    def opened(offset_us: int) -> WorldSource:
        reader.source = source(offset_us)
        return reader.source

    eyes = EyesHere(camera.table, reader, opened, is_witness=True)
    clock = together.now_us if comes_back else lambda: together.began_us
    return Feeder(camera, eyes, comes_back=comes_back, clock=clock, by_arrival=comes_back)


def watch_both(live: LiveTable, worlds: tuple[World, World], until: float) -> SeveralCameras:
    together = SeveralCameras(live, comes_back=False)

    def camera(name: str, world: World) -> Feeder:
        return feeder(together, name, lambda _: WorldSource(world, until))

    feeders = [camera(FRONT, worlds[0]), camera(SIDE, worlds[1])]
    for one in feeders:
        one.start()
    for one in feeders:
        one.join(60)
    return together


def cards_of(live: LiveTable) -> list[Fact]:
    return [fact for fact in live.facts if not isinstance(fact.body, SpotSeen)]


def test_two_feeders_tell_one_table_and_each_finding_the_camera_that_saw_it(tmp_path: Path) -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 1.0)
    lay(worlds, "Jc", "2.1", 0, 2.0)
    over(worlds[0], "2.1", 1.2, 5.0)
    with live_table(tmp_path) as live:
        watch_both(live, worlds, 5.0)
        facts = cards_of(live)
        assert told(facts)[:2] == ["placed 1.1 8h", "placed 2.1 Jc"]
        assert [f.body.kind for f in facts].count("card-placed") == 2
        hidden = facts[1]
        assert hidden.source == "camera:side"
        assert hidden.evidence is not None
        # One recording may have ended a moment before the other: then that one's picture is the newest.
        shown = live.picture(None, marked=False)
        state = live.state()
        assert shown is not None and state.view is not None
        assert [camera.name for camera in state.camera.cameras] == [FRONT, SIDE]
        views = {live.table.seen_by(name).camera.width: live.table.seen_by(name) for name in (FRONT, SIDE)}
        view = views[decode_jpeg(shown).shape[1]]
        assert state.view.width in views
        in_view = views[state.view.width]
        marked = [mark.quad for mark in state.view.marks if mark.card == "8h"]
        row = live.table.row("1.1")
        quad = in_view.to_picture(in_view.card_quad_mm(row.at_mm, row.angle_deg))
        assert np.abs(np.array(marked[0]) - quad).max() < 4
        drawn = live.picture(None, marked=True)
        assert drawn is not None and decode_jpeg(drawn).shape[1] == view.camera.width


def test_a_table_goes_on_with_one_camera_of_two_and_says_so(tmp_path: Path) -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 0.8)
    lost = [False]

    def front(_: int) -> WorldSource:
        if lost[0]:
            raise SourceError("front: no answer")
        lost[0] = True
        return Paced(worlds[0], 2.0)

    with live_table(tmp_path) as live:
        together = SeveralCameras(live, comes_back=True)
        feeders = [
            feeder(together, FRONT, Twice(front), comes_back=True),
            feeder(together, SIDE, lambda _: Paced(worlds[1], 120.0), comes_back=True),
        ]
        for one in feeders:
            one.start()
        try:
            wait_until(lambda: any(isinstance(f.body, CameraOut) for f in live.facts))
            wait_until(lambda: live.state().camera.cameras[0].state == "lost")
            state = live.state()
            assert state.camera.state == "live"
            assert state.camera.reason == "one camera of two (overhead: lost)"
            assert state.view is not None
            wait_until(lambda: live.state().view.width == live.table.seen_by(SIDE).camera.width)  # type: ignore[union-attr]
            assert live.session.blind is None
        finally:
            for one in feeders:
                one.stop()
            for one in feeders:
                one.join(20)
        assert [f.body.card for f in live.facts if isinstance(f.body, CardPlaced)] == ["8h"]


def test_what_was_marked_in_one_picture_is_drawn_in_anothers_place() -> None:
    table = two_cameras()
    row = table.row("2.1")
    corners = table.card_quad_mm(row.at_mm, row.angle_deg)
    seen = {name: table.seen_by(name).to_picture(corners) for name in table.camera_names}
    views = Views(table)
    quad = tuple((float(x), float(y)) for x, y in seen[FRONT])
    assert np.abs(np.array(views.quad_in(quad, FRONT, SIDE)) - seen[SIDE]).max() < 1e-6
    assert views.quad_in(quad, FRONT, FRONT) == quad
    assert views.quad_in(quad, "", SIDE) == quad, "told by nobody's camera"


def test_a_camera_is_dated_by_the_picture_that_came_soonest() -> None:
    clock = ArrivalClock()
    assert clock.offset_us(0, 5_300_000) == 5_300_000
    assert clock.offset_us(40_000, 5_240_000) == 5_200_000, "the first one was late on the way"
    assert clock.offset_us(80_000, 5_600_000) == 5_200_000
    # A clock that runs slow falls behind by 2 ms a minute, and is followed.
    for n in range(1, 4):
        at = n * WINDOW_US + 6_000_000
        clock.offset_us(at - 5_200_000 - 2_000 * n, at)
    assert 5_200_000 < clock.offset_us(4 * WINDOW_US, 4 * WINDOW_US + 5_290_000) <= 5_206_000


def test_sources_are_of_all_cameras_or_of_the_first_of_each_table(tmp_path: Path) -> None:
    two, one = two_cameras(), small_table().model_copy(update={"name": "BJ-06"})
    every = orders_for(["rtsp://a/1", "rtsp://a/2", "rtsp://b/1"], [two, one], tmp_path)
    assert [[o.table.camera.name for o in orders] for orders in every] == [[FRONT, SIDE], [FRONT]]
    assert [[o.is_witness for o in orders] for orders in every] == [[True, True], [False]]
    assert len({o.ring for orders in every for o in orders}) == 3
    first = orders_for(["rtsp://a/1", "rtsp://b/1"], [two, one], tmp_path)
    assert [len(orders) for orders in first] == [1, 1] and first[0][0].table.other_cameras == ()
    with pytest.raises(InputError, match="for each of 2 tables, or for each of their 3 cameras, got 1"):
        orders_for(["rtsp://a/1"], [two, one], tmp_path)
    with pytest.raises(InputError, match="some of both"):
        orders_for(["rtsp://a/1", "side.mp4"], [two], tmp_path)


class Twice:
    """Opens as told, but for the first time, when a feeder is built."""

    def __init__(self, then: Callable[[int], WorldSource]) -> None:
        self.then, self.is_first = then, True

    def __call__(self, offset_us: int) -> WorldSource:
        if self.is_first:
            self.is_first = False
            return Paced(two_worlds()[0], 1.0)
        return self.then(offset_us)


class Paced(WorldSource):
    """A world at its own speed."""

    def __iter__(self):  # type: ignore[no-untyped-def]
        began = time.monotonic()
        for frame in super().__iter__():
            time.sleep(max(0.0, began + frame.pts_us / 1e6 - time.monotonic()))
            yield frame


def wait_until(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)
