"""Two cameras on one table: worlds with the same cards, each with what hides them from its own camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.unit.vision.world import Faults, Hand, World, WorldReader, WorldSource, small_table, told
from tracker.facts import CameraOut, CardPlaced, CardRead, CardTaken, Evidence, Fact, FactBody, SpotSeen
from vision.calibrate.camera import Camera
from vision.errors import TableFileError
from vision.layout.pose import Pose
from vision.look import Covered
from vision.merge.merger import Merger
from vision.merge.recordings import on_clock, watch_together
from vision.sightings import Sighting
from vision.synth.table import seen_also_by
from vision.table import Table
from vision.watch import Look

FRONT, SIDE = "overhead", "side"


def two_cameras() -> Table:
    side = Camera(
        name=SIDE, width=800, height=450, focal_px=1200.0, elevation_deg=60, azimuth_deg=50, roll_deg=-50
    )
    return seen_also_by(small_table(), side)


def two_worlds() -> tuple[World, World]:
    table = two_cameras()
    return World(table.seen_by(FRONT)), World(table.seen_by(SIDE))


def lay(worlds: Sequence[World], card: str, place: str, k: int, since: float, until: float = 1e9) -> None:
    for world in worlds:
        world.lay(card, place, k, since, until)


def over(world: World, place: str, since: float, until: float, shake: float = 0.0) -> None:
    x, y = world.table.row(place).at_mm
    corners = [(x - 90, y - 70), (x + 120, y - 70), (x + 120, y + 90), (x - 90, y + 90)]
    world.hands.append(Hand(corners, since, until, shake))


class BothReaders:
    """The reader of each camera's world, by the table that it is asked about."""

    def __init__(self, readers: dict[str, WorldReader]) -> None:
        self.readers, self.now = readers, ""

    def read_table(self, image: object, table: Table, *args: object, **more: object) -> list[Sighting]:
        return self.readers[table.camera.name].read_table(image, table, *args, **more)  # type: ignore[arg-type]

    def read(self, image: object, *, least_p: float) -> list[Sighting]:
        return []


def seen_together(
    worlds: tuple[World, World],
    until: float,
    *,
    late: float = 0.0,
    faults: tuple[Faults, Faults] = (Faults(), Faults()),
    until_of: tuple[float, float] | None = None,
) -> list[Fact]:
    """Facts of both; the second camera's clock shows 0 when `late` seconds have passed, and it sends as many less."""
    names = (FRONT, SIDE)
    ends = until_of or (until, until)
    sources = {
        name: LateSource(world, end, start=late if name == SIDE else 0.0)
        for name, world, end in zip(names, worlds, ends, strict=True)
    }
    readers = {
        name: WorldReader(world, sources[name], fault)
        for name, world, fault in zip(names, worlds, faults, strict=True)
    }
    items = watch_together(sources, two_cameras(), BothReaders(readers), offsets_us={SIDE: round(late * 1e6)})
    return [i for i in items if not isinstance(i, Look) and not isinstance(i.body, SpotSeen)]


class LateSource(WorldSource):
    """A recording whose clock shows 0 at second `start` of its world."""

    def __iter__(self):  # type: ignore[no-untyped-def]
        for frame in super().__iter__():
            if frame.pts_us >= self.start * 1e6:
                yield replace(frame, pts_us=frame.pts_us - round(self.start * 1e6))


def test_a_card_that_both_see_is_one_card_with_the_evidence_of_both() -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 1.0, 6.0)
    lay(worlds, "8h", "1.1", 1, 2.0, 6.0)
    lay(worlds, "Jc", "2.1", 0, 3.0, 6.0)
    unsure = Faults(p=0.93)
    facts = seen_together(worlds, 9.0, faults=(unsure, unsure))
    assert told(facts)[:3] == ["placed 1.1 8h", "placed 1.1 8h", "placed 2.1 Jc"]
    assert sorted(told(facts)[3:-1]) == ["taken 8h", "taken 8h", "taken Jc"]
    placed = [f.body for f in facts if isinstance(f.body, CardPlaced)]
    assert all(body.p > 0.97 for body in placed), "surer than each of them"
    assert [f.pts_us for f in facts] == sorted(f.pts_us for f in facts)
    for camera in (FRONT, SIDE):
        numbers = [f.seq for f in facts if f.source == f"camera:{camera}"]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("hidden", [0, 1])
