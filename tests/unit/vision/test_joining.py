from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tracker.cards import DECK, Card
from vision.detect.indices import FoundIndex
from vision.felt import FeltPlane
from vision.read.joining import ReadIndex, sightings_of
from vision.read.planes import ACROSS, INDEX_X, INDEX_Y, PicturePlane, TablePlane

WIDTH, HEIGHT = 70.0, 98.0


def index_of(
    centre: tuple[float, float], angle: float, *, corner: int = 0, card: str = "Th", p: float = 0.95
) -> ReadIndex:
    """An index as a perfect finder sees it on a card of 70 x 98 px; corner 1 is the one at the bottom right."""
    turn = angle + np.pi * corner
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    to_card = rotate @ [(0.5 - INDEX_X) * WIDTH, (0.5 - INDEX_Y) * HEIGHT]
    up = rotate @ [0.0, -1.0]
    found = FoundIndex(
        (np.array(centre) - to_card).astype(np.float32),
        up.astype(np.float32),
        18.0,
        9.0,
        to_card.astype(np.float32),
        0.9,
    )
    probs = np.zeros(52, np.float32)
    probs[DECK.index(Card.parse(card))] = p
    return ReadIndex(found, probs, PicturePlane().lie_of(found))


@pytest.mark.parametrize("angle", [0.0, 0.7, np.pi / 2, 3.0, -2.2])
def test_an_index_predicts_its_cards_outline(angle: float) -> None:
    (card,) = sightings_of([index_of((200, 150), angle)], PicturePlane())
    assert card.centre == pytest.approx([200, 150], abs=0.1)
    assert np.linalg.norm(card.quad[1] - card.quad[0]) == pytest.approx(WIDTH, abs=0.1)
    assert np.linalg.norm(card.quad[3] - card.quad[0]) == pytest.approx(HEIGHT, abs=0.1)
    top = (card.quad[0] + card.quad[1]) / 2 - card.centre
    assert top / np.linalg.norm(top) == pytest.approx([np.sin(angle), -np.cos(angle)], abs=1e-3)


def test_both_indices_of_one_card_are_one_card() -> None:
    found = sightings_of(
        [index_of((200, 150), 0.3), index_of((203, 148), 0.3, corner=1, p=0.8)], PicturePlane()
    )
    assert [str(card.card) for card in found] == ["Th"]
    assert len(found[0].indices) == 2
    assert found[0].p > 0.98


FELT = TablePlane(FeltPlane(np.eye(3), np.eye(3)), (WIDTH, HEIGHT))


def on_felt(read: ReadIndex) -> ReadIndex:
    return replace(read, lie=FELT.lie_of(read.index))


@pytest.mark.parametrize("astray", [-0.1, 0.0, 0.1])
@pytest.mark.parametrize("step", [(18, -24), (14, -20), (22, -18)])
def test_two_cards_of_one_identity_in_a_fan_are_two(step: tuple[float, float], astray: float) -> None:
    fan = []
    for (x, y), corner in (((200.0, 150.0), 0), ((200.0 + step[0], 150.0 + step[1]), 1)):
        true, seen = index_of((x, y), 0.0, corner=corner), index_of((x, y), astray, corner=corner)
        fan.append(on_felt(replace(seen, index=replace(seen.index, centre=true.index.centre))))
    assert len(sightings_of(fan, FELT)) == 2


@pytest.mark.parametrize("astray", [-0.12, 0.12])
def test_indices_whose_directions_are_seen_unsurely_are_one_card_as_the_line_between_them_lies(
    astray: float,
) -> None:
    pair = []
    for corner in (0, 1):
        true, seen = (
            index_of((200, 150), 0.5, corner=corner),
            index_of((200, 150), 0.5 + astray, corner=corner),
        )
        pair.append(on_felt(replace(seen, index=replace(seen.index, centre=true.index.centre))))
    (card,) = sightings_of(pair, FELT)
    top = (card.quad[0] + card.quad[1]) / 2 - card.centre
    assert top / np.linalg.norm(top) == pytest.approx([np.sin(0.5), -np.cos(0.5)], abs=0.01)


