"""Measure the reader on real photographs with labelled cards.

The folder holds `manifest.jsonl`, a line a picture: `file`, `source`, `use` (`tune` or `test`), `cards` (a
multiset such as
`10H`; `9?` where the suit is not labelled), `cards_complete`, `cards_optional` (score neither way).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tracker.cards import RANKS, Card
from vision.errors import SourceError
from vision.evaluate.outcomes import Outcome, Shown, match_as_multisets, reading_of
from vision.sightings import U8, Sighting
from vision.sources.pictures import read_picture

ReadPicture = Callable[[U8], Sequence[Sighting]]
TEST = "test"
"""Photographs for this use are scored, never looked at."""
SURE = 0.9
"""Cards read with more than this say how high the indices in their picture stand."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One labelled photograph."""

    path: Path
    source: str
    use: str
    cards: tuple[Card, ...]
    optional: tuple[Card, ...]
    complete: bool


def read_manifest(folder: Path) -> list[Photo]:
    """Read the labels.

    Raises:
        SourceError: if there is no manifest or a line of it is not as it should be.
    """
    path = folder / "manifest.jsonl"
    try:
        lines = path.read_text(encoding="utf8").splitlines()
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from error
    photos = []
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            photos.append(
                Photo(
                    folder / row["file"], row["source"], row["use"],
                    tuple(card for text in row["cards"] if (card := label_card(text))),
                    tuple(card for text in row.get("cards_optional", []) if (card := label_card(text))),
                    bool(row["cards_complete"]),
                )
            )  # fmt: skip
        except (ValueError, KeyError, TypeError) as error:
            raise SourceError(f"{path}, line {number}: not a labelled picture: {error}") from error
    return photos


def label_card(text: str) -> Card | None:
    """Read `10H` or `9?`; None for labels that name no face (`BACK`, `B`, `unk`)."""
    rank, suit = text[:-1].replace("10", "T").upper(), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS + "?" or suit not in "cdhs?":
        return None
    return Card(rank, suit)


def outcomes_of(photo: Photo, sightings: Iterable[Sighting]) -> list[Outcome]:
    """Pair the labels, which say what a picture shows but not where, with what was read in it."""
    readings = [reading_of(sighting) for sighting in sightings if sighting.face == "up"]
    heights = [r.index_height_px for r in readings if r.index_height_px is not None and r.p >= SURE]
    about = float(np.median(heights)) if heights else None
    shown = [Shown(card=card, about_px=about) for card in photo.cards]
    return [
        Outcome(picture=photo.path.name, group=photo.source, shown=label, read=reading)
        for label, reading in match_as_multisets(shown, photo.optional, readings, complete=photo.complete)
    ]


def read_photos(
    photos: Sequence[Photo], read: ReadPicture, *, progress: Callable[[int, int], None] | None = None
) -> dict[Photo, list[Outcome]]:
    """Read labelled photographs.

    Args:
        photos: such as `read_manifest` returns.
        read: such as `Reader().read`; what it is unsure of is wanted too, for the reliability.
        progress: called with (done, total).

    Raises:
        SourceError: if a picture cannot be read.
    """
    outcomes = {}
    for number, photo in enumerate(photos, start=1):
        outcomes[photo] = outcomes_of(photo, read(read_picture(photo.path).image))
        if progress is not None:
            progress(number, len(photos))
    return outcomes
