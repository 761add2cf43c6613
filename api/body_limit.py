"""Refuses bodies that are larger than anything that somebody has to say here, before they fill the memory."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import Problem

LARGEST_BODY: Final = 1 << 20
"""Bytes. The largest batch of facts has a tenth of it."""


class BodyLimit:
    """ASGI middleware: whoever reads more of a body than it may have gets a `Problem` 413 instead."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, counting what is read of its body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        size = int(declared) if declared.isdigit() else 0
        read = 0

        async def counted() -> Message:
            nonlocal read
            if size > LARGEST_BODY:
                raise _too_large()
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise _too_large()
            return message

        await self._app(scope, counted, send)


def _too_large() -> Problem:
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", f"expected a body of at most {LARGEST_BODY} bytes"
    )
