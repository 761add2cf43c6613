from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from tracker.cards import DECK
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, ChipsSeen, Fact, fact_from_json
from tracker.notation import History, parse_bjh
from tracker.profile import load_profile
from tracker.simulate import Planted, Session, perform, simulate
from vision.calibrate.camera import Camera
from vision.errors import VisionError
from vision.sightings import U8
from vision.synth.art import load_deck
from vision.synth.film import FILM_PACE, Film, FilmLook, make_film
from vision.synth.film.director import BEYOND_MM, write_script
from vision.synth.film.eye import Eye
from vision.synth.film.props import shoe_mouth
from vision.synth.film.script import CardStep
from vision.synth.table import scaled, seen_also_by, standard_table
from vision.table import Table, load_table

FPS = 10
PLANTED = (Planted(round=1, action=3, code="bet-late", subject="1"),)
QUICK = replace(FILM_PACE, between_rounds_us=600_000, bet_us=200_000, announce_us=300_000)
ROUNDS = """
format = "bjh"
version = 1
profile = "blackjack-switch"
[[round]]
no = 1
actions = [
  "1 bet 100", "2 bet 35", "d nmb",
  "d deal 1.1 Th", "d deal 1.2 5c", "d deal 2.1 8h", "d deal 2.2 7d", "d deal d ??",
  "d deal 1.1 6d", "d deal 1.2 Kc", "d deal 2.1 8s", "d deal 2.2 3c", "d deal d 6h",
  "1 switch", "1.1 stand", "1.2 double 100", "d deal 1.2 Ts",
  "2.1 split 35", "d deal 2.1 4d", "d deal 2.3 9c", "2.1 hit", "d deal 2.1 7h", "2.3 stand",
  "2.2 double 35", "d deal 2.2 2s", "d turn 1 9h", "d deal d 3s",
  "d pay 1.1 100", "d take 1.2 200", "d take 2.1 35", "d take 2.2 70", "d take 2.3 35", "d clear",
]
[[round]]
no = 2
actions = ["1 bet 10", "d nmb", "d deal 1.1 2h", "d deal 1.2 3h", "d deal d ??"]
"""


@pytest.fixture(scope="module")
def history() -> History:
    return parse_bjh(ROUNDS)


@pytest.fixture(scope="module")
def table() -> Table:
    return standard_table("blackjack-switch", boxes=2, camera=scaled(Camera(elevation_deg=65), 1280, 720))


@pytest.fixture(scope="module")
def film(history: History, table: Table, tmp_path_factory: pytest.TempPathFactory) -> Film:
    folder = tmp_path_factory.mktemp("film")
    return make_film(Session(history, PLANTED), table, load_deck(), folder, seed=5, pace=QUICK, fps=FPS)


@pytest.fixture(scope="module")
def pictures(film: Film) -> list[U8]:
    with av.open(str(film.video)) as container:
        return [frame.to_ndarray(format="bgr24") for frame in container.decode(video=0)]


