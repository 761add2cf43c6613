from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from api.cli import run

HAS_TORCH = importlib.util.find_spec("torch") is not None


@pytest.mark.skipif(HAS_TORCH, reason="PyTorch is installed here")
def test_training_without_pytorch_is_one_line_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", "--out", str(tmp_path / "runs")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "pitwatch[train]" in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("option", [["--minutes", "0"], ["--workers", "0"], ["--minutes", "soon"]])
def test_options_that_make_no_sense_are_refused(option: list[str], tmp_path: Path) -> None:
    assert run(["train", "--out", str(tmp_path / "runs"), *option]) == 2
    assert not (tmp_path / "runs").exists()
