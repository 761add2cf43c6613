"""The web server: composes routes, sign-in, headers and the dashboard's files into one application."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from fastapi import Depends, FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.trustedhost import TrustedHostMiddleware

from api import problems
from api.headers import Headers
from api.routes import session, stream, tables
from api.routes.context import House, require_sign_in
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
    guarded = [Depends(require_sign_in)]
    app.include_router(session.router, prefix="/api/v1")
    app.include_router(tables.router, prefix="/api/v1", dependencies=guarded)
    app.include_router(stream.router, prefix="/api/v1", dependencies=guarded)
    _serve_dashboard(app)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(host_names), www_redirect=False)
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

    @app.get("/healthz", include_in_schema=False)
    def health() -> dict[str, str]:
        return {"status": "ok"}


class Server(uvicorn.Server):
    """Uvicorn that ends the live streams as soon as it is told to stop, so that no open screen holds it up."""

    def __init__(self, app: FastAPI, house: House, *, host: str, port: int) -> None:
        """Make a server; `run` serves until it is told to stop."""
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            log_level="warning",
            timeout_graceful_shutdown=GRACE_S,
            server_header=False,
        )
        super().__init__(config)
        self._hub = house.hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: no new requests, and every stream ends."""
        self._hub.close()
        super().handle_exit(sig, frame)
