"""What is derived can be thrown away: the journals alone give it again, and whatever differs is named."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from api.archive.archive import AUDITS, Archive
from api.archive.rebuild import rebuild
from api.cli import run
from api.live.station import Station
from api.store.snapshot import SNAPSHOT
from tests.unit.api.audits import kept_audit
from tests.unit.api.films import Film
from tracker.facts import ReviewModeSet
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from vision.synth.table import standard_table


@pytest.fixture(scope="module")
def audited(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("data")
    kept_audit(film, data)
    station = Station(data)
    profile = load_profile("russian-blackjack")
    live = station.add(standard_table(profile.name, name="T1"), profile)
    dealt = simulate(profile, rounds=4, seed=6, errors=2, table="T1")
    live.take(perform(dealt.history, profile).facts)
    live.close()
    return data


@pytest.fixture
def data(audited: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(audited, tmp_path / "data"))


def test_everything_of_a_house_comes_out_equal(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rebuild", str(data), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [part["equal"] for part in told["parts"]] == [True, True]
    assert all(part["rounds"] and part["findings"] and part["facts"] for part in told["parts"])


def test_what_people_added_to_an_audit_does_not_make_it_another(data: Path) -> None:
    kept = Archive(data / AUDITS).get("session")
    assert kept is not None
    kept.enter([ReviewModeSet(by="Ann", blind=True)], source="auditor:Ann")
    assert all(part.equal for part in rebuild(data / AUDITS / "session"))


def test_a_finding_that_was_edited_is_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / AUDITS / "session" / "findings.json"
    document = json.loads(file.read_text())
    document["findings"][0]["money"] = "1.00"
    file.write_text(json.dumps(document))
    assert run(["rebuild", str(data / AUDITS / "session")]) == 1
    assert document["findings"][0]["id"] in capsys.readouterr().out


def test_an_edited_fact_gives_other_rounds_and_verify_names_its_row(data: Path) -> None:
    journal = data / AUDITS / "session" / "journal.db"
    db = sqlite3.connect(journal)
    db.execute("DROP TRIGGER fact_refuses_update")
    (seq, content) = db.execute(
        "SELECT seq, content FROM fact WHERE content LIKE '%card-placed%' AND content LIKE '%\"place\":\"d\"%' LIMIT 1"
    ).fetchone()
    fact = json.loads(content)
    fact["card"] = "2c" if fact["card"] != "2c" else "3c"
    text = json.dumps(fact, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    db.execute("UPDATE fact SET content = ? WHERE seq = ?", (text, seq))
    db.commit()
    db.close()
    (part,) = rebuild(data / AUDITS / "session")
    assert any("rounds.bjh" in what for what in part.different)
    assert run(["verify", str(data / AUDITS / "session")]) == 1


def test_a_snapshot_that_says_otherwise_is_named_and_made_anew(data: Path) -> None:
    kept = data / "T1" / SNAPSHOT
    whole = kept.read_bytes()
    first, body = whole.split(b"\n", 1)
    forged = body.replace(b'"cards":', b'"cards":9')
    assert forged != body
    stamp = {**json.loads(first), "body": hashlib.sha256(forged).hexdigest()}
    kept.write_bytes(json.dumps(stamp).encode() + b"\n" + forged)
    (part,) = rebuild(data / "T1")
    assert part.different == ("the totals are others by the snapshot",)
    assert rebuild(data / "T1")[0].equal
    kept.unlink()
    assert rebuild(data / "T1")[0].equal
    station = Station(data)
    station.add_known()
    assert station.tables["T1"].head().seq == json.loads(kept.read_bytes().split(b"\n")[0])["row"]
    station.tables["T1"].close()


def test_nothing_to_rebuild_is_told_plainly(tmp_path: Path) -> None:
    assert run(["rebuild", str(tmp_path)]) == 2
