from __future__ import annotations

import numpy as np
import pytest

from tracker.cards import DECK, Card
from vision.tracks.posterior import Posterior, witnesses


def probs(card: str, p: float, rest: str | None = None, q: float = 0.0) -> np.ndarray:
    out = np.full(52, (1 - p - q) / 50, np.float32)
    out[DECK.index(Card.parse(card))] = p
    if rest:
        out[DECK.index(Card.parse(rest))] = q
    return out


def test_nothing_is_known_before_the_first_sighting() -> None:
    posterior = Posterior()
    assert posterior.probs == pytest.approx(np.full(52, 1 / 52))
    assert posterior.reading(0.5) is None


def test_one_sighting_is_believed_as_far_as_the_reader_does() -> None:
    posterior = Posterior()
    posterior.add(probs("Th", 0.9))
    card, p = posterior.best()
    assert str(card) == "Th" and 0.85 < p < 0.9


def test_repeating_one_picture_adds_little_and_a_new_pose_much() -> None:
    same, fresh = Posterior(), Posterior()
    for _ in range(50):
        same.add(probs("Th", 0.6))
    for _ in range(3):
        fresh.add(probs("Th", 0.6))
        fresh.new_pose()
    assert 0.6 < same.best()[1] < 0.85
    assert fresh.best()[1] > 0.99


def test_what_is_read_unsurely_in_one_pose_for_minutes_never_becomes_sure() -> None:
    """A piece of a pip, read as an index whenever a hand went by: the same mistake each time."""
    ghost = Posterior()
    for _ in range(200):
        ghost.add(probs("4h", 0.4))
        ghost.new_picture()
    assert ghost.best()[1] < 0.8
    assert ghost.reading(0.9) is None


def test_another_picture_of_one_pose_says_a_little_more() -> None:
    one, two = Posterior(), Posterior()
    for posterior in (one, two):
        posterior.add(probs("Th", 0.6))
    two.new_picture()
    for posterior in (one, two):
        posterior.add(probs("Th", 0.6))
    assert one.best()[1] < two.best()[1] < 0.9


def test_sightings_that_disagree_count_for_more_than_those_that_repeat() -> None:
    assert witnesses(6, 1, agree=False) > witnesses(6, 1, agree=True)
    posterior = Posterior()
    for card in ("5d", "Th", "Th", "Th", "Th"):
        posterior.add(probs(card, 0.8))
    assert str(posterior.best()[0]) == "Th" and posterior.best()[1] > 0.9


def test_no_card_is_no_evidence() -> None:
    posterior = Posterior()
    posterior.add(np.zeros(52, np.float32))
    assert posterior.sightings == 0


def test_rank_alone_is_told_where_the_suit_is_open() -> None:
    posterior = Posterior()
    posterior.add(probs("Th", 0.5, "Td", 0.495))
    reading = posterior.reading(0.9)
    assert reading is not None and str(reading[0]) == "T?" and reading[1] > 0.9


def test_one_card_explains_two_like_sightings_better_than_two_cards() -> None:
    posterior = Posterior()
    posterior.add(probs("Th", 0.97))
    assert posterior.same_card(probs("Th", 0.97)) > 3
    assert posterior.same_card(probs("9c", 0.97)) < -1
    assert posterior.same_card(np.zeros(52, np.float32)) == 0


def test_absorbing_adds_the_evidence_of_both() -> None:
    one, other = Posterior(), Posterior()
    one.add(probs("Th", 0.7))
    other.add(probs("Th", 0.7))
    one.absorb(other)
    assert str(one.best()[0]) == "Th" and one.best()[1] > 0.95


def test_a_card_that_both_its_indices_told_keeps_its_name_when_one_is_read_wrong_half_covered() -> None:
    jack = Posterior()
    jack.add(probs("Jh", 0.99), indices=2)
    for p in (0.54, 0.77, 0.78, 0.68):
        jack.new_picture()
        jack.add(probs("Qh", p, "Jh", 0.9 - p))
    assert jack.best()[0] == Card.parse("Jh")
    jack.new_picture()
    for _ in range(3):
        jack.add(probs("Qh", 0.99), indices=2)
    assert jack.best()[0] == Card.parse("Qh"), "both indices say so, again and again"
