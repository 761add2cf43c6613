from __future__ import annotations

import tracemalloc

import pytest

from tests.unit.vision.world import (
    Faults,
    Hand,
    Stay,
    World,
    WorldReader,
    WorldSource,
    facts_of,
    lying,
    small_table,
    told,
)
from tracker.facts import CameraBlind, CardPlaced, CardTaken, Fact
from vision.errors import TableFileError
from vision.layout.pose import Pose
from vision.table import HandPlace, Table
from vision.watch import watch

SHOE = Pose(500, 60, 0)


def dealt() -> World:
    """A round of Switch on two boxes: two cards to each hand, the dealer's first face down."""
    world = World(small_table())
    times = iter([1.0 + 0.8 * n for n in range(10)])
    for k, cards in enumerate((("Th", "5c", "9s", "Ad", None), ("6d", "Kc", "2c", "9d", "6h"))):
        for place, card in zip(("1.1", "1.2", "2.1", "2.2", "d"), cards, strict=True):
            world.lay(card or "Qs", place, k, next(times), 14.0, up=card is not None, slide=0.3, origin=SHOE)
    return world


def test_a_deal_is_told_card_by_card_in_order_and_cleared() -> None:
    facts = facts_of(dealt(), 16.0)
    assert told(facts)[:10] == [
        "placed 1.1 Th", "placed 1.2 5c", "placed 2.1 9s", "placed 2.2 Ad", "placed d ??",
        "placed 1.1 6d", "placed 1.2 Kc", "placed 2.1 2c", "placed 2.2 9d", "placed d 6h",
    ]  # fmt: skip
    assert all(f.slack_us < 0.7e6 for f in facts[:10]), "nothing hid them"
    rests = [f.pts_us / 1e6 for f in facts[:10]]
    assert all(abs(rest - (1.0 + 0.8 * n)) < 0.3 for n, rest in enumerate(rests))
    assert sorted(told(facts)[10:-1]) == sorted(
        f"taken {c}" for c in ["Th", "5c", "9s", "Ad", "??", "6d", "Kc", "2c", "9d", "6h"]
    )
    assert told(facts)[-1] == "recording-ended"
    assert [f.seq for f in facts] == list(range(1, 22))
    assert [f.pts_us for f in facts] == sorted(f.pts_us for f in facts)


@pytest.mark.parametrize("fps", [10.0, 12.0, 12.5, 25.0])
def test_switch_moves_both_second_cards(fps: float) -> None:
    world = dealt()
    for card, new, t in (("6d", "1.2", 10.4), ("Kc", "1.1", 10.9)):
        stay = next(s for s in world.stays if s.card == card)
        stay.until = t - 0.4
        world.lay(card, new, 1, t, 14.0, slide=0.4, origin=stay.pose)
    assert told(facts_of(world, 13.0, fps=fps))[10:-1] == ["moved 6d to 1.2", "moved Kc to 1.1"]


def test_split_moves_one_card_and_deals_to_both() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0)
    world.lay("8c", "1.1", 1, 2.0, 4.0)
    world.lay("8c", "1.3", 0, 4.5, slide=0.5, origin=Pose(300, 400, 0))
    world.lay("Js", "1.1", 1, 6.0)
    world.lay("Td", "1.3", 1, 7.0)
    assert told(facts_of(world, 9.0))[:-1] == [
        "placed 1.1 8h", "placed 1.1 8c", "moved 8c to 1.3", "placed 1.1 Js", "placed 1.3 Td"
    ]  # fmt: skip


def test_hole_card_is_turned_and_read() -> None:
    world = World(small_table())
    world.lay("Qs", "d", 0, 1.0, 4.0, up=False)
    world.lay("6h", "d", 1, 2.0)
    world.lay("Qs", "d", 0, 4.2)
    assert told(facts_of(world, 6.0))[:-1] == ["placed d ??", "placed d 6h", "read ?? as Qs"]


def test_face_down_cards_are_told_by_their_outline_where_the_reader_sees_faces_only() -> None:
    world = World(small_table())
    world.lay("Qs", "d", 0, 1.0, 4.0, up=False)
    world.lay("6h", "d", 1, 2.0)
    world.lay("Qs", "d", 0, 4.2)
    facts = facts_of(world, 6.0, faults=Faults(no_backs=True))
    assert sorted(told(facts)[:2]) == ["placed d 6h", "placed d ??"]
    assert told(facts)[2:-1] == ["read ?? as Qs"]


