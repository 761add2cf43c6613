"""What the commands share: exit states, JSON on stdout, messages on stderr, progress bars on a terminal only."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from api.errors import InputError

DONE: Final = 0
FOUND: Final = 1
BAD_INPUT: Final = 2
CRASHED: Final = 70
INTERRUPTED: Final = 130
PIPE_WIDTH: Final = 160

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]


def emit_json(document: Any) -> None:
    """Print one JSON document on stdout; cards and names stay readable."""
    json.dump(document, sys.stdout, ensure_ascii=False, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def out() -> Console:
    """Return the console for results that people read; tables are as wide as they need to be in a pipe."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(file=sys.stdout, highlight=False, soft_wrap=True, width=width)


def err() -> Console:
    """Return the console for messages: stderr, so that results can be piped."""
    return Console(file=sys.stderr, highlight=False, soft_wrap=True)


@contextmanager
def ending_as_by_ctrl_c() -> Iterator[None]:
    """Let a service manager or a closed terminal end the block as Ctrl+C does, so that what it started ends, too."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    kinds = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(kind, end) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


class Gauge:
    """How far a long piece of work has come; it shows nothing where nobody watches."""

    def __init__(self, progress: Progress, label: str) -> None:
        """Start at zero of an unknown total, on a progress display that somebody else opens and closes."""
        self._progress = progress
        self._task = progress.add_task(label, total=None)

    def update(self, part: float) -> None:
        """Say that `part` of the work is done, 0..1."""
        self._progress.update(self._task, total=1.0, completed=part)

    def label(self, text: str) -> None:
        """Say what is being done."""
        self._progress.update(self._task, description=text)


@contextmanager
def progress(label: str) -> Iterator[Gauge]:
    """Show a progress bar on a terminal while the work lasts, and nothing in a pipe."""
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as display:
        yield Gauge(display, label)


def existing_file(path: Path) -> Path:
    """Return the path of a file that is there.

    Raises:
        InputError: if there is no such file, or it is a folder.
    """
    if path.is_dir():
        raise InputError(f"expected a file, got the folder {str(path)!r}")
    if not path.is_file():
        raise InputError(f"no such file: {str(path)!r}")
    return path
