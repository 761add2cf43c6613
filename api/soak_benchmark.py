"""A looped stream watched for as long as one likes: memory and descriptors of the process that watches must stay flat.

A film is sent over a socket at its own speed, again and again without a pause: its clock runs back each time, and cards
come and go for ever.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import av
import numpy as np

from api.benchmarks import Measured
from api.evidence.scenes import Scene
from api.live.eyes import Counted, Seen, Told
from api.live.eyes_process import EyesProcess, Order
from api.live.latency import TAKEN, Latencies
from vision.errors import VisionError
from vision.sources import open_recording
from vision.table import Table

WARM: Final = 0.3
"""Part of the time after which models are loaded and caches filled: what is held grows no more."""
LOOK_S: Final = 2.0
_PROC: Final = Path("/proc")


@dataclass(slots=True)
class Held:
    """What a process held at a time: seconds since the beginning, resident memory in MiB, open descriptors."""

    at_s: float
    memory_mib: float
    descriptors: int


class LoopedStream:
    """A camera behind a socket that shows a film for ever; use it in a `with` block.

    Args:
        recording: the film.
        scratch: folder for the stream that is made of it.
    """

    def __init__(self, recording: Path, scratch: Path) -> None:
        self._data = as_stream(recording, scratch / "loop.ts")
        source = open_recording(recording)
        self._lasts_s = (source.duration_us or 1_000_000) / 1e6
        source.close()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._stop = threading.Event()
        self.address = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self.loops = 0.0

    def __enter__(self) -> LoopedStream:
        threading.Thread(target=self._serve, name="looped stream", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._listener.close()

    def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                line, _ = self._listener.accept()
                with line:
                    self._send(line)
            except OSError:
                continue  # whoever watched went away

    def _send(self, line: socket.socket) -> None:
        step, sent, began = 188 * 32, 0, monotonic()
        per_s = len(self._data) / self._lasts_s
        while not self._stop.is_set():
            start = sent % len(self._data)
            part = self._data[start : start + step]
            line.sendall(part)
            sent += len(part)
            self.loops += len(part) / len(self._data)
            sleep(max(0.0, sent / per_s - (monotonic() - began)))


def bench_soak(
    recording: Path, table: Table, scratch: Path, *, minutes: float, progress: Callable[[float], None]
) -> list[Measured]:
    """Watch a looped film in a process of its own, as `pitwatch watch` does.

    Args:
        recording: the film.
        table: its table.
        scratch: an empty folder.
        minutes: for how long, once the first picture came.
        progress: is told how much is done, 0..1.

    Raises:
        VisionError: if the film cannot be watched at all.
    """
    held: list[Held] = []
    counts = {"facts": 0, "looked": 0, "breaks": 0, "skipped": 0}
    settled, taken, stop = Latencies(), Latencies(TAKEN), threading.Event()
    with LoopedStream(recording, scratch) as stream:
        eyes = EyesProcess(
            Order(stream.address, is_camera=True, table=table, ring=scratch / "ring", ring_s=60.0)
        )
        began: float | None = None

        def tell(seen: Seen) -> None:
            nonlocal began
            began = monotonic() if began is None and isinstance(seen, Scene) else began
            passed_s = 0.0 if began is None else monotonic() - began
            if isinstance(seen, Counted):
                counts["looked"] = seen.looked
            if isinstance(seen, Told):
                counts["facts"] += 1
                counts["skipped"] = seen.skipped
                settled.add_told(seen)
                taken.add_told(seen)
            if (
                eyes.pid is not None
                and began is not None
                and (not held or passed_s - held[-1].at_s >= LOOK_S)
            ):
                held.append(_held(eyes.pid, passed_s))
                progress(min(1.0, passed_s / 60 / minutes))
            if passed_s > 60 * minutes:
                stop.set()

        while not stop.is_set():
            try:
                eyes.watch(tell, offset_us=0, stop=stop)
            except VisionError:
                counts["breaks"] += 1
                if not held:
                    raise
        eyes.close()
        loops = stream.loops
    return _measured(held, counts, loops) + _told(settled, taken)


def _measured(held: list[Held], counts: dict[str, int], loops: float) -> list[Measured]:
    warm = [one for one in held if one.at_s >= WARM * held[-1].at_s] or held
    times, memory = [one.at_s for one in warm], [one.memory_mib for one in warm]
    slope = float(np.polyfit(times, memory, 1)[0]) * 3600 if len(warm) > 2 else 0.0
    n, note = (
        len(warm),
        f"{held[-1].at_s / 60:.1f} minutes, the film {loops:.1f} times, {counts['breaks']} breaks",
    )
    rows = [
        ("soak, memory at most", max(memory), "MiB", n, "aim: under 600; " + note),
        ("soak, memory, last less first", memory[-1] - memory[0], "MiB", n, "after the first 30 %"),
        ("soak, memory, slope", slope, "MiB/h", n, "a straight line through all that was measured"),
        ("soak, descriptors, last less first", warm[-1].descriptors - warm[0].descriptors, "", n, ""),
        ("soak, pictures passed over", counts["skipped"], "", counts["looked"], "the machine was too slow for them"),
        ("soak, facts", counts["facts"], "", counts["facts"], ""),
    ]  # fmt: skip
    return [Measured(*row) for row in rows]


def _told(settled: Latencies, taken: Latencies) -> list[Measured]:
    return [
        Measured(f"card {name} to told, p{percent}", value, "ms", len(latencies), note)
        for name, latencies, note in (
            ("settled", settled, "aim: p95 under 500"),
            ("gone", taken, "it must be gone for a second"),
        )
        for percent in (50, 95)
        if (value := latencies.percentile_ms(percent)) is not None
    ]


def _held(pid: int, at_s: float) -> Held:
    process = _PROC / str(pid)
    pages = int((process / "statm").read_text().split()[1])
    descriptors = sum(1 for _ in (process / "fd").iterdir())
    return Held(at_s, pages * os.sysconf("SC_PAGE_SIZE") / 2**20, descriptors)


def as_stream(recording: Path, path: Path) -> bytes:
    """Return a recording's pictures as a transport stream, as cameras send it; `path` is written meanwhile."""
    with av.open(str(recording)) as source, av.open(str(path), "w", format="mpegts") as out:
        track = out.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is not None:
                packet.stream = track
                out.mux(packet)
    return path.read_bytes()
