"""`pitwatch calibrate`: a table file from points or tags, and what its camera can read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.cli import run
from tests.unit.vision.test_calibrate import lay_tag
from vision.calibrate.camera import Camera
from vision.calibrate.points import named_spots
from vision.calibrate.tags import places_of
from vision.sightings import U8
from vision.synth.art import load_deck
from vision.synth.film.still import table_still
from vision.synth.table import standard_table
from vision.table import Table, load_table
from vision.table_file import format_table

SEEN = standard_table("russian-blackjack", camera=Camera(elevation_deg=62, azimuth_deg=8), name="BJ-09")


@pytest.fixture(scope="module")
def stills() -> tuple[U8, U8]:
    """The camera's picture, and the same with a tag on each spot."""
    still = table_still(SEEN, load_deck(), {"2.1": ("Th",)}, seed=1)
    tagged = still.copy()
    for no, at in places_of(SEEN).items():
        lay_tag(tagged, SEEN, no, at, turn=0.4 * no)
    return still, tagged


@pytest.fixture
def folder(stills: tuple[U8, U8], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table file whose calibration is another camera's, and stills of the camera, without tags and with."""
    monkeypatch.chdir(tmp_path)
    old = standard_table("russian-blackjack", name="BJ-09")
    (tmp_path / "table.toml").write_text("# Table nine, by the window\n" + format_table(old))
    cv2.imwrite("still.png", stills[0])
    cv2.imwrite("tags.png", stills[1])
    return tmp_path


def points(names: list[str]) -> list[str]:
    spots = named_spots(SEEN)
    seen = SEEN.to_picture([spots[name] for name in names])
    return [f"--point={name}={x:.2f},{y:.2f}" for name, (x, y) in zip(names, seen, strict=True)]


def off_px(table: Table) -> float:
    spots = [(x, y) for x in (-500.0, 0.0, 500.0) for y in (50.0, 550.0)]
    return float(np.linalg.norm(table.to_picture(spots) - SEEN.to_picture(spots), axis=1).max())


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    document: dict[str, object] = json.loads(capsys.readouterr().out)
    return document


def test_points_calibrate_the_table_and_keep_its_remarks(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = off_px(load_table("table.toml"))
    typed = points(["d", "tray", "shoe", "1.bet", "3.bet", "5.bet"])
    assert run(["calibrate", "table.toml", "still.png", *typed, "--json"]) == 0
    document = told(capsys)
    assert (document["calibrated"], document["points"]) == (True, 6)
    assert document["reprojection"]["worst_px"] < 0.1  # type: ignore[index]
    assert off_px(load_table("table.toml")) < 0.2 < before
    assert Path("table.toml").read_text().startswith("# Table nine, by the window\n")
    assert sorted(path.name for path in folder.iterdir()) == [
        "still.png",
        "table.toml",
        "tags.png",
        "zones.png",
    ]


def test_a_further_camera_is_added_and_calibrated_anew(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = load_table("table.toml")
    typed = points(["d", "tray", "shoe", "1.bet", "3.bet"])
    assert run(["calibrate", "table.toml", "still.png", "--camera", "side", "--json"]) == 2
    assert "has no camera 'side'; expected --point or --tags" in capsys.readouterr().err
    for given in (typed, [*typed, *points(["5.bet"])], ["--tags"]):
        picture = "tags.png" if given == ["--tags"] else "still.png"
        assert run(["calibrate", "table.toml", picture, "--camera", "side", *given, "--json"]) == 0
        assert told(capsys)["calibrated"] is True
        table = load_table("table.toml")
        assert table.camera_names == ("overhead", "side")
        assert off_px(table.seen_by("side")) < 1.5
        assert table.seen_by("overhead") == first, "the first camera stays as it is"
        assert Path("table.toml").read_text().startswith("# Table nine, by the window\n")
    assert run(["calibrate", "table.toml", "still.png", *typed, "--json"]) == 0
    both = load_table("table.toml")
    assert off_px(both) < 0.2
    assert both.other_cameras == table.other_cameras, "the second camera stays as it is"
    assert run(["calibrate", "table.toml", "still.png", "--camera", "side", "--click", "click.html"]) == 0
    assert "--camera side" in Path("click.html").read_text()


def test_tags_calibrate_the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "table.toml", "tags.png", "--tags", "--json"]) == 0
    assert told(capsys)["points"] == 8
    assert off_px(load_table("table.toml")) < 1.0


def test_a_new_table_is_made_for_a_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["calibrate", "new.toml", "tags.png", "--tags", "--profile", "russian-blackjack"]
    assert run([*command, "--json"]) == 0
    table = load_table("new.toml")
    assert (table.name, table.profile, len(table.boxes)) == ("new", "russian-blackjack", 5)
    assert off_px(table) < 1.0
    capsys.readouterr()
    assert run(command) == 2, "a table that is there is not replaced by a new one"
    assert "there already" in capsys.readouterr().err


def test_without_points_the_file_is_left_alone_and_the_camera_judged(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "table.toml").write_text(format_table(SEEN))
    before = (folder / "table.toml").read_bytes()
    assert run(["calibrate", "table.toml", "still.png", "--json"]) == 0
    document = told(capsys)
    assert (folder / "table.toml").read_bytes() == before
    places = document["places"]
    assert isinstance(places, dict) and set(places) >= {"d", "1.1", "5.1"}
    for place in places.values():
        if place["index_px"] >= 12:
            low, high = place["expected"]["interval_95"]
            assert low <= place["expected"]["share"] <= high and place["expected"]["n"] >= 20
        assert 8 < place["index_px"] < 25 and 15 < place["tilt_deg"] < 50
    assert (folder / "zones.png").read_bytes().startswith(b"\x89PNG")
    assert run(["calibrate", "table.toml", "still.png"]) == 0
    text = capsys.readouterr().out
    assert "read right in one look in evaluation" in text and "Zones: zones.png" in text


def test_a_camera_that_is_too_far_is_told_what_would_do(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = standard_table("russian-blackjack", camera=Camera(width=640, height=360))
    (folder / "small.toml").write_text(format_table(small))
    cv2.imwrite("small.png", table_still(small, load_deck(), {}, seed=1))
    assert run(["calibrate", "small.toml", "small.png"]) == 0
    text = capsys.readouterr().out
    assert "This camera is not fit for the whole table. Too far: the indices are too low." in text
    assert "times as long" in text


def test_tags_are_printed_and_a_page_for_clicking_is_written(folder: Path) -> None:
    assert run(["calibrate", "--print-tags", "sheet.pdf"]) == 0
    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert run(["calibrate", "table.toml", "still.png", "--click", "click.html"]) == 0
    assert "data:image/jpeg;base64," in (folder / "click.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["table.toml"], "a still of its camera"),
        (["table.toml", "nothing.png"], "no such file"),
        (["nothing.toml", "still.png"], "nothing.toml"),
        (["table.toml", "still.png", "--point", "1,2"], "expected a point"),
        (["table.toml", "still.png", "--point", "d=1,2"], "at least 4 points, got 1"),
        (["table.toml", "still.png", "--tags"], "at least four tags"),
        (["table.toml", "tags.png", "--tag", "x=1,2"], "NO=MM_X,MM_Y"),
        (["new.toml", "tags.png", "--tags", "--profile", "nosuch", "--boxes", "9"], "boxes"),
        (["--print-tags", "nowhere/tags.pdf"], "cannot write"),
    ],
)
def test_bad_input_is_one_clear_line_and_changes_nothing(
    folder: Path, arguments: list[str], words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run(["calibrate", *arguments]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    assert words in printed.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
