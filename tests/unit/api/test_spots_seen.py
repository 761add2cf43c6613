"""What pictures of the bet spots show to be wrong, and that they accuse nobody of what they leave open."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from api.store.projections import Session
from tracker.facts import ChipsSeen, Fact, SpotSeen
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from tracker.simulate.perfect_facts import CAMERA, FEED, Performance

PROFILE = load_profile("russian-blackjack")
SEEN_LATE_US = 900_000


def played(*, seed: int = 3, rounds: int = 6, kinds: list[str] | None = None, errors: int = 0) -> Performance:
    session = simulate(PROFILE, rounds=rounds, seed=seed, errors=errors, kinds=kinds, table="BJ-07")
    return perform(session.history, PROFILE)


def as_pictures(facts: Iterable[Fact]) -> list[Fact]:
    """The facts of a camera that sees cards and whether chips lie, and of no chip feed."""
    amounts: dict[str, int] = {}
    seen: list[Fact] = []
    for fact in facts:
        if fact.source == CAMERA:
            seen.append(fact)
        elif isinstance(fact.body, ChipsSeen):
            before, amounts[fact.body.spot] = amounts.get(fact.body.spot, 0), fact.body.amount
            shows = "empty" if not fact.body.amount else "changed" if before else "chips"
            seen.append(sight(fact.body.spot, shows, fact.pts_us))
    start = min(fact.pts_us for fact in seen)
    spots = {fact.body.spot for fact in seen if isinstance(fact.body, SpotSeen)}
    return sorted([*(sight(spot, "empty", start - 1) for spot in spots), *seen], key=lambda fact: fact.pts_us)


def sight(spot: str, shows: str, since_us: int) -> Fact:
    return Fact(
        table="BJ-07",
        source=CAMERA,
        pts_us=since_us + SEEN_LATE_US,
        slack_us=SEEN_LATE_US,
        body=SpotSeen(spot=spot, shows=shows),
    )


def found(facts: Iterable[Fact]) -> list[tuple[int, str, str]]:
    session = Session(PROFILE)
    for fact in facts:
        session.take(fact)
    return [(f.round_no, f.finding.code, f.finding.subject) for f in session.findings]


def moments(show: Performance, round_no: int) -> list[int]:
    """When the cards of a round were dealt."""
    actions = show.history.rounds[round_no - 1].actions
    return [action.pts_us or 0 for action in actions if action.verb == "deal"]


@pytest.mark.parametrize("seed", range(1, 9))
def test_rounds_without_a_mistake_show_none(seed: int) -> None:
    assert found(as_pictures(played(seed=seed).facts)) == []


def test_chips_that_come_while_cards_are_dealt_are_a_late_bet() -> None:
    show = played()
    first, second = moments(show, 2)[:2]
    free = next(
        str(no) for no in range(1, 6) if f"{no}.1" not in {a.actor for a in show.history.rounds[1].actions}
    )
    late = [sight(f"{free}.1", "empty", 0), sight(f"{free}.1", "chips", (first + second) // 2)]
    assert found(sorted([*as_pictures(show.facts), *late], key=lambda f: f.pts_us)) == [(2, "bet-late", free)]


@pytest.mark.parametrize("shows", ["changed", "empty"])
def test_chips_that_change_or_go_while_cards_are_dealt_were_touched(shows: str) -> None:
    show = played()
    spot = next(a.actor for a in show.history.rounds[1].actions if a.verb == "bet")
    spot = spot if "." in spot else f"{spot}.1"
    first, second = moments(show, 2)[:2]
    touched = sight(spot, shows, (first + second) // 2)
    told = found(sorted([*as_pictures(show.facts), touched], key=lambda f: f.pts_us))
    assert (2, "bet-changed", spot) in told
    assert {code for _, code, _ in told} == {"bet-changed"}


def test_what_is_unsure_accuses_nobody() -> None:
    show = played()
    first, second = moments(show, 2)[:2]
    middle = (first + second) // 2
    doubt = [sight("5.1", "empty", 0), sight("5.1", "unsure", middle - 1), sight("5.1", "chips", middle)]
    assert found(sorted([*as_pictures(show.facts), *doubt], key=lambda f: f.pts_us)) == []


def test_chips_that_may_have_lain_there_before_the_first_card_are_not_late() -> None:
    show = played()
    first = moments(show, 2)[0]
    doubt = [sight("5.1", "empty", 0), sight("5.1", "chips", first - 100_000)]
    assert found(sorted([*as_pictures(show.facts), *doubt], key=lambda f: f.pts_us)) == []


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_loser_left_lying_is_told_and_nothing_else(seed: int) -> None:
    show = played(seed=seed, rounds=4, kinds=["loser-not-taken"], errors=2)
    told = found(as_pictures(show.facts))
    assert {code for _, code, _ in told} <= {"loser-not-taken"}


def test_losers_left_lying_are_found_where_others_were_taken() -> None:
    kinds = ["loser-not-taken"]
    counts = [
        len(found(as_pictures(played(seed=seed, rounds=4, kinds=kinds, errors=2).facts)))
        for seed in range(1, 9)
    ]
    assert sum(counts) >= 3


def test_a_chip_feed_knows_better() -> None:
    show = played()
    first, second = moments(show, 2)[:2]
    late = [sight("5.1", "empty", 0), sight("5.1", "chips", (first + second) // 2)]
    fed = [fact for fact in show.facts if fact.source in (CAMERA, FEED)]
    assert found(sorted([*fed, *late], key=lambda f: f.pts_us)) == []
