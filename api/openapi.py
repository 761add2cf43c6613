"""The description of the web API that lies in docs/openapi.json: `python -m api.openapi` writes it anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from api.app import create_app
from api.catalogue import catalogue_of
from api.live.hub import Hub
from api.routes.context import House

FILE: Final = Path(__file__).parents[1] / "docs" / "openapi.json"


def description() -> str:
    """Return the OpenAPI document of the routes as they are, as text."""
    app = create_app(House(Hub(), {}, catalogue_of([], model=None)))
    return json.dumps(app.openapi(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(description(), encoding="utf-8")
