"""Measure the reader on real photographs with labelled cards.

The folder holds `manifest.jsonl`, a line a picture: `file`, `source`, `use` (`tune` or `test`), `cards` (a
multiset such as
`10H`; `9?` where the suit is not labelled), `cards_complete`, `cards_optional` (score neither way).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tracker.cards import RANKS, Card
from vision.errors import SourceError
from vision.evaluate.intervals import wilson
from vision.sightings import U8, Sighting

ReadPicture = Callable[[U8], Sequence[Sighting]]


@dataclass(frozen=True, slots=True)
class Photo:
    """One labelled photograph."""

    path: Path
    source: str
    use: str
    cards: tuple[Card, ...]
    optional: tuple[Card, ...]
    complete: bool


@dataclass(slots=True)
class Tally:
    """Counts over some pictures.

    Attributes:
        shown: cards that a person can read.
        found: cards reported that count (not optional, not beyond an incomplete list).
        right: of these, those whose rank and suit are those of a card shown.
        false: reported identities that are not shown.
    """

    pictures: int = 0
    shown: int = 0
    found: int = 0
    right: int = 0
    false: int = 0

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in ("pictures", "shown", "found", "right", "false"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def to_json(self) -> dict[str, float | int | list[float]]:
        """Return counts, recall and precision with 95 % intervals."""
        return {
            "pictures": self.pictures,
            "shown": self.shown,
            "found": self.found,
            "right": self.right,
            "false": self.false,
            "recall": round(self.right / self.shown, 4) if self.shown else 1.0,
            "recall_95": [round(v, 4) for v in wilson(self.right, self.shown)],
            "precision": round(self.right / self.found, 4) if self.found else 1.0,
            "precision_95": [round(v, 4) for v in wilson(self.right, self.found)],
        }


@dataclass(slots=True)
class PhotoScores:
    """The tallies of an evaluation."""

    by_source: dict[str, Tally] = field(default_factory=dict)
    use_of: dict[str, str] = field(default_factory=dict)

    def total(self, use: str | None = None) -> Tally:
        """Return the sum over all sources, or over those marked `tune` or `test`."""
        tally = Tally()
        for source, part in self.by_source.items():
            if use is None or self.use_of[source] == use:
                tally.add(part)
        return tally


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


def score(photo: Photo, read: Iterable[Card]) -> Tally:
    """Compare what was read with the labels, as multisets."""
    left = Counter(read)
    shown = list(photo.cards)
    right = _take(left, shown) + _take_alike(left, shown)
    optional = list(photo.optional)
    _take(left, optional)
    _take_alike(left, optional)
    false = sum(left.values()) if photo.complete else 0
    return Tally(1, len(photo.cards), right + false, right, false)


def _take(left: Counter[Card], wanted: list[Card]) -> int:
    """Remove the cards that are equal from both; return how many."""
    taken = 0
    for card in list(wanted):
        if left[card] > 0:
            left[card] -= 1
            wanted.remove(card)
            taken += 1
    return taken


def _take_alike(left: Counter[Card], wanted: list[Card]) -> int:
    """The same for labels that leave rank or suit open."""
    taken = 0
    for label in [card for card in wanted if not card.is_known]:
        fits = [
            c
            for c, n in left.items()
            if n > 0 and label.rank in ("?", c.rank) and label.suit in ("?", c.suit)
        ]
        if fits:
            left[fits[0]] -= 1
            wanted.remove(label)
            taken += 1
    return taken


def evaluate_photos(
    folder: Path,
    read: ReadPicture,
    *,
    sources: Sequence[str] = (),
    overlays: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> PhotoScores:
    """Read every labelled photograph and count.

    Args:
        folder: holds `manifest.jsonl`.
        read: such as `Reader().read`.
        sources: only these; all by default.
        overlays: where to write each picture with what was read drawn on it.
        progress: called with (done, total).

    Raises:
        SourceError: if the manifest or a picture cannot be read.
    """
    photos = [photo for photo in read_manifest(folder) if not sources or photo.source in sources]
    scores = PhotoScores()
    for number, photo in enumerate(photos, start=1):
        image = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if image is None:
            raise SourceError(f"{photo.path}: not a picture")
        sightings = read(np.asarray(image, dtype=np.uint8))
        tally = score(photo, (s.card for s in sightings if s.face == "up"))
        scores.by_source.setdefault(photo.source, Tally()).add(tally)
        scores.use_of[photo.source] = photo.use
        if overlays is not None:
            _write_overlay(overlays, photo, np.asarray(image, dtype=np.uint8), sightings, tally)
        if progress is not None:
            progress(number, len(photos))
    return scores


def _write_overlay(
    folder: Path, photo: Photo, image: U8, sightings: Sequence[Sighting], tally: Tally
) -> None:
    """Pictures with an error sort first: their names begin with the number of errors."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = image.copy()
    for s in sightings:
        colour = (60, 220, 60) if s.card in photo.cards else (60, 60, 255)
        cv2.polylines(shown, [s.quad.astype(np.int32)], isClosed=True, color=colour, thickness=2)
        for quad in s.indices:
            cv2.polylines(shown, [quad.astype(np.int32)], isClosed=True, color=(255, 0, 255), thickness=1)
        where = tuple(int(v) for v in s.quad.mean(axis=0))
        cv2.putText(shown, f"{s.card} {s.p:.2f}", where, cv2.FONT_HERSHEY_SIMPLEX, 0.7, colour, 2)
    errors = tally.shown - tally.right + tally.false
    cv2.putText(
        shown, " ".join(map(str, photo.cards)), (5, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 255, 255), 2
    )
    cv2.imwrite(str(folder / f"{errors:02d}-{photo.path.stem}.jpg"), shown)
