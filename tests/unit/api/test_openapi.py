"""The description of the API that other programs are written against."""

from __future__ import annotations

from api.openapi import FILE, description


def test_the_committed_description_is_that_of_the_routes() -> None:
    assert FILE.read_text(encoding="utf-8") == description(), "run `python -m api.openapi`"
