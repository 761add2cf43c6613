"""Signing in and out."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from api.auth.sessions import COOKIE, LIFETIME_S, TooManyTries
from api.errors import SignInError
from api.problems import RETRY_AFTER_S, Problem
from api.routes.context import InHouse

router = APIRouter(tags=["session"])


class Credentials(BaseModel, extra="forbid"):
    """What is typed to sign in."""

    password: str = Field(max_length=1024)


@router.post("/session", status_code=HTTPStatus.NO_CONTENT)
def sign_in(credentials: Credentials, request: Request, house: InHouse) -> Response:
    """Sign in: the answer sets the session's cookie, which scripts cannot read."""
    answer = Response(status_code=HTTPStatus.NO_CONTENT)
    if house.door is None:
        return answer
    try:
        token = house.door.sign_in(credentials.password)
    except TooManyTries as error:
        headers = {"Retry-After": str(RETRY_AFTER_S)}
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "too-many-tries", str(error), headers) from error
    except SignInError as error:
        raise Problem(HTTPStatus.FORBIDDEN, "wrong-password", str(error)) from error
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=LIFETIME_S, httponly=True, samesite="strict", secure=secure)
    return answer


@router.delete("/session", status_code=HTTPStatus.NO_CONTENT)
def sign_out(request: Request, house: InHouse) -> Response:
    """Sign out: the session ends at once."""
    if house.door is not None:
        house.door.sign_out(request.cookies.get(COOKIE))
    answer = Response(status_code=HTTPStatus.NO_CONTENT)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer
