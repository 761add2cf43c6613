"""Which sighting is which card, where cards lie near one another, change places, or are read alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.unit.vision.world import sighting, small_table
from tracker.cards import DECK, Card
from vision.layout.places import Places, Seat
from vision.layout.pose import Pose, SeenCard
from vision.sightings import Sighting
from vision.tracks.card_track import CardTrack, Phase
from vision.tracks.deciding import Decider
from vision.tracks.felt_memory import Patch
from vision.tracks.matching import Matches, Signs, by_pose, without_twins
from vision.tracks.patience import Patience
from vision.tracks.presence import Presences
from vision.tracks.thumbnail import grid_of
from vision.tracks.view import View

TABLE = small_table()
NOTHING = Patch.of(np.zeros((8, 8, 3), np.uint8), np.zeros((8, 8), np.bool_))
GRID = grid_of(TABLE)
_NOWHERE = np.zeros((GRID.height, GRID.width), np.bool_)
LOOK = View(
    pts_us=1_000_000,
    seen=[],
    samples=np.zeros((GRID.height, GRID.width, 3), np.uint8),
    read=_NOWHERE,
    changed=_NOWHERE,
    busy=_NOWHERE,
    moving=_NOWHERE,
    rest_us=lambda _: 500_000,
    stirred_us=np.zeros(_NOWHERE.shape, np.int64),
)
"""A look at a dark table on which nothing moves."""
HERE, BESIDE, ELSEWHERE = Pose(0, 300, 0), Pose(15, 287, 0), Pose(-150, 300, 0)


def seen(card: str, p: float, pose: Pose, *, or_else: str = "", q: float = 0.0) -> SeenCard:
    one = sighting(pose.quad_px(TABLE), card, p, up=True)
    if or_else:
        one.probs[DECK.index(Card.parse(or_else))] = q
    return SeenCard(one, pose)


def track(number: int, first: SeenCard, phase: Phase = Phase.PLACED) -> CardTrack:
    card = CardTrack(number, first.pose, True, 0, NOTHING, phase=phase)
    card.observe(first, 0, NOTHING, changed=False)
    return card


def match(
    sightings: list[SeenCard],
    tracks: list[CardTrack],
    *,
    changed: tuple[int, ...] = (),
    moved_over: tuple[int, ...] = (),
    copies: tuple[tuple[SeenCard, CardTrack], ...] = (),
) -> Matches:
    numbered = {card.number: card for card in tracks}
    signs = Signs(
        changed={numbered[n] for n in changed},
        disturbed={numbered[n] for n in moved_over},
        same_place_mm=lambda _: 16.0,
        copies=set(copies),
    )
    return by_pose(sightings, tracks, signs)


def test_another_card_in_a_place_that_changed_takes_it() -> None:
    old, new = track(1, seen("8h", 0.98, HERE)), seen("Qd", 0.95, HERE)
    result = match([new], [old], changed=(1,))
    assert (result.found, result.replaced, result.strangers) == ([], [old], [new])


def test_a_card_of_a_fan_that_is_read_again_takes_no_neighbours_place() -> None:
    under, upper = track(1, seen("3d", 0.98, HERE)), track(2, seen("6h", 0.98, BESIDE))
    again = seen("3d", 0.98, Pose(4, 297, 0))
    result = match([again], [under, upper], changed=(1, 2))
    assert result.found == [(under, again)]
    assert result.replaced == []


def test_another_card_beside_one_is_the_next_of_the_fan_also_where_the_picture_is_as_it_was() -> None:
    ace = track(1, seen("Ac", 0.98, HERE))
    for p in (0.9, 0.4):
        nine = at(Pose(14, 289, 0), "9s", p, TOP)
        assert match([nine], [ace]).strangers == [nine]


def test_a_card_that_was_placed_by_one_bad_look_does_not_become_two() -> None:
    presences = Presences(TABLE, GRID, hold_us=20_000_000)
    placed = track(1, seen("3c", 0.98, HERE))
    placed.seat, placed.told = Seat("2.1", sideways=False, slot=1), Card.parse("3c")
    for card, joined in (("3c", True), ("9s", False)):
        better = track(2, seen(card, 0.98, Pose(7, 306, 20)), Phase.NEW)
        cards = [placed, better]
        happened = Decider(TABLE, cards, Places(TABLE), presences, Patience()).decide(LOOK)
        assert (cards == [placed]) is joined
        assert not happened or not joined
    assert placed.pose.distance_mm(Pose(7, 306, 20)) < 1.0


def test_a_card_that_comes_from_beside_takes_the_place_where_it_comes_to_lie() -> None:
    six, eight = track(1, seen("6c", 0.98, HERE)), track(2, seen("8h", 0.98, BESIDE))
    landed = seen("8h", 0.98, Pose(3, 297, 0))
    result = match([landed], [six, eight], changed=(1, 2))
    assert (result.found, result.replaced) == ([(eight, landed)], [six])


def test_cards_that_are_read_alike_and_change_places_are_told_apart_by_the_one_that_vanished() -> None:
    six = track(1, seen("6h", 0.97, HERE, or_else="8h", q=0.02))
    eight = track(2, seen("8h", 0.98, ELSEWHERE), Phase.LOST)
    landed = seen("8h", 0.95, HERE, or_else="6h", q=0.03)
    assert match([landed], [six, eight], moved_over=(1,)).replaced == [six]
    assert match([landed], [six, eight]).found == [(six, landed)], "nothing moved there"
    assert match([landed], [six], moved_over=(1,)).found == [(six, landed)], (
        "no card vanished: it was misread"
    )


def test_both_ends_of_a_card_are_no_two_cards_where_one_of_them_is_half_covered() -> None:
    five = track(1, seen("5h", 0.98, HERE))
    half = seen("5d", 0.66, Pose(-6, 305, 188), or_else="5h", q=0.3)
    end = seen("5h", 0.97, Pose(6, 292, 351))
    result = match([half, end], [five], changed=(1,), moved_over=(1,))
    assert [card for card, _ in result.found] == [five]
    assert result.strangers == []


def test_the_same_card_in_the_next_place_of_a_fan_is_another_copy() -> None:
    five = track(1, seen("5h", 0.98, HERE))
    again, copy = seen("5h", 0.98, HERE), seen("5h", 0.98, Pose(17, 285, 0))
    result = match([copy, again], [five], changed=(1,))
    assert (result.found, result.strangers) == ([(five, again)], [copy])


def test_a_card_lies_as_it_was_surely_seen() -> None:
    five = track(1, seen("5h", 0.98, HERE))
    five.observe(seen("5d", 0.66, Pose(-8, 310, 190)), 1, NOTHING, changed=True)
    assert five.pose == HERE
    five.observe(seen("5h", 0.97, Pose(-30, 310, 0)), 2, NOTHING, changed=True)
    assert five.pose == Pose(-30, 310, 0)


def test_both_indices_together_make_a_clear_look() -> None:
    def clear(one: Sighting) -> bool:
        card = CardTrack(1, HERE, True, 0, NOTHING)
        card.observe(SeenCard(one, HERE), 0, NOTHING, changed=False)
        return card.is_believed

    pale = replace(seen("5s", 0.95, HERE).sighting, score=0.7)
    corner = np.zeros((4, 2), np.float32)
    assert not clear(replace(pale, indices=(corner,)))
    assert clear(replace(pale, indices=(corner, corner)))
    assert not clear(replace(seen("5s", 0.7, HERE).sighting, score=0.5, indices=(corner, corner)))


def at(pose: Pose, card: str, p: float, *indices: tuple[float, float]) -> SeenCard:
    """A card whose indices are seen where they are said to be, in mm across and along it from its centre."""
    centre = np.array([pose.x, pose.y])
    one = seen(card, p, pose)
    places = [TABLE.to_picture(centre + np.array(index) + TABLE_INDEX) for index in indices]
    return replace(
        one, sighting=replace(one.sighting, indices=tuple(place.astype(np.float32) for place in places))
    )


TABLE_INDEX = np.array([[-5, -8], [5, -8], [5, 8], [-5, 8]], np.float64)
TOP, BOTTOM = (-24.0, -34.0), (24.0, 34.0)


def test_two_copies_of_a_card_in_a_fan_are_two_where_both_show_their_indices() -> None:
    beside = Pose(8, 281, 0)
    under, upper = at(HERE, "Js", 0.98, TOP, BOTTOM), at(beside, "Js", 0.97, TOP, BOTTOM)
    assert without_twins([under, upper]) == [under, upper]
    one_end, other_end = at(HERE, "Js", 0.98, TOP), at(Pose(6, 290, 180), "Js", 0.97, BOTTOM)
    assert len(without_twins([one_end, other_end])) == 1, "one card, seen by both ends"


def test_cards_that_lie_very_near_are_two_where_their_indices_show_two() -> None:
    near = Pose(9, 293, 0)
    under, upper = at(HERE, "8d", 0.96, TOP), at(near, "Ad", 0.95, TOP)
    assert without_twins([under, upper]) == [under, upper]
    same_index = at(near, "Ad", 0.95, (TOP[0] - 9, TOP[1] + 7))
    assert without_twins([under, same_index]) == [under], "one index, read twice"


def test_an_index_half_covered_that_tells_another_turn_is_still_its_cards() -> None:
    whole = at(HERE, "4h", 0.98, TOP)
    slanted = at(Pose(25, 295, 242), "4h", 0.7, (BOTTOM[0] - 25, BOTTOM[1] + 5))
    assert without_twins([whole, slanted]) == [whole]


def test_a_neighbours_index_read_in_a_cards_place_takes_it_from_nobody() -> None:
    king = track(1, seen("Ks", 0.98, HERE))
    eight = seen("8c", 0.99, Pose(15, 288, 0))
    misread = seen("8c", 0.99, HERE)
    result = match([misread, eight], [king], changed=(1,))
    assert (result.found, result.replaced, result.strangers) == ([], [], [eight])
    moved = track(2, seen("8c", 0.98, ELSEWHERE), Phase.LOST)
    assert match([misread, eight], [king, moved], changed=(1,)).replaced == [king], (
        "an eight that was moved here"
    )
    eight = seen("8c", 0.995, Pose(15, 288, 0))
    result = match([misread, eight], [king, moved], changed=(1,))
    assert (result.replaced, result.strangers) == ([], [eight]), "it was moved beside it"


def test_two_ends_of_one_rank_are_one_card_where_the_suit_of_one_is_half_covered() -> None:
    one_end = at(HERE, "Ts", 0.95, TOP)
    (card,) = without_twins([one_end, at(Pose(-11, 312, 168), "Tc", 0.87, BOTTOM)])
    assert len(card.sighting.indices) == 2 and str(card.sighting.card) == "Ts"
    assert len(without_twins([one_end, at(Pose(-11, 312, 180), "Tc", 0.87, BOTTOM)])) == 2


def test_the_suit_of_a_half_covered_index_is_no_other_card_exactly_there() -> None:
    ten = track(1, seen("Th", 0.98, HERE))
    half = at(Pose(3, 302, 4), "Td", 0.97, TOP)
    result = match([half], [ten], changed=(1,))
    assert (result.found, result.replaced) == ([(ten, half)], [])
    whole = at(HERE, "Td", 0.97, TOP, BOTTOM)
    assert match([whole], [ten], changed=(1,)).replaced == [ten]
    other_rank = at(HERE, "9d", 0.97, TOP)
    assert match([other_rank], [ten], changed=(1,)).replaced == [ten]


def test_a_half_covered_index_is_its_own_where_it_stands_exactly_there_and_no_other_card() -> None:
    eight = track(1, seen("8h", 0.98, HERE))
    for other, pose, replaced in (
        ("Qh", Pose(2, 302, 4), False),
        ("Qh", Pose(5, 304, 4), True),
        ("Qs", Pose(2, 302, 4), True),
    ):
        queen = at(pose, other, 0.89, TOP)
        assert match([queen], [eight], changed=(1,)).replaced == ([eight] if replaced else [])
    whole = at(Pose(2, 302, 4), "Qh", 0.99, TOP, BOTTOM)
    assert match([whole], [eight], changed=(1,)).replaced == [eight]


def test_a_card_whose_rank_alone_is_known_gives_way_to_another_rank() -> None:
    unsure = seen("Ah", 0.995, HERE)
    unsure.sighting.probs[[DECK.index(Card.parse("Ah")), DECK.index(Card.parse("Ad"))]] = 0.6, 0.395
    ace = track(1, unsure)
    nine, ace_of_spades = seen("9h", 0.97, HERE), seen("As", 0.97, HERE)
    assert match([nine], [ace], changed=(1,)).replaced == [ace]
    assert match([ace_of_spades], [ace], changed=(1,)).replaced == [ace]
    diamonds = seen("Ad", 0.97, HERE)
    assert match([diamonds], [ace], changed=(1,)).found == [(ace, diamonds)]


def test_two_ends_that_disagree_on_the_turn_may_place_their_card_farther_aside() -> None:
    one_end = at(HERE, "Qc", 0.98, TOP)
    assert len(without_twins([one_end, at(Pose(14, 305, 190), "Qc", 0.97, BOTTOM)])) == 1
    assert len(without_twins([one_end, at(Pose(14, 305, 180), "Qc", 0.97, BOTTOM)])) == 2
    assert len(without_twins([one_end, at(Pose(14, 305, 190), "4d", 0.97, BOTTOM)])) == 2
    assert len(without_twins([one_end, at(Pose(11, 307, 180), "Qc", 0.7, BOTTOM)])) == 1, (
        "no fan lies so near"
    )


def test_an_unsure_reading_at_its_other_end_does_not_make_a_sure_card_another() -> None:
    three = at(HERE, "3h", 0.99, TOP)
    half_hidden = at(Pose(-4, 307, 157), "Qs", 0.35, BOTTOM)
    (card,) = without_twins([half_hidden, three])
    assert card is three


def test_a_copy_that_lies_on_a_card_is_another_one_and_no_nudge() -> None:
    eight, upper = track(1, seen("8s", 0.98, HERE)), at(Pose(14, 288, 351), "8s", 0.99, TOP, BOTTOM)
    assert match([upper], [eight], changed=(1,)).found == [(eight, upper)]
    apart = match([upper], [eight], changed=(1,), copies=((upper, eight),))
    assert (apart.found, apart.strangers, apart.replaced) == ([], [upper], [])
