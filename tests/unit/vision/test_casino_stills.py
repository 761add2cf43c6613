"""The real casino table: a recording of 64 stills, told with the shipped models."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.store.projections import Session
from tracker.facts import Fact
from tracker.profile import load_profile
from vision.evaluate.rounds import load_true_rounds, rounds_on_table, score_rounds
from vision.read.reader import Reader
from vision.sources import open_recording
from vision.table import load_table
from vision.watch import watch

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "docs" / "examples" / "casino-stills.table.toml"
PHOTOS = Path(os.environ.get("PITWATCH_PHOTOS", ROOT.parent / "shared" / "photos"))


def test_table_file_describes_the_stills() -> None:
    table = load_table(TABLE)
    table.check_size(1920, 1080)
    assert table.profile == "blackjack-s17-peek"


@pytest.mark.photos
@pytest.mark.skipif(
    not (PHOTOS / "images").is_dir(), reason=f"no photographs in {PHOTOS}; set PITWATCH_PHOTOS"
)
def test_the_rounds_of_the_casino_table_are_told_none_is_invented_and_nobody_accused() -> None:
    source = open_recording(PHOTOS / "images", pattern="casino-table_*.jpg")
    table = load_table(TABLE)
    facts = [item for item in watch(source, table, Reader()) if isinstance(item, Fact)]
    score = score_rounds(rounds_on_table(facts), load_true_rounds(PHOTOS / "casino-table-rounds.json"))
    assert score.right >= 12 and not score.invented, "\n".join(score.lines())
    told = Session(load_profile(table.profile), sees_order=False)
    for fact in facts:
        told.take(fact)
    assert told.findings == ()
    assert sum(judged.told.is_certain for judged in told.rounds) >= 8
