"""Watching a source in a process of its own: what breaks a decoder, or fills its memory, does not touch the server."""

from __future__ import annotations

import signal
import threading
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Final

from api.live.eyes import EyesHere, Stop, Tell
from vision.errors import SourceError, VisionError
from vision.sources import End, SegmentRing, Source, open_camera, open_recording
from vision.sources.newest import NewestFirst
from vision.table import Table

POLL_S: Final = 0.1
GOES_S: Final = 6.0
"""So long a process may take to end when it is told to: as long as a silent stream is waited for."""
_SPAWN: Final = get_context("spawn")  # the threads of OpenCV and PyAV do not survive a fork


@dataclass(frozen=True, slots=True)
class Order:
    """What a process is to watch.

    Attributes:
        what: an address, a device, or the path of a recording.
        is_camera: whether it is live; a recording is played at `own_speed`.
        table: where everything lies.
        own_speed: so many times a recording's own speed.
        ring: folder of a camera's ring of segments; None: nothing is kept.
        ring_s: how much of the past it keeps, seconds.
        is_witness: whether it is one of several cameras of its table.
    """

    what: str
    is_camera: bool
    table: Table
    own_speed: float = 1.0
    ring: Path | None = None
    ring_s: float = 600.0
    is_witness: bool = False


@dataclass(frozen=True, slots=True)
class _Ended:
    end: End | None


@dataclass(frozen=True, slots=True)
class _Failed:
    reason: str


class EyesProcess:
    """Watches what an order says; see `api.live.eyes.Eyes`. The process lives on between two connections."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._stop = _SPAWN.Event()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def watch(self, tell: Tell, *, offset_us: int, stop: threading.Event) -> End | None:
        """Watch until the end.

        Raises:
            SourceError: as the source's, or because the process died.
        """
        line = self._ready_line()
        try:
            line.send(offset_us)
            while True:
                if stop.is_set():
                    self.close()
                    return End("stopped", complete=False)
                if not line.poll(POLL_S):
                    continue
                message = line.recv()
                if isinstance(message, _Ended):
                    return message.end
                if isinstance(message, _Failed):
                    raise SourceError(message.reason)
                tell(message)
        except (EOFError, BrokenPipeError, ConnectionResetError) as error:
            raise SourceError(f"{self._order.what}: the process that watched it died{self._how()}") from error

    def close(self) -> None:
        """End the process."""
        self._stop.set()
        if self._process is not None:
            self._process.join(GOES_S)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is none."""
        return self._process.pid if self._process is not None else None

    def _ready_line(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._line is None:
            self.close()
            self._stop.clear()
            self._line, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(
                target=_serve,
                args=(self._order, theirs, self._stop),
                name=f"eyes {self._order.table.name} {self._order.table.camera.name}",
                daemon=True,
            )
            self._process.start()
            theirs.close()
        return self._line

    def _how(self) -> str:
        if self._process is None:
            return ""
        self._process.join(GOES_S)
        code = self._process.exitcode
        return (
            "" if code is None else f" ({signal.Signals(-code).name if code < 0 else f'exit status {code}'})"
        )


def _serve(order: Order, line: Connection, stop: Stop) -> None:
    """In the process: watch each time that the line says so."""
    from vision.read import Reader  # noqa: PLC0415  (the server's own process needs no models)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's, who then sets `stop`
    ring = (
        None if order.ring is None or not order.is_camera else SegmentRing(order.ring, seconds=order.ring_s)
    )
    eyes = EyesHere(
        order.table,
        Reader(),
        lambda offset_us: open_order(order, ring, offset_us),
        own_speed=None if order.is_camera else order.own_speed,
        is_witness=order.is_witness,
    )
    while not stop.is_set():
        if not line.poll(POLL_S):
            continue
        try:
            line.send(_Ended(eyes.watch(line.send, offset_us=line.recv(), stop=stop)))
        except VisionError as error:
            line.send(_Failed(str(error)))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            break  # the server is gone
    if ring is not None:
        ring.close()


def open_order(order: Order, ring: SegmentRing | None, offset_us: int) -> Source:
    """Open what an order says.

    Raises:
        SourceError: if it cannot be opened.
    """
    if not order.is_camera:
        return open_recording(Path(order.what))
    if ring is not None:
        ring.connect(offset_us)
    began = monotonic()
    camera = NewestFirst(open_camera(order.what, ring=ring))
    if ring is not None and order.is_witness:
        # Several cameras are dated by when their pictures come, and the first comes only now.
        ring.connect(offset_us + int((monotonic() - began) * 1e6))
    return camera
