"""Signing in and out, and who one is."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from api.auth.door import LIFETIME_S, TabletNeeded, TooManyTries
from api.auth.people import LONGEST_NAME, LONGEST_SECRET, Tablet
from api.auth.roles import LOCAL, Person, Role
from api.errors import SignInError
from api.problems import RETRY_AFTER_S, Problem
from api.routes.context import SESSION_COOKIE, TABLET_COOKIE, House, InHouse
from api.schemas import SessionView, TabletView

router = APIRouter(tags=["session"])


class Credentials(BaseModel, extra="forbid"):
    """What is typed to sign in: a password, or a dealer's PIN."""

    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    secret: Annotated[str, Field(max_length=LONGEST_SECRET)]


@router.get("/session")
def session(request: Request, house: InHouse) -> SessionView:
    """Tell who this is: somebody who signed in, whoever sits at this machine, or nobody yet."""
    tablet = _tablet(request, house)
    if house.door is None:
        return _view(LOCAL, "", tablet)
    found = house.door.session(request.cookies.get(SESSION_COOKIE))
    if found is None:
        return SessionView(
            name=None, role=None, rights=(), table=None, csrf="", tablet=_tablet_view(house, tablet)
        )
    return _view(found.person, found.csrf, tablet)


@router.post("/session")
def sign_in(credentials: Credentials, request: Request, response: Response, house: InHouse) -> SessionView:
    """Sign in: the answer sets the session's cookie, which scripts cannot read.

    A dealer signs in on a registered tablet and gets its table; who dealt there before is signed out at once.
    """
    tablet = _tablet(request, house)
    if house.door is None:
        return _view(LOCAL, "", tablet)
    address = request.client.host if request.client else ""
    try:
        entered = house.door.sign_in(credentials.name, credentials.secret, address=address, tablet=tablet)
    except TooManyTries as error:
        headers = {"Retry-After": str(RETRY_AFTER_S)}
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "too-many-tries", str(error), headers) from error
    except TabletNeeded as error:
        raise Problem(HTTPStatus.FORBIDDEN, "tablet-needed", str(error)) from error
    except SignInError as error:
        raise Problem(HTTPStatus.FORBIDDEN, "wrong-secret", str(error)) from error
    person = entered.session.person
    if person.role is Role.DEALER and (feed := house.tables.get(person.table or "")):
        feed.dealer_is(person.name)
    secure = request.url.scheme == "https"
    response.set_cookie(
        SESSION_COOKIE, entered.token, max_age=LIFETIME_S, httponly=True, samesite="strict", secure=secure
    )
    return _view(person, entered.session.csrf, tablet)


@router.delete("/session", status_code=HTTPStatus.NO_CONTENT)
def sign_out(request: Request, house: InHouse) -> Response:
    """Sign out: the session ends at once."""
    if house.door is not None:
        token = request.cookies.get(SESSION_COOKIE)
        found = house.door.session(token)
        house.door.sign_out(token)
        if (
            found
            and found.person.role is Role.DEALER
            and (feed := house.tables.get(found.person.table or ""))
        ):
            feed.dealer_is("")
    answer = Response(status_code=HTTPStatus.NO_CONTENT)
    answer.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
    return answer


def _tablet(request: Request, house: House) -> Tablet | None:
    return house.door.people.tablet_of(request.cookies.get(TABLET_COOKIE)) if house.door else None


def _tablet_view(house: House, tablet: Tablet | None) -> TabletView | None:
    """Return what a tablet's sign-in shows: its table and the dealers to choose from."""
    if tablet is None or house.door is None:
        return None
    dealers = tuple(p.name for p in house.door.people.everybody() if p.role is Role.DEALER)
    return TabletView(name=tablet.name, table=tablet.table, dealers=dealers)


def _view(person: Person, csrf: str, tablet: Tablet | None) -> SessionView:
    return SessionView(
        name=person.name,
        role=person.role,
        rights=tuple(sorted(right.value for right in person.rights)),
        table=person.table,
        csrf=csrf,
        tablet=TabletView(name=tablet.name, table=tablet.table, dealers=()) if tablet else None,
    )
