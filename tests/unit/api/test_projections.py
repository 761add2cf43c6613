"""What a journal means: a fold that tells every planted error, accuses nobody in doubt, and can be repeated."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from api.store.projections import Session, session_of
from tracker.facts import CameraBack, CameraBlind, CardPlaced, ChipsSeen, Correction, Fact, RecordingEnded
from tracker.profile import load_profile
from tracker.prompts import WAITING
from tracker.simulate import facts_of, simulate

GAMES = ("blackjack-switch", "russian-blackjack")


def session_facts(
    game: str,
    *,
    rounds: int = 12,
    seed: int = 3,
    errors: int = 6,
    kinds: Sequence[str] | None = None,
) -> tuple[list[Fact], set[tuple[int, str]]]:
    profile = load_profile(game)
    dealt = simulate(profile, rounds=rounds, seed=seed, errors=errors, kinds=kinds)
    return facts_of(dealt.history, profile), {(p.round, p.code) for p in dealt.planted}


def found(session: Session) -> set[tuple[int, str]]:
    return {(proven.round_no, proven.finding.code) for proven in session.findings}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [3, 4])
def test_exactly_what_was_planted_is_found(game: str, seed: int) -> None:
    facts, planted = session_facts(game, seed=seed)
    session = session_of(facts, load_profile(game))
    assert found(session) == planted
    assert session.totals.rounds == 12
    assert session.totals.uncertain == 0


@pytest.mark.parametrize("game", GAMES)
def test_fact_by_fact_it_comes_to_the_same_as_all_at_once(game: str) -> None:
    facts, _ = session_facts(game, rounds=4, errors=2)
    live = Session(load_profile(game))
    for fact in facts:
        live.take(fact)
        assert live.totals.rounds == len(live.rounds)
    at_once = session_of(facts, load_profile(game))
    assert live.rounds == at_once.rounds
    assert live.findings == at_once.findings


def test_every_finding_names_the_facts_that_show_it() -> None:
    facts, _ = session_facts("blackjack-switch")
    known = {fact.id for fact in facts}
    for proven in session_of(facts, load_profile("blackjack-switch")).findings:
        assert proven.facts
        assert set(proven.facts) <= known
        assert proven.pts_us is not None


def test_ids_of_findings_are_unique_and_stable() -> None:
    facts, _ = session_facts("russian-blackjack", rounds=30, errors=20)
    profile = load_profile("russian-blackjack")
    ids = [proven.id for proven in session_of(facts, profile).findings]
    assert len(set(ids)) == len(ids)
    assert [proven.id for proven in session_of(facts, profile).findings] == ids


def test_without_a_chip_feed_no_money_is_named() -> None:
    facts, _ = session_facts("blackjack-switch", rounds=30, errors=25)
    cards_only = [fact for fact in facts if not isinstance(fact.body, ChipsSeen)]
    session = session_of(cards_only, load_profile("blackjack-switch"))
    assert session.totals.turnover == 0
    assert session.totals.wrong == 0
    assert all(not judged.bets for judged in session.rounds)


def test_while_the_camera_was_blind_nobody_is_accused() -> None:
    facts, planted = session_facts("russian-blackjack")
    no = min(no for no, _ in planted)
    profile = load_profile("russian-blackjack")
    told = session_of(facts, profile).rounds[no - 1].told
    middle = (told.start_us + told.end_us) // 2
    dark = [
        Fact(table=facts[0].table, source="camera:overhead", pts_us=middle, body=CameraBlind(reason="dark")),
        Fact(table=facts[0].table, source="camera:overhead", pts_us=middle + 500_000, body=CameraBack()),
    ]
    everything = sorted([*facts, *dark], key=lambda fact: fact.pts_us)
    just_after = session_of([fact for fact in everything if fact.pts_us <= middle + 500_000], profile)
    assert just_after.rounds[no - 1].prompts == WAITING
    session = session_of(everything, profile)
    judged = session.rounds[no - 1]
    assert judged.state == "uncertain"
    assert (judged.findings, judged.bets) == ((), ())
    assert [prompt.code for prompt in judged.prompts] == ["open-bets"], "the next round finds the table clear"
    assert (0, "camera-blind") in found(session)
    assert found(session) >= {(n, code) for n, code in planted if n != no}


def test_a_correction_changes_the_verdict_and_leaves_the_fact() -> None:
    facts, planted = session_facts(
        "blackjack-switch", rounds=4, errors=2, kinds=["dealer-drew-on-17-or-more"]
    )
    no = min(no for no, _ in planted)
    profile = load_profile("blackjack-switch")
    session = session_of(facts, profile)
    accused = next(p for p in session.findings if p.round_no == no)
    card = next(f for f in facts if f.id in accused.facts and isinstance(f.body, CardPlaced))
    assert isinstance(card.body, CardPlaced)
    instead = {
        key: value
        for key, value in card.to_json().items()
        if key not in ("id", "table", "source", "pts_us", "evidence", "seq")
    }
    body = Correction(
        corrects=card.id, body={**instead, "place": "tray"}, by="pit boss", reason="went to the tray"
    )
    session.take(replace(card, body=body, seq=0, evidence=None, id=""))
    assert (no, "dealer-drew-on-17-or-more") not in found(session)


def test_the_end_of_a_recording_is_known() -> None:
    facts, _ = session_facts("blackjack-switch", rounds=1, errors=0)
    session = session_of(facts, load_profile("blackjack-switch"))
    assert isinstance(facts[-1].body, RecordingEnded)
    assert session.ended == facts[-1].body.reason
    assert session.blind is None


def test_stills_prove_nothing_that_needs_the_order_of_events() -> None:
    profile = load_profile("russian-blackjack")
    played = simulate(
        profile, rounds=6, seed=7, errors=4, kinds=["decision-out-of-turn", "dealer-card-early"]
    )
    facts = facts_of(played.history, profile)
    found = {}
    for sees_order in (True, False):
        session = Session(profile, sees_order=sees_order)
        for fact in facts:
            session.take(fact)
        found[sees_order] = {proven.finding.code for proven in session.findings}
    assert found[True] & {"decision-out-of-turn", "dealer-card-early"}
    assert not found[False] & {"decision-out-of-turn", "dealer-card-early"}


def test_threads_that_ask_at_once_are_all_told_the_same_rounds() -> None:
    profile = load_profile("russian-blackjack")
    facts, _ = session_facts(profile.name, rounds=12)
    alone = [judged.told.no for judged in session_of(facts, profile).rounds]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(2):
            session = session_of(facts, profile)
            with ThreadPoolExecutor(8) as pool:
                told = list(pool.map(lambda _, asked=session: [j.told.no for j in asked.rounds], range(8)))
            assert told == [alone] * 8
    finally:
        sys.setswitchinterval(before)
