"""SQLite connections as this project uses them: WAL, foreign keys, and a writer that syncs before it answers."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlite_utils import Database

from api.errors import JournalError

BUSY_TIMEOUT_MS = 10_000


def open_writer(path: Path, *, any_thread: bool = False) -> Database:
    """Open a database file for writing, making it where there is none.

    A commit returns after the write-ahead log is synced to disk (`synchronous=FULL`), so what was acknowledged survives
    a killed process and a power cut.

    Args:
        path: the file; its folder must exist.
        any_thread: whether threads other than the caller's will use the connection, one at a time.

    Raises:
        JournalError: if the file cannot be opened or is no database.
    """
    return _open(path, f"file:{_quoted(path)}?mode=rwc", writer=True, any_thread=any_thread)


def open_reader(path: Path) -> Database:
    """Open an existing database file for reading only.

    Raises:
        JournalError: if there is no such file or it is no database.
    """
    if not path.is_file():
        raise JournalError(f"expected a journal file, found none at {str(path)!r}")
    # On a read-only medium SQLite cannot make the shared-memory file of a WAL database; without a log none is needed.
    log = path.with_name(path.name + "-wal")
    sealed = not os.access(path.parent, os.W_OK) and not log.exists()
    mode = "mode=ro&immutable=1" if sealed else "mode=ro"
    return _open(path, f"file:{_quoted(path)}?{mode}", writer=False, any_thread=False)


def _open(path: Path, uri: str, *, writer: bool, any_thread: bool) -> Database:
    try:
        connection = sqlite3.connect(uri, uri=True, check_same_thread=not any_thread)
        connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        if writer:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        else:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise JournalError(f"cannot open {str(path)!r} as a database: {error}") from error
    return Database(connection)


def _quoted(path: Path) -> str:
    """Return a path that is safe inside an SQLite URI."""
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
