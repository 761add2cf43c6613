"""`pitwatch enrol`, and reading with what it learnt."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from api.cli import run
from tests.unit.vision.test_enrol import spread


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Few views, and a folder of decks of its own."""
    monkeypatch.setattr("vision.enrol.enrolment.VIEWS", 300)
    monkeypatch.setenv("PITWATCH_DECKS", str(tmp_path / "decks"))
    return tmp_path / "decks"


def photo(folder: Path, name: str, numbers: range) -> str:
    path = folder / name
    cv2.imwrite(str(path), spread(numbers)[0])
    return str(path)


def test_a_deck_is_learnt_and_read_with(
    tmp_path: Path, decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = [photo(tmp_path, "a.jpg", range(30)), photo(tmp_path, "b.png", range(26, 52))]
    assert run(["enrol", *photos, "--deck", "house", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["seen"], told["missing"], told["deck"]) == (52, [], str(decks / "house.npz"))
    assert [one["too_small"] for one in told["photos"]] == [False, False]
    assert told["worth"]["views"] > 40
    assert 0 < told["worth"]["right_before"] <= 1
    assert sorted(path.name for path in decks.iterdir()) == ["house.npz", "house.png"]
    assert run(["read", photos[0], "--deck", "house", "--json"]) == 0
    (read,) = json.loads(capsys.readouterr().out)["images"]
    assert len({card["card"] for card in read["cards"]}) == 30


def test_a_card_that_nobody_showed_is_named_and_nothing_is_written(
    tmp_path: Path, decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["enrol", photo(tmp_path, "a.jpg", range(50)), "--deck", "house"]) == 1
    assert "50 of 52 cards seen; missing: Qs, Ks." in capsys.readouterr().out
    assert not decks.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["enrol", "text.txt", "--deck", "house"], "expected a picture"),
        (["enrol", "nothing.jpg", "--deck", "house"], "no such file"),
        (["enrol", "text.txt", "--deck", "../house"], "deck's name"),
        (["enrol", "text.txt"], "--deck"),
        (["read", "dot.png", "--deck", "nosuch"], "no deck 'nosuch' is enrolled"),
    ],
)
def test_bad_input_is_one_clear_line(
    tmp_path: Path,
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("no cards here")
    cv2.imwrite("dot.png", spread(range(1))[0][:4, :4])
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    assert words in printed.err
