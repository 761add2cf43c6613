"""What was read during an audit, kept beside its report: every look at the table, by media time.

`sightings.db` holds looks in chunks, each a compressed JSON list. A look holds until the next one: between two of them
nothing on the table changed, so an overlay drawn from the look at or before a picture's time is that picture's own.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from api.errors import JournalError
from api.store.database import open_reader
from vision.watch import Look

SIGHTINGS: Final = "sightings.db"
CHUNK: Final = 64
"""Looks that are compressed together."""
_LEVEL: Final = 6
_SCHEMA: Final = (
    "CREATE TABLE chunk (from_us INTEGER PRIMARY KEY, until_us INTEGER NOT NULL, looks BLOB NOT NULL) STRICT"
)
_Row = list[object]


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card of a look: `card` is `??` while it is unread; corners in pixels, clockwise from the card's top left."""

    track: int
    card: str
    place: str
    p: float
    face_up: bool
    quad: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The cards on the table from a media time on, microseconds, until the next look."""

    pts_us: int
    cards: tuple[SeenCard, ...]


class SightingsWriter:
    """Writes looks in the order of their times; `close` writes what is left. Memory does not grow with the session."""

    def __init__(self, path: Path) -> None:
        """Make the file; there must be none.

        Raises:
            JournalError: if it cannot be written.
        """
        self._path = path
        self._looks: list[tuple[int, list[_Row]]] = []
        try:
            self._db = sqlite3.connect(path)
            self._db.execute(_SCHEMA)
        except sqlite3.Error as error:
            raise JournalError(f"cannot write sightings to {str(path)!r}: {error}") from error

    def take(self, look: Look) -> None:
        """Keep a look; of several at one time the last counts.

        Raises:
            JournalError: if the disk does not take it.
        """
        cards = _rows(look)
        if self._looks and self._looks[-1][0] == look.pts_us:
            self._looks[-1] = (look.pts_us, cards)
        elif not self._looks or self._looks[-1][1] != cards:
            if len(self._looks) >= CHUNK:
                self._write()
            self._looks.append((look.pts_us, cards))

    def close(self) -> None:
        """Write what is left and close the file."""
        self._write()
        self._db.close()

    def _write(self) -> None:
        if not self._looks:
            return
        packed = zlib.compress(json.dumps(self._looks, separators=(",", ":")).encode(), _LEVEL)
        row = (self._looks[0][0], self._looks[-1][0], packed)
        try:
            with self._db:
                self._db.execute("INSERT OR REPLACE INTO chunk VALUES (?, ?, ?)", row)
        except sqlite3.Error as error:
            raise JournalError(f"cannot write sightings to {str(self._path)!r}: {error}") from error
        self._looks = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_sightings(path: Path, from_us: int, until_us: int) -> Iterator[SeenTable]:
    """Yield the look that holds at `from_us` and every later one before `until_us`, in order of time.

    Raises:
        JournalError: if there is no such file, or it holds no sightings.
    """
    db = open_reader(path)
    try:
        first = "coalesce((SELECT max(from_us) FROM chunk WHERE from_us <= ?), 0)"
        chunks = db.conn.execute(
            f"SELECT looks FROM chunk WHERE from_us >= {first} AND from_us < ? ORDER BY from_us",
            (from_us, until_us),
        )
        holds: SeenTable | None = None
        for look in (look for (packed,) in chunks for look in _looks_of(packed)):
            if look.pts_us <= from_us:
                holds = look
                continue
            if holds is not None:
                yield holds
                holds = None
            if look.pts_us >= until_us:
                return
            yield look
        if holds is not None:
            yield holds
    except (sqlite3.Error, zlib.error, ValueError, TypeError) as error:
        raise JournalError(f"cannot read sightings from {str(path)!r}: {error}") from error
    finally:
        db.close()


def _rows(look: Look) -> list[_Row]:
    return [
        [
            card.track,
            str(card.card),
            card.place,
            round(float(card.p), 3),
            int(card.face_up),
            [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad_px],
        ]
        for card in look.cards
    ]


def _looks_of(packed: bytes) -> Sequence[SeenTable]:
    return [
        SeenTable(
            pts_us,
            tuple(
                SeenCard(track, card, place, p, bool(face_up), tuple((x, y) for x, y in quad))
                for track, card, place, p, face_up, quad in cards
            ),
        )
        for pts_us, cards in json.loads(zlib.decompress(packed))
    ]
