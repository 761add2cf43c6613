"""`pitwatch judge` over files and folders, where some cannot be judged."""

import json
from pathlib import Path

import pytest

from api.cli import run

GOOD = """
format = "bjh"
version = 1
profile = "russian-blackjack"
currency = "EUR"
minor_units = 100

[[round]]
no = 1
actions = ["1 bet 100", "d nmb", "d deal 1.1 Ts", "d deal d 6d", "d deal 1.1 Jh", "1.1 stand", "d deal d Kc",
  "d deal d 2h", "d pay 1.1 100", "d clear"]
"""
FLAWED = GOOD.replace("d pay 1.1 100", "d take 1.1 100")


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A folder of histories, one of them in a folder of its own and one of another kind."""
    for name, text in {"b/late.bjh": GOOD, "a.bjh": GOOD, "c.bjh": GOOD, "notes.txt": "no history"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_folder_is_searched_at_every_depth_in_the_order_of_names(
    night: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["judge", str(night), "--json"]) == 0
    files = [entry["file"] for entry in json.loads(capsys.readouterr().out)["files"]]
    assert files == [str(night / name) for name in ("a.bjh", "b/late.bjh", "c.bjh")]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            GOOD.replace('"1 bet 100"', '"1 bet -100"'),
            10,
            "expected an amount such as 100 or 7.50, got '-100'",
        ),
        (GOOD.replace('"1 bet 100"', '"1 bet 1.001"'), 10, "amount '1.001' is more precise than 1/100"),
        (GOOD.replace("2h", "1h"), 11, "expected a card such as Th or ??, got '1h'"),
        (
            GOOD.replace('"1 bet 100"', '"9 bet 100"'),
            10,
            "expected box 1 to 7, a hand such as 1.2, d, c or f, got '9'",
        ),
        (GOOD.replace("no = 1", "no = 1 1"), 9, "not TOML"),
        (GOOD.replace("russian-blackjack", "poker"), None, "unknown profile 'poker'"),
        (
            GOOD.replace("minor_units = 100", 'minor_units = 100\n[rules]\ntie = "push"'),
            None,
            "no such rule 'tie'",
        ),
    ],
)
def test_one_bad_file_is_named_and_the_others_are_judged(
    night: Path, text: str, line: int | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = night / "b" / "bad.bjh"
    bad.write_text(text)
    assert run(["judge", str(night), "--json"]) == 2
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert len(document["files"]) == 3
    (error,) = document["errors"]
    assert (error["file"], error["line"]) == (str(bad), line)
    assert reason in error["reason"] and str(bad) not in error["reason"]
    place = f"{bad}:{line}: " if line else f"{bad}: "
    assert printed.err == f"pitwatch: {place}{error['reason']}\n"


def test_a_missing_file_stops_no_other(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (night / "flawed.bjh").write_text(FLAWED)
    assert run(["judge", str(night / "nothing.bjh"), str(night / "flawed.bjh")]) == 2
    printed = capsys.readouterr()
    assert "no such file" in printed.err and "nothing.bjh" in printed.err
    assert "flawed.bjh" in printed.out


def test_a_document_without_trouble_has_no_errors(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(night / "a.bjh"), "--json"]) == 0
    assert sorted(json.loads(capsys.readouterr().out)) == ["files", "format", "version"]


def test_where_nothing_can_be_judged_there_is_no_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one.bjh", "two.bjh"):
        (tmp_path / name).write_text("nonsense")
    assert run(["judge", str(tmp_path), "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert [line.partition(": not TOML")[0] for line in printed.err.splitlines()] == [
        f"pitwatch: {tmp_path / name}:1" for name in ("one.bjh", "two.bjh")
    ]


def test_an_empty_folder_is_bad_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(tmp_path)]) == 2
    assert "no hand history (*.bjh) in the folder" in capsys.readouterr().err
