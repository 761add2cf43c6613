"""The footage of a watched table: what of it is there, what it is called, and cuts of it that a browser can play."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Final

from api.live.table import LiveTable
from vision.sources import Clip, SegmentRing

MARK: Final = "@"
"""The name of footage begins with it: `@BJ-05` is the newest of a table, `@BJ-05~1000000~9000000` that of a time."""
FOOTAGE: Final = "footage"
"""Where a table's folder keeps what was cut."""
KEPT: Final = 3
KEPT_S: Final = 86_400.0
"""So many cuts of a table are kept, for a day; what is looked at later is cut again if the ring still holds it."""
NEWEST_US: Final = 600_000_000
"""Of a recording that is played as a camera, so much of the past is shown."""
_NAME: Final = re.compile(rf"{MARK}(?P<table>[^~]+)(~(?P<from>\d{{1,16}})~(?P<until>\d{{1,16}}))?")


@dataclass(frozen=True, slots=True)
class Asked:
    """Which footage a name asks for; without times the newest."""

    table: str
    span_us: tuple[int, int] | None

    @classmethod
    def named(cls, name: str) -> Asked | None:
        """Return what a name asks for; None if it is no name of footage."""
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        span_us = (int(found["from"]), int(found["until"])) if found["from"] else None
        return cls(found["table"], span_us)


def is_footage(name: str) -> bool:
    """Whether a name is one of a watched table's footage."""
    return name.startswith(MARK)


def name_of(table: str, span_us: tuple[int, int]) -> str:
    """Return the name of a table's footage of a time."""
    return f"{MARK}{table}~{span_us[0]}~{span_us[1]}"


class FootageOf:
    """The footage of a live table that is there to be cut, and what was cut of it."""

    def __init__(self, live: LiveTable) -> None:
        """Use the ring in the table's folder, or whatever the table is watched from."""
        self._live = live
        self._ring = live.ring
        self._folder = live.journal_path.with_name(FOOTAGE)

    @property
    def span_us(self) -> tuple[int, int] | None:
        """Media times of the first and last picture that is there; None: there is nothing."""
        if self._ring.is_dir():
            return SegmentRing(self._ring).span_us
        since_us, until_us = self._live.recorded_since_us, self._live.told.until_us
        if since_us is None or until_us <= since_us:
            return None
        return max(since_us, until_us - NEWEST_US), until_us

    def cut(self, span_us: tuple[int, int] | None) -> Clip | None:
        """Cut a time, or all that there is, unless it is cut already; None where nothing of it is kept.

        Raises:
            SourceError: if it cannot be written.
        """
        wanted = span_us or self.span_us
        if wanted is None:
            return None
        if (known := self._kept(wanted)) is not None:
            return known
        self._folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=self._folder) as scratch:
            clip = self._clip(*wanted, Path(scratch) / "cut.mp4")
            if clip is None:
                return None
            named = Clip(self._folder / f"{clip.start_us}_{clip.end_us}.mp4", clip.start_us, clip.end_us)
            clip.path.replace(named.path)
        self.tidy(keep=KEPT)
        return named

    def tidy(self, *, keep: int) -> None:
        """Remove cuts that are too many or too old: it is pins that keep footage beyond the ring."""
        cuts = sorted(self._folder.glob("*_*.mp4"), key=lambda path: path.stat().st_mtime, reverse=True)
        for number, path in enumerate(cuts):
            if number >= keep or time() - path.stat().st_mtime > KEPT_S:
                path.unlink(missing_ok=True)

    def _clip(self, from_us: int, until_us: int, path: Path) -> Clip | None:
        if self._ring.is_dir():
            return SegmentRing(self._ring).clip(from_us, until_us, path)
        return self._live.footage(from_us, until_us, path) if self._live.footage is not None else None

    def _kept(self, span_us: tuple[int, int]) -> Clip | None:
        path = self._folder / f"{span_us[0]}_{span_us[1]}.mp4"
        return Clip(path, *span_us) if path.is_file() else None
