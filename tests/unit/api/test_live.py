"""Live sources as they are: streams over real sockets that stall, send garbage, change size, go away and come back."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from api.evidence.scenes import Scene
from api.live.backoff import FIRST_S, MOST_S, STEADY_S, Backoff
from api.live.eyes import EyesHere, Opened, Seen, Told
from api.live.eyes_process import EyesProcess, Order
from api.live.feeder import Feeder
from api.live.hub import Hub
from api.live.latency import Latencies
from api.live.table import LiveTable
from api.soak_benchmark import LoopedStream, as_stream, bench_soak
from api.store.journal import read_entries
from tests.unit.api.films import HEIGHT, WIDTH, Film
from tests.unit.api.rtsp_server import RtspServer
from tests.unit.vision.videos import write_video
from tracker.facts import CameraBack, CameraBlind
from tracker.profile import load_profile
from vision.errors import SourceError
from vision.sources import End, SegmentRing, open_camera
from vision.sources.newest import BEHIND_US, NewestFirst
from vision.table import Table


@pytest.fixture(scope="module")
def stream(film: Film, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The film as a transport stream, as cameras send it."""
    return as_stream(film.video, tmp_path_factory.mktemp("stream") / "film.ts")


@dataclass
class Camera:
    """A camera behind a TCP socket: to each that connects in turn it sends what the next of its plays does."""

    plays: list[Callable[[socket.socket], None]]
    served: int = 0
    _listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))

    def __post_init__(self) -> None:
        self.address = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Camera:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _serve(self) -> None:
        for play in self.plays:
            try:
                line, _ = self._listener.accept()
                with line:
                    play(line)
            except OSError:
                pass
            self.served += 1


def sends(data: bytes) -> Callable[[socket.socket], None]:
    return lambda line: line.sendall(data)


def stalls_after(data: bytes, seconds: float) -> Callable[[socket.socket], None]:
    def play(line: socket.socket) -> None:
        line.sendall(data)
        time.sleep(seconds)

    return play


@dataclass
class Blindfold:
    """Sees no card."""

    def read_table(self, *_: object, **__: object) -> list[object]:
        return []

    read = read_table


def eyes(camera: Camera, table: Table, *, timeout_s: float = 2.0) -> EyesHere:
    reader = Blindfold()
    return EyesHere(table, reader, lambda _: open_camera(camera.address, timeout_s=timeout_s))  # type: ignore[arg-type]


def watched(camera: Camera, table: Table, *, timeout_s: float = 2.0) -> tuple[list[Seen], End | None]:
    seen: list[Seen] = []
    end = eyes(camera, table, timeout_s=timeout_s).watch(seen.append, offset_us=0, stop=threading.Event())
    return seen, end


def test_a_stream_is_watched_from_a_socket(film: Film, stream: bytes) -> None:
    with Camera([sends(stream)]) as camera:
        seen, end = watched(camera, film.table)
    assert isinstance(seen[0], Opened)
    assert end is not None and not isinstance(seen[-1], Opened)
    last = [told for told in seen if isinstance(told, Told)][-1]
    assert last.fact.body.kind == "recording-ended"
    assert last.frame_us > 5_000_000
    assert time.time() - last.arrived_at < 60


