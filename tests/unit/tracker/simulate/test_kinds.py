"""The kinds of dealing error: all that the referee judges, each found as what it is, each told why it cannot be."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.tracker.simulate.houses import HOUSES, house
from tracker.codes import CODES
from tracker.profile import load_profile
from tracker.referee import judge_history
from tracker.simulate import simulate
from tracker.simulate.slips import ALL_KINDS, NO_ERRORS, kinds_for, left_out

JUDGED = {code for code, row in CODES.items() if row.judged and row.evidence != "system"} | set(NO_ERRORS)


@pytest.mark.parametrize("name", HOUSES)
def test_what_is_planted_and_what_is_left_out_are_together_all_that_the_referee_judges(name: str) -> None:
    planted = {kind.code for kind in kinds_for(house(name), observable=False)}
    reasons = left_out(house(name))
    assert planted | set(reasons) == JUDGED
    assert not planted & set(reasons)
    assert all(reasons.values())


def test_every_kind_can_be_planted_in_some_house_and_has_a_name_of_its_own() -> None:
    fitting = {kind for name in HOUSES for kind in ALL_KINDS if kind.fits(house(name))}
    assert fitting == set(ALL_KINDS)
    assert len({(kind.code, kind.title) for kind in ALL_KINDS}) == len(ALL_KINDS)
    assert {kind.code for kind in ALL_KINDS} == JUDGED - set(NO_ERRORS)


def test_a_code_that_the_house_has_switched_off_is_not_planted() -> None:
    quiet = load_profile("russian-blackjack").model_copy(update={"severity": {"card-on-21": "off"}})
    assert "card-on-21" not in {kind.code for kind in kinds_for(quiet, observable=False)}
    assert left_out(quiet)["card-on-21"] == "the house has switched this code off"


@pytest.mark.parametrize(
    ("name", "player"),
    [(name, "random" if name.endswith("strict") else "human") for name in HOUSES if "shipped" not in name],
)
def test_every_kind_is_found_where_it_was_planted_and_nothing_else_is(name: str, player: str) -> None:
    """Each kind once, in any manner of running a round, with several bettors, on any number of boxes."""
    profile = house(name)
    count = len(kinds_for(profile, observable=False))
    session = simulate(
        profile,
        rounds=count + 5,
        errors=count,
        seed=20261129,
        boxes=range(1, profile.max_boxes + 1),
        observable=False,
        player=player,
        bettors=profile.max_bettors,
        any_manner=True,
    )
    verdict = judge_history(session.history, profile)
    found = Counter((r.no, f.action, f.code, f.subject) for r in verdict.rounds for f in r.findings)
    planted = Counter((p.round, p.action, p.code, p.subject) for p in session.planted)
    assert found == planted
    assert len(planted) == count
