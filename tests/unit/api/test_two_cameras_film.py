"""One session, filmed by two cameras: audited from both recordings, and watched from both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.archive.recorded import Recorded
from api.audit.record import RECORD, read_record
from api.cli import run
from api.evidence.cameras import camera_of
from api.films import TRUE_FACTS, TRUTH
from api.live.hub import Hub
from api.live.orders import feeders_of, orders_for
from api.live.table import LiveTable
from api.store.feeds import chip_feed
from api.store.journal import read_entries
from tracker.facts import CardPlaced, CardRead, Fact, fact_from_json
from tracker.profile import load_profile
from vision.table import load_table

PROFILE = "russian-blackjack"


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("two") / "film"
    dials = ["--cameras", "2", "--fps", "10", "--speed", "1.4", "--occlusion", "0.7"]
    assert (
        run(["simulate", "--profile", PROFILE, "--rounds", "1", "--boxes", "1", "--seed", "11", "--planted", "1",
             "--video", *dials, "--out", str(folder)])
        == 0
    )  # fmt: skip
    yield folder


def planted_in(film: Path) -> list[str]:
    return [error["code"] for error in json.loads((film / TRUTH).read_text())["planted"]]


def dealt(facts: list[Fact]) -> list[tuple[str, str]]:
    """Place and name of every card that was dealt, sorted."""
    cards: dict[int, tuple[str, str]] = {}
    for fact in facts:
        if isinstance(fact.body, CardPlaced):
            cards[fact.body.track] = (fact.body.place, fact.body.card)
        elif isinstance(fact.body, CardRead):
            cards[fact.body.track] = (cards[fact.body.track][0], fact.body.card)
    return sorted(cards.values())


def truth_of(film: Path) -> list[tuple[str, str]]:
    lines = (film / TRUE_FACTS).read_text().splitlines()
    facts = [fact_from_json(json.loads(line)) for line in lines]
    return dealt([f for f in facts if not (isinstance(f.body, CardPlaced) and f.body.place == "tray")])


def test_an_audit_of_two_recordings_tells_the_round_once(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "audit"
    with_other = ["--with", f"side={film / 'session-2.mp4'}", "--offset", "side=0"]
    arguments = ["audit", str(film / "session.mp4"), "--table", str(film / "table.toml"), "--json"]
    facts_given = ["--facts", str(film / "chips.facts.jsonl")]
    capsys.readouterr()
    assert run([*arguments, *with_other, *facts_given, "--out", str(out)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [f["code"] for f in document["audits"][0]["findings"]] == planted_in(film)
    facts = [entry.fact for entry in read_entries(out / "journal.db")]
    assert dealt(facts) == truth_of(film)
    (other,) = read_record(out).others
    assert (other.camera, other.offset_us, len(other.sha256)) == ("side", 0, 64)
    assert run(["verify", str(out)]) == 0
    recorded = Recorded(out)
    try:
        (finding,) = recorded.session.findings
        assert recorded.still(finding.id) is not None
    finally:
        recorded.close()
    assert (out / RECORD).is_file()


def test_watching_both_tells_the_same_cards(film: Path, tmp_path: Path) -> None:
    table = load_table(film / "table.toml")
    live = LiveTable(table, load_profile(PROFILE), tmp_path, Hub())
    sources = [str(film / "session.mp4"), str(film / "session-2.mp4")]
    (orders,) = orders_for(sources, [table], tmp_path)
    feeders = feeders_of(live, orders, chip_feed([film / "chips.facts.jsonl"], table.name))
    for feeder in feeders:
        feeder.start()
    for feeder in feeders:
        feeder.join(240)
    try:
        facts = list(live.facts)
        assert dealt(facts) == truth_of(film)
        assert {camera_of(f) for f in facts if isinstance(f.body, CardPlaced)} <= set(table.camera_names)
        assert [f.finding.code for f in live.session.findings] == planted_in(film)
        state = live.state()
        assert [c.name for c in state.camera.cameras] == list(table.camera_names)
        assert live.footage is not None
        assert live.footage(0, 2_000_000, tmp_path / "clip.mp4") is not None
    finally:
        live.close()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--with", "roof=x.mp4"], "has no further camera 'roof'; its file names side"),
        (["--with", "side"], "expected --with CAMERA=FILE, got 'side'"),
        (["--with", "side=a.mp4", "--with", "side=b.mp4"], "one recording of each camera"),
        (["--with", "side=a.mp4", "--offset", "side=soon"], "expected --offset in seconds"),
        (["--offset", "side=1"], "expected --with for each --offset"),
        (["--camera", "roof"], "no camera roof, only overhead, side"),
    ],
)
def test_what_is_said_of_further_cameras_is_checked(
    film: Path, arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["audit", str(film / "session.mp4"), "--table", str(film / "table.toml"), *arguments]
    assert run(command) == 2
    error = capsys.readouterr().err
    assert complaint in error and len(error.strip().splitlines()) == 1
