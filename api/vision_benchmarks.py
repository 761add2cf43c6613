"""What the eyes cost: each stage by itself, a settled scene, and watching a recording against decoding it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

import cv2
import numpy as np

from api.benchmarks import Measured
from api.films import TABLE
from tracker.profile import load_profile
from tracker.simulate import Pace, simulate
from vision.detect.indices import TILES_PX, FoundIndex
from vision.detect.networks import compile_network, open_model
from vision.detect.tiles import Region
from vision.health import CameraHealth
from vision.read import Reader
from vision.read.classify import BATCHES
from vision.read.crops import CROP_H, CROP_W
from vision.read.joining import ReadIndex, sightings_of
from vision.read.planes import TablePlane
from vision.sightings import F32, U8
from vision.sources import open_recording
from vision.synth.art import load_deck
from vision.synth.film import make_film
from vision.synth.film.maker import FILM_PACE
from vision.synth.film.still import table_still
from vision.synth.table import standard_table
from vision.table import Table
from vision.tracks.gate import MotionGate
from vision.tracks.thumbnail import grid_of
from vision.watch import CARD_MARGIN, Look, TableReader, watch

GAME = "blackjack-switch"
SLOWER = 2.5
"""How much slower than the films of the demonstration a table deals."""
REPEATS = 20
THREADS = (1, 2)
SCENE = {
    "1.1": ("Th", "4c", "6d"), "1.2": ("Qs", "2h", "5s"), "2.1": ("7d", "9c", "3h"), "2.2": ("Ah", "Kc", "8s"),
    "3.1": ("Jd", "6s", "4h"), "3.2": ("5c", "Td", "2s"), "d": ("9s", "Qh"),
}  # fmt: skip
"""Twenty cards on a Switch table with three boxes."""


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a stage takes.

    Attributes:
        name: the stage.
        walls_s: by the wall clock, each time that it was run.
        cpus_s: of all cores together.
        note: what was run.
    """

    name: str
    walls_s: tuple[float, ...]
    cpus_s: tuple[float, ...]
    note: str = ""

    def measured(self) -> list[Measured]:
        """Return median, 95th percentile, and median of the cores' time, ms."""
        wall, cpu = np.array(self.walls_s) * 1000, np.array(self.cpus_s) * 1000
        rows = (
            ("p50", np.median(wall)),
            ("p95", np.percentile(wall, 95)),
            ("cores' time, p50", np.median(cpu)),
        )
        return [
            Measured(f"{self.name}, {which}", float(ms), "ms", len(wall), self.note) for which, ms in rows
        ]


def bench_film(folder: Path, *, progress: Callable[[float], None]) -> tuple[Path, Path]:
    """Film two rounds as slowly as a table deals them (some 70 rounds an hour); return the film and its table file."""
    session = simulate(load_profile(GAME), rounds=2, seed=3, error_rate=0.0)
    slow = Pace(**{field.name: int(SLOWER * getattr(FILM_PACE, field.name)) for field in fields(Pace)})
    table = standard_table(GAME, name=session.history.table)
    film = make_film(
        session, table, load_deck(), folder, seed=3, pace=slow, progress=lambda done, of: progress(done / of)
    )
    return film.video, folder / TABLE


def bench_stages() -> list[Measured]:
    """Measure each stage of reading, and a settled 1080p scene with 20 cards, on one thread and on two."""
    table = standard_table(GAME, boxes=3)
    image = table_still(table, load_deck(), SCENE, seed=1)
    measured = _gate(image, table).measured()
    for threads in THREADS:
        words = f"{threads} thread{'s' if threads > 1 else ''}"
        for stage in (*_networks(threads), *_scene(image, table, threads)):
            measured += replace(stage, name=f"{stage.name}, {words}").measured()
    return [*measured, *_joining(image, table).measured()]


def _gate(image: U8, table: Table) -> Latency:
    """A frame with nothing new, after decoding."""
    gate = MotionGate(grid_of(table), margin_px=_margin(table))
    luma = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    for frame in range(60):
        gate.see(luma, frame * 40_000)
    times = iter(range(60, 10_000))
    return _timed("gate", lambda: gate.see(luma, next(times) * 40_000), "1080p, nothing moves", repeats=200)


def _networks(threads: int) -> list[Latency]:
    finder, reader = open_model("index-finder"), open_model("index-reader")
    rng = np.random.default_rng(1)
    stages = []
    for side in TILES_PX:
        run = compile_network(finder, (1, 3, side, side), threads=threads)
        tile = rng.random((1, 3, side, side), dtype=np.float32) - np.float32(0.5)
        stages.append(_timed(f"finder tile of {side} px", partial(run, tile), finder.id))
    for batch in BATCHES:
        run = compile_network(reader, (batch, 3, CROP_H, CROP_W), threads=threads)
        crops = rng.random((batch, 3, CROP_H, CROP_W), dtype=np.float32) * np.float32(255)
        stages.append(_timed(f"{batch} crops", partial(run, crops), reader.id))
    return stages


def _scene(image: U8, table: Table, threads: int) -> list[Latency]:
    reader = Reader(threads=threads)
    regions = _regions(table)
    read = reader.read_table(image, table, regions)
    shown = sorted(card for row in SCENE.values() for card in row)
    right = sum(1 for s in read if str(s.card) in shown)
    note = f"{right} of {len(shown)} cards read; aim: p95 under 250 ms on two cores"
    return [
        _timed("settled scene with 20 cards", lambda: reader.read_table(image, table, regions), note),
        _timed("one card that came to rest", lambda: reader.read_table(image, table, regions[-1:]), ""),
    ]


