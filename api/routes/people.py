"""The people of the house and the tablets on its tables: an administrator's routes."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from api.auth.door import Door
from api.auth.people import LONGEST_NAME, LONGEST_SECRET, People
from api.auth.roles import Role
from api.errors import InputError
from api.problems import Problem, not_found
from api.routes.context import TABLET_COOKIE, House, InHouse, Manages
from api.schemas import PersonView, TabletView

router = APIRouter(tags=["people"])

TABLET_COOKIE_S = 5 * 365 * 24 * 3600
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Secret = Annotated[str, Field(max_length=LONGEST_SECRET)]


class NewPerson(BaseModel, extra="forbid"):
    """Somebody to add; the secret is a PIN of digits for dealers, a password for others."""

    name: Name
    role: Role
    secret: Secret


class NewSecret(BaseModel, extra="forbid"):
    """A new password or PIN."""

    secret: Secret


class NewTablet(BaseModel, extra="forbid"):
    """The device that sends this is to be a table's tablet."""

    name: Name
    table: Annotated[str, Field(max_length=100)]


@router.get("/people")
def everybody(house: InHouse, who: Manages) -> list[PersonView]:
    """Everybody who can sign in, by name."""
    del who
    return [PersonView(name=p.name, role=p.role, locked=p.locked) for p in _people(house).everybody()]


@router.post("/people", status_code=HTTPStatus.CREATED)
def add(new: NewPerson, house: InHouse, who: Manages) -> PersonView:
    """Add somebody. Whoever gets no answer may send the same again: it is answered alike."""
    del who
    people = _people(house)
    try:
        people.add(new.name, new.role, new.secret)
    except InputError as error:
        if not people.has(new.name, new.role, new.secret):
            raise Problem(HTTPStatus.CONFLICT, "person-refused", str(error)) from error
    return PersonView(name=new.name, role=new.role, locked=False)


@router.put("/people/{person}/secret", status_code=HTTPStatus.NO_CONTENT)
def set_secret(person: str, new: NewSecret, house: InHouse, who: Manages) -> Response:
    """Give somebody a new secret; all their sessions end, a lock opens."""
    del who
    people = _people(house)
    _known(people, person)
    try:
        people.set_secret(person, new.secret)
    except InputError as error:
        raise Problem(HTTPStatus.CONFLICT, "person-refused", str(error)) from error
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.delete("/people/{person}", status_code=HTTPStatus.NO_CONTENT)
def remove(person: str, house: InHouse, who: Manages) -> Response:
    """Take somebody away; all their sessions end at once."""
    del who
    people = _people(house)
    _known(people, person)
    try:
        people.remove(person)
    except InputError as error:
        raise Problem(HTTPStatus.CONFLICT, "person-refused", str(error)) from error
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/tablets")
def tablets(house: InHouse, who: Manages) -> list[TabletView]:
    """Every registered tablet, by name."""
    del who
    return [TabletView(name=t.name, table=t.table, dealers=()) for t in _people(house).tablets()]


@router.post("/tablets", status_code=HTTPStatus.CREATED)
def register(
    new: NewTablet, request: Request, response: Response, house: InHouse, who: Manages
) -> TabletView:
    """Make the device that sends this a table's tablet: the answer sets a cookie that dealers' sign-in asks for."""
    del who
    if new.table not in house.tables:
        raise not_found(f"table {new.table!r}")
    try:
        token = _people(house).register_tablet(new.name, new.table)
    except InputError as error:
        raise Problem(HTTPStatus.CONFLICT, "tablet-refused", str(error)) from error
    secure = request.url.scheme == "https"
    response.set_cookie(
        TABLET_COOKIE, token, max_age=TABLET_COOKIE_S, httponly=True, samesite="strict", secure=secure
    )
    return TabletView(name=new.name, table=new.table, dealers=())


@router.delete("/tablets/{tablet}", status_code=HTTPStatus.NO_CONTENT)
def remove_tablet(tablet: str, house: InHouse, who: Manages) -> Response:
    """Take a tablet away; whoever works on it is signed out at once."""
    del who
    try:
        _people(house).remove_tablet(tablet)
    except InputError as error:
        raise not_found(f"tablet {tablet!r}") from error
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _people(house: House) -> People:
    door: Door | None = house.door
    if door is None:
        raise Problem(
            HTTPStatus.CONFLICT,
            "nobody-signs-in",
            "nobody signs in to this server: begin with `pitwatch people add`",
        )
    return door.people


def _known(people: People, name: str) -> None:
    if name not in {person.name for person in people.everybody()}:
        raise not_found(f"person {name!r}")
