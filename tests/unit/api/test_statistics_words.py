"""Statistics in words: every line in both languages, n beside every number, no notation, nothing left untranslated."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from api.cli import run
from api.phrases import Phrasebook
from api.statistics_words import StatisticsWords, chance
from tests.unit.tracker.statistics.sessions import Counting, deal, peeping, statistics_of
from tracker.notation import History, format_bjh
from tracker.profile import load_profile
from tracker.prompts import Language
from tracker.simulate import perform, simulate
from tracker.statistics import Report, Thresholds

BOOK = Phrasebook("EUR", 100, hands_per_box=1)
RUSSIAN, SWITCH, PEEK = (
    load_profile(name) for name in ("russian-blackjack", "blackjack-switch", "blackjack-s17-peek")
)


@cache
def one_sided() -> History:
    session = simulate(
        RUSSIAN, rounds=120, seed=5, errors=40, kinds=["loser-paid", "bet-late"], observable=False
    )
    dealt = perform(session.history, RUSSIAN).history
    return History(profile=dealt.profile, rounds=dealt.rounds, extra={"_dealer": "Anna"})


@cache
def reports() -> tuple[Report, ...]:
    """Reports that together bring every statistical finding."""
    return (
        statistics_of(one_sided(), RUSSIAN, Thresholds(fast_hands=100)),
        statistics_of(one_sided(), RUSSIAN, Thresholds(slow_hands=5000)),
        statistics_of(deal(PEEK, rounds=150, seed=4, bets=Counting, boxes=(1,)), PEEK),
        statistics_of(deal(SWITCH, rounds=60, seed=2, seat=peeping(SWITCH), boxes=(1,)), SWITCH),
    )


def test_every_statistical_finding_is_among_these() -> None:
    assert {one.finding.code for report in reports() for one in report.findings} == {
        "pace-low", "pace-high", "error-rate-high", "errors-one-sided", "bets-follow-count", "play-knows-hole-card",
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_is_told_in_words_with_its_n(language: Language) -> None:
    words = StatisticsWords(language, BOOK)
    for report in reports():
        rows = list(words.rows(report))
        assert all("n = " in value for _, value in rows)
        for line in words.findings(report):
            assert line.n > 0
            assert re.match(r"p [<=] ", line.p)
            for text in (line.title, line.subject, line.expected, line.seen):
                assert text
                assert language == "en" or not re.search("[a-z]{3}", text), text


def test_the_gravest_come_first() -> None:
    lines = list(StatisticsWords("en", BOOK).findings(reports()[0]))
    severities = [line.severity for line in lines]
    assert severities == sorted(severities, key=["alarm", "error", "check", "info"].index)
    assert (severities[0], severities[-1]) == ("alarm", "info")


def test_subjects_are_told_in_words() -> None:
    en, ru = StatisticsWords("en", BOOK), StatisticsWords("ru", BOOK)
    assert (en.subject("table"), ru.subject("table")) == ("the table", "стол")
    assert (en.subject("box 2"), ru.subject("box 2")) == ("box 2", "бокс 2")
    assert (en.subject("dealer Anna"), ru.subject("dealer Anna")) == ("dealer Anna", "крупье Anna")
    assert en.subject("dealer Anna with box 2") == "dealer Anna with box 2"
    assert ru.subject("dealer Anna with Boris") == "крупье Anna и Boris"
    assert en.subject("Boris") == "Boris"


def test_chances_are_written_as_people_write_them() -> None:
    assert [chance(p) for p in (1e-9, 0.00123, 0.25)] == ["p < 0.0001", "p = 0.0012", "p = 0.25"]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judge") / "night.bjh"
    path.write_text(format_bjh(one_sided()), encoding="utf-8")
    return path


def test_judge_adds_statistics_to_each_file(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(written), "--json"]) == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    statistics = file["statistics"]
    assert statistics["rounds"] == 120
    assert statistics["dealers"][0]["dealer"] == "Anna"
    found = {(one["code"], one["subject"]) for one in statistics["findings"]}
    assert found >= {("errors-one-sided", "dealer Anna"), ("error-rate-high", "table")}
    assert all({"n", "p", "p_corrected"} <= one.keys() for one in statistics["findings"])


def test_judge_prints_statistics(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", str(written)]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "Whom errors favoured" in printed
    assert "alarm: Errors favour one side, dealer Anna" in printed


def test_a_finding_over_rounds_alone_is_something_found(tmp_path: Path) -> None:
    path = tmp_path / "counter.bjh"
    path.write_text(format_bjh(deal(PEEK, rounds=150, seed=4, bets=Counting, boxes=(1,))), encoding="utf-8")
    assert run(["judge", str(path)]) == 1
    assert run(["judge", str(path), "--looks", "100000"]) == 0
