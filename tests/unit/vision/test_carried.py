"""Which cards are read on their way, and which lie under what moves."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.vision.world import sighting, small_table
from vision.layout.pose import Pose, SeenCard
from vision.tracks.card_track import CardTrack, Phase
from vision.tracks.carried import Carried
from vision.tracks.felt_memory import Patch
from vision.tracks.presence import Presences
from vision.tracks.thumbnail import grid_of
from vision.tracks.view import View

TABLE = small_table()
GRID = grid_of(TABLE)
HERE, FARTHER_ON, ELSEWHERE = Pose(0, 300, 0), Pose(6, 300, 0), Pose(-150, 300, 0)


def nine(pose: Pose, card: str = "9s") -> SeenCard:
    return SeenCard(sighting(pose.quad_px(TABLE), card, 0.97, up=True), pose)


def look(pts_us: int, seen: SeenCard, *, moves: bool = True) -> View:
    everywhere = np.full((GRID.height, GRID.width), True)
    return View(
        pts_us=pts_us,
        seen=[seen],
        samples=np.zeros((GRID.height, GRID.width, 3), np.uint8),
        read=everywhere,
        changed=everywhere,
        busy=everywhere,
        moving=everywhere if moves else ~everywhere,
        rest_us=lambda _: 0,
        stirred_us=np.zeros(everywhere.shape, np.int64),
        fleeting=True,
    )


def carried() -> Carried:
    return Carried(Presences(TABLE, GRID, hold_us=20_000_000))


def test_what_is_read_once_where_much_moves_is_on_its_way() -> None:
    one = nine(HERE)
    assert carried().without(look(0, one), []) == []
    assert carried().without(look(0, one, moves=False), []) == [one]


def test_what_is_read_again_on_the_same_spot_lies_there() -> None:
    again = nine(HERE)
    for first, at_us, lies in (
        (nine(HERE), 83_000, True),
        (nine(HERE), 40_000, False),
        (nine(HERE), 900_000, False),
        (nine(FARTHER_ON), 83_000, False),
        (nine(HERE, "8s"), 83_000, False),
        (nine(Pose(0, 300, 20)), 83_000, False),
    ):
        hands = carried()
        hands.without(look(0, first), [])
        assert (hands.without(look(at_us, again), []) == [again]) is lies


def test_what_is_read_where_something_rests_that_was_not_read_lies_there() -> None:
    one = nine(HERE)
    for at, rests, lies in ((HERE, True, True), (HERE, False, False), (Pose(12, 300, 0), True, False)):
        unread = CardTrack(
            1, at, True, 0, Patch.of(np.zeros((8, 8, 3), np.uint8), np.zeros((8, 8), np.bool_))
        )
        unread.rests = rests
        assert (carried().without(look(0, one), [unread]) == [one]) is lies
        unread.observe(nine(at, "8s"), 0, unread.patch, changed=False)
        assert carried().without(look(0, one), [unread]) == [], "an eight has come there"


@pytest.mark.parametrize("lay", [HERE, ELSEWHERE])
def test_a_card_that_lay_somewhere_may_be_on_its_way_from_there(lay: Pose) -> None:
    one = nine(HERE)
    before = CardTrack(1, lay, True, 0, Patch.of(np.zeros((8, 8, 3), np.uint8), np.zeros((8, 8), np.bool_)))
    before.observe(nine(lay), 0, before.patch, changed=False)
    for phase, known in ((Phase.LOST, True), (Phase.PLACED, True), (Phase.NEW, False)):
        before.phase = phase
        hands = carried()
        hands.without(look(0, one), [before])
        assert (hands.without(look(83_000, one), [before]) == []) is known
