"""Disputes, regulators' rules and other engines' bugs, as hand histories with partial verdicts (tests/data/cases)."""

import json
from pathlib import Path

import pytest

from tracker.notation import format_bjh, parse_bjh
from tracker.profile import load_profile
from tracker.referee import Referee, judge_history

CASES = Path(__file__).parents[2] / "data" / "cases"
NAMES = sorted(path.stem for path in CASES.glob("*.bjh"))


def fits(action: str, pattern: str) -> bool:
    return action.startswith(pattern[:-1]) if pattern.endswith("*") else action == pattern


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str) -> None:
    text = (CASES / f"{name}.bjh").read_text(encoding="utf-8")
    expected = json.loads((CASES / f"{name}.expect.json").read_text(encoding="utf-8"))
    verdict = judge_history(parse_bjh(text, f"{name}.bjh")).rounds[0].to_json()
    bets = {bet["bet"]: bet for bet in verdict["bets"]}
    for ref, wanted in expected.get("hands", {}).items():
        assert {key: verdict["hands"][ref][key] for key in wanted} == wanted
    for ref, wanted in expected.get("bets", {}).items():
        assert {key: bets[ref][key] for key in wanted} == wanted
    wanted = expected.get("dealer", {})
    assert {key: verdict["dealer"][key] for key in wanted} == wanted
    if "findings" in expected:
        assert sorted(finding["code"] for finding in verdict["findings"]) == sorted(expected["findings"])
    if "state" in expected:
        assert verdict["state"] == expected["state"]
    for pattern in expected.get("next_has", []):
        assert any(fits(action, pattern) for action in verdict["next"]), (pattern, verdict["next"])
    for pattern in expected.get("next_lacks", []):
        assert not any(fits(action, pattern) for action in verdict["next"]), (pattern, verdict["next"])


@pytest.mark.parametrize("name", NAMES)
def test_case_survives_the_notation(name: str) -> None:
    history = parse_bjh((CASES / f"{name}.bjh").read_text(encoding="utf-8"))
    written = format_bjh(history)
    assert parse_bjh(written) == history
    assert format_bjh(parse_bjh(written)) == written


@pytest.mark.parametrize("name", NAMES)
def test_case_can_be_judged_after_every_action(name: str) -> None:
    """The live product asks after each action; asking must change nothing."""
    history = parse_bjh((CASES / f"{name}.bjh").read_text(encoding="utf-8"))
    whole = judge_history(history).rounds[0]
    referee = Referee(load_profile(history.profile, history.rules), minor_units=history.minor_units)
    for action in history.rounds[0].actions:
        referee.apply(action)
        referee.verdict().to_json()
    assert referee.verdict() == whole
