"""What processes use: memory now and then, and the processors' time between."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

_PROC: Final = Path("/proc")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_CPU: Final = slice(11, 13)
"""User's and system's time in /proc/PID/stat, counted from behind the name."""


@dataclass(frozen=True, slots=True)
class Used:
    """What the processes of a part used.

    Attributes:
        memory_start_mib, memory_end_mib, memory_most_mib: resident, all processes of the part together.
        cores: processors' time over time.
    """

    memory_start_mib: float
    memory_end_mib: float
    memory_most_mib: float
    cores: float


@dataclass(slots=True)
class Meter:
    """Reads off what processes use.

    Attributes:
        processes: ids of the processes of each part.
    """

    processes: Mapping[str, Sequence[int]]
    _memory: dict[str, list[float]] = field(init=False, default_factory=dict)
    _cpu: dict[str, tuple[float, float]] = field(init=False, default_factory=dict)
    _began: float = field(init=False, default_factory=monotonic)
    _last: float = field(init=False, default_factory=monotonic)

    def look(self) -> None:
        """Read off once; the first look is the beginning, the last one the end."""
        self._last = monotonic()
        for part, ids in self.processes.items():
            cpu = sum(_cpu_s(pid) for pid in ids)
            self._memory.setdefault(part, []).append(sum(map(_memory_mib, ids)))
            self._cpu[part] = (self._cpu.get(part, (cpu, cpu))[0], cpu)

    def used(self) -> dict[str, Used]:
        """Return what each part used between the first look and the last."""
        seconds = max(self._last - self._began, 1e-9)
        return {
            part: Used(
                memory_start_mib=round(memory[0], 1),
                memory_end_mib=round(memory[-1], 1),
                memory_most_mib=round(max(memory), 1),
                cores=round((self._cpu[part][1] - self._cpu[part][0]) / seconds, 4),
            )
            for part, memory in self._memory.items()
        }


def _memory_mib(pid: int) -> float:
    return int((_PROC / str(pid) / "statm").read_text(encoding="ascii").split()[1]) * _PAGE / 2**20


def _cpu_s(pid: int) -> float:
    stat = (_PROC / str(pid) / "stat").read_text(encoding="utf-8")
    return sum(map(int, stat.rpartition(")")[2].split()[_CPU])) / _TICKS
