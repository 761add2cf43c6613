"""Options come from a file and the environment, too; what the file misspells is told in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.cli import run


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "pitwatch.toml"
    monkeypatch.setenv("PITWATCH_CONFIG", str(path))
    return path


def test_the_command_line_goes_before_the_environment_before_the_file(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def data_of(arguments: list[str]) -> str:
        assert run(["serve", *arguments]) == 2
        return capsys.readouterr().err

    config.write_text(f'[serve]\ndata = "{tmp_path / "file"}"\n')
    assert str(tmp_path / "file") in data_of([])
    monkeypatch.setenv("PITWATCH_SERVE_DATA", str(tmp_path / "environment"))
    assert str(tmp_path / "environment") in data_of([])
    assert str(tmp_path / "line") in data_of(["--data", str(tmp_path / "line")])


def test_a_group_of_commands_is_a_table_of_tables(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(f'[floor.host.list]\ndata = "{tmp_path / "there"}"\n')
    assert run(["floor", "host", "list"]) == 2
    assert str(tmp_path / "there") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[serv]\nport = 1\n", "serv: expected one of"),
        ("[serve]\nprot = 1\n", "serve.prot: expected one of"),
        ("[serve\n", "is no TOML"),
        ('[serve]\nport = "x"\n', "port"),
    ],
)
def test_a_wrong_file_is_told_in_one_line(
    config: Path, text: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(text)
    assert run(["serve"]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


def test_a_file_that_is_not_there_is_told(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["codes"]) == 2
    assert str(config) in capsys.readouterr().err
