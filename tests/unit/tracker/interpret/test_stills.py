"""What a recording of stills leaves open: what happened between two of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.tracker.interpret.test_interpreter import PEEK, facts_for, words
from tracker.facts import CardPlaced, CardRead, ChipsSeen, Fact
from tracker.interpret import Interpreter, ToldRound
from tracker.profile import load_profile

DOUBLED = (
    "1 bet 100, d nmb, d deal 1.1 3d, d deal d 4c, d deal 1.1 Ad, d deal d ??, 1.1 double 100, d deal 1.1 3h,"
    " d turn 2 6d, d deal d As, d take 1.1 200, d clear"
)


def with_the_doubles_card_last() -> list[Fact]:
    """The double's card lay face down, as nobody saw it, until the dealer's hole card was turned; no chips are seen."""
    facts = [fact for fact in facts_for(PEEK, DOUBLED) if not isinstance(fact.body, ChipsSeen)]
    card = next(fact for fact in facts if isinstance(fact.body, CardPlaced) and fact.body.sideways)
    turned = next(fact for fact in facts if isinstance(fact.body, CardRead))
    late = replace(card, pts_us=turned.pts_us + 1)
    return sorted((late if fact is card else fact for fact in facts), key=lambda fact: fact.pts_us)


def told(facts: list[Fact], *, sees_order: bool) -> ToldRound:
    interpreter = Interpreter(load_profile(PEEK), sees_order=sees_order)
    for fact in facts:
        interpreter.feed(fact)
    (only,) = interpreter.rounds
    return only


@pytest.mark.parametrize("sees_order", [False, True])
def test_a_sideways_card_that_shows_after_the_dealers_is_a_doubles_in_stills_alone(sees_order: bool) -> None:
    said = words(told(with_the_doubles_card_last(), sees_order=sees_order))
    doubled = any(word.startswith("1.1 double") for word in said)
    assert doubled is not sees_order
    assert ("1.1 stand" in said) is sees_order, "in a film it was laid after the hand had stood"
