"""The contract of the command line: exit states, one JSON document, one line for bad input, nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from api.cli import app, run
from tests.unit.api.films import Film
from tracker.codes import CODES

ROOT = Path(__file__).parents[3]
COMMANDS = [command.name for command in app.registered_commands]

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


def pitwatch(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    command = [sys.executable, "-m", "api", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, cwd=cwd, env=environment
    )


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "good.bjh"
    path.write_text(GOOD)
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert "Usage: pitwatch" in capsys.readouterr().out


def test_help_loads_no_eyes() -> None:
    code = """
import sys
from api.cli import run
run(["--help"])
sys.exit(bool({"cv2", "openvino", "fastapi"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0


def test_judge_says_by_its_exit_status_whether_something_was_found(history: Path, tmp_path: Path) -> None:
    flawed = tmp_path / "flawed.bjh"
    flawed.write_text(FLAWED)
    assert run(["judge", str(history)]) == 0
    assert run(["judge", str(flawed)]) == 1
    assert run(["judge", str(tmp_path)]) == 1


def test_judge_prints_one_document_of_the_contract(history: Path) -> None:
    done = pitwatch("judge", history, "--json")
    document = json.loads(done.stdout)
    assert (document["format"], document["version"]) == ("verdict", 1)
    (file,) = document["files"]
    assert file["file"] == str(history)
    assert file["rounds"][0]["bets"][0] == {
        "bet": "1.1", "stake": "100", "outcome": "win", "ratio": "1:1", "pays": "100", "net": "100",
    }  # fmt: skip


def test_codes_and_profiles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["codes", "--json"]) == 0
    assert [code["code"] for code in json.loads(capsys.readouterr().out)] == list(CODES)
    assert run(["profiles", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["profiles"]) == 3
    assert run(["profiles", "russian-blackjack", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["suited_blackjack_pays"] == "2:1"


def test_the_same_seed_simulates_the_same_session(tmp_path: Path) -> None:
    for name in ("one", "two"):
        arguments = ["--profile", "blackjack-switch", "--rounds", "5", "--seed", "9", "--errors", "0.5"]
        assert run(["simulate", *arguments, "--out", str(tmp_path / name)]) == 0
    files = sorted(p.name for p in (tmp_path / "one").iterdir())
    assert files == ["chips.facts.jsonl", "session.bjh", "truth.facts.jsonl", "truth.json"]
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_simulated_session_is_judged_as_it_was_planted(tmp_path: Path) -> None:
    session = tmp_path / "session"
    done = pitwatch(
        "simulate",
        "--profile",
        "russian-blackjack",
        "--rounds",
        12,
        "--seed",
        4,
        "--errors",
        0.5,
        "--out",
        session,
        "--json",
    )
    planted = [(error["round"], error["code"]) for error in json.loads(done.stdout)["planted"]]
    judged = json.loads(pitwatch("judge", session / "session.bjh", "--json").stdout)
    found = [(r["no"], f["code"]) for r in judged["files"][0]["rounds"] for f in r["findings"]]
    assert planted and found == planted


def test_what_can_be_planted_is_listed_and_what_cannot_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["simulate", "--profile", "russian-blackjack", "--list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    codes = {kind["code"] for kind in listed["planted"]}
    judged = {code for code, row in CODES.items() if row.judged}
    assert codes | listed["left_out"].keys() == judged
    assert listed["left_out"]["switch-twice"] == "the game has no switch"
    assert run(["simulate", "--profile", "russian-blackjack", "--list"]) == 0
    assert "the game has no switch" in capsys.readouterr().out


def test_only_the_errors_boxes_and_players_that_are_asked_for_are_simulated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = [
        "--planted",
        "3",
        "--kind",
        "box-skipped-in-play",
        "--any-error",
        "--boxes",
        "7",
        "--bettors",
        "3",
    ]
    game = ["--profile", "russian-blackjack", "--rounds", "20", "--player", "random"]
    assert run(["simulate", *game, *asked, "--json"]) == 0
    planted = json.loads(capsys.readouterr().out)["planted"]
    assert [error["code"] for error in planted] == ["box-skipped-in-play"] * 3
    assert run(["simulate", *game, *asked]) == 0
    told = capsys.readouterr().out
    assert '"7 bet' in told
    assert " by " in told


def test_nobody_is_bothered_with_a_progress_bar_in_a_pipe(tmp_path: Path) -> None:
    done = pitwatch(
        "simulate", "--profile", "blackjack-switch", "--rounds", 2, "--out", tmp_path / "s", "--json"
    )
    assert done.stderr == ""
    json.loads(done.stdout)


def test_reading_the_output_only_in_part_is_no_error() -> None:
    command = f"{sys.executable} -m api codes --json | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def bad_inputs(tmp_path: Path, film: Film) -> dict[str, tuple[list[object], str]]:
    """Every kind of bad input, by name: the command line, and what the line must say."""
    (tmp_path / "text.mp4").write_text("not a video at all\n" * 50)
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "malformed.bjh").write_text(GOOD.replace('"d nmb"', '"d nbm"'))
    (tmp_path / "nonsense.bjh").write_text("format = [")
    (tmp_path / "unknown.bjh").write_text(GOOD.replace("russian-blackjack", "poker"))
    (tmp_path / "latin.bjh").write_bytes(GOOD.encode() + b"# \xe9")
    (tmp_path / "nonsense.toml").write_text("schema_version = ")
    table = (film.folder / "table.toml").read_text()
    (tmp_path / "large.toml").write_text(table.replace("width = 640", "width = 1920"))
    (tmp_path / "odd.toml").write_text(table.replace("russian-blackjack", "poker"))
    (tmp_path / "facts.jsonl").write_text('{"kind": "chips"}\n')
    (tmp_path / "empty-folder").mkdir()
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(0o555)
    good_table = film.folder / "table.toml"
    audit = ["audit", "--table", good_table]
    return {
        "no such recording": ([*audit, tmp_path / "nothing.mp4"], "no such file"),
        "not a video": ([*audit, tmp_path / "text.mp4"], "text.mp4"),
        "zero length": ([*audit, tmp_path / "empty.mp4"], "empty"),
        "no pictures": ([*audit, tmp_path / "empty-folder"], "no pictures"),
        "no such table": (["audit", "--table", tmp_path / "nothing.toml", film.video], "nothing.toml"),
        "malformed table": (["audit", "--table", tmp_path / "nonsense.toml", film.video], "nonsense.toml"),
        "wrong table": (
            ["audit", "--table", tmp_path / "large.toml", film.video],
            "wrong table for the camera",
        ),
        "unknown profile": (
            ["audit", "--table", tmp_path / "odd.toml", film.video],
            "unknown profile 'poker'",
        ),
        "profile option": ([*audit, film.video, "--profile", "poker"], "unknown profile 'poker'"),
        "read-only output": ([*audit, film.video, "--out", locked / "audit"], "read-only"),
        "malformed facts": ([*audit, film.video, "--facts", tmp_path / "facts.jsonl"], "facts.jsonl:1"),
        "camera facts": ([*audit, film.video, "--facts", film.folder / "truth.facts.jsonl"], "other sources"),
        "unplugged camera": (["watch", good_table, "--source", "/dev/video99"], "/dev/video99"),
        "camera elsewhere": (
            ["watch", good_table, "--source", "rtsp://127.0.0.1:9/x"],
            "rtsp://127.0.0.1:9/x",
        ),
        "sources missing": (["watch", good_table, good_table, "--source", "x"], "--source for each"),
        "open door": (["serve", "--data", tmp_path, "--host", "0.0.0.0"], "no table"),
        "malformed history": (["judge", tmp_path / "malformed.bjh"], "malformed.bjh:10"),
        "no TOML": (["judge", tmp_path / "nonsense.bjh"], "nonsense.bjh:1"),
        "history's profile": (["judge", tmp_path / "unknown.bjh"], "unknown profile 'poker'"),
        "history's bytes": (["judge", tmp_path / "latin.bjh"], "UTF-8"),
        "no such history": (["judge", tmp_path / "nothing.bjh"], "no such file"),
        "no journal": (["verify", tmp_path / "text.mp4"], "text.mp4"),
        "nothing to verify": (["verify", tmp_path / "nothing"], "no such file"),
        "no picture": (["read", tmp_path / "text.mp4"], "text.mp4"),
        "no such picture": (["read", tmp_path / "nothing.jpg"], "no such file"),
        "no photographs": (["evaluate", "--photos", tmp_path / "nothing"], "no such folder"),
        "unknown error": (
            ["simulate", "--profile", "blackjack-switch", "--kind", "bonus-missed", "--planted", "1"],
            "expected codes that can be planted in blackjack-switch",
        ),
        "too many boxes": (
            ["simulate", "--profile", "blackjack-switch", "--boxes", "5"],
            "expected 1 to 3 different boxes",
        ),
        "film without folder": (["simulate", "--profile", "blackjack-switch", "--video"], "--out"),
        "unknown option": (["judge", "--nothing"], "--nothing"),
        "unknown command": (["deal"], "deal"),
        "nothing given": (["judge"], "files"),
    }


def test_bad_input_gets_one_clear_line_and_leaves_nothing(
    tmp_path: Path, film: Film, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work, given = tmp_path / "work", tmp_path / "given"
    work.mkdir()
    given.mkdir()
    monkeypatch.chdir(work)
    troubles: list[tuple[str, int | str, str, str]] = []
    for name, (arguments, expected) in bad_inputs(given, film).items():
        before = set(given.rglob("*"))
        status = run([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        lines = printed.err.strip().splitlines()
        if status != 2 or len(lines) != 1 or expected not in lines[0] or printed.out:
            troubles.append((name, status, printed.err[-600:], printed.out[-200:]))
        if list(work.iterdir()) or set(given.rglob("*")) != before:
            troubles.append((name, "left something behind", "", ""))
    (given / "locked").chmod(0o755)
    assert not troubles
