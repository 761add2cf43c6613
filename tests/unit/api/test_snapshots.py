"""A table that goes on from a snapshot of its journal says what one says that folds the journal from its beginning."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from api.live import fold
from api.live.hub import Hub
from api.live.table import LiveTable
from api.store import snapshot
from api.store.journal import Entry, Journal, read_entries
from api.store.projections import session_of
from api.store.snapshot import SNAPSHOT
from tests.unit.api.test_long_session import assert_same, dealt, eventful
from tracker.facts import Correction, Fact, FindingHandled, FindingRuled
from tracker.profile import load_profile
from vision.synth.table import standard_table

GAME = "russian-blackjack"
KILLS = 6


@pytest.fixture(autouse=True)
def snapshots_of_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "SNAPSHOT_EVERY", 90)
    monkeypatch.setattr(fold, "WORTH_ROWS", 1)
    monkeypatch.setattr(fold, "KEPT_ROUNDS", 3)


def opened(folder: Path, game: str = GAME) -> LiveTable:
    return LiveTable(standard_table(game, name="T"), load_profile(game), folder, Hub())


def close(live: LiveTable) -> None:
    """As a process ends that is killed: nothing is kept at the end."""
    live._journal.close()


def handled(facts: list[Fact], seed: int) -> list[Fact]:
    """With what people did about findings."""
    chance, out = random.Random(seed), []
    for fact in facts:
        out.append(fact)
        if chance.random() < 0.05:
            body = FindingHandled(
                finding=f"{chance.randint(1, 9)}-loser-paid-1.1", step="acknowledge", by="Ann"
            )
            out.append(Fact(table="T", source="floor:Ann", pts_us=fact.pts_us, body=body))
    return out


def assert_tables_alike(one: LiveTable, other: LiveTable) -> None:
    """Whatever screens and watchers are told is the same."""
    first, second = one.state(), other.state()
    assert first == second
    assert one.findings() == other.findings()
    assert (one.told, one.now_us(), one.gauges().blind_s) == (
        other.told,
        other.now_us(),
        other.gauges().blind_s,
    )
    assert one._lying_at(one.now_us()).cards == other._lying_at(other.now_us()).cards
    assert list(one.witness().rounds()) == list(other.witness().rounds())


def from_the_beginning(folder: Path, game: str = GAME) -> LiveTable:
    kept = folder / SNAPSHOT
    aside = kept.rename(folder / "aside") if kept.exists() else None
    try:
        return opened(folder, game)
    finally:
        if aside is not None:
            aside.rename(kept)


@pytest.mark.parametrize("game", [GAME, "blackjack-switch"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_goes_on_from_a_snapshot_says_the_same(game: str, seed: int, tmp_path: Path) -> None:
    facts = handled(eventful(game, seed), seed)
    chance, at = random.Random(seed), 0
    while at < len(facts):
        step = chance.randint(20, 200)
        live = opened(tmp_path, game)
        live.take(facts[at : at + step])
        at += step
        chance.choice([close, LiveTable.close])(live)
    live, whole = opened(tmp_path, game), from_the_beginning(tmp_path, game)
    rows = json.loads((tmp_path / SNAPSHOT).read_bytes().split(b"\n")[0])["row"]
    assert rows == len(facts), "the newest snapshot is of the last row"
    assert_tables_alike(live, whole)
    assert_same(live.session, session_of(facts, load_profile(game)))
    live.close()
    whole.close()


def test_a_long_journal_is_not_folded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = dealt(GAME, 5)
    live = opened(tmp_path)
    live.take(facts)
    live.close()
    read: list[int] = []

    def counted(path: Path, **options: Any) -> Iterator[Entry]:
        for entry in read_entries(path, **options):
            read.append(entry.seq)
            yield entry

    monkeypatch.setattr("api.live.fold.read_entries", counted)
    monkeypatch.setattr("api.store.long_session.read_entries", counted)
    again = opened(tmp_path)
    assert read == []
    assert len(again.session.rounds) < again.session.totals.rounds
    again.close()


@pytest.mark.parametrize("what", ["correction", "ruling"])
def test_a_word_about_a_round_before_the_snapshot_still_counts(what: str, tmp_path: Path) -> None:
    facts = dealt(GAME, 3)
    live = opened(tmp_path)
    live.take(facts)
    finding = live.session.findings[0]
    live.close()
    late = Fact(
        table="T",
        source="floor:Ann",
        pts_us=facts[-1].pts_us,
        body=_correction(facts) if what == "correction" else _ruling(finding.round_no, finding.finding.code),
    )
    again = opened(tmp_path)
    assert again.session.gone >= finding.round_no > 0
    again.take([late])
    whole = session_of([*facts, late], load_profile(GAME))
    assert whole.rounds != session_of(facts, load_profile(GAME)).rounds
    assert_same(again.session, whole)
    assert list(again.witness().rounds()) == list(whole.rounds)
    again.close()


def _ruling(no: int, code: str) -> FindingRuled:
    return FindingRuled(round=no, code=code, ruling="stands", by="Ann")


def _correction(facts: list[Fact]) -> Correction:
    first = next(
        f for f in facts if getattr(f.body, "face_up", False) and getattr(f.body, "place", "") == "d"
    )
    card = "2c" if getattr(first.body, "card", "") != "2c" else "9h"
    body = {
        k: v
        for k, v in first.to_json().items()
        if k not in {"id", "table", "source", "pts_us", "seq", "evidence"}
    }
    body.pop("slack_us", None)
    return Correction(corrects=first.id, body={**body, "card": card}, by="Ann", reason="glare")


def _other_code(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "code_digest", lambda: "0" * 64)


def _other_rules(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stamp(path, rules="0" * 64)


def _other_row(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stamp(path, row=7)


def _other_chain(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stamp(path, hash="0" * 64)


def _behind_the_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stamp(path, row=10**6)


def _changed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(
        path.read_bytes().replace(b'"severity"', b'"severitx"').replace(b"loser-paid", b"loser-pain")
    )


def _cut_off(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _no_snapshot(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"[]\n{}")


def _stamp(path: Path, **changes: object) -> None:
    first, body = path.read_bytes().split(b"\n", 1)
    path.write_bytes(json.dumps({**json.loads(first), **changes}).encode() + b"\n" + body)


@pytest.mark.parametrize(
    "spoil",
    [_other_code, _other_rules, _other_row, _other_chain, _behind_the_end, _changed, _cut_off, _no_snapshot],
)
def test_a_snapshot_that_does_not_count_is_passed_over(
    spoil: Callable[[Path, pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = dealt(GAME, 5)
    live = opened(tmp_path)
    live.take(facts)
    live.close()
    before = (tmp_path / SNAPSHOT).read_bytes()
    spoil(tmp_path / SNAPSHOT, monkeypatch)
    again = opened(tmp_path)
    assert again.session.gone == 0, "folded from the beginning: all its rounds are in memory"
    assert_same(again.session, session_of(facts, load_profile(GAME)))
    again.close()
    after = (tmp_path / SNAPSHOT).read_bytes()
    assert after.split(b"\n")[1] == before.split(b"\n")[1], "and a good one stands in its place"


def test_a_snapshot_of_another_journal_does_not_count(tmp_path: Path) -> None:
    for name, seed in (("one", 5), ("other", 6)):
        (tmp_path / name).mkdir()
        live = opened(tmp_path / name)
        live.take(dealt(GAME, seed))
        live.close()
    (tmp_path / "one" / SNAPSHOT).replace(tmp_path / "other" / SNAPSHOT)
    again = opened(tmp_path / "other")
    assert_same(again.session, session_of(dealt(GAME, 6), load_profile(GAME)))
    again.close()


def test_no_fact_is_lost_when_it_is_killed_between(tmp_path: Path) -> None:
    facts, chance = dealt(GAME, 5), random.Random(1)
    context = multiprocessing.get_context("spawn")
    acknowledged = 0
    for _ in range(KILLS):
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_take_all, args=(tmp_path, acknowledged, there), daemon=True)
        process.start()
        there.close()
        until = acknowledged + chance.randint(1, 120)
        try:
            while acknowledged < until:
                acknowledged = here.recv()
        except EOFError:
            break  # everything is taken
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    assert acknowledged > KILLS, "nothing was killed, so nothing is proven"
    rows = [entry.fact for entry in read_entries(tmp_path / "journal.db")]
    assert rows[:acknowledged] == facts[:acknowledged]
    live, whole = opened(tmp_path), from_the_beginning(tmp_path)
    assert live.head().seq == len(rows) >= acknowledged
    assert_tables_alike(live, whole)
    assert_same(live.session, session_of(rows, load_profile(GAME)))
    live.close()
    whole.close()


def _take_all(folder: Path, done: int, told: Connection) -> None:
    """In the process that is killed: fact by fact, each acknowledged when it is taken."""
    fold.SNAPSHOT_EVERY, fold.WORTH_ROWS, fold.KEPT_ROUNDS = 5, 1, 3  # type: ignore[misc]
    live = opened(folder)
    for number, fact in enumerate(dealt(GAME, 5)[done:], start=done + 1):
        live.take([fact])
        told.send(number)


def test_a_full_disk_is_no_reason_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = dealt(GAME, 5)
    live = opened(tmp_path)

    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    live.take(facts)
    assert_same(live.session, session_of(facts, load_profile(GAME)))
    assert not (tmp_path / SNAPSHOT).exists()
    with Journal(tmp_path / "journal.db", any_thread=True) as journal:
        assert journal.head().seq == len(facts)
    live.close()
