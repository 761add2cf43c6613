"""The folder of all audits of a house: one folder for each recording, found by its name."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Final

from api.archive.recorded import Recorded
from api.audit.record import RECORD
from api.errors import ApiError
from tracker.errors import TrackerError
from vision.errors import VisionError

log = logging.getLogger("pitwatch.archive")

AUDITS: Final = "audits"
"""Where a data folder keeps its audits."""
KEPT_OPEN: Final = 8
"""So many recordings, the ones that were asked for last, stay folded in memory."""


class Archive:
    """The audits below one folder. Its methods may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which need not be there yet.

        Args:
            folder: holds a folder for each audit; what is no audit is passed over.
        """
        self.folder = folder
        self._lock = threading.Lock()
        self._open: dict[str, tuple[int, Recorded]] = {}

    def names(self) -> list[str]:
        """Return the names of all audits."""
        if not self.folder.is_dir():
            return []
        return sorted(
            path.parent.name for path in self.folder.glob(f"*/{RECORD}") if _is_name(path.parent.name)
        )

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

    def close(self) -> None:
        """Release all recordings."""
        with self._lock:
            for _, recorded in self._open.values():
                recorded.close()
            self._open.clear()


def _is_name(name: str) -> bool:
    """Whether a name is a folder's own: it leads nowhere else, and hidden folders are half-written audits."""
    return (
        bool(name) and not name.startswith(".") and "/" not in name and "\\" not in name and "\0" not in name
    )
