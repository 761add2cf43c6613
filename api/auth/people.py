"""The people of the house and the tablets on its tables, kept in SQLite. Secrets are stored as Argon2 hashes only."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pwdlib import PasswordHash
from sqlite_utils import Database, Migrations

from api.auth.roles import Role
from api.errors import InputError
from api.store.database import open_writer

SHORTEST_PASSWORD: Final = 10
PIN_DIGITS: Final = range(5, 13)
LONGEST_SECRET: Final = 256
LONGEST_NAME: Final = 60

people_migrations = Migrations("pitwatch-people")


@people_migrations(name="0001_people")
def _people(db: Database) -> None:
    """Who somebody is, which tablets stand where, and who is signed in. Tokens are stored as hashes only."""
    db.conn.execute(
        "CREATE TABLE person (name TEXT PRIMARY KEY, role TEXT NOT NULL, secret TEXT NOT NULL, "
        "failures INTEGER NOT NULL DEFAULT 0) STRICT"
    )
    db.conn.execute(
        "CREATE TABLE tablet (name TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, "
        "table_name TEXT NOT NULL) STRICT"
    )
    db.conn.execute(
        "CREATE TABLE session (token_hash TEXT PRIMARY KEY, csrf TEXT NOT NULL, "
        "person TEXT NOT NULL REFERENCES person(name) ON DELETE CASCADE, "
        "tablet TEXT REFERENCES tablet(name) ON DELETE CASCADE, table_name TEXT, ends_at INTEGER NOT NULL) STRICT"
    )


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody whom the house knows; `locked` after too many wrong secrets in a row, until a new one is set."""

    name: str
    role: Role
    locked: bool


@dataclass(frozen=True, slots=True)
class Tablet:
    """A tablet that stands at a table."""

    name: str
    table: str


MAX_FAILURES: Final = 10
"""After so many wrong secrets in a row nobody gets in under this name until an administrator sets a new secret."""


