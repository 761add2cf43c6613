"""Logs as lines of JSON, each with the id of the request that it belongs to, for whatever collects a house's logs."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, Literal

LogFormat = Literal["text", "json"]
REQUEST_ID: Final[ContextVar[str]] = ContextVar("pitwatch_request_id", default="")
"""The id of the request that is answered now, as `X-Request-Id` tells it; empty outside of requests."""


class JsonLines(logging.Formatter):
    """One JSON object a record: `at`, `level`, `from`, `message`, and `request` and `error` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST_ID.get():
            line["request"] = request
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_logs(form: LogFormat, *, level: int = logging.INFO) -> None:
    """Write what the program logs to stderr from now on."""
    handler = logging.StreamHandler(sys.stderr)
    if form == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pitwatch").setLevel(level)
