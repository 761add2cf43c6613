"""`pitwatch evaluate`: one JSON document, one page, and what calibration tells of a height."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from api.cli import run
from vision.calibrate.advice import accuracy_from
from vision.evaluate.scenes import draw_scene
from vision.synth.art import load_deck
from vision.synth.paint import paint_deck


def test_drawn_scenes_become_a_document_a_page_and_what_a_height_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["evaluate", "--scenes", "6", "--seed", "3", "--deck", "kennard", "--accuracy", "accuracy.json"]
    assert run([*command, "--out", "out", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads((tmp_path / "out/evaluation.json").read_text())
    scenes = told["sections"]["scenes"]
    assert scenes["pictures"] == 6
    assert list(scenes["groups"]) == ["kennard"]
    shown = scenes["recall"]["of"]
    assert shown == sum(band["recall"]["of"] for band in scenes["by_index_height_px"]) > 10
    assert told["clearly_visible"] == {"index_height_px": 12.0, "index_visible": 0.95, "tilt_deg": 60.0}
    page = (tmp_path / "out/evaluation.html").read_text()
    assert "pitwatch evaluate --scenes 6 --seed 3 --deck kennard" in page
    assert "<script" not in page and "http" not in page.replace("http-equiv", "").replace("www.w3.org", "")
    accuracy = accuracy_from(json.loads((tmp_path / "accuracy.json").read_text()))
    assert sum(band.n for band in accuracy.heights) <= shown
    assert accuracy.command == told["command"]


def test_cards_may_be_bent_and_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evaluate", "--scenes", "3", "--seed", "3", "--deck", "kennard"]
    told = []
    for words in ([], ["--bent", "1"]):
        assert run([*command, *words, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    flat, bent = told
    assert bent["command"] == flat["command"] + " --bent 1"
    assert "cards bent" in bent["sections"]["scenes"]["about"]
    assert bent["sections"]["scenes"]["recall"]["of"] > 3
    assert bent["sections"]["scenes"] != flat["sections"]["scenes"]


def test_test_photographs_are_scored_and_shown_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = paint_deck(load_deck())
    rows = []
    for number, use in enumerate(("tune", "test")):
        scene = draw_scene(deck, number, 5)
        cv2.imwrite(str(tmp_path / f"{use}.png"), scene.image)
        rows.append(
            {"file": f"{use}.png", "source": use, "use": use, "cards": ["2C"], "cards_complete": True}
        )
    (tmp_path / "manifest.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert run(["evaluate", "--photos", str(tmp_path), "--out", str(tmp_path / "out"), "--json"]) == 0
    sections = json.loads(capsys.readouterr().out)["sections"]
    assert set(sections) == {"photos-tune", "photos-test"}
    assert "confusion" in sections["photos-tune"] and "confusion" not in sections["photos-test"]
    page = (tmp_path / "out/evaluation.html").read_text()
    scored = page[page.index('id="photos-test"') : page.index('id="photos-tune"')]
    assert "data:image" not in scored and "Commonest" not in scored
    assert "data:image" in page[page.index('id="photos-tune"') :]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "expected --scenes N, --photos FOLDER or --film FOLDER"),
        (["--scenes", "2", "--deck", "nosuch"], "no deck 'nosuch'"),
        (["--scenes", "2", "--enrolled", "nosuch"], "no deck 'nosuch' is enrolled"),
        (["--photos", ".", "--accuracy", "x.json"], "--scenes N with --accuracy"),
        (["--photos", "nowhere"], "no such folder"),
        (["--photos", "."], "manifest.jsonl"),
        (["--film", "."], "table.toml"),
    ],
)
def test_bad_usage_is_one_clear_line(
    tmp_path: Path,
    arguments: list[str],
    words: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITWATCH_DECKS", str(tmp_path / "decks"))
    assert run(["evaluate", *arguments]) == 2
    printed = capfd.readouterr()
    assert (printed.out, len(printed.err.strip().splitlines())) == ("", 1)
    assert words in printed.err
    assert list(tmp_path.iterdir()) == []