def test_a_card_face_down_is_looked_at_again_when_the_hands_that_pass_have_gone() -> None:
    world = World(small_table())
    world.lay("Qs", "d", 0, 1.0, up=False)
    for since in (1.5, 2.1, 2.7, 3.3):
        over(world, "d", since, since + 0.3, shake=25.0)
    facts = facts_of(world, 4.0, faults=Faults(no_backs=True))
    assert told(facts)[:-1] == ["placed d ??"]
    assert facts[0].pts_us < 2.7e6


def test_double_lies_sideways() -> None:
    world = World(small_table())
    world.lay("5h", "2.1", 0, 1.0)
    world.lay("6c", "2.1", 1, 2.0)
    world.lay("Td", "2.1", 2, 3.0, sideways=True)
    assert told(facts_of(world, 5.0))[2] == "placed 2.1 Td sideways"


def test_a_sure_card_is_not_replaced_by_what_one_look_reads_in_its_place() -> None:
    for until, replaced in ((2.3, False), (4.0, True)):
        world = World(small_table())
        world.lay("8h", "1.1", 0, 1.0, misread=(2.0, until, "3c"))
        world.lay("Kd", "1.1", 1, 2.0)
        lines = told(facts_of(world, 5.0))
        assert ("placed 1.1 3c" in lines) is replaced
        assert lines[0] == "placed 1.1 8h" and "placed 1.1 Kd" in lines


def test_what_one_look_reads_is_not_believed_because_the_same_card_lies_unseen_elsewhere() -> None:
    world = World(small_table())
    world.lay("3c", "2.2", 0, 0.5)
    world.lay("8h", "1.1", 0, 1.0, misread=(2.0, 2.3, "3c"))
    world.lay("Kd", "1.1", 1, 2.0)
    assert told(facts_of(world, 5.0))[:-1] == ["placed 2.2 3c", "placed 1.1 8h", "placed 1.1 Kd"]


def test_two_copies_of_one_card_are_two_cards() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0)
    world.lay("8h", "1.1", 1, 2.0)
    world.lay("8h", "2.1", 0, 3.0)
    assert told(facts_of(world, 5.0))[:-1] == ["placed 1.1 8h", "placed 1.1 8h", "placed 2.1 8h"]


def test_a_copy_of_the_card_on_which_it_is_laid_is_another_card_also_where_it_hides_its_index() -> None:
    world = World(small_table())
    world.lay("4d", "1.1", 0, 0.5, 4.2)
    eight = world.lay("8s", "1.1", 1, 1.5, 4.2).pose
    upon = Pose(eight.x + 13, eight.y - 12, eight.angle_deg - 8)
    world.stays.append(Stay("another 8s", "8s", upon, 3.0, 4.2))
    over(world, "1.1", 2.7, 3.4)
    seen = told(facts_of(world, 6.0, faults=Faults(indices=True)))
    assert seen[:3] == ["placed 1.1 4d", "placed 1.1 8s", "placed 1.1 8s"]


def test_a_piece_of_a_face_that_is_read_as_a_card_half_beside_it_is_none() -> None:
    world = World(small_table())
    for k, card in enumerate(("Ad", "Kc")):
        pose = world.lay(card, "2.1", k, 1.0 + k).pose
    world.bias = [(Pose(pose.x + 40, pose.y, pose.angle_deg + 90), "Tc", 0.95)]
    world.bias_since = 2.0
    assert told(facts_of(world, 6.0))[:-1] == ["placed 2.1 Ad", "placed 2.1 Kc"]


def test_a_card_is_missed_when_the_one_beneath_it_shows_though_hardly_any_felt_does() -> None:
    world = World(small_table())
    nine = world.lay("9s", "1.1", 0, 1.0).pose
    queen = Pose(nine.x + 13, nine.y - 12, nine.angle_deg)
    world.stays.append(Stay("Qs upon it", "Qs", queen, 2.0, 3.4))
    world.lay("4c", "2.1", 0, 2.5)
    world.lay("Qs", "2.1", 1, 4.0, slide=0.5, origin=queen)
    assert told(facts_of(world, 6.0))[-2] == "moved Qs to 2.1"


def test_a_card_that_another_one_is_laid_upon_almost_exactly_is_not_gone() -> None:
    world = World(small_table())
    king = world.lay("Ks", "1.2", 0, 1.0).pose
    upon = Pose(king.x + 10, king.y - 11, king.angle_deg)
    world.stays.append(Stay("8d upon it", "8d", upon, 2.0))
    assert told(facts_of(world, 5.0))[:-1] == ["placed 1.2 Ks", "placed 1.2 8d"]


