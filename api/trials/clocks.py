"""A wall clock that steps, for one process: what it reads is off by so many seconds, which another process says.

The machine's own clock is left alone, for others live by it. Time itself (`monotonic`) goes on, as in a real step.
"""

from __future__ import annotations

import datetime as real
import mmap
import struct
import sys
import time
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Self

_OFF: Final = struct.Struct("d")
_TRUE_TIME: Final = time.time


class SteppedClock:
    """By how much the wall clock of a process is off; the file is shared by whoever steps it and whoever wears it."""

    def __init__(self, path: Path) -> None:
        """Open the file, making it where there is none (the clock is right then)."""
        if not path.exists():
            path.write_bytes(_OFF.pack(0.0))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _OFF.size)

    @property
    def off_s(self) -> float:
        """By how much it is off, in seconds."""
        return float(_OFF.unpack(self._shared[:])[0])

    def step(self, off_s: float) -> None:
        """Let it be off by so much from now on."""
        self._shared[:] = _OFF.pack(off_s)

    def wear(self) -> None:
        """Let this process live by it: whoever reads the wall clock, reads this one (files' times are the disk's)."""

        def wall() -> float:
            return _TRUE_TIME() + self.off_s

        class Datetime(real.datetime):
            @classmethod
            def now(cls, tz: real.tzinfo | None = None) -> Self:
                return cls.fromtimestamp(wall(), tz)

        time.time = wall
        replaced = {id(_TRUE_TIME): wall, id(real.datetime): Datetime}
        for name, module in list(sys.modules.items()):
            if name.startswith("api.") and name != __name__:
                for attribute, value in list(vars(module).items()):
                    if id(value) in replaced:
                        setattr(module, attribute, replaced[id(value)])
                    _replace_defaults(value, replaced)


def _replace_defaults(value: object, replaced: dict[int, Any]) -> None:
    """Put the clock into the defaults of a function's arguments, or of a class's making."""
    function = vars(value).get("__init__") if isinstance(value, type) else value
    if isinstance(function, FunctionType):
        of_names = function.__kwdefaults__ or {}
        of_names |= {name: replaced.get(id(default), default) for name, default in of_names.items()}
        of_places = function.__defaults__ or ()
        function.__defaults__ = tuple(replaced.get(id(default), default) for default in of_places)
