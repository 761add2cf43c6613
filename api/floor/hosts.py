"""The camera hosts that the server knows: their keys, and which tables each of them watches. Kept in SQLite."""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlite_utils import Database, Migrations

from api.auth.people import check_name
from api.errors import InputError, MessageRefused, OutputError
from api.floor.wire import Seal
from api.store.database import open_writer

HOSTS_FILE: Final = "hosts.db"
KEY_BYTES: Final = 32

hosts_migrations = Migrations("pitwatch-hosts")


@hosts_migrations(name="0001_hosts")
def _hosts(db: Database) -> None:
    """A host with its key, and the tables that it watches; a table is watched by one host at a time."""
    db.conn.execute(
        "CREATE TABLE host (name TEXT PRIMARY KEY, key TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0) STRICT"
    )
    db.conn.execute(
        "CREATE TABLE watched (table_name TEXT PRIMARY KEY, "
        "host TEXT NOT NULL REFERENCES host(name) ON DELETE CASCADE) STRICT"
    )


@dataclass(frozen=True, slots=True)
class KnownHost:
    """A camera host that was registered; what a revoked one sends is refused."""

    name: str
    tables: tuple[str, ...]
    revoked: bool


@dataclass(slots=True)
class Hosts:
    """The registered camera hosts; may be used from any thread, and changed by another process meanwhile.

    Attributes:
        path: the database file, made where there is none.
    """

    path: Path
    _db: Database = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._db = open_writer(self.path, any_thread=True)
        hosts_migrations.apply(self._db)

    def add(self, name: str, tables: Iterable[str]) -> Seal:
        """Register a host, or give a known one a new key and new tables; return what it has to sign with.

        Raises:
            InputError: if the name is no name, or another host watches one of the tables.
        """
        check_name(name)
        wanted = tuple(dict.fromkeys(tables))
        if not wanted:
            raise InputError(f"expected at least one table that host {name!r} watches")
        seal = Seal(name, secrets.token_bytes(KEY_BYTES))
        with self._lock, self._db.atomic():
            self._db.conn.execute("DELETE FROM host WHERE name = ?", (name,))
            self._db.conn.execute("INSERT INTO host (name, key) VALUES (?, ?)", (name, seal.key.hex()))
            for table in wanted:
                try:
                    self._db.conn.execute("INSERT INTO watched VALUES (?, ?)", (table, name))
                except sqlite3.IntegrityError as error:
                    raise InputError(
                        f"table {table!r} is watched by another host: revoke that first"
                    ) from error
        return seal

    def revoke(self, name: str) -> None:
        """Take a host's key away; its tables are free for another one. The journals keep what it sent.

        Raises:
            InputError: if there is no such host.
        """
        with self._lock, self._db.atomic():
            if not self._db.conn.execute("UPDATE host SET revoked = 1 WHERE name = ?", (name,)).rowcount:
                raise InputError(f"there is no host {name!r}")
            self._db.conn.execute("DELETE FROM watched WHERE host = ?", (name,))

    def everybody(self) -> list[KnownHost]:
        """Return all hosts, by name."""
        with self._lock:
            hosts = self._db.conn.execute("SELECT name, revoked FROM host ORDER BY name").fetchall()
            watched = self._db.conn.execute("SELECT host, table_name FROM watched ORDER BY rowid").fetchall()
        tables: dict[str, list[str]] = {}
        for host, table in watched:
            tables.setdefault(host, []).append(table)
        return [KnownHost(name, tuple(tables.get(name, ())), bool(revoked)) for name, revoked in hosts]

    def sender(self, name: str, table: str) -> Seal:
        """Return the seal of a host that may tell of a table.

        Raises:
            MessageRefused: if the host is unknown or revoked, or the table another's.
        """
        with self._lock:
            host = self._db.conn.execute("SELECT key, revoked FROM host WHERE name = ?", (name,)).fetchone()
            watcher = self._watcher(table)
        if host is None:
            raise MessageRefused("unknown-host", f"host {name!r} is not registered")
        if host[1]:
            raise MessageRefused("revoked-host", f"host {name!r} was revoked")
        if watcher != name:
            raise MessageRefused("unknown-table", f"host {name!r} does not watch a table {table!r}")
        return Seal(name, bytes.fromhex(host[0]))

    def watcher_of(self, table: str) -> Seal:
        """Return the seal of the host that watches a table.

        Raises:
            MessageRefused: if none does.
        """
        with self._lock:
            name = self._watcher(table)
        if name is None:
            raise MessageRefused("unknown-table", f"no host watches a table {table!r}")
        return self.sender(name, table)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _watcher(self, table: str) -> str | None:
        row = self._db.conn.execute("SELECT host FROM watched WHERE table_name = ?", (table,)).fetchone()
        return row[0] if row else None


def write_key(seal: Seal, path: Path) -> None:
    """Write a host's key file, readable by its owner only.

    Raises:
        OutputError: if there is such a file already or it cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f'host = "{seal.host}"\nkey = "{seal.key.hex()}"\n')
    except OSError as error:
        raise OutputError(f"cannot write a key to {str(path)!r}: {error.strerror}") from error


def read_key(path: Path) -> Seal:
    """Read a host's key file.

    Raises:
        InputError: if it cannot be read or is none.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        host, key = data["host"], bytes.fromhex(data["key"])
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{str(path)!r} is no key of a camera host (`pitwatch floor host add` makes one)"
        ) from error
    if not isinstance(host, str) or len(key) != KEY_BYTES:
        raise InputError(f"{str(path)!r} is no key of a camera host: expected a name and {KEY_BYTES} bytes")
    return Seal(host, key)