def test_no_card_has_moved_to_where_something_like_it_was_never_surely_read() -> None:
    world = World(small_table())
    for k, card in enumerate(("4d", "2s")):
        pose = world.lay(card, "2.1", k, 1.0 + 0.5 * k).pose
    world.lay("As", "2.2", 0, 1.5, 4.0)
    world.lay("5d", "2.2", 1, 2.0, 4.0)
    world.bias, world.bias_since = [(Pose(pose.x + 14, pose.y + 6, pose.angle_deg + 90), "As", 0.7)], 2.5
    assert not any("moved" in line for line in told(facts_of(world, 8.0)))


def test_a_card_that_leaves_its_hand_alone_is_moved_however_far_and_one_that_leaves_with_it_is_another() -> (
    None
):
    for others_stay in (True, False):
        world = World(small_table())
        until = 8.0 if others_stay else 3.4
        for k, card in enumerate(("2c", "6h")):
            world.lay(card, "1.1", k, 1.0 + 0.5 * k, until)
        stay = world.lay("Jh", "1.1", 2, 2.0, 3.4)
        world.lay("9s", "3.1", 0, 2.5)
        world.lay("Jh", "3.1", 1, 4.0, slide=0.4, origin=stay.pose)
        moved = [line for line in told(facts_of(world, 7.0)) if "Jh" in line]
        expected = "moved Jh to 3.1" if others_stay else "placed 3.1 Jh"
        assert moved[0] == "placed 1.1 Jh"
        assert expected in moved and len(moved) == (2 if others_stay else 3)


def test_a_card_that_is_held_still_on_its_way_is_none_yet_and_one_that_is_covered_at_once_is() -> None:
    for lies_right in (True, False):
        world = World(small_table())
        world.lay("8h", "1.1", 0, 1.0)
        card = world.lay("9s", "2.1", 0, 3.0, slide=0.3, origin=SHOE)
        if not lies_right:
            card.pose = Pose(card.pose.x + 30, card.pose.y - 20, card.pose.angle_deg + 30)
        over(world, "2.1", 3.16, 5.0)
        seen = told(facts_of(world, 4.5, fps=12.0))[:-1]
        assert ("placed 2.1 9s" in seen) == lies_right


def over(world: World, place: str, since: float, until: float, shake: float = 0.0) -> None:
    x, y = world.table.row(place).at_mm
    corners = [(x - 90, y - 70), (x + 120, y - 70), (x + 120, y + 90), (x - 90, y + 90)]
    world.hands.append(Hand(corners, since, until, shake))


def test_hand_that_rests_on_cards_takes_nothing_away() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0)
    world.lay("Jc", "1.1", 1, 2.0)
    over(world, "1.1", 3.0, 9.0)
    assert told(facts_of(world, 11.0))[:-1] == ["placed 1.1 8h", "placed 1.1 Jc"]


def test_what_a_recorder_repeats_of_a_card_on_its_way_is_no_card_that_rests() -> None:
    for pictures, lies in ((5, False), (12, True)):
        world = World(small_table())
        world.lay("8h", "1.1", 0, 1.0)
        at = world.lay("9s", "2.1", 0, 3.5).pose
        held = Pose(at.x + 30, at.y - 20, at.angle_deg + 30)
        world.stays.append(Stay("9s on its way", "9s", held, 2.0, 2.0 + pictures * 0.08))
        placed = next(
            fact
            for fact in facts_of(world, 5.0)
            if isinstance(fact.body, CardPlaced) and fact.body.place == "2.1"
        )
        assert (placed.pts_us < 3.0e6) is lies


def test_card_dealt_under_a_moving_hand_waits_for_it() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 2.0)
    over(world, "1.1", 1.5, 3.5, shake=25.0)
    facts = facts_of(world, 6.0)
    assert told(facts)[:-1] == ["placed 1.1 8h"]
    assert 3.3e6 < facts[0].pts_us < 4.0e6
    came_us = facts[0].pts_us - facts[0].slack_us
    assert 1.4e6 < came_us <= 2.0e6, "it may have come since the hand did"


