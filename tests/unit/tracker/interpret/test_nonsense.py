"""Facts that cannot be: whatever a camera reports, a round is told, and nobody is stopped by an exception."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, ChipsSeen, Fact, FactBody
from tracker.interpret import Interpreter
from tracker.profile import load_profile
from tracker.referee import judge_round
from tracker.simulate import facts_of, simulate

PLACES = ("1.1", "1.2", "1.3", "2.1", "3.2", "7.4", "d", "tray", "shoe")
CARDS = ("Th", "??", "A?", "?s", "2c")


def _garbled(fact: Fact, rng: Random) -> Fact:
    body: FactBody = rng.choice(
        [
            CardPlaced(
                track=rng.randint(1, 60),
                place=rng.choice(PLACES),
                card=rng.choice(CARDS),
                p=rng.random(),
                face_up=rng.random() < 0.8,
                sideways=rng.random() < 0.2,
            ),
            CardMoved(track=rng.randint(1, 60), place=rng.choice(PLACES)),
            CardRead(track=rng.randint(1, 60), card=rng.choice(CARDS), p=0.5),
            CardTaken(track=rng.randint(1, 60)),
            ChipsSeen(
                spot=rng.choice(["1.1", "1.2", "1.3", "2.side", "3.insurance", "1.1.bonus"]),
                amount=rng.choice([0, 50, 7]),
            ),
        ]
    )
    return replace(fact, body=body, id="")


@pytest.mark.parametrize("game", ["russian-blackjack", "blackjack-switch", "blackjack-s17-peek"])
@pytest.mark.parametrize("seed", range(3))
def test_garbled_facts_are_told_and_refereed_all_the_same(game: str, seed: int) -> None:
    profile, rng = load_profile(game), Random(seed)
    session = simulate(profile, rounds=6, seed=seed, error_rate=0.5)
    facts = [
        _garbled(fact, rng) if rng.random() < 0.15 else fact
        for fact in facts_of(session.history, profile, speech=seed % 2 == 0)
    ]
    interpreter = Interpreter(profile)
    for fact in facts:
        interpreter.feed(fact)
        told = interpreter.rounds
    for round_ in told:
        assert judge_round(profile, round_.recorded().actions).no
    assert told
