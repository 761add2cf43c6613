"""Facts of one source that wait until another source has come to their time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.facts import Fact


class Pending:
    """A feed of facts in order of time, given out as the time comes."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts: Iterator[Fact] = iter(facts)
        self._next = next(self._facts, None)

    def until(self, pts_us: int) -> list[Fact]:
        """Return the facts up to a media time, microseconds, that were not given out yet."""
        due: list[Fact] = []
        while self._next is not None and self._next.pts_us <= pts_us:
            due.append(self._next)
            self._next = next(self._facts, None)
        return due

    def rest(self) -> list[Fact]:
        """Return all facts that are left."""
        left = [] if self._next is None else [self._next, *self._facts]
        self._next = None
        return left