def test_what_one_camera_does_not_see_the_other_tells_at_once(hidden: int) -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 2.0)
    over(worlds[hidden], "1.1", 1.2, 7.0, shake=20.0)
    facts = seen_together(worlds, 9.0)
    assert told(facts)[:-1] == ["placed 1.1 8h"]
    assert abs(facts[0].pts_us / 1e6 - 2.0) < 0.3
    assert facts[0].source == f"camera:{(SIDE, FRONT)[hidden]}"
    assert facts[0].evidence is not None
    view = two_cameras().seen_by((SIDE, FRONT)[hidden])
    row = view.row("1.1")
    quad = view.to_picture(view.card_quad_mm(row.at_mm, row.angle_deg))
    assert np.abs(np.array(facts[0].evidence.quad_px) - quad).max() < 3, "in that camera's picture"


@pytest.mark.parametrize("hidden", [0, 1])
def test_a_card_hidden_from_one_camera_is_taken_when_the_other_sees_it_leave(hidden: int) -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 1.0, 5.0)
    lay(worlds, "4d", "2.1", 0, 1.5)
    over(worlds[hidden], "1.1", 3.0, 8.0)
    facts = seen_together(worlds, 10.0)
    assert told(facts)[2:-1] == ["taken 8h"]
    assert abs(facts[2].pts_us / 1e6 - 5.0) < 0.5


def test_a_hand_over_a_card_takes_it_from_neither() -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 1.0)
    over(worlds[0], "1.1", 3.0, 6.0)
    over(worlds[1], "1.1", 4.0, 7.0)
    assert told(seen_together(worlds, 9.0))[:-1] == ["placed 1.1 8h"]


def test_cameras_that_name_a_card_otherwise_leave_it_unread() -> None:
    worlds = two_worlds()
    worlds[0].lay("9h", "1.1", 0, 1.0)
    worlds[1].lay("6h", "1.1", 0, 1.0)
    lay(worlds, "Jc", "2.1", 0, 2.0)
    facts = seen_together(worlds, 5.0)
    assert sum(isinstance(f.body, CardPlaced) for f in facts) == 2, "one card where two names are told"
    last: dict[int, str] = {}
    for fact in facts:
        if isinstance(fact.body, CardPlaced | CardRead):
            last[fact.body.track] = fact.body.card
    assert sorted(last.values()) == ["??", "Jc"]


def test_the_table_goes_on_with_one_camera_and_is_blind_without_any() -> None:
    worlds = two_worlds()
    worlds[0].dark, worlds[1].dark = [(2.0, 8.0)], [(5.0, 7.0)]
    lay(worlds, "8h", "1.1", 0, 1.0)
    lay(worlds, "Jc", "2.1", 0, 4.0)
    lay(worlds, "5d", "2.2", 0, 9.5)
    facts = seen_together(worlds, 12.0)
    assert told(facts)[:-1] == [
        "placed 1.1 8h", "camera-out", "placed 2.1 Jc", "camera-blind", "camera-back", "camera-in", "placed 2.2 5d"
    ]  # fmt: skip
    out = facts[1]
    assert isinstance(out.body, CameraOut) and (out.source, out.body.reason) == ("camera:overhead", "dark")
    assert facts[2].source == "camera:side"
    assert facts[3].source == "camera:side", "the last one that saw"


def test_a_recording_that_ends_first_leaves_the_table_to_the_other() -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 1.0)
    lay(worlds, "Jc", "2.1", 0, 6.0)
    facts = seen_together(worlds, 9.0, until_of=(4.0, 9.0))
    assert told(facts) == ["placed 1.1 8h", "camera-out", "placed 2.1 Jc", "recording-ended"]


@pytest.mark.parametrize("late", [0.08, 0.4, 2.4])
def test_recordings_that_began_apart_are_brought_onto_one_clock(late: float) -> None:
    worlds = two_worlds()
    for n, (card, place) in enumerate((("8h", "1.1"), ("Jc", "1.2"), ("4d", "2.1"), ("9s", "2.2"))):
        lay(worlds, card, place, 0, 3.2 + 0.8 * n, 8.0)
    facts = seen_together(worlds, 11.0, late=late)
    assert told(facts)[:4] == ["placed 1.1 8h", "placed 1.2 Jc", "placed 2.1 4d", "placed 2.2 9s"]
    assert [f.body.kind for f in facts[4:8]] == ["card-taken"] * 4
    assert all(abs(f.pts_us / 1e6 - 3.2 - 0.8 * n) < 0.3 for n, f in enumerate(facts[:4]))


@pytest.mark.parametrize("skew_us", [-60_000, 60_000])
def test_clocks_that_differ_a_little_make_no_second_card(skew_us: int) -> None:
    worlds = two_worlds()
    for n, (card, place) in enumerate((("8h", "1.1"), ("Jc", "1.2"), ("4d", "2.1"))):
        lay(worlds, card, place, 0, 1.0 + 0.6 * n, 5.0)
    worlds[1].stays = [
        replace(s, since=s.since + skew_us / 1e6, until=s.until + skew_us / 1e6) for s in worlds[1].stays
    ]
    facts = seen_together(worlds, 8.0)
    assert told(facts)[:3] == ["placed 1.1 8h", "placed 1.2 Jc", "placed 2.1 4d"]
    assert len(facts) == 7


