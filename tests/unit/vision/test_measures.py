from __future__ import annotations

import pytest

from tracker.cards import Card
from tracker.statistics.intervals import wilson
from vision.evaluate.cases import choose_worst
from vision.evaluate.measures import measure
from vision.evaluate.outcomes import Outcome, Reading, Shown
from vision.evaluate.reliability import reliability


def row(shown: str = "", read: str = "", p: float = 0.9, **known: float | int) -> Outcome:
    label = Shown(card=Card.parse(shown), **known) if shown else None  # type: ignore[arg-type]
    reading = Reading(card=Card.parse(read), p=p, index_height_px=14.0) if read else None
    return Outcome(picture="1", group="deck", shown=label, read=reading)


def test_wilson_interval_holds_the_share_and_narrows() -> None:
    low, high = wilson(90, 100)
    assert low == pytest.approx(0.8256, abs=1e-3)
    assert high == pytest.approx(0.9448, abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_identity_rank_and_suit_are_counted_apart() -> None:
    rows = [row("Th", "Th"), row("Th", "Td"), row("5c", "6c"), row("9?", "9s"), row("Ks"), row("", "2c")]
    measures = measure(rows, pictures=1, least_p=0.6)
    assert (measures.total.recall.right, measures.total.recall.of) == (2, 5)
    assert (measures.total.precision.right, measures.total.precision.of) == (2, 5)
    assert (measures.rank.recall.right, measures.rank.recall.of) == (3, 5)
    assert (measures.suit.recall.right, measures.suit.recall.of) == (2, 4), "an open suit is not asked for"
    assert measures.confusion.ranks["5"] == {"6": 1}
    assert measures.confusion.ranks["nothing"] == {"2": 1}
    assert measures.confusion.suits["s"] == {"missed": 1}
    assert set(measures.confusion.cards) == {("Th", "Td", 1), ("5c", "6c", 1), ("nothing", "2c", 1)}


def test_what_is_not_sure_enough_is_not_reported_but_counts_for_the_reliability() -> None:
    rows = [row("Th", "Th", p=0.9), row("5c", "6c", p=0.3), row("", "2c", p=0.2)]
    measures = measure(rows, pictures=1, least_p=0.6)
    assert (measures.total.recall.of, measures.total.precision.of) == (2, 1)
    assert measures.confusion.ranks["5"] == {"missed": 1}
    assert sum(b.right.of for b in measures.reliability.bins) == 3
    assert sum(b.right.of for b in measures.reliability_reported.bins) == 1


def test_only_clearly_visible_cards_count_as_such() -> None:
    rows = [
        row("Th", "Th", index_height_px=16.0, index_visible=1.0, tilt_deg=20.0),
        row("Th", index_height_px=11.9, index_visible=1.0, tilt_deg=20.0),
        row("Th", index_height_px=16.0, index_visible=0.9, tilt_deg=20.0),
        row("Th", index_height_px=16.0, index_visible=1.0, tilt_deg=61.0),
    ]
    measures = measure(rows, pictures=1, least_p=0.6)
    assert (measures.total.clear.right, measures.total.clear.of) == (1, 1)
    assert measures.total.recall.of == 4


def test_cards_are_told_apart_by_the_height_of_their_index() -> None:
    rows = [
        row("Th", "Th", index_height_px=9.0),
        row("Th", index_height_px=9.9),
        row("Th", "Th", index_height_px=200.0),
    ]
    rows += [row("", "2c")]
    low, middle, high = measure(rows, pictures=1, least_p=0.6).heights
    assert (low.low, low.high, low.score.recall.right, low.score.recall.of) == (8.0, 10.0, 1, 2)
    assert (middle.low, middle.score.recall.of, middle.score.precision.of) == (12.0, 0, 1)
    assert (high.low, high.score.recall.right) == (48.0, 1)


def test_calibrated_answers_have_no_calibration_error() -> None:
    honest = [(0.75, k % 4 != 0) for k in range(400)] + [(0.97, k % 100 >= 3) for k in range(100)]
    assert reliability(honest).ece == pytest.approx(0.0, abs=1e-9)


def test_the_calibration_error_is_what_was_promised_too_much() -> None:
    boasting = [(0.99, k % 2 == 0) for k in range(100)] + [(0.4, k % 5 < 2) for k in range(100)]
    told = reliability(boasting)
    assert told.ece == pytest.approx((0.49 * 100 + 0 * 100) / 200)
    at_99 = next(b for b in told.bins if b.high == 0.99)
    assert (at_99.right.right, at_99.right.of, at_99.mean_p) == (50, 100, pytest.approx(0.99))


def test_the_worst_are_sure_and_wrong_or_plain_to_see_and_missed() -> None:
    rows = [row("Th", "Th"), row("5c", "6c", p=0.7), row("", "2c", p=0.95), row("9s", "9s", p=0.4)]
    rows += [row("Kd", index_height_px=30.0), row("Kd", index_height_px=9.0)]
    worst = choose_worst(rows, least_p=0.6, count=10)
    assert [(str(o.shown.card) if o.shown else "-", o.read and str(o.read.card)) for o in worst] == [
        ("-", "2c"), ("5c", "6c"), ("Kd", None), ("9s", "9s"),
    ]  # fmt: skip
    assert len(choose_worst(rows, least_p=0.6, count=3)) == 3
