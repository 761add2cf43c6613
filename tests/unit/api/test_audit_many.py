"""Many recordings: here, in a pool and on a real Ray cluster alike; lost workers and killed runs cost no result."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.audit import many
from api.audit.documents import read_findings
from api.audit.many import Failed, Here, Outcome, Pool, RayCluster, Workers, audit_all
from api.audit.recordings import Audited, Task, finished
from api.audit.run import Job
from api.cli import run
from api.store.journal import read_rows
from tests.unit.api.films import Film
from tracker.profile import load_profile
from vision.read import Reader

AT = datetime(2026, 9, 21, 13, 20, tzinfo=UTC)
STAMPED = {f"{name}/{file}" for name in ("monday", "tuesday") for file in ("journal.db", "manifest.json")}
"""SQLite notes in a journal's file when its schema was made; its rows are equal."""


@pytest.fixture
def recordings(film: Film, tmp_path: Path) -> list[Path]:
    """The film under two names, with its table file beside them."""
    folder = tmp_path / "archive"
    folder.mkdir()
    shutil.copy(film.folder / "table.toml", folder)
    return [Path(shutil.copy(film.video, folder / name)) for name in ("monday.mp4", "tuesday.mp4")]


def tasks_into(folder: Path, recordings: list[Path], film: Film) -> list[Task]:
    profile = load_profile(film.table.profile)
    return [
        Task(job=Job(recording=path, table=film.table, profile=profile), target=folder / path.stem, at=AT)
        for path in recordings
    ]


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder; SQLite's own beside a journal come and go with whoever reads it."""
    files = (
        path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    )
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[RayCluster]:
    pytest.importorskip("ray")
    monkeypatch.setenv(
        "RAY_worker_niceness", "0"
    )  # its workers would wait for everything else on this machine
    made = RayCluster("local", 2)
    yield made
    made.close()


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_here_in_a_pool_and_on_ray_the_results_are_equal_byte_for_byte(
    film: Film, recordings: list[Path], tmp_path: Path, cluster: RayCluster
) -> None:
    ways: dict[str, Workers] = {"here": Here(), "pool": Pool(2), "ray": cluster}
    told: list[float] = []
    for name, workers in ways.items():
        outcomes = audit_all(tasks_into(tmp_path / name, recordings, film), workers, told.append)
        assert [type(outcome) for outcome in outcomes] == [Audited, Audited], outcomes
        assert told[-1] == 1.0
    here = contents(tmp_path / "here")
    assert {"monday/report.html", "monday/journal.db", "tuesday/findings.json"} <= set(here)
    for name in ("pool", "ray"):
        other = contents(tmp_path / name)
        assert set(other) == set(here)
        assert {path for path in here if here[path] != other[path]} <= STAMPED
        for recording in ("monday", "tuesday"):
            ours, theirs = (tmp_path / way / recording / "journal.db" for way in ("here", name))
            assert list(read_rows(ours)) == list(read_rows(theirs))


class KillsOnce(Pool):
    """A pool of whose workers one is killed as soon as it works."""

    killed = False

    def work(self, tasks, look):  # type: ignore[no-untyped-def]
        def kill() -> None:
            look()
            children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
            at_work = [int(pid) for pid in children if "spawn_main" in _command(int(pid))]
            if not self.killed and at_work and any(_part(task) for task in tasks):
                self.killed = True
                os.kill(at_work[-1], signal.SIGKILL)

        yield from super().work(tasks, kill)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _part(task: Task) -> bool:
    return (task.target.parent / f".{task.target.name}.part").exists()


def test_a_killed_worker_costs_its_recording_a_second_try(
    film: Film, recordings: list[Path], tmp_path: Path
) -> None:
    workers = KillsOnce(2)
    outcomes = audit_all(tasks_into(tmp_path / "out", recordings, film), workers)
    assert workers.killed
    assert [type(outcome) for outcome in outcomes] == [Audited, Audited], outcomes
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["monday", "tuesday"]