def test_cards_swept_away_under_a_hand_are_taken_when_the_felt_shows() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0, 5.0)
    world.lay("Jc", "1.1", 1, 2.0, 5.0)
    world.lay("4d", "2.1", 0, 2.5)
    over(world, "1.1", 4.0, 7.0)
    facts = facts_of(world, 10.0)
    assert told(facts)[3:-1] == ["taken 8h", "taken Jc"]
    assert all(7.0e6 <= f.pts_us < 7.6e6 for f in facts[3:5])


def test_covered_card_stays() -> None:
    world = World(small_table())
    for k, card in enumerate(("2h", "3c", "4d", "5s")):
        world.lay(card, "1.1", k, 1.0 + k)
    lid = world.lay("9h", "1.1", 1, 6.0)
    lid.pose = Pose(lid.pose.x + 14, lid.pose.y + 16, lid.pose.angle_deg)
    assert not [line for line in told(facts_of(world, 9.0)) if line.startswith("taken")]


def test_new_card_in_the_place_of_an_old_one_is_another_card() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0, 3.0)
    world.lay("Qd", "1.1", 0, 3.0)
    assert told(facts_of(world, 6.0))[:-1] == ["placed 1.1 8h", "placed 1.1 Qd", "taken 8h"]


def test_cards_in_the_tray_and_the_shoe_are_not_in_play() -> None:
    world = World(small_table())
    for spot in (world.table.tray, world.table.shoe):
        world.stays.append(type(world.lay("Kd", "1.1", 0, 99.0))("x", "9d", Pose(*spot.at_mm, 90.0), 1.0))
    assert told(facts_of(world, 3.0)) == ["recording-ended"]


def test_card_between_two_hands_is_waited_for() -> None:
    world = World(small_table())
    (xa, ya), (xb, yb) = world.table.row("2.1").at_mm, world.table.row("2.2").at_mm
    between = Pose((xa + xb) / 2, (ya + yb) / 2, 0)
    stay = world.lay("8h", "2.1", 0, 1.0, 3.0)
    stay.pose = between
    world.lay("8h", "2.1", 0, 3.4, slide=0.4, origin=between)
    assert told(facts_of(world, 5.0))[:-1] == ["placed 2.1 8h"]


class TestNoisyReader:
    TRUTH = sorted([
        ("1.1", "Th"), ("1.2", "5c"), ("2.1", "9s"), ("2.2", "Ad"), ("d", "??"),
        ("1.1", "6d"), ("1.2", "Kc"), ("2.1", "2c"), ("2.2", "9d"), ("d", "6h"),
    ])  # fmt: skip

    def test_missed_and_misread_cards_come_right(self) -> None:
        faults = Faults(miss=0.2, wrong=0.2, wrong_p=0.55, p=0.97, jitter_px=1.5)
        assert lying(facts_of(dealt(), 14.0, faults=faults)) == self.TRUTH

    def test_unsure_reader_leaves_cards_unread_but_never_misreads(self) -> None:
        faults = Faults(miss=0.2, wrong=0.3, wrong_p=0.6, p=0.85, jitter_px=1.5)
        cards = lying(facts_of(dealt(), 14.0, faults=faults))
        assert sorted(place for place, _ in cards) == sorted(place for place, _ in self.TRUTH)
        assert all(card == "??" or (place, card) in self.TRUTH for place, card in cards)

    def test_what_is_seen_weakly_all_the_time_becomes_no_card(self) -> None:
        world = dealt()
        x, y = world.table.row("3.1").at_mm
        world.bias = [(Pose(x, y, 0), "4h", 0.4)]
        assert not [line for line in told(facts_of(world, 12.0)) if "4h" in line]

    def test_print_of_another_size_is_no_card(self) -> None:
        world = World(small_table())
        row = world.table.row("3.1")
        world.stays.append(world.lay("9d", "1.1", 0, 1.0))
        world.bias = [(Pose(*row.at_mm, 0.0), "4h", 0.99)]
        wide = world.table.model_copy(update={"card_mm": (90.0, 126.0)})
        facts = facts_of(World(wide, bias=world.bias), 3.0)
        assert told(facts)[0] == "placed 3.1 4h"


def test_dark_picture_blinds_and_comes_back() -> None:
    world = World(small_table(), dark=[(3.0, 6.0)])
    world.lay("8h", "1.1", 0, 1.0)
    world.lay("Kd", "1.1", 1, 5.0)
    facts = facts_of(world, 9.0)
    assert told(facts)[:-1] == ["placed 1.1 8h", "camera-blind", "camera-back", "placed 1.1 Kd"]
    assert facts[1].pts_us == 3_040_000 and facts[1].body.reason == "dark"  # type: ignore[attr-defined]


