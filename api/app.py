"""The web server: composes routes, sign-in, headers and the dashboard's files into one application."""

from __future__ import annotations

import mimetypes
import signal
import socket
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.trustedhost import TrustedHostMiddleware

from api import problems
from api.body_limit import BodyLimit
from api.errors import InputError
from api.headers import Headers
from api.one_shape import OneShape
from api.routes import cases, facts, findings, health, people, recordings, rejudging, session, stream, tables
from api.routes.context import House
from tracker import __version__

STATIC: Final = Path(__file__).parent / "static"
LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")
GRACE_S: Final = 3


def create_app(house: House, *, host_names: Sequence[str] = LOOPBACK_NAMES) -> FastAPI:
    """Compose the server.

    Args:
        house: what it serves.
        host_names: names under which it may be called; `*` for any. Where nobody signs in this keeps other sites' pages
            out that have their name point at this machine.
    """
    app = FastAPI(
        title="Pitwatch",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.house = house
    problems.install(app)
    problems.describe(app)
    # Each route but those of the session says who may call it (api.routes.context).
    for subject in (session, tables, facts, findings, recordings, rejudging, cases, people, stream, health):
        app.include_router(subject.router, prefix="/api/v1", responses=problems.RESPONSES)
    app.include_router(health.machines)
    _serve_dashboard(app)
    # The last one added is the outermost: whatever goes wrong further in leaves in one shape and dressed.
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(host_names), www_redirect=False)
    app.add_middleware(BodyLimit)
    app.add_middleware(OneShape)
    app.add_middleware(Headers)
    return app


def _serve_dashboard(app: FastAPI) -> None:
    # Some systems have no or a wrong entry for these, and a browser refuses a module of another type.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("image/svg+xml", ".svg")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    def dashboard() -> FileResponse:
        return FileResponse(STATIC / "index.html")


def listen(host: str, port: int) -> socket.socket:
    """Begin to listen; connections wait until a server takes them.

    Args:
        host: address or name.
        port: 0 for any that is free.

    Raises:
        InputError: if the address is taken, not ours or no address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host.strip("[]"), port), family=family)
    except OSError as error:
        raise InputError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error


def address_of(listener: socket.socket) -> str:
    """Return the web address of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """Uvicorn that ends the live streams as soon as it is told to stop, so that no open screen holds it up."""

    def __init__(self, app: FastAPI, house: House) -> None:
        """Make a server; `run(sockets=[...])` serves until it is told to stop."""
        super().__init__(
            uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=GRACE_S, server_header=False)
        )
        self._hub = house.hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: no new requests, and every stream ends. `run` then returns, so that journals can be closed."""
        del frame
        self._hub.close()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