class RayKillsOnce:
    """A Ray cluster of whose workers one is killed in the midst of a recording.

    Attributes:
        asked: names of the recordings that were asked for, each time.
    """

    def __init__(self, cluster: RayCluster) -> None:
        self._cluster = cluster
        self.killed: list[int] = []
        self.asked: list[list[str]] = []

    def work(self, tasks, look):  # type: ignore[no-untyped-def]
        def kill() -> None:
            look()
            at_work = [pid for pid in _processes() if _command(pid).startswith("ray::audit_on_one_core")]
            if not self.killed and at_work and any(_part(task) for task in tasks):
                self.killed.append(at_work[0])
                os.kill(at_work[0], signal.SIGKILL)

        self.asked.append([task.job.recording.stem for task in tasks])
        yield from self._cluster.work(tasks, kill)


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_recording_whose_ray_worker_is_lost_is_audited_again_once(
    film: Film, recordings: list[Path], tmp_path: Path, cluster: RayCluster
) -> None:
    audit_all(tasks_into(tmp_path / "here", recordings, film), Here())
    workers = RayKillsOnce(cluster)
    outcomes = audit_all(tasks_into(tmp_path / "out", recordings, film), workers)
    assert len(workers.killed) == 1
    assert [type(outcome) for outcome in outcomes] == [Audited, Audited], outcomes
    assert workers.asked[0] == ["monday", "tuesday"]
    assert [len(names) for names in workers.asked[1:]] == [1], "only what was lost, and once"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["monday", "tuesday"]
    here, again = contents(tmp_path / "here"), contents(tmp_path / "out")
    assert {path for path in here if here[path] != again[path]} <= STAMPED


class Loses:
    """Workers that are always lost."""

    def work(self, tasks: Sequence[Task], look: Callable[[], None]) -> Iterator[tuple[Task, None]]:
        for task in tasks:
            yield task, None


def test_a_recording_that_loses_every_worker_is_told(
    film: Film, recordings: list[Path], tmp_path: Path
) -> None:
    outcomes: list[Outcome] = audit_all(tasks_into(tmp_path / "out", recordings, film), Loses())
    assert outcomes == [Failed(path, "its worker was lost 2 times") for path in recordings]


def test_the_longest_recording_begins_first_and_outcomes_keep_the_order_of_the_tasks(
    film: Film, recordings: list[Path], tmp_path: Path
) -> None:
    with recordings[1].open("ab") as file:
        file.write(bytes(1000))
    begun: list[Path] = []

    class Notes(Loses):
        def work(self, tasks: Sequence[Task], look: Callable[[], None]) -> Iterator[tuple[Task, None]]:
            begun.extend(task.job.recording for task in tasks)
            yield from super().work(tasks, look)

    outcomes = audit_all(tasks_into(tmp_path / "out", recordings, film), Notes())
    assert begun[:2] == [recordings[1], recordings[0]]
    assert [outcome.recording for outcome in outcomes] == recordings


def test_one_that_cannot_be_read_costs_the_others_nothing_and_models_are_loaded_once(
    film: Film, recordings: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Reader] = []

    class Counted(Reader):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr(many, "Reader", Counted)
    recordings[0].write_bytes(recordings[0].read_bytes()[:3000])
    outcomes = audit_all(tasks_into(tmp_path / "out", recordings, film), Here())
    assert [type(outcome) for outcome in outcomes] == [Failed, Audited]
    assert len(made) == 1
    assert not (tmp_path / "out" / "monday").exists()


def test_a_killed_run_goes_on_where_it_was(
    film: Film, recordings: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["audit", *map(str, recordings), "--table", str(recordings[0].parent / "table.toml")]
    arguments += ["--out", str(out), "--workers", "1", "--resume"]
    first = subprocess.Popen([sys.executable, "-m", "api", *arguments], start_new_session=True)
    until = time.monotonic() + 120
    while not (out / "monday-audit").exists():
        assert time.monotonic() < until and first.poll() is None
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert not (out / "tuesday-audit").exists()
    kept = contents(out / "monday-audit")

    assert run(arguments) in (0, 1)
    assert "monday.mp4 was audited already" in capsys.readouterr().out
    assert contents(out / "monday-audit") == kept
    assert read_findings(out / "tuesday-audit")["recording"] == "tuesday.mp4"
    assert {"audits.html", "audits.csv", "audits.json"} <= {path.name for path in out.iterdir()}


def test_what_changed_since_is_audited_again(film: Film, recordings: list[Path], tmp_path: Path) -> None:
    (task, _) = tasks_into(tmp_path / "out", recordings, film)
    audit_all([task], Here())
    models = Reader().model_ids
    assert finished(task, models) is not None
    assert finished(task, ("another@1",)) is None
    other_rules = load_profile(film.table.profile, {"minimum": 50})
    job = Job(recording=recordings[0], table=film.table, profile=other_rules)
    assert finished(Task(job=job, target=task.target), models) is None
    with recordings[0].open("ab") as file:
        file.write(b"more")
    assert finished(task, models) is None
