"""What tests of the house share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.api.audits import kept_audit
from tests.unit.api.films import Film


@pytest.fixture(scope="session")
def audited(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the audit of the film."""
    data = tmp_path_factory.mktemp("data")
    kept_audit(film, data)
    return data


@pytest.fixture
def data(audited: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may write to."""
    return Path(shutil.copytree(audited, tmp_path / "data"))
