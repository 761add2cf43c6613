"""Errors on the wire: one shape everywhere, `application/problem+json` (RFC 9457). A 500 tells no exception's text.

What the framework answers by itself is put right in `api.one_shape`.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from api.errors import BrokerError, FactRefused, JournalError

log = logging.getLogger("pitwatch.api")

RETRY_AFTER_S = 60


class Problem(HTTPException):
    """An answer that is an error: status, a stable code for programs, one line for people."""

    def __init__(self, status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> None:
        """Make the answer; raise it from a route."""
        super().__init__(status, detail, headers)
        self.code = code


class ProblemView(BaseModel, extra="forbid"):
    """What every error looks like on the wire."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    fields: list[dict[str, str]]
    request_id: str


MEDIA_TYPE: Final = "application/problem+json"
ANSWERED: Final = (400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503)
USUAL: Final[dict[int, tuple[str, str]]] = {
    400: ("bad-request", "this is no request that can be answered"),
    404: ("not-found", "there is nothing at this address"),
    405: ("method-not-allowed", "this cannot be done at this address"),
    416: ("no-such-range", "the file has no such part"),
    500: ("internal-error", "something went wrong here; the log has it under this request id"),
}
"""Code and words of errors that no route of ours tells of: a phrase of the framework may change, a code must not."""


def described(status: int) -> dict[str, Any]:
    """Return how a route describes an error of a status."""
    return {
        "description": HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemView"}}},
    }


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {status: described(status) for status in ANSWERED}
"""How routes describe their errors."""


def describe(app: FastAPI) -> None:
    """Put the one shape of errors into an application's description, where all routes refer to it."""
    plain = app.openapi

    def with_problems() -> dict[str, Any]:
        description = plain()
        schemas = description.setdefault("components", {}).setdefault("schemas", {})
        schemas["ProblemView"] = ProblemView.model_json_schema()
        return description

    app.openapi = with_problems  # type: ignore[method-assign]


def not_found(what: str) -> Problem:
    """Return the answer for something that does not exist."""
    return Problem(HTTPStatus.NOT_FOUND, "not-found", f"there is no {what}")


def install(app: FastAPI) -> None:
    """Make every error of an application leave it in the one shape."""

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        if isinstance(error, Problem):
            return _answer(request, error.status_code, error.code, str(error.detail), headers=headers)
        code, detail = USUAL.get(error.status_code, ("http-error", str(error.detail)))
        return _answer(request, error.status_code, code, detail, headers=headers)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        fields = [{"field": ".".join(map(str, e["loc"])), "message": e["msg"]} for e in error.errors()]
        return _answer(request, 422, "invalid-request", "the request is not as expected", fields=fields)

    @app.exception_handler(FactRefused)
    async def _key_used(request: Request, error: FactRefused) -> JSONResponse:
        del error
        detail = "this key was used for something else"
        return _answer(request, HTTPStatus.CONFLICT, "key-used", detail)

    @app.exception_handler(JournalError)
    @app.exception_handler(BrokerError)
    async def _not_taken(request: Request, error: Exception) -> JSONResponse:
        log.error("request %s: %s", request.state.request_id, error)
        code, detail = (
            ("floor-away", "the camera host cannot be told of it now")
            if isinstance(error, BrokerError)
            else ("not-journalled", "it could not be written down: the disk may be full")
        )
        return _answer(request, HTTPStatus.SERVICE_UNAVAILABLE, code, f"{detail}; nothing was done")


def _answer(
    request: Request,
    status: int,
    code: str,
    detail: str,
    *,
    headers: dict[str, str] | None = None,
    fields: list[dict[str, str]] | None = None,
) -> JSONResponse:
    body = problem(status, code, detail, request.state.request_id, fields)
    return JSONResponse(body, status, headers, media_type=MEDIA_TYPE)


def problem_of(status: int, detail: str, request_id: str) -> dict[str, Any]:
    """Return the body of an error that no route of ours tells of."""
    code, words = USUAL.get(status, ("http-error", detail))
    return problem(status, code, detail or words, request_id)


def problem(
    status: int, code: str, detail: str, request_id: str, fields: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    """Return the body of an error (`ProblemView`)."""
    view = ProblemView(
        type=f"urn:pitwatch:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        fields=fields or [],
        request_id=request_id,
    )
    return view.model_dump()
