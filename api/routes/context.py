"""What the routes are given by whoever composes the server, and who may call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path as FolderPath
from typing import Annotated, Final

from fastapi import Depends, Header, Path, Request

from api.archive.archive import Archive
from api.archive.disclosure import Disclosure, disclosure
from api.archive.replayed import Replayed
from api.auth.door import Door, is_same
from api.auth.roles import LOCAL, Person, Right
from api.evidence.casebook import CaseBook
from api.live.feed import TableFeed
from api.live.hub import Hub
from api.problems import Problem, not_found
from api.profiles import shipped_profiles
from api.schemas import Catalogue
from api.upkeep.alarms import Alarm
from api.upkeep.metrics import HouseMetrics
from tracker.profile import Profile

SESSION_COOKIE: Final = "pitwatch_session"
TABLET_COOKIE: Final = "pitwatch_tablet"
CSRF_HEADER: Final = "X-Pitwatch-Csrf"
ONLY_LOOKS: Final = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class House:
    """Everything that the server serves.

    Attributes:
        hub: the newest state of each table.
        tables: pictures and journal of each table, by name.
        catalogue: titles of codes and profiles, and which program this is.
        door: how people sign in; None where nobody needs to.
        archive: recordings that were audited; None where none are kept.
        cases: the house's cases; None where none are kept.
        profiles: rules by which recordings can be judged anew, by name.
        data: the folder that everything is kept in; None where nothing is.
        troubles: each tells what of it is wrong now.
        metrics: what monitoring is told; None: nothing.
        metrics_token: other machines ask for metrics with it; empty: only this machine is told.
    """

    hub: Hub
    tables: Mapping[str, TableFeed]
    catalogue: Catalogue
    door: Door | None = None
    archive: Archive | None = None
    cases: CaseBook | None = None
    profiles: Mapping[str, Profile] = field(default_factory=shipped_profiles)
    data: FolderPath | None = None
    troubles: Sequence[Callable[[], Sequence[Alarm]]] = ()
    metrics: HouseMetrics | None = None
    metrics_token: str = ""

    def alarms(self) -> list[Alarm]:
        """Return what is wrong now, the oldest first."""
        standing = (alarm for tell in self.troubles for alarm in tell())
        return sorted(standing, key=lambda alarm: alarm.since)


def get_house(request: Request) -> House:
    """Return what the running server serves."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house


InHouse = Annotated[House, Depends(get_house)]


def identify(request: Request, house: InHouse) -> Person:
    """Return who sends a request.

    A request that changes something must come from our own page: it brings the session's token in a header, which no
    other site's page can read. Where nobody signs in, a page of another site is told by its `Origin`.

    Raises:
        Problem: 401 if nobody signed in, 403 if another site's page sends it.
    """
    changes = request.method not in ONLY_LOOKS
    if house.door is None:
        origin = request.headers.get("Origin")
        if changes and origin is not None and origin != f"{request.url.scheme}://{request.url.netloc}":
            raise Problem(HTTPStatus.FORBIDDEN, "foreign-page", "this request comes from another site's page")
        return LOCAL
    session = house.door.session(request.cookies.get(SESSION_COOKIE))
    if session is None:
        raise Problem(HTTPStatus.UNAUTHORIZED, "sign-in-needed", "sign in first")
    if changes and not is_same(request.headers.get(CSRF_HEADER), session.csrf):
        raise Problem(HTTPStatus.FORBIDDEN, "foreign-page", f"the header {CSRF_HEADER} is missing or wrong")
    return session.person


Someone = Annotated[Person, Depends(identify)]
_KEY: Final = Header(min_length=8, max_length=100, pattern=r"^[!-~]+$")
Key = Annotated[str, _KEY]
MayHaveKey = Annotated[str | None, _KEY]


def needs(right: Right) -> Callable[[Request, Person], Person]:
    """Return a dependency that lets a request pass only from somebody with a right, at the address's table.

    A dealer asks for another table as for one that does not exist: whether it does is not the dealer's to know.
    """

    def check(request: Request, person: Someone) -> Person:
        table = request.path_params.get("name")
        demand(person, right)
        if not person.may(right, table):
            raise not_found(f"table {table!r}")
        return person

    return check


def demand(person: Person, right: Right) -> None:
    """Check that somebody has a right.

    Raises:
        Problem: 403 if not.
    """
    if not person.may(right):
        raise Problem(HTTPStatus.FORBIDDEN, "not-yours-to-do", f"your role may not {right.value}")


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes something into a journal, and under which key: the same under the same key is written once.

    Attributes:
        person: who.
        key: of the header `Idempotency-Key`; empty where none was sent.
    """

    person: Person
    key: str

    @property
    def name(self) -> str:
        """The person's name, as it stands in what they write."""
        return self.person.name

    @property
    def source(self) -> str:
        """The source of the facts that they write."""
        return f"{self.person.role or 'local'}:{self.person.name}"


def get_writer(person: Someone, idempotency_key: MayHaveKey = None) -> Writer:
    """Return who writes, and under which key."""
    return Writer(person, idempotency_key or "")


def get_keyed_writer(person: Someone, idempotency_key: Key) -> Writer:
    """Return who writes, under the key that has to be sent."""
    return Writer(person, idempotency_key)


Writes = Annotated[Writer, Depends(get_writer)]
"""Who writes; with a key, whoever gets no answer may send the same again."""
WritesKeyed = Annotated[Writer, Depends(get_keyed_writer)]
"""Who writes, always under a key."""
SeesTable = Annotated[Person, Depends(needs(Right.SEE_TABLE))]
SeesEvidence = Annotated[Person, Depends(needs(Right.SEE_EVIDENCE))]
Enters = Annotated[Person, Depends(needs(Right.ENTER))]
Handles = Annotated[Person, Depends(needs(Right.HANDLE))]
Rules = Annotated[Person, Depends(needs(Right.RULE))]
Manages = Annotated[Person, Depends(needs(Right.MANAGE))]


def find_table(name: str, house: House) -> TableFeed:
    """Return a table.

    Raises:
        Problem: 404 if there is none of this name.
    """
    table = house.tables.get(name)
    if table is None:
        raise not_found(f"table {name!r}")
    return table


def get_table(name: Annotated[str, Path(max_length=100)], house: InHouse, who: Someone) -> TableFeed:
    """Return the table of the address; nobody learns its name who has not signed in.

    Raises:
        Problem: 404 if there is none of this name.
    """
    del who
    return find_table(name, house)


AtTable = Annotated[TableFeed, Depends(get_table)]


def find_recording(name: str, house: House, who: Person) -> tuple[Replayed, Disclosure]:
    """Return a recording, and what somebody may be told of it.

    Raises:
        Problem: 404 if there is none of this name.
    """
    found = house.archive.find(name) if house.archive else None
    if house.archive is None or found is None:
        raise not_found(f"recording {name!r}")
    return found, disclosure(found, house.archive, who.name)


def get_recording(
    recording: Annotated[str, Path(max_length=200)], house: InHouse, who: SeesEvidence
) -> tuple[Replayed, Disclosure]:
    """Return the recording of the address, and what whoever asks may be told of it."""
    return find_recording(recording, house, who)


InArchive = Annotated[tuple[Replayed, Disclosure], Depends(get_recording)]


def _recorded(found: InArchive) -> Replayed:
    return found[0]


def _told(found: InArchive) -> Disclosure:
    return found[1]


AtRecording = Annotated[Replayed, Depends(_recorded)]
Told = Annotated[Disclosure, Depends(_told)]
"""What whoever asks may be told of the recording of the address, as it stands when they ask."""
