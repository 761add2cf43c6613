"""The test range: its films are always the same, it goes on where it was killed, and its curves count rightly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from api.audit.against_truth import FilmScore
from api.audit.film_evaluation import FilmResult
from api.cli import run
from api.errors import InputError
from api.testrange.again import tell_again
from api.testrange.curves import curves, document, kinds, point_of, verdict
from api.testrange.decks import RangeDecks
from api.testrange.page import page
from api.testrange.plan import MIXED, MOST_BOXES, SWEEPS, FilmPlan, Plan
from api.testrange.results import FilmRow, ResultsFile, Tracked, row_of, rows_for
from api.testrange.running import FilmsFolder, deal, run_range
from tracker.facts import CardPlaced
from tracker.profile import load_profile
from tracker.simulate import simulate
from vision.read import Reader
from vision.sightings import Sighting
from vision.sources import open_recording
from vision.synth.art import load_deck
from vision.synth.film import Dials, FilmLook, make_film
from vision.synth.film.faults import Fate, Recorder
from vision.synth.table import standard_table

SCORE = FilmScore(
    rounds=4, right=3, wrong=0, lost=0, cards=40, cards_right=39, planted=2, found=2, false=0, from_doubt=0
)


def row(plan: FilmPlan, score: FilmScore = SCORE, differences: Sequence[str] = ()) -> FilmRow:
    return FilmRow(
        plan.name, plan.part, plan.value, score, Tracked(40, 39, 1, 0), tuple(differences), (1.0, 2.0)
    )


def test_a_plan_is_always_the_same_and_another_seed_gives_other_films() -> None:
    one, again, other = (list(Plan(films=6, sweep_films=1, seed=seed)) for seed in (3, 3, 4))
    assert one == again
    names = [film.name for film in one]
    assert len(set(names)) == len(names)
    assert not set(names) & {film.name for film in other}


def test_every_dial_is_turned_by_itself_and_all_games_and_boxes_come() -> None:
    films = list(Plan(films=20, sweep_films=2))
    assert {film.part for film in films} == {MIXED, *SWEEPS}
    plain = Dials(fps=12, tilt_deg=25.0)
    for film in films:
        if film.part in ("fps", "height", "occlusion"):
            assert replace(film.dials, **{film.part: getattr(plain, film.part)}) == plain
    mixed = {(film.game, film.boxes) for film in films if film.part == MIXED}
    assert mixed == {(game, n) for game, most in MOST_BOXES.items() for n in range(1, most + 1)}


def test_what_is_dealt_uses_the_boxes_of_the_plan() -> None:
    for film in Plan(films=6):
        actors = {
            a.actor.partition(".")[0] for r in deal(film).history.rounds for a in r.actions if a.verb == "bet"
        }
        assert actors <= {str(no) for no in range(1, film.boxes + 1)}


def test_a_dial_that_is_not_there_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["range", "--out", str(tmp_path), "--dial", "zoom"]) == 2
    assert "expected dials of occlusion" in capsys.readouterr().err


def test_a_run_goes_on_where_it_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = list(Plan(films=4))
    results = ResultsFile(tmp_path)
    for plan in plans[:2]:
        results.add(plan, row(plan))
    with results.path.open("ab") as file:
        file.write(b'{"name": "cut off by a ki')
    made: list[str] = []

    def film(plan: FilmPlan, *_: object) -> FilmRow:
        made.append(plan.name)
        return row(plan)

    monkeypatch.setattr("api.testrange.running._film_and_score", film)
    rows = run_range(plans, ResultsFile(tmp_path), None)  # type: ignore[arg-type]
    assert made == [plan.name for plan in plans[2:]]
    assert [one.name for one in rows] == [plan.name for plan in plans]
    assert rows_for(plans[:1], ResultsFile(tmp_path).rows()) == [row(plans[0])]


def test_a_foreign_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "range.jsonl").write_text('{"a": 1}\n', encoding="utf8")
    with pytest.raises(InputError, match=r"range\.jsonl:1"):
        ResultsFile(tmp_path).rows()


def test_points_count_doubts_among_the_rounds_that_are_not_right() -> None:
    plan = next(iter(Plan(films=1)))
    bad = replace(SCORE, right=1, wrong=1, lost=1, found=1, false=2)
    point = point_of("", [row(plan), row(plan, bad)])
    assert (point.rounds.right, point.rounds.of) == (4, 8)
    assert (point.doubted.right, point.doubted.of) == (2, 4)
    assert (point.errors.right, point.errors.of) == (3, 4)
    assert (point.cards.right, point.misread, point.false, point.lost) == (78, 2, 2, 1)
    assert verdict(point) == {
        "cards": False, "rounds": False, "doubted": False, "errors": False, "false": False, "from_doubt": True
    }  # fmt: skip


def test_document_and_page_say_what_was_measured() -> None:
    plans = list(Plan(films=2, sweep_films=1))
    lines = ["round 1: d: dealt 2c, told 3c", "round 2: missed: bet-late", "round 12: doubt: hand 1.2 of 3"]
    rows = [row(plan, differences=lines) for plan in plans]
    told = document(rows, "pitwatch range", ["m@1"])
    json.dumps(told, allow_nan=False)
    assert [point["value"] for point in told["parts"]["fps"]] == ["5", "8", "12", "30"]
    assert set(curves(rows)) == {MIXED, *SWEEPS}
    assert kinds(rows[:1]) == {"cards told otherwise": 1, "missed: bet-late": 1, "doubt: hand #.# of #": 1}
    text = page(rows, "pitwatch range", ["m@1"])
    assert text.count("<svg") == len(SWEEPS)
    assert "All dials together" in text


def test_a_film_is_made_audited_and_scored(tmp_path: Path) -> None:
    film = replace(next(iter(Plan(films=1, rounds=1))), dials=Dials(fps=5, height=540), boxes=1)
    told: list[FilmRow] = run_range([film], ResultsFile(tmp_path), Blindfold())
    assert told[0].score.rounds == 1 and told[0].score.right == 0
    assert told[0].tracked.cards >= 4 and told[0].tracked.right == 0
    assert told[0].differences
    assert row_of(film, FilmResult(told[0].score, ()), (0.0, 0.0)).tracked.cards == 0


def test_kept_films_are_told_again_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = replace(next(iter(Plan(films=1, rounds=1))), dials=Dials(fps=5, height=540), boxes=1)
    assert run(["range", "--out", str(tmp_path), "--again"]) == 2
    assert "holds no kept films" in capsys.readouterr().err
    assert not list(tmp_path.iterdir()), "nothing is written into somebody's folder"
    results, films = ResultsFile(tmp_path), FilmsFolder(tmp_path)
    (first,) = run_range([film], results, Blindfold(), keep=films)
    assert films.holds(film)
    assert FilmPlan.from_json(json.loads(json.dumps(film.to_json()))) == film
    made_us = (films.of(film) / "session.mp4").stat().st_mtime_ns

    assert run(["range", "--out", str(tmp_path), "--again", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["films"]
    assert told["before"]["right"] == first.score.right == 0
    assert told["better"] == (told["now"]["right"] == 1), "this reader is not blindfolded"
    assert (films.of(film) / "session.mp4").stat().st_mtime_ns == made_us
    assert results.rows() == [first], "the first result stays"

    results.path.write_text("", encoding="utf8")
    results.add(film, row(film, replace(first.score, right=1, false=0, planted=1, found=1)))
    (again,) = tell_again(films, results, Blindfold(), RangeDecks(tmp_path, Reader(), 1))  # type: ignore[arg-type]
    assert again.is_worse and not again.is_better


class Blindfold:
    """Sees no card."""

    def read_table(self, *_: Any, **__: Any) -> list[Sighting]:
        return []

    read = read_table


class TestDials:
    @staticmethod
    def film(folder: Path, **dials: float) -> tuple[list[int], list[np.ndarray], list[CardPlaced]]:
        """Media times, brightness pictures, and cards of a short film."""
        how = Dials(fps=5, height=360, **dials)  # type: ignore[arg-type]
        session = simulate(load_profile("russian-blackjack"), rounds=1, seed=2)
        table = standard_table("russian-blackjack", camera=how.camera(), name=session.history.table)
        film = make_film(
            session, table, load_deck(), folder, seed=2, pace=how.pace(), look=how.look(), fps=how.fps
        )
        frames = [(frame.pts_us, frame.luma().copy()) for frame in open_recording(film.video)]
        placed = [fact.body for fact in film.facts if isinstance(fact.body, CardPlaced)]
        return [pts for pts, _ in frames], [luma for _, luma in frames], placed

    def test_lost_frames_leave_gaps_and_repeated_ones_stand_still(self, tmp_path: Path) -> None:
        whole, _, placed = self.film(tmp_path / "whole")
        lossy, _, same = self.film(tmp_path / "lossy", dropped=0.3)
        assert same == placed
        assert 0.5 * len(whole) < len(lossy) < 0.85 * len(whole)
        assert set(lossy) <= set(whole) and lossy[0] == whole[0]
        held, _, _ = self.film(tmp_path / "held", repeated=0.3)
        assert held == whole

    @pytest.mark.parametrize(("name", "fate"), [("dropped", Fate.LOST), ("repeated", Fate.REPEATED)])
    def test_the_recorder_spoils_the_share_that_it_is_told(self, name: str, fate: Fate) -> None:
        recorder = Recorder(FilmLook(**{name: 0.2}), np.random.default_rng(1))  # type: ignore[arg-type]
        fates = [recorder.next() for _ in range(20_000)]
        assert fates[0] is Fate.WRITTEN
        assert set(fates) == {Fate.WRITTEN, fate}
        assert fates.count(fate) / len(fates) == pytest.approx(0.2, abs=0.02)

    def test_a_camera_that_creeps_ends_where_it_was_told(self, tmp_path: Path) -> None:
        import cv2  # noqa: PLC0415

        _, straight, _ = self.film(tmp_path / "straight")
        _, crept, _ = self.film(tmp_path / "crept", drift_px=30.0)
        first, _ = cv2.phaseCorrelate(straight[0].astype(np.float32), crept[0].astype(np.float32))
        last, _ = cv2.phaseCorrelate(straight[-1].astype(np.float32), crept[-1].astype(np.float32))
        assert np.hypot(*first) < 0.3
        assert np.hypot(*last) == pytest.approx(30.0 / 3, abs=0.7)

    def test_hands_lie_over_cards_and_the_cards_are_the_same(self, tmp_path: Path) -> None:
        _, bare, placed = self.film(tmp_path / "bare")
        _, covered, same = self.film(tmp_path / "covered", occlusion=1.0)
        assert placed == same and len(bare) == len(covered)
        assert (
            float(np.mean([np.abs(a.astype(int) - b).mean() for a, b in zip(bare, covered, strict=True)]))
            > 0.5
        )

    def test_a_faster_dealer_takes_less_time(self, tmp_path: Path) -> None:
        slow, _, _ = self.film(tmp_path / "slow")
        fast, _, _ = self.film(tmp_path / "fast", speed=2.0)
        assert fast[-1] < 0.65 * slow[-1]

    @pytest.mark.parametrize("wrong", [{"fps": 0}, {"light": 3.0}, {"height": 361}, {"dropped": 0.9}])
    def test_a_dial_beyond_its_end_is_refused(self, wrong: dict[str, float]) -> None:
        with pytest.raises(ValueError, match="expected"):
            Dials(**wrong)  # type: ignore[arg-type]

    def test_the_command_line_films_with_dials(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        base = ["simulate", "--profile", "russian-blackjack", "--rounds", "1", "--boxes", "1"]
        assert run([*base, "--out", str(tmp_path / "f"), "--video", "--fps", "5", "--height", "360"]) == 0
        with av.open(str(tmp_path / "f" / "session.mp4")) as container:
            assert container.streams.video[0].height == 360
        assert run([*base, "--fps", "5"]) == 2
        assert run([*base, "--out", str(tmp_path / "g"), "--video", "--fps", "500"]) == 2
        assert "expected fps from 5 to 60" in capsys.readouterr().err
        assert not (tmp_path / "g").exists()


def test_a_house_enrols_its_deck_once_before_it_is_filmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.enrol.enrolment.VIEWS", 200)
    reader, decks_seen = Reader(), []

    def film_and_score(plan: FilmPlan, knows: Reader, _: object) -> FilmRow:
        decks_seen.append((plan.dials.deck, set(knows._decks)))
        return row(plan)

    monkeypatch.setattr("api.testrange.running._film_and_score", film_and_score)
    monkeypatch.setattr("api.testrange.plan._mixed_dials", lambda _: Dials(deck="kennard"))
    plans = list(Plan(films=2, enrolled=True))
    run_range(plans, ResultsFile(tmp_path), reader, decks=RangeDecks(tmp_path, reader, 1))
    assert decks_seen == [("kennard", {"kennard"})] * 2
    assert [path.name for path in (tmp_path / "decks").iterdir()] == ["kennard.npz"]
    assert not {plan.name for plan in plans} & {plan.name for plan in Plan(films=2)}
    with pytest.raises(ValueError, match="expected decks to enrol kennard from"):
        run_range(plans, ResultsFile(tmp_path / "other"), reader)
