"""Waiting for what a page computes: Playwright's own way evaluates text, which the page's security policy forbids."""

from __future__ import annotations

import time
from typing import Final

from playwright.sync_api import Page

LONGEST_S: Final = 30.0
STEP_MS: Final = 50


def wait_until(page: Page, expression: str, *, longest_s: float = LONGEST_S) -> None:
    """Wait until an expression is true on the page.

    Raises:
        AssertionError: if it is not in time.
    """
    until = time.monotonic() + longest_s
    while not page.evaluate(expression):
        assert time.monotonic() < until, f"not true within {longest_s} s: {expression}"
        page.wait_for_timeout(STEP_MS)
