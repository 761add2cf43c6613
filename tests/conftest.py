"""What tests of several packages share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.unit.api.films import Film

# A run tells whether a change broke something, so every run tries the same examples; EXPLORE=1 looks for new ones.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile("explore" if os.environ.get("EXPLORE") else "repeatable")


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """Two rounds of Russian blackjack; in the first the dealer draws on 17 or more."""
    from tests.unit.api.films import shoot  # noqa: PLC0415  (the film maker is heavy, most tests need none)

    return shoot(tmp_path_factory.mktemp("film"), seed=8, kinds=["dealer-drew-on-17-or-more"])


@pytest.fixture(scope="session")
def switch_film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """Two rounds of Blackjack Switch with a dealing error."""
    from tests.unit.api.films import shoot  # noqa: PLC0415

    return shoot(tmp_path_factory.mktemp("switch"), profile="blackjack-switch", table="BJ-05", seed=2)
