"""Many recordings at once: in processes of this machine, or as tasks on a Ray cluster. The results are the same.

Each recording is one task and gets a folder of its own; the longest begin first, so that no worker is left with one
while the others have nothing to do. A worker loads the models once and audits what it is given on one core. A worker
that is lost (killed, out of memory, its machine gone) costs its recording a second try; a recording that cannot be read
costs the others nothing.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Protocol

import cv2

from api.audit.recordings import Audited, Task, audit_recording
from api.audit.staging import sweep
from api.errors import ApiError, InputError
from vision.errors import VisionError
from vision.read import Reader

TRIES: Final = 2
LOOK_S: Final = 0.5
LOCAL: Final = "local"
"""The address of a Ray cluster that is started on this machine for the run."""
_NO_REPORTS: Final = "RAY_USAGE_STATS_ENABLED"
"""Ray tells its makers about every cluster unless this is 0."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A recording that could not be audited, and why, in one line."""

    recording: Path
    reason: str


Outcome = Audited | Failed
Progress = Callable[[float], None]


class Workers(Protocol):
    """Where tasks are worked on."""

    def work(self, tasks: Sequence[Task], look: Callable[[], None]) -> Iterator[tuple[Task, Outcome | None]]:
        """Yield each task with its outcome as it ends; without one if its worker was lost.

        Args:
            tasks: all are begun as workers become free, in this order.
            look: called about twice a second meanwhile.
        """


def audit_all(tasks: Sequence[Task], workers: Workers, progress: Progress = lambda _: None) -> list[Outcome]:
    """Audit recordings; the outcomes come in the order of the tasks.

    Args:
        tasks: the recordings, with folders that differ.
        workers: where to work.
        progress: is told how much of all is done, 0..1.
    """
    outcomes: dict[Path, Outcome] = {}

    def look() -> None:
        parts = [1.0 if task.target in outcomes else _read_part(task) for task in tasks]
        progress(sum(parts) / len(parts))

    left = sorted(tasks, key=_bytes_to_read, reverse=True)
    for _ in range(TRIES):
        lost = []
        for task, outcome in workers.work(left, look):
            if outcome is None:
                lost.append(task)
            else:
                outcomes[task.target] = outcome
            _part_file(task).unlink(missing_ok=True)
            look()
        left = lost
        if not left:
            break
    for task in left:
        outcomes[task.target] = Failed(task.job.recording, f"its worker was lost {TRIES} times")
    return [outcomes[task.target] for task in tasks]


def audit_one(
    task: Task, open_reader: Callable[[], Reader], look: Callable[[], None] = lambda: None
) -> Outcome:
    """Audit a recording in a worker; what is wrong with it is an outcome, not an error.

    Args:
        task: the recording.
        open_reader: gives the worker's reader.
        look: called about twice a second meanwhile.
    """
    part_file, told_at = _part_file(task), 0.0

    def tell(part: float) -> None:
        nonlocal told_at
        if time.monotonic() - told_at > LOOK_S:
            told_at = time.monotonic()
            part_file.write_text(f"{part:.4f}", encoding="ascii")
            look()

    try:
        part_file.parent.mkdir(parents=True, exist_ok=True)
        sweep(task.target)
        return audit_recording(task, open_reader(), tell)
    except (ApiError, VisionError, OSError) as error:
        return Failed(task.job.recording, " ".join(str(error).split()))


def use_one_thread() -> None:
    """Let this process work on one core: whoever runs as many workers as there are cores wants none to take two."""
    cv2.setNumThreads(1)


_reader_of_process: Final = cache(Reader)
"""The models of a process that works for one run only, loaded once."""


def audit_on_one_core(task: Task) -> Outcome:
    """Audit a recording in a worker that shares its machine with others; see `audit_one`."""
    use_one_thread()
    return audit_one(task, _reader_of_process)


class Here:
    """Works in this process, one recording after the other."""

    def work(self, tasks: Sequence[Task], look: Callable[[], None]) -> Iterator[tuple[Task, Outcome | None]]:
        """See `Workers`."""
        open_reader = cache(Reader)
        for task in tasks:
            yield task, audit_one(task, open_reader, look)


class Pool:
    """Works in processes of this machine."""

    def __init__(self, workers: int) -> None:
        """Use so many processes."""
        self._workers = workers

    def work(self, tasks: Sequence[Task], look: Callable[[], None]) -> Iterator[tuple[Task, Outcome | None]]:
        """See `Workers`. When a process dies all that were at work are lost: nobody can tell whose it was."""
        with ProcessPoolExecutor(self._workers, mp_context=get_context("spawn")) as pool:
            running: dict[Future[Outcome], Task] = {
                pool.submit(audit_on_one_core, task): task for task in tasks
            }
            while running:
                done, _ = wait(running, timeout=LOOK_S, return_when=FIRST_COMPLETED)
                look()
                for future in done:
                    task = running.pop(future)
                    try:
                        outcome: Outcome | None = future.result()
                    except BrokenProcessPool:
                        outcome = None
                    yield task, outcome


class RayCluster:
    """Works on a Ray cluster; recordings and folders must have the same paths on all its machines."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        """Connect.

        Args:
            address: of the cluster; `local` starts one on this machine.
            workers: how many tasks at once on a local cluster; None: one a core.

        Raises:
            InputError: if Ray is not installed or the cluster cannot be reached.
        """
        try:
            import ray  # noqa: PLC0415  (only whoever uses it needs it)
        except ModuleNotFoundError as error:
            raise InputError("--ray needs the extra packages of: pip install 'pitwatch[floor]'") from error
        self._ray: Any = ray
        where = (
            {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {"address": address}
        )
        os.environ.setdefault(_NO_REPORTS, "0")
        one_thread = {"env_vars": {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}}
        try:
            ray.init(**where, log_to_driver=False, logging_level=logging.ERROR, runtime_env=one_thread)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise InputError(f"cannot use the Ray cluster {address!r}: {error}") from error

    def work(self, tasks: Sequence[Task], look: Callable[[], None]) -> Iterator[tuple[Task, Outcome | None]]:
        """See `Workers`."""
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=0)(audit_on_one_core)
        running = {remote.remote(task): task for task in tasks}
        while running:
            done, _ = ray.wait(list(running), num_returns=1, timeout=LOOK_S)
            look()
            for reference in done:
                task = running.pop(reference)
                try:
                    outcome: Outcome | None = ray.get(reference)
                except (
                    ray.exceptions.WorkerCrashedError,
                    ray.exceptions.NodeDiedError,
                    ray.exceptions.RaySystemError,
                ):
                    outcome = None
                yield task, outcome

    def close(self) -> None:
        """Leave the cluster; a local one ends."""
        self._ray.shutdown()


def _part_file(task: Task) -> Path:
    """Return where a worker says how much of a recording is done."""
    return task.target.parent / f".{task.target.name}.part"


def _bytes_to_read(task: Task) -> int:
    """Return how large a recording is, for how long it will take; 0 if nobody can tell."""
    recording = task.job.recording
    try:
        files = recording.iterdir() if recording.is_dir() else [recording]
        return sum(file.stat().st_size for file in files)
    except OSError:
        return 0


def _read_part(task: Task) -> float:
    try:
        return float(_part_file(task).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0.0