def test_a_camera_is_watched_over_rtsp_from_its_first_picture(
    film: Film, stream: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "film.ts"
    path.write_bytes(stream)
    ring = SegmentRing(tmp_path / "ring")
    with RtspServer(path) as camera:
        source = open_camera(camera.address, timeout_s=3.0, ring=ring)
        assert (source.width, source.height) == (WIDTH, HEIGHT)
        times = [frame.pts_us for frame in source]
    source.close()
    ring.close()
    assert camera.played == 1 and len(times) > 100
    assert times == sorted(set(times)) and times[0] < 300_000
    span = ring.span_us
    assert span is not None and span[0] < 300_000 and span[1] >= times[-1]


def test_a_stream_that_stalls_ends_after_its_time(film: Film, stream: bytes) -> None:
    with Camera([stalls_after(stream[: len(stream) // 2], 300)]) as camera:
        began = time.monotonic()
        _, end = watched(camera, film.table, timeout_s=1.5)
    assert time.monotonic() - began < 150
    assert end is not None and not end.complete


NOISE = np.random.default_rng(1).bytes(300_000)


@pytest.mark.parametrize("garbage", [b"", bytes(200_000), NOISE], ids=["nothing", "zeros", "noise"])
def test_garbage_is_one_clear_line(film: Film, garbage: bytes) -> None:
    with Camera([sends(garbage)]) as camera, pytest.raises(SourceError) as told:
        watched(camera, film.table)
    assert "\n" not in str(told.value) and "tcp://127.0.0.1" in str(told.value)


def test_garbage_in_the_middle_is_passed_over(film: Film, stream: bytes) -> None:
    middle = len(stream) // 2
    with Camera([sends(stream[:middle] + NOISE[:100_000] + stream[middle:])]) as camera:
        seen, _ = watched(camera, film.table)
    assert [told for told in seen if isinstance(told, Told)][-1].frame_us > 5_000_000


def test_another_size_in_the_middle_ends_the_connection(film: Film, tmp_path: Path) -> None:
    small = write_video(tmp_path / "a.ts", [np.full((HEIGHT, WIDTH, 3), 90, np.uint8)] * 30)
    large = write_video(tmp_path / "b.ts", [np.full((HEIGHT * 2, WIDTH * 2, 3), 90, np.uint8)] * 30)
    with Camera([sends(small.read_bytes() + large.read_bytes())]) as camera:
        _, end = watched(camera, film.table)
    assert end is not None and end.reason == f"the picture changed to {WIDTH * 2}x{HEIGHT * 2}"


def test_a_camera_that_goes_away_comes_back_and_the_gap_is_told(
    film: Film, stream: bytes, tmp_path: Path
) -> None:
    part = stream[: len(stream) // 3]
    with Camera([sends(part), sends(b""), sends(part)]) as camera:
        live = LiveTable(film.table, load_profile(film.table.profile), tmp_path, Hub())
        feeder = Feeder(live, eyes(camera, film.table), comes_back=True)
        feeder.start()
        until(lambda: camera.served == 3)
        until(lambda: blackouts(tmp_path)[-1:] == ["blind"] and blackouts(tmp_path).count("back") == 1)
        feeder.stop()
        feeder.join(20)
        assert not feeder.is_alive()
    assert blackouts(tmp_path) == ["blind", "back", "blind"]
    times = [entry.fact.pts_us for entry in read_entries(live.journal_path)]
    assert times == sorted(times) and times[-1] > times[0] + 1_000_000
    live.close()


def blackouts(folder: Path) -> list[str]:
    told = {CameraBlind: "blind", CameraBack: "back"}
    bodies = [type(entry.fact.body) for entry in read_entries(folder / "journal.db")]
    return [told[body] for body in bodies if body in told]


def until(happened: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def test_a_process_watches_keeps_segments_and_its_death_is_told(film: Film, tmp_path: Path) -> None:
    # A busy machine passes over pictures: the camera must not run out of them.
    with LoopedStream(film.video, tmp_path) as camera:
        order = Order(camera.address, is_camera=True, table=film.table, ring=tmp_path / "ring")
        process = EyesProcess(order)
        seen: list[Seen] = []

        def kill_when_it_saw_enough(told: Seen) -> None:
            seen.append(told)
            if len(seen) > 5 and process.pid is not None:
                os.kill(process.pid, signal.SIGKILL)

        with pytest.raises(SourceError, match=r"died \(SIGKILL\)"):
            process.watch(kill_when_it_saw_enough, offset_us=0, stop=threading.Event())
        stop = threading.Event()
        again: list[Seen] = []

        def stop_when_it_saw_enough(told: Seen) -> None:
            again.append(told)
            if sum(isinstance(one, Scene) for one in again) >= 12:
                stop.set()

        end = process.watch(stop_when_it_saw_enough, offset_us=20_000_000, stop=stop)
        assert end is not None and end.reason == "stopped"
        assert process.pid is None
    ring = SegmentRing(tmp_path / "ring")
    span = ring.span_us
    assert span is not None and span[1] > 20_000_000
    clip = ring.clip(span[1] - 1_000_000, span[1], tmp_path / "clip.mp4")
    assert clip is not None and clip.start_us >= 20_000_000


def test_a_looped_stream_is_soaked(film: Film, tmp_path: Path) -> None:
    measured = {
        one.name: one
        for one in bench_soak(film.video, film.table, tmp_path, minutes=0.15, progress=lambda _: None)
    }
    assert 50 < measured["soak, memory at most"].value < 600
    assert measured["soak, pictures passed over"].n > 5
    assert abs(measured["soak, descriptors, last less first"].value) <= 2
    assert "0 breaks" in measured["soak, memory at most"].note


@pytest.fixture
def slow_and_fast(film: Film) -> Iterator[NewestFirst]:
    from vision.sources import open_recording  # noqa: PLC0415

    source = NewestFirst(open_recording(film.video))
    yield source
    source.close()


def test_who_looks_too_slowly_gets_the_newest_picture(slow_and_fast: NewestFirst) -> None:
    frames = iter(slow_and_fast)
    first = next(frames)
    until(lambda: slow_and_fast.skipped > 0)
    later = next(frames)
    assert later.pts_us > first.pts_us + BEHIND_US
    times = [later.pts_us, *(frame.pts_us for frame in frames)]
    assert times == sorted(times)
    assert slow_and_fast.end is not None and slow_and_fast.end.complete


def test_the_wait_doubles_and_is_forgotten_once_it_went_well() -> None:
    backoff = Backoff()
    waits = [backoff.after(0.1) for _ in range(10)]
    assert waits[:3] == [FIRST_S, 2 * FIRST_S, 4 * FIRST_S] and waits[-1] == MOST_S
    assert backoff.after(STEADY_S + 1) == FIRST_S


def test_latencies_tell_their_slow_tail() -> None:
    latencies = Latencies()
    assert latencies.percentile_ms(95) is None
    for k in range(1, 101):
        latencies.add(k / 1000)
    assert latencies.percentile_ms(50) == 50 and latencies.percentile_ms(95) == 95