def _regions(table: Table) -> list[Region]:
    """What the gate would have read around each row of cards of the scene."""
    margin = _margin(table)
    regions = []
    for place, names in SCENE.items():
        row = table.row(place)
        quads = [table.card_quad_mm(row.card_at(k), row.angle_deg) for k in range(len(names))]
        corners = table.to_picture(np.concatenate(quads))
        (x0, y0), (x1, y1) = corners.min(axis=0) - margin / 2, corners.max(axis=0) + margin / 2
        regions.append((max(0, int(x0)), max(0, int(y0)), int(x1), int(y1)))
    return regions


def _margin(table: Table) -> float:
    return CARD_MARGIN * table.card_mm[1] * table.px_per_mm_at(table.dealer.at_mm)


def _joining(image: U8, table: Table) -> Latency:
    """Twenty cards, each with both indices found and read."""
    plane = TablePlane(table.plane, table.card_mm)
    sightings = Reader().read_table(image, table)
    read = [
        ReadIndex(index, s.probs, plane.lie_of(index))
        for s in sightings
        for index in (_index_of(quad, s.centre) for quad in s.indices)
    ]
    return _timed("joining", lambda: sightings_of(read, plane), f"{len(read)} indices")


def _index_of(quad: F32, card_centre: F32) -> FoundIndex:
    centre = quad.mean(axis=0)
    up = (quad[0] - quad[3]) / (np.linalg.norm(quad[0] - quad[3]) + 1e-6)
    height, width = (float(np.linalg.norm(quad[0] - quad[k])) for k in (3, 1))
    return FoundIndex(centre, up.astype(np.float32), height, width, card_centre - centre, 1.0)


def bench_watching(recording: Path, table: Table, reader: TableReader, note: str = "") -> list[Measured]:
    """Watch a recording as an audit does, and decode it without looking.

    Ratios are given of the cores' time too: on a machine with other work that is the fair one.

    Raises:
        SourceError: if it cannot be read.
        TableFileError: if it is not the table's.
    """
    frames, last_us, decoding = _decode(recording)
    quiet = _quiet(recording, table)
    looks, watching = _watch(recording, table, reader)
    quiet_cost = 1 + sum(quiet) / len(quiet) / (decoding.cpu_s / frames) if quiet else 1.0
    per_look = 1000 * (watching.cpu_s - decoding.cpu_s * quiet_cost) / max(1, looks)
    rows = (
        ("decoding", frames / decoding.wall_s, "frames/s", frames, note),
        ("frame with nothing new", quiet_cost, "x decoding, cores' time", len(quiet), "aim: at most 1.3"),
        ("live table", frames / watching.wall_s, "frames/s", frames, f"{looks} looks"),
        ("audit", last_us / 1e6 / watching.wall_s, "x real time", frames, "aim: at least 4 on two cores"),
        ("audit speed", decoding.wall_s / watching.wall_s, "x decoding", frames, "aim: at least 0.5"),
        ("audit speed, cores' time", decoding.cpu_s / watching.cpu_s, "x decoding", frames, ""),
        ("cost of a look", per_look, "ms, cores' time", looks, "reading, tracks and all"),
    )
    return [Measured(*row) for row in rows]


def bench_plain(recording: Path) -> list[Measured] | str:
    """Run Ultralytics' own detector on every frame, for comparison.

    Returns:
        The measurements, or one line that says why there are none.
    """
    if find_spec("ultralytics") is None:
        return "not compared with plain Ultralytics: the extra `train` is not installed"
    from vision.training.plain_predict import plain_predict  # noqa: PLC0415  (only with the extra `train`)

    return [
        Measured(f"plain Ultralytics predict, {one.size} px", one.frames / one.seconds, "frames/s", one.frames,
                 f"{one.model} on every frame; its weights are not trained, its cost is the same")
        for one in plain_predict(recording)
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Cost:
    wall_s: float
    cpu_s: float


def _cost(work: Callable[[], object]) -> _Cost:
    wall, cpu = perf_counter(), process_time()
    work()
    return _Cost(perf_counter() - wall, process_time() - cpu)


def _timed(name: str, work: Callable[[], object], note: str, *, repeats: int = REPEATS) -> Latency:
    work()
    costs = [_cost(work) for _ in range(repeats)]
    return Latency(name, tuple(c.wall_s for c in costs), tuple(c.cpu_s for c in costs), note)


def _decode(recording: Path) -> tuple[int, int, _Cost]:
    counted: list[int] = []

    def decode() -> None:
        source = open_recording(recording)
        counted.extend(frame.pts_us for frame in source)
        source.close()

    cost = _cost(decode)
    return len(counted), counted[-1], cost


def _quiet(recording: Path, table: Table) -> list[float]:
    """What each frame in which nothing was due cost after it was decoded, seconds of one core."""
    gate = MotionGate(grid_of(table), margin_px=_margin(table))
    health = CameraHealth(tells_frozen=True)
    source = open_recording(recording)
    costs = []
    for frame in source:
        began = thread_time()
        due = gate.see(frame.luma(), frame.pts_us)
        while due is not None and due.in_frame_before:
            due = gate.see(frame.luma(), frame.pts_us)
        if gate.samples is not None:
            list(health.see(gate.samples, frame.pts_us))
        if due is None:
            costs.append(thread_time() - began)
    source.close()
    return costs


def _watch(recording: Path, table: Table, reader: TableReader) -> tuple[int, _Cost]:
    looks: list[Any] = []

    def work() -> None:
        looks.extend(1 for item in watch(open_recording(recording), table, reader) if isinstance(item, Look))

    cost = _cost(work)
    return len(looks), cost
