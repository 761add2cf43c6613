"""A data folder is enough to show its tables again."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.errors import InputError
from api.live.station import RULES_FILE, Station
from tracker.profile import load_profile
from vision.synth.table import standard_table


def watched(data: Path, rules: dict[str, object]) -> None:
    """Leave the data folder of a table that dealt a house's own rules, whose file lies elsewhere."""
    own = load_profile("russian-blackjack", rules)
    table = standard_table("russian-blackjack", name="BJ-01").model_copy(update={"profile": "our-own.toml"})
    station = Station(data)
    station.add(table, own)
    station.tables["BJ-01"].close()


def test_a_houses_own_rules_are_there_when_the_table_is_served_again(tmp_path: Path) -> None:
    watched(tmp_path, {"minimum": 50})
    again = Station(tmp_path)
    again.add_known()
    assert again.tables["BJ-01"].session.profile == load_profile("russian-blackjack", {"minimum": 50})
    again.tables["BJ-01"].close()


@pytest.mark.parametrize("text", ["{", '{"minimum": "many"}'])
def test_damaged_rules_are_told(tmp_path: Path, text: str) -> None:
    watched(tmp_path, {})
    (tmp_path / "BJ-01" / RULES_FILE).write_text(text)
    with pytest.raises(InputError, match="holds no rules"):
        Station(tmp_path).add_known()
