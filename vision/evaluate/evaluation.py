"""One evaluation: the outcomes of each kind of picture, measured, as one document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from vision.evaluate.measures import Measures, measure
from vision.evaluate.outcomes import CLEARLY, Outcome
from vision.evaluate.photos import Photo, read_photos
from vision.evaluate.scenes import ReadPicture, draw_scenes, outcomes_of
from vision.synth.paint import PaintDeck

LOOK_P = 0.05
"""Readings from here on are asked for: the reliability counts them all."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Section:
    """What was measured on one kind of picture.

    Attributes:
        name: `scenes`, `photos-tune`, `photos-test`, `films`.
        about: what was read, one line.
        outcomes: what became of each card.
        pictures: how many were read.
        least_p: from which probability on a card is reported.
    """

    name: str
    about: str
    outcomes: tuple[Outcome, ...]
    pictures: int
    least_p: float

    @cached_property
    def measures(self) -> Measures:
        """All that is counted from the outcomes."""
        return measure(self.outcomes, pictures=self.pictures, least_p=self.least_p)


def evaluate_scenes(
    read: ReadPicture,
    decks: Sequence[PaintDeck],
    *,
    count: int,
    seed: int,
    least_p: float,
    progress: Progress | None = None,
) -> Section:
    """Read scenes drawn on the fly.

    Args:
        read: gives what it is sure of from `LOOK_P` on.
        decks: which decks the scenes show, each in turn.
        count: how many scenes.
        seed: the same seed gives the same scenes.
        least_p: from which probability on a card is reported.
        progress: called with (done, total).
    """
    outcomes: list[Outcome] = []
    for scene in draw_scenes(decks, count, seed):
        outcomes += outcomes_of(scene, read(scene.image))
        if progress is not None:
            progress(scene.number + 1, count)
    names = ", ".join(deck.name for deck in decks)
    return Section("scenes", f"{count} drawn scenes of {names}, seed {seed}", tuple(outcomes), count, least_p)


def evaluate_photos(
    read: ReadPicture, photos: Sequence[Photo], *, least_p: float, progress: Progress | None = None
) -> list[Section]:
    """Read labelled photographs; those that may be tuned on and those that may not are kept apart.

    Raises:
        SourceError: if a picture cannot be read.
    """
    outcomes = read_photos(photos, read, progress=progress)
    sections = []
    for use in sorted({photo.use for photo in photos}):
        mine = [photo for photo in photos if photo.use == use]
        rows = tuple(row for photo in mine for row in outcomes[photo])
        sources = len({photo.source for photo in mine})
        about = f"{len(mine)} photographs from {sources} sources, for {use}"
        sections.append(Section(f"photos-{use}", about, rows, len(mine), least_p))
    return sections


def document(sections: Sequence[Section], models: Sequence[str], command: str) -> dict[str, Any]:
    """Return an evaluation as plain JSON values.

    Args:
        sections: what was measured.
        models: the models that read.
        command: the command line that measures it again.
    """
    return {
        "format": "evaluation",
        "version": 1,
        "command": command,
        "models": list(models),
        "clearly_visible": asdict(CLEARLY),
        "sections": {s.name: {"about": s.about, **s.measures.to_json()} for s in sections},
    }