def test_a_switch_and_a_split_are_told_once() -> None:
    worlds = two_worlds()
    lay(worlds, "8h", "1.1", 0, 1.0)
    lay(worlds, "8c", "1.1", 1, 2.0, 4.0)
    for world in worlds:
        world.lay("8c", "1.3", 0, 4.5, slide=0.5, origin=Pose(300, 400, 0))
    lay(worlds, "Js", "1.1", 1, 6.0)
    assert told(seen_together(worlds, 8.0))[:-1] == [
        "placed 1.1 8h", "placed 1.1 8c", "moved 8c to 1.3", "placed 1.1 Js"
    ]  # fmt: skip


def test_a_hole_card_that_one_camera_sees_turned_is_read() -> None:
    worlds = two_worlds()
    for world in worlds:
        world.lay("Qs", "d", 0, 1.0, 4.0, up=False)
        world.lay("6h", "d", 1, 2.0)
        world.lay("Qs", "d", 0, 4.2)
    over(worlds[0], "d", 3.5, 7.0)
    facts = seen_together(worlds, 9.0)
    assert told(facts)[:-1] == ["placed d ??", "placed d 6h", "read ?? as Qs"]
    assert abs(facts[2].pts_us / 1e6 - 4.2) < 0.4


def test_recordings_of_another_table_are_refused() -> None:
    worlds = two_worlds()
    rng = np.random.default_rng(1)
    for n in range(12):
        at = Pose(float(rng.uniform(-350, 350)), float(rng.uniform(150, 250)), 0)
        for world in worlds:
            world.lay("8h", "1.1", 0, 1.0 + 0.8 * n, 1.7 + 0.8 * n).pose = at
    with pytest.raises(TableFileError, match="wrong table for the cameras"):
        seen_together(worlds, 11.0)


# The merger by itself


def placed(camera: str, track: int, at_us: int, card: str = "8h", p: float = 0.98, **more: object) -> Fact:
    row = two_cameras().row("1.1")
    x, y = row.card_at(0)
    body = CardPlaced(
        track=track,
        place="1.1",
        card=card,
        p=p,
        face_up=True,
        slot=1,
        x_mm=x,
        y_mm=y,
        **more,  # type: ignore[arg-type]
    )
    return fact(camera, body, at_us)


def fact(camera: str, body: FactBody, at_us: int) -> Fact:
    return Fact(
        table="T", source=f"camera:{camera}", pts_us=at_us, body=body, evidence=Evidence(pts_us=at_us)
    )


def test_a_card_of_which_one_camera_is_unsure_waits_a_moment_for_the_other() -> None:
    merger = Merger(two_cameras())
    assert merger.take(FRONT, placed(FRONT, 1, 1_000_000, "9h", p=0.9)) == []
    (both,) = merger.take(SIDE, placed(SIDE, 7, 1_050_000, "9h", p=0.92))
    assert isinstance(both.body, CardPlaced) and both.body.p > 0.97
    alone = Merger(two_cameras())
    assert alone.take(FRONT, placed(FRONT, 1, 1_000_000, "9h", p=0.9)) == []
    (told_late,) = alone.advance(FRONT, 1_300_000)
    assert isinstance(told_late.body, CardPlaced) and told_late.pts_us == 1_000_000


def test_a_face_that_one_camera_alone_sees_and_cannot_read_may_be_no_card() -> None:
    def unread() -> Merger:
        merger = Merger(two_cameras())
        assert merger.take(SIDE, placed(SIDE, 1, 1_000_000, "??", p=0.9)) == []
        assert merger.advance(FRONT, 2_900_000) == []
        return merger

    gone = unread()
    assert gone.take(SIDE, fact(SIDE, CardTaken(track=1), 3_000_000)) == []
    assert gone.advance(SIDE, 9_000_000) == [], "a hand was taken for a card"
    (stays,) = unread().advance(SIDE, 3_600_000)
    (named,) = unread().take(SIDE, fact(SIDE, CardRead(track=1, card="8h", p=0.99), 3_000_000))
    (seen,) = unread().take(FRONT, placed(FRONT, 1, 3_000_000))
    for told_now, name in ((stays, "??"), (named, "8h"), (seen, "8h")):
        assert isinstance(told_now.body, CardPlaced) and told_now.body.card == name
    alone = Merger(two_cameras())
    alone.lose(FRONT, "dark")
    (at_once,) = alone.take(SIDE, placed(SIDE, 1, 1_000_000, "??", p=0.9))
    assert isinstance(at_once.body, CardPlaced)


