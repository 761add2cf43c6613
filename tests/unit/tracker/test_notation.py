"""Reading and writing hand histories: exact round trips, precise errors."""

import pytest

from tracker.actions import Action, format_action, format_amount, parse_action, parse_amount
from tracker.errors import NotationError
from tracker.notation import format_bjh, parse_bjh

TEXT = """format = "bjh"
version = 1
profile = "blackjack-switch"
table = "BJ-05"
currency = "EUR"
minor_units = 100
_video = "a.mp4"

[rules]
ties = "push"
minimum = 2.5

[[round]]
no = 41
shoe = 118
at = 2026-11-29T21:14:03.240Z
_models = { reader = "r1", "odd key" = [1, 2.5, true] }
actions = [
  "1 bet 100",
  "@15.480 d deal 1.1 Th # by the \\"window\\"",
  "c fix 2 d deal 1.1 T? by Ann reason glare, by the lamp",
]

[[round]]
no = 42
actions = []
"""


def test_what_was_written_comes_back_byte_for_byte() -> None:
    assert format_bjh(parse_bjh(TEXT)) == TEXT


def test_the_writers_own_fields_are_kept() -> None:
    history = parse_bjh(TEXT)
    assert history.extra == {"_video": "a.mp4"}
    assert history.rounds[0].extra == {"_models": {"reader": "r1", "odd key": [1, 2.5, True]}}


def test_parts_of_an_action() -> None:
    action = parse_action("@15.48 1.1 double 7.50 # open palm")
    assert action == Action("1.1", "double", (750,), pts_us=15_480_000, comment="open palm")
    assert format_action(action) == "@15.480 1.1 double 7.5 # open palm"


@pytest.mark.parametrize(
    "text",
    [
        "1 bet 100", "1 bet 50 by Anna Maria", "1.2 bet 25", "2 side super-game 20", "1 insure 50",
        "1.2 insure 25", "3 even-money", "1 switch", "1 switch 1 2", "1.1 chips 0", "1.1 hit", "1.1 stand",
        "1.13 double 100", "1.1 split 100", "1.1 surrender", "d nmb", "d deal 1.1 Th", "d deal d ??",
        "d deal d ?? up", "d turn 1 ?s", "d burn T?", "d move 1.1 2 1.2", "d peek", "d stand", "d shuffle",
        "d cut 0", "d offer double 1.1", "d offer insurance", "d insurance-closed", "d pay 1.side 20",
        "d take 1.insurance 50", "d push 1.1", "d pay 1.1.bonus 300", "d clear",
        "c fix 3 1 bet 50 by Ann by Bob reason written down late by Ann", "f rule card-on-21 burn by Floor",
        "@0.000 d nmb", "@12.345678 d nmb #", "d nmb # a # b",
    ],
)  # fmt: skip
def test_every_form_survives(text: str) -> None:
    assert format_action(parse_action(text)) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 bet -5", "expected an amount such as 100 or 7.50, got '-5'"),
        ("1 bet 1.001", "amount '1.001' is more precise than 1/100 of the currency"),
        ("8 bet 5", "expected box 1 to 7, a hand such as 1.2, d, c or f, got '8'"),
        ("1.0 hit", "expected box 1 to 7, a hand such as 1.2, d, c or f, got '1.0'"),
        ("1 hit", "expected an action that '1' can take, got 'hit' in '1 hit'"),
        ("1.1 deal Th", "expected an action that '1.1' can take, got 'deal' in '1.1 deal Th'"),
        ("d deal 1.1 Zh", "expected a card such as Th or ??, got 'Zh'"),
        ("d deal 1.1 10h", "expected a card such as Th or ??, got '10h'"),
        ("d deal 1.1", "expected card at the end of 'd deal 1.1'"),
        ("d deal 9.1 Th", "expected a hand such as 1.2, or d, got '9.1'"),
        ("d pay 1 100", "expected a bet such as 1.1, 1.side, 1.insurance or 1.1.bonus, got '1'"),
        ("d nmb now", "expected nothing more, got 'now' in 'd nmb now'"),
        ("1 bet 5 from Ann", "expected 'by NAME', got 'from Ann' in '1 bet 5 from Ann'"),
        ("1 switch 1", "expected no card or two, got one in '1 switch 1'"),
        ("d offer double", "expected 'd offer double BOX.N' or 'd offer insurance', got 'd offer double'"),
        ("d turn 0 Th", "expected a number from 1, got '0'"),
        ("@1:20 d nmb", "expected a media time in seconds such as @15.480, got '@1:20'"),
        (
            "f rule card-on-21 maybe by F",
            "expected a ruling of stands, burn, keep, repay, take-back, void-hand, ",
        ),
        ("c fix 1 1 bet 5", "expected 'c fix K ACTION by NAME reason TEXT', got 'c fix 1 1 bet 5'"),
        ("c fix 1 1 bte 5 by Ann reason x", "expected an action that '1' can take, got 'bte'"),
        ("nmb", "expected 'ACTOR VERB ...', got 'nmb'"),
        ("", "expected 'ACTOR VERB ...', got ''"),
    ],
)
def test_a_malformed_action_says_what_was_expected(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_action(text)
    assert error.value.reason.startswith(reason)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"1 bet 100"', '"1 bte 100"', 19, "expected an action that '1' can take"),
        ("T?", "X?", 21, "expected a card such as Th or ??, got 'X?'"),
        ("fix 2", "fix 3", 21, "expected a correction of an action from 1 to 2, got 3"),
        ("no = 42", "nr = 42", 25, "expected a key of no, shoe, at, actions, got 'nr'"),
        ("no = 42", 'no = "42"', 25, "expected no to be a whole number, got '42'"),
        ("no = 42\n", "", 24, "expected 'no', which is missing"),
        ("actions = []", "actions = [4]", 26, "expected actions as strings, got 4"),
        ("version = 1", "version = 2", 2, "expected version = 1, got 2"),
        ('format = "bjh"', 'format = "phh"', 1, "expected format = \"bjh\", got 'phh'"),
        (
            "minor_units = 100",
            "minor_units = 7",
            6,
            "expected minor_units of (1, 10, 100, 1000, 10000), got 7",
        ),
        ('table = "BJ-05"', 'tabel = "BJ-05"', 4, "expected a key of format, version"),
        ("no = 42", "no = = 42", 25, "not TOML: Invalid value"),
    ],
)
def test_an_error_names_file_line_and_reason(old: str, new: str, line: int, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(NotationError) as error:
        parse_bjh(TEXT.replace(old, new), "night.bjh")
    assert error.value.line == line
    assert error.value.reason.startswith(reason)
    assert str(error.value).startswith(f"night.bjh:{line}: ")


@pytest.mark.parametrize(
    ("text", "units", "minor"),
    [
        ("100", 100, 10000),
        ("7.50", 100, 750),
        ("7.5", 10, 75),
        ("0.001", 1000, 1),
        ("12", 1, 12),
        ("3.00", 1, 3),
    ],
)
def test_amounts_are_integers_inside(text: str, units: int, minor: int) -> None:
    assert parse_amount(text, units) == minor
    assert parse_amount(format_amount(minor, units), units) == minor


def test_negative_amounts_are_written_with_their_sign() -> None:
    assert [format_amount(n) for n in (-50, -100, -1, 0)] == ["-0.5", "-1", "-0.01", "0"]


def test_a_name_that_would_not_come_back_is_refused() -> None:
    with pytest.raises(ValueError, match="without #"):
        format_action(Action("1", "bet", (100,), by="A # B"))
    with pytest.raises(ValueError, match="media time"):
        format_action(Action("d", "nmb", pts_us=-1))