def test_the_third_index_of_a_four_index_deck_is_no_further_card() -> None:
    first, third = index_of((200, 150), 0.2), index_of((200, 150), 0.2)
    right = np.array([np.cos(0.2), np.sin(0.2)], np.float32)
    moved = replace(
        third.index,
        centre=third.index.centre + right * np.float32(ACROSS * WIDTH),
        to_card=third.index.to_card - right * np.float32(ACROSS * WIDTH),
    )
    pair = [on_felt(first), on_felt(replace(third, index=moved))]
    (card,) = sightings_of(pair, FELT)
    assert card.centre == pytest.approx([200, 150], abs=0.5)


def test_contradicting_indices_are_not_joined() -> None:
    found = sightings_of(
        [index_of((200, 150), 0.0), index_of((201, 150), 0.0, corner=1, card="2c")], PicturePlane()
    )
    assert sorted(str(card.card) for card in found) == ["2c", "Th"]


def test_on_the_felt_an_unsure_index_at_the_other_corner_is_no_further_card() -> None:
    pair = [
        on_felt(index_of((200, 150), 0.0)),
        on_felt(index_of((201, 150), 0.0, corner=1, card="Td", p=0.5)),
    ]
    (card,) = sightings_of(pair, FELT)
    assert str(card.card) == "Th"


def test_a_covered_corner_does_not_spoil_a_sure_one() -> None:
    covered = index_of((200, 150), 0.0, corner=1, card="Th", p=0.2)
    (card,) = sightings_of([index_of((200, 150), 0.0, p=0.97), covered], PicturePlane())
    assert card.p > 0.97


def test_on_a_calibrated_felt_the_outline_has_a_cards_shape_whatever_the_tilt() -> None:
    mm = np.array([[-500, 0], [500, 0], [500, 500], [-500, 500]], float)
    px = np.array([[500, 200], [1400, 200], [1700, 900], [200, 900]], float)
    felt = FeltPlane.through(mm, px)
    plane = TablePlane(felt, (63.0, 88.0))
    corners = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]]) + np.array([100, 300])
    index_mm = corners[0] + [INDEX_X * 63, INDEX_Y * 88]
    at, above, centre = felt.to_picture([index_mm, index_mm - [0, 5], [100, 300]])
    up = (above - at) / np.linalg.norm(above - at)
    found = FoundIndex(
        at.astype(np.float32), up.astype(np.float32), 20, 10, (centre - at).astype(np.float32), 0.9
    )
    (card,) = sightings_of([ReadIndex(found, np.eye(52, dtype=np.float32)[3], plane.lie_of(found))], plane)
    assert felt.to_felt(card.quad) == pytest.approx(corners, abs=1.0)


def test_a_misread_corner_of_a_sure_card_is_no_further_card() -> None:
    read = [index_of((200, 150), 0.4), index_of((201, 150), 0.4, corner=1, card="6d", p=0.7)]
    (card,) = sightings_of(read, PicturePlane())
    assert str(card.card) == "Th"


def test_a_card_read_less_surely_that_lies_on_a_sure_one_stays() -> None:
    read = [index_of((200, 150), 0.4), index_of((216, 128), 0.4, corner=1, card="6d", p=0.7)]
    assert len(sightings_of(read, PicturePlane())) == 2


def test_a_piece_of_a_cards_picture_is_no_card() -> None:
    card = index_of((200, 150), 0.4)
    piece = index_of((225, 200), 0.4, card="Jh", p=0.7)
    small = replace(piece, lie=replace(piece.lie, index_height=8.0))
    assert len(sightings_of([card, piece], PicturePlane())) == 2
    assert [str(c.card) for c in sightings_of([card, small], PicturePlane())] == ["Th"]


def test_two_equal_cards_side_by_side_in_a_photograph_are_two() -> None:
    below = index_of((200, 150 + 0.9 * HEIGHT), 0.0)
    assert len(sightings_of([index_of((200, 150), 0.0), below], PicturePlane())) == 2
