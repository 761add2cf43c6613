"""Sessions: who signed in, kept in SQLite so that a restart does not sign people out, and ended at once when told."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Final

from sqlite_utils import Database, Migrations

from api.auth.password import Password
from api.errors import SignInError
from api.store.database import open_writer

COOKIE: Final = "pitwatch_session"
LIFETIME_S: Final = 12 * 3600
TRIES_A_MINUTE: Final = 10

session_migrations = Migrations("pitwatch-sessions")


@session_migrations(name="0001_sessions")
def _sessions(db: Database) -> None:
    """Only the hash of a token is stored: whoever reads the file cannot use it to sign in."""
    db.conn.execute("CREATE TABLE session (token_hash TEXT PRIMARY KEY, ends_at INTEGER NOT NULL) STRICT")


class TooManyTries(SignInError):
    """So many wrong passwords came in the last minute that no more are looked at."""


@dataclass(slots=True)
class SignIns:
    """The door: passwords in, session tokens out.

    Attributes:
        password: what opens it.
        clock: seconds since 1970.
    """

    password: Password
    path: Path
    clock: Callable[[], float] = time
    _db: Database = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)
    _failures: deque[float] = field(init=False, default_factory=deque)

    def __post_init__(self) -> None:
        self._db = open_writer(self.path, any_thread=True)
        session_migrations.apply(self._db)

    def sign_in(self, text: str) -> str:
        """Return a new session's token.

        Raises:
            TooManyTries: if there were too many wrong passwords in the last minute.
            SignInError: if this is not the password.
        """
        with self._lock:
            now = self.clock()
            while self._failures and self._failures[0] < now - 60:
                self._failures.popleft()
            if len(self._failures) >= TRIES_A_MINUTE:
                raise TooManyTries("too many wrong passwords in the last minute")
            if not self.password.matches(text):
                self._failures.append(now)
                raise SignInError("this is not the password")
            token = secrets.token_urlsafe(32)
            with self._db.atomic():
                self._db.conn.execute("DELETE FROM session WHERE ends_at <= ?", (int(now),))
                self._db.conn.execute(
                    "INSERT INTO session VALUES (?, ?)", (_hash(token), int(now) + LIFETIME_S)
                )
            return token

    def is_signed_in(self, token: str | None) -> bool:
        """Whether a token belongs to a session that has not ended."""
        if not token:
            return False
        with self._lock:
            row = self._db.conn.execute(
                "SELECT 1 FROM session WHERE token_hash = ? AND ends_at > ?",
                (_hash(token), int(self.clock())),
            ).fetchone()
        return row is not None

    def sign_out(self, token: str | None) -> None:
        """End a session at once."""
        with self._lock, self._db.atomic():
            self._db.conn.execute("DELETE FROM session WHERE token_hash = ?", (_hash(token or ""),))

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