def test_the_film_has_every_frame_at_its_time(film: Film, pictures: list[U8]) -> None:
    assert len(pictures) == film.frames
    assert pictures[0].shape == (720, 1280, 3)
    last = film.facts[-1].pts_us
    assert last <= (film.frames - 1) * 1_000_000 // FPS
    assert all(fact.pts_us % (1_000_000 // FPS) == 0 for fact in film.facts)
    assert [fact.pts_us for fact in film.facts] == sorted(fact.pts_us for fact in film.facts)


def test_the_truth_tells_the_history(film: Film, history: History) -> None:
    dealt = [tuple(a.args) for r in history.rounds for a in r.actions if a.verb == "deal"]
    placed = [f.body for f in film.facts if isinstance(f.body, CardPlaced)]
    assert [(b.place, b.card) for b in placed] == [(place, str(card)) for place, card in dealt]
    assert [b.place for b in placed if b.sideways] == ["1.2", "2.2"]
    moved = [(f.body.place) for f in film.facts if isinstance(f.body, CardMoved)]
    assert moved == ["1.2", "1.1", "2.3"]
    assert [f.body.card for f in film.facts if isinstance(f.body, CardRead)] == ["9h"]
    taken = [f.body.track for f in film.facts if isinstance(f.body, CardTaken)]
    assert sorted(taken) == [b.track for b in placed][: len(taken)]


def test_a_card_shows_its_face_where_and_when_the_truth_says(
    film: Film, table: Table, pictures: list[U8]
) -> None:
    """Every card that lies on top of its hand, once the hand that laid it is away, is that card of the deck."""
    faces = [_small(face) for face in load_deck().faces]
    seen = 0
    for fact, frame in _topmost(film.facts):
        assert fact.evidence is not None
        crop = _rectified(pictures[frame], np.array(fact.evidence.quad_px, np.float32))
        score = [_alike(crop, face) for face in faces]
        mirrored = max(_alike(crop[:, ::-1], face) for face in faces)
        wanted = fact.body.card if isinstance(fact.body, CardPlaced) else ""
        assert str(DECK[int(np.argmax(score))]) == wanted
        assert max(score) > mirrored, "a card is never mirrored"
        seen += 1
    assert seen >= 4


def test_the_hole_card_shows_its_back_until_it_is_turned(film: Film, pictures: list[U8]) -> None:
    hole = next(f for f in film.facts if isinstance(f.body, CardPlaced) and not f.body.face_up)
    read = next(f for f in film.facts if isinstance(f.body, CardRead))
    assert hole.evidence is not None
    quad = np.array(hole.evidence.quad_px, np.float32)
    deck = load_deck()
    nine = _small(deck.faces[[str(c) for c in DECK].index("9h")])
    laid, turned = (f.pts_us * FPS // 1_000_000 for f in (hole, read))
    before, after = (
        _over_time(pictures[laid + 3 : turned - 3], quad),
        _over_time(pictures[turned + 1 :][:30], quad),
    )
    assert _alike(before, _small(deck.back)) > _alike(before, nine)
    assert _alike(after, nine) > _alike(after, _small(deck.back))


def test_an_empty_table_is_empty_again_after_the_round(film: Film, pictures: list[U8], table: Table) -> None:
    cleared = max(f.pts_us for f in film.facts if isinstance(f.body, CardTaken)) * FPS // 1_000_000
    quads = np.vstack([table.card_quad_mm(hand.at_mm, 0) for box in table.boxes for hand in box.hands])
    (x0, y0), (x1, y1) = (
        table.to_picture(quads).min(0).astype(int),
        table.to_picture(quads).max(0).astype(int),
    )
    first, later = (pictures[k][y0:y1, x0:x1].astype(int) for k in (0, cleared + 4))
    assert np.abs(first - later).mean() < 4


def test_files_beside_the_film_tell_the_same(film: Film, table: Table, history: History) -> None:
    folder = film.video.parent
    lines = (folder / "truth.facts.jsonl").read_text().splitlines()
    assert tuple(fact_from_json(json.loads(line)) for line in lines) == film.facts
    chips = [fact_from_json(json.loads(x)) for x in (folder / "chips.facts.jsonl").read_text().splitlines()]
    assert chips == [f for f in film.facts if isinstance(f.body, ChipsSeen)]
    assert load_table(folder / "table.toml") == table
    again = parse_bjh((folder / "session.bjh").read_text())
    deals = [a.pts_us for r in again.rounds for a in r.actions if a.verb == "deal"]
    assert deals == [f.pts_us for f in film.facts if isinstance(f.body, CardPlaced)]
    assert [len(r.actions) for r in again.rounds] == [len(r.actions) for r in history.rounds]
    truth = json.loads((folder / "truth.json").read_text())
    assert truth["planted"] == [{"round": 1, "action": 3, "code": "bet-late", "subject": "1"}]
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize(("profile", "boxes"), [("blackjack-switch", 3), ("russian-blackjack", 5)])
def test_any_simulated_session_can_be_staged(profile: str, boxes: int) -> None:
    """One thing at a time in one place: no card moves twice at once, and each is where it was left."""
    table = standard_table(profile, boxes=boxes)
    session = simulate(load_profile(profile), rounds=24, seed=11, errors=12, boxes=range(1, boxes + 1))
    rng = np.random.default_rng(0)
    show = perform(
        session.history,
        load_profile(profile),
        where=lambda place, k, _: (0.0, 0.0) if place == "tray" else table.row(place).card_at(k),
    )
    script = write_script(show, table, FilmLook(), 25, rng)
    assert [f.body for f in script.facts] == [f.body for f in show.facts]
    last: dict[int, CardStep] = {}
    for step in script.cards:
        assert 0 <= step.start < step.end < script.frames
        before = last.get(step.track)
        assert before is None or (before.end <= step.start and before.target == step.source)
        last[step.track] = step
    frames = [key.frame for key in script.dealer]
    assert frames == sorted(set(frames))
    for visit in script.visits:
        assert [key.frame for key in visit.keys] == sorted({key.frame for key in visit.keys})


def test_no_card_is_taken_or_moved_from_under_a_hand_that_rests_on_it() -> None:
    table = standard_table("blackjack-switch", boxes=3)
    profile = load_profile("blackjack-switch")
    history = simulate(profile, rounds=12, seed=4, boxes=[1, 2, 3]).history
    show = perform(
        history, profile, where=lambda p, k, _: (0.0, 0.0) if p == "tray" else table.row(p).card_at(k)
    )
    script = write_script(show, table, FilmLook(occlusion=1.0), 25, np.random.default_rng(0))
    rests = [visit.keys for visit in script.visits if visit.covers]
    leaving = [step for step in script.cards if step.start and step.source.at != shoe_mouth(table)]
    assert len(rests) > 20 and len(leaving) > 60
    for step in leaving:
        for comes, _, rest, away in rests:
            covers = math.dist(rest.at, step.source.at) < 100
            assert not (covers and comes.frame < step.start < away.frame + 12)


def test_the_same_seed_gives_the_same_film_and_another_does_not(history: History, tmp_path: Path) -> None:
    small = standard_table("blackjack-switch", boxes=2, camera=scaled(Camera(), 320, 180))
    films = [
        make_film(
            Session(history, PLANTED), small, load_deck(), tmp_path / str(k), seed=seed, pace=QUICK, fps=5
        )
        for k, seed in enumerate((1, 1, 2))
    ]
    one, two, other = (film.video.read_bytes() for film in films)
    assert one == two and films[0].facts == films[1].facts
    assert one != other and films[0].facts != films[2].facts


def test_rounds_of_another_game_are_refused_and_nothing_is_written(history: History, tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="expected rounds of russian-blackjack"):
        make_film(
            Session(history, PLANTED),
            standard_table("russian-blackjack"),
            load_deck(),
            tmp_path / "out",
            seed=1,
        )
    with pytest.raises(VisionError, match="has no box 2"):
        make_film(
            Session(history, PLANTED),
            standard_table("blackjack-switch", boxes=1),
            load_deck(),
            tmp_path / "out",
            seed=1,
        )
    unread = parse_bjh(ROUNDS.replace("deal 1.1 2h", "deal 1.1 2?"))
    with pytest.raises(VisionError, match=r"nobody read: 2\? to 1.1"):
        make_film(
            Session(unread, ()), standard_table("blackjack-switch"), load_deck(), tmp_path / "out", seed=1
        )
    assert not (tmp_path / "out").exists()


def test_a_film_that_fails_halfway_leaves_no_file(history: History, tmp_path: Path) -> None:
    small = standard_table("blackjack-switch", boxes=2, camera=scaled(Camera(), 320, 180))

    def stop(done: int, _: int) -> None:
        if done == 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_film(Session(history, PLANTED), small, load_deck(), tmp_path, seed=1, progress=stop, fps=5)
    assert not list(tmp_path.iterdir())


def test_dials_change_the_picture(history: History, tmp_path: Path) -> None:
    small = standard_table("blackjack-switch", boxes=2, camera=scaled(Camera(), 320, 180))
    short = replace(history, rounds=(replace(history.rounds[1], actions=history.rounds[1].actions[:1]),))

    def brightness(look: FilmLook, name: str) -> float:
        film = make_film(Session(short, ()), small, load_deck(), tmp_path / name, seed=1, look=look, fps=5)
        with av.open(str(film.video)) as container:
            return float(next(container.decode(video=0)).to_ndarray(format="gray").mean())

    assert brightness(FilmLook(light=0.4), "dark") < 0.6 * brightness(FilmLook(light=0.95), "light")


def _topmost(facts: tuple[Fact, ...]) -> list[tuple[Fact, int]]:
    """Face-up cards that are the last on their place for a while, with a frame in which no hand is on them."""
    out = []
    events = (CardPlaced, CardMoved, CardTaken, ChipsSeen)
    for n, fact in enumerate(facts):
        if not isinstance(fact.body, CardPlaced) or not fact.body.face_up:
            continue
        later = [f for f in facts[n + 1 :] if isinstance(f.body, events)]
        track, place = fact.body.track, fact.body.place
        until = next(
            (
                f
                for f in later
                if getattr(f.body, "track", 0) == track or getattr(f.body, "place", "") == place
            ),
            None,
        )
        frame = (fact.pts_us + 1_300_000) * FPS // 1_000_000
        if until is not None and until.pts_us > fact.pts_us + 2_200_000:
            out.append((fact, frame))
    return out


def _small(face: U8) -> U8:
    return cv2.resize(face, (60, 84), interpolation=cv2.INTER_AREA)


def _rectified(picture: U8, quad: np.ndarray) -> U8:
    corners = np.array([(0, 0), (60, 0), (60, 84), (0, 84)], np.float32)
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, corners), (60, 84))


def _over_time(pictures: list[U8], quad: np.ndarray) -> U8:
    """What lies at a place most of the time: hands that pass over it vanish."""
    return np.median([_rectified(picture, quad) for picture in pictures], axis=0).astype(np.uint8)


def _alike(crop: U8, face: U8) -> float:
    a, b = (cv2.GaussianBlur(x, (0, 0), 1.2).astype(np.float64) for x in (crop, face))
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1])


