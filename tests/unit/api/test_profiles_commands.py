"""`pitwatch profiles`: list, show, check, schema, docs; and `pitwatch codes`, which says what is not yet seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.cli import run
from tracker.codes import CODES
from tracker.profiles.page import profiles_page

COPY = 'schema_version = 1\nname = "ours"\n[rules]\n'


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert run(list(arguments)) == status
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(COPY)
    return path


def test_profiles_show_prints_titles_values_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "profiles", "show", "blackjack-switch")
    assert "Even money against" in text
    assert "three-of-a-kind 5:1" in text
    assert "line 70: «объявляется ничья" in text
    assert printed(capsys, "profiles", "blackjack-switch") == text


def test_profiles_show_json_has_the_values_and_what_they_mean(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "profiles", "show", "russian-blackjack", "--json"))
    assert document["suited_blackjack_pays"] == "2:1"
    assert document["about"]["decks"] == {
        "title": {"en": "Decks", "ru": "Колод"},
        "unit": "decks",
        "written": "6",
        "source": "open: the book counts no decks",
    }


def test_a_houses_own_file_is_shown(capsys: pytest.CaptureFixture[str], house: Path) -> None:
    house.write_text(COPY + 'ties = "lose"\n[sources]\nties = "our rules, 4"\n')
    assert "our rules, 4" in printed(capsys, "profiles", "show", str(house))


def test_check_says_by_its_exit_status_whether_something_was_found(
    capsys: pytest.CaptureFixture[str], house: Path
) -> None:
    assert "nothing to say" in printed(capsys, "profiles", "check", "blackjack-s17-peek")
    found = json.loads(printed(capsys, "profiles", "check", "russian-blackjack", "--json", status=1))
    assert found["profile"] == "russian-blackjack"
    assert found["remarks"][0] == {
        "kind": "dear",
        "fields": [],
        "text": "dealt so, the game gives a good player +2.298 % of the initial bet",
        "points": 2.298,
        "basis": "measured, within 0.008 (russian-blackjack: seed literal: ES vs all + bonuses)",
    }
    house.write_text(COPY + "minimum = 50\nmaximum = 20\n")
    assert "no stake is allowed" in printed(capsys, "profiles", "check", str(house), status=1)


def test_check_weighs_limits_against_the_currency(capsys: pytest.CaptureFixture[str], house: Path) -> None:
    house.write_text(COPY + "minimum = 5\n")
    printed(capsys, "profiles", "check", str(house))
    assert "1:2 of the minimum stake" in printed(
        capsys, "profiles", "check", str(house), "--minor-units", "1", status=1
    )


def test_bad_profiles_are_refused_in_one_line(capsys: pytest.CaptureFixture[str], house: Path) -> None:
    house.write_text(COPY + "tiess = 1\n")
    for command in ("show", "check"):
        assert (
            refused(capsys, "profiles", command, str(house)) == f"pitwatch: {house}:4: no such rule 'tiess'\n"
        )
    house.write_text(COPY + "minimum = 50\nmaximum = 20\n")
    assert f"{house}:4: minimum, maximum" in refused(capsys, "profiles", "show", str(house))
    assert "unknown profile 'poker'" in refused(capsys, "profiles", "check", "poker")
    assert "Missing argument" in refused(capsys, "profiles", "check")
    assert "--json" in refused(capsys, "profiles", "--json", "show", "blackjack-switch")


def test_the_schema_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads(printed(capsys, "profiles", "schema"))
    assert schema["properties"]["rules"]["properties"]["ties"]["enum"] == ["lose", "push"]


def test_docs_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "profiles", "docs") == profiles_page()


@pytest.mark.parametrize("command", ["show", "check", "schema", "docs"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Usage: pitwatch profiles" in printed(capsys, "profiles", command, "--help")


def test_codes_say_what_is_not_yet_seen_and_what_it_would_take(capsys: pytest.CaptureFixture[str]) -> None:
    table, _, unseen = printed(capsys, "codes").partition("not yet seen")
    rows = {row["code"]: row for row in json.loads(printed(capsys, "codes", "--json"))}
    for code, row in CODES.items():
        assert (code in unseen) is (row.found_by is None)
        assert (f" {code} " in table) is (row.found_by is not None)
        assert bool(rows[code]["needs"]) is (row.found_by is None)
