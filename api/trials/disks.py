"""A data folder whose disk can be filled up and freed: a small disk of its own, for whoever may mount one (root)."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

SMALL_MIB: Final = 96
_BALLAST: Final = "ballast"
_BLOCK: Final = 1 << 20


class Disk(Protocol):
    """The disk of a data folder.

    Attributes:
        kind: how it is filled, for reports.
    """

    kind: str

    def fill(self, pid: int) -> None:
        """Let the program write nothing more that needs room."""

    def free(self, pid: int) -> None:
        """Give the room back."""


@dataclass(slots=True)
class SmallDisk:
    """A file system of its own, filled with a file."""

    folder: Path
    kind: str = "a small disk that is full"

    def fill(self, pid: int) -> None:
        """See `Disk`."""
        del pid  # everybody's disk is full
        with (self.folder / _BALLAST).open("wb", buffering=0) as ballast, suppress(OSError):
            for size in (_BLOCK, 4096, 1):
                with suppress(OSError):
                    while True:
                        ballast.write(b"\0" * size)

    def free(self, pid: int) -> None:
        """See `Disk`."""
        del pid
        (self.folder / _BALLAST).unlink(missing_ok=True)


@dataclass(slots=True)
class FileLimit:
    """The program's limit on the size of files is set to nothing: every write beyond it fails."""

    kind: str = "a limit on the size of files"

    def fill(self, pid: int) -> None:
        """See `Disk`."""
        self._limit(pid, 0)

    def free(self, pid: int) -> None:
        """See `Disk`."""
        self._limit(pid, resource.RLIM_INFINITY)

    def _limit(self, pid: int, size: int) -> None:
        with suppress(ProcessLookupError):  # it was killed meanwhile
            hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


@contextmanager
def disk_for(folder: Path) -> Iterator[Disk]:
    """Give a folder, which is made, a disk that can be filled, while the block lasts."""
    folder.mkdir(parents=True, exist_ok=True)
    options = f"size={SMALL_MIB}m,mode=700"
    mount = ["mount", "-t", "tmpfs", "-o", options, "pitwatch-trial", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        yield FileLimit()
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)
