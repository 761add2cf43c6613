"""The published grammar, the parser and the writer agree on what an action is."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.property.ebnf import Grammar
from tests.property.test_notation_round_trip import corrections, plain_actions
from tracker.actions import FORMS, Action, format_action, parse_action
from tracker.errors import NotationError
from tracker.grammar import grammar
from tracker.notation import format_bjh, parse_bjh

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
(PUBLISHED,) = re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)
GRAMMAR = Grammar(PUBLISHED)
LINE = GRAMMAR.recognizer("line")
TOO_PRECISE = "more precise than"
PIECES = [
    "1", "1.1", "8", "d", "c", "f", "bet", "side", "deal", "turn", "pay", "push", "fix", "rule", "switch", "offer",
    "double", "insurance", "100", "7.50", "-5", "1e3", "Th", "??", "10h", "up", "by", "Ann", "reason", "glare",
    "stands", "card-on-21", "1.side", "1.1.bonus", "@1.5", "#", "nmb", "0", "007", "x#y",
]  # fmt: skip


def is_action(text: str) -> bool:
    try:
        parse_action(text, 10**6)
    except NotationError:
        return False
    return True


def test_the_page_has_the_grammar_of_the_forms() -> None:
    """Made by `python -m tracker.grammar`."""
    assert grammar() == PUBLISHED


def test_every_form_has_a_production() -> None:
    assert len(GRAMMAR.rules["action"].split("|")) == len(FORMS)


def test_the_pages_example_is_a_history_that_comes_back() -> None:
    history = parse_bjh(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])
    assert len(history.rounds[0].actions) == 6
    assert parse_bjh(format_bjh(history)) == history


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=100, deadline=None)
def test_whatever_the_grammar_makes_is_read_and_written(seed: int) -> None:
    text = GRAMMAR.make("line", random.Random(seed))
    try:
        action = parse_action(text, 10**6)
    except NotationError:
        assert "c fix" in text  # what the page says of corrections beyond the grammar
        return
    assert parse_action(format_action(action, 10**6), 10**6) == action


@given(plain_actions() | corrections())
@settings(deadline=None)
def test_whatever_is_written_is_in_the_grammar(action: Action) -> None:
    assert LINE.fullmatch(format_action(action))


@given(st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join))
@settings(max_examples=200, deadline=None)
@example("1 bet 100 by")
@example("d offer insurance 1.1")
@example("1 switch 2")
@example("c fix 1 d nmb by Ann by Bob reason glare")
def test_the_parser_takes_nothing_that_the_grammar_does_not(text: str) -> None:
    tidy = text if "#" not in text else re.sub(r" ?# ?", " # ", text, count=1).rstrip()
    if is_action(text):
        assert LINE.fullmatch(tidy), tidy


@given(st.integers(0, 2**32 - 1), st.data())
@settings(max_examples=100, deadline=None)
def test_a_line_with_one_character_changed_is_judged_alike(seed: int, data: st.DataObject) -> None:
    text = GRAMMAR.make("action", random.Random(seed))
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("1.d?-9A bx0")) + text[at + 1 :]
    tidy = " ".join(changed.split())
    assert is_action(changed) == bool(LINE.fullmatch(tidy)), changed


ATTEMPTS = {
    "expected an amount such": "1 bet -5",
    "amount '1.001' is": "1 bet 1.001",
    "expected box 1 to 7": "8 bet 5",
    "expected a card": "d deal 1.1 10h",
}


@pytest.mark.parametrize("line", re.findall(r"^night\.bjh:\d+: (.*)$", PAGE, re.MULTILINE))
def test_the_pages_errors_are_those_of_the_parser(line: str) -> None:
    action = next((text for start, text in ATTEMPTS.items() if line.startswith(start)), "d nmb")
    key = "no" if action != "d nmb" else "nr"
    text = f'format = "bjh"\nversion = 1\nprofile = "p"\n[[round]]\n{key} = 1\nactions = ["{action}"]'
    with pytest.raises(NotationError) as error:
        parse_bjh(text)
    assert error.value.reason == line
