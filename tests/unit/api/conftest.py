"""What tests of the house share."""

from __future__ import annotations

import pytest

from tests.unit.api.films import Film, shoot


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """Two rounds of Russian blackjack; in the first the dealer draws on 17 or more."""
    return shoot(tmp_path_factory.mktemp("film"), seed=8)
