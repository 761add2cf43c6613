"""A session that grows says at any time what one says that is folded anew: rounds, findings, totals."""

from __future__ import annotations

import random

import pytest

from api.store.projections import Session, session_of
from tracker.facts import CardPlaced, Correction, Fact, FindingRuled, SpotSeen, body_from_json
from tracker.profile import load_profile
from tracker.simulate import perform, simulate

ASKED_EVERY = 7
PROFILES = ("russian-blackjack", "blackjack-switch")


def with_people(facts: list[Fact], seed: int) -> list[Fact]:
    """The facts of a session with people's corrections of cards and rulings thrown in, some of them late."""
    chance, told, out = random.Random(seed), [], []
    for fact in facts:
        out.append(fact)
        told.append(fact)
        if chance.random() < 0.03:
            wrong = chance.choice([f for f in told if isinstance(f.body, CardPlaced)] or [fact])
            if isinstance(wrong.body, CardPlaced) and wrong.body.face_up:
                body = {
                    k: v for k, v in wrong.to_json().items() if k not in ("id", "table", "source", "pts_us")
                }
                body = {**body, "card": chance.choice(["2c", "Th", "As", "9d"])}
                body = {k: v for k, v in body.items() if k not in ("seq", "slack_us", "evidence")}
                body_from_json(body)
                fix = Correction(corrects=wrong.id, body=body, by="Ann", reason="glare")
                out.append(Fact(table="T", source="floor", pts_us=fact.pts_us, body=fix))
        if chance.random() < 0.02:
            ruled = FindingRuled(round=chance.randint(1, 8), code="loser-paid", ruling="take-back", by="Ann")
            out.append(Fact(table="T", source="floor", pts_us=fact.pts_us, body=ruled))
    return out


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_growing_gives_what_folding_anew_gives(profile: str, seed: int) -> None:
    rules = load_profile(profile)
    dealt = simulate(rules, rounds=8, seed=seed, errors=5, table="T")
    facts = with_people(list(perform(dealt.history, rules).facts), seed)
    growing = Session(rules)
    for number, fact in enumerate(facts, start=1):
        growing.take(fact)
        if number % ASKED_EVERY == 0 or number == len(facts):
            anew = session_of(facts[:number], rules)
            assert growing.rounds == anew.rounds
            assert growing.findings == anew.findings
            assert growing.totals == anew.totals
            assert growing.current == (anew.rounds[-1] if anew.rounds else None)
    assert growing.findings, "sessions without findings prove little"


def test_what_was_judged_is_not_judged_again() -> None:
    rules = load_profile("russian-blackjack")
    dealt = simulate(rules, rounds=6, seed=4, errors=0, table="T")
    session = Session(rules)
    facts = perform(dealt.history, rules).facts
    for fact in facts[:-40]:
        session.take(fact)
    before = session.rounds
    for fact in facts[-40:]:
        session.take(fact)
    kept = [old for old, new in zip(before, session.rounds, strict=False) if old is new]
    assert len(kept) >= 3


@pytest.mark.parametrize("order", [(2, 5), (5, 2), (2, 5, 2, 5)])
def test_several_rulings_between_two_looks_all_count(order: tuple[int, ...]) -> None:
    rules = load_profile("russian-blackjack")
    facts = list(perform(simulate(rules, rounds=7, seed=4, errors=3, table="T").history, rules).facts)
    growing = session_of(facts, rules)
    assert len(growing.rounds) == 7
    for no in order:
        body = FindingRuled(round=no, code="loser-paid", ruling="take-back", by=f"Ann{no}")
        facts.append(Fact(table="T", source="floor", pts_us=facts[-1].pts_us, body=body))
        growing.take(facts[-1])
    spot = Fact(
        table="T",
        source="camera:overhead",
        pts_us=facts[-1].pts_us,
        body=SpotSeen(spot="1.1", shows="empty"),
    )
    growing.take(spot)
    assert growing.rounds == session_of([*facts, spot], rules).rounds
    assert all(growing.rounds[no - 1].verdict.rulings for no in order)