def _seen_from_two_sides() -> Table:
    front = scaled(Camera(elevation_deg=60), 960, 540)
    side = replace(front, name="side", azimuth_deg=60.0, roll_deg=-60.0)
    return seen_also_by(standard_table("blackjack-switch", boxes=1, camera=front), side)


def test_two_cameras_film_the_same_session(tmp_path: Path) -> None:
    table = _seen_from_two_sides()
    rounds = f"[[round]]{ROUNDS.rpartition('[[round]]')[2]}"
    session = Session(parse_bjh(ROUNDS.partition("[[round]]")[0] + rounds.replace("no = 2", "no = 1")), ())
    look = FilmLook(noise=0.0, disorder_mm=0.0, disorder_deg=0.0)
    film = make_film(session, table, load_deck(), tmp_path, seed=4, look=look, fps=5)
    assert load_table(tmp_path / "table.toml").other_cameras == table.other_cameras
    for file, camera in zip(("session.mp4", "session-2.mp4"), table.camera_names, strict=True):
        with av.open(str(tmp_path / file)) as container:
            pictures = [frame.to_ndarray(format="bgr24") for frame in container.decode(video=0)]
        assert len(pictures) == film.frames
        view = table.seen_by(camera)
        quad = view.to_picture(view.card_quad_mm(view.row("1.1").at_mm, view.row("1.1").angle_deg))
        crop = _rectified(pictures[-1], quad.astype(np.float32))
        score = [_alike(crop, _small(face)) for face in load_deck().faces]
        assert str(DECK[int(np.argmax(score))]) == "2h", camera


