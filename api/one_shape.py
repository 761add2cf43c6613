"""Errors that no route of ours answers: those of the framework's own classes, of files and of what crashed.

Starlette answers a range that is not there, a host name that is not known and the like in plain text of its own. Here
each of them leaves as a problem, too, with the headers that every answer has.
"""

from __future__ import annotations

import json
import logging
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import MEDIA_TYPE, problem_of

log = logging.getLogger("pitwatch.api")

LONGEST_DETAIL: Final = 200


class OneShape:
    """ASGI middleware: turns errors in plain text, and exceptions that nobody caught, into problems."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and put its answer right."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(scope, send)
        try:
            await self._app(scope, receive, answer.pass_on)
        except Exception:
            if answer.has_begun:
                raise
            log.exception("request %s failed", scope["state"]["request_id"])
            await answer.crash()


class _Answer:
    """One answer on its way out."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.has_begun = False
        self._scope = scope
        self._send = send
        self._odd: Message | None = None
        self._text = b""

    async def pass_on(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            if _is_odd(message):
                self._odd = message
                return
        if self._odd is None:
            await self._send(message)
            return
        self._text = (self._text + message.get("body", b""))[:LONGEST_DETAIL]
        if not message.get("more_body", False):
            await self._tell(self._odd["status"], self._odd["headers"], self._text.decode("ascii", "replace"))

    async def crash(self) -> None:
        await self._tell(500, [], "")

    async def _tell(self, status: int, headers: list[tuple[bytes, bytes]], detail: str) -> None:
        problem = problem_of(status, detail, str(self._scope["state"]["request_id"]))
        body = b"" if self._scope["method"] == "HEAD" else json.dumps(problem).encode()
        start: Message = {"type": "http.response.start", "status": status, "headers": list(headers)}
        told = MutableHeaders(scope=start)
        told["Content-Type"], told["Content-Length"] = MEDIA_TYPE, str(len(body))
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _is_odd(start: Message) -> bool:
    """Whether an answer is an error that is no JSON: whether the server is ready is told as JSON of its own."""
    return start["status"] >= 400 and "json" not in Headers(raw=start["headers"]).get("Content-Type", "")
