"""Enrolment: every card named from a spread, and the deck read better than before."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.cards import DECK
from vision.detect.indices import FoundIndex
from vision.enrol.assignment import assign
from vision.enrol.contact_sheet import contact_sheet
from vision.enrol.deck_file import WITHOUT_FACES, EnrolledDeck, deck_path, load_enrolled, save_enrolled
from vision.enrol.enrolment import _believed, enrol
from vision.enrol.fit import CHECKED, Fitted, _held_out, fit_head
from vision.enrol.house import learnt_deck
from vision.enrol.patches import IndexPatch, from_afar, patch_around
from vision.enrol.spread import SpreadCard, cards_on, named
from vision.errors import DeckError
from vision.read import Reader
from vision.read.classify import crops_of
from vision.read.deck_head import DeckHead
from vision.read.faces import DeckFaces
from vision.read.learnt_deck import LearntDeck
from vision.sightings import F32, U8
from vision.synth.art import deck_names, load_deck
from vision.synth.spread import spread_photos

CARD_PX = 110


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def spread(numbers: Sequence[int], *, turned: int = 0) -> tuple[U8, list[tuple[int, F32]]]:
    """Cards in a grid, shuffled, some upside down: the picture, and each card's top index."""
    deck, rng = load_deck(), np.random.default_rng(3)
    order = rng.permutation(numbers)
    height, step = round(CARD_PX * deck.aspect), round(CARD_PX * 1.12)
    rows = -(-len(order) // 13)
    image = np.full((rows * (height + 14) + 30, 13 * step + 30, 3), (70, 100, 40), np.uint8)
    labels = []
    for k, number in enumerate(order.tolist()):
        x, y = 15 + step * (k % 13), 15 + (height + 14) * (k // 13)
        card = cv2.resize(deck.faces[number], (CARD_PX, height), interpolation=cv2.INTER_AREA)
        image[y : y + height, x : x + CARD_PX] = card[::-1, ::-1] if k % 3 == turned else card
        x0, y0, x1, y1 = deck.index_boxes[number]
        quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
        labels.append((number, quad * (CARD_PX, height) + np.array([x, y], np.float32)))
    noise = rng.normal(0, 3, image.shape)
    return np.asarray((image + noise).clip(0, 255), dtype=np.uint8), labels


@pytest.fixture(scope="module")
def patches() -> list[IndexPatch]:
    image, labels = spread(range(52), turned=3)
    return [patch_around(image, quad.astype(np.float32), number) for number, quad in labels]


@pytest.fixture(scope="module")
def fitted(reader: Reader, patches: list[IndexPatch]) -> Fitted:
    return fit_head(reader.indices, patches, views=800)


@pytest.fixture(scope="module")
def head(fitted: Fitted) -> DeckHead:
    return fitted.head


@pytest.mark.parametrize("seed", range(6))
def test_the_cheapest_assignment_is_found(seed: int) -> None:
    costs = np.random.default_rng(seed).integers(0, 12, (4, 6)).astype(float)
    best = min(sum(costs[k, c] for k, c in enumerate(way)) for way in itertools.permutations(range(6), 4))
    columns = assign(costs)
    assert len(set(columns.tolist())) == 4
    assert costs[np.arange(4), columns].sum() == best


def test_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="at most as many rows"):
        assign(np.zeros((3, 2)))


def index_at(x: float, y: float, to_card: tuple[float, float], up: float) -> FoundIndex:
    return FoundIndex(
        np.array([x, y], np.float32),
        np.array([0, up], np.float32),
        20,
        12,
        np.array(to_card, np.float32),
        0.9,
    )


def test_indices_of_one_card_are_put_together_whatever_they_are_read_as() -> None:
    found = [
        index_at(10, 15, (40, 55), -1),
        index_at(90, 125, (-40, -55), 1),
        index_at(110, 15, (40, 55), -1),
    ]
    probs = np.zeros((3, 52), np.float32)
    probs[0, 5], probs[1, 9], probs[2, 5] = 0.9, 0.8, 0.7
    cards = cards_on(found, probs)
    assert sorted(len(card.indices) for card in cards) == [1, 2]


def test_each_name_is_given_once_and_what_is_no_card_gets_none() -> None:
    found = [index_at(200.0 * k, 15, (40, 55), -1) for k in range(3)]
    probs = np.full((3, 52), 1e-5, np.float32)
    probs[0, 5] = 0.95
    probs[1, 5], probs[1, 9] = 0.6, 0.3
    (told,) = named([cards_on(found, probs)])
    assert sorted(one.card_no for one in told) == [5, 9]
    assert next(one for one in told if one.card_no == 9).p < 0.5, "its own reading says otherwise"


def test_where_predictions_miss_each_other_the_other_cards_tell_how_far_apart_indices_stand() -> None:
    found = []
    for k in range(4):
        astray = (14, -20) if k == 3 else (0, 0)
        found.append(index_at(200.0 * k + 10, 15, (40 + astray[0], 55 + astray[1]), -1))
        found.append(index_at(200.0 * k + 90, 125, (-40 + astray[0], -55 + astray[1]), 1))
    pip = index_at(650, 70, (-60, 70), -1)
    cards = cards_on([*found, pip], np.full((9, 52), 0.001, np.float32))
    assert [len(card.indices) for card in cards] == [2, 2, 2, 2]
    assert {abs(float(a.centre[0] - b.centre[0])) for a, b in (card.indices for card in cards)} == {80.0}


def test_two_indices_that_are_read_as_one_card_are_one_where_all_predictions_fall_short() -> None:
    found, probs = [], np.full((8, 52), 0.001, np.float32)
    for k in range(4):
        found.append(index_at(200.0 * k + 10, 15, (20, 28), -1))
        found.append(index_at(200.0 * k + 90, 125, (-20, -28), 1))
        probs[2 * k : 2 * k + 2, k] = 0.95 if k < 3 else 0.4
    cards = cards_on(found, probs)
    assert [len(card.indices) for card in cards] == [2, 2, 2, 2], "also the one that is hardly read"


def test_a_card_with_four_indices_has_them_all_and_no_pip() -> None:
    found = [
        index_at(10, 15, (40, 55), -1), index_at(90, 125, (-40, -55), 1),
        index_at(90, 15, (-40, 55), -1), index_at(10, 125, (40, -55), 1),
        index_at(50, 60, (40, 55), -1),
    ]  # fmt: skip
    probs = np.full((5, 52), 0.001, np.float32)
    probs[:4, 7] = 0.95
    (card,) = cards_on(found, probs)
    assert len(card.indices) == 4
    assert (card.probs.argmax(axis=1) == 7).all()


def test_a_letter_that_is_read_as_another_card_gets_the_name_that_nobody_has() -> None:
    def card(readings: dict[int, float]) -> SpreadCard:
        probs = np.full((2, 52), 1e-5, np.float32)
        for number, p in readings.items():
            probs[:, number] = p
        return SpreadCard((index_at(0, 0, (40, 55), -1), index_at(80, 110, (-40, -55), 1)), probs)

    def photo(first: SpreadCard, rest: range) -> list[SpreadCard]:
        return [first, *(card({number: 0.9}) for number in rest)]

    eight, jack_read_as_eight, another_ten = card({6: 0.9}), card({6: 0.5, 9: 0.02}), card({8: 0.9})
    one, two = named([photo(eight, range(10, 30)), photo(jack_read_as_eight, range(30, 52))])
    assert (one[0].card_no, two[0].card_no) == (6, 9)
    assert two[0].p < 0.5, "its own readings hardly say so"
    _, two = named([photo(card({8: 0.9}), range(10, 30)), photo(another_ten, range(30, 52))])
    assert two[0].card_no == 8, "what is surely read is no other card, though some are missing"


@pytest.mark.skipif("slavic-costumes" not in deck_names(), reason="needs decks: make art")
def test_a_knaves_foreign_letter_is_told_from_an_eight_by_its_face(reader: Reader) -> None:
    deck, seed = load_deck("slavic-costumes"), 99131
    photos = spread_photos(deck, seed)
    order = np.random.default_rng(seed).permutation(52)
    named_cards = _believed(reader, [(photo, reader.find(photo)) for photo in photos], None)
    for lie, cards in zip((order[:28], order[24:]), named_cards, strict=True):
        assert len(cards) >= 27
        assert {one.card_no for one in cards} <= set(lie.tolist()), (
            "no card that lies on the other photograph"
        )


def test_a_name_that_was_only_left_over_does_not_lead() -> None:
    def card(at: float, number: int) -> SpreadCard:
        probs = np.full((2, 52), 1e-5, np.float32)
        probs[:, number] = 0.95
        return SpreadCard((index_at(at, 0, (40, 55), -1), index_at(at + 80, 110, (-40, -55), 1)), probs)

    clear, another, same = card(0, 3), card(300, 7), card(600, 7)
    (told,) = named([[clear, another, same]])
    leads = {one.card_no: one.lead for one in told}
    assert leads[3] > 3
    assert leads[7] == pytest.approx(0, abs=0.1), "either could be the one"
    assert min(leads.values()) < 0.1, "the other one of them has none of its own"


def test_a_view_from_afar_shows_the_index_where_it_says(patches: list[IndexPatch]) -> None:
    rng = np.random.default_rng(1)
    for patch in patches[:8]:
        picture, quad = from_afar(rng, patch, 12.0)
        assert float(np.linalg.norm(quad[3] - quad[0])) < 15
        assert (quad.min(axis=0) >= -1).all() and (quad.max(axis=0) <= picture.shape[1] + 1).all()


def surprise(reader: Reader, patches: Sequence[IndexPatch], head: DeckHead | None) -> tuple[float, float]:
    """Mean -log p of the right card, and the share read right, on views that nothing was learnt from."""
    rng = np.random.default_rng(99)
    views = [(patch.card_no, *from_afar(rng, patch, 11.0)) for patch in patches for _ in range(5)]
    crops = np.concatenate([crops_of(picture, [quad])[0] for _, picture, quad in views])
    logits, features = reader.indices.outputs(crops)
    said = logits if head is None else head.apply(logits, features)
    temperature = reader.indices.temperature if head is None else head.temperature
    probs = reader.indices.cards_of(said.reshape(len(views), 2, -1) / np.float32(temperature))
    cards = np.array([card_no for card_no, _, _ in views])
    right = probs[np.arange(len(views)), cards]
    return float(-np.log(np.maximum(right, 1e-6)).mean()), float((probs.argmax(axis=1) == cards).mean())


def test_a_learnt_deck_is_read_better_from_far_away(
    reader: Reader, patches: list[IndexPatch], head: DeckHead
) -> None:
    before, after = surprise(reader, patches, None), surprise(reader, patches, head)
    assert after[0] < before[0] - 0.1
    assert after[1] > before[1]


def test_what_a_correction_is_worth_is_tried_on_views_that_it_was_not_learnt_from(fitted: Fitted) -> None:
    assert fitted.helps
    assert 0.1 * 800 < fitted.views < 0.3 * 800
    assert fitted.right_after > fitted.right_before


def test_a_correction_that_does_not_help_changes_nothing(reader: Reader, patches: list[IndexPatch]) -> None:
    poor = fit_head(reader.indices, patches, views=60)  # hardly a view a card
    assert not poor.helps
    assert not poor.head.weights.any()
    assert poor.head.temperature == reader.indices.temperature


def test_a_correction_is_tried_on_indices_whose_card_has_another_one(patches: list[IndexPatch]) -> None:
    twice = [*patches, *patches]
    held = _held_out(np.random.default_rng(0), twice, len(twice))
    assert 0 <= held.sum() - CHECKED * len(twice) < 1
    left = {patch.card_no for patch, out in zip(twice, held, strict=True) if not out}
    assert left == set(range(52))


def test_a_deck_is_the_same_after_it_was_kept(
    tmp_path: Path, patches: list[IndexPatch], head: DeckHead
) -> None:
    face = np.random.default_rng(1).random((26, 22), np.float32)
    learnt = LearntDeck(head, DeckFaces.of([face], [7]))
    save_enrolled(EnrolledDeck("house-1", tuple(patches), learnt), tmp_path)
    deck = load_enrolled("house-1", tmp_path)
    assert [p.card_no for p in deck.patches] == [p.card_no for p in patches]
    assert deck.patches[3].quad == pytest.approx(patches[3].quad)
    assert np.abs(deck.patches[3].image.astype(int) - patches[3].image).mean() < 4
    again = deck.learnt.head
    assert (again.model_id, again.temperature) == (head.model_id, head.temperature)
    assert again.weights == pytest.approx(head.weights, abs=1e-3)
    assert deck.learnt.faces.faces == pytest.approx(face[None], abs=1e-3)
    assert deck.learnt.faces.ranks.tolist() == [7]
    assert [p.name for p in tmp_path.iterdir()] == ["house-1.npz"]


def test_a_deck_that_was_kept_before_faces_were_is_read_without_them(
    tmp_path: Path, patches: list[IndexPatch], head: DeckHead
) -> None:
    path = save_enrolled(
        EnrolledDeck("old", tuple(patches), LearntDeck(head, DeckFaces.of([], []))), tmp_path
    )
    with np.load(path) as file:
        kept = {name: file[name] for name in file.files if name not in ("faces", "ranks", "version")}
    np.savez(path, version=WITHOUT_FACES, **kept)
    deck = load_enrolled("old", tmp_path)
    assert len(deck.patches) == len(patches)
    assert len(deck.learnt.faces.faces) == 0


def test_another_network_learns_the_deck_anew(
    tmp_path: Path, reader: Reader, patches: list[IndexPatch], head: DeckHead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITWATCH_DECKS", str(tmp_path))
    older = replace(head, model_id="index-reader@0", weights=np.zeros_like(head.weights))
    faces = DeckFaces.of([np.ones((26, 22), np.float32)], [3])
    save_enrolled(EnrolledDeck("house", tuple(patches[:20]), LearntDeck(older, faces)))
    assert learnt_deck("house", reader.indices).head.model_id == reader.indices.model_id
    anew = load_enrolled("house").learnt
    assert anew.head.model_id == reader.indices.model_id
    assert np.abs(anew.head.weights).max() > 0
    assert anew.faces.ranks.tolist() == [3], "no network is needed for faces"


@pytest.mark.parametrize("name", ["", "../up", "House", "a/b", "x" * 65])
def test_a_name_that_is_no_files_name_is_refused(name: str) -> None:
    with pytest.raises(DeckError, match="a deck's name"):
        deck_path(name)


def test_a_deck_that_is_not_there_or_damaged_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="no deck 'house' is enrolled"):
        load_enrolled("house", tmp_path)
    for content in (b"", b"PK nothing", b"x" * 400):
        (tmp_path / "house.npz").write_bytes(content)
        with pytest.raises(DeckError, match="not an enrolled deck"):
            load_enrolled("house", tmp_path)


def test_all_cards_of_a_spread_are_named(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.enrol.enrolment.VIEWS", 400)
    first, second = spread(range(0, 30))[0], spread(range(24, 52))[0]
    result = enrol("house", [first, second], reader)
    assert (len(result.seen), result.missing, result.doubtful, result.too_small) == (52, (), (), ())
    assert result.deck is not None
    assert {patch.card_no for patch in result.deck.patches} == {-1, *range(52)}
    sheet = cv2.imdecode(np.frombuffer(contact_sheet(result.deck), np.uint8), cv2.IMREAD_COLOR)
    assert sheet is not None and sheet.shape[1] > 13 * 64


def test_a_missing_card_is_named_and_nothing_is_kept(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.enrol.enrolment.VIEWS", 200)
    result = enrol("house", [spread([n for n in range(52) if n not in (7, 40)])[0]], reader)
    assert result.deck is None
    assert result.missing == (DECK[7], DECK[40])


def test_a_picture_without_cards_misses_them_all(reader: Reader) -> None:
    result = enrol("house", [np.full((300, 400, 3), 80, np.uint8)], reader)
    assert result.deck is None
    assert len(result.missing) == 52
