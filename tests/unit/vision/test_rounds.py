from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.vision.world import World, facts_of, small_table
from vision.errors import VisionError
from vision.evaluate.rounds import ToldRound, TrueRound, load_true_rounds, rounds_on_table, score_rounds

TRUE = TrueRound(
    no=1, players=(("8h", "Js"), ("8c", "T?")), dealer=("Th", "Ts"), dealer_complete=True, frames=(2, 7)
)  # fmt: skip


def told(d: str, *hands: str, start: int = 2, end: int = 8) -> ToldRound:
    named = {f"{n}.1": cards.split() for n, cards in enumerate(hands, start=1)}
    return ToldRound({"d": d.split(), **named}, start * 1_000_000, end * 1_000_000)


def faults(*rounds: ToldRound, true: TrueRound = TRUE) -> tuple[str, ...]:
    return score_rounds(list(rounds), [true]).rounds[0].faults


@pytest.mark.parametrize("second", ["8c Td", "8c ??", "8c", "T? 8c"])
def test_readable_cards_in_the_right_hands_are_right(second: str) -> None:
    assert faults(told("Ts Th", second, "8h Js")) == ()


@pytest.mark.parametrize(
    ("dealer", "hands", "words"),
    [
        ("Ts", ("8h Js", "8c"), "dealer Ts is Th Ts"),
        ("Ts Th 5c", ("8h Js", "8c"), "dealer Ts Th 5c"),
        ("Ts Th", ("8h Js 8c",), "8h Js 8c was not there"),
        ("Ts Th", ("8h Js",), "8c T? not told"),
        ("Ts Th", ("8h ??", "8c"), "hand 8h ?? was not there"),
        ("Ts Th", ("8h Js", "8c", "4d"), "hand 4d was not there"),
    ],
)
def test_what_differs_is_named(dealer: str, hands: tuple[str, ...], words: str) -> None:
    assert any(words in fault for fault in faults(told(dealer, *hands)))


def test_rounds_are_compared_by_their_time() -> None:
    right = told("Ts Th", "8h Js", "8c")
    assert faults(told("Ts Th", "8h Js", "8c", start=9, end=11)) == ("not told",)
    assert faults(right, right) == ("told as 2 rounds",)
    score = score_rounds([right, told("5c", "4d", start=20, end=21)], [TRUE])
    assert score.right == 1 and len(score.invented) == 1
    assert score.lines()[-1] == "1 of 1 rounds right, 1 invented"


def test_dealer_who_was_not_read_to_the_end_may_have_more() -> None:
    true = TrueRound(no=1, players=(("8h",),), dealer=("Ah", "??"), dealer_complete=False, frames=(2, 3))
    assert faults(told("Ah 5c 6d", "8h"), true=true) == ()
    assert faults(told("Kh", "8h"), true=true) != ()


def test_facts_become_rounds_between_empty_tables() -> None:
    world = World(small_table())
    world.lay("8h", "1.1", 0, 1.0, 4.0)
    world.lay("5d", "d", 1, 2.0, 4.0)
    world.lay("Qd", "1.1", 0, 6.0)
    first, second = rounds_on_table(facts_of(world, 9.0))
    assert first.hands == {"1.1": ["8h"], "d": ["5d"]} and second.hands == {"1.1": ["Qd"]}
    assert first.end_us < second.start_us


def test_file_of_rounds_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rounds.json"
    entry = {
        "round": 9, "frames": [41, 43], "player_hands": [{"cards": ["10H", "8S"]}], "dealer": ["?"],
        "dealer_complete_read": False,
    }  # fmt: skip
    path.write_text(json.dumps({"rounds": [entry]}))
    assert load_true_rounds(path) == [
        TrueRound(no=9, players=(("Th", "8s"),), dealer=("??",), dealer_complete=False, frames=(41, 43))
    ]
    path.write_text('{"rounds": [{}]}')
    with pytest.raises(VisionError, match="not a file of rounds"):
        load_true_rounds(path)