def test_a_hand_in_the_air_hides_a_card_from_one_camera_and_not_from_the_other() -> None:
    table = _seen_from_two_sides()
    rng = np.random.default_rng(3)
    profile = load_profile("blackjack-switch")
    history = replace(simulate(profile, rounds=12, seed=3, boxes=[1]).history, table=table.name)
    show = perform(
        history, profile, where=lambda p, k, _: (0.0, 0.0) if p == "tray" else table.row(p).card_at(k)
    )
    script = write_script(show, table, FilmLook(occlusion=1.0), 25, rng)
    spots = [step.target.at for step in script.cards if step.target is not None]
    eyes = [Eye(table.seen_by(camera), FilmLook()) for camera in table.camera_names]
    hides = [0, 0]
    for tip, height_mm in [(v.keys[1].at, v.height_mm) for v in script.visits if v.height_mm is not None]:
        seen = [eye.plane.to_felt(eye.plane.to_picture(tip) + eye.up_px(tip) * height_mm) for eye in eyes]
        covered = [at + np.array((0.0, BEYOND_MM)) for at in seen]
        near = [min(float(np.linalg.norm(at - spot)) for spot in spots) for at in covered]
        hides[int(np.argmin(near))] += 1
        assert min(near) < 95
        assert np.linalg.norm(seen[0] - seen[1]) > 90
    assert min(hides) >= 5