def test_a_connection_that_was_lost_says_its_cards_again_and_they_are_the_same() -> None:
    merger = Merger(two_cameras())
    merger.take(FRONT, placed(FRONT, 1, 1_000_000))
    assert [f.body.kind for f in merger.lose(FRONT, "lost")] == ["camera-out"]
    assert [f.body.kind for f in merger.reconnect(FRONT)] == ["camera-in"]
    assert merger.take(FRONT, placed(FRONT, 31, 2_000_000)) == []
    assert merger.advance(FRONT, 9_000_000) == []


def test_a_card_that_went_while_its_only_camera_was_away_is_taken() -> None:
    merger = Merger(two_cameras())
    merger.take(FRONT, placed(FRONT, 1, 1_000_000))
    merger.lose(FRONT, "lost")
    assert merger.advance(SIDE, 8_000_000) == []
    merger.reconnect(FRONT)
    assert [f.body.kind for f in merger.advance(FRONT, 12_000_000)] == ["card-taken"]


def test_a_camera_that_was_mistaken_about_a_card_that_left_is_put_right() -> None:
    merger = Merger(two_cameras())
    merger.take(FRONT, placed(FRONT, 1, 1_000_000))
    merger.take(SIDE, placed(SIDE, 1, 1_010_000))
    merger.take(SIDE, Covered(2_000_000, frozenset({1})))

    gone = merger.take(FRONT, fact(FRONT, CardTaken(track=1), 3_000_000))
    assert [f.body.kind for f in gone] == ["card-taken"]
    assert merger.take(SIDE, Covered(3_200_000, frozenset())) == []
    (back,) = merger.advance(SIDE, 4_000_000)
    assert isinstance(back.body, CardPlaced) and (back.body.card, back.body.track) == ("8h", 2)


def test_a_camera_that_lags_behind_tells_of_cards_that_left_and_they_are_the_same() -> None:
    merger = Merger(two_cameras())
    told_first = [
        *merger.take(FRONT, placed(FRONT, 1, 1_000_000)),
        *merger.take(FRONT, fact(FRONT, CardTaken(track=1), 9_000_000)),
    ]
    assert [f.body.kind for f in told_first] == ["card-placed", "card-taken"]
    assert merger.advance(FRONT, 11_000_000) == []
    assert merger.take(SIDE, placed(SIDE, 1, 1_050_000)) == [], "four seconds late, and more"
    assert merger.advance(SIDE, 8_000_000) == []
    assert merger.take(SIDE, fact(SIDE, CardTaken(track=1), 9_020_000)) == []
    (new,) = merger.take(SIDE, placed(SIDE, 2, 12_000_000))
    assert isinstance(new.body, CardPlaced) and new.body.track == 2, "dealt to the same place after that"


def test_a_camera_that_lags_behind_does_not_keep_a_card_on_the_table() -> None:
    merger = Merger(two_cameras())
    merger.take(FRONT, placed(FRONT, 1, 1_000_000))
    merger.take(SIDE, placed(SIDE, 1, 1_010_000))
    assert merger.take(FRONT, fact(FRONT, CardTaken(track=1), 5_000_000)) == [], (
        "the other one may say otherwise"
    )
    assert merger.advance(SIDE, 2_000_000) == []
    assert [f.body.kind for f in merger.advance(FRONT, 6_600_000)] == ["card-taken"]
    assert merger.advance(SIDE, 4_000_000) == []
    assert merger.take(SIDE, fact(SIDE, CardTaken(track=1), 5_040_000)) == []


def test_a_bet_spot_is_as_a_camera_says_that_is_sure() -> None:
    merger = Merger(two_cameras())
    words = [
        (FRONT, "empty"),
        (SIDE, "empty"),
        (FRONT, "unsure"),
        (SIDE, "chips"),
        (FRONT, "chips"),
        (SIDE, "unsure"),
    ]
    heard = []
    for n, (camera, word) in enumerate(words):
        heard += merger.take(camera, fact(camera, SpotSeen(spot="1.1", shows=word), n * 1_000_000))
    assert [(f.source, f.body.shows) for f in heard if isinstance(f.body, SpotSeen)] == [
        ("camera:overhead", "empty"),
        ("camera:side", "chips"),
    ]


def test_a_fact_on_another_clock_keeps_what_it_says() -> None:
    moved = on_clock(placed(SIDE, 1, 5_000_000), -2_000_000)
    assert isinstance(moved, Fact) and moved.evidence is not None
    assert (moved.pts_us, moved.evidence.pts_us) == (3_000_000, 3_000_000)
    assert moved.id != placed(SIDE, 1, 5_000_000).id
