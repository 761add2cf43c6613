"""The demonstration with the shipped model: a film is made once, and what is dealt in it is read and told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from api.audit.run import Audit, Job, audit
from api.cli import run
from api.demo import SCENES, Scene, demo_films, demo_is_filmed
from api.store.feeds import chip_feed
from tracker.notation import parse_bjh
from tracker.profile import load_profile
from vision.read import Reader
from vision.sources import open_recording
from vision.table import load_table

SHORT = (Scene("BJ-05", "blackjack-switch", 1112, 1, 0),)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def filmed(cache: Path) -> Path:
    told: list[float] = []
    (folder,) = demo_films(told.append, scenes=SHORT, cache=cache)
    assert told == sorted(told) and told[-1] <= 1.0
    return folder


def watched(film: Path, folder: Path) -> Audit:
    table = load_table(film / "table.toml")
    feed = chip_feed([film / "chips.facts.jsonl"], table.name)
    job = Job(recording=film / "session.mp4", table=table, profile=load_profile(table.profile), feed=feed)
    reader = Reader()
    return audit(job, open_recording(job.recording), reader, folder, models=reader.model_ids)


def test_both_games_are_shown_in_at_least_twelve_rounds() -> None:
    assert sum(scene.rounds for scene in SCENES) >= 12
    assert {scene.profile for scene in SCENES} == {"blackjack-switch", "russian-blackjack"}


def test_a_film_is_made_once(filmed: Path, cache: Path) -> None:
    assert demo_is_filmed(scenes=SHORT, cache=cache)
    made = (filmed / "session.mp4").stat().st_mtime_ns
    assert demo_films(scenes=SHORT, cache=cache) == [filmed]
    assert (filmed / "session.mp4").stat().st_mtime_ns == made
    assert [path.name for path in filmed.parent.iterdir()] == [filmed.name], "nothing half-made lies about"


def test_the_shipped_model_reads_what_is_dealt(filmed: Path, tmp_path: Path) -> None:
    truth = parse_bjh((filmed / "session.bjh").read_text(encoding="utf-8"))
    dealt = Counter(str(a.args[1]) for a in truth.rounds[0].actions if a.verb == "deal")
    result = watched(filmed, tmp_path)
    verdict = result.session.rounds[0].verdict
    hands = [verdict.dealer, *verdict.hands.values()]
    told = Counter(str(card) for hand in hands for card in hand.cards)
    assert len(result.session.rounds) == 1
    assert result.models[0].startswith("index-finder@")
    assert (dealt & told).total() >= 0.8 * dealt.total(), (dealt, told)


def test_the_file_of_another_table_is_refused_in_one_line_and_nothing_is_written(
    filmed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stills = Path(__file__).parents[3] / "docs" / "examples" / "casino-stills.table.toml"
    out = tmp_path / "out"
    assert run(["audit", str(filmed / "session.mp4"), "--table", str(stills), "--out", str(out)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1 and "wrong table for the camera" in told.err
    assert list(tmp_path.iterdir()) == []
