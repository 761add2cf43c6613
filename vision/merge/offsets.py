"""How far apart the clocks of two recordings of one table are, by the cards that both see come to rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tracker.facts import CardPlaced, Fact
from vision.errors import SourceError
from vision.sources import Source
from vision.table import Table
from vision.watch import TableReader, Watcher

LONGEST_US = 600_000_000
"""So much of the recordings is looked at, at most."""
ALIKE_US = 150_000
"""Two cameras see one card come to rest at times that differ by less, on one clock."""
LEAST_CARDS = 5
"""So many cards must agree on an offset, ..."""
BY_CHANCE = 2.0
"""... and so many times as many as on any other one."""
SLACK_US = 400_000
"""A card that something hid for longer when it came says nothing about the time."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A card came to rest: when, and which in which hand."""

    pts_us: int
    place: str
    card: str


def offset_between(first: Sequence[Rest], other: Sequence[Rest]) -> int | None:
    """Media time of the first recording at which the other one begins, microseconds; None while that is open."""
    apart = sorted(
        a.pts_us - b.pts_us for a in first for b in other if (a.place, a.card) == (b.place, b.card)
    )
    steps = np.array(apart)
    if len(steps) < LEAST_CARDS:
        return None
    votes = np.array([int((abs(steps - step) < ALIKE_US).sum()) for step in steps])
    best = int(votes.argmax())
    rivals = votes[abs(steps - steps[best]) >= 2 * ALIKE_US]
    if votes[best] < max(LEAST_CARDS, BY_CHANCE * (int(rivals.max()) if len(rivals) else 0)):
        return None
    return int(np.median(steps[abs(steps - steps[best]) < ALIKE_US]))


def estimate_offset(first: Source, other: Source, tables: tuple[Table, Table], reader: TableReader) -> int:
    """Watch the beginning of two recordings until the cards tell how far apart their clocks are; closes them.

    Args:
        first: the first camera's recording.
        other: another camera's.
        tables: the table as each of the two sees it.
        reader: reads the cards.

    Returns:
        Media time of the first recording at which the other one begins, microseconds.

    Raises:
        SourceError: if the cards do not tell.
    """
    try:
        rests: tuple[list[Rest], list[Rest]] = ([], [])
        runs = [_rests(source, table, reader) for source, table in zip((first, other), tables, strict=True)]
        clocks = [0, 0]
        while runs:
            # Whoever is behind goes on: the recordings may begin minutes apart.
            k = 0 if clocks[0] <= clocks[1] else 1
            item = next(runs[k], None)
            if item is None or clocks[k] > LONGEST_US:
                if clocks[1 - k] == LONGEST_US + 1:
                    break
                clocks[k] = LONGEST_US + 1
                continue
            clocks[k] = item.pts_us
            rests[k].append(item)
            if (offset := offset_between(*rests)) is not None:
                return offset
    finally:
        first.close()
        other.close()
    raise SourceError(
        f"{other.name}: cannot tell by the cards how far its clock is from {first.name}'s: say it with --offset"
    )


def _rests(source: Source, table: Table, reader: TableReader) -> Iterator[Rest]:
    watcher = Watcher(table, reader, source, refuses_wrong_table=False)
    for frame in source:
        for item in watcher.see(frame):
            if not isinstance(item, Fact) or item.slack_us > SLACK_US:
                continue
            body = item.body
            if isinstance(body, CardPlaced) and body.face_up and "?" not in body.card:
                yield Rest(item.pts_us, body.place, body.card)
