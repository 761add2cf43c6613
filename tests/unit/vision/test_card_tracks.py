from __future__ import annotations

from dataclasses import replace

from tests.unit.vision.test_matching import GRID, LOOK, TABLE, seen, track
from tracker.cards import UNKNOWN, Card
from vision.layout.places import Seat
from vision.layout.pose import Pose
from vision.tracks.card_track import Phase
from vision.tracks.card_tracks import CardTracks
from vision.tracks.patience import Patience
from vision.tracks.presence import Presences


def test_what_was_read_once_and_has_no_place_gives_way_to_the_card_that_came_there() -> None:
    tracks = CardTracks(TABLE, GRID, Patience())
    x, y = TABLE.row("1.1").at_mm
    there = Pose(x, y, 0)
    glimpse = track(1, seen("8d", 0.88, there), Phase.NEW)
    knave = track(2, seen("Jd", 0.98, Pose(x - 150, y, 0)), Phase.LOST)
    knave.seat, knave.told = Seat("1.2", sideways=False, slot=1), Card.parse("Jd")
    for card in (glimpse, knave):
        card.patch = Presences(TABLE, GRID, hold_us=20_000_000).patch(card.pose, LOOK)
    assert glimpse.reading[0] == UNKNOWN
    tracks.cards += [glimpse, knave]
    tracks.update(replace(LOOK, seen=[seen("Jd", 0.99, there)]))
    assert tracks.cards == [knave]
    assert knave.pose.distance_mm(there) < 1.0
