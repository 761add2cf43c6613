"""Signing in and out. A session is a random token in a cookie; it ends at once when it is told to."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address
from time import time
from typing import Final

from api.auth.people import Known, People, Tablet, hash_of
from api.auth.roles import RIGHTS, Person, Role
from api.errors import InputError, SignInError

LIFETIME_S: Final = 12 * 3600
"""A session lasts a shift at most."""
TRIES_A_MINUTE: Final = 10


class TooManyTries(SignInError):
    """So many wrong secrets came in the last minute, for this name or from this address, that no more are looked at."""


class TabletNeeded(SignInError):
    """A dealer signs in on the tablet of a table and nowhere else."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has not ended: who it is, and what every request that changes something has to bring along."""

    person: Person
    csrf: str


@dataclass(frozen=True, slots=True)
class Entered:
    """What somebody who signed in gets: the token for the cookie, and the session. `relieved` had the table before."""

    token: str
    session: Session
    relieved: str | None


@dataclass(slots=True)
class Door:
    """Lets people in.

    Attributes:
        people: who is known.
        clock: seconds since 1970.
    """

    people: People
    clock: Callable[[], float] = time
    _failures: dict[str, deque[float]] = field(init=False, default_factory=lambda: defaultdict(deque))
    _one_at_a_time: threading.Lock = field(init=False, default_factory=threading.Lock)

    def sign_in(self, name: str, secret: str, *, address: str = "", tablet: Tablet | None = None) -> Entered:
        """Begin a session. A dealer gets the tablet's table; whoever dealt there is signed out.

        Args:
            name: who.
            secret: password or PIN.
            address: where the request comes from; guessing is slowed down for each.
            tablet: the tablet that the request comes from, if it does.

        Raises:
            TooManyTries: if there were too many wrong secrets in the last minute.
            TabletNeeded: if a dealer does not sit at a tablet.
            SignInError: if name and secret do not belong together.
        """
        # Hashing takes 64 MB and a core for a moment: a flood of tries must not do it side by side.
        with self._one_at_a_time:
            self._refuse_guessing(name, address)
            known = self.people.check(name, secret)
            if known is None:
                for who in (f"name {name}", f"address {address}"):
                    self._failures[who].append(self.clock())
                raise SignInError("name and secret do not belong together")
        if known.role is Role.DEALER and tablet is None:
            raise TabletNeeded("a dealer signs in on the tablet of a table")
        return self._begin(known, tablet if known.role is Role.DEALER else None)

    def session(self, token: str | None) -> Session | None:
        """Return the session that a token belongs to; None if it has ended or never was."""
        if not token:
            return None
        with self.people.lock:
            row = self.people.db.conn.execute(
                "SELECT person, role, session.table_name, csrf FROM session JOIN person ON person.name = person "
                "WHERE token_hash = ? AND ends_at > ?",
                (hash_of(token), int(self.clock())),
            ).fetchone()
        if row is None:
            return None
        name, role, table, csrf = row
        return Session(Person(name, RIGHTS[Role(role)], Role(role), table), csrf)

    def sign_out(self, token: str | None) -> None:
        """End a session at once."""
        with self.people.lock, self.people.db.atomic():
            self.people.db.conn.execute("DELETE FROM session WHERE token_hash = ?", (hash_of(token or ""),))

    def close(self) -> None:
        """Close the file."""
        self.people.close()

    def _begin(self, known: Known, tablet: Tablet | None) -> Entered:
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        now = int(self.clock())
        table = tablet.table if tablet else None
        db = self.people.db
        with self.people.lock, db.atomic():
            db.conn.execute("DELETE FROM session WHERE ends_at <= ?", (now,))
            before = None
            if table is not None:
                row = db.conn.execute("SELECT person FROM session WHERE table_name = ?", (table,)).fetchone()
                before = row[0] if row and row[0] != known.name else None
                # A dealer is at one table, and a table has one dealer.
                db.conn.execute(
                    "DELETE FROM session WHERE table_name = ? OR (person = ? AND table_name IS NOT NULL)",
                    (table, known.name),
                )
            db.conn.execute(
                "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)",
                (hash_of(token), csrf, known.name, tablet.name if tablet else None, table, now + LIFETIME_S),
            )
        return Entered(
            token, Session(Person(known.name, RIGHTS[known.role], known.role, table), csrf), before
        )

    def _refuse_guessing(self, name: str, address: str) -> None:
        minute_ago = self.clock() - 60
        for who, tries in list(self._failures.items()):
            while tries and tries[0] < minute_ago:
                tries.popleft()
            if not tries:
                del self._failures[who]
        if any(
            len(self._failures.get(who, ())) >= TRIES_A_MINUTE
            for who in (f"name {name}", f"address {address}")
        ):
            raise TooManyTries("too many wrong secrets in the last minute")


def is_same(given: str | None, expected: str) -> bool:
    """Compare two secrets without telling by the time how far they agree."""
    return given is not None and hmac.compare_digest(given.encode(), expected.encode())


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refuse_open_door(host: str, *, people: bool) -> None:
    """Check that a server which others can reach knows people who sign in.

    Raises:
        InputError: if `host` is not the loopback and nobody is known.
    """
    if not people and not is_loopback(host):
        raise InputError(
            f"will not listen on {host} while nobody can sign in: add somebody with "
            "`pitwatch people add NAME --role administrator`, or listen on 127.0.0.1"
        )