def test_frozen_picture_blinds() -> None:
    world = World(small_table(), noise=0.0)
    world.lay("8h", "1.1", 0, 1.0)
    assert told(facts_of(world, 6.0))[:2] == ["placed 1.1 8h", "camera-blind"]


def test_stills_stand_for_themselves() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0, 4.0)
    world.lay("Jc", "1.1", 1, 2.0, 4.0)
    world.lay("5d", "d", 1, 2.0, 4.0)
    world.lay("Qd", "1.1", 0, 6.0)
    assert told(facts_of(world, 8.0, stills=True)) == [
        "placed 1.1 8h", "placed 1.1 Jc", "placed d 5d", "taken 8h", "taken Jc", "taken 5d", "placed 1.1 Qd",
        "recording-ended",
    ]  # fmt: skip


def test_stills_without_an_empty_table_between_two_rounds() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0, 3.0)
    world.lay("Jc", "1.1", 1, 1.0, 3.0)
    world.lay("Qd", "1.1", 0, 3.0)
    world.lay("5d", "1.1", 1, 3.0)
    lines = told(facts_of(world, 5.0, stills=True))
    assert sorted(lines[2:4]) == ["taken 8h", "taken Jc"]
    assert sorted(lines[4:6]) == ["placed 1.1 5d", "placed 1.1 Qd"]


def test_memory_stays_flat_over_many_rounds() -> None:
    """Hours of play hold no more than minutes: what is kept belongs to the cards on the table."""
    world = World(small_table())
    for n in range(12):
        for k, card in enumerate(("8h", "Jc")):
            world.lay(card, "1.1", k, 1.0 + 4 * n + k, 4.0 + 4 * n)
    source = WorldSource(world, 48.0, fps=8)
    sizes: list[int] = []
    tracemalloc.start()
    for item in watch(source, world.table, WorldReader(world, source)):
        if isinstance(item, Fact) and isinstance(item.body, CardTaken):
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert len(sizes) == 22
    assert sizes[-1] - sizes[5] < 2_000_000


def with_another_file() -> tuple[World, Table]:
    """Cards dealt again and again on one table, and the file of one whose boxes lie elsewhere."""
    world = World(small_table())
    cards = (("1.1", "8h"), ("1.2", "Jc"), ("2.1", "5d"), ("2.2", "Ks"), ("3.1", "2c"))
    for n in range(4):
        for k, (place, card) in enumerate(cards):
            world.lay(card, place, 0, 0.6 + 4 * n + 0.5 * k, 4.0 + 4 * n)
    boxes = tuple(
        box.model_copy(update={"hands": tuple(_shifted(hand, (75.0, -80.0)) for hand in box.hands)})
        for box in world.table.boxes
    )
    return world, world.table.model_copy(update={"boxes": boxes})


def _shifted(hand: HandPlace, by: tuple[float, float]) -> HandPlace:
    return hand.model_copy(update={"at_mm": (hand.at_mm[0] + by[0], hand.at_mm[1] + by[1])})


def test_another_tables_file_is_refused_by_where_cards_come_to_rest() -> None:
    world, other = with_another_file()
    source = WorldSource(world, 16.0)
    with pytest.raises(TableFileError, match=r"wrong table for the camera: \d+ of \d+ cards"):
        list(watch(source, other, WorldReader(world, source)))
    source = WorldSource(world, 16.0)
    facts = [f for f in watch(source, world.table, WorldReader(world, source)) if isinstance(f, Fact)]
    assert len([f for f in facts if isinstance(f.body, CardPlaced)]) == 20


def test_live_another_tables_file_makes_the_camera_blind_and_that_from_the_beginning() -> None:
    world, other = with_another_file()
    source = WorldSource(world, 16.0)
    seen = watch(source, other, WorldReader(world, source), refuses_wrong_table=False)
    (blind,) = [f for f in seen if isinstance(f, Fact) and isinstance(f.body, CameraBlind)]
    assert blind.body == CameraBlind(reason="wrong table")
    assert blind.slack_us == blind.pts_us


def test_recording_of_another_size_is_the_wrong_table() -> None:
    world = World(small_table())
    source = WorldSource(world, 1.0)
    source.width = 1280
    with pytest.raises(TableFileError, match="wrong table for the camera"):
        list(watch(source, world.table, WorldReader(world, source)))
