"""`pitwatch bench`: figures with their numbers, each of what it says."""

from __future__ import annotations

import json

import pytest

from api.cli import run
from api.vision_benchmarks import SCENE, Latency, bench_plain, bench_watching
from tests.unit.api.films import Film
from tracker.profile import SHIPPED
from vision.sightings import U8, Sighting
from vision.synth.art import load_deck
from vision.synth.film.still import table_still
from vision.synth.table import standard_table
from vision.table import Table


class Blindfold:
    """A reader that sees no card: what is left is the cost of waiting for something new."""

    def read_table(
        self,
        image: U8,
        table: Table,
        regions: object = None,
        *,
        layout: object = None,
        least_p: float = 0.6,
    ) -> list[Sighting]:
        return []

    def read(self, image: U8, *, least_p: float = 0.6) -> list[Sighting]:
        return []


def test_each_part_can_be_measured_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "rules", "--rounds", "4"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"judging blackjack-switch", "judging russian-blackjack"} <= set(told["measured"])
    assert not any("journal" in name for name in told["measured"])
    judged = [
        one for name, one in told["measured"].items() if name.startswith("judging") and "twice" not in name
    ]
    assert len(judged) == 6
    assert all(one["value"] > 0 and one["n"] == 4 for one in judged)
    assert run(["bench", "journal", "--facts", "40"]) == 0
    assert all("journal" in name for name in json.loads(capsys.readouterr().out)["measured"])


def test_an_unknown_part_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "cards"]) == 2
    assert "cards" in capsys.readouterr().err


def test_watching_is_measured_against_decoding(film: Film) -> None:
    measured = {one.name: one for one in bench_watching(film.video, film.table, Blindfold())}
    frames = measured["decoding"].n
    assert frames > 100
    assert measured["frame with nothing new"].value >= 1
    assert measured["frame with nothing new"].n <= frames
    assert 0 < measured["audit speed, cores' time"].value < 1.1
    assert measured["cost of a look"].n > 5


def test_a_latency_tells_its_median_and_its_slow_tail() -> None:
    told = Latency("stage", tuple(k / 1000 for k in range(1, 101)), (0.002,) * 100).measured()
    values = {one.name: one.value for one in told}
    assert values["stage, p50"] == pytest.approx(50.5)
    assert values["stage, p95"] == pytest.approx(95, abs=0.2)
    assert values["stage, cores' time, p50"] == pytest.approx(2)
    assert {one.n for one in told} == {100}


def test_the_scene_has_twenty_different_cards_on_the_table() -> None:
    names = [name for row in SCENE.values() for name in row]
    assert len(names) == len(set(names)) == 20
    table = standard_table("blackjack-switch", boxes=3)
    image = table_still(table, load_deck(), SCENE, seed=1)
    empty = table_still(table, load_deck(), {}, seed=1)
    assert image.shape == (1080, 1920, 3)
    for place, row in SCENE.items():
        for k in range(len(row)):
            x, y = (round(float(v)) for v in table.to_picture(table.row(place).card_at(k)))
            assert (
                abs(
                    image[y - 9 : y + 9, x - 9 : x + 9].astype(int) - empty[y - 9 : y + 9, x - 9 : x + 9]
                ).max()
                > 60
            )


def test_without_the_extra_for_training_the_comparison_says_so(
    film: Film, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.vision_benchmarks.find_spec", lambda _: None)
    told = bench_plain(film.video)
    assert isinstance(told, str) and "not installed" in told


def test_the_referee_is_proved_on_as_many_rounds_as_one_asks_for(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--planted", "6", "--clean", "0", "--unread", "0", "--pairs", "0", "--seen", "4", "--seed", "3"]
    assert run(["bench", "referee", *few]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["game"], one["holds"]) for one in told["referee"]] == [(game, True) for game in SHIPPED]
    assert all(one["planted"]["found"] == one["planted"]["errors"] == 6 for one in told["referee"])
    assert [(one["game"], one["heard"]) for one in told["through_facts"]] == [
        (game, heard) for game in SHIPPED for heard in (False, True)
    ]


def test_one_game_can_be_proved_alone(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--planted", "0", "--clean", "2", "--unread", "0", "--pairs", "0", "--seen", "1"]
    assert run(["bench", "referee", "--game", "russian-blackjack", *few]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["game"] for one in told["referee"] + told["through_facts"]] == ["russian-blackjack"] * 3


def test_a_game_that_is_not_shipped_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "referee", "--game", "poker"]) == 2
    assert "expected a profile of blackjack-switch" in capsys.readouterr().err