@dataclass(slots=True)
class People:
    """The house's people and tablets.

    Attributes:
        path: the database file, made where there is none.
        hasher: makes the stored hashes; slow on purpose.
    """

    path: Path
    hasher: PasswordHash = field(default_factory=PasswordHash.recommended)
    db: Database = field(init=False)
    lock: threading.RLock = field(init=False, default_factory=threading.RLock)
    _decoy: str = field(init=False)

    def __post_init__(self) -> None:
        self.db = open_writer(self.path, any_thread=True)
        people_migrations.apply(self.db)
        # Checked where nobody has the name, so that the time of an answer does not tell who exists.
        self._decoy = self.hasher.hash(secrets.token_urlsafe(12))

    def add(self, name: str, role: Role, secret: str) -> None:
        """Add somebody.

        Raises:
            InputError: if the name is taken or no name, or the secret too easy.
        """
        check_name(name)
        check_secret(role, secret)
        with self.lock, self.db.atomic():
            try:
                self.db.conn.execute(
                    "INSERT INTO person (name, role, secret) VALUES (?, ?, ?)",
                    (name, role.value, self.hasher.hash(secret)),
                )
            except sqlite3.IntegrityError as error:
                raise InputError(f"there is a person {name!r} already") from error

    def has(self, name: str, role: Role, secret: str) -> bool:
        """Whether somebody of this name has this role and this secret."""
        with self.lock:
            row = self.db.conn.execute(
                "SELECT secret FROM person WHERE name = ? AND role = ?", (name, role.value)
            ).fetchone()
        return row is not None and self.hasher.verify(secret, row[0])

    def set_secret(self, name: str, secret: str) -> None:
        """Give somebody a new password or PIN; their sessions end and a lock opens.

        Raises:
            InputError: if nobody has this name, or the secret is too easy.
        """
        known = self.get(name)
        check_secret(known.role, secret)
        with self.lock, self.db.atomic():
            self.db.conn.execute(
                "UPDATE person SET secret = ?, failures = 0 WHERE name = ?", (self.hasher.hash(secret), name)
            )
            self.db.conn.execute("DELETE FROM session WHERE person = ?", (name,))

    def remove(self, name: str) -> None:
        """Take somebody away; their sessions end at once. The journals keep what they did.

        Raises:
            InputError: if nobody has this name, or nobody could manage the house afterwards.
        """
        known = self.get(name)
        others = [p for p in self.everybody() if p.role is Role.ADMINISTRATOR and p.name != name]
        if known.role is Role.ADMINISTRATOR and not others:
            raise InputError(f"{name!r} is the only administrator and cannot be taken away")
        with self.lock, self.db.atomic():
            self.db.conn.execute("DELETE FROM person WHERE name = ?", (name,))

    def get(self, name: str) -> Known:
        """Return somebody by name.

        Raises:
            InputError: if nobody has this name.
        """
        for known in self.everybody():
            if known.name == name:
                return known
        raise InputError(f"there is no person {name!r}")

    def everybody(self) -> list[Known]:
        """Return all people, by name."""
        with self.lock:
            rows = self.db.conn.execute("SELECT name, role, failures FROM person ORDER BY name").fetchall()
        return [Known(name, Role(role), failures >= MAX_FAILURES) for name, role, failures in rows]

    def check(self, name: str, secret: str) -> Known | None:
        """Return whom a name and a secret belong to; None if they are wrong or the name is locked.

        Takes the same time whether anybody has the name or not.
        """
        with self.lock:
            row = self.db.conn.execute(
                "SELECT role, secret, failures FROM person WHERE name = ?", (name,)
            ).fetchone()
        stored = row[1] if row else self._decoy
        right = self.hasher.verify(secret, stored) and row is not None and row[2] < MAX_FAILURES
        if row is None:
            return None
        with self.lock, self.db.atomic():
            failures = 0 if right else row[2] + 1
            self.db.conn.execute("UPDATE person SET failures = ? WHERE name = ?", (failures, name))
        return Known(name, Role(row[0]), locked=False) if right else None

    def register_tablet(self, name: str, table: str) -> str:
        """Register a tablet at a table, or give a known one a new token; return the token that it has to keep.

        Raises:
            InputError: if the name is no name.
        """
        check_name(name)
        token = secrets.token_urlsafe(32)
        with self.lock, self.db.atomic():
            self.db.conn.execute("DELETE FROM tablet WHERE name = ?", (name,))
            self.db.conn.execute("INSERT INTO tablet VALUES (?, ?, ?)", (name, hash_of(token), table))
        return token

    def remove_tablet(self, name: str) -> None:
        """Take a tablet away; whoever works on it is signed out at once.

        Raises:
            InputError: if there is none of this name.
        """
        with self.lock, self.db.atomic():
            if not self.db.conn.execute("DELETE FROM tablet WHERE name = ?", (name,)).rowcount:
                raise InputError(f"there is no tablet {name!r}")

    def tablets(self) -> list[Tablet]:
        """Return all tablets, by name."""
        with self.lock:
            rows = self.db.conn.execute("SELECT name, table_name FROM tablet ORDER BY name").fetchall()
        return [Tablet(*row) for row in rows]

    def tablet_of(self, token: str | None) -> Tablet | None:
        """Return the tablet that a token belongs to."""
        with self.lock:
            row = self.db.conn.execute(
                "SELECT name, table_name FROM tablet WHERE token_hash = ?", (hash_of(token or ""),)
            ).fetchone()
        return Tablet(*row) if row else None

    def close(self) -> None:
        """Close the file."""
        self.db.close()


def check_name(name: str) -> None:
    """Check that a name can stand in a journal and on a screen.

    Raises:
        InputError: if not.
    """
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"expected a name of 1 to {LONGEST_NAME} printable characters, got {name!r}")


def check_secret(role: Role, secret: str) -> None:
    """Check that a secret is hard enough to guess: a PIN for dealers, who type it fifty times a day; else a password.

    Raises:
        InputError: if not.
    """
    if role is Role.DEALER:
        digits = secret.isascii() and secret.isdigit()
        if not digits or len(secret) not in PIN_DIGITS or len(set(secret)) < 3:
            raise InputError(
                f"expected a PIN of {PIN_DIGITS.start} to {PIN_DIGITS.stop - 1} digits, three of them different"
            )
    elif not SHORTEST_PASSWORD <= len(secret) <= LONGEST_SECRET:
        raise InputError(f"expected a password of at least {SHORTEST_PASSWORD} characters, got {len(secret)}")


def hash_of(token: str) -> str:
    """Return what is stored of a token: whoever reads the file cannot use it to sign in."""
    return hashlib.sha256(token.encode()).hexdigest()
