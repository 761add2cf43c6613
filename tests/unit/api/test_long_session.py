"""A session that lets old rounds go says what one says that keeps them all, whatever is said about them later."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from api.live.hub import Hub
from api.live.table import LiveTable
from api.store import long_session
from api.store.journal import Journal
from api.store.journal_facts import JournalFacts
from api.store.long_session import LongSession
from api.store.projections import Session, session_of
from tests.unit.api.test_judged import with_people
from tracker.facts import CameraBack, CameraBlind, ChipsSeen, Fact, FindingRuled, SpotSeen
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from vision.synth.table import standard_table

KEEP = 3
ROUNDS = 12


@pytest.fixture(autouse=True)
def let_go_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_session, "LET_GO_EVERY", 16)


def dealt(game: str, seed: int) -> list[Fact]:
    rules = load_profile(game)
    session = simulate(rules, rounds=ROUNDS, seed=seed, errors=5, boxes=[2], table="T")
    return list(perform(session.history, rules).facts)


def eventful(game: str, seed: int) -> list[Fact]:
    """A session with people's late words, late facts, bet spots that were seen, and a camera that was blind."""
    chance, facts = random.Random(seed), with_people(dealt(game, seed), seed)
    out: list[Fact] = []
    for fact in facts:
        out.append(fact)
        if isinstance(fact.body, ChipsSeen) and chance.random() < 0.3:
            shows = "chips" if fact.body.amount else "empty"
            body = SpotSeen(spot=fact.body.spot, shows=shows)
            out.append(Fact(table="T", source="camera:overhead", pts_us=fact.pts_us, body=body))
        if chance.random() < 0.01:
            out += [
                _camera(fact.pts_us, CameraBlind(reason="dark"), slack_us=chance.choice([0, 3_000_000])),
                _camera(fact.pts_us + 1000, CameraBack()),
            ]
    for _ in range(len(out) // 10):
        at = chance.randrange(len(out) - 6)
        out.insert(at + chance.randint(1, 5), out.pop(at))  # sources do not tell in order of time
    return out


def _camera(pts_us: int, body: CameraBlind | CameraBack, slack_us: int = 0) -> Fact:
    return Fact(table="T", source="camera:overhead", pts_us=pts_us, body=body, slack_us=slack_us)


class Long:
    """A long session and its journal, fed together."""

    def __init__(self, folder: Path, game: str) -> None:
        self.rules = load_profile(game)
        self.path = folder / "journal.db"
        self.journal = Journal(self.path)
        self.journal._db.conn.execute("PRAGMA synchronous=OFF")
        self.folded = self.anew()

    def anew(self) -> LongSession:
        return LongSession(lambda: Session(self.rules), self.path, keep=KEEP)

    def take(self, *facts: Fact) -> None:
        for entry in self.journal.append(facts):
            self.folded.take(entry.fact)


@pytest.fixture
def long(tmp_path: Path) -> Iterator[Callable[[str], Long]]:
    made: list[Long] = []

    def make(game: str) -> Long:
        made.append(Long(tmp_path, game))
        return made[-1]

    yield make
    for one in made:
        one.journal.close()


def assert_same(short: Session, whole: Session) -> None:
    assert short.findings == whole.findings
    assert short.totals == whole.totals
    assert short.current == whole.current
    assert short.rounds == whole.rounds[short.gone :]
    assert (short.blind, short.ended, short.dealer) == (whole.blind, whole.ended, whole.dealer)


@pytest.mark.parametrize("game", ["russian-blackjack", "blackjack-switch"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_was_let_go_changes_nothing(game: str, seed: int, long: Callable[[str], Long]) -> None:
    table, whole = long(game), Session(load_profile(game))
    facts = eventful(game, seed)
    for number, fact in enumerate(facts, start=1):
        table.take(fact)
        whole.take(fact)
        if number % 7 == 0:
            assert_same(table.folded.session, whole)
    assert_same(table.folded.session, whole)
    assert table.folded.session.gone > 0, "nothing was let go, so nothing is proven"
    assert list(table.folded.rounds()) == list(whole.rounds)
    anew = table.anew()
    anew.read(len(JournalFacts(table.path, table.journal.head().seq)))
    assert_same(anew.session, whole)


def test_memory_does_not_grow_with_the_rounds(long: Callable[[str], Long]) -> None:
    table = long("russian-blackjack")
    for fact in dealt("russian-blackjack", 5):
        table.take(fact)
        assert len(table.folded.session.rounds) <= KEEP + 3
    session = table.folded.session
    assert session.totals.rounds == ROUNDS == session.gone + len(session.rounds)
    assert len(session._interpreter._seen) <= len(dealt("russian-blackjack", 5)) / 2
    assert len(session._interpreter._chapters) <= KEEP + 4


def test_a_ruling_on_a_round_that_was_let_go_is_applied(long: Callable[[str], Long]) -> None:
    game = "russian-blackjack"
    table, facts = long(game), dealt(game, 3)
    table.take(*facts)
    first = table.folded.session.findings[0]
    assert 0 < first.round_no <= table.folded.session.gone
    ruled = FindingRuled(round=first.round_no, code=first.finding.code, ruling="stands", by="Ann")
    fact = Fact(table="T", source="floor:Ann", pts_us=facts[-1].pts_us, body=ruled)
    table.take(fact)
    whole = session_of([*facts, fact], table.rules)
    assert_same(table.folded.session, whole)
    assert table.folded.session.findings[0].finding.ruled == "stands"
    assert table.folded.session.gone > 0


def test_a_blindness_noticed_hours_later_casts_doubt_on_what_was_let_go(long: Callable[[str], Long]) -> None:
    game = "russian-blackjack"
    table, facts = long(game), dealt(game, 3)
    table.take(*facts)
    late = _camera(facts[-1].pts_us, CameraBlind(reason="dark"), slack_us=facts[-1].pts_us // 2)
    table.take(late)
    more = [replace(f, pts_us=f.pts_us + facts[-1].pts_us + 1, seq=0, id="") for f in dealt(game, 4)]
    table.take(*more)
    whole = Session(table.rules)
    for fact in (*facts, late, *more):
        whole.take(fact)
    assert whole.totals.uncertain > ROUNDS // 3
    assert_same(table.folded.session, whole)
    anew = table.anew()
    anew.read(table.journal.head().seq)
    assert_same(anew.session, whole)


def test_a_live_table_keeps_few_facts_and_knows_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.live.fold.LongSession", _short)
    game = "blackjack-switch"
    facts = dealt(game, 7)
    live = LiveTable(standard_table(game), load_profile(game), tmp_path, Hub())
    live.take(facts)
    try:
        assert list(live.facts) == facts
        assert (live.facts[0], live.facts[-1], len(live.facts)) == (facts[0], facts[-1], len(facts))
        assert live.fact(facts[3].id) == facts[3]
        assert live.fact("none") is None
        assert live.seen_until_us == max(f.pts_us for f in facts if f.source.startswith("camera:"))
        witness, whole = live.witness(), session_of(facts, load_profile(game))
        assert live.session.gone > 0
        assert [witness.round(no) for no in range(ROUNDS + 2)] == [None, *whole.rounds, None]
        for judged in whole.rounds:
            assert witness.round_at(judged.told.start_us) == judged.told.no
        entered = live.enter([ChipsSeen(spot="1.1", amount=500)], source="tablet", key="once")
        live.take([_camera(facts[-1].pts_us + n, CameraBack()) for n in range(3)])
        again = live.enter([ChipsSeen(spot="1.1", amount=500)], source="tablet", key="once")
        assert again == entered, "what was sent twice is the same fact at its own time"
    finally:
        live.close()


def _short(empty: Callable[[], Session], path: Path) -> LongSession:
    return LongSession(empty, path, keep=KEEP)
