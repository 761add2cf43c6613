"""Wherever one action of a history is broken, the error names its line, however the file is laid out."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.test_notation_round_trip import HISTORIES
from tracker.errors import NotationError
from tracker.notation import History, format_bjh, parse_bjh
from tracker.toml_text import format_value

BROKEN = "1 bte 5"


def lay_out(history: History, dice: random.Random) -> tuple[str, list[int]]:
    """Write a history by hand, actions several to a line; return it with the line of every action."""
    lines = ['format = "bjh"', "version = 1", f"profile = {format_value(history.profile)}"]
    lines += dice.sample(
        ['_note = "[[round]]"', "# actions = [", "_odd = '''\nactions = [ \"x\"\n[[round]]\n'''", ""], 2
    )
    where: list[int] = []
    for round_ in history.rounds:
        lines += ["", dice.choice(["[[round]]", "[[ round ]]  # the next", "[[round]]"]), f"no = {round_.no}"]
        lines += dice.sample(['_b = ["actions", "[[round]]"]', '# "1 bet 100", [[round]]', '"_q" = "]"'], 1)
        text = "\n".join(lines) + "\nactions = ["
        for action in round_.actions:
            text += dice.choice(["", "\n  ", " ", '  # why, "not"\n'])
            where.append(text.count("\n") + 1)
            text += format_value(str(action)) + ","
        lines = [*text.split("\n")[:-1], text.split("\n")[-1] + dice.choice(["]", "\n]"])]
    return "\n".join(lines) + "\n", where


@given(
    HISTORIES.filter(lambda history: any(round_.actions for round_ in history.rounds)),
    st.integers(0, 2**32 - 1),
)
@settings(deadline=None, max_examples=60)
def test_the_line_of_a_broken_action_is_named(history: History, seed: int) -> None:
    dice = random.Random(seed)
    text, where = lay_out(history, dice)
    assert [r.actions for r in parse_bjh(text).rounds] == [r.actions for r in history.rounds]
    broken = dice.randrange(len(where))
    actions = [action for round_ in history.rounds for action in round_.actions]
    written = format_value(str(actions[broken]))
    lines = text.split("\n")
    at = where[broken] - 1
    before = sum(
        1 for k, line in enumerate(where[:broken]) if line == where[broken] and actions[k] == actions[broken]
    )
    pieces = lines[at].split(written)
    lines[at] = written.join(pieces[: before + 1]) + f'"{BROKEN}"' + written.join(pieces[before + 1 :])
    with pytest.raises(NotationError) as error:
        parse_bjh("\n".join(lines), "night.bjh")
    assert error.value.line == where[broken]
    assert BROKEN in error.value.reason


@given(HISTORIES, st.data())
@settings(deadline=None, max_examples=100)
def test_a_damaged_file_is_read_or_refused_with_its_line(history: History, data: st.DataObject) -> None:
    text = format_bjh(history)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 5))
    damaged = (
        text[:at]
        + data.draw(st.text(st.sampled_from("[]\"'#=.,\n {}0-9aZ\x00é\\"), max_size=4))
        + text[at + cut :]
    )
    try:
        read = parse_bjh(damaged, "night.bjh")
    except NotationError as error:
        assert 1 <= error.line <= damaged.count("\n") + 1
        assert "\n" not in error.reason.replace("\\n", "")
    else:
        assert parse_bjh(format_bjh(read)) == read


@given(HISTORIES)
@settings(deadline=None, max_examples=30)
def test_what_was_laid_out_by_hand_is_written_the_same_from_then_on(history: History) -> None:
    text, _ = lay_out(history, random.Random(len(history.rounds)))
    written = format_bjh(parse_bjh(text))
    assert format_bjh(parse_bjh(written)) == written
