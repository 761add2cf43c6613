"""The folder of all audits of a house: one folder for each recording, found by its name."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from api.archive.footage import Asked, FootageOf, name_of
from api.archive.recorded import Recorded
from api.archive.replayed import Replayed
from api.archive.watched import Watched
from api.audit.record import RECORD, Record, read_record
from api.errors import ApiError, InputError
from api.live.table import LiveTable
from tracker.errors import TrackerError
from vision.errors import VisionError

log = logging.getLogger("pitwatch.archive")

AUDITS: Final = "audits"
"""Where a data folder keeps its audits."""
KEPT_OPEN: Final = 8
"""So many recordings, the ones that were asked for last, stay folded in memory."""


class Archive:
    """The audits below one folder. Its methods may be called from any thread."""

    def __init__(
        self, folder: Path, *, tables: Mapping[str, LiveTable] | None = None, models: tuple[str, ...] = ()
    ) -> None:
        """Use a folder, which need not be there yet.

        Args:
            folder: holds a folder for each audit; what is no audit is passed over.
            tables: that are watched; their footage is shown as recordings too.
            models: what reads their cards.
        """
        self.folder = folder
        self._tables = {} if tables is None else tables
        self._models = models
        self._lock = threading.Lock()
        self._open: dict[str, tuple[int, Recorded]] = {}
        self._footage: dict[str, Watched] = {}
        self._records: dict[str, tuple[int, Record]] = {}

    def names(self) -> list[str]:
        """Return the names of all audits."""
        if not self.folder.is_dir():
            return []
        return sorted(
            path.parent.name for path in self.folder.glob(f"*/{RECORD}") if _is_name(path.parent.name)
        )

    def watched(self) -> list[tuple[LiveTable, tuple[int, int]]]:
        """Return the tables of which there is footage, and from which media time until which."""
        spans = [(live, FootageOf(live).span_us) for live in list(self._tables.values())]
        return [(live, span_us) for live, span_us in spans if span_us is not None]

    def find(self, name: str) -> Replayed | None:
        """Return an audit, or a watched table's footage; None if there is none of this name (the log says why)."""
        asked = Asked.named(name)
        live = self._tables.get(asked.table) if asked else None
        return self.get(name) if asked is None or live is None else self._footage_of(live, asked)

    def _footage_of(self, live: LiveTable, asked: Asked) -> Watched | None:
        with self._lock:
            known = self._footage.pop(name_of(asked.table, asked.span_us), None) if asked.span_us else None
            try:
                if known is None or not known.has_video:
                    clip = FootageOf(live).cut(asked.span_us)
                    known = Watched(live, clip, models=self._models) if clip else None
                if known is None:
                    return None
                known.refresh()
            except (ApiError, VisionError, TrackerError) as error:
                log.warning("footage of table %s cannot be shown: %s", asked.table, error)
                return None
            # Another may have been cut of the very same time.
            known = self._footage.pop(known.name, known)
            self._footage[known.name] = known
            while len(self._footage) > KEPT_OPEN:
                self._footage.pop(next(iter(self._footage))).close()
            return known

    def get(self, name: str) -> Recorded | None:
        """Return an audit; None if there is none of this name, or it cannot be read (the log says why)."""
        folder = self.folder / name
        if not _is_name(name) or not (folder / RECORD).is_file():
            return None
        version = (folder / RECORD).stat().st_mtime_ns
        with self._lock:
            known = self._open.pop(name, None)
            if known is not None and known[0] != version:
                known[1].close()
                known = None
            try:
                recorded = known[1] if known else Recorded(folder)
                recorded.refresh()
            except (ApiError, VisionError, TrackerError) as error:
                log.warning("audit %s cannot be shown: %s", name, error)
                return None
            self._open[name] = (version, recorded)
            while len(self._open) > KEPT_OPEN:
                self._open.pop(next(iter(self._open)))[1].close()
            return recorded

    def others_of_film(self, recorded: Replayed) -> list[Recorded]:
        """Return the other audits of a recording's film; what was watched live is nobody else's."""
        if isinstance(recorded, Watched):
            return []
        film = recorded.record
        names = [
            name
            for name in self.names()
            if name != recorded.name
            and (record := self._record(name)) is not None
            and record.is_of_same_film(film)
        ]
        return [other for name in names if (other := self.get(name)) is not None]

    def close(self) -> None:
        """Release all recordings."""
        with self._lock:
            for _, recorded in self._open.values():
                recorded.close()
            self._open.clear()
            for watched in self._footage.values():
                watched.close()
            self._footage.clear()

    def _record(self, name: str) -> Record | None:
        """Return an audit's record, read once as long as the file is not written anew; None if it is none."""
        file = self.folder / name / RECORD
        try:
            version = file.stat().st_mtime_ns
            with self._lock:
                known = self._records.get(name)
            if known is None or known[0] != version:
                known = version, read_record(file.parent)
                with self._lock:
                    self._records[name] = known
        except (OSError, InputError):
            return None
        return known[1]


def _is_name(name: str) -> bool:
    """Whether a name is a folder's own: it leads nowhere else, and hidden folders are half-written audits."""
    return (
        bool(name) and not name.startswith(".") and "/" not in name and "\\" not in name and "\0" not in name
    )
